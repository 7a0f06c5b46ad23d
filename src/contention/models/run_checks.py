"""Whether the numbers of a run agree with each other."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from contention.models.run_costs import NOT_LISTED, RunCosts, sum_of

__all__ = ["RunCheck", "check_runs"]

_CLOSURE = 0.25
_UNEXPLAINED = 0.3


@dataclass(frozen=True)
class RunCheck:
    """One identity, held against the numbers of one run.

    Attributes
    ----------
    run : str
        Name of the run.
    rule : str
        What should hold.
    found : str
        What the numbers say.
    kept : bool
        Whether it holds, within rounding or the error of samples.
    """

    run: str
    rule: str
    found: str
    kept: bool


def check_runs(runs: Iterable[RunCosts]) -> tuple[RunCheck, ...]:
    """Hold the numbers of runs against the identities that they should keep.

    CPU is no more than elapsed time; CPU and waits together are no more either, nor very much
    less; what a report lists is what it sums up; what samples saw within calls is about what the
    calls took; and no wait is longer than all of them.

    Parameters
    ----------
    runs : iterable of RunCosts
        With the waits within calls only.

    Returns
    -------
    tuple of RunCheck
        Only the identities that the numbers can be held against.

    Examples
    --------
    >>> from contention.measurements import CallStatistics
    >>> from contention.models.compared_runs import ComparedRun
    >>> from contention.models.run_costs import run_costs
    >>> calls = CallStatistics("a", ("execute",), [9], [1.9], [1.5], [0], [0], [0], [9])
    >>> check = check_runs([run_costs(ComparedRun("old", "", (calls,), ()))])[0]
    >>> check.kept, check.found
    (False, 'CPU 1.9 s, elapsed 1.5 s')
    """
    return tuple(check for one in runs for check in _checks(one))


def _checks(one: RunCosts) -> Iterator[RunCheck]:
    name, elapsed = one.run.name, one.elapsed
    has_cpu = bool(one.calls) and math.isfinite(one.cpu_s)
    slack = elapsed.resolution_s
    if has_cpu:
        yield RunCheck(
            name,
            "CPU is no more than the elapsed time",
            f"CPU {one.cpu_s:.4g} s, elapsed {elapsed.seconds:.4g} s",
            one.cpu_s <= elapsed.seconds + slack,
        )
    if one.calls and one.waits:
        yield from _sums(one, has_cpu, slack)
    rest = [amount for (statement, _), amount in one.calls.items() if statement == NOT_LISTED]
    if rest:
        seconds = sum_of(rest).seconds
        yield RunCheck(
            name,
            "the statements that are listed make up the printed totals",
            f"{seconds:.4g} s of {elapsed.seconds:.4g} s are of statements not listed",
            False,
        )
    if one.calls and one.not_waiting:
        seen = one.waited.seconds + sum_of(one.not_waiting.values()).seconds
        yield RunCheck(
            name,
            "samples within calls are about the elapsed time",
            f"sampled {seen:.4g} s, elapsed {elapsed.seconds:.4g} s",
            abs(seen - elapsed.seconds) <= _CLOSURE * max(elapsed.seconds, seen),
        )
    yield from _longest(one)


def _sums(one: RunCosts, has_cpu: bool, slack: float) -> Iterator[RunCheck]:
    elapsed = one.elapsed.seconds
    waited = one.waited
    sampled = waited.sample_s > 0
    if sampled:
        slack += 3.0 * waited.sample_s * math.sqrt(waited.seconds / waited.sample_s)
    taken = waited.seconds + (one.cpu_s if has_cpu else 0.0)
    what = "CPU and waits" if has_cpu else "waits"
    yield RunCheck(
        one.run.name,
        f"{what} are no more than the elapsed time",
        f"{what} {taken:.4g} s, elapsed {elapsed:.4g} s",
        taken <= elapsed + slack + waited.resolution_s * (not sampled),
    )
    if has_cpu:
        yield RunCheck(
            one.run.name,
            "CPU and waits make up most of the elapsed time",
            f"{(elapsed - taken) / elapsed:.0%} of the elapsed time is neither",
            elapsed - taken <= _UNEXPLAINED * elapsed,
        )


def _longest(one: RunCosts) -> Iterator[RunCheck]:
    for profile in one.run.waits:
        longest, total = profile.max_wait_s, profile.total_waited_s
        for event, most, seconds in zip(profile.event, longest, total, strict=True):
            if most > seconds + profile.resolution_s:
                yield RunCheck(
                    one.run.name,
                    "no wait is longer than all of them",
                    f"{event}: longest {most:.4g} s, all {seconds:.4g} s",
                    False,
                )
