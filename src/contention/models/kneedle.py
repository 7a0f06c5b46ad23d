"""Kneedle: the point of a curve farthest above its chord, by the library kneed."""

from __future__ import annotations

import math
import warnings
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from contention.errors import UsageError
from contention.models.sweep_arrays import Array, sweep_arrays
from contention.models.sweep_columns import means_by_sessions

__all__ = ["KneedleKnee", "kneedle_knee"]

_MOST = 2000


@dataclass(frozen=True)
class KneedleKnee:
    """The knee that Kneedle finds in a sweep, or why it finds none.

    Attributes
    ----------
    sessions : float
        The knee; NaN when there is none.
    throughput : float
        The curve there.
    resampled : bool
        Whether the sweep was first interpolated onto even steps.
    note : str
        What was done, or why there is no knee.
    """

    sessions: float
    throughput: float
    resampled: bool
    note: str


def kneedle_knee(
    sessions: ArrayLike,
    throughput: ArrayLike,
    *,
    sensitivity: float = 1.0,
    resample: bool = True,
) -> KneedleKnee:
    """The knee of a rising, concave curve by Kneedle; a cross-check, not an estimate.

    Parameters
    ----------
    sessions : array_like, shape (n,)
        Sessions; at least three different counts. Repeats are averaged.
    throughput : array_like, shape (n,)
        Throughput; positive.
    sensitivity : float, default 1.0
        How far the curve must fall back towards its chord before a knee counts, in mean steps;
        positive. Greater is more reluctant.
    resample : bool, default True
        Interpolate linearly onto even steps where the gaps differ: of the greatest common
        divisor of the gaps, so that every count is met, or of the smallest gap if counts are not
        whole. The method takes the mean gap for every gap; on a doubling sweep that hides knees.

    Returns
    -------
    KneedleKnee
        The knee. It has no standard error: the method knows no noise. With whole counts it is a
        measured one, as linear interpolation has its corners only there.

    Raises
    ------
    MeasurementError
        When there are fewer than three counts, or values are bad.
    UsageError
        When the sensitivity is not positive.

    Notes
    -----
    Both axes are scaled to 0 to 1, so the answer depends on where the sweep ends: a longer
    sweep of the same system moves it.

    References
    ----------
    Satopaa, Albrecht, Irwin and Raghavan, "Finding a Kneedle in a haystack", 31st International
    Conference on Distributed Computing Systems Workshops, 2011, section III.

    Examples
    --------
    >>> kneedle_knee([1, 2, 4, 8, 16, 32], [10.0, 19.5, 37, 60, 64, 65]).sessions
    8.0
    """
    if not sensitivity > 0.0:
        raise UsageError("the sensitivity must be positive", found=f"{sensitivity:g}")
    n, x = sweep_arrays(sessions, throughput, distinct=3, model="Kneedle")
    counts, means = means_by_sessions(n, x)
    gaps = np.diff(counts)
    uneven = resample and bool(gaps.max() > gaps.min() * (1.0 + 1e-9))
    note = "as measured"
    if uneven:
        grid = _even(counts, gaps)
        note = f"interpolated onto {grid.size} even steps"
        counts, means = grid, np.interp(grid, counts, means)
    at = _located(counts, means, sensitivity)
    if math.isnan(at):
        note = "Kneedle finds no knee: the curve never falls back to its chord far enough"
        return KneedleKnee(math.nan, math.nan, uneven, note)
    return KneedleKnee(at, float(np.interp(at, counts, means)), uneven, note)


def _even(counts: Array, gaps: Array) -> Array:
    """Even steps that meet every count, if the counts are whole; else of the smallest gap."""
    whole = bool(np.all(counts == np.rint(counts)))
    step = float(np.gcd.reduce(gaps.astype(np.int64))) if whole else float(gaps.min())
    steps = round(min(_MOST, float(counts[-1] - counts[0]) / step))
    return np.linspace(counts[0], counts[-1], steps + 1)


def _located(counts: Array, means: Array, sensitivity: float) -> float:
    # Imported here, as only this cross-check needs it.
    from kneed import KneeLocator  # noqa: PLC0415

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = KneeLocator(counts, means, S=sensitivity, curve="concave").knee
    return math.nan if found is None else float(found)
