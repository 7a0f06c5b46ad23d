"""From a table of calls or of waits to call statistics and wait profiles.

==============  ===========================================================================
role            column names
==============  ===========================================================================
call            call: parse, execute, fetch or total, in any case
count           count, calls
CPU, elapsed    cpu, elapsed, with a unit such as ``_s`` or ``_us``; seconds without one
blocks          disk, query, current
rows            rows
event           event, event_waited_on
times waited    times_waited, waits, times
longest, all    max_wait, total_waited, with a unit or in seconds
statement       statement, sql_id
run             run, state
system          system, version
==============  ===========================================================================

Needed are ``call``, ``count`` and ``elapsed`` for calls, and ``event``, ``times_waited`` and
``total_waited`` for waits; what else is absent is missing, not zero. Rows that agree in
statement, run and system belong together.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from contention.errors import MeasurementError
from contention.measurements import CallStatistics, Column, Flag, Table, WaitProfile
from contention.readers.columns import seconds_factor

__all__ = ["call_names", "calls_from", "waits_from"]

Array = NDArray[np.float64]

_UNIT = "(?:_(?:ns|us|ms|cs|s))?"
_PATTERNS = {
    role: re.compile(pattern)
    for role, pattern in {
        "call": "call",
        "count": "count|calls",
        "cpu_s": f"cpu{_UNIT}|cpu_time{_UNIT}",
        "elapsed_s": f"elapsed{_UNIT}|elapsed_time{_UNIT}",
        "disk": "disk",
        "query": "query",
        "current": "current",
        "rows": "rows",
        "event": "event|event_waited_on",
        "times_waited": "times_waited|waits|times",
        "max_wait_s": f"max_wait{_UNIT}",
        "total_waited_s": f"total_waited{_UNIT}",
        "statement": "statement|sql_id",
        "run": "run|state",
        "system": "system|version",
    }.items()
}
_TIMES = ("cpu_s", "elapsed_s", "max_wait_s", "total_waited_s")
_CALLS = ("count", "cpu_s", "elapsed_s", "disk", "query", "current", "rows")
_WAITS = ("times_waited", "max_wait_s", "total_waited_s")
_NEEDED = (("call", "count", "elapsed_s"), ("event", "times_waited", "total_waited_s"))
_GROUPS = ("system", "run", "statement")


def _roles(names: Iterable[str]) -> dict[str, str]:
    """The first column name of each role."""
    listed = list(names)
    found = {
        role: next((name for name in listed if pattern.fullmatch(name)), None)
        for role, pattern in _PATTERNS.items()
    }
    return {role: name for role, name in found.items() if name is not None}


def call_names(names: Iterable[str]) -> set[str]:
    """Of some column names, those that must hold numbers if the table is one of calls or waits.

    Parameters
    ----------
    names : iterable of str
        Column names of one table.

    Returns
    -------
    set of str
        Empty when the table is neither.

    Examples
    --------
    >>> sorted(call_names(["run", "event", "times_waited", "total_waited_s"]))
    ['times_waited', 'total_waited_s']
    """
    roles = _roles(names)
    for needed, numbers in zip(_NEEDED, (_CALLS, _WAITS), strict=True):
        if all(role in roles for role in needed):
            return {roles[role] for role in numbers if role in roles}
    return set()


def calls_from(table: Table) -> tuple[CallStatistics, ...]:
    """The call statistics of a table, one per statement, run and system.

    Parameters
    ----------
    table : Table
        Any table.

    Returns
    -------
    tuple of CallStatistics
        Empty when the table lacks a column that is needed.

    Raises
    ------
    MeasurementError
        When a kind of call occurs twice in one group, or a number is negative.

    Examples
    --------
    >>> from contention.measurements import Provenance
    >>> texts = {"call": "Execute", "count": "20", "elapsed_ms": "4570"}
    >>> columns = [Column(n, n, (t,), (t if n == "call" else int(t),)) for n, t in texts.items()]
    >>> calls_from(Table("t", tuple(columns), (2,), Provenance("a")))[0].elapsed_s.tolist()
    [4.57]
    """
    roles = _roles(table.names)
    if not all(role in roles for role in _NEEDED[0]):
        return ()
    kinds = [str(text or "").strip().lower() for text in table.column(roles["call"]).text]
    made = []
    for names, rows in _grouped(table, roles).items():
        numbers = {name: _numbers(table, roles, name, rows) for name in _CALLS}
        made.append(
            CallStatistics(
                names[2],
                tuple(kinds[row] for row in rows),
                **numbers,
                run=names[1],
                system=names[0],
                resolution_s=_resolution(table, roles["elapsed_s"], rows),
                provenance=table.provenance,
                flags=_flags(table, rows),
            )
        )
    return tuple(made)


def waits_from(table: Table) -> tuple[WaitProfile, ...]:
    """The wait profiles of a table, one per statement, run and system.

    Parameters
    ----------
    table : Table
        Any table.

    Returns
    -------
    tuple of WaitProfile
        Empty when the table lacks a column that is needed.

    Raises
    ------
    MeasurementError
        When an event occurs twice in one group, or a number is negative.

    Examples
    --------
    >>> from contention.measurements import Provenance
    >>> texts = {"event": "latch free", "times_waited": "3", "total_waited_us": "250"}
    >>> columns = [Column(n, n, (t,), (t if n == "event" else int(t),)) for n, t in texts.items()]
    >>> waits_from(Table("t", tuple(columns), (2,), Provenance("a")))[0].waited_s
    0.00025
    """
    roles = _roles(table.names)
    if not all(role in roles for role in _NEEDED[1]):
        return ()
    events = [str(text or "").strip() for text in table.column(roles["event"]).text]
    made = []
    for names, rows in _grouped(table, roles).items():
        numbers = {name: _numbers(table, roles, name, rows) for name in _WAITS}
        made.append(
            WaitProfile(
                names[2],
                tuple(events[row] for row in rows),
                **numbers,
                run=names[1],
                system=names[0],
                resolution_s=_resolution(table, roles["total_waited_s"], rows),
                provenance=table.provenance,
                flags=_flags(table, rows),
            )
        )
    return tuple(made)


def _grouped(table: Table, roles: dict[str, str]) -> dict[tuple[str, str, str], list[int]]:
    groups: dict[tuple[str, str, str], list[int]] = {}
    texts = [
        table.column(roles[role]).text if role in roles else (None,) * len(table)
        for role in _GROUPS
    ]
    for row, (system, run, statement) in enumerate(zip(*texts, strict=True)):
        key = ((system or "").strip(), (run or "").strip(), (statement or "").strip())
        groups.setdefault(key, []).append(row)
    return groups


def _column(table: Table, roles: dict[str, str], role: str) -> Column | None:
    return table.column(roles[role]) if role in roles else None


def _numbers(table: Table, roles: dict[str, str], role: str, rows: list[int]) -> Array:
    column = _column(table, roles, role)
    if column is None:
        return np.full(len(rows), np.nan)
    values = table.numbers(column.name)[rows]
    if np.any(values < 0):
        at = rows[int(np.argmax(values < 0))]
        raise MeasurementError(
            "a count or a time is negative",
            path=table.provenance.source,
            line=table.lines[at],
            column=column.name,
            found=str(column.text[at]),
            hint="correct that cell; a missing value is an empty cell",
        )
    return values * seconds_factor(column, table, default=1.0) if role in _TIMES else values


def _resolution(table: Table, name: str, rows: list[int]) -> float:
    """The unit of the last digit with which a column of times is printed, in seconds."""
    column = table.column(name)
    texts = [column.text[row] or "" for row in rows]
    decimals = max(len(text.partition(".")[2]) for text in texts)
    return seconds_factor(column, table, default=1.0) * 10.0**-decimals


def _flags(table: Table, rows: list[int]) -> tuple[Flag, ...]:
    lines = {table.lines[row] for row in rows}
    return tuple(flag for flag in table.flags if flag.line in lines)
