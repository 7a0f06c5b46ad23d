"""Delimited text: load sweeps, memory logs, calls and waits, or any other table.

Table ``data``: one column per heading, named by
:func:`contention.readers.headings.identifiers`; unknown columns stay. Delimiter and decimal
mark are decided once for the file. Comma, semicolon, tab and bar delimit. Lines that start with
``#`` are comments, except a first one that names the columns. Which columns make a sweep or a
memory log is listed in :mod:`contention.readers.columns`; buckets and single latencies, in
:mod:`contention.readers.histogram_columns`; calls and waits, in
:mod:`contention.readers.call_columns`; the use of a lock, in
:mod:`contention.readers.lock_columns`.

Options: ``decimal`` (``"."`` or ``","``) where the cells cannot tell, and those of
:mod:`contention.readers.sweep_columns` and :mod:`contention.readers.call_tables`.

A file cut at a line end is not known to be cut.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from contention.errors import ReadError, TruncatedError
from contention.measurements import Flag, Table
from contention.readers.cells import Cells, Row, build_table
from contention.readers.columns import measure_names
from contention.readers.delimited import DELIMITERS, Delimited, cut_delimited
from contention.readers.forms import TableForm
from contention.readers.headings import identifier, identifiers
from contention.readers.number_text import looks_numeric
from contention.readers.reading import Options, Reader, Reading, Recognition
from contention.readers.rulers import ruler_of
from contention.readers.source import SourceText
from contention.readers.table_measurements import (
    kinds_of_columns,
    reading_of_tables,
    style_option,
)

__all__ = ["READER"]

_COMMA_HINT = (
    "write numbers without thousands separators, and separate the cells by semicolon if the "
    "decimal mark is a comma"
)

NAME = "csv"

EXAMPLE = """\
sessions,throughput,latency_ms
1,240.5,4.1
4,906.25,4.4
16,1410.75,11.3
"""


def _table(source: SourceText, parsed: Delimited, options: Options) -> Table:
    names = identifiers(parsed.heading)
    flags = [
        Flag(at, None, text[:60], "above the heading; passed over") for at, text in parsed.above
    ]
    flags += _check_names(source, parsed, names)
    rows: list[Row] = []
    width = len(names)
    for line, cells in parsed.rows:
        if len(cells) > width and any(cells[width:]):
            reason = f"{len(cells)} cells where {width} belong; the row is left out"
            flags.append(Flag(line, None, parsed.delimiter.join(cells)[:80], reason))
            continue
        if len(cells) < width:
            reason = f"{len(cells)} cells where {width} belong; the last are missing"
            flags.append(Flag(line, None, parsed.delimiter.join(cells)[:80], reason))
        padded = [*cells[:width], *[""] * (width - len(cells))]
        rows.append(Row(line, tuple(cell or None for cell in padded)))
    _require_rows(source, parsed, rows)
    numbers, texts = kinds_of_columns(names)
    cells_ = Cells(tuple(parsed.heading), rows, names, numbers, texts, style=style_option(options))
    return build_table("data", cells_, source.provenance(NAME), flags)


def _check_names(source: SourceText, parsed: Delimited, names: Sequence[str]) -> list[Flag]:
    flags: list[Flag] = []
    if sum(looks_numeric(heading) for heading in parsed.heading) * 2 > len(names):
        raise ReadError(
            "the first line holds numbers, not the names of the columns",
            path=source.path,
            line=parsed.heading_line,
            found=parsed.delimiter.join(parsed.heading)[:60],
            expected="a heading such as sessions,throughput",
        )
    simple = [identifier(heading) for heading in parsed.heading]
    needed = measure_names(names)
    for heading, name, base in zip(parsed.heading, names, simple, strict=True):
        if base and base != name:
            if base in needed:
                raise ReadError(
                    "two columns have this name",
                    path=source.path,
                    line=parsed.heading_line,
                    column=heading,
                    found=parsed.delimiter.join(parsed.heading)[:80],
                    hint="rename one of them",
                )
            reason = f"a second column of this name; it is called {name} here"
            flags.append(Flag(parsed.heading_line, name, heading, reason))
        elif not base:
            reason = f"a heading without letters; the column is called {name} here"
            flags.append(Flag(parsed.heading_line, name, heading, reason))
    return flags


def _require_rows(source: SourceText, parsed: Delimited, rows: Sequence[Row]) -> None:
    if rows:
        return
    if not parsed.rows:
        raise TruncatedError(
            "there is a heading and no row under it",
            path=source.path,
            line=parsed.heading_line,
            found=parsed.delimiter.join(parsed.heading)[:60],
            expected="at least one row of values",
        )
    line, cells = parsed.rows[0]
    comma = parsed.delimiter == ","
    raise ReadError(
        "no row has as many cells as the heading",
        path=source.path,
        line=line,
        found=f"{len(cells)} cells",
        expected=f"{len(parsed.heading)} cells",
        hint=_COMMA_HINT if comma else None,
    )


def _sniff(source: SourceText) -> Recognition:
    if any(ruler_of(line) for line in source.lines[:200]):
        return Recognition(NAME, 0.1, "a line of dashes, which delimited text does not have")
    try:
        parsed = cut_delimited(source)
    except ReadError as error:
        return Recognition(NAME, 0.1, error.message)
    doubt = _doubt(parsed)
    name = DELIMITERS[parsed.delimiter]
    if doubt:
        return Recognition(NAME, 0.3, f"{doubt}; cells separated by {name}")
    names = identifiers(parsed.heading)
    known, _ = kinds_of_columns(names)
    count = len(parsed.heading)
    return Recognition(NAME, 0.9 if known else 0.6, f"{count} named columns separated by {name}")


def _doubt(parsed: Delimited) -> str:
    """Why the cells may not be a table; empty when they look like one."""
    headings = [heading for heading in parsed.heading if heading]
    if any(looks_numeric(heading) for heading in headings):
        return "numbers in the first line"
    if any(not _names_a_column(text) for text in headings):
        return "the first line does not read like names of columns"
    if all(re.search(r"=\s*[-+]?\d", text) for text in headings):
        return "named values in the first line"
    if not parsed.rows and not measure_names(identifiers(parsed.heading)):
        return "one line, which names no measurement"
    return "rows of unequal length" if parsed.fitting < 0.5 else ""


def _names_a_column(text: str) -> bool:
    half = text.count("(") != text.count(")")
    return len(text) <= 60 and any(map(str.isalpha, text)) and not half and text[:2] != "--"


def _read(source: SourceText, options: Options) -> Reading:
    table = _table(source, cut_delimited(source), options)
    return reading_of_tables(NAME, source, (table,), options)


READER = Reader(
    NAME,
    "delimited text: comma, semicolon, tab, bar",
    _sniff,
    _read,
    EXAMPLE,
    traits=(
        "comma, semicolon, tab or bar, and the decimal mark, decided once for the file",
        "thousands marks decided for all cells together; 1,234 alone needs the option decimal",
        "units in headings, such as latency_ms or throughput (ops/s), and behind numbers",
        "comments, titles above the heading, quoted cells; rows of another width are flagged",
        "load sweeps, memory logs, calls, waits, histograms and locks, by the names of columns",
    ),
    gives=(TableForm("data", "one row of the file", (), "one for each heading"),),
    general=True,
)
