"""The runs of two sides with their work, and the parts that their difference is taken into."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from contention.models.changed_part import ChangedPart, changed_part
from contention.models.run_costs import Amount, RunCosts, sum_of

__all__ = ["RunComparison", "call_parts", "component_parts", "ranked", "wait_parts"]

_NOTHING = Amount(0.0, 0.0)
_REST = {
    # (CPU is known, waits are known): what the rest is called
    (True, True): "not accounted for",
    (True, False): "not on CPU",
    (False, True): "not waiting",
    (False, False): "not split",
}


@dataclass(frozen=True)
class RunComparison:
    """Runs of two sides, and the units of work of each.

    Attributes
    ----------
    costs : pair of sequence of RunCosts
        Before and after.
    work : pair of sequence of float
        Units of work of each run.
    alpha : float
        Share of intervals that miss.
    """

    costs: tuple[Sequence[RunCosts], Sequence[RunCosts]]
    work: tuple[Sequence[float], Sequence[float]]
    alpha: float

    @property
    def all(self) -> tuple[RunCosts, ...]:
        """The runs of both sides."""
        return (*self.costs[0], *self.costs[1])

    @property
    def has_waits(self) -> bool:
        """Whether any run lists waits."""
        return any(one.run.waits for one in self.all)

    def part(self, name: str, kind: str, take: Callable[[RunCosts], Amount]) -> ChangedPart:
        """One part of the difference; ``take`` says what belongs to it."""
        before, after = ([take(one) for one in side] for side in self.costs)
        return changed_part(name, kind, before, after, self.work, alpha=self.alpha)


def ranked(parts: Iterable[ChangedPart]) -> tuple[ChangedPart, ...]:
    """Parts, the largest change first.

    Examples
    --------
    >>> ranked([])
    ()
    """
    return tuple(sorted(parts, key=lambda part: -abs(part.difference_s)))


def call_parts(runs: RunComparison) -> tuple[ChangedPart, ...]:
    """The difference by statement and kind of call, the largest change first.

    Parameters
    ----------
    runs : RunComparison
        Runs with calls.

    Returns
    -------
    tuple of ChangedPart
        Named by the statement alone where there is one kind of call only.
    """
    keys = list(dict.fromkeys(key for one in runs.all for key in one.calls))
    single = len({call for _, call in keys}) == 1
    parts = []
    for statement, call in keys:
        name = f"{statement}: {call}" if statement else call
        parts.append(
            runs.part(
                statement if single and statement else name,
                "call",
                partial(_of_call, (statement, call)),
            )
        )
    return ranked(parts)


def wait_parts(runs: RunComparison) -> tuple[ChangedPart, ...]:
    """The difference by wait event, the largest change first.

    Parameters
    ----------
    runs : RunComparison
        Runs with waits.

    Returns
    -------
    tuple of ChangedPart
        The last is the sampled time in which nothing was waited for, where waits were sampled
        and there are no calls to tell it otherwise.
    """
    events = list(dict.fromkeys(event for one in runs.all for _, event in one.waits))
    parts = ranked(runs.part(event, "wait", partial(_of_event, event)) for event in events)
    if runs.all[0].calls or not any(one.not_waiting for one in runs.all):
        return parts
    idle = runs.part("not waiting", "rest", lambda one: sum_of(one.not_waiting.values()))
    return (*parts, idle)


def _cpu(one: RunCosts) -> Amount:
    return Amount(one.executions, one.cpu_s, one.elapsed.resolution_s)


def _of_call(key: tuple[str, str], one: RunCosts) -> Amount:
    return one.calls.get(key, _NOTHING)


def _of_event(event: str, one: RunCosts) -> Amount:
    return sum_of(amount for key, amount in one.waits.items() if key[1] == event)


def component_parts(runs: RunComparison) -> tuple[ChangedPart, ...]:
    """CPU and waits, the largest change first, and the rest that makes them add up.

    Parameters
    ----------
    runs : RunComparison
        Runs with calls.

    Returns
    -------
    tuple of ChangedPart
        The last is the elapsed time less CPU and waits, as far as these are known.
    """
    has_cpu = all(math.isfinite(one.cpu_s) for one in runs.all)
    parts = list(wait_parts(runs))
    if has_cpu:
        parts.append(runs.part("CPU", "cpu", _cpu))

    def left(one: RunCosts) -> Amount:
        taken = one.waited.seconds + (one.cpu_s if has_cpu else 0.0)
        return Amount(math.nan, one.elapsed.seconds - taken, one.elapsed.resolution_s)

    rest = runs.part(_REST[has_cpu, runs.has_waits], "rest", left)
    if rest.basis != "repeats" and runs.has_waits:
        waited = runs.part("", "wait", lambda one: one.waited)
        reach = [end - waited.difference_s for end in waited.interval_s]
        ends = (rest.interval_s[0] - reach[1], rest.interval_s[1] - reach[0])
        rest = replace(rest, interval_s=ends, basis=waited.basis)
    return (*ranked(parts), rest)
