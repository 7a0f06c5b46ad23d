"""The line of dashes under a heading, and what it says about the columns below it.

Report tools print ``---- ------`` under a heading, one group of dashes per column. Splitting a
row on blanks shifts its cells as soon as one is empty; cutting it at the ruler does not. Copies
of such output are often a little out of line, so a word that sticks out of its column is given
to the only column that it overlaps; if it overlaps none or two, the row is ambiguous.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

__all__ = ["Ruler", "SplitRow", "join_headings", "ruler_of", "split_row"]

MAXIMUM_COLUMNS = 500

_DASHES = re.compile(r"\s*-+(\s+-+)*\s*")
_PIPES = re.compile(r"(\|\s*)?:?-+:?\s*(\|\s*:?-+:?\s*)+\|?")
_MARKED = re.compile(r"-+(?:\s?([;,~^!])\s?-+)(?:\s?\1\s?-+)*\s*")
_WORD = re.compile(r"\S+")


@dataclass(frozen=True)
class Ruler:
    """Columns as spans of characters.

    Attributes
    ----------
    spans : tuple of (int, int)
        First character and the one after the last, per column.
    pipes : bool
        Whether the columns are separated by ``|``; then the spans only count.
    mark : str
        Another sign between the columns, such as ``;``; then the spans are places, and the sign
        stands between them.
    """

    spans: tuple[tuple[int, int], ...]
    pipes: bool = False
    mark: str = ""

    def __len__(self) -> int:
        return len(self.spans)


@dataclass(frozen=True)
class SplitRow:
    """A line cut into cells.

    Attributes
    ----------
    cells : tuple of str or None
        Stripped; None where blank. Empty when the line does not fit.
    problem : str
        Why the line is doubtful; empty when it is not.
    aligned : bool
        Whether every word lies inside its column.
    """

    cells: tuple[str | None, ...]
    problem: str = ""
    aligned: bool = True


def ruler_of(line: str) -> Ruler | None:
    """The ruler that a line is, or None; a ruler has at most 500 columns.

    Parameters
    ----------
    line : str
        One line, with tabs expanded.

    Returns
    -------
    Ruler or None
        None when the line is not made of dashes, or of dashes and pipes.

    Examples
    --------
    >>> ruler_of("---- --  ---").spans
    ((0, 4), (5, 7), (9, 12))
    >>> ruler_of("---|---").pipes
    True
    >>> ruler_of("--- RUN = 1 ---") is None
    True
    """
    if "|" in line:
        if not _PIPES.fullmatch(line.strip()):
            return None
        spans = tuple((m.start(), m.end()) for m in re.finditer(r":?-+:?", line))
        return Ruler(spans, True) if len(spans) <= MAXIMUM_COLUMNS else None
    marked = _MARKED.fullmatch(line)
    if not marked and not (line.lstrip().startswith("-") and _DASHES.fullmatch(line)):
        return None
    spans = tuple((m.start(), m.end()) for m in re.finditer(r"-+", line))
    mark = marked[1] if marked else ""
    return Ruler(spans, mark=mark) if len(spans) <= MAXIMUM_COLUMNS else None


def split_row(line: str, ruler: Ruler) -> SplitRow:
    """Cut a line into the ruler's columns.

    Parameters
    ----------
    line : str
        With tabs expanded.
    ruler : Ruler
        The columns.

    Returns
    -------
    SplitRow
        One cell per column; no cells when the line does not fit.

    Examples
    --------
    >>> split_row("ab cd    7", ruler_of("----- ----")).cells
    ('ab cd', '7')
    >>> split_row(" 1234 ", ruler_of("--- ---")).problem
    'a word lies across two columns'
    """
    if ruler.pipes:
        return _split_at_pipes(line, ruler)
    gaps = zip(ruler.spans, ruler.spans[1:], strict=False)
    outside = line[: ruler.spans[0][0]] + "".join(line[end:start] for (_, end), (start, _) in gaps)
    if ruler.mark:
        outside = outside.replace(ruler.mark, " ")
    if not (outside.strip() or line[ruler.spans[-1][1] :].strip()):
        return SplitRow(tuple(line[start:end].strip() or None for start, end in ruler.spans))
    return _split_by_overlap(line, ruler)


def _split_at_pipes(line: str, ruler: Ruler) -> SplitRow:
    parts = line.split("|")
    if len(parts) == len(ruler) + 2 and not parts[0].strip() and not parts[-1].strip():
        parts = parts[1:-1]
    if len(parts) != len(ruler):
        return SplitRow((), f"{len(parts)} cells where {len(ruler)} belong")
    return SplitRow(tuple(part.strip() or None for part in parts))


def _split_by_overlap(line: str, ruler: Ruler) -> SplitRow:
    words = [(match.start(), match.end()) for match in _WORD.finditer(line)]
    owners: list[int | None] = []
    for start, end in words:
        overlapped = [
            index for index, (left, right) in enumerate(ruler.spans) if start < right and end > left
        ]
        if len(overlapped) > 1:
            return _split_by_count(line, ruler, "a word lies across two columns")
        owners.append(overlapped[0] if overlapped else None)
    adopted = _adopt(words, owners)
    if adopted is None:
        return _split_by_count(line, ruler, "a word lies between two columns")
    cells: list[str | None] = []
    for index in range(len(ruler)):
        mine = [word for word, owner in zip(words, adopted, strict=True) if owner == index]
        cells.append(line[mine[0][0] : mine[-1][1]] if mine else None)
    return SplitRow(tuple(cells), aligned=False)


def _adopt(words: Sequence[tuple[int, int]], owners: Sequence[int | None]) -> list[int] | None:
    """Give a word in a gap to the neighbour that one blank separates it from, if only one does."""
    adopted: list[int] = []
    for index, owner in enumerate(owners):
        if owner is not None:
            adopted.append(owner)
            continue
        near: set[int] = set()
        if index and words[index][0] - words[index - 1][1] == 1:
            near.add(adopted[index - 1])
        following = owners[index + 1] if index + 1 < len(owners) else None
        if following is not None and words[index + 1][0] - words[index][1] == 1:
            near.add(following)
        if len(near) != 1:
            return None
        adopted.append(near.pop())
    return adopted


def _split_by_count(line: str, ruler: Ruler, problem: str) -> SplitRow:
    pieces = re.split(r"\s{2,}", line.strip())
    if len(pieces) == len(ruler) and len(ruler) > 1:
        return SplitRow(
            tuple(pieces), "out of line with the ruler: cells were taken in order", False
        )
    return SplitRow((), problem, False)


def join_headings(lines: Sequence[str], ruler: Ruler) -> tuple[str, ...] | None:
    """The headings that some lines above a ruler print, words from top to bottom.

    Parameters
    ----------
    lines : sequence of str
        Top to bottom, tabs expanded.
    ruler : Ruler
        The ruler under them.

    Returns
    -------
    tuple of str or None
        One per column, empty where nothing stands above it; None when a line does not fit.

    Examples
    --------
    >>> join_headings(["Parallel   Test", "SESSIONS  US_PER"], ruler_of("--------  ------"))
    ('Parallel SESSIONS', 'Test US_PER')
    """
    parts: list[list[str]] = [[] for _ in ruler.spans]
    for line in lines:
        split = split_row(line, ruler)
        if not split.cells:
            return None
        for column, cell in zip(parts, split.cells, strict=True):
            if cell:
                column.append(cell)
    return tuple(" ".join(column) for column in parts)
