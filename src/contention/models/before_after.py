"""Before and after: two runs, or two sets of repeats, and a difference that adds up."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from contention.errors import MeasurementError
from contention.models.before_after_result import BeforeAfter
from contention.models.compared_runs import Sides
from contention.models.intervals import check_alpha
from contention.models.outside_calls import split_outside
from contention.models.run_checks import check_runs
from contention.models.run_comparison import (
    RunComparison,
    call_parts,
    component_parts,
    wait_parts,
)
from contention.models.run_costs import BETWEEN_CALLS, RunCosts, run_costs
from contention.models.slowdown import Slowdown, compare_times

__all__ = ["compare_before_after"]

_SAME_WORK = 0.01
"""Runs whose executions differ by no more than this share did the same work."""

_Costs = tuple[Sequence[RunCosts], Sequence[RunCosts]]


def compare_before_after(
    sides: Sides,
    *,
    per: str = "",
    between_calls: Sequence[str] = BETWEEN_CALLS,
    alpha: float = 0.05,
) -> BeforeAfter:
    """Compare the runs of two sides, and say where the difference is.

    The elapsed time of all calls is E. Its difference per unit of work is taken apart twice, each
    time so that the parts add up to it: by statement and kind of call; and into CPU, each wait
    event, and the rest E - CPU - waits. Each part is split further into the change of the number
    and of the mean, see :func:`~contention.models.split_change`. Without calls, the total is that
    of the waits.

    Time that is not within a call is kept apart, see
    :func:`~contention.models.outside_calls.split_outside`.

    Parameters
    ----------
    sides : Sides
        The runs, from :func:`~contention.models.choose_sides`.
    per : str
        The unit of work: ``run``, ``execution``, ``row``, or the name of a statement whose
        executions count. Empty: ``run`` where all runs made as many executions within 1 %,
        otherwise ``execution``.
    between_calls : sequence of str
        Parts of the names of events that lie between calls, in any case.
    alpha : float, default 0.05
        Share of intervals that miss.

    Returns
    -------
    BeforeAfter
        Seconds per unit of work. With two runs or more of each side, intervals are those of
        Welch's t, of the logarithms for the ratio and of the times for differences.

    Raises
    ------
    MeasurementError
        When a run took no time or did none of the work, or some runs have calls and others not.

    Examples
    --------
    A report with 20 s and no wait, and one of 30 s with 400 waits in 4 s:

    >>> from contention.measurements import CallStatistics, WaitProfile
    >>> from contention.models import choose_sides, compared_runs
    >>> calls = [CallStatistics("a", ("execute",), [1000], [cpu], [elapsed], [0], [0], [0], [0],
    ...          run=run) for run, cpu, elapsed in (("old", 19.0, 20.0), ("new", 24.0, 30.0))]
    >>> waits = [WaitProfile("a", ("read",), [400], [0.1], [4.0], run="new")]
    >>> found = compare_before_after(choose_sides(compared_runs(calls, waits)))
    >>> [(part.name, part.difference_s) for part in found.by_component]
    [('CPU', 5.0), ('read', 4.0), ('not accounted for', 1.0)]
    """
    check_alpha(alpha)
    costs: _Costs = (
        tuple(run_costs(run) for run in sides.before),
        tuple(run_costs(run) for run in sides.after),
    )
    _require_alike(costs)
    unit, work = _work(costs, per)
    whole = RunComparison(costs, work, alpha)
    within, outside = split_outside(whole, between_calls)
    slowdown = _slowdown(within)
    with_calls = bool(within.all[0].calls)
    name = "elapsed time" if with_calls else "time waited"
    return BeforeAfter(
        before=sides.before[0].side,
        after=sides.after[0].side,
        unit_of_work=unit,
        work=(_mean(work[0]), _mean(work[1])),
        runs=(len(costs[0]), len(costs[1])),
        executions=_means(costs, lambda one: one.executions),
        rows=_means(costs, lambda one: one.rows),
        total=within.part(name, "total", lambda one: one.taken),
        with_outside=within.part("with outside", "total", lambda one: one.with_outside),
        slowdown=slowdown,
        by_call=call_parts(within) if with_calls else (),
        by_component=component_parts(within) if with_calls else wait_parts(within),
        outside=outside,
        checks=check_runs(within.all),
        costs=within.all,
        missing=_missing(within),
        left_out=sides.left_out,
        alpha=alpha,
    )


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def _means(costs: _Costs, take: Callable[[RunCosts], float]) -> tuple[float, float]:
    before, after = (_mean([take(one) for one in side]) for side in costs)
    return before, after


def _require_alike(costs: _Costs) -> None:
    everyone = (*costs[0], *costs[1])
    without = [one.run.name for one in everyone if not one.calls]
    if 0 < len(without) < len(everyone):
        raise MeasurementError(
            "the calls of some runs are known and those of others are not",
            found=f"no calls of {', '.join(without)}",
            expected="calls of every run, or of none",
            hint="give calls and waits of a run the same name in a column run",
        )


def _missing(runs: RunComparison) -> tuple[str, ...]:
    """What lacks a time, and which runs list no wait where others do."""
    said = [f"{one.run.name}: {what} lacks a time" for one in runs.all for what in one.missing]
    if runs.has_waits:
        said += [
            f"{one.run.name}: no wait is listed, which is taken to mean that there was none"
            for one in runs.all
            if not one.run.waits
        ]
    return tuple(said)


def _work(costs: _Costs, per: str) -> tuple[str, tuple[list[float], list[float]]]:
    """The unit of work, and how many of it each run did."""
    executions = [[one.executions for one in side] for side in costs]
    flat = [count for side in executions for count in side]
    if not per:
        known = all(count > 0 for count in flat)
        same = not known or max(flat) - min(flat) <= _SAME_WORK * max(flat)
        per = "run" if same else "execution"
    if per == "run":
        counts = [[1.0 for _ in side] for side in costs]
    elif per == "execution":
        counts = executions
    elif per == "row":
        counts = [[one.rows for one in side] for side in costs]
    else:
        counts = [[one.executions_of(per) for one in side] for side in costs]
    for side, found in zip(costs, counts, strict=True):
        for one, count in zip(side, found, strict=True):
            if not (count > 0 and math.isfinite(count)):
                raise MeasurementError(
                    f"run {one.run.name} did none of the work that it is counted by",
                    found=f"{count:g} of: {per}",
                    expected="run, execution, row, or a statement that every run executed",
                )
    return per, (counts[0], counts[1])


def _slowdown(runs: RunComparison) -> Slowdown:
    taken = [[one.taken for one in side] for side in runs.costs]
    times, halves = [], []
    for side, works in zip(taken, runs.work, strict=True):
        pairs = list(zip(side, works, strict=True))
        times.append([one.seconds / work for one, work in pairs])
        halves.append(_mean([one.resolution_s / work / 2 for one, work in pairs]))
    if not min(map(min, times)) > 0:
        raise MeasurementError(
            "a run took no time that could be measured",
            found="0 s",
            hint="compare more work, or with a finer clock",
        )
    sampled = any(one.sample_s > 0 for side in taken for one in side)
    coarse = any(h >= min(t) for h, t in zip(halves, times, strict=True))
    before, after = (0.0, 0.0) if sampled or coarse else halves
    return compare_times(times[1], times[0], slow_half_unit_s=after, fast_half_unit_s=before)
