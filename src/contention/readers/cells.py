"""From rows of printed cells to a table: which columns are numbers, and what each cell says."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from contention.measurements import Column, Flag, Provenance, Table, Value
from contention.readers.headings import identifiers, unit_of
from contention.readers.number_style import NumberStyle, decide_style
from contention.readers.number_text import looks_numeric, says_missing
from contention.readers.numbers import Printed, convert, read_number

__all__ = ["Cells", "Row", "build_table", "table_of_values"]


_COUNT = re.compile(r"(?:\w+_)?(?:count|cnt)")


@dataclass(frozen=True)
class Row:
    """One printed row.

    Attributes
    ----------
    line : int
        Its line in the capture, from 1.
    cells : tuple of str or None
        One per column, stripped; None where blank.
    """

    line: int
    cells: tuple[str | None, ...]


@dataclass(frozen=True)
class Cells:
    """A printed table before its numbers are read.

    Attributes
    ----------
    headings : tuple of str
        As printed, left to right.
    rows : sequence of Row
        Top to bottom, each as long as the headings.
    names : tuple of str, optional
        Column names, where they do not follow from the headings.
    numbers : collection of str
        Names of columns that hold numbers whatever their cells look like.
    texts : collection of str
        Names of columns that hold text whatever their cells look like.
    kilo : int, optional
        What a bare K multiplies by.
    style : NumberStyle, optional
        The roles of comma and point, where the caller knows them.
    """

    headings: tuple[str, ...]
    rows: Sequence[Row]
    names: tuple[str, ...] = ()
    numbers: Collection[str] = ()
    texts: Collection[str] = ()
    kilo: int | None = None
    style: NumberStyle | None = None


@dataclass
class _Work:
    flags: list[Flag] = field(default_factory=list)
    columns: list[Column] = field(default_factory=list)


def build_table(
    name: str, cells: Cells, provenance: Provenance, flags: Sequence[Flag] = ()
) -> Table:
    """Read the numbers of a printed table.

    A column holds numbers when more than half of its cells look like numbers, or when its
    heading names a unit, or when the caller says so. In such a column a cell that cannot be
    read is None and flagged. A suffix that is a unit is converted to the unit of the column:
    the heading's, or else the only one printed, or else seconds or bytes. A column called
    ``count`` holds whole numbers, so its comma groups thousands unless other cells say otherwise.

    Parameters
    ----------
    name : str
        Name of the table.
    cells : Cells
        What was printed.
    provenance : Provenance
        The capture.
    flags : sequence of Flag
        Flags that the table already has.

    Returns
    -------
    Table
        With one flag per cell that could not be taken at face value.

    Examples
    --------
    >>> cells = Cells(("N", "WAIT_S"), [Row(2, ("1", "0.5")), Row(3, ("2", "####"))])
    >>> table = build_table("t", cells, Provenance("a.txt"))
    >>> table.column("wait_s").values, table.flags[0].line
    ((0.5, None), 3)
    """
    names = cells.names or identifiers(cells.headings)
    work = _Work(list(flags))
    per_column = [[row.cells[index] for row in cells.rows] for index in range(len(cells.headings))]
    numeric = [
        _is_numeric(column_name, heading, texts, cells)
        for column_name, heading, texts in zip(names, cells.headings, per_column, strict=True)
    ]
    style = cells.style or decide_style(
        text
        for is_number, texts in zip(numeric, per_column, strict=True)
        if is_number
        for text in texts
        if text is not None
    )
    lines = tuple(row.line for row in cells.rows)
    for column_name, heading, texts, is_number in zip(
        names, cells.headings, per_column, numeric, strict=True
    ):
        if is_number:
            own = style or decide_style(t for t in texts if t is not None)
            own = own or NumberStyle("undecided", "thousands")
            if own.comma == "undecided" and _COUNT.fullmatch(column_name):
                own = NumberStyle("thousands", own.point)
            printed = [
                Printed(None) if text is None else read_number(text, own, kilo=cells.kilo)
                for text in texts
            ]
            _number_column(
                work, column_name, heading, list(zip(texts, printed, lines, strict=True))
            )
        else:
            work.columns.append(Column(column_name, heading, tuple(texts), tuple(texts)))
    return Table(name, tuple(work.columns), lines, provenance, tuple(work.flags))


def _is_numeric(name: str, heading: str, texts: Sequence[str | None], cells: Cells) -> bool:
    if name in cells.texts:
        return False
    if name in cells.numbers:
        return True
    present = [text for text in texts if text is not None]
    counted = [text for text in present if not says_missing(text)]
    if not counted:
        return any(text.strip("#") == "" or "n" in text.lower() for text in present)
    share = sum(looks_numeric(text) for text in counted) / len(counted)
    return share > 0.5 or (share > 0 and bool(unit_of(heading)))


def _number_column(
    work: _Work, name: str, heading: str, printed: Sequence[tuple[str | None, Printed, int]]
) -> None:
    own_unit = unit_of(heading)
    unit = own_unit or _common_unit({cell.unit for _, cell, _ in printed if cell.unit})
    values: list[Value] = []
    for text, cell, line in printed:
        value, reason = cell.value, cell.reason
        if value and not cell.unit and unit not in ("", "%", own_unit):
            value, reason = None, f"no unit, where other cells have {unit}"
        elif value is not None and cell.unit not in ("", unit, "%"):
            value = convert(value, cell.unit, unit)
            reason = (
                f"converted from {cell.unit} to {unit}"
                if value is not None
                else f"a value in {cell.unit} in a column of {unit or 'another kind'}"
            )
        values.append(value)
        if reason:
            made = "the value is missing" if value is None else "the value is kept"
            work.flags.append(Flag(line, name, text or "", f"{reason}; {made}"))
    texts = tuple(text for text, _, _ in printed)
    work.columns.append(Column(name, heading, texts, tuple(values), unit))


def _common_unit(units: set[str]) -> str:
    if len(units) <= 1:
        return next(iter(units), "")
    for base in ("s", "bytes"):
        if all(convert(1, unit, base) is not None for unit in units):
            return base
    return ""


def table_of_values(
    name: str,
    columns: Mapping[str, Sequence[tuple[str | None, Value]]],
    lines: Sequence[int],
    provenance: Provenance,
    *,
    flags: Sequence[Flag] = (),
    units: Mapping[str, str] | None = None,
) -> Table:
    """A table whose reader knows the meaning of every cell.

    Parameters
    ----------
    name : str
        Name of the table.
    columns : mapping of str to sequence of (str or None, value)
        Printed text and value of each cell, by column name.
    lines : sequence of int
        The line of each row.
    provenance : Provenance
        The capture.
    flags : sequence of Flag
        Flags of the table.
    units : mapping of str to str, optional
        Units by column name.

    Returns
    -------
    Table
        With headings equal to the names.

    Examples
    --------
    >>> t = table_of_values("t", {"a": [("0x10", 16)]}, [7], Provenance("a.trc"))
    >>> t.column("a").values, t.column("a").text
    ((16,), ('0x10',))
    """
    made = tuple(
        Column(
            column,
            column,
            tuple(text for text, _ in cells),
            tuple(value for _, value in cells),
            (units or {}).get(column, ""),
        )
        for column, cells in columns.items()
    )
    return Table(name, made, tuple(lines), provenance, tuple(flags))
