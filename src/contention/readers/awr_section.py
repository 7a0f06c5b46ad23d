"""What a section of a report is: its titles, and the columns that it may print."""

from __future__ import annotations

from dataclasses import dataclass

from contention.readers.headings import identifier, unit_of

__all__ = ["AwrColumn", "Section", "columns_of"]


@dataclass(frozen=True)
class AwrColumn:
    """A column of a section.

    Attributes
    ----------
    heading : str
        As printed, blanks collapsed; other headings of the same column follow, parted by ``~``.
    kind : str
        ``number``, ``size`` (a number whose K and M are binary), ``text`` (words), ``any`` (words
        and numbers), ``sql_id``, ``sql``, ``class`` (a wait class), ``session`` (FOREGROUND or
        BACKGROUND), ``mutex`` (a mutex type), ``where`` (a place in the kernel), ``counts``
        (``1/0/0/0``), ``quoted`` (a list of quoted values), ``name`` (one word), ``maybe_name``
        (one word or blank), ``object_type`` (TABLE, INDEX, LOB, ...) or ``auto`` (a column that
        is not known: what most of its cells are).
    own_name : str
        Name in the table; empty for the one that follows from the heading.
    own_unit : str
        Unit, where no heading names it.
    """

    heading: str
    kind: str = "number"
    own_name: str = ""
    own_unit: str = ""

    @property
    def headings(self) -> tuple[str, ...]:
        """Every heading that the column may have."""
        return tuple(self.heading.split("~"))

    @property
    def name(self) -> str:
        """The own name, or the identifier of the first heading."""
        return self.own_name or identifier(self.headings[0])

    @property
    def unit(self) -> str:
        """The own unit, or the one that the first heading names."""
        if self.kind not in ("number", "size", "auto") or self.name.startswith("pct_"):
            return ""
        return self.own_unit or unit_of(self.headings[0])


@dataclass(frozen=True)
class Section:
    """A section of a report.

    Attributes
    ----------
    name : str
        Name of its table.
    titles : tuple of str
        As printed by the versions known; ``Top N`` stands for any number.
    columns : tuple of AwrColumn
        In the order of printing.
    fills_left : bool
        Whether a row with fewer numbers than columns has its last ones blank.
    blank : tuple of (str, str)
        Name of a row and of a column that the tool never fills in that row.
    summaries : tuple of str
        How the description of its table on a page starts, in lower case.
    variants : tuple of (str, str)
        Name of a column, and the section that this one is where it prints that column.
    holds : str
        What one row is, in a few words.
    statements : bool
        Whether the statement is printed below each row.
    wraps : bool
        Whether a cell may go on in the next line.
    """

    name: str
    titles: tuple[str, ...]
    columns: tuple[AwrColumn, ...]
    fills_left: bool = False
    blank: tuple[tuple[str, str], ...] = ()
    summaries: tuple[str, ...] = ()
    variants: tuple[tuple[str, str], ...] = ()
    holds: str = ""
    statements: bool = False
    wraps: bool = False


def columns_of(*parts: str) -> tuple[AwrColumn, ...]:
    """Columns from their parts.

    Parameters
    ----------
    *parts : str
        ``heading``, ``heading|kind``, ``heading|kind|name`` or ``heading|kind|name|unit``, one
        per column.

    Returns
    -------
    tuple of AwrColumn
        In order; a column without a kind holds numbers.

    Examples
    --------
    >>> [column.name for column in columns_of("Event|text", "Time|number|pct_total")]
    ['event', 'pct_total']
    """
    return tuple(AwrColumn(*part.split("|")) for part in parts)
