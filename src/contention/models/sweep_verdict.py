"""A sweep in three sentences, what to measure next, and what its figures cannot say."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from contention.measurements import Sweep
from contention.models.intervals import Interval
from contention.models.model_ladder_result import ModelLadder
from contention.models.retrograde import retrograde_throughput
from contention.models.saturation import saturation_sessions
from contention.models.scalability_residuals import durbin_watson
from contention.models.sweep_arrays import Array
from contention.models.sweep_columns import means_by_sessions
from contention.models.sweep_quality_result import SweepQuality
from contention.models.universal_scalability import UniversalScalabilityFit

__all__ = ["SweepVerdict", "sweep_verdict"]

_WIDE = 3.0  # ratio of the ends of an interval that leaves the answer open
_FEW = 6  # different counts below which AICc and intervals are weak
_GAP = 2.6  # ratio of neighbouring counts that leaves the bend unseen
_MANY = 8  # points from which neighbouring residuals can be compared
_BEYOND = 1.5  # multiple of the peak up to which a sweep shows it


@dataclass(frozen=True)
class SweepVerdict:
    """What to say of a sweep.

    Attributes
    ----------
    sentences : tuple of str
        Three: how throughput answers to sessions, where it saturates, how far to trust that.
    measure_next : tuple of str
        Measurements that would add most, the most useful first.
    cannot_say : tuple of str
        Questions that these figures leave open.
    """

    sentences: tuple[str, ...]
    measure_next: tuple[str, ...]
    cannot_say: tuple[str, ...]


def sweep_verdict(
    sweep: Sweep,
    quality: SweepQuality,
    ladder: ModelLadder | None = None,
    *,
    share: float = 0.95,
    alpha: float = 0.05,
) -> SweepVerdict:
    """Sum up a sweep that has passed its gate.

    Parameters
    ----------
    sweep : Sweep
        At least two different session counts.
    quality : SweepQuality
        What the gate said of it.
    ladder : ModelLadder, optional
        The laws fitted to it; none when there are fewer than four counts.
    share : float, default 0.95
        Share of the greatest throughput that counts as saturated.
    alpha : float, default 0.05
        Share of intervals that may miss.

    Returns
    -------
    SweepVerdict
        Sentences that hold for this sweep only.

    Raises
    ------
    MeasurementError
        When there is a single session count.
    UsageError
        When share or alpha is out of range.

    Examples
    --------
    >>> from contention.models import check_sweep
    >>> sweep = Sweep("data", [1, 2, 4], [10.0, 19.0, 36.0])
    >>> sweep_verdict(sweep, check_sweep(sweep)).measure_next[0]
    'measure more different session counts: 3 are too few for a law with contention and coherency'
    """
    ends = {} if ladder is None else ladder.conf_int(alpha)
    return SweepVerdict(
        sentences=(
            _answer(sweep, ladder, ends),
            _saturation(sweep, share, alpha),
            _trust(quality, ladder),
        ),
        measure_next=tuple(_measure_next(sweep, quality, ladder, ends)),
        cannot_say=tuple(_cannot_say(sweep, quality, ladder)),
    )


def _reach(ends: Interval, what: str = "") -> str:
    low, high = ends
    if math.isinf(high):
        return f"at least {low:.3g}{what}"
    return f"{low:.3g} to {high:.3g}{what}"


def _sessions(count: float) -> str:
    return f"{count:.3g} session{'' if count == 1 else 's'}"


def _rate(value: float) -> str:
    return f"{value:,.0f}" if value >= 1000.0 else f"{value:.4g}"


def _answer(sweep: Sweep, ladder: ModelLadder | None, ends: dict[str, Interval]) -> str:
    n, x = means_by_sessions(sweep.sessions, sweep.throughput_per_s)
    if ladder is None:
        rise = float(x.max() / x[0])
        return (
            f"Throughput rose {rise:.3g}-fold from {n[0]:g} to {n[int(np.argmax(x))]:g} sessions; "
            "fewer than four different counts do not carry a law."
        )
    law, fact = ladder.chosen.law, ladder.retrograde
    if law == "linear_scaling":
        text = f"Throughput grew in proportion to sessions up to {n[-1]:g}, as far as noise shows"
    elif law == "amdahl":
        limit = ladder.derived["peak_throughput"]
        text = (
            f"Throughput levels off: a share of {ladder.params['contention']:.2g} "
            f"({_reach(ends['contention'])}) of the work is done by one session at a time, which "
            f"sets a limit of {_rate(limit)} per second"
        )
    else:
        peak = ladder.derived["peak_sessions"]
        where = "" if n[0] <= peak <= n[-1] else ", which is outside the measured range"
        text = (
            f"Throughput has a peak at {_sessions(peak)} ({_reach(ends['peak_sessions'])})"
            f"{where}, of {_rate(ladder.derived['peak_throughput'])} per second, and falls beyond"
        )
    if fact.observed:
        return f"{text}; it was seen to fall, by {fact.fall:.0%} up to {_sessions(n[-1])}."
    return f"{text}; no fall was seen."


def _saturation(sweep: Sweep, share: float, alpha: float) -> str:
    point = saturation_sessions(sweep.sessions, sweep.throughput_per_s, share, alpha=alpha)
    if point.at_edge and point.sessions <= sweep.sessions[0]:
        return (
            f"At the lowest count, {_sessions(sweep.sessions[0])}, throughput is already within "
            f"{share:.0%} of the greatest measured, {_rate(point.maximum_throughput)} per second."
        )
    kind = "measured counts on either side" if point.method == "bracket" else "interval"
    edge = ", and the true point may lie outside the sweep" if point.at_edge else ""
    return (
        f"It first reaches {share:.0%} of the greatest throughput measured, "
        f"{_rate(point.maximum_throughput)} per second, at {_sessions(point.sessions)} ({kind}: "
        f"{_reach((point.low, point.high))}){edge}."
    )


def _trust(quality: SweepQuality, ladder: ModelLadder | None) -> str:
    doubts = []
    problems = [f.message for f in quality.findings if f.severity != "note"]
    if problems:
        doubts.append(f"the gate objects: {problems[0]}")
        if len(problems) > 1:
            doubts[-1] += f", and {len(problems) - 1} more"
    if ladder is not None:
        if any("disagree" in note for note in ladder.warnings):
            doubts.append("F test and AICc prefer different laws")
        if _misses_shape(ladder):
            doubts.append("the chosen law misses the shape, so its intervals are too narrow")
        if any("one queue and a delay" in note for note in ladder.warnings):
            doubts.append("a single queue fits better than any law")
        if ladder.steps[-1].df_resid < 3:
            doubts.append("there are hardly more points than parameters")
    if not doubts:
        return "Nothing in the data speaks against this reading."
    return f"Read it with care: {'; '.join(doubts)}."


def _misses_shape(ladder: ModelLadder) -> bool:
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


def _measure_next(
    sweep: Sweep, quality: SweepQuality, ladder: ModelLadder | None, ends: dict[str, Interval]
) -> Iterator[str]:
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
            yield f"repeat the runs at {_sessions(finding.sessions)}: {finding.message}"
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
    if ladder is not None and _misses_shape(ladder):
        worst = float(ladder.chosen.fit.sessions[int(np.argmax(np.abs(_misfit(ladder))))])
        yield (
            f"add counts around {worst:g} sessions, where the chosen law misses most, and look for "
            "what changes there, such as the last processor or the end of a pool"
        )
    low, high = ends.get("contention", (math.nan, math.nan))
    if high > _WIDE * low and ladder is not None and ladder.n > n.size:
        yield (
            "repeat the lowest counts more often: contention and throughput at one can hardly be "
            f"told apart (contention {_reach((low, high))})"
        )


def _cannot_say(sweep: Sweep, quality: SweepQuality, ladder: ModelLadder | None) -> Iterator[str]:
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
