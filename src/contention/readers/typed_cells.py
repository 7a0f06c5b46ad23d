"""Cells that come with a type, from spreadsheets, Parquet and JSON, as printed text.

The numbers of a typed file have no locale: the text that is made of them has a decimal point and
no thousands marks, and is read like any other table, so units in headings and in cells count.
"""

from __future__ import annotations

import datetime
import math
from collections.abc import Sequence
from decimal import Decimal

from contention.errors import ReadError
from contention.measurements import Flag, Table
from contention.readers.cells import Cells, Row, build_table
from contention.readers.headings import identifiers
from contention.readers.number_style import NumberStyle
from contention.readers.source import SourceText
from contention.readers.table_measurements import kinds_of_columns

__all__ = ["MAXIMUM_CELLS", "cell_text", "table_of_cells"]

MAXIMUM_CELLS = 5_000_000


def cell_text(value: object) -> str | None:
    """The text of a typed cell; None for an empty one.

    Parameters
    ----------
    value : object
        A number, text, date or truth value; anything else is shown as Python shows it.

    Returns
    -------
    str or None
        Whole numbers without a point, dates in ISO 8601.

    Examples
    --------
    >>> [cell_text(value) for value in (12.0, 0.5, True, " a ", None, float("nan"))]
    ['12', '0.5', 'true', 'a', None, 'NaN']
    """
    if value is None:
        return None
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return _float_text(value)
    if isinstance(value, datetime.timedelta):
        return _float_text(value.total_seconds())
    return " ".join(_plain(value).split("\n")).strip() or None


def _plain(value: object) -> str:
    if isinstance(value, datetime.datetime | datetime.date | datetime.time):
        return value.isoformat()
    if isinstance(value, Decimal):
        return f"{value:f}" if value.is_finite() else "NaN"
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)


def _float_text(value: float) -> str:
    if math.isnan(value):
        return "NaN"
    if math.isinf(value):
        return "inf" if value > 0 else "-inf"
    return str(int(value)) if value.is_integer() and abs(value) < 2**53 else repr(value)


def table_of_cells(
    name: str,
    headings: Sequence[str],
    rows: Sequence[tuple[int, Sequence[str | None]]],
    source: SourceText,
    reader: str,
    *,
    style: NumberStyle | None = None,
    flags: Sequence[Flag] = (),
) -> Table:
    """A table from the texts of typed cells.

    Parameters
    ----------
    name : str
        Name of the table.
    headings : sequence of str
        One per column.
    rows : sequence of (int, sequence of str or None)
        Number of each row and its cells, as many as the headings.
    source : SourceText
        The file.
    reader : str
        Name of the reader.
    style : NumberStyle, optional
        Roles of comma and point in cells that hold text.
    flags : sequence of Flag
        Flags that the table already has.

    Returns
    -------
    Table
        With numbers where the columns hold numbers.

    Raises
    ------
    ReadError
        When there is no row, or too many cells.

    Examples
    --------
    >>> from contention.readers.source import decode
    >>> source = decode(b"x", "a.xlsx")
    >>> table = table_of_cells("t", ["n", "wait (ms)"], [(2, ["1", "0.5"])], source, "json_table")
    >>> table.names, table.column("wait_ms").unit
    (('n', 'wait_ms'), 'ms')
    """
    if not rows:
        raise ReadError(
            f"the table {name} has a heading and no row",
            path=source.path,
            found=", ".join(headings)[:80],
            expected="at least one row of values",
        )
    if len(rows) * len(headings) > MAXIMUM_CELLS:
        raise ReadError(
            f"the table {name} has more than {MAXIMUM_CELLS} cells",
            path=source.path,
            found=f"{len(rows)} rows of {len(headings)} columns",
            hint="leave out the columns that hold no measurement",
        )
    names = identifiers(tuple(headings))
    numbers, texts = kinds_of_columns(names)
    made = [Row(line, tuple(cells)) for line, cells in rows]
    printed = Cells(tuple(headings), made, names, numbers, texts, style=style)
    return build_table(name, printed, source.provenance(reader), flags)
