"""Runs of several methods, timed by a coarse clock, with and without an extra event."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from contention.errors import MeasurementError, MissingColumnError
from contention.measurements.provenance import Provenance
from contention.measurements.table import Column, Table

__all__ = ["TimedRuns", "timed_runs"]

Array = NDArray[np.float64]

_SECONDS = {"s": 1.0, "cs": 1e-2, "ms": 1e-3, "us": 1e-6, "ns": 1e-9}
_ELAPSED = re.compile(r"(?:elapsed|elpased|duration)(?:_time)?_(s|cs|ms|us|ns)")
_ENDS = re.compile(r"(?:.*_)?(?:session_ends|ends|endsession_count|sessions_ended)")


@dataclass(frozen=True, eq=False)
class TimedRuns:
    """Runs, each of one method.

    Attributes
    ----------
    method : tuple of str
        What made the items.
    items : ndarray, shape (n,)
        How many were made; positive.
    elapsed_s : ndarray, shape (n,)
        Elapsed time in seconds; zero or more.
    events : ndarray, shape (n,)
        How often the run was interrupted by the event, such as the end of a session.
    tick_s : float
        Unit of the clock in seconds.
    provenance : Provenance
        The capture.
    left_out : int
        Rows of the capture that lack a value.

    Raises
    ------
    MeasurementError
        When a value is impossible, or a method was run twice with as many events.

    Examples
    --------
    >>> runs = TimedRuns(("a", "b"), [100, 100], [0.2, 0.5], [0, 0], 0.01)
    >>> runs.row("b", 0)
    1
    """

    method: tuple[str, ...]
    items: Array
    elapsed_s: Array
    events: Array
    tick_s: float = 0.01
    provenance: Provenance = field(default_factory=lambda: Provenance("memory"))
    left_out: int = 0

    def __post_init__(self) -> None:
        for name in ("items", "elapsed_s", "events"):
            array = np.array(getattr(self, name), dtype=np.float64)
            array.setflags(write=False)
            object.__setattr__(self, name, array)
        problem = self._problem()
        if problem:
            raise MeasurementError(problem, path=self.provenance.source)

    def _problem(self) -> str:
        columns = (self.items, self.elapsed_s, self.events)
        if {column.shape for column in columns} != {(len(self.method),)} or not self.method:
            return "a timed run needs a method, a number of items, a time and a number of events"
        if not all(np.isfinite(column).all() for column in columns):
            return "a timed run lacks a number"
        if (self.items <= 0).any() or (self.elapsed_s < 0).any() or (self.events < 0).any():
            return "items must be positive, times and events zero or more"
        keys = list(zip(self.method, self.events, strict=True))
        twice = sorted({key for key in keys if keys.count(key) > 1})
        if twice:
            return f"method {twice[0][0]} was run twice with {twice[0][1]:g} events"
        return ""

    def __len__(self) -> int:
        return len(self.method)

    def row(self, method: str, events: float) -> int | None:
        """Index of the run of that method with so many events; None when there is none."""
        keys = zip(self.method, self.events, strict=True)
        return next((at for at, key in enumerate(keys) if key == (method, events)), None)


def timed_runs(tables: Sequence[Table]) -> TimedRuns:
    """The timed runs of a capture.

    A table is understood when it has ``elapsed_s`` (or ``_cs``, ``_ms``, ``_us``), and either
    ``method``, ``uuids`` (or ``items``) and perhaps ``session_ends``, or, as in a log of timed
    calls, ``argument_1`` for the items and ``argument_2`` for the method. The clock's tick is
    the unit of the last digit that any time prints.

    Parameters
    ----------
    tables : sequence of Table
        What a reader made of the capture. The first that is understood is used.

    Returns
    -------
    TimedRuns
        In the order of the capture; rows that lack a value are left out.

    Raises
    ------
    MissingColumnError
        When no table has the columns.
    MeasurementError
        When no row is complete, or the values are impossible.

    Examples
    --------
    >>> cells = {"method": "a", "uuids": 500, "elapsed_cs": 23}
    >>> columns = [Column(n, n, (str(v),), (v,)) for n, v in cells.items()]
    >>> timed_runs([Table("data", tuple(columns), (2,), Provenance("a.csv"))]).tick_s
    0.01
    """
    for table in tables:
        names = {name: name for name in table.names}
        elapsed = next((name for name in names if _ELAPSED.fullmatch(name)), None)
        log = table.name == "calls"
        items = next((n for n in ("uuids", "items", "argument_1") if n in names), None)
        method = next((n for n in ("method", "argument_2") if n in names), None)
        if elapsed and items and method and (log or "argument" not in items + method):
            events = next((name for name in names if _ENDS.fullmatch(name)), None)
            return _measured(table, elapsed, items, method, events)
    raise MissingColumnError(
        "the capture holds no timed runs",
        path=tables[0].provenance.source if tables else None,
        found="; ".join(", ".join(table.names) for table in tables)[:400] or "no table",
        expected="columns method, uuids, elapsed_cs (or elapsed_s, elapsed_ms) and session_ends",
    )


def _measured(table: Table, elapsed: str, items: str, method: str, events: str | None) -> TimedRuns:
    match = _ELAPSED.fullmatch(elapsed)
    assert match is not None
    unit = _SECONDS[match[1]]
    counts, times = table.numbers(items), table.numbers(elapsed) * unit
    ends = table.numbers(events) if events else np.zeros(len(table))
    labels = [str(text or "").strip() for text in table.column(method).text]
    kept = [
        at
        for at in range(len(table))
        if labels[at] and np.isfinite([counts[at], times[at], ends[at]]).all()
    ]
    if not kept:
        raise MeasurementError(
            "no row has a method, a number of items and a time",
            path=table.provenance.source,
            line=table.lines[0] if len(table) else None,
            found=", ".join(table.names),
        )
    return TimedRuns(
        tuple(labels[at] for at in kept),
        counts[kept],
        times[kept],
        ends[kept],
        unit * 10.0 ** -_decimals(table.column(elapsed)),
        table.provenance,
        len(table) - len(kept),
    )


def _decimals(column: Column) -> int:
    """Most digits behind the point that the column prints."""
    found = [re.search(r"[.,](\d+)", text) for text in column.text if text]
    return max((len(match[1]) for match in found if match), default=0)
