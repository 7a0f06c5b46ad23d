"""Tables in JSON: lists of records, one record a line, columns, or rows under their headings.

Shapes that are known: ``[{"sessions": 1, ...}, ...]``; one such object a line; ``{"columns":
[...], "data": [[...], ...]}`` (also ``rows`` or ``values``); ``{"sessions": [1, 2], ...}``; and any
of these as members of an object, each a table named after its key. Objects inside a record become
columns such as ``latency_mean``; lists inside a record are left out and flagged. ``line`` is where
a record of the outermost list starts, and for inner ones where the document does. Which columns
make a measurement is the same as for delimited text, see :mod:`contention.readers.columns`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from contention.errors import ContentionError, ReadError
from contention.measurements import Flag, Table
from contention.readers.forms import TableForm
from contention.readers.headings import identifier
from contention.readers.json_documents import Document, JsonText, begins_as_json
from contention.readers.reading import Options, Reader, Reading, Recognition
from contention.readers.source import SourceText
from contention.readers.table_measurements import reading_of_tables, style_option
from contention.readers.typed_cells import cell_text, table_of_cells

__all__ = ["READER"]

NAME = "json_table"

EXAMPLE = """\
[
  {"sessions": 1, "throughput": 240.5, "latency_ms": 4.1},
  {"sessions": 4, "throughput": 906.25, "latency_ms": 4.4}
]
"""

_ROWS = ("data", "rows", "values")
_MAXIMUM_COLUMNS = 2000

Found = tuple[str, list[str], list[tuple[int, list[str | None]]], list[Flag]]


def _sniff(source: SourceText) -> Recognition:
    if not begins_as_json(source):
        return Recognition(NAME, 0.0, "it does not begin with { or [")
    try:
        found = _tables(source)
    except ContentionError as error:
        return Recognition(NAME, 0.1, error.message)
    if not found:
        return Recognition(NAME, 0.2, "JSON, but no list of records and no columns")
    rows = sum(len(rows) for _, _, rows, _ in found)
    return Recognition(NAME, 0.6, f"JSON with {len(found)} tables of {rows} records")


def _tables(source: SourceText) -> list[Found]:
    items = list(JsonText(source).items())
    records = [item for item in items if isinstance(item.value, dict)]
    if len(items) == 1 and records and not source.lines[0].lstrip().startswith("["):
        found = _of_object(items[0])
        if found:
            return found
    if not records or len(records) < len(items) / 2:
        return []
    flags = [
        Flag(item.line, None, str(item.value)[:60], "no record among records; left out")
        for item in items
        if not isinstance(item.value, dict)
    ]
    return [_of_records("data", records, flags)]


def _of_object(document: Document) -> list[Found]:
    value: Mapping[str, Any] = document.value
    own = _of_value("data", document)
    if own is not None:
        return [own]
    inner = (
        _of_value(identifier(key) or "data", Document(document.line, member))
        for key, member in value.items()
    )
    return [found for found in inner if found is not None]


def _of_value(name: str, document: Document) -> Found | None:
    value = document.value
    if isinstance(value, list) and value and all(isinstance(one, dict) for one in value):
        return _of_records(name, [Document(document.line, one) for one in value], [])
    if not isinstance(value, dict):
        return None
    headings = value.get("columns")
    rows = next((value[key] for key in _ROWS if isinstance(value.get(key), list)), None)
    if isinstance(headings, list) and rows is not None:
        return _of_rows(name, document.line, headings, rows)
    columns = {key: cells for key, cells in value.items() if _plain_list(cells)}
    lengths = {len(cells) for cells in columns.values()}
    if len(columns) >= 2 and len(columns) == len(value) and len(lengths) == 1:
        return _of_rows(
            name, document.line, list(columns), list(zip(*columns.values(), strict=True))
        )
    return None


def _plain_list(value: object) -> bool:
    return isinstance(value, list) and bool(value) and not any(map(_nested, value))


def _nested(value: object) -> bool:
    return isinstance(value, list | dict)


def _of_rows(name: str, line: int, headings: Sequence[Any], rows: Sequence[Any]) -> Found:
    made: list[tuple[int, list[str | None]]] = []
    flags: list[Flag] = []
    for row in rows:
        if not isinstance(row, list | tuple) or len(row) != len(headings):
            reason = f"no row of {len(headings)} cells; left out"
            flags.append(Flag(line, None, str(row)[:60], reason))
        else:
            made.append((line, [None if _nested(cell) else cell_text(cell) for cell in row]))
    return name, [cell_text(heading) or "" for heading in headings], made, flags


def _of_records(name: str, records: Sequence[Document], flags: list[Flag]) -> Found:
    flat = [(record.line, _flattened(record, flags)) for record in records]
    headings = list(dict.fromkeys(key for _, cells in flat for key in cells))
    rows = [(line, [cells.get(key) for key in headings]) for line, cells in flat]
    return name, headings, rows, flags


def _flattened(record: Document, flags: list[Flag]) -> dict[str, str | None]:
    cells: dict[str, str | None] = {}
    for key, value in record.value.items():
        members = value.items() if isinstance(value, dict) else [("", value)]
        for inner, cell in members:
            column = f"{key}_{inner}" if inner else str(key)
            if _nested(cell):
                reason = "a list or an object inside a record; left out"
                flags.append(Flag(record.line, identifier(column), str(cell)[:60], reason))
            else:
                cells[column] = cell_text(cell)
    return cells


def _read(source: SourceText, options: Options) -> Reading:
    if not begins_as_json(source):
        raise ReadError(
            "this is not JSON",
            path=source.path,
            line=1,
            found=source.lines[0][:40],
            expected="a text that begins with { or [",
        )
    found = _tables(source)
    if not found:
        raise ReadError(
            "this JSON holds no table",
            path=source.path,
            found=source.lines[0].strip()[:60],
            expected="a list of records, one record a line, or lists of equal length by name",
        )
    style = style_option(options)
    tables: list[Table] = []
    lost: list[Flag] = []
    for name, headings, rows, flags in found:
        if not rows or not headings or len(headings) > _MAXIMUM_COLUMNS:
            reason = f"a table of {len(rows)} rows and {len(headings)} columns; left out"
            lost += [Flag(None, None, name, reason), *flags]
            continue
        unique = name
        while any(table.name == unique for table in tables):
            unique += "_2"
        tables.append(
            table_of_cells(unique, headings, rows, source, NAME, style=style, flags=flags)
        )
    if not tables:
        raise ReadError(
            "this JSON holds no row that can be read",
            path=source.path,
            line=lost[-1].line,
            found=lost[-1].found,
            expected="records with plain values",
        )
    reading = reading_of_tables(NAME, source, tables, options)
    return replace(reading, issues=(*reading.issues, *lost))


READER = Reader(
    NAME,
    "tables in JSON",
    _sniff,
    _read,
    EXAMPLE,
    traits=(
        "a list of records, one record a line, lists by column, rows under their headings",
        "several tables as members of one object",
        "objects inside a record become columns; lists inside a record are left out and flagged",
        "NaN and Infinity are missing and flagged",
    ),
    gives=(TableForm("*", "one record", (), "one for each key"),),
    general=True,
    long_lines=True,
)
