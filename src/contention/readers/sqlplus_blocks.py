"""The printed results in a spool: a heading, a ruler, and the rows under them.

A heading is the line above a ruler, and the lines above that one which fit the ruler too. A
heading that follows its own rows after blank lines only is a page break. A heading whose ruler
is followed at once by another heading and ruler is a record printed over several lines.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from contention.measurements import Flag
from contention.readers.number_text import looks_numeric
from contention.readers.rulers import Ruler, join_headings, ruler_of, split_row
from contention.readers.session import declared_rows, ends_a_table

__all__ = ["Block", "BlockRow", "Heading", "find_blocks", "find_headings"]

MAXIMUM_HEADING_LINES = 4

_STATEMENT = re.compile(r"[;='\"~]|^\s*->|^\s*--|^\s*#")
_LABEL = re.compile(r"[^\W\d]\S{0,30}(?: \S{1,30}){0,2}(?<![.:;,?!])")


@dataclass(frozen=True)
class Heading:
    """A heading, with more than one ruler for a record over several lines.

    Attributes
    ----------
    first : int
        Index of its first line, from 0.
    after : int
        Index of the line after its last ruler.
    parts : tuple of tuple of str
        Column headings, per ruler.
    rulers : tuple of Ruler
        Top to bottom.
    """

    first: int
    after: int
    parts: tuple[tuple[str, ...], ...]
    rulers: tuple[Ruler, ...]

    @property
    def headings(self) -> tuple[str, ...]:
        """All column headings, left to right and top to bottom."""
        return tuple(text for part in self.parts for text in part)


@dataclass(frozen=True)
class BlockRow:
    """A row of a printed result.

    Attributes
    ----------
    line : int
        Its first line, from 1.
    cells : tuple of str or None
        One per column.
    label : bool
        The line is a few words across the columns: it may name a group, and is no row.
    """

    line: int
    cells: tuple[str | None, ...]
    label: bool = False


@dataclass
class Block:
    """The rows of one printed result.

    Attributes
    ----------
    heading : Heading
        Its columns.
    rows : list of BlockRow
        Top to bottom, label lines among them.
    flags : list of Flag
        Lines that could not be taken at face value.
    elided : bool
        Whether a line of dots says that rows were left out.
    open_run : bool
        Whether the last line was no row: then the next such line is not flagged again.
    """

    heading: Heading
    rows: list[BlockRow] = field(default_factory=list)
    flags: list[Flag] = field(default_factory=list)
    elided: bool = False
    open_run: bool = False

    def flag(self, index: int, text: str, reason: str) -> None:
        """Flag a line, counted from 0."""
        self.flags.append(Flag(index + 1, None, text.strip()[:80], reason))


def find_headings(lines: Sequence[str]) -> dict[int, Heading]:
    """Every heading, by the index of its first line.

    Parameters
    ----------
    lines : sequence of str
        With tabs expanded.

    Returns
    -------
    dict of int to Heading
        Indices count from 0.

    Examples
    --------
    >>> find_headings(["", "N  GETS", "-- ----", " 1   20"])[1].headings
    ('N', 'GETS')
    """
    found: dict[int, Heading] = {}
    last_ruler = -1
    open_heading: Heading | None = None
    for index, line in enumerate(lines):
        ruler = ruler_of(line)
        if ruler is None:
            continue
        heading = _heading_above(lines, index, ruler, last_ruler)
        if heading is not None:
            if open_heading is not None and heading.first == open_heading.after:
                heading = Heading(
                    open_heading.first,
                    heading.after,
                    open_heading.parts + heading.parts,
                    open_heading.rulers + heading.rulers,
                )
            found[heading.first] = heading
            open_heading = heading
        last_ruler = index
    return found


def _heading_above(
    lines: Sequence[str], index: int, ruler: Ruler, last_ruler: int
) -> Heading | None:
    top = index
    while top > last_ruler + 1 and index - top < MAXIMUM_HEADING_LINES and lines[top - 1].strip():
        above = lines[top - 1]
        if ends_a_table(above) or join_headings([above], ruler) is None:
            break
        if top < index and (_STATEMENT.search(above) or _has_number(above, ruler)):
            break
        top -= 1
    if top == index or (top == last_ruler + 1 and last_ruler >= 0 and index - top > 1):
        top = index - 1
    if top < 0 or top <= last_ruler or not lines[top].strip() or ends_a_table(lines[top]):
        return None
    joined = join_headings(lines[top:index], ruler)
    if joined is None or not _plausible(joined, ruler):
        return None
    return Heading(top, index + 1, (joined,), (ruler,))


def _has_number(line: str, ruler: Ruler) -> bool:
    return any(cell and cell[0].isdigit() for cell in split_row(line, ruler).cells)


def _plausible(headings: tuple[str, ...], ruler: Ruler) -> bool:
    if all(not heading or heading[0].isdigit() for heading in headings):
        return False
    if len(ruler) > 1:
        return sum(bool(heading) for heading in headings) * 2 >= len(ruler)
    width = ruler.spans[0][1] - ruler.spans[0][0]
    return len(headings[0]) <= width and not re.search(r"\s|[.:;]$", headings[0])


def find_blocks(lines: Sequence[str]) -> list[Block]:
    """The printed results of a spool, in order.

    Parameters
    ----------
    lines : sequence of str
        With tabs expanded.

    Returns
    -------
    list of Block
        Those with rows, and those whose heading ends the capture.

    Examples
    --------
    >>> block = find_blocks(["N  GETS", "-- ----", " 1   20"])[0]
    >>> block.rows[0].cells, block.rows[0].line
    (('1', '20'), 3)
    """
    starts = find_headings(lines)
    blocks: list[Block] = []
    current: Block | None = None
    index = 0
    while index < len(lines):
        heading = starts.get(index)
        if heading is not None:
            same = current is not None and current.heading.headings == heading.headings
            if not same or current is None:
                current = Block(heading)
                blocks.append(current)
            current.open_run = False
            index = heading.after
        elif current is not None and ends_a_table(lines[index]):
            _close(current, lines[index], index)
            current = None
            index += 1
        elif current is None or not lines[index].strip():
            index += 1
        else:
            index = _take_row(current, lines, index, starts)
    return [block for block in blocks if block.rows or len(block.heading.headings) > 1]


def _close(block: Block, line: str, index: int) -> None:
    declared = declared_rows(line)
    if declared is None or block.elided or declared == len(block.rows):
        return
    block.flag(index, line, f"the footer counts {declared} rows, {len(block.rows)} were read")


def _take_row(block: Block, lines: Sequence[str], index: int, starts: dict[int, Heading]) -> int:
    """Add the record that starts at a line; return the index of the line after it."""
    rulers = block.heading.rulers
    if _says_elided(lines[index]):
        block.elided = True
        block.flag(index, lines[index], "rows were left out of the capture here")
        return index + 1
    cells: list[str | None] = []
    aligned = True
    for part, ruler in enumerate(rulers):
        at = index + part
        line = lines[at] if at < len(lines) else ""
        if at in starts or at >= len(lines) or ends_a_table(line):
            block.flag(index, lines[index], "the record is incomplete: its later lines are missing")
            cells.extend([None] * (sum(map(len, rulers)) - len(cells)))
            break
        split = split_row(line, ruler)
        if not split.cells:
            return _not_a_row(block, lines, at, index, split.problem)
        if split.problem:
            block.flag(at, line, split.problem)
        aligned = aligned and split.aligned
        cells.extend(split.cells)
    if not aligned and not _numbers(cells) and any(_numbers(row.cells) for row in block.rows[-1:]):
        problem = "words outside the columns, and no number"
        return _not_a_row(block, lines, index, index, problem)
    if ruler_of(lines[index]) is None:
        block.rows.append(BlockRow(index + 1, tuple(cells)))
        block.open_run = False
    return index + len(rulers)


def _numbers(cells: Sequence[str | None]) -> int:
    return sum(cell is not None and looks_numeric(cell) for cell in cells)


def _says_elided(line: str) -> bool:
    text = line.strip()
    return text.startswith(("..", "…")) and not text.strip(".… |\t")


def _not_a_row(block: Block, lines: Sequence[str], at: int, index: int, problem: str) -> int:
    text = lines[at].strip()
    if at == index and _LABEL.fullmatch(text):
        width = len(block.heading.headings)
        block.rows.append(BlockRow(index + 1, (text, *[None] * (width - 1)), label=True))
        return index + 1
    if not block.open_run:
        reason = f"this line is not a row of the table above it ({problem}); it is left out"
        block.flag(at, lines[at], reason)
    block.open_run = True
    return index + 1
