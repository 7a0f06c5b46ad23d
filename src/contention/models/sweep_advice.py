"""What to measure next for a sweep, and what its figures leave open."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from contention.measurements import Sweep
from contention.models.intervals import Interval
from contention.models.model_ladder_result import ModelLadder
from contention.models.retrograde import retrograde_throughput
from contention.models.scalability_residuals import durbin_watson
from contention.models.sweep_arrays import Array
from contention.models.sweep_columns import means_by_sessions
from contention.models.sweep_quality_result import SweepQuality
from contention.models.sweep_words import reach_text, sessions_text
from contention.models.universal_scalability import UniversalScalabilityFit

__all__ = ["cannot_say", "measure_next", "misses_shape"]

_WIDE = 3.0  # ratio of the ends of an interval that leaves the answer open
_FEW = 6  # different counts below which AICc and intervals are weak
_GAP = 2.6  # ratio of neighbouring counts that leaves the bend unseen
_MANY = 8  # points from which neighbouring residuals can be compared
_BEYOND = 1.5  # multiple of the peak up to which a sweep shows it


def misses_shape(ladder: ModelLadder) -> bool:
    """Whether the chosen law misses its points in a way that noise does not explain.

    Parameters
    ----------
    ladder : ModelLadder
        The lack of fit is tested where there are replicates; neighbouring residuals that agree
        are taken for misfit from eight points on.

    Examples
    --------
    >>> from contention.models import fit_model_ladder
    >>> misses_shape(fit_model_ladder([1, 2, 4, 8], [10.0, 19.0, 33.0, 50.0]))
    False
    """
    fit = ladder.chosen.fit
    test = fit.lack_of_fit
    if test is not None and test.p_value < 0.05:
        return True
    return fit.n >= _MANY and durbin_watson(fit.residuals * fit.core.weights) < 1.0


def _misfit(ladder: ModelLadder) -> Array:
    """Residual of each point, averaged over its session count."""
    fit = ladder.chosen.fit
    counts, means = means_by_sessions(fit.sessions, fit.residuals)
    spread: Array = means[np.searchsorted(counts, fit.sessions)]
    return spread


def measure_next(
    sweep: Sweep, quality: SweepQuality, ladder: ModelLadder | None, ends: dict[str, Interval]
) -> Iterator[str]:
    """Measurements that would add to a sweep, the most useful first.

    Parameters
    ----------
    sweep : Sweep
    quality : SweepQuality
        What the gate said of it.
    ladder : ModelLadder or None
        The laws fitted to it.
    ends : dict
        Intervals of the chosen law, by name; empty without one.

    Examples
    --------
    >>> from contention.models import check_sweep
    >>> sweep = Sweep("data", [1, 2, 4], [10.0, 19.0, 36.0])
    >>> next(measure_next(sweep, check_sweep(sweep), None, {}))
    'measure more different session counts: 3 are too few for a law with contention and coherency'
    """
    n, x = means_by_sessions(sweep.sessions, sweep.throughput_per_s)
    top = int(np.argmax(x))
    if n.size < _FEW:
        reason = "contention and coherency" if n.size < 4 else "intervals that say much"
        yield f"measure more different session counts: {n.size} are too few for " + (
            f"a law with {reason}" if n.size < 4 else reason
        )
    if n[0] > 1:
        yield f"measure one session: the lowest count is {n[0]:g}, so the start is extrapolated"
    if sweep.sessions.size == n.size:
        near = ", ".join(f"{count:g}" for count in sorted({n[0], n[max(top - 1, 0)], n[top]}))
        yield (
            f"run each count twice or more, first of all {near}: without repeats noise cannot be "
            "told from the misfit of a curve"
        )
    yield from _range_to_measure(n, top, ladder, ends)
    for finding in quality.findings:
        if finding.check in ("shape", "replicates"):
            assert finding.sessions is not None
            yield f"repeat the runs at {sessions_text(finding.sessions)}: {finding.message}"
    if sweep.response_time_s is None:
        yield (
            "record the mean response time of each run: Little's law then checks units and shows "
            "think time"
        )
    if sweep.cpu_time_s is None:
        yield (
            "record the CPU time of each run and the number of processors: they tell full "
            "processors from waiting"
        )


def _range_to_measure(
    n: Array,
    top: int,
    ladder: ModelLadder | None,
    ends: dict[str, Interval],
) -> Iterator[str]:
    last = float(n[-1])
    if top == n.size - 1:
        yield (
            f"measure beyond {last:g} sessions, up to {2 * last:g}: throughput is greatest at the "
            "last count, so its maximum is not known"
        )
    elif ladder is not None and ladder.chosen.law == "universal_scalability":
        reach = _BEYOND * ladder.derived["peak_sessions"]
        if math.isfinite(reach) and reach > last:
            yield f"measure up to {math.ceil(reach):g} sessions, to see both sides of the peak"
    ratios = n[1:] / n[:-1]
    before_top = top - 1 if top < n.size - 1 else -1
    bend = [i for i in range(n.size - 1) if ratios[i] > (1.4 if i == before_top else _GAP)]
    between = sorted({round(math.sqrt(n[i] * n[i + 1])) for i in bend} - {int(v) for v in n})
    if between:
        yield (
            f"add {', '.join(map(str, between))} sessions: the counts on either side are too far "
            "apart to see where it bends"
        )
    if ladder is not None and misses_shape(ladder):
        worst = float(ladder.chosen.fit.sessions[int(np.argmax(np.abs(_misfit(ladder))))])
        yield (
            f"add counts around {worst:g} sessions, where the chosen law misses most, and look for "
            "what changes there, such as the last processor or the end of a pool"
        )
    low, high = ends.get("contention", (math.nan, math.nan))
    if high > _WIDE * low and ladder is not None and ladder.n > n.size:
        yield (
            "repeat the lowest counts more often: contention and throughput at one can hardly be "
            f"told apart (contention {reach_text((low, high))})"
        )


def cannot_say(sweep: Sweep, quality: SweepQuality, ladder: ModelLadder | None) -> Iterator[str]:
    """Questions that a sweep leaves open.

    Parameters
    ----------
    sweep : Sweep
    quality : SweepQuality
        What the gate said of it.
    ladder : ModelLadder or None
        The laws fitted to it.

    Examples
    --------
    >>> from contention.models import check_sweep
    >>> sweep = Sweep("data", [1, 2, 4], [10.0, 19.0, 36.0])
    >>> list(cannot_say(sweep, check_sweep(sweep), None))[-1]
    'whether the processors were full: no CPU time was recorded'
    """
    yield (
        "what the sessions wait for: contention and coherency are shares of time, and locks, "
        "processors, disks and networks leave the same curve"
    )
    yield (
        f"what happens beyond {sweep.sessions[-1]:g} sessions: nothing was measured there, and "
        "curves only go on as they were"
    )
    if sweep.sessions.size == sweep.distinct_sessions:
        yield "how noisy a run is: no count was measured twice"
    elif ladder is not None and isinstance(ladder.chosen.fit, UniversalScalabilityFit):
        fact = retrograde_throughput(sweep.sessions, sweep.throughput_per_s)
        if not fact.observed:
            yield "whether throughput falls: the curve says so, the repeats do not show it"
    if quality.little is None:
        yield "whether the figures agree with each other: there are no response times"
    elif any(f.check == "concurrency" for f in quality.findings):
        yield (
            "how the system behaves without think time: sessions here are partly idle, and a test "
            "without pauses has another knee"
        )
    if sweep.cpu_time_s is None:
        yield "whether the processors were full: no CPU time was recorded"
