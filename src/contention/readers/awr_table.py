"""From the rows of a section to a table: what each cell is, and in which unit."""

from __future__ import annotations

import re
from collections.abc import Sequence

from contention.measurements import Column, Flag, Provenance, Table, Value
from contention.readers.awr_report import Part
from contention.readers.awr_section import AwrColumn
from contention.readers.cells import Cells, Row, build_table
from contention.readers.number_style import NumberStyle
from contention.readers.numbers import convert, read_number

__all__ = ["number_column", "section_table", "spread_columns"]

_COUNT_NAMES = ("spin", "sleeps1", "sleeps2", "sleeps3")
_SIGNED = {"pct_diff", "begin_value", "end_value", "value", "per_second", "per_transaction"}
_WHOLE = {"executions", "waits", "get_requests", "misses", "sleeps", "total", "parse_calls"}
_BLANK_IS_ZERO = re.compile(r"pct_timeouts|pct_(?:under|to|above)_\w+")


def spread_columns(columns: Sequence[AwrColumn]) -> tuple[AwrColumn, ...]:
    """The columns of the table: those that print several values, one for each.

    Parameters
    ----------
    columns : sequence of AwrColumn
        As printed.

    Returns
    -------
    tuple of AwrColumn
        As many or more.

    Examples
    --------
    >>> [one.name for one in spread_columns([AwrColumn("P", "quoted", "p")])]
    ['p1', 'p2', 'p3']
    """
    made: list[AwrColumn] = []
    for column in columns:
        names: tuple[str, ...] = ()
        if column.kind == "counts":
            names = _COUNT_NAMES
        elif column.kind == "quoted":
            names = ("p1", "p2", "p3")
        made.extend(AwrColumn(column.heading, "number", name) for name in names)
        if not names:
            made.append(column)
    return tuple(made)


def section_table(part: Part, provenance: Provenance, style: NumberStyle) -> Table:
    """The table of a section.

    Parameters
    ----------
    part : Part
        Its columns, rows and flags.
    provenance : Provenance
        The capture.
    style : NumberStyle
        The roles of comma and point in the report.

    Returns
    -------
    Table
        Named after the section. A number that cannot be read, has a unit of another kind, or is
        negative where it counts or times something, is missing and flagged.
    """
    columns = spread_columns(part.columns)
    flags = list(part.flags)
    width = len(part.columns)
    rows = []
    for row in part.rows:
        cells = (*row.cells, *(None,) * (width - len(row.cells)))
        rows.append(Row(row.line, _spread(cells, part.columns, row.line, flags)))
    lines = tuple(row.line for row in rows)
    made = []
    for index, column in enumerate(columns):
        texts = tuple(row.cells[index] for row in rows)
        if column.kind in ("number", "size"):
            made.append(number_column(column, texts, lines, style, flags))
            if part.blank_is_zero and _BLANK_IS_ZERO.fullmatch(column.name):
                made[-1] = _blank_as_zero(made[-1])
        elif column.kind == "auto":
            one = Cells(
                (column.headings[0],),
                [Row(line, (text,)) for line, text in zip(lines, texts, strict=True)],
                (column.name,),
                kilo=1000,
                style=style,
            )
            table = build_table(part.section.name, one, provenance)
            flags.extend(table.flags)
            made.extend(table.columns)
        else:
            made.append(Column(column.name, column.headings[0], texts, texts))
    return Table(part.section.name, tuple(made), lines, provenance, tuple(flags))


def _blank_as_zero(column: Column) -> Column:
    pairs = zip(column.text, column.values, strict=True)
    values = tuple(0 if text is None else value for text, value in pairs)
    return Column(column.name, column.heading, column.text, values, column.unit)


def number_column(
    column: AwrColumn,
    texts: Sequence[str | None],
    lines: Sequence[int],
    style: NumberStyle,
    flags: list[Flag],
) -> Column:
    """A column of numbers in the unit that it has in every report.

    Parameters
    ----------
    column : AwrColumn
        Its name, unit and kind.
    texts : sequence of str or None
        The cells.
    lines : sequence of int
        Their lines.
    style : NumberStyle
        The roles of comma and point.
    flags : list of Flag
        Receives one for each cell that could not be taken at face value.

    Returns
    -------
    Column
        A cell with a unit of its own is converted.

    Examples
    --------
    >>> column = AwrColumn("Avg Wait", "number", "avg_wait_ms", "ms")
    >>> number_column(column, ["12.5us", "2.5ms"], [7, 8], NumberStyle(), []).values
    (0.0125, 2.5)
    """
    kilo = 1024 if column.kind == "size" else 1000
    values: list[Value] = []
    for text, line in zip(texts, lines, strict=True):
        if text is None:
            values.append(None)
            continue
        printed = read_number(text, style, kilo=kilo)
        value, reason = printed.value, printed.reason
        if value is not None and printed.unit not in ("", "%"):
            value = _converted(value, printed.unit, column.unit)
            if value is None:
                reason = f"a value in {printed.unit} in a column of {column.unit or 'numbers'}"
        if value is not None and value < 0 and column.name not in _SIGNED:
            value, reason = None, "negative: a counter that wrapped or was reset"
        elif value is not None and column.name in _WHOLE and value != int(value):
            reason = reason or "a count that is not whole"
        if reason:
            kept = "the value is missing" if value is None else "the value is kept"
            flags.append(Flag(line, column.name, text, f"{reason}; {kept}"))
        values.append(value)
    return Column(column.name, column.headings[0], tuple(texts), tuple(values), column.unit)


def _converted(value: int | float, unit: str, into: str) -> int | float | None:
    made = convert(value, unit, into) if into else None
    return float(f"{made:.12g}") if isinstance(made, float) else made


def _spread(
    cells: tuple[str | None, ...], columns: Sequence[AwrColumn], line: int, flags: list[Flag]
) -> tuple[str | None, ...]:
    """Cut the cells that print several values; take the colon off a statistic's name."""
    spread: list[str | None] = []
    for cell, column in zip(cells, columns, strict=True):
        if column.kind in ("counts", "quoted"):
            count = 4 if column.kind == "counts" else 3
            pattern = r"[^/]+" if column.kind == "counts" else r'(?<=")[^",]+(?=")'
            values = re.findall(pattern, cell or "")
            if cell is not None and len(values) != count:
                reason = f"{len(values)} values where {count} belong; missing"
                flags.append(Flag(line, column.name, cell, reason))
                values = []
            spread.extend(value.strip() for value in values)
            spread.extend([None] * (count - len(values)))
        elif column.name == "statistic" and cell is not None:
            spread.append(cell.rstrip(" :"))
        else:
            spread.append(cell)
    return tuple(spread)
