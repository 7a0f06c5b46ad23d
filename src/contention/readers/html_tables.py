"""The tables of an HTML page, with their summaries, headings above, and lines."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from html import unescape
from itertools import accumulate

__all__ = ["HtmlRow", "HtmlTable", "html_tables", "plain_text"]

_TAG = re.compile(r"<(/?)(table|tr|th|td|h[1-6])\b([^<>]{0,2000})>", re.I)
_ANY_TAG = re.compile(r"<[^<>]{0,2000}>")
_SUMMARY = re.compile(r"""summary\s*=\s*(?:"([^"]{0,1000})"|'([^']{0,1000})')""", re.I)
_HEADING = re.compile(r"h[1-6]")
_MAXIMUM_CELLS = 1_000_000


@dataclass(frozen=True)
class HtmlRow:
    """One row.

    Attributes
    ----------
    line : int
        Its line in the page.
    cells : tuple of str
        The texts of its cells.
    heading : bool
        Whether all its cells are headings.
    """

    line: int
    cells: tuple[str, ...]
    heading: bool


@dataclass
class HtmlTable:
    """One table.

    Attributes
    ----------
    line : int
        Its line in the page.
    summary : str
        What its ``summary`` says; empty where it has none.
    above : str
        The last heading of the page above it, or the last words of the text before it.
    rows : list of HtmlRow
        Its rows; nested tables are tables of their own.
    """

    line: int
    summary: str
    above: str
    rows: list[HtmlRow] = field(default_factory=list)


def plain_text(html: str) -> str:
    """The text of a piece of HTML: without tags, entities resolved, blanks collapsed.

    Examples
    --------
    >>> plain_text("<b>DB&#160;Time</b>  (s)<br>")
    'DB Time (s)'
    """
    return " ".join(unescape(_ANY_TAG.sub(" ", html)).replace("\u00a0", " ").split())


def html_tables(lines: Sequence[str]) -> list[HtmlTable]:
    """The tables of a page, in their order.

    Parameters
    ----------
    lines : sequence of str
        The page.

    Returns
    -------
    list of HtmlTable
        A cell, row or table that is not closed ends where the next begins.

    Examples
    --------
    >>> page = ["<h3>Load</h3><table summary='a'>", "<tr><th>x</th></tr><tr><td>1</td></tr>"]
    >>> (table,) = html_tables(page)
    >>> table.above, table.summary, [row.cells for row in table.rows]
    ('Load', 'a', [('x',), ('1',)])
    """
    return list(_Page(lines).tables())


class _Page:
    def __init__(self, lines: Sequence[str]) -> None:
        self.text = "\n".join(lines)
        self.starts = [0, *accumulate(len(line) + 1 for line in lines)]
        self.open: list[HtmlTable] = []
        self.cells: list[str] = []
        self.headings = True
        self.cell_from: int | None = None
        self.heading_from: int | None = None
        self.above = ""
        self.row_line = 0
        self.count = 0

    def line_at(self, offset: int) -> int:
        return bisect_right(self.starts, offset)

    def tables(self) -> Iterator[HtmlTable]:
        last = 0
        for tag in _TAG.finditer(self.text):
            name, closing = tag[2].lower(), bool(tag[1])
            if _HEADING.fullmatch(name):
                self._heading(tag, closing=closing)
            elif name == "table":
                self._end_row(tag.start())
                if closing and self.open:
                    self.open.pop()
                elif not closing:
                    made = self._begin(tag, last)
                    self.open.append(made)
                    yield made
            elif self.open:
                self._cell_or_row(tag, name, closing=closing)
            last = tag.end()
        self._end_row(len(self.text))

    def _begin(self, tag: re.Match[str], last: int) -> HtmlTable:
        summary = _SUMMARY.search(tag[3])
        told = " ".join(unescape(summary[1] or summary[2] or "").split()) if summary else ""
        words = plain_text(self.text[max(last, tag.start() - 300) : tag.start()])
        return HtmlTable(self.line_at(tag.start()), told, words or self.above)

    def _heading(self, tag: re.Match[str], *, closing: bool) -> None:
        if not closing:
            self.heading_from = tag.end()
        elif self.heading_from is not None:
            self.above = plain_text(self.text[self.heading_from : tag.start()])[:200]
            self.heading_from = None

    def _cell_or_row(self, tag: re.Match[str], name: str, *, closing: bool) -> None:
        self._end_cell(tag.start())
        if name == "tr":
            self._end_row(tag.start())
            self.row_line = self.line_at(tag.start())
        elif not closing:
            self.cell_from = tag.end()
            self.headings = self.headings and name == "th"

    def _end_cell(self, offset: int) -> None:
        if self.cell_from is not None:
            self.cells.append(plain_text(self.text[self.cell_from : offset]))
            self.cell_from = None

    def _end_row(self, offset: int) -> None:
        self._end_cell(offset)
        if self.cells and self.open and self.count < _MAXIMUM_CELLS:
            row = HtmlRow(self.row_line, tuple(self.cells), self.headings)
            self.open[-1].rows.append(row)
            self.count += len(self.cells)
        self.cells, self.headings = [], True
