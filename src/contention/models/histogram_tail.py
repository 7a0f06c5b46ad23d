"""The tail of a histogram: its share of the events, and of the time that they add up to."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from contention.errors import MeasurementError, UsageError
from contention.measurements import Histogram
from contention.models.fit_summary import number_text
from contention.models.intervals import Interval
from contention.models.sweep_arrays import Array

__all__ = ["HistogramTail", "histogram_tail"]


@dataclass(frozen=True, eq=False)
class HistogramTail:
    """What a histogram says about its mean and its tail.

    Attributes
    ----------
    histogram : Histogram
        The histogram.
    threshold : float
        Where the tail begins: an end of a bucket, in the histogram's unit; infinite when no
        bucket lies beyond the value asked for.
    known_total : float or None
        Sum of all values, where it is known from elsewhere.
    """

    histogram: Histogram
    threshold: float
    known_total: float | None

    @property
    def _tail(self) -> Array:
        return np.where(self.histogram.lower >= self.threshold, self.histogram.count, 0.0)

    @property
    def n(self) -> int:
        """Events in all buckets."""
        return int(self.histogram.total)

    @property
    def tail_count(self) -> int:
        """Events in the tail."""
        return int(self._tail.sum())

    @property
    def count_share(self) -> float:
        """Share of the events that is in the tail; exact."""
        return self.tail_count / self.histogram.total

    @property
    def mean(self) -> float:
        """Mean with every event in the middle of its bucket; NaN if an open bucket counts any."""
        return self._sum(self.histogram.count, "middle") / self.histogram.total

    @property
    def mean_bounds(self) -> Interval:
        """The least and the greatest mean that the counts allow."""
        return (
            self._sum(self.histogram.count, "lower") / self.histogram.total,
            self._sum(self.histogram.count, "upper") / self.histogram.total,
        )

    @property
    def time_share(self) -> float:
        """Share of the sum that is in the tail, with every event in the middle of its bucket.

        NaN where an open bucket counts anything, or a value may be negative.
        """
        if self._signed:
            return math.nan
        return self._sum(self._tail, "middle") / self._sum(self.histogram.count, "middle")

    @property
    def time_share_bounds(self) -> Interval:
        """The least and the greatest share of the sum that the counts allow.

        Without a known total the events of the tail sit at one end of their buckets and all
        others at the other. A known total leaves less room.
        """
        if self._signed:
            return (math.nan, math.nan)
        rest = self.histogram.count - self._tail
        low, high = self._sum(self._tail, "lower"), self._sum(self._tail, "upper")
        body_low, body_high = self._sum(rest, "lower"), self._sum(rest, "upper")
        if self.known_total is not None:
            low = max(low, self.known_total - body_high)
            high = min(high, self.known_total - body_low)
            return (low / self.known_total, high / self.known_total)
        return (_share(low, body_high), _share(high, body_low))

    def quantile_bounds(self, probability: float) -> Interval:
        """Ends of the bucket that holds a quantile.

        The quantile is the value with at most that share of the events below it and at least
        that share at or below it.
        """
        if not 0.0 <= probability <= 1.0:
            raise UsageError("a quantile lies between 0 and 1", found=f"{probability:g}")
        rank = max(math.ceil(probability * self.histogram.total - 1e-9), 1)
        at = int(np.searchsorted(np.cumsum(self.histogram.count), rank))
        return (float(self.histogram.lower[at]), float(self.histogram.upper[at]))

    @property
    def _signed(self) -> bool:
        return bool(np.any((self.histogram.lower < 0) & (self.histogram.count > 0)))

    def _sum(self, counts: Array, where: str) -> float:
        """Sum of the values with each event at that place of its bucket."""
        used = counts > 0
        lower, upper = self.histogram.lower[used], self.histogram.upper[used]
        values = {"lower": lower, "upper": upper, "middle": lower + (upper - lower) / 2}[where]
        if where == "middle" and not np.all(np.isfinite(values)):
            return math.nan
        return float(counts[used] @ values)

    @property
    def verdict(self) -> str:
        """The tail, in one sentence."""
        unit = f" {self.histogram.unit}" if self.histogram.unit else ""
        if not self.tail_count:
            return "no event lies in the tail"
        return (
            f"{100 * self.count_share:.3g} % of the events, those of {self.threshold:,.0f}{unit}"
            f" and more, hold {100 * self.time_share:.3g} % of the sum"
        )

    @property
    def warnings(self) -> tuple[str, ...]:
        """Why a share cannot be given, or what it cannot tell."""
        found = []
        if self._signed:
            found.append("some values are below zero: a share of their sum is not defined")
        elif math.isnan(self.mean):
            found.append("an open bucket counts events: how long they lasted is not known")
        if self.tail_count and self.tail_count < 10:
            found.append(f"the tail holds {self.tail_count} events: another run may differ much")
        return tuple(found)

    def summary(self) -> str:
        """All of it as text."""
        low, high = self.mean_bounds
        name, unit = self.histogram.label, self.histogram.unit
        least, most = self.time_share_bounds
        lines = [
            f"Histogram {name}, {self.n} events",
            f"mean {number_text(self.mean)} {unit} ({number_text(low)} to {number_text(high)})",
            f"tail from {number_text(self.threshold)} {unit}: {self.tail_count} events",
            f"share of the sum {number_text(self.time_share)}"
            f" ({number_text(least)} to {number_text(most)})",
            f"verdict: {self.verdict}",
        ]
        return "\n".join(lines + [f"warning: {text}" for text in self.warnings])


def _share(part: float, rest: float) -> float:
    whole = part + rest
    if math.isinf(part):
        return 1.0
    return part / whole if whole else math.nan


def histogram_tail(
    histogram: Histogram, threshold: float, *, known_total: float | None = None
) -> HistogramTail:
    """Measure the tail of a histogram, with the bounds that its buckets leave.

    Parameters
    ----------
    histogram : Histogram
        At least one event.
    threshold : float
        Value from which on an event belongs to the tail, in the histogram's unit. The tail
        begins with the first bucket that lies wholly at or above it.
    known_total : float, optional
        Sum of all values, as a counter or a printed mean gives it.

    Returns
    -------
    HistogramTail
        Shares, mean and quantiles, each with its bounds.

    Raises
    ------
    MeasurementError
        When the histogram counts nothing, or the known total lies outside what it allows.

    Notes
    -----
    A histogram keeps counts and forgets values. Shares of events are exact; everything that
    adds values up is known only within bounds, which are not confidence limits: they hold for
    certain. The middle of a bucket is a convention. Where the density falls within a bucket it
    is too high: for buckets that double, and a density that falls as 1/v, the mean of a bucket
    is its lower end over ln 2, 1.44 times it, not 1.5 times.

    References
    ----------
    Bounds by moving every event to an end of its bucket; Heitjan, "Inference from grouped
    continuous data: a review", Statistical Science 4, 1989, for what else can be done.

    Examples
    --------
    >>> histogram = Histogram("get", [1, 2, 4], [2, 4, 8], [90, 9, 1], "ms")
    >>> tail = histogram_tail(histogram, 3.0)
    >>> tail.threshold, tail.count_share, round(tail.time_share, 4)
    (4.0, 0.01, 0.0357)
    >>> tail.quantile_bounds(0.5)
    (1.0, 2.0)
    """
    if not histogram.total > 0:
        raise MeasurementError(
            f"histogram {histogram.label} counts nothing", path=histogram.provenance.source
        )
    if math.isnan(threshold):
        raise UsageError("the threshold of a tail must be a number")
    beyond = histogram.lower[histogram.lower >= threshold]
    start = float(beyond[0]) if beyond.size else math.inf
    found = HistogramTail(histogram, start, known_total)
    if known_total is not None:
        low, high = found.mean_bounds
        if not low * histogram.total <= known_total <= high * histogram.total:
            raise MeasurementError(
                f"histogram {histogram.label} cannot add up to the known total",
                path=histogram.provenance.source,
                found=f"{known_total:,.0f}",
                expected=f"{low * histogram.total:,.0f} to {high * histogram.total:,.0f}",
                hint="check that both count the same events, and that the total did not go round",
            )
    return found
