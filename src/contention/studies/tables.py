"""Tables of a run, found by their columns whatever reader made them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import pandas as pd

from contention.errors import MeasurementError
from contention.readers import Reading

__all__ = ["frame_with", "require_table"]


def frame_with(readings: Iterable[tuple[str, Reading]], columns: Sequence[str]) -> pd.DataFrame:
    """The rows of every table that has these columns.

    Parameters
    ----------
    readings : iterable of (str, Reading)
        Captures with their names.
    columns : sequence of str
        What a table must have; it keeps its other columns.

    Returns
    -------
    DataFrame
        With the capture's name in ``capture``; empty when no table has them all.
    """
    parts = [
        table.frame().assign(capture=name)
        for name, reading in readings
        for table in reading.tables
        if set(columns) <= set(table.names)
    ]
    return pd.concat(parts, ignore_index=True) if parts else _empty(columns)


def _empty(columns: Sequence[str]) -> pd.DataFrame:
    return pd.DataFrame(columns=["capture", *columns], dtype=object)


def require_table(
    slug: str, readings: Sequence[Reading], alternatives: Sequence[tuple[str, ...]]
) -> None:
    """See that some table has all columns of one alternative.

    Parameters
    ----------
    slug : str
        The study, for the message.
    readings : sequence of Reading
        The captures.
    alternatives : sequence of tuple of str
        Columns, one tuple for each kind of table that will do.

    Raises
    ------
    MeasurementError
        When no table has them: the data can be read, and is not of the kind that is needed.
    """
    tables = [table for reading in readings for table in reading.tables]
    if any(set(one) <= set(table.names) for one in alternatives for table in tables):
        return
    found = "; ".join(f"{table.name}: {', '.join(table.names[:12])}" for table in tables)
    raise MeasurementError(
        f"study {slug} finds nothing to analyse in this data",
        path=", ".join(reading.path for reading in readings),
        found=found[:400],
        expected="a table with columns " + ", or ".join(" and ".join(a) for a in alternatives),
    )
