"""Valleys of a histogram on a logarithmic axis, which part one kind of event from another."""

from __future__ import annotations

import math

import numpy as np
from scipy.ndimage import gaussian_filter1d
from scipy.stats import binom

from contention.errors import MeasurementError
from contention.measurements import Histogram
from contention.models.sweep_arrays import Array

__all__ = ["histogram_valleys", "merge_buckets"]

_DEPTH = 0.5
_CELL = 0.005
_LEAST_BANDWIDTH = 0.08
_CHANCE = 1e-3


def histogram_valleys(histogram: Histogram) -> list[float]:
    """Ends of the range, and the valleys between, as ends of buckets.

    Parameters
    ----------
    histogram : Histogram
        Values of zero or more, at least one event.

    Returns
    -------
    list of float
        First end, valleys, last end; two values when there is no valley.

    Raises
    ------
    MeasurementError
        When the histogram counts nothing or holds values below zero.

    Notes
    -----
    The events of a bucket are spread evenly over its logarithm and smoothed by a normal kernel,
    whose width falls with the number of events as n^(-1/5), down to 8 %. A minimum is a valley
    when the smoothed density there is less than half of that at the peaks on both sides, and when
    the events around it are too few, against those around the lower peak, to be so by chance: a
    binomial probability below 0.001. A bucket that begins at zero, or is open, is taken to reach
    over a factor of four.

    References
    ----------
    Silverman, *Density Estimation for Statistics and Data Analysis*, 1986, sections 3.4 and 6.3.

    Examples
    --------
    >>> ends = 2.0 ** np.arange(9)
    >>> counts = [30, 300, 30, 2, 1, 4, 60, 20]
    >>> histogram_valleys(Histogram("a", ends[:-1], ends[1:], counts, "ms"))
    [1.0, 32.0, 256.0]
    """
    used = np.flatnonzero(histogram.count > 0)
    if used.size == 0 or np.any(histogram.lower[used] < 0):
        raise MeasurementError(
            f"histogram {histogram.label}: valleys need events, all of zero or more",
            path=histogram.provenance.source,
        )
    lower, upper = histogram.lower[used], histogram.upper[used]
    outer = [float(lower[0]), float(upper[-1])]
    low = np.log(np.where(lower > 0, lower, upper / 4.0))
    high = np.log(np.where(np.isfinite(upper), upper, np.maximum(lower, 1e-300) * 4.0))
    cells = np.arange(low[0], high[-1] + _CELL, _CELL)
    density = np.diff(np.interp(cells, *_cumulative(low, high, histogram.count[used])))
    width = _bandwidth(cells, density)
    smooth = gaussian_filter1d(density, width / _CELL, mode="constant")
    found = _valleys(smooth)
    ends = np.unique(np.concatenate([low, high[:-1]]))
    moved = {float(ends[np.argmin(np.abs(ends - cells[at + 1]))]) for at in found}
    by_end = dict(zip(np.concatenate([low, high]), np.concatenate([lower, upper]), strict=True))
    inner = sorted({float(by_end[end]) for end in moved} - set(outer))
    return [outer[0], *inner, outer[1]]


def _cumulative(low: Array, high: Array, count: Array) -> tuple[Array, Array]:
    ends = np.stack([low, high], axis=1).ravel()
    sums = np.cumsum(count)
    heights = np.stack([sums - count, sums], axis=1).ravel()
    return ends, heights


def _bandwidth(cells: Array, density: Array) -> float:
    total = density.sum()
    below = np.cumsum(density) / total
    middle = 0.5 * (cells[1:] + cells[:-1])
    first, last = (float(middle[np.searchsorted(below, p)]) for p in (0.25, 0.75))
    return max(_LEAST_BANDWIDTH, 0.9 * (last - first) / 1.34 * float(total**-0.2) / 2.0)


def _valleys(density: Array) -> list[int]:
    """Cells of the minima between peaks that are real and more than twice as high."""
    rising = np.concatenate([[True], np.diff(density) > 0, [False]])
    peaks = np.flatnonzero(rising[:-1] & ~rising[1:]).tolist()
    kept: list[int] = peaks[:1]
    found: list[int] = []
    for peak in peaks[1:]:
        valley = _middle_of_least(density, kept[-1], peak)
        lesser = min(kept[-1], peak, key=lambda at: density[at])
        deep = density[valley] < _DEPTH * density[lesser]
        if deep and _chance(density, valley, lesser) < _CHANCE:
            kept.append(peak)
            found.append(valley)
        elif density[peak] > density[kept[-1]]:
            kept[-1] = peak
    return found


def _middle_of_least(density: Array, first: int, last: int) -> int:
    """Middle of the cells between two peaks where the density is least."""
    part = density[first : last + 1]
    least = np.flatnonzero(part <= part.min() * (1.0 + 1e-9) + 1e-12)
    return first + int(least[least.size // 2])


def _chance(density: Array, valley: int, peak: int) -> float:
    """Probability that a stretch as wide as the peak holds as few events by chance."""
    low = np.flatnonzero(density < 0.5 * density[peak])
    start = int(low[low < peak].max(initial=-1)) + 1
    stop = int(low[low > peak].min(initial=density.size))
    half = min((stop - start) // 2, abs(peak - valley))
    many = float(density[start:stop].sum())
    few = float(density[max(valley - half, 0) : valley + half].sum())
    few = min(few, many)
    return float(binom.cdf(math.ceil(few), math.floor(few + many), 0.5))


def merge_buckets(histogram: Histogram, per_decade: int) -> Histogram:
    """The same counts in at most that many buckets for each factor of ten.

    Parameters
    ----------
    histogram : Histogram
    per_decade : int
        One or more.

    Returns
    -------
    Histogram
        Neighbours merged where they are finer; ends are ends of the given buckets.

    Examples
    --------
    >>> fine = Histogram("a", [1.0, 1.1, 5.0], [1.1, 1.2, 9.0], [3, 4, 5], "ms")
    >>> merged = merge_buckets(fine, 10)
    >>> merged.lower.tolist(), merged.count.tolist()
    ([1.0, 5.0], [7.0, 5.0])
    """
    with np.errstate(divide="ignore", invalid="ignore"):
        place = np.floor(np.log10(histogram.lower) * per_decade + 1e-9)
    place = np.where(np.isfinite(place), place, -np.inf)
    starts = np.flatnonzero(np.concatenate([[True], place[1:] != place[:-1]]))
    ends = np.append(starts[1:], len(histogram)) - 1
    return Histogram(
        histogram.label,
        histogram.lower[starts],
        histogram.upper[ends],
        np.add.reduceat(histogram.count, starts),
        histogram.unit,
        histogram.provenance,
        histogram.flags,
    )
