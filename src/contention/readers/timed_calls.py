"""Logs of timed calls: a rule with a call and its arguments, then named values.

Table ``calls``, one row per heading such as ``==== f(100, quick, ) ====``:

* ``call``: which one, from 1; ``procedure``: the name; ``argument_1``, ``argument_2``, ...:
  the arguments, missing where one is blank;
* one column per printed name, such as ``elapsed_cs``;
* for ``name diff = 5 (12-7)`` the columns ``name_diff``, ``name_end`` and ``name_start``.

A difference that is not that of its two numbers is flagged, and so is a call that prints less
than the first one. A log that stops between two calls is not known to be cut.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from contention.errors import ReadError, TruncatedError
from contention.measurements import Flag
from contention.readers.cells import Cells, Row, build_table
from contention.readers.forms import ColumnForm, TableForm
from contention.readers.headings import identifiers
from contention.readers.reading import Options, Reader, Reading, Recognition
from contention.readers.source import SourceText

__all__ = ["READER"]

NAME = "timed_calls"

EXAMPLE = """\
======== make_ids(5000, plain, ) ========
sessions ended = 0, Elapsed_CS = 40
heap used diff = 0 (700-700),  End(KB) = 1
======== make_ids(5000, plain, 500) ========
sessions ended = 10, Elapsed_CS = 90
heap used diff = -200 (500-700),  End(KB) = 0
"""

MAXIMUM_ARGUMENTS = 32

_HEADING = re.compile(r"\s*={3,}\s*([A-Za-z][\w$#.]{0,127})\s*\(([^()]{0,400})\)\s*={3,}\s*")
_VALUE = re.compile(
    r"([A-Za-z][\w .$#/-]{0,60}(?:\([A-Za-z]{1,10}\))?)\s*=\s*(-?[\d#][\d.#]{0,40})"
    r"(?:\s*\((\d{1,20})\s*-\s*(\d{1,20})\))?"
)


@dataclass
class _Call:
    line: int
    procedure: str
    arguments: tuple[str, ...]
    values: dict[str, str] = field(default_factory=dict)


def _heading(line: str) -> tuple[str, tuple[str, ...]] | None:
    match = _HEADING.fullmatch(line)
    if match is None:
        return None
    arguments = tuple(text.strip() for text in match[2].split(",")) if match[2].strip() else ()
    return match[1], arguments[:MAXIMUM_ARGUMENTS]


def _values(line: str) -> list[tuple[str, str, str | None, str | None]]:
    """Name, value, and the two numbers of a difference; empty when the line is another."""
    matches = [_VALUE.fullmatch(piece.strip()) for piece in line.split(",")]
    if not all(matches):
        return []
    return [(match[1].strip(), match[2], match[3], match[4]) for match in matches if match]


def _named(number: int, line: str, flags: list[Flag]) -> list[tuple[str, str]]:
    """The columns of a line of values."""
    found: list[tuple[str, str]] = []
    for name, value, end, start in _values(line):
        found.append((name, value))
        if end is not None and start is not None:
            stem = re.sub(r"\s+diff$", "", name, flags=re.I)
            found += [(f"{stem} end", end), (f"{stem} start", start)]
            if value != str(int(end) - int(start)):
                reason = f"not the difference of {end} and {start}; the value is kept"
                flags.append(Flag(number, name, value, reason))
    return found


def _scan(lines: Sequence[str]) -> tuple[list[_Call], list[Flag]]:
    calls: list[_Call] = []
    flags: list[Flag] = []
    for number, line in enumerate(lines, 1):
        heading = _heading(line)
        if heading is not None:
            calls.append(_Call(number, *heading))
        elif not calls or not line.strip():
            continue
        elif named := _named(number, line, flags):
            for name, value in named:
                if name in calls[-1].values:
                    flags.append(Flag(number, name, value, "named twice in one call; left out"))
                calls[-1].values.setdefault(name, value)
        else:
            reason = "neither a heading with a call nor a list of named values; left out"
            flags.append(Flag(number, None, line.strip()[:80], reason))
    return calls, flags


def _sniff(source: SourceText) -> Recognition:
    headings = sum(_heading(line) is not None for line in source.lines)
    values = sum(bool(_values(line)) for line in source.lines)
    if headings and values:
        reason = f"{headings} headings with a call, {values} lines of named values"
        return Recognition(NAME, 0.9, reason)
    if headings:
        return Recognition(NAME, 0.3, "headings with a call, and no 'name = value' under them")
    return Recognition(NAME, 0.0, "no heading such as '==== f(100, quick) ===='")


def _read(source: SourceText, options: Options) -> Reading:
    del options
    calls, flags = _scan(source.lines)
    printed = list(dict.fromkeys(name for call in calls for name in call.values))
    if not printed:
        kind = TruncatedError if calls else ReadError
        raise kind(
            "the log holds no named value under a heading with a call",
            path=source.path,
            line=calls[0].line if calls else 1,
            found=source.lines[0].strip()[:60],
            expected="lines such as '==== f(100, quick) ====' and 'Elapsed_CS = 40'",
        )
    width = max(len(call.arguments) for call in calls)
    headings = ("call", "procedure", *(f"argument {at + 1}" for at in range(width)), *printed)
    names = identifiers(headings)
    rows = []
    for number, call in enumerate(calls, 1):
        blank = [text or None for text in call.arguments]
        blank += [None] * (width - len(blank))
        cells = [call.values.get(name) for name in printed]
        flags.extend(
            Flag(call.line, name, "", "this call does not print the value; the log may be cut")
            for name, text in zip(names[width + 2 :], cells, strict=True)
            if text is None
        )
        rows.append(Row(call.line, (str(number), call.procedure, *blank, *cells)))
    numbers = {"call", *names[width + 2 :]}
    shape = Cells(headings, rows, names, numbers=numbers, texts={"procedure"})
    table = build_table("calls", shape, source.provenance(NAME), flags)
    return Reading(NAME, (table,), (), (), source.flags, source.path)


READER = Reader(
    NAME,
    "logs of timed calls",
    _sniff,
    _read,
    EXAMPLE,
    traits=(
        "headings with a call and its arguments, and named values below",
        "differences with both their numbers, which are checked",
        "a call that prints less than the first one is flagged",
    ),
    gives=(
        TableForm(
            "calls",
            "one call",
            (
                ColumnForm("call", "number of the call, from 1"),
                ColumnForm("procedure", "name of the procedure"),
            ),
            "argument_1, argument_2, ... of the call, and one for each printed name",
        ),
    ),
)
