"""Trace files of Oracle's Java just-in-time compiler: memory for machine code that was refused.

Table ``refusals``, one row per attempt, of four printed lines:

* ``object``, ``error``: the shared memory object that could not be mapped, and why;
* ``size``, ``prot_mode``, ``map_flag``: bytes, protection and flags of the attempt, as the system
  call takes them: read 1, write 2 and execute 4 are added up, and 1 is a shared mapping;
* ``open_size``, ``open_object``, ``open_flags``: what was to be opened;
* ``failed``, ``reason``: what came of it.

An attempt of which a line is missing keeps its row and is flagged.
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

NAME = "native_code_trace"

EXAMPLE = """\
sjoezshm_map_obj mmap failed for /JOEZSHM_bench_1_0: Permission denied
size  = 4096, prot_mode  = 7, map_flag = 1
*** 2021-11-03T09:15:00.000000+01:00 (BENCH(3))
joez_shm_open_object failed: size = 4096, extnam = /JOEZSHM_bench_1_0  flags = 0x34
joez: Failed loading machine code: Unable to allocate code space
"""

_LINES = (
    (re.compile(r"\s*\w{1,40} mmap failed for (\S{1,400}): (.{1,200}?)\s*"), ("object", "error")),
    (
        re.compile(r"\s*size\s*= (\d{1,20}), prot_mode\s*= (\d{1,9}), map_flag\s*= (\d{1,9})\s*"),
        ("size", "prot_mode", "map_flag"),
    ),
    (
        re.compile(
            r"\s*\w{1,40} failed: size\s*= (\d{1,20}), extnam\s*= (\S{1,400})"
            r"\s+flags\s*= (0x[0-9a-fA-F]{1,16})\s*"
        ),
        ("open_size", "open_object", "open_flags"),
    ),
    (re.compile(r"\s*joez: Failed (.{1,80}?): (.{1,200}?)\s*"), ("failed", "reason")),
)
_COLUMNS = tuple(name for _, names in _LINES for name in names)
_LIKE = re.compile(r"\s*(?:sjoez|joez|size\s+=)\w*.*")

Cell = tuple[str | None, Value]


def _parts(line: str) -> tuple[int, dict[str, Cell]] | None:
    """Which of the four lines it is, and its cells."""
    for position, (pattern, names) in enumerate(_LINES):
        if match := pattern.fullmatch(line):
            cells = zip(names, match.groups(), strict=True)
            return position, {name: (text, exact(text)) for name, text in cells}
    return None


def _sniff(source: SourceText) -> Recognition:
    hits = sum(bool(_LINES[0][0].fullmatch(line)) for line in source.lines)
    if hits:
        return Recognition(NAME, 0.9, f"{hits} lines 'mmap failed for'")
    return Recognition(NAME, 0.0, "no line 'mmap failed for'")


def _read(source: SourceText, options: Options) -> Reading:
    del options
    rows: list[tuple[int, dict[str, Cell]]] = []
    flags: list[Flag] = []
    expected = 0
    for number, line in enumerate(source.lines, 1):
        found = _parts(line)
        if found is None:
            if _LIKE.fullmatch(line):
                reason = "an incomplete line of a refusal; left out"
                flags.append(Flag(number, None, line.strip()[:80], reason))
            continue
        position, cells = found
        if position == 0 or not rows or position < expected:
            rows.append((number, {}))
        rows[-1][1].update(cells)
        expected = position + 1
    if not rows:
        raise ReadError(
            "no refused mapping is in this trace",
            path=source.path,
            found=source.lines[0].strip()[:60],
            expected="lines such as 'mmap failed for /JOEZSHM_...: Operation not permitted'",
        )
    for number, cells in rows:
        missing = [name for name in _COLUMNS if name not in cells]
        if missing:
            reason = f"this refusal is incomplete: no {', '.join(missing)}"
            flags.append(Flag(number, None, "", reason))
    empty: Cell = (None, None)
    columns = {name: [cells.get(name, empty) for _, cells in rows] for name in _COLUMNS}
    lines = [number for number, _ in rows]
    units = {"size": "bytes", "open_size": "bytes"}
    provenance = source.provenance(NAME)
    table = table_of_values("refusals", columns, lines, provenance, flags=flags, units=units)
    return Reading(NAME, (table,), (), (), source.flags, source.path)


READER = Reader(
    NAME,
    "traces of Java native code that was refused",
    _sniff,
    _read,
    EXAMPLE,
    traits=(
        "attempts of four lines; one of which a line is missing keeps its row and is flagged",
        "protection and flags as the system call takes them",
    ),
    gives=(
        TableForm(
            "refusals",
            "one attempt to map memory for machine code",
            (
                ColumnForm("object", "shared memory object that was to be mapped"),
                ColumnForm("error", "why it could not be"),
                ColumnForm("size", "size of the mapping", "bytes"),
                ColumnForm("prot_mode", "protection: read 1, write 2, execute 4, added up"),
                ColumnForm("map_flag", "flags of the mapping; 1 is shared"),
                ColumnForm("open_size", "size of the object to open", "bytes"),
                ColumnForm("open_object", "object that was to be opened"),
                ColumnForm("open_flags", "flags of the attempt to open it"),
                ColumnForm("failed", "what failed in the end"),
                ColumnForm("reason", "and why"),
            ),
        ),
    ),
)
