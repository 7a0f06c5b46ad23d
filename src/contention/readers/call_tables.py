"""From a table of calls or of waits to call statistics and wait profiles.

Which columns are understood is listed in :mod:`contention.readers.call_columns`; what is absent
is missing, not zero. Rows that agree in statement, run, repeat and system belong together.

A table without a column ``call`` has one row for each statement, which counts as its executions.
Rows of sampled waits with no event are samples in which nothing was waited for; seconds are the
samples times the interval between them. Such rows, when they have the same names, are added up.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from contention.errors import MeasurementError, ReadError, UsageError
from contention.measurements import NOT_WAITING, CallStatistics, Flag, Table, WaitProfile
from contention.readers.call_columns import (
    BLANK_UNIT_IS_SECONDS,
    CALL_NUMBERS,
    WAIT_NUMBERS,
    call_roles,
    has_calls,
    has_samples,
    has_waits,
)
from contention.readers.columns import seconds_factor
from contention.readers.headings import SECONDS_PER_UNIT
from contention.readers.reading import Options

__all__ = ["calls_from", "waits_from"]

Array = NDArray[np.float64]

_GROUPS = ("system", "run", "repeat", "statement")


@dataclass(frozen=True)
class _Group:
    """The rows of a table that agree in their names.

    All groups of a table share ``known``, the numbers of its columns.
    """

    table: Table
    roles: dict[str, str]
    rows: list[int]
    names: tuple[str, ...]
    options: Options
    known: dict[str, Array] = field(default_factory=dict)

    def texts(self, role: str) -> list[str]:
        """The cells of a role, stripped; empty where the table has no such column."""
        if role not in self.roles:
            return [""] * len(self.rows)
        column = self.table.column(self.roles[role])
        return [(column.text[row] or "").strip() for row in self.rows]

    def numbers(self, role: str) -> Array:
        """The numbers of a role, times in seconds; missing where the table has no such column."""
        if role not in self.roles:
            return np.full(len(self.rows), np.nan)
        column = self.table.column(self.roles[role])
        if column.name not in self.known:
            self.known[column.name] = self.table.numbers(column.name)
        values = self.known[column.name][self.rows]
        if np.any(values < 0):
            at = self.rows[int(np.argmax(values < 0))]
            raise MeasurementError(
                "a count or a time is negative",
                path=self.table.provenance.source,
                line=self.table.lines[at],
                column=column.name,
                found=str(column.text[at]),
                hint="correct that cell; a missing value is an empty cell",
            )
        return values * self.factor(role) if role.endswith("_s") else values

    def factor(self, role: str) -> float:
        """Seconds in a unit of a column of times."""
        name = self.roles[role]
        default = 1.0 if BLANK_UNIT_IS_SECONDS.fullmatch(name) else None
        told = self.options.get("unit")
        if told:
            default = SECONDS_PER_UNIT.get(str(told))
            if default is None:
                raise UsageError("the option unit is a unit of time", found=repr(told))
        return seconds_factor(self.table.column(name), self.table, default=default)

    def resolution(self, role: str) -> float:
        """The unit of the last digit with which a column of times is printed, in seconds."""
        decimals = max(len(text.partition(".")[2]) for text in self.texts(role))
        return self.factor(role) * 10.0**-decimals

    @property
    def flags(self) -> tuple[Flag, ...]:
        """What could not be taken at face value in these rows."""
        lines = {self.table.lines[row] for row in self.rows}
        return tuple(flag for flag in self.table.flags if flag.line in lines)


def _groups(table: Table, roles: dict[str, str], options: Options) -> Iterator[_Group]:
    whole = _Group(table, roles, list(range(len(table))), (), options)
    found: dict[tuple[str, ...], list[int]] = {}
    for row, names in enumerate(zip(*(whole.texts(role) for role in _GROUPS), strict=True)):
        key = (*names[:3], " ".join(names[3].split()))
        found.setdefault(key, []).append(row)
    for key, rows in found.items():
        yield _Group(table, roles, rows, key, options, whole.known)


def calls_from(table: Table, options: Options | None = None) -> tuple[CallStatistics, ...]:
    """The call statistics of a table, one per statement, run, repeat and system.

    Parameters
    ----------
    table : Table
        Any table.
    options : mapping, optional
        ``unit``: the unit of times whose heading names none.

    Returns
    -------
    tuple of CallStatistics
        Empty when the table lacks a column that is needed.

    Raises
    ------
    MeasurementError
        When a kind of call occurs twice in one group, or a number is negative.
    ReadError
        When the unit of a time is not known.

    Examples
    --------
    >>> from contention.measurements import Column, Provenance
    >>> texts = {"call": "Execute", "count": "20", "elapsed_ms": "4570"}
    >>> columns = [Column(n, n, (t,), (t if n == "call" else int(t),)) for n, t in texts.items()]
    >>> calls_from(Table("t", tuple(columns), (2,), Provenance("a")))[0].elapsed_s.tolist()
    [4.57]
    """
    roles = call_roles(table.names)
    if not has_calls(roles):
        return ()
    made = []
    for group in _groups(table, roles, options or {}):
        numbers = {name: group.numbers(name) for name in CALL_NUMBERS}
        kinds: Sequence[str] = [text.lower() for text in group.texts("call")]
        if "call" not in roles:
            kinds = ["execute"]
            numbers = {name: np.array([values.sum()]) for name, values in numbers.items()}
        made.append(
            CallStatistics(
                group.names[3],
                tuple(kinds),
                **numbers,
                run=group.names[1],
                system=group.names[0],
                repeat=group.names[2],
                resolution_s=group.resolution("elapsed_s"),
                provenance=table.provenance,
                flags=group.flags,
                digest="",
            )
        )
    return tuple(made)


def waits_from(table: Table, options: Options | None = None) -> tuple[WaitProfile, ...]:
    """The wait profiles of a table, one per statement, run, repeat and system.

    Parameters
    ----------
    table : Table
        Any table.
    options : mapping, optional
        ``unit``: the unit of times whose heading names none; ``sample_interval_ms``: milliseconds
        from one sample to the next, where the table does not say.

    Returns
    -------
    tuple of WaitProfile
        Empty when the table lacks a column that is needed.

    Raises
    ------
    MeasurementError
        When an event that was counted occurs twice in one group, or a number is negative.
    ReadError
        When the unit of a time, or the interval between samples, is not known.

    Examples
    --------
    >>> from contention.measurements import Column, Provenance
    >>> texts = {"event": "latch free", "times_waited": "3", "total_waited_us": "250"}
    >>> columns = [Column(n, n, (t,), (t if n == "event" else int(t),)) for n, t in texts.items()]
    >>> waits_from(Table("t", tuple(columns), (2,), Provenance("a")))[0].waited_s
    0.00025
    """
    roles = call_roles(table.names)
    groups = list(_groups(table, roles, options or {})) if "event" in roles else []
    if has_waits(roles):
        return tuple(_counted(group) for group in groups)
    if has_samples(roles):
        return tuple(_sampled(group) for group in groups)
    return ()


def _events(group: _Group) -> list[str]:
    pairs = zip(group.texts("event_type"), group.texts("event"), strict=True)
    return [":".join(filter(None, pair)) for pair in pairs]


def _counted(group: _Group) -> WaitProfile:
    numbers = {name: group.numbers(name) for name in WAIT_NUMBERS}
    resolution = group.resolution("total_waited_s")
    return _profile(group, _events(group), numbers, resolution)


def _sampled(group: _Group) -> WaitProfile:
    interval = _interval(group)
    samples = group.numbers("samples")
    sums: dict[str, float] = {}
    for event, count in zip(_events(group), samples, strict=True):
        sums[event or NOT_WAITING] = sums.get(event or NOT_WAITING, 0.0) + float(count)
    nothing = np.full(len(sums), np.nan)
    seconds = np.array(list(sums.values())) * interval
    numbers = {"times_waited": nothing, "max_wait_s": nothing, "total_waited_s": seconds}
    return _profile(group, list(sums), numbers, interval, interval)


def _interval(group: _Group) -> float:
    told = group.options.get("sample_interval_ms")
    if "interval_s" in group.roles:
        found = set(group.numbers("interval_s")) - {0.0}
    else:
        found = {float(told) / 1e3} if told else set()
    if len(found) == 1 and np.isfinite(list(found)).all():
        return float(found.pop())
    raise ReadError(
        "samples become seconds by the interval between them, which is not known",
        path=group.table.provenance.source,
        found=f"{len(found)} different intervals in one run" if found else "no interval",
        expected="a column interval_ms with one value for each run, or sample_interval_ms",
        hint="run it with -p sample_interval_ms= and the milliseconds between samples",
    )


def _profile(
    group: _Group,
    events: Sequence[str],
    numbers: dict[str, Array],
    resolution_s: float,
    sample_interval_s: float = np.nan,
) -> WaitProfile:
    return WaitProfile(
        group.names[3],
        tuple(events),
        **numbers,
        run=group.names[1],
        system=group.names[0],
        repeat=group.names[2],
        resolution_s=resolution_s,
        sample_interval_s=sample_interval_s,
        provenance=group.table.provenance,
        flags=group.flags,
        digest="",
    )
