"""What a capture holds, as plain rows: its tables, and the measurements made of them."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from contention.measurements import (
        Flag,
        Histogram,
        LockUse,
        MemorySeries,
        Sweep,
        Table,
        Value,
    )
    from contention.readers import Reading

__all__ = [
    "HISTOGRAMS",
    "ISSUES",
    "LOCKS",
    "MEMORY",
    "SWEEPS",
    "Grid",
    "grids_of",
    "issues_grid",
    "with_origin",
]

SWEEPS, MEMORY, HISTOGRAMS, LOCKS = "sweeps", "memory", "histograms", "locks"
ISSUES = "issues"

_SWEEP_COLUMNS = (
    "sessions",
    "throughput_per_s",
    "response_time_s",
    "cpu_time_s",
    "wait_time_s",
    "duration_s",
)


@dataclass(frozen=True)
class Grid:
    """Named columns and rows of plain values; None is a missing value.

    Examples
    --------
    >>> grid = Grid("t", ("sessions", "throughput"), ((1, 995.6), (2, None)))
    >>> grid.records()[1]
    {'sessions': 2, 'throughput': None}
    """

    name: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Value, ...], ...]

    def records(self) -> list[dict[str, Value]]:
        """Each row as a mapping from column to value."""
        return [dict(zip(self.columns, row, strict=True)) for row in self.rows]


def grids_of(reading: Reading) -> dict[str, Grid]:
    """The tables of a reading, then the measurements made of them, by name.

    Examples
    --------
    >>> from contention.measurements import MemorySeries
    >>> from contention.readers import Reading
    >>> grids_of(Reading("csv", (), memory=(MemorySeries("a", [1], [10]),)))["memory"].rows
    (('a', 1, 10),)
    """
    grids = [_of_table(table) for table in reading.tables]
    if reading.sweeps:
        grids.append(_of_sweeps(reading.sweeps))
    if reading.memory:
        grids.append(_of_memory(reading.memory))
    if reading.histograms:
        grids.append(_of_histograms(reading.histograms))
    if reading.locks:
        grids.append(_of_frames(LOCKS, reading.locks))
    return {grid.name: grid for grid in grids}


def with_origin(grid: Grid, table: Table) -> Grid:
    """The rows of a table with the columns ``source``, ``line`` and ``flags`` behind them.

    Examples
    --------
    >>> from contention.measurements import Column, Flag, Provenance, Table
    >>> flag = Flag(3, "n", "##", "overflow")
    >>> table = Table("t", (Column("n", "N", ("##",), (None,)),), (3,), Provenance("a"), (flag,))
    >>> from contention.readers import Reading
    >>> with_origin(grids_of(Reading("csv", (table,)))["t"], table).records()
    [{'n': None, 'source': 'a', 'line': 3, 'flags': 'n: overflow'}]
    """
    reasons: dict[int | None, list[str]] = {}
    for flag in table.flags:
        text = f"{flag.column}: {flag.reason}" if flag.column else flag.reason
        reasons.setdefault(flag.line, []).append(text)
    names = tuple(_free(name, grid.columns) for name in ("source", "line", "flags"))
    rows = tuple(
        (*row, table.provenance.source, line, "; ".join(reasons.get(line, [])) or None)
        for row, line in zip(grid.rows, table.lines, strict=True)
    )
    return Grid(grid.name, (*grid.columns, *names), rows)


def issues_grid(reading: Reading) -> Grid:
    """What could not be taken at face value, one row each; table is None for the whole capture.

    Examples
    --------
    >>> from contention.measurements import Flag
    >>> from contention.readers import Reading
    >>> issues_grid(Reading("csv", (), issues=(Flag(9, None, "1,2", "cut"),))).records()
    [{'table': None, 'line': 9, 'column': None, 'found': '1,2', 'reason': 'cut'}]
    """
    told: list[tuple[str | None, Flag]] = [(None, flag) for flag in reading.issues]
    told += [(table.name, flag) for table in reading.tables for flag in table.flags]
    rows = tuple((name, flag.line, flag.column, flag.found, flag.reason) for name, flag in told)
    return Grid(ISSUES, ("table", "line", "column", "found", "reason"), rows)


def _free(name: str, taken: Sequence[str]) -> str:
    while name in taken:
        name = f"capture_{name}"
    return name


def _of_table(table: Table) -> Grid:
    values = (column.values for column in table.columns)
    return Grid(table.name, table.names, tuple(zip(*values, strict=True)))


def _of_sweeps(sweeps: Sequence[Sweep]) -> Grid:
    columns = [
        name for name in _SWEEP_COLUMNS if any(getattr(sweep, name) is not None for sweep in sweeps)
    ]
    rows = []
    for sweep in sweeps:
        arrays = [getattr(sweep, name) for name in columns]
        rows += [
            (sweep.label, *(None if array is None else _plain(array[at]) for array in arrays))
            for at in range(len(sweep))
        ]
    return Grid(SWEEPS, ("series", *columns), tuple(rows))


def _of_memory(memory: Sequence[MemorySeries]) -> Grid:
    unit = memory[0].step_unit if len({series.step_unit for series in memory}) == 1 else "step"
    rows = tuple(
        (series.label, _plain(step), _plain(held))
        for series in memory
        for step, held in zip(series.step, series.bytes, strict=True)
    )
    return Grid(MEMORY, ("series", "time_s" if unit == "s" else unit, "bytes"), rows)


def _of_histograms(measured: Sequence[Histogram]) -> Grid:
    rows = tuple(
        (one.label, _plain(lower), _plain(upper), _plain(count), one.unit)
        for one in measured
        for lower, upper, count in zip(one.lower, one.upper, one.count, strict=True)
    )
    return Grid(HISTOGRAMS, ("histogram", "lower", "upper", "count", "unit"), rows)


def _of_frames(name: str, measured: Sequence[LockUse]) -> Grid:
    frames = [one.frame() for one in measured]
    rows = [
        tuple(value if isinstance(value, str) else _plain(value) for value in row)
        for frame in frames
        for row in frame.itertuples(index=False)
    ]
    return Grid(name, tuple(frames[0].columns), tuple(rows))


def _plain(number: float) -> float | int | None:
    """The number as JSON and CSV write it best: whole ones without a point."""
    if not math.isfinite(number):
        return None
    value = float(number)
    return int(value) if value.is_integer() and abs(value) < 2**53 else value
