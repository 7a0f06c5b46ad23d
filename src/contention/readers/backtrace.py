"""Stacks as gdb's ``backtrace`` and ``pstack`` print them: ``#0  0x... in function () ...``.

Table ``frames``: ``stack`` (which stack, from 1; a frame number that does not grow begins a new
one), ``frame``, ``address`` (an exact integer; missing where gdb prints none, as for the frame
that has source lines), ``function``. Arguments, source lines and libraries are not kept. A
frame number that is left out is flagged.
"""

from __future__ import annotations

import re

from contention.errors import ReadError
from contention.measurements import Flag, Value
from contention.readers.cells import table_of_values
from contention.readers.forms import ColumnForm, TableForm
from contention.readers.oracle_errors import exact
from contention.readers.reading import Options, Reader, Reading, Recognition
from contention.readers.source import SourceText

__all__ = ["READER"]

NAME = "backtrace"

EXAMPLE = """\
#0  0x000000000159fa10 in semtimedop () from /lib64/libc.so.6
#1  0x0000000001007f40 in wait_for_it ()
#2  main (argc=2) at example.c:17
"""

_FRAME = re.compile(
    r"\s*#(\d{1,6})\s+(?:(0x[0-9a-fA-F]{1,16})\s+in\s+)?([A-Za-z_?][\w:~<>?$.@*,]{0,400})\s*\(.*"
)


def _sniff(source: SourceText) -> Recognition:
    hits = sum(bool(_FRAME.fullmatch(line)) for line in source.lines)
    filled = sum(bool(line.strip()) for line in source.lines)
    reason = f"{hits} of {filled} lines are stack frames"
    return Recognition(NAME, 0.9 if filled and hits > filled / 2 else 0.0, reason)


def _read(source: SourceText, options: Options) -> Reading:
    del options
    rows: list[tuple[int, int, int, re.Match[str]]] = []
    flags: list[Flag] = []
    stack, last = 0, -1
    for number, line in enumerate(source.lines, 1):
        match = _FRAME.fullmatch(line)
        if match is None:
            if line.strip():
                flags.append(Flag(number, None, line.strip()[:80], "not a stack frame; left out"))
            continue
        frame = int(match[1])
        stack += not stack or frame <= last
        expected = last + 1 if frame > last else 0
        if frame != expected:
            reason = f"frame {expected} was expected; frames are missing"
            flags.append(Flag(number, "frame", match[1], reason))
        last = frame
        rows.append((number, stack, frame, match))
    if not rows:
        raise ReadError(
            "there is no stack frame",
            path=source.path,
            line=1,
            found=source.lines[0].strip()[:60],
            expected="lines such as #0  0x1007f40 in function ()",
        )
    columns: dict[str, list[tuple[str | None, Value]]] = {
        "stack": [(str(stack), stack) for _, stack, _, _ in rows],
        "frame": [(match[1], frame) for _, _, frame, match in rows],
        "address": [(m[2], exact(m[2]) if m[2] else None) for _, _, _, m in rows],
        "function": [(match[3], match[3]) for _, _, _, match in rows],
    }
    lines = [number for number, _, _, _ in rows]
    table = table_of_values("frames", columns, lines, source.provenance(NAME), flags=flags)
    return Reading(NAME, (table,), issues=source.flags, path=source.path)


READER = Reader(
    NAME,
    "stacks of gdb or pstack",
    _sniff,
    _read,
    EXAMPLE,
    traits=(
        "frames with and without an address, as gdb prints those with source lines",
        "several stacks in one capture; a frame number that is left out is flagged",
    ),
    gives=(
        TableForm(
            "frames",
            "one frame of a stack",
            (
                ColumnForm("stack", "number of the stack, from 1"),
                ColumnForm("frame", "number of the frame"),
                ColumnForm("address", "address of the instruction"),
                ColumnForm("function", "name of the function"),
            ),
        ),
    ),
)
