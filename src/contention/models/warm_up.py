"""Where the warm-up of a memory series ends, chosen from the data."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from contention.errors import MeasurementError
from contention.models.short_number import short_number
from contention.models.warm_up_bend import clearest_bend

__all__ = ["WarmUp", "find_warm_up"]

_FEWEST = 12
_LONGEST_CUT = 0.6
_ROUNDS = 6
_CLEAR = 16.0


@dataclass(frozen=True, eq=False)
class WarmUp:
    """How long a warm-up lasts.

    Attributes
    ----------
    duration : float
        Steps or seconds from the start of each segment that are cut off; 0 for none.
    kept : ndarray of bool, shape (n,)
        The readings after it.
    ended : bool
        False when the readings still bend where too little of the run would be left.
    evidence : float
        Twice the gain in log likelihood of the clearest bend; a bend counts from 16 on.
    accelerates : bool
        Whether the clearest bend is upwards, which is no warm-up.
    reason : str
        In words.
    """

    duration: float
    kept: NDArray[np.bool_]
    ended: bool
    evidence: float
    accelerates: bool
    reason: str


def find_warm_up(
    step: ArrayLike,
    values: ArrayLike,
    segment: NDArray[np.intp] | None = None,
    starts: ArrayLike | None = None,
    early: WarmUp | None = None,
) -> WarmUp:
    """Find the part at the start of a series that bends away from the line of the rest.

    Parameters
    ----------
    step, values : array_like, shape (n,)
        The series; finite.
    segment : ndarray of int, shape (n,), optional
        Number of the segment of each reading, from 0, not decreasing.
    starts : array_like, shape (segments,), optional
        Step at which each segment's process started; NaN for a segment that begins otherwise, and
        so without a warm-up. By default each starts at its first reading.
    early : WarmUp, optional
        A warm-up that is known of these segments, from more readings than these; if it ended, at
        least that is cut.

    Returns
    -------
    WarmUp
        The cut and the reason. With fewer than 12 readings nothing is cut.

    Raises
    ------
    MeasurementError
        When the arrays do not belong together.

    Notes
    -----
    A bend is a line that begins with another slope, as :func:`clearest_bend` finds it under every
    kind of noise, so that a wave of dependent noise is not taken for a warm-up. It is clear when
    twice the log likelihood rises by 16. It is a warm-up when the series rises faster before the
    end of the bend than after it, or falls before it. The rest is searched again, up to six
    times, because a warm-up may have several parts. A cut beyond 60 %
    of the longest segment is not made: the run has not warmed up. A straight leak is not cut.

    References
    ----------
    White, "An effective truncation heuristic for bias reduction in simulation output",
    Simulation 69, 1997, for the question; that rule assumes a constant level afterwards and would
    eat a leak.

    Examples
    --------
    >>> step = np.arange(60.0)
    >>> noise = np.tile([0.0, 1.0, -1.0, 0.5, -0.5], 12)
    >>> warm = find_warm_up(step, np.minimum(step, 15.0) * 10.0 + noise)
    >>> 14.0 <= warm.duration <= 19.0, warm.ended
    (True, True)
    """
    x, y = np.asarray(step, dtype=np.float64), np.asarray(values, dtype=np.float64)
    parts = np.zeros(x.size, dtype=np.intp) if segment is None else np.asarray(segment)
    if x.ndim != 1 or not x.shape == y.shape == parts.shape or x.size == 0:
        raise MeasurementError("a warm-up needs one value and one segment for each step")
    first = x[np.searchsorted(parts, np.arange(int(parts[-1]) + 1))]
    begins = first if starts is None else np.asarray(starts, dtype=np.float64)
    if begins.shape != first.shape:
        raise MeasurementError("a warm-up needs the start of each segment, or none at all")
    age = np.nan_to_num(x - begins[parts], nan=math.inf)
    longest = float(np.max(age, where=np.isfinite(age), initial=0.0))
    cut, evidence, accelerates, ended = 0.0, 0.0, False, True
    if early is not None and early.ended:
        cut = early.duration
    for turn in range(_ROUNDS):
        kept = age >= cut
        bend = clearest_bend(x[kept], y[kept], parts[kept], age[kept])
        if bend is None:
            break
        if turn == 0:
            evidence = bend.evidence
        if bend.evidence < _CLEAR:
            break
        if not bend.warms_up:
            accelerates = turn == 0
            break
        cut = bend.end
        if cut > _LONGEST_CUT * longest:
            ended = False
            break
    kept = age >= cut if ended else np.ones(x.size, dtype=bool)
    reason = _reason(cut, longest, ended, accelerates, x.size)
    return WarmUp(
        cut if ended else 0.0, np.asarray(kept, dtype=bool), ended, evidence, accelerates, reason
    )


def _reason(cut: float, longest: float, ended: bool, accelerates: bool, n: int) -> str:
    share = f"{100.0 * cut / longest:.0f} %" if longest > 0 else ""
    if not ended:
        return (
            f"the readings still bend after {short_number(cut)}, {share} of the longest segment: "
            "the warm-up is not over"
        )
    if cut > 0.0:
        return (
            f"the readings bend away from the line of the rest up to {short_number(cut)} after "
            f"the start, {share} of the longest segment"
        )
    if n < _FEWEST:
        return f"{n} readings are too few to look for a warm-up: {_FEWEST} are needed"
    if accelerates:
        return "the readings bend upwards, which is no warm-up"
    return "no bend stands out of the noise"
