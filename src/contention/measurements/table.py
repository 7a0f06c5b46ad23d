"""A table as a tool printed it: every cell's text, its value, and the line it stood on."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from contention.errors import MissingColumnError, StudyError
from contention.measurements.provenance import Flag, Provenance

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Column", "Table", "Value"]

Value = int | float | str | None


@dataclass(frozen=True)
class Column:
    """One column of a table.

    Attributes
    ----------
    name : str
        Lower-case identifier made from the heading, such as ``sum_ksmchsiz``.
    heading : str
        The heading as printed, such as ``SUM(KSMCHSIZ)``.
    text : tuple of str or None
        The cells as printed, stripped; None where the cell is blank.
    values : tuple of int, float, str or None
        The cells as values. A number that cannot be read is None and has a flag in the table.
    unit : str
        Unit of the values, empty for counts and text.
    """

    name: str
    heading: str
    text: tuple[str | None, ...]
    values: tuple[Value, ...]
    unit: str = ""

    @property
    def numeric(self) -> bool:
        """Whether every value that is present is a number, and at least one is."""
        present = [value for value in self.values if value is not None]
        return bool(present) and not any(isinstance(value, str) for value in present)


@dataclass(frozen=True)
class Table:
    """A table as read from a capture.

    Attributes
    ----------
    name : str
        Identifier of the table within its capture.
    columns : tuple of Column
        All of the same length.
    lines : tuple of int
        The capture's line number of each row, counted from 1.
    provenance : Provenance
        The capture.
    flags : tuple of Flag
        Cells and lines that could not be taken at face value.

    Raises
    ------
    StudyError
        When columns and lines differ in length or two columns share a name.

    Examples
    --------
    >>> t = Table("t", (Column("n", "N", ("1", "3"), (1, 3)),), (4, 5), Provenance("a.txt"))
    >>> t.numbers("n").tolist()
    [1.0, 3.0]
    >>> t.row(n=3)
    1
    """

    name: str
    columns: tuple[Column, ...]
    lines: tuple[int, ...]
    provenance: Provenance
    flags: tuple[Flag, ...] = field(default=())

    def __post_init__(self) -> None:
        for column in self.columns:
            if not len(column.text) == len(column.values) == len(self.lines):
                raise StudyError(
                    f"table {self.name}: column {column.name} has another length than the table"
                )
        names = [column.name for column in self.columns]
        if len(set(names)) != len(names):
            raise StudyError(f"table {self.name}: two columns share a name", found=str(names))

    def __len__(self) -> int:
        return len(self.lines)

    @property
    def names(self) -> tuple[str, ...]:
        """The column names, in order."""
        return tuple(column.name for column in self.columns)

    def column(self, name: str) -> Column:
        """The column of that name; MissingColumnError names those there are."""
        for column in self.columns:
            if column.name == name:
                return column
        raise MissingColumnError(
            f"table {self.name} has no column {name}",
            path=self.provenance.source,
            found=", ".join(self.names),
        )

    def numbers(self, name: str) -> NDArray[np.float64]:
        """The column as floats, shape (rows,); NaN where it is missing or not a number.

        A whole number beyond the range of floats becomes infinite.
        """
        return np.array([_as_float(value) for value in self.column(name).values], dtype=np.float64)

    def row(self, **where: Value) -> int:
        """Index of the only row whose columns equal the given values.

        Raises
        ------
        StudyError
            When no row, or more than one, matches.
        """
        hits = list(self._matching(where))
        if len(hits) != 1:
            raise StudyError(
                f"table {self.name}: {len(hits)} rows match {where}, one was expected",
                path=self.provenance.source,
            )
        return hits[0]

    def _matching(self, where: dict[str, Value]) -> Iterator[int]:
        wanted = [(self.column(name).values, value) for name, value in where.items()]
        for index in range(len(self)):
            if all(values[index] == value for values, value in wanted):
                yield index

    def frame(self) -> pd.DataFrame:
        """The table as a pandas frame, one column per column, missing cells as missing."""
        import pandas as pd  # noqa: PLC0415

        return pd.DataFrame({column.name: list(column.values) for column in self.columns})


def _as_float(value: Value) -> float:
    if not isinstance(value, int | float):
        return math.nan
    try:
        return float(value)
    except OverflowError:
        return math.inf if value > 0 else -math.inf
