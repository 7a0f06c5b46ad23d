"""From a table of runs to a reading with sweeps: which runs are points, and of which sweep."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from contention.errors import ContentionError
from contention.measurements import Column, Flag, Histogram, Sweep, Table, Value
from contention.readers.benchmark_runs import COMPLETE
from contention.readers.reading import Options, Reading
from contention.readers.source import SourceText
from contention.readers.sweep_columns import sweeps_from

__all__ = ["reading_of_runs", "sweeps_of_runs"]


def sweeps_of_runs(
    table: Table, options: Options
) -> tuple[tuple[Sweep, ...], tuple[Flag, ...], Mapping[str, ContentionError]]:
    """The sweeps of a table of runs, one per workload.

    Parameters
    ----------
    table : Table
        With the columns of ``RUN_COLUMNS``.
    options : mapping
        ``labels`` and ``label_suffix``, as for other sweeps.

    Returns
    -------
    sweeps : tuple of Sweep
        Empty when no run is complete.
    issues : tuple of Flag
        A run that is left out, with the reason.
    refused : mapping of str to ContentionError
        Why the runs are no sweep, under ``sweep``.

    Examples
    --------
    >>> from contention.measurements import Provenance
    >>> from contention.readers.benchmark_runs import RUN_COLUMNS, Run, table_of_rows
    >>> cells = {"status": ("", "complete"), "sessions": ("8", 8), "throughput_per_s": ("9", 9)}
    >>> table = table_of_rows("runs", RUN_COLUMNS, [Run(5, cells)], Provenance("a"))
    >>> sweeps_of_runs(table, {})[0][0].throughput_per_s.tolist()
    [9.0]
    """
    issues, kept = [], []
    for at in range(len(table)):
        reason = _unfit(table, at)
        if reason:
            what = str(_value(table, "workload", at) or "run")[:60]
            issues.append(Flag(table.lines[at], None, what, f"{reason}; no row of a sweep"))
        else:
            kept.append(at)
    if not kept:
        return (), tuple(issues), {}
    try:
        sweeps, more = sweeps_from(_rows(table, kept), options)
    except ContentionError as error:
        return (), tuple(issues), {"sweep": error}
    return sweeps, (*issues, *more), {}


def reading_of_runs(
    name: str,
    source: SourceText,
    tables: Sequence[Table],
    options: Options,
    *,
    issues: Sequence[Flag] = (),
    histograms: Sequence[Histogram] = (),
) -> Reading:
    r"""The reading of a load generator's output, whose first table is that of its runs.

    Parameters
    ----------
    name : str
        Name of the reader.
    source : SourceText
        The capture.
    tables : sequence of Table
        The runs first.
    options : mapping
        The reader's options.
    issues : sequence of Flag
        What concerns no table.
    histograms : sequence of Histogram
        Histograms of latencies.

    Returns
    -------
    Reading
        With the sweeps of the runs.

    Examples
    --------
    >>> from contention.readers.benchmark_runs import RUN_COLUMNS, Run, table_of_rows
    >>> from contention.readers.source import decode
    >>> cells = {"status": ("", "complete"), "sessions": ("8", 8), "throughput_per_s": ("9", 9)}
    >>> source = decode(b"x\n", "a.txt")
    >>> table = table_of_rows("runs", RUN_COLUMNS, [Run(1, cells)], source.provenance("wrk"))
    >>> reading_of_runs("wrk", source, [table], {}).sweeps[0].sessions.tolist()
    [8.0]
    """
    sweeps, more, refused = sweeps_of_runs(tables[0], options)
    return Reading(
        name,
        tuple(tables),
        sweeps,
        issues=(*source.flags, *issues, *more),
        path=source.path,
        refused=refused,
        histograms=tuple(histograms),
    )


def _unfit(table: Table, at: int) -> str:
    status = _value(table, "status", at)
    if status != COMPLETE:
        return f"the run is {status}"
    rate, sessions = _value(table, "throughput_per_s", at), _value(table, "sessions", at)
    if not isinstance(rate, int | float):
        return "the run printed no throughput"
    if not isinstance(sessions, int | float):
        return "the run printed no number of sessions"
    return "" if rate > 0 and sessions > 0 else "the run completed nothing"


def _value(table: Table, name: str, at: int) -> Value:
    return table.column(name).values[at] if name in table.names else None


_OF_SWEEP = {"workload": "series"} | {
    name: name for name in ("sessions", "throughput_per_s", "response_time_s", "duration_s")
}


def _rows(table: Table, kept: Sequence[int]) -> Table:
    columns = tuple(
        replace(
            column,
            name=_OF_SWEEP[column.name],
            text=tuple(_shown(column, at) for at in kept),
            values=tuple(column.values[at] for at in kept),
        )
        for column in table.columns
        if column.name in _OF_SWEEP
    )
    return replace(table, columns=columns, lines=tuple(table.lines[at] for at in kept))


def _shown(column: Column, at: int) -> str | None:
    value = column.values[at]
    return value if isinstance(value, str) else column.text[at]
