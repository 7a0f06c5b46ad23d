"""A sweep in three sentences, what to measure next, and what its figures cannot say."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from contention.measurements import Sweep
from contention.models.intervals import Interval
from contention.models.model_ladder_result import ModelLadder
from contention.models.saturation import saturation_sessions
from contention.models.sweep_advice import cannot_say, measure_next, misses_shape
from contention.models.sweep_columns import means_by_sessions
from contention.models.sweep_quality_result import SweepQuality
from contention.models.sweep_words import rate_text, reach_text, sessions_text

__all__ = ["SweepVerdict", "sweep_verdict"]


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
    seed: int = 0,
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
    seed : int, default 0
        Of the interval of the saturation point.

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
            _saturation(sweep, share, alpha, seed),
            _trust(quality, ladder),
        ),
        measure_next=tuple(measure_next(sweep, quality, ladder, ends)),
        cannot_say=tuple(cannot_say(sweep, quality, ladder)),
    )


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
        share, reach = ladder.params["contention"], reach_text(ends["contention"])
        limit = rate_text(ladder.derived["peak_throughput"])
        text = (
            f"Throughput levels off: a share of {share:.2g} ({reach}) of the work is done by one "
            f"session at a time, which sets a limit of {limit} per second"
        )
    else:
        peak = ladder.derived["peak_sessions"]
        where = "" if n[0] <= peak <= n[-1] else ", which is outside the measured range"
        most = rate_text(ladder.derived["peak_throughput"])
        text = (
            f"Throughput has a peak at {sessions_text(peak)} ({reach_text(ends['peak_sessions'])})"
            f"{where}, of {most} per second, and falls beyond"
        )
    if fact.observed:
        return f"{text}; it was seen to fall, by {fact.fall:.0%} up to {sessions_text(n[-1])}."
    return f"{text}; no fall was seen."


def _saturation(sweep: Sweep, share: float, alpha: float, seed: int) -> str:
    n, x = sweep.sessions, sweep.throughput_per_s
    point = saturation_sessions(n, x, share, alpha=alpha, seed=seed)
    most = rate_text(point.maximum_throughput)
    if point.at_edge and point.sessions <= sweep.sessions[0]:
        return (
            f"At the lowest count, {sessions_text(sweep.sessions[0])}, throughput is already "
            f"{share:.0%} or more of the greatest measured, {most} per second."
        )
    kind = "measured counts on either side" if point.method == "bracket" else "interval"
    edge = ", and the true point may lie outside the sweep" if point.at_edge else ""
    return (
        f"It first reaches {share:.0%} of the greatest throughput measured, "
        f"{most} per second, at {sessions_text(point.sessions)} ({kind}: "
        f"{reach_text((point.low, point.high))}){edge}."
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
        if misses_shape(ladder):
            doubts.append("the chosen law misses the shape, so its intervals are too narrow")
        if any("one queue and a delay" in note for note in ladder.warnings):
            doubts.append("a single queue fits better than any law")
        if ladder.steps[-1].df_resid < 3:
            doubts.append("there are hardly more points than parameters")
    if not doubts:
        return "Nothing in the data speaks against this reading."
    return f"Read it with care: {'; '.join(doubts)}."
