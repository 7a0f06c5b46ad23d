"""A run in numbers: what each call, the CPU and each wait took, ready to be compared."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from contention.measurements import NOT_WAITING, CallStatistics, WaitProfile
from contention.models.compared_runs import ComparedRun

__all__ = ["BETWEEN_CALLS", "NOT_LISTED", "Amount", "RunCosts", "run_costs", "sum_of"]

BETWEEN_CALLS = ("message from client", "clientread", "idle")
"""Parts of the names of events in which a session waits for its client, outside of any call."""

NOT_LISTED = "statements not listed"
"""Stands for the difference between the totals of a report and the statements that it lists."""


@dataclass(frozen=True)
class Amount:
    """So many things, and the seconds that they took together.

    Attributes
    ----------
    count : float
        How many; NaN where they were not counted.
    seconds : float
        All of them together.
    resolution_s : float
        How far rounding may have moved the seconds, both ways together.
    sample_s : float
        Seconds that one sample stands for; NaN where the time was measured.

    Examples
    --------
    >>> both = Amount(2, 0.5, 0.01) + Amount(3, 0.25, 0.01)
    >>> both.count, both.seconds, both.resolution_s
    (5, 0.75, 0.02)
    """

    count: float
    seconds: float
    resolution_s: float = 0.0
    sample_s: float = math.nan

    def __add__(self, other: Amount) -> Amount:
        return Amount(
            self.count + other.count,
            self.seconds + other.seconds,
            self.resolution_s + other.resolution_s,
            self.sample_s if self.sample_s == other.sample_s else math.nan,
        )


def sum_of(amounts: Iterable[Amount]) -> Amount:
    """Amounts of one run together; nothing where there are none.

    Examples
    --------
    >>> sum_of([Amount(2, 0.5), Amount(1, 0.25)]).seconds, sum_of([]).count
    (0.75, 0.0)
    """
    listed = list(amounts)
    total = listed[0] if listed else Amount(0.0, 0.0)
    for amount in listed[1:]:
        total = total + amount
    return total


@dataclass(frozen=True)
class RunCosts:
    """One run in amounts.

    Attributes
    ----------
    run : ComparedRun
        What it was made from.
    calls : mapping of (str, str) to Amount
        By statement and kind of call.
    cpu_s : float
        CPU of all calls in seconds; NaN where it is not known.
    rows : float
        Rows of all calls; NaN where they are not known.
    waits : mapping of (str, str) to Amount
        By statement and event, within calls and outside.
    not_waiting : mapping of (str, str) to Amount
        Sampled seconds in which a statement waited for nothing; empty where waits were counted.
    missing : tuple of str
        What lacks a time and is left out.
    outside : mapping of (str, str) to Amount
        Waits that are not within the calls, once they are taken out of ``waits``.
    """

    run: ComparedRun
    calls: Mapping[tuple[str, str], Amount]
    cpu_s: float
    rows: float
    waits: Mapping[tuple[str, str], Amount]
    not_waiting: Mapping[tuple[str, str], Amount]
    missing: tuple[str, ...] = ()
    outside: Mapping[tuple[str, str], Amount] = field(default_factory=dict)

    @property
    def elapsed(self) -> Amount:
        """All calls together."""
        return sum_of(self.calls.values())

    @property
    def waited(self) -> Amount:
        """All waits together."""
        return sum_of(self.waits.values())

    @property
    def taken(self) -> Amount:
        """The calls together; without calls, all that was sampled or waited."""
        if self.calls:
            return self.elapsed
        return sum_of((*self.waits.values(), *self.not_waiting.values()))

    @property
    def with_outside(self) -> Amount:
        """The same with what was waited outside of the calls."""
        return sum_of((self.taken, *self.outside.values()))

    @property
    def executions(self) -> float:
        """Executions of all statements; of statements without such a row, all their calls."""
        kinds = {call for _, call in self.calls}
        wanted = {"execute"} if "execute" in kinds else kinds
        return sum_of(one for (_, call), one in self.calls.items() if call in wanted).count

    def executions_of(self, statement: str) -> float:
        """Executions of one statement."""
        return sum_of(
            one
            for (name, call), one in self.calls.items()
            if name == statement and call in ("execute", "total")
        ).count


def run_costs(run: ComparedRun) -> RunCosts:
    """The amounts of one run.

    Where a report lists statements and also totals over all of them, the statements are used,
    and what the totals have more is kept as one more statement.

    Parameters
    ----------
    run : ComparedRun
        Its calls and waits.

    Returns
    -------
    RunCosts
        In seconds.

    Examples
    --------
    >>> calls = CallStatistics("a", ("parse", "execute"), [1, 20], [0.0, 3.1], [0.0, 4.6],
    ...                        *[[0, 0]] * 4)
    >>> costs = run_costs(ComparedRun("before", "", (calls,), ()))
    >>> costs.elapsed.seconds, costs.executions, costs.cpu_s
    (4.6, 20.0, 3.1)
    """
    cells: dict[tuple[str, str], Amount] = {}
    missing: list[str] = []
    cpu = rows = 0.0
    for one in (*_singles(run.calls), *_rest_of_calls(run.calls)):
        for at in _parts(one):
            call, seconds = one.call[at], float(one.elapsed_s[at])
            if math.isnan(seconds):
                missing.append(f"{call} of {one.statement or 'the run'}")
                continue
            count = float(one.count[at])
            amount = Amount(count, seconds, one.resolution_s if count or seconds else 0.0)
            key = (one.statement, call)
            cells[key] = cells[key] + amount if key in cells else amount
            cpu += float(one.cpu_s[at])
            rows += float(one.rows[at])
    waits, idle = _waits(run.waits, missing)
    return RunCosts(run, cells, cpu, rows, waits, idle, tuple(missing))


def _singles(calls: Sequence[CallStatistics]) -> list[CallStatistics]:
    singles = [one for one in calls if not one.statement.startswith("overall_")]
    return singles or list(calls)


def _parts(one: CallStatistics) -> list[int]:
    """Rows that make up the whole: without the printed total, unless there is nothing else."""
    parts = [at for at, call in enumerate(one.call) if call != "total"]
    return parts or list(range(len(one.call)))


def _rest_of_calls(calls: Sequence[CallStatistics]) -> list[CallStatistics]:
    """What the totals of a report have more than the statements that it lists."""
    singles = _singles(calls)
    totals = [one for one in calls if one.statement.startswith("overall_")]
    if not totals or singles == list(calls):
        return []
    kinds = list(dict.fromkeys(c for one in totals for c in one.call if c != "total"))
    rest = {
        name: [
            sum(one.at(kind, name) for one in totals) - sum(one.at(kind, name) for one in singles)
            for kind in kinds
        ]
        for name in ("count", "cpu_s", "elapsed_s", "rows")
    }
    slack = totals[0].resolution_s * (len(singles) + len(totals))
    if not sum(rest["elapsed_s"]) > slack:
        return []
    nothing = np.zeros(len(kinds))
    return [
        CallStatistics(
            NOT_LISTED,
            tuple(kinds),
            count=np.maximum(rest["count"], 0.0),
            cpu_s=np.maximum(rest["cpu_s"], 0.0),
            elapsed_s=np.maximum(rest["elapsed_s"], 0.0),
            disk=nothing,
            query=nothing,
            current=nothing,
            rows=np.maximum(rest["rows"], 0.0),
            resolution_s=slack,
        )
    ]


def _waits(
    waits: Sequence[WaitProfile], missing: list[str]
) -> tuple[dict[tuple[str, str], Amount], dict[tuple[str, str], Amount]]:
    cells: dict[tuple[str, str], Amount] = {}
    idle: dict[tuple[str, str], Amount] = {}
    singles = [one for one in waits if not one.statement.startswith("overall_")]
    for one in singles or waits:
        for at, event in enumerate(one.event):
            seconds = float(one.total_waited_s[at])
            if math.isnan(seconds):
                missing.append(f"waits for {event}")
                continue
            amount = Amount(
                float(one.times_waited[at]), seconds, one.resolution_s, one.sample_interval_s
            )
            target = idle if event == NOT_WAITING else cells
            key = (one.statement, event)
            target[key] = target[key] + amount if key in target else amount
    totals = [one for one in waits if one.statement.startswith("overall_")]
    if singles and totals:
        _add_rest(cells, totals)
    return cells, idle


def _add_rest(cells: dict[tuple[str, str], Amount], totals: Sequence[WaitProfile]) -> None:
    """Add the waits that the totals of a report have more than its statements."""
    listed: dict[str, Amount] = {}
    for (_, event), amount in cells.items():
        listed[event] = listed[event] + amount if event in listed else amount
    for event in dict.fromkeys(event for one in totals for event in one.event):
        own = listed.get(event, Amount(0.0, 0.0))
        count = sum(one.at(event, "times_waited") for one in totals) - own.count
        seconds = sum(one.at(event, "total_waited_s") for one in totals) - own.seconds
        if count > 0 and seconds >= 0:
            slack = own.resolution_s + totals[0].resolution_s
            cells[NOT_LISTED, event] = Amount(count, seconds, slack)
