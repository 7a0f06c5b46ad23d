"""Quantiles of a histogram: what its buckets leave certain, and what another sample might give."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd
from scipy.stats import beta, binom

from contention.errors import MeasurementError, UsageError
from contention.measurements import Histogram
from contention.models.intervals import Interval, check_alpha

__all__ = [
    "LatencyQuantile",
    "LatencyQuantiles",
    "binomial_interval",
    "latency_quantiles",
]


@dataclass(frozen=True)
class LatencyQuantile:
    """One quantile of the population that the events are a sample of.

    Attributes
    ----------
    probability : float
        Share of the events below it.
    estimate : float
        Inside the bucket that holds it, by log-linear interpolation; a convention.
    bucket_low, bucket_high : float
        Ends of that bucket: the sample's own quantile lies between them for certain.
    low, high : float
        Confidence interval of the population's quantile, bucket ends included; ``high`` is
        infinite, or ``low`` minus infinity, where there are too few events for a limit.
    """

    probability: float
    estimate: float
    bucket_low: float
    bucket_high: float
    low: float
    high: float


@dataclass(frozen=True)
class LatencyQuantiles:
    """Quantiles of one histogram.

    Attributes
    ----------
    label, unit : str
        Of the histogram.
    n : int
        Events.
    rows : tuple of LatencyQuantile
        One per probability, in the order asked for.
    alpha : float
        Share of intervals that miss, at most.
    """

    label: str
    unit: str
    n: int
    rows: tuple[LatencyQuantile, ...]
    alpha: float

    def __getitem__(self, probability: float) -> LatencyQuantile:
        for row in self.rows:
            if row.probability == probability:
                return row
        raise KeyError(probability)

    def frame(self) -> pd.DataFrame:
        """One row per quantile."""
        return pd.DataFrame([vars(row) for row in self.rows])

    @property
    def unlimited(self) -> tuple[float, ...]:
        """Probabilities whose interval has no upper limit: there are too few events."""
        return tuple(row.probability for row in self.rows if math.isinf(row.high))


def latency_quantiles(
    histogram: Histogram,
    probabilities: Sequence[float] = (0.5, 0.9, 0.95, 0.99, 0.999),
    *,
    alpha: float = 0.05,
) -> LatencyQuantiles:
    """Quantiles of a histogram, with their bounds and their intervals.

    Parameters
    ----------
    histogram : Histogram
        At least one event.
    probabilities : sequence of float
        Each above 0 and below 1.
    alpha : float, default 0.05
        Share of intervals that may miss.

    Returns
    -------
    LatencyQuantiles
        One row per probability.

    Raises
    ------
    MeasurementError
        When the histogram counts nothing.
    UsageError
        When a probability or alpha is out of range.

    Notes
    -----
    The number of events below the population's quantile is binomial, whatever the distribution.
    So the quantile lies between two order statistics whose ranks are binomial quantiles, with a
    confidence of at least 1 - alpha; and an order statistic lies between the ends of its bucket.
    Events are taken as independent. Requests that wait for each other are not: a stall makes many
    slow at once, and the interval is then too narrow.

    References
    ----------
    David and Nagaraja, *Order Statistics*, 3rd edition, 2003, section 7.1.

    Examples
    --------
    >>> histogram = Histogram("get", [1, 2, 4], [2, 4, 8], [900, 90, 10], "ms")
    >>> row = latency_quantiles(histogram, [0.95]).rows[0]
    >>> (row.bucket_low, row.bucket_high), (row.low, row.high)
    ((2.0, 4.0), (2.0, 4.0))
    """
    check_alpha(alpha)
    n = int(histogram.total)
    if n < 1:
        raise MeasurementError(
            f"histogram {histogram.label} counts nothing", path=histogram.provenance.source
        )
    below = np.cumsum(histogram.count)

    def bucket(rank: int) -> int:
        return int(np.searchsorted(below, rank))

    rows = []
    for p in probabilities:
        if not 0.0 < p < 1.0:
            raise UsageError("a quantile's probability lies between 0 and 1", found=f"{p:g}")
        at = bucket(max(math.ceil(p * n - 1e-9), 1))
        first, last = _ranks(n, p, alpha)
        rows.append(
            LatencyQuantile(
                probability=float(p),
                estimate=_within(histogram, at, p * n),
                bucket_low=float(histogram.lower[at]),
                bucket_high=float(histogram.upper[at]),
                low=float(histogram.lower[bucket(first)]) if first >= 1 else -math.inf,
                high=float(histogram.upper[bucket(last)]) if last <= n else math.inf,
            )
        )
    return LatencyQuantiles(histogram.label, histogram.unit, n, tuple(rows), float(alpha))


def _ranks(n: int, p: float, alpha: float) -> tuple[int, int]:
    """Ranks of the order statistics that hold the quantile between them; 0 or n + 1 for none."""
    first = int(binom.ppf(alpha / 2.0, n, p))
    if binom.cdf(first - 1, n, p) > alpha / 2.0:
        first -= 1
    last = int(binom.ppf(1.0 - alpha / 2.0, n, p)) + 1
    return first, last


def _within(histogram: Histogram, at: int, rank: float) -> float:
    low, high = float(histogram.lower[at]), float(histogram.upper[at])
    if not (math.isfinite(low) and math.isfinite(high)):
        return math.nan
    before = float(histogram.count[:at].sum())
    share = min(max((rank - before) / float(histogram.count[at]), 0.0), 1.0)
    if low > 0.0:
        return float(low * (high / low) ** share)
    return low + share * (high - low)


def binomial_interval(count: int, n: int, alpha: float = 0.05) -> Interval:
    """Exact interval of a share, by Clopper and Pearson.

    Parameters
    ----------
    count, n : int
        Events of the kind, of all; 0 <= count <= n, n at least 1.
    alpha : float, default 0.05
        Share of such intervals that miss, at most.

    Returns
    -------
    tuple of float
        Lower and upper end.

    References
    ----------
    Clopper and Pearson, "The use of confidence or fiducial limits illustrated in the case of the
    binomial", Biometrika 26, 1934.

    Examples
    --------
    >>> low, high = binomial_interval(0, 10)
    >>> low, round(high, 4)
    (0.0, 0.3085)
    """
    check_alpha(alpha)
    if not 0 <= count <= n or n < 1:
        raise UsageError("a share needs 0 <= count <= n", found=f"{count} of {n}")
    low = float(beta.ppf(alpha / 2, count, n - count + 1)) if count > 0 else 0.0
    high = float(beta.ppf(1 - alpha / 2, count + 1, n - count)) if count < n else 1.0
    return (low, high)
