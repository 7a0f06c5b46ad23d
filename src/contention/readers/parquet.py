"""Parquet files: load sweeps, memory logs, calls and waits, or any other table.

Table ``data``: one column per field, named by :func:`contention.readers.headings.identifiers`;
``line`` is the number of the row. A field's unit may stand in its name or in its metadata under
``unit``. Which columns make a measurement is the same as for delimited text, see
:mod:`contention.readers.columns`. Fields that hold lists or structures are left out and flagged.
"""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from contention.errors import ReadError
from contention.measurements import Flag
from contention.readers.forms import TableForm
from contention.readers.headings import unit_of
from contention.readers.reading import Options, Reader, Reading, Recognition
from contention.readers.source import SourceText
from contention.readers.table_measurements import reading_of_tables, style_option
from contention.readers.typed_cells import MAXIMUM_CELLS, cell_text, table_of_cells

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["READER"]

NAME = "parquet"

EXAMPLE = """\
sessions: int64  throughput: double  latency_ms: double
1                240.5               4.1
4                906.25              4.4
"""

MAXIMUM_BYTES = 512 * 2**20


def _make_example() -> bytes:
    import pyarrow as pa  # noqa: PLC0415 - loaded only where a file of the kind is met
    import pyarrow.parquet as pq  # noqa: PLC0415

    columns = {"sessions": [1, 4], "throughput": [240.5, 906.25], "latency_ms": [4.1, 4.4]}
    content = io.BytesIO()
    pq.write_table(pa.table(columns), content)
    return content.getvalue()


def _sniff(source: SourceText) -> Recognition:
    return Recognition(NAME, 0.95, f"a Parquet file of {len(source.content)} bytes")


def _load(source: SourceText) -> pa.Table:
    import pyarrow as pa  # noqa: PLC0415
    import pyarrow.parquet as pq  # noqa: PLC0415

    try:
        file = pq.ParquetFile(pa.BufferReader(source.content), page_checksum_verification=True)
        groups = [file.metadata.row_group(at) for at in range(file.metadata.num_row_groups)]
        size = sum(group.total_byte_size for group in groups)
        if not 0 <= size <= MAXIMUM_BYTES or file.metadata.num_rows < 0:
            raise ReadError(
                f"the file unpacks to more than {MAXIMUM_BYTES // 2**20} MiB",
                path=source.path,
                found=f"{size} bytes",
                hint="write only the columns that hold measurements",
            )
        cells = file.metadata.num_rows * file.metadata.num_columns
        if cells > MAXIMUM_CELLS:
            raise ReadError(
                f"the file has more than {MAXIMUM_CELLS} cells",
                path=source.path,
                found=f"{file.metadata.num_rows} rows of {file.metadata.num_columns} columns",
                hint="write only the columns that hold measurements",
            )
        return file.read(use_threads=False)
    except (pa.ArrowException, OSError, UnicodeDecodeError, MemoryError, OverflowError) as error:
        raise ReadError(
            "the Parquet file cannot be read",
            path=source.path,
            found=str(error).split("\n")[0][:120],
            hint="copy it again, or write it anew: a file that is cut or damaged is not read",
        ) from error


def _heading(field: pa.Field) -> str:
    unit = (field.metadata or {}).get(b"unit", b"").decode("utf-8", "replace")
    name = str(field.name)
    return f"{name} ({unit})" if unit and not unit_of(name) else name


def _read(source: SourceText, options: Options) -> Reading:
    import pyarrow as pa  # noqa: PLC0415

    loaded = _load(source)
    flags: list[Flag] = []
    headings: list[str] = []
    columns: list[list[str | None]] = []
    for at, field in enumerate(loaded.schema):
        if pa.types.is_nested(field.type):
            reason = "a list or a structure, which is no cell of a table; left out"
            flags.append(Flag(None, str(field.name), str(field.type)[:60], reason))
            continue
        headings.append(_heading(field))
        columns.append(_texts(loaded, at, source))
    if not columns:
        raise ReadError(
            "the Parquet file has no column of plain values",
            path=source.path,
            found=", ".join(map(str, loaded.schema.names))[:80] or "no column",
            expected="columns such as sessions and throughput",
        )
    rows = [(at, cells) for at, cells in enumerate(zip(*columns, strict=True), start=1)]
    style = style_option(options)
    table = table_of_cells("data", headings, rows, source, NAME, style=style, flags=flags)
    return reading_of_tables(NAME, source, (table,), options)


def _texts(loaded: pa.Table, at: int, source: SourceText) -> list[str | None]:
    try:
        return [cell_text(value) for value in loaded.column(at).to_pylist()]
    except (ValueError, OverflowError, TypeError, ArithmeticError) as error:
        raise ReadError(
            "a column of the Parquet file holds values that no date or number is",
            path=source.path,
            column=str(loaded.schema.names[at]),
            found=str(error)[:80],
        ) from error


READER = Reader(
    NAME,
    "Parquet files",
    _sniff,
    _read,
    EXAMPLE,
    traits=(
        "numbers, texts, dates, dictionaries and decimals",
        "empty cells stay missing; NaN is missing and flagged",
        "units in the names of fields or in their metadata",
        "fields with lists or structures are left out and flagged",
        "checksums of pages are verified where the file has them",
    ),
    gives=(TableForm("data", "one row of the file", (), "one for each field"),),
    ends="the footer, without which nothing is read",
    general=True,
    binary=("parquet",),
    make_example=_make_example,
)
