"""The part of a histogram between two latencies: its share of the events, and of the time."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from contention.measurements import Histogram
from contention.models.latency_quantiles import binomial_interval, latency_quantiles

__all__ = ["LatencyKind", "latency_kind"]


@dataclass(frozen=True)
class LatencyKind:
    """The events between two valleys of the distribution.

    Attributes
    ----------
    low, high : float
        Where it begins and ends, in the unit of the histogram: ends of buckets.
    count : int
        Events in it.
    share, share_low, share_high : float
        Their share of all events, with an exact binomial interval for the share in other samples.
    median : float
        Of its events, interpolated in the bucket that holds it.
    time_share : float
        Share of the sum of all latencies, with every event in the middle of its bucket; NaN where
        an open bucket counts anything.
    """

    low: float
    high: float
    count: int
    share: float
    share_low: float
    share_high: float
    median: float
    time_share: float


def latency_kind(histogram: Histogram, low: float, high: float, alpha: float) -> LatencyKind:
    """The events between two ends of buckets.

    Parameters
    ----------
    histogram : Histogram
    low, high : float
        Buckets that lie wholly between them count.
    alpha : float
        Share of intervals that may miss.

    Returns
    -------
    LatencyKind
        Its median is NaN where nothing counts.

    Examples
    --------
    >>> kind = latency_kind(Histogram("a", [1, 2, 4], [2, 4, 8], [90, 9, 1], "ms"), 2, 8, 0.05)
    >>> kind.count, kind.share
    (10, 0.1)
    """
    inside = (histogram.lower >= low) & (histogram.upper <= high)
    counts = np.where(inside, histogram.count, 0.0)
    n, total = int(counts.sum()), int(histogram.total)
    with np.errstate(invalid="ignore"):
        middle = histogram.lower + (histogram.upper - histogram.lower) / 2
        sums = np.where(histogram.count > 0, middle * histogram.count, 0.0)
    part = Histogram(histogram.label, histogram.lower, histogram.upper, counts, histogram.unit)
    whole = float(sums.sum())
    ends = binomial_interval(n, total, alpha)
    return LatencyKind(
        low=low,
        high=high,
        count=n,
        share=n / total,
        share_low=ends[0],
        share_high=ends[1],
        median=latency_quantiles(part, [0.5]).rows[0].estimate if n else math.nan,
        time_share=float(sums[inside].sum()) / whole
        if math.isfinite(whole) and whole
        else math.nan,
    )
