"""A workbook opened with bounds: its sheets as rows of typed cells."""

from __future__ import annotations

import io
import warnings
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import openpyxl

from contention.errors import ReadError
from contention.measurements import Flag
from contention.readers.source import SourceText
from contention.readers.typed_cells import MAXIMUM_CELLS, cell_text

__all__ = ["Sheet", "sheets_of"]

MAXIMUM_BYTES = 32 * 2**20


@dataclass(frozen=True)
class Sheet:
    """One sheet.

    Attributes
    ----------
    name : str
        As on its tab.
    rows : tuple of tuple of (str or None)
        The cells as texts, row by row, from the first row of the sheet.
    flags : tuple of Flag
        Merged cells, hidden rows and formulas without a result.
    """

    name: str
    rows: tuple[tuple[str | None, ...], ...]
    flags: tuple[Flag, ...] = ()


def sheets_of(source: SourceText) -> list[Sheet]:
    """The sheets of a workbook that hold cells.

    Parameters
    ----------
    source : SourceText
        A file of the kind ``spreadsheet``.

    Returns
    -------
    list of Sheet
        In the order of the tabs.

    Raises
    ------
    ReadError
        When the file is damaged or would need too much memory.
    """
    _require_bounds(source)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            results = openpyxl.load_workbook(io.BytesIO(source.content), data_only=True)
            formulas = openpyxl.load_workbook(io.BytesIO(source.content))
            return [
                sheet
                for one, other in zip(results.worksheets, formulas.worksheets, strict=True)
                for sheet in _sheet(one, other, source)
            ]
    except ReadError:
        raise
    except Exception as error:
        raise ReadError(
            "the spreadsheet cannot be read",
            path=source.path,
            found=(str(error).split("\n")[0] or type(error).__name__)[:120],
            hint="save it again as .xlsx, or as CSV",
        ) from error


def _require_bounds(source: SourceText) -> None:
    with zipfile.ZipFile(io.BytesIO(source.content)) as archive:
        size = sum(entry.file_size for entry in archive.infolist())
    if size > MAXIMUM_BYTES:
        raise ReadError(
            f"the spreadsheet unpacks to more than {MAXIMUM_BYTES // 2**20} MiB",
            path=source.path,
            found=f"{size} bytes",
            hint="save the sheet that holds the measurements as CSV",
        )


def _sheet(results: Any, formulas: Any, source: SourceText) -> Iterator[Sheet]:
    height, width = results.max_row, results.max_column
    if height * width > MAXIMUM_CELLS:
        raise ReadError(
            f"the sheet {results.title} has more than {MAXIMUM_CELLS} cells",
            path=source.path,
            found=f"{height} rows of {width} columns",
            hint="delete what is no measurement, or save a part as CSV",
        )
    flags: list[Flag] = []
    rows = [[cell_text(value) for value in row] for row in results.iter_rows(values_only=True)]
    for row in formulas.iter_rows():
        for cell in row:
            if cell.data_type == "f" and rows[cell.row - 1][cell.column - 1] is None:
                reason = "a formula whose result is not stored; the value is missing"
                place = f"{results.title}!{cell.coordinate}"
                flags.append(Flag(cell.row, None, place, reason))
    for line, row in enumerate(rows, start=1):
        if results.row_dimensions[line].hidden and any(row):
            reason = "a hidden row; it is read like the others"
            flags.append(Flag(line, None, f"{results.title}, row {line}", reason))
    flags += _fill_merged(rows, results)
    if any(cell is not None for row in rows for cell in row):
        yield Sheet(results.title, tuple(map(tuple, rows)), tuple(flags))


def _fill_merged(rows: list[list[str | None]], sheet: Any) -> Iterator[Flag]:
    """Give cells that are merged downwards the value at their top, and tell it."""
    for span in sheet.merged_cells.ranges:
        if span.min_col != span.max_col:
            continue
        for row in rows[span.min_row : span.max_row]:
            row[span.min_col - 1] = rows[span.min_row - 1][span.min_col - 1]
        reason = "merged cells: each row has the value at their top"
        yield Flag(span.min_row, None, f"{sheet.title}!{span.coord}", reason)
