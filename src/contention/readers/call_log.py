"""Logs that compare how often several forms of a statement call a function.

A heading is a rule with a call in it, such as ``--- Compare f(100, 0) ---``. A line under it
names a form, then its counts: ``Direct Calls = 500, Found = 1``; the form is the first word, and
the name of the first count is the rest.

Table ``calls``, one row per line of counts:

* ``block``: which heading it stands under, from 1;
* ``call``: the name in the heading, and ``argument_1``, ``argument_2``, ...: its arguments;
* ``form``: the first word of the line;
* one column per printed count, such as ``found``.

Lines before the first heading are a block too. Their call is missing and flagged, unless the
option ``call`` gives it. A block with fewer lines than the first is flagged; a log that stops
between two blocks is not known to be cut.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from contention.errors import ReadError, TruncatedError, UsageError
from contention.measurements import Flag
from contention.readers.cells import Cells, Row, build_table
from contention.readers.forms import ColumnForm, TableForm
from contention.readers.headings import identifiers
from contention.readers.reading import Options, Reader, Reading, Recognition
from contention.readers.serveroutput_lines import run_number, value_line
from contention.readers.source import SourceText

__all__ = ["READER"]

NAME = "call_log"

EXAMPLE = """\
---------- Compare probe(120, 3) -------------
Plain   Call Count = 120, Found# = 1
Wrapped Call Count = 44, Found# = 3
---------- Compare probe(240, 3) -------------
Plain   Call Count = 240, Found# = 1
Wrapped Call Count = 48, Found# = 6
"""

MAXIMUM_ARGUMENTS = 32

_RULE = re.compile(r"\s*-{3,}(?P<text>[^-].*?)-{3,}\s*")
_CALL = re.compile(r"([A-Za-z][\w$#.]{0,127})\s*\(([^()]{0,400})\)")


@dataclass(frozen=True)
class _Call:
    name: str | None
    arguments: tuple[str, ...] = ()


@dataclass
class _Block:
    line: int
    call: _Call
    rows: int = 0


@dataclass
class _Line:
    line: int
    block: int
    form: str
    counts: dict[str, str]


@dataclass
class _Log:
    blocks: list[_Block] = field(default_factory=list)
    lines: list[_Line] = field(default_factory=list)
    flags: list[Flag] = field(default_factory=list)

    def add(self, number: int, pairs: Sequence[tuple[str, str]]) -> None:
        """One line of counts; it opens a block without a call where there is none."""
        form, _, first = pairs[0][0].partition(" ")
        if not first.strip():
            reason = "no form before the name of the first count; the line is left out"
            self.flags.append(Flag(number, None, pairs[0][0], reason))
            return
        if not self.blocks:
            self.blocks.append(_Block(number, _Call(None)))
        counts: dict[str, str] = {}
        for name, value in ((first.strip(), pairs[0][1]), *pairs[1:]):
            if name in counts:
                self.flags.append(Flag(number, name, value, "named twice in one line; left out"))
            counts.setdefault(name, value)
        self.blocks[-1].rows += 1
        self.lines.append(_Line(number, len(self.blocks), form, counts))


def _call_of(line: str) -> _Call | None:
    rule = _RULE.fullmatch(line) if run_number(line) is None else None
    match = _CALL.search(rule["text"]) if rule else None
    return _parsed(match) if match else None


def _parsed(match: re.Match[str]) -> _Call:
    arguments = tuple(text.strip() for text in match[2].split(",")) if match[2].strip() else ()
    return _Call(match[1], arguments[:MAXIMUM_ARGUMENTS])


def _pairs_of(line: str) -> tuple[tuple[str, str], ...]:
    if line.rstrip().endswith((",", "=")):
        return ()
    found = value_line(line) if "=" in line else None
    return found.values if found is not None and found.phase is None else ()


def _scan(lines: Sequence[str]) -> _Log:
    log = _Log()
    number = 0
    while number < len(lines):
        line = lines[number]
        number += 1
        call = _call_of(line)
        if call is not None:
            log.blocks.append(_Block(number, call))
        elif pairs := _pairs_of(line):
            log.add(number, pairs)
        elif "=" in line:
            below = lines[number] if number < len(lines) else ""
            joined = _pairs_of(f"{line.rstrip()} {below.strip()}") if below.strip() else ()
            if joined and _call_of(below) is None:
                log.add(number, joined)
                number += 1
            else:
                reason = "not a list of named counts; the line is left out"
                log.flags.append(Flag(number, None, line.strip()[:80], reason))
        elif log.blocks and line.strip():
            reason = "neither a heading nor a line of counts; left out"
            log.flags.append(Flag(number, None, line.strip()[:80], reason))
    _flag_short_blocks(log)
    return log


def _flag_short_blocks(log: _Log) -> None:
    expected = log.blocks[0].rows if log.blocks else 0
    for block in log.blocks:
        if block.rows < max(expected, 1):
            reason = f"{block.rows} lines of counts where the first call has {expected}"
            log.flags.append(Flag(block.line, None, block.call.name or "", reason))


def _name_the_first(log: _Log, options: Options) -> None:
    """Give a first block without heading the call that the option names, or flag it."""
    if not log.blocks or log.blocks[0].call.name is not None:
        return
    given = options.get("call")
    if given is None:
        reason = "counts without a heading above them; their call is missing"
        log.flags.append(Flag(log.blocks[0].line, "call", "", reason))
        return
    match = _CALL.fullmatch(str(given).strip())
    if match is None:
        raise UsageError(
            "the option call is written like a call", found=repr(given), expected="f(1000, 1)"
        )
    log.blocks[0].call = _parsed(match)


def _sniff(source: SourceText) -> Recognition:
    headings = sum(_call_of(line) is not None for line in source.lines)
    counts = sum(bool(_pairs_of(line)) for line in source.lines)
    written = sum(bool(line.strip()) for line in source.lines)
    if headings and counts and 2 * (headings + counts) >= written:
        return Recognition(NAME, 0.9, f"{headings} headings with a call, {counts} lines of counts")
    if counts:
        return Recognition(NAME, 0.3, "lines of counts, but few under headings like '--- f(9) ---'")
    return Recognition(NAME, 0.0, "no heading such as '--- f(100) ---' with counts under it")


def _read(source: SourceText, options: Options) -> Reading:
    log = _scan(source.lines)
    if not log.lines:
        kind = TruncatedError if log.blocks else ReadError
        raise kind(
            "the log holds no line of counts",
            path=source.path,
            line=log.blocks[0].line if log.blocks else 1,
            found=source.lines[0].strip()[:60],
            expected="lines such as 'Direct Calls = 500, Found = 1'",
        )
    _name_the_first(log, options)
    printed = list(dict.fromkeys(name for one in log.lines for name in one.counts))
    width = max(len(block.call.arguments) for block in log.blocks)
    headings = ("block", "call", *(f"argument {at + 1}" for at in range(width)), "form", *printed)
    names = identifiers(headings)
    rows = []
    for one in log.lines:
        call = log.blocks[one.block - 1].call
        arguments = (*call.arguments, *[None] * (width - len(call.arguments)))
        counts = [one.counts.get(name) for name in printed]
        log.flags.extend(
            Flag(one.line, name, "", "this count is not in the line")
            for name, text in zip(names[width + 3 :], counts, strict=True)
            if text is None
        )
        rows.append(Row(one.line, (str(one.block), call.name, *arguments, one.form, *counts)))
    cells = Cells(
        headings,
        rows,
        names,
        numbers={"block", *names[width + 3 :]},
        texts={"call", "form"},
    )
    table = build_table("calls", cells, source.provenance(NAME), log.flags)
    return Reading(NAME, (table,), (), (), source.flags, source.path)


READER = Reader(
    NAME,
    "logs that compare forms by their calls",
    _sniff,
    _read,
    EXAMPLE,
    traits=(
        "headings with a call and its arguments, and a line of counts for each form",
        "lines before the first heading, whose call the option call gives",
        "a block with fewer lines than the first is flagged",
    ),
    gives=(
        TableForm(
            "calls",
            "one line of counts",
            (
                ColumnForm("block", "number of its heading, from 1"),
                ColumnForm("call", "name of the call in the heading"),
                ColumnForm("form", "first word of the line"),
            ),
            "argument_1, argument_2, ... of the call, and one for each printed count",
        ),
    ),
)
