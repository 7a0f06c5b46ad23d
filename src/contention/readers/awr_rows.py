"""A report row whose blanks were collapsed to one, cut into its columns without guessing.

The types of the columns say which words can belong where: all ways to cut the row are tried.
If there is one, the row is read. If there are several, the cells on which they agree are read,
and the others are missing and flagged. An empty cell shows as a no-break space, or as three
blanks where the copy kept them; where it left no trace, every place it may have had is tried.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from contention.readers.awr_kinds import LONG, OPTIONAL, fits
from contention.readers.awr_section import AwrColumn

__all__ = ["CutRow", "cut_row", "first_keyword"]

MAXIMUM_WORDS = 60
MAXIMUM_CUTS = 200

EMPTY = ""

_KERNEL = re.compile(r"k[a-z]{2}[A-Za-z0-9_]*:?")

Cells = tuple[str | None, ...]


@dataclass(frozen=True)
class CutRow:
    """The cells of a row.

    Attributes
    ----------
    cells : tuple of str or None
        One per column; none when the row cannot be cut.
    problem : str
        Why cells are missing; empty when none is in doubt.
    """

    cells: Cells
    problem: str = ""


def first_keyword(text: str) -> str:
    """The first word of a statement, without what follows it.

    Parameters
    ----------
    text : str
        The statement.

    Returns
    -------
    str
        The word; empty for an empty text.

    Examples
    --------
    >>> first_keyword("begin :1 := f(:2); end;")
    'begin'
    """
    words = text.split()
    return re.split(r"[^A-Za-z*]", words[0], maxsplit=1)[0] or words[0] if words else ""


def _words(line: str) -> list[str]:
    words: list[str] = []
    for piece in re.findall(r"\s+|\S+", line.strip()):
        if not piece.isspace():
            words.append(piece)
        elif "\u00a0" in piece:
            words.extend([EMPTY] * piece.count("\u00a0"))
        elif len(piece) >= 3 and len(piece) % 2:
            words.extend([EMPTY] * ((len(piece) - 1) // 2))
    return words


def cut_row(
    line: str,
    columns: Sequence[AwrColumn],
    known_names: Sequence[str] = (),
    fills_left: bool = False,
) -> CutRow:
    """Cut a row into cells.

    Parameters
    ----------
    line : str
        The row, with its blanks as they are.
    columns : sequence of AwrColumn
        The columns of the table.
    known_names : sequence of str
        Names that other sections of the report print alone in a column, such as latch names.
    fills_left : bool
        Whether a row with too few numbers lacks the last ones.

    Returns
    -------
    CutRow
        One cell per column.

    Examples
    --------
    >>> from contention.readers.awr_sections import SECTIONS
    >>> columns = SECTIONS["top_events_by_wait_time"].columns[:5]
    >>> cut_row("DB CPU   3554.8   8.9", columns).cells
    ('DB CPU', None, '3554.8', None, '8.9')
    >>> cut_row("DB CPU 3554.8 8.9", columns).cells
    ('DB CPU', None, None, None, None)
    """
    words = _words(line)
    if len(words) > MAXIMUM_WORDS:
        return CutRow((), f"more than {MAXIMUM_WORDS} words")
    cuts = _all_cuts(words, columns, 0)
    if not cuts:
        plain = [word for word in words if word != EMPTY]
        room = sum(column.kind == "number" for column in columns)
        for blanks in range(1, room + 1):
            cuts = _all_cuts(plain, columns, blanks)
            if cuts:
                break
        if fills_left and cuts:
            cuts = cuts[:1]
    if not cuts:
        return CutRow((), "the words do not fit the columns of this section")
    if len(cuts) >= MAXIMUM_CUTS:
        return CutRow((), "there are too many ways to cut this row")
    return _agreed(_preferred(cuts, columns, known_names), columns)


def _all_cuts(words: Sequence[str], columns: Sequence[AwrColumn], blanks: int) -> list[Cells]:
    cutter = _Cutter(tuple(words), tuple(columns))
    return list(dict.fromkeys(itertools.islice(cutter.cuts(0, 0, blanks), MAXIMUM_CUTS)))


@dataclass
class _Cutter:
    """Tries every cut of some words; remembers where no cut is left, so as not to try again."""

    words: tuple[str, ...]
    columns: tuple[AwrColumn, ...]
    dead: set[tuple[int, int, int]] = field(default_factory=set)

    def cuts(self, word: int, column: int, blanks: int) -> Iterator[Cells]:
        """All cuts from there on with so many blank numbers that left no trace."""
        if (word, column, blanks) in self.dead:
            return
        found = False
        for cut in self._from(word, column, blanks):
            found = True
            yield cut
        if not found:
            self.dead.add((word, column, blanks))

    def _from(self, word: int, column: int, blanks: int) -> Iterator[Cells]:
        if column == len(self.columns):
            if word == len(self.words) and not blanks:
                yield ()
            return
        kind = self.columns[column].kind
        last = len(self.words) if kind in LONG else min(word + 1, len(self.words))
        for end in range(word + 1, last + 1):
            part = self.words[word:end]
            if part == (EMPTY,):
                yield from ((None, *cut) for cut in self.cuts(end, column + 1, blanks))
            elif EMPTY in part:
                break
            elif fits(part, kind):
                text = " ".join(part)
                yield from ((text, *cut) for cut in self.cuts(end, column + 1, blanks))
        if kind in OPTIONAL:
            yield from ((None, *cut) for cut in self.cuts(word, column + 1, blanks))
        elif blanks and kind == "number":
            yield from ((None, *cut) for cut in self.cuts(word, column + 1, blanks - 1))


def _preferred(
    cuts: list[Cells], columns: Sequence[AwrColumn], known_names: Sequence[str]
) -> list[Cells]:
    """Among several cuts, those whose name is known, or whose place is a kernel function."""
    kinds = [column.kind for column in columns]
    if len(cuts) == 1 or "where" not in kinds:
        return cuts
    where = kinds.index("where")
    named = [cut for cut in cuts if (cut[where - 1] or "") in known_names]
    if named:
        return named
    kernel = [cut for cut in cuts if cut[where] and _KERNEL.fullmatch(str(cut[where]).split()[0])]
    return kernel or cuts


def _agreed(cuts: list[Cells], columns: Sequence[AwrColumn]) -> CutRow:
    cells = list(cuts[0])
    doubtful = []
    for index, column in enumerate(columns):
        if any(cut[index] != cells[index] for cut in cuts):
            cells[index] = None
            doubtful.append(column.name)
    for index, column in enumerate(columns):
        text = cells[index]
        if column.kind == "sql" and text is not None:
            cells[index] = first_keyword(text)
    if not doubtful:
        return CutRow(tuple(cells))
    return CutRow(tuple(cells), f"{len(cuts)} ways to read this row: {', '.join(doubtful)} missing")
