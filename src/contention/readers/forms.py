"""What a reader says of the tables that it gives."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["ColumnForm", "TableForm"]


@dataclass(frozen=True)
class ColumnForm:
    """One column that a reader gives.

    Attributes
    ----------
    name : str
        Its name, as in the table.
    meaning : str
        What it holds, in a few words.
    unit : str
        Unit of its values; empty for counts and text.
    """

    name: str
    meaning: str
    unit: str = ""


@dataclass(frozen=True)
class TableForm:
    """One table that a reader gives.

    Attributes
    ----------
    name : str
        Its name; ``*`` stands for any characters where the capture gives part of the name.
    holds : str
        What one row is.
    columns : tuple of ColumnForm
        Its columns; those that a capture need not have are listed too.
    more : str
        Where other columns come from, such as ``one for each heading``; empty when the columns
        above are all there can be.
    """

    name: str
    holds: str
    columns: tuple[ColumnForm, ...] = ()
    more: str = ""
