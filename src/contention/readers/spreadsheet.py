"""Excel workbooks, .xlsx: every sheet a table.

A sheet's table is named after it; ``line`` is the number of the row in the sheet. Rows above the
heading, such as a title, are passed over and flagged: the heading is the first row with at least
two texts that is followed by a row as wide. A row of units below it, such as ``(ms)``, belongs to
the headings. Which columns make a measurement is the same as for delimited text, see
:mod:`contention.readers.columns`.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Sequence
from dataclasses import replace

from contention.errors import ReadError
from contention.measurements import Flag, Table
from contention.readers.forms import TableForm
from contention.readers.headings import identifier, unit_of
from contention.readers.number_text import looks_numeric
from contention.readers.reading import Options, Reader, Reading, Recognition
from contention.readers.source import SourceText
from contention.readers.table_measurements import reading_of_tables, style_option
from contention.readers.typed_cells import table_of_cells

__all__ = ["READER"]

NAME = "spreadsheet"

EXAMPLE = """\
    A         B           C
1   sessions  throughput  latency_ms
2   1         240.5       4.1
3   4         906.25      4.4
"""

_ERROR = re.compile(r"#(?:DIV/0!|N/A|NAME\?|NULL!|NUM!|REF!|VALUE!|GETTING_DATA)")
_TYPES = (
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.'
    'relationships+xml"/><Default Extension="xml" ContentType="application/vnd.openxmlformats-'
    'officedocument.spreadsheetml.sheet.main+xml"/></Types>'
)
_RELATIONS = (
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
    '<Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/'
    'relationships/{kind}" Target="{target}"/></Relationships>'
)
_WORKBOOK = (
    '<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" '
    'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets>'
    '<sheet name="sweep" sheetId="1" r:id="rId1"/></sheets></workbook>'
)
_SHEET = (
    '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>'
    "{rows}</sheetData></worksheet>"
)


def _make_example() -> bytes:
    first, *others = (line.split()[1:] for line in EXAMPLE.splitlines()[1:])
    rows = [[f'<c t="inlineStr"><is><t>{text}</t></is></c>' for text in first]]
    rows += [[f"<c><v>{text}</v></c>" for text in row] for row in others]
    sheet = _SHEET.format(rows="".join(f"<row>{''.join(row)}</row>" for row in rows))
    parts = {
        "[Content_Types].xml": _TYPES,
        "_rels/.rels": _RELATIONS.format(kind="officeDocument", target="xl/workbook.xml"),
        "xl/workbook.xml": _WORKBOOK,
        "xl/_rels/workbook.xml.rels": _RELATIONS.format(
            kind="worksheet", target="worksheets/sheet1.xml"
        ),
        "xl/worksheets/sheet1.xml": sheet,
    }
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in parts.items():
            archive.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), text)
    return content.getvalue()


def _sniff(source: SourceText) -> Recognition:
    return Recognition(NAME, 0.95, f"a spreadsheet of {len(source.content)} bytes")


def _heading_row(rows: Sequence[Sequence[str | None]]) -> int | None:
    """Index of the row that names the columns; None where no row does."""
    for at, row in enumerate(rows[:-1]):
        names = [cell for cell in row if cell and not looks_numeric(cell)]
        below = [cell for cell in rows[at + 1] if cell is not None]
        texts_only = len(names) == sum(cell is not None for cell in row)
        if len(names) >= 2 and texts_only and (len(below) >= 2 or _is_units(below, len(below))):
            return at
    return None


def _is_units(row: Sequence[str | None], width: int) -> bool:
    texts = [cell for cell in row[:width] if cell]
    return bool(texts) and all(unit_of(f"x ({text.strip('()[]')})") for text in texts)


def _table(
    name: str, rows: Sequence[Sequence[str | None]], source: SourceText, options: Options
) -> Table | None:
    at = _heading_row(rows)
    if at is None:
        return None
    flags = [
        Flag(line, None, next(cell for cell in row if cell), "above the heading; passed over")
        for line, row in enumerate(rows[:at], start=1)
        if any(row)
    ]
    columns = [index for index, cell in enumerate(rows[at]) if cell is not None]
    headings = [str(rows[at][index]) for index in columns]
    below = at + 1
    units = [rows[below][index] for index in columns]
    if _is_units(units, len(units)):
        headings = [
            f"{heading} ({unit.strip('()[]')})" if unit else heading
            for heading, unit in zip(headings, units, strict=True)
        ]
        below += 1
    body: list[tuple[int, list[str | None]]] = []
    for line, row in enumerate(rows[below:], start=below + 1):
        cells = [row[index] for index in columns]
        if any(cell is not None for cell in cells):
            body.append((line, [_no_error(cell) for cell in cells]))
        elif any(cell is not None for cell in row):
            flags.append(Flag(line, None, "", "cells beside the table; left out"))
    if not body:
        return None
    style = style_option(options)
    return table_of_cells(name, headings, body, source, NAME, style=style, flags=flags)


def _no_error(cell: str | None) -> str | None:
    """The cell; an error that the spreadsheet shows is said to be missing."""
    return "NaN" if cell and _ERROR.fullmatch(cell) else cell


def _read(source: SourceText, options: Options) -> Reading:
    from contention.readers.workbook import sheets_of  # noqa: PLC0415 - a library not often needed

    tables: list[Table] = []
    flags: list[Flag] = []
    for sheet in sheets_of(source):
        name = identifier(sheet.name) or f"sheet_{len(tables) + 1}"
        while any(table.name == name for table in tables):
            name += "_2"
        table = _table(name, sheet.rows, source, options)
        if table is None:
            reason = "a sheet without a row of headings over rows of cells; left out"
            flags.append(Flag(None, None, sheet.name, reason))
        else:
            tables.append(table)
        flags += sheet.flags
    if not tables:
        raise ReadError(
            "no sheet holds a table",
            path=source.path,
            found=", ".join(flag.found for flag in flags)[:80] or "no cell",
            expected="a row of headings, such as sessions and throughput, and rows below it",
        )
    reading = reading_of_tables(NAME, source, tables, options)
    return replace(reading, issues=(*reading.issues, *flags))


READER = Reader(
    NAME,
    "Excel workbooks (.xlsx)",
    _sniff,
    _read,
    EXAMPLE,
    traits=(
        "every sheet a table; titles above the headings passed over and flagged",
        "units in the headings, or in a row below them",
        "dates, times and truth values; errors such as #DIV/0! are missing and flagged",
        "cells merged downwards have the value at their top; formulas without a result are flagged",
        "archives that swell beyond 32 MiB are refused before they are unpacked",
    ),
    gives=(TableForm("*", "one row of a sheet", (), "one for each heading"),),
    ends="the archive's directory at its end, without which nothing is read",
    general=True,
    binary=("spreadsheet",),
    make_example=_make_example,
)
