"""Delimited text: comma, semicolon or tab; load sweeps, memory logs, or any other table.

Table ``data``: one column per heading, named by
:func:`contention.readers.headings.identifiers`; unknown columns stay. Delimiter and decimal
mark are decided once for the file. Lines that start with ``#`` are comments, except a first one
that names the columns. Which columns make a sweep or a memory log is listed in
:mod:`contention.readers.columns`.

Options: ``decimal`` (``"."`` or ``","``) where the cells cannot tell; ``measures``
(``"sweep"`` or ``"memory"``) to require one; and those of
:mod:`contention.readers.sweep_columns`.

A file cut at a line end is not known to be cut.
"""

from __future__ import annotations

import csv as csv_format
from collections.abc import Sequence
from dataclasses import dataclass, field

from contention.errors import ReadError, TruncatedError, UsageError
from contention.measurements import Flag, Table
from contention.readers.cells import Cells, Row, build_table
from contention.readers.columns import MEASURES, measure_names, role_of
from contention.readers.headings import identifier, identifiers
from contention.readers.memory_columns import series_from
from contention.readers.numbers import NumberStyle, looks_numeric
from contention.readers.reading import Options, Reader, Reading, Recognition
from contention.readers.rulers import ruler_of
from contention.readers.source import SourceText
from contention.readers.sweep_columns import sweeps_from

__all__ = ["READER"]

NAME = "csv"

EXAMPLE = """\
sessions,throughput,latency_ms
1,240.5,4.1
4,906.25,4.4
16,1410.75,11.3
"""

_DELIMITERS = {",": "comma", ";": "semicolon", "\t": "tab"}


@dataclass
class _Parsed:
    """The file cut into cells; ``rows`` are (line, cells), the heading apart."""

    delimiter: str
    heading: list[str]
    heading_line: int
    rows: list[tuple[int, list[str]]] = field(default_factory=list)

    @property
    def fitting(self) -> float:
        """Share of rows with as many cells as the heading."""
        if not self.rows:
            return 1.0
        return sum(len(row) == len(self.heading) for _, row in self.rows) / len(self.rows)


def _content(source: SourceText) -> list[str]:
    """The lines, with comments blanked and a heading freed of its ``#``."""
    lines = list(source.lines)
    seen = False
    for index, line in enumerate(lines):
        text = line.lstrip()
        if not seen and text.lower().startswith("sep=") and len(text.strip()) == 5:
            lines[index] = ""
        elif text.startswith("#"):
            heading = text.lstrip("# ")
            following = next((one for one in lines[index + 1 :] if one.strip()), "")
            names_columns = not seen and _first_is_number(following) and _several(heading)
            lines[index] = heading if names_columns else ""
        seen = seen or bool(lines[index].strip())
    return lines


def _first_is_number(line: str) -> bool:
    return any(looks_numeric(line.split(mark)[0].strip()) for mark in _DELIMITERS)


def _several(line: str) -> bool:
    return any(
        len(line.split(mark)) > 1 and not looks_numeric(line.split(mark)[0].strip())
        for mark in _DELIMITERS
    )


def _parse(source: SourceText, lines: Sequence[str], delimiter: str) -> _Parsed | None:
    reader = csv_format.reader(
        (f"{line}\n" for line in lines), delimiter=delimiter, strict=True, skipinitialspace=True
    )
    parsed: _Parsed | None = None
    before = 0
    try:
        for cells in reader:
            line, before = before + 1, reader.line_num
            cells = [cell.strip() for cell in cells]
            if not any(cells):
                continue
            if parsed is None:
                parsed = _Parsed(delimiter, cells, line)
            else:
                parsed.rows.append((line, cells))
    except csv_format.Error as error:
        if "end of data" in str(error):
            raise TruncatedError(
                "a quotation mark is opened and never closed",
                path=source.path,
                line=before + 1,
                found=lines[before].strip()[:60],
            ) from error
        raise ReadError(
            f"the quotation marks of this line are wrong: {error}",
            path=source.path,
            line=before + 1,
            found=lines[before].strip()[:60],
        ) from error
    return parsed


