"""Statistics of several runs side by side, as runstats prints them: ``STAT...name 12 34``.

The name stands behind a kind and three dots, then one number per run. A name that was printed
before begins a new block of runs.

Table ``runs``: one row per run, ``block`` (from 1) and ``run`` (its place in the block, from 1),
then one column per name; the row's line is the first of its block. Blocks with other names make
a table of their own, ``runs_2``, ... A block is cut at the first line whose number of values
differs: its rest is left out and flagged.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from contention.errors import ReadError
from contention.measurements import Flag, Table
from contention.readers.cells import Cells, Row, build_table
from contention.readers.forms import ColumnForm, TableForm
from contention.readers.headings import identifiers
from contention.readers.number_style import NumberStyle
from contention.readers.number_text import looks_numeric, says_missing
from contention.readers.reading import Options, Reader, Reading, Recognition
from contention.readers.source import SourceText

__all__ = ["READER"]

NAME = "runstats"

EXAMPLE = """\
LOB...chunk size 8,192 8,192
LOB...buffer size 2,048 4,096
STAT...physical reads direct (lob) 12 5
LATCH.cache buffers chains 1,200 480
"""

_LINE = re.compile(r"\s*([A-Z][A-Za-z_]{1,15})\.{1,3}(\S.*?)\s*")
MAXIMUM_RUNS = 500


@dataclass
class _Block:
    line: int
    runs: int
    names: list[str] = field(default_factory=list)
    cells: list[tuple[str, ...]] = field(default_factory=list)


def _values(line: str) -> tuple[str, tuple[str, ...]] | None:
    """The name and the values of a line; None when it is not of this form."""
    match = _LINE.fullmatch(line)
    if match is None:
        return None
    words = match[2].split()
    count = 0
    while count < len(words) and _is_value(words[-1 - count]):
        count += 1
    if not 0 < count < len(words) or count > MAXIMUM_RUNS:
        return None
    return " ".join(words[:-count]), tuple(words[-count:])


def _is_value(word: str) -> bool:
    return looks_numeric(word) or says_missing(word)


def _sniff(source: SourceText) -> Recognition:
    hits = sum(_values(line) is not None for line in source.lines)
    filled = sum(bool(line.strip()) for line in source.lines)
    reason = f"{hits} of {filled} lines are a kind, dots, a name and numbers"
    return Recognition(NAME, 0.9 if filled and hits > filled / 2 else 0.0, reason)


def _blocks(lines: Sequence[str], flags: list[Flag]) -> list[_Block]:
    blocks: list[_Block] = []
    broken = False
    for number, line in enumerate(lines, 1):
        found = _values(line)
        if found is None:
            if line.strip():
                flags.append(Flag(number, None, line.strip()[:80], "not a statistic; left out"))
            continue
        name, values = found
        if not blocks or name == blocks[-1].names[0]:
            blocks.append(_Block(number, len(values)))
            broken = False
        block = blocks[-1]
        if name in block.names or len(values) != block.runs or broken:
            broken = broken or len(values) != block.runs
            reason = f"{len(values)} values where the block has {block.runs} runs; left out"
            if len(values) == block.runs:
                reason = "printed twice, or after a line that does not fit; left out"
            flags.append(Flag(number, name, line.strip()[:80], reason))
            continue
        block.names.append(name)
        block.cells.append(values)
    return blocks


def _read(source: SourceText, options: Options) -> Reading:
    del options
    flags: list[Flag] = []
    blocks = _blocks(source.lines, flags)
    if not blocks:
        raise ReadError(
            "there is no statistic of a run",
            path=source.path,
            line=1,
            found=source.lines[0].strip()[:60],
            expected="lines such as STAT...physical reads 12 34",
        )
    kinds: dict[tuple[str, ...], list[tuple[int, _Block]]] = {}
    for number, block in enumerate(blocks, 1):
        kinds.setdefault(tuple(block.names), []).append((number, block))
    tables = []
    for at, (names, members) in enumerate(kinds.items(), 1):
        name = "runs" if at == 1 else f"runs_{at}"
        tables.append(_table(name, names, members, source, flags if at == 1 else []))
    return Reading(NAME, tuple(tables), issues=source.flags, path=source.path)


def _table(
    name: str,
    names: Sequence[str],
    members: Sequence[tuple[int, _Block]],
    source: SourceText,
    flags: Sequence[Flag],
) -> Table:
    headings = ("block", "run", *names)
    rows = [
        Row(block.line, (str(number), str(run + 1), *(cells[run] for cells in block.cells)))
        for number, block in members
        for run in range(block.runs)
    ]
    columns = identifiers(headings)
    style = NumberStyle("thousands", "decimal")
    cells = Cells(headings, rows, columns, numbers=columns, style=style)
    return build_table(name, cells, source.provenance(NAME), flags)


READER = Reader(
    NAME,
    "runstats of several runs side by side",
    _sniff,
    _read,
    EXAMPLE,
    traits=(
        "any number of runs side by side; names printed again begin a new block",
        "blocks with other names are tables of their own",
        "a line whose number of values differs ends its block, and is flagged",
    ),
    gives=(
        TableForm(
            "runs*",
            "one run",
            (
                ColumnForm("block", "number of the block of runs, from 1"),
                ColumnForm("run", "place of the run in its block, from 1"),
            ),
            "one for each printed name",
        ),
    ),
)
