"""What the tables of a general format measure: sweeps, memory, calls, histograms, locks.

The columns are recognised by name and unit, the same way for delimited text, spreadsheets,
Parquet and JSON.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from contention.errors import ContentionError, MeasurementError, ReadError, UsageError
from contention.measurements import (
    CallStatistics,
    Flag,
    Histogram,
    LockUse,
    MemorySeries,
    Sweep,
    Table,
    WaitProfile,
)
from contention.readers.call_columns import call_names
from contention.readers.call_tables import calls_from, waits_from
from contention.readers.columns import MEASURES, measure_names, role_of
from contention.readers.histogram_columns import bucket_names, histograms_from
from contention.readers.lock_columns import locks_from
from contention.readers.memory_columns import series_from
from contention.readers.number_style import NumberStyle
from contention.readers.reading import Options, Reading
from contention.readers.source import SourceText
from contention.readers.sweep_columns import sweeps_from

__all__ = ["kinds_of_columns", "reading_of_tables", "style_option"]

_Series = TypeVar("_Series", Sweep, MemorySeries, Histogram, LockUse)


def kinds_of_columns(names: Sequence[str]) -> tuple[set[str], set[str]]:
    """Columns that hold numbers whatever their cells look like, and columns that hold text.

    Parameters
    ----------
    names : sequence of str
        Column names.

    Returns
    -------
    numbers, texts : set of str
        Both empty when the columns name no measurement.

    Examples
    --------
    >>> numbers, texts = kinds_of_columns(["series", "sessions", "throughput"])
    >>> sorted(numbers), sorted(texts)
    (['sessions', 'throughput'], ['series'])
    """
    numbers = measure_names(names) | call_names(names) | _latency_names(names)
    texts = {
        name for name in names if numbers and any(role_of(name, r) for r in ("label", "state"))
    }
    return numbers, texts


def style_option(options: Options) -> NumberStyle | None:
    """The roles of comma and point that the option ``decimal`` sets; None without it.

    Raises
    ------
    UsageError
        When the option is neither ``.`` nor ``,``.

    Examples
    --------
    >>> style_option({"decimal": ","}).comma, style_option({})
    ('decimal', None)
    """
    decimal = options.get("decimal")
    if decimal is None:
        return None
    if decimal not in (",", "."):
        raise UsageError("the option decimal is '.' or ','", found=repr(decimal))
    return NumberStyle("decimal", "thousands") if decimal == "," else NumberStyle("thousands")


def reading_of_tables(
    name: str, source: SourceText, tables: Sequence[Table], options: Options
) -> Reading:
    """A reading of tables with everything that they measure.

    Parameters
    ----------
    name : str
        Name of the reader.
    source : SourceText
        The capture.
    tables : sequence of Table
        Its tables. Where several measure a series of the same label, the table's name is put
        before it.
    options : mapping
        The reader's options.

    Returns
    -------
    Reading
        With the reasons why a table that looks like a measurement is none.

    Raises
    ------
    ReadError, MeasurementError
        When a table is a sweep or a memory log with impossible values.

    Examples
    --------
    >>> from contention.readers.cells import Cells, Row, build_table
    >>> from contention.readers.source import decode
    >>> source = decode(b"x", "a.txt")
    >>> cells = Cells(("sessions", "tps"), [Row(2, ("1", "90")), Row(3, ("2", "175"))])
    >>> table = build_table("data", cells, source.provenance("csv"))
    >>> reading_of_tables("csv", source, [table], {}).sweeps[0].sessions.tolist()
    [1.0, 2.0]
    """
    found = [_of_table(name, source, table, options) for table in tables]
    refused: dict[str, ContentionError] = {}
    for one in found:
        refused = {**one.refused, **refused}
    return Reading(
        name,
        tuple(tables),
        _told_apart([one.sweeps for one in found], tables),
        _told_apart([one.memory for one in found], tables),
        (*source.flags, *(flag for one in found for flag in one.issues)),
        source.path,
        refused,
        calls=tuple(call for one in found for call in one.calls),
        waits=tuple(wait for one in found for wait in one.waits),
        histograms=_told_apart([one.histograms for one in found], tables),
        locks=_told_apart([one.locks for one in found], tables),
    )


def _told_apart(
    groups: Sequence[tuple[_Series, ...]], tables: Sequence[Table]
) -> tuple[_Series, ...]:
    labels = [series.label for group in groups for series in group]
    return tuple(
        replace(series, label=f"{table.name}_{series.label}")
        if labels.count(series.label) > 1
        else series
        for group, table in zip(groups, tables, strict=True)
        for series in group
    )


def _of_table(name: str, source: SourceText, table: Table, options: Options) -> Reading:
    sweeps, issues = sweeps_from(table, options)
    memory = () if sweeps else series_from(table)
    locks, refused = _locks(table)
    calls, waits, unclear = _calls(table, options)
    histograms, vague = ((), {}) if sweeps or calls else _histograms(table, options)
    refused |= unclear | vague
    unused = () if refused or locks or calls or waits or histograms else _unused(table)
    flags = [*issues, *unused, *(flag for lock in locks for flag in lock.flags)]
    flags += [Flag(None, e.column, e.found or "", e.message) for e in refused.values()]
    return Reading(
        name,
        (table,),
        sweeps,
        memory,
        tuple(flags),
        source.path,
        refused,
        calls=calls,
        waits=waits,
        histograms=histograms,
        locks=locks,
    )


def _unused(table: Table) -> list[Flag]:
    """Why a table is neither sweep nor memory log, and which columns had a rival."""
    needed = measure_names(table.names)
    flags: list[Flag] = []
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


def _locks(table: Table) -> tuple[tuple[LockUse, ...], dict[str, ContentionError]]:
    """The locks of a table, or why it has none although its columns say so."""
    try:
        return locks_from(table), {}
    except MeasurementError as error:
        return (), {"lock": error}


def _latency_names(names: Sequence[str]) -> set[str]:
    """Columns that hold numbers if the table is one of buckets, or has a row for each request."""
    others = any(role_of(name, r) for name in names for r in ("sessions", "throughput", "step"))
    single = set() if others else {name for name in names if role_of(name, "response_time")}
    return bucket_names(names) or single


def _histograms(
    table: Table, options: Options
) -> tuple[tuple[Histogram, ...], dict[str, ContentionError]]:
    """The histograms of a table, or why it has none although its columns say so."""
    try:
        return histograms_from(table, options), {}
    except (MeasurementError, ReadError) as error:
        return (), {"histogram": error}


def _calls(
    table: Table, options: Options
) -> tuple[tuple[CallStatistics, ...], tuple[WaitProfile, ...], dict[str, ContentionError]]:
    """The calls and the waits of a table, or why it has none although its columns say so."""
    try:
        return calls_from(table, options), waits_from(table, options), {}
    except (ReadError, MeasurementError) as error:
        return (), (), {"calls": error}