def _choose(source: SourceText) -> _Parsed:
    lines = _content(source)
    first = next((line for line in lines if line.strip()), "")
    tried = [
        parsed
        for delimiter in _DELIMITERS
        if delimiter in first and (parsed := _parse(source, lines, delimiter)) is not None
    ]
    tried = [parsed for parsed in tried if len(parsed.heading) > 1]
    if not tried:
        raise ReadError(
            "the first line does not name columns separated by comma, semicolon or tab",
            path=source.path,
            line=1,
            found=first.strip()[:60],
            expected="a heading such as sessions,throughput",
        )
    tried.sort(key=lambda parsed: (parsed.fitting, len(parsed.heading)), reverse=True)
    best = tried[0]
    if len(tried) > 1 and _rank(tried[1]) == _rank(best):
        names = " and ".join(_DELIMITERS[parsed.delimiter] for parsed in tried[:2])
        raise ReadError(
            f"the delimiter may be {names}",
            path=source.path,
            line=best.heading_line,
            found=first.strip()[:60],
            hint="use one delimiter in the whole file",
        )
    return best


def _rank(parsed: _Parsed) -> tuple[float, int]:
    return parsed.fitting, len(parsed.heading)


def _table(source: SourceText, parsed: _Parsed, options: Options) -> Table:
    names = identifiers(parsed.heading)
    flags = _check_names(source, parsed, names)
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
    numbers = measure_names(names)
    texts = {
        name for name in names if numbers and any(role_of(name, r) for r in ("label", "state"))
    }
    cells_ = Cells(tuple(parsed.heading), rows, names, numbers, texts, style=_style(options))
    return build_table("data", cells_, source.provenance(NAME), flags)


def _style(options: Options) -> NumberStyle | None:
    decimal = options.get("decimal")
    if decimal is None:
        return None
    if decimal not in (",", "."):
        raise UsageError("the option decimal is '.' or ','", found=repr(decimal))
    return NumberStyle("decimal", "thousands") if decimal == "," else NumberStyle("thousands")


def _check_names(source: SourceText, parsed: _Parsed, names: Sequence[str]) -> list[Flag]:
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


def _require_rows(source: SourceText, parsed: _Parsed, rows: Sequence[Row]) -> None:
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
        hint="separate the cells by semicolon if the decimal mark is a comma" if comma else None,
    )


def _unused(table: Table) -> list[Flag]:
    """Why a table is neither sweep nor memory log, and which columns had a rival."""
    needed = measure_names(table.names)
    flags = []
    for role in MEASURES if needed else ():
        rivals = [name for name in table.names if role_of(name, role)]
        flags.extend(
            Flag(None, name, name, f"not used: {role} is taken from another column")
            for name in rivals[1:]
        )
    if not needed:
        has_sessions = any(role_of(name, "sessions") for name in table.names)
        has_rate = any(
            role_of(name, r) for name in table.names for r in ("throughput", "executions")
        )
        if has_sessions:
            reason = "no column throughput, and no executions with duration_s"
            flags.append(Flag(None, "throughput", "", reason))
        elif has_rate:
            flags.append(Flag(None, "sessions", "", "no column sessions"))
    return flags


def _sniff(source: SourceText) -> Recognition:
    if any(ruler_of(line) for line in source.lines[:200]):
        return Recognition(NAME, 0.1, "a line of dashes, which delimited text does not have")
    try:
        parsed = _choose(source)
    except ReadError as error:
        return Recognition(NAME, 0.1, error.message)
    name = _DELIMITERS[parsed.delimiter]
    if any(looks_numeric(heading) for heading in parsed.heading):
        return Recognition(NAME, 0.3, f"numbers in the first line, cells separated by {name}")
    if any(len(heading) > 60 for heading in parsed.heading) or not all(
        any(character.isalpha() for character in heading) for heading in parsed.heading if heading
    ):
        return Recognition(NAME, 0.3, "the first line does not read like names of columns")
    if parsed.fitting < 0.5:
        return Recognition(NAME, 0.3, f"rows of unequal length, cells separated by {name}")
    count = len(parsed.heading)
    known = measure_names(identifiers(parsed.heading))
    confidence = 0.9 if known else 0.6
    return Recognition(NAME, confidence, f"{count} named columns separated by {name}")


def _read(source: SourceText, options: Options) -> Reading:
    table = _table(source, _choose(source), options)
    sweeps, issues = sweeps_from(table, options)
    memory = () if sweeps else series_from(table)
    flags = (*source.flags, *issues, *_unused(table))
    reading = Reading(NAME, (table,), sweeps, memory, flags, source.path)
    if options.get("measures") == "sweep":
        reading.require_sweeps()
    if options.get("measures") == "memory":
        reading.require_memory()
    return reading


READER = Reader(NAME, "delimited text: comma, semicolon, tab", _sniff, _read, EXAMPLE)
