"""All that one histogram of latencies says, with the sentences that say it."""

from __future__ import annotations

import math
from dataclasses import dataclass

import pandas as pd

from contention.measurements import Histogram
from contention.models.duration_text import duration_text
from contention.models.histogram_tail import HistogramTail, histogram_tail
from contention.models.latency_kind import LatencyKind, latency_kind
from contention.models.latency_mixture import LatencyMixture, latency_mixture
from contention.models.latency_quantiles import LatencyQuantiles, latency_quantiles

__all__ = ["LatencyReport", "describe_latency"]

_PROBABILITIES = (0.5, 0.9, 0.95, 0.99, 0.999)
_TAILS = (0.5, 0.9, 0.99, 0.999)


def _percent(share: float) -> str:
    """Three digits, zeros at the end included."""
    return f"{100 * share:#.3g}".rstrip(".")


def _requests(count: int) -> str:
    return "One request is" if count == 1 else f"{count:,} requests are"


@dataclass(frozen=True, eq=False)
class LatencyReport:
    """Quantiles, tails and kinds of one histogram.

    Attributes
    ----------
    histogram : Histogram
    quantiles : LatencyQuantiles
    tails : tuple of HistogramTail
        From the median, and from the quantiles 0.9, 0.99 and 0.999, where they differ.
    threshold : HistogramTail or None
        From the threshold that the user named.
    mixture : LatencyMixture
    slow : LatencyKind or None
        The requests from the threshold on; without one, those beyond the widest valley; None
        where there is no valley either.
    """

    histogram: Histogram
    quantiles: LatencyQuantiles
    tails: tuple[HistogramTail, ...]
    threshold: HistogramTail | None
    mixture: LatencyMixture
    slow: LatencyKind | None

    def _time(self, value: float) -> str:
        return duration_text(value, self.histogram.unit)

    @property
    def content(self) -> tuple[str, ...]:
        """What is in the file."""
        used = self.histogram.count > 0
        low, high = self.histogram.lower[used][0], self.histogram.upper[used][-1]
        first = (
            f"{self.histogram.label}: {self.mixture.n:,} requests in {int(used.sum()):,} buckets "
            f"with counts, from {self._time(low)} to {self._time(high)}."
        )
        ratio = self.mixture.bucket_ratio
        width = (
            f"The fullest bucket reaches from one value to {ratio:.3g} times that value"
            if math.isfinite(ratio)
            else "The fullest bucket begins at zero"
        )
        coarse = ratio >= 1.5
        what = (
            "so every figure that adds times up is known within wide bounds only."
            if coarse
            else "fine enough that bounds from the buckets are narrow."
        )
        return (first, f"{width}, {what}" if coarse else f"{width}: {what}")

    @property
    def quantile_sentences(self) -> tuple[str, ...]:
        """The median, the last quantile that has a limit, and those that have none."""
        median = self.quantiles[0.5]
        limited = [row for row in self.quantiles.rows if math.isfinite(row.high)]
        said = [
            f"Half of the requests take less than {self._time(median.bucket_high)}"
            f" ({100 * (1 - self.quantiles.alpha):g} % interval {self._time(median.low)} to"
            f" {self._time(median.high)})."
        ]
        if limited and limited[-1] is not median:
            row = limited[-1]
            said.append(
                f"One in {1 / (1 - row.probability):,.0f} takes longer than"
                f" {self._time(row.bucket_low)} ({self._time(row.low)} to {self._time(row.high)}),"
                f" {row.bucket_low / max(median.bucket_low, 1e-300):,.3g} times the median."
            )
        if self.quantiles.unlimited:
            least = self.quantiles.unlimited[0]
            said.append(
                f"{_requests(self.quantiles.n)} too few for an upper limit of the quantile"
                f" {least:g} and of those beyond it."
            )
        return tuple(said)

    def kinds_table(self) -> pd.DataFrame:
        """One row for each kind: where it lies, its share with interval, its median."""
        unit = self.histogram.unit
        return pd.DataFrame(
            [
                {
                    f"from ({unit})": kind.low,
                    f"to ({unit})": kind.high,
                    "requests": kind.count,
                    "share (%)": 100 * kind.share,
                    "low (%)": 100 * kind.share_low,
                    "high (%)": 100 * kind.share_high,
                    f"median ({unit})": kind.median,
                    "share of time (%)": 100 * kind.time_share,
                }
                for kind in self.mixture.kinds
            ]
        )

    def quantiles_table(self) -> pd.DataFrame:
        """One row for each quantile: its bucket, and its interval."""
        unit = self.histogram.unit
        return pd.DataFrame(
            [
                {
                    "faster (%)": 100 * row.probability,
                    f"bucket from ({unit})": row.bucket_low,
                    f"bucket to ({unit})": row.bucket_high,
                    f"interval from ({unit})": row.low,
                    f"interval to ({unit})": row.high,
                }
                for row in self.quantiles.rows
            ]
        )

    def tail_table(self) -> pd.DataFrame:
        """Share of the requests and of the time in each tail, with the bounds that are certain."""
        rows = []
        for tail in self.tails:
            low, high = tail.time_share_bounds
            rows.append(
                {
                    f"from ({self.histogram.unit})": tail.threshold,
                    "requests": tail.tail_count,
                    "share of requests (%)": 100 * tail.count_share,
                    "share of time (%)": 100 * tail.time_share,
                    "at least (%)": 100 * low,
                    "at most (%)": 100 * high,
                }
            )
        return pd.DataFrame(rows)

    @property
    def tail_sentences(self) -> tuple[str, ...]:
        """Who spends the time."""
        said = []
        for tail in (self.threshold, *self.tails[-2:-1]):
            if tail is None or not tail.tail_count:
                continue
            low, high = tail.time_share_bounds
            time = (
                f"{100 * tail.time_share:.3g} % of the time (certainly {100 * low:.3g} to"
                f" {100 * high:.3g} %)"
                if math.isfinite(tail.time_share)
                else "a share of the time that an open bucket hides"
            )
            said.append(
                f"The {100 * tail.count_share:.3g} % of the requests that take"
                f" {self._time(tail.threshold)} and more spend {time}."
            )
        if self.threshold is not None and not self.threshold.tail_count:
            said.append("No request lies in a bucket that is wholly beyond the threshold.")
        return tuple(said)

    @property
    def kind_sentences(self) -> tuple[str, ...]:
        """One kind of request, or several."""
        verdict = self.mixture.verdict
        said = [f"{verdict[0].upper()}{verdict[1:]}."]
        if len(self.mixture.kinds) > 1:
            parts = [
                f"{100 * kind.share:.3g} % about {self._time(kind.median)}"
                if math.isfinite(kind.median)
                else f"{100 * kind.share:.3g} % from {self._time(kind.low)} on"
                for kind in self.mixture.kinds
            ]
            said.append(f"From fast to slow: {', '.join(parts)}.")
        return (*said, *(f"{w[0].upper()}{w[1:]}." for w in self.mixture.warnings))

    @property
    def slow_sentences(self) -> tuple[str, ...]:
        """How many requests are slow, and how much of the time they spend."""
        slow = self.slow
        if slow is None:
            return (
                "No request is of a slow kind: there is no valley, and no threshold was given.",
            )
        where = "threshold" if self.threshold is not None else "widest valley"
        time = (
            f" They spend {100 * slow.time_share:.3g} % of the time."
            if math.isfinite(slow.time_share)
            else ""
        )
        return (
            f"Beyond the {where}, from {self._time(slow.low)} on, lie {_percent(slow.share)} % of"
            f" the requests ({_percent(slow.share_low)} to {_percent(slow.share_high)} %).{time}",
        )

    @property
    def conclusions(self) -> tuple[str, ...]:
        """The answers, in a few sentences."""
        return (self.kind_sentences[0], *self.slow_sentences, self.quantile_sentences[-1])

    @property
    def next_steps(self) -> tuple[str, ...]:
        """What to measure or to look at next."""
        said = []
        if self.mixture.bucket_ratio >= 1.5:
            said.append(
                "Record finer buckets, a few per cent wide: then close kinds part, and sums of "
                "times have narrow bounds."
            )
        if len(self.mixture.kinds) > 1:
            slow = self.slow or self.mixture.kinds[-1]
            said.append(
                f"Find out what the requests from {self._time(slow.low)} on have in common, and "
                "record them apart: an average over several kinds describes none of them."
            )
        if self.quantiles.unlimited:
            said.append("Measure longer, if the high quantiles matter.")
        if not said:
            said.append(
                "There is one kind of request, and the quantiles are known: what is left is to "
                "compare this histogram with that of another time or another load."
            )
        return tuple(said)


def describe_latency(
    histogram: Histogram, *, threshold: float = 0.0, alpha: float = 0.05
) -> LatencyReport:
    """Quantiles, tails and kinds of one histogram.

    Parameters
    ----------
    histogram : Histogram
        Latencies of zero or more; at least one request.
    threshold : float, default 0
        Latency of interest in the histogram's unit, such as an agreed limit; 0 for none.
    alpha : float, default 0.05
        Share of intervals that may miss.

    Returns
    -------
    LatencyReport

    Raises
    ------
    MeasurementError
        When the histogram counts nothing or holds values below zero.
    UsageError
        When an argument is out of range.

    Examples
    --------
    >>> found = describe_latency(Histogram("a", [1, 2, 4], [2, 4, 8], [90, 9, 1], "ms"))
    >>> found.content[0]
    'a: 100 requests in 3 buckets with counts, from 1 ms to 8 ms.'
    """
    mixture = latency_mixture(histogram, alpha=alpha)
    quantiles = latency_quantiles(histogram, _PROBABILITIES, alpha=alpha)
    begin = threshold if threshold > 0 else mixture.widest_valley
    last = float(histogram.upper[-1])
    slow = None if begin is None else latency_kind(histogram, begin, last, alpha)
    starts = sorted({quantiles[p].bucket_low for p in _TAILS})
    return LatencyReport(
        histogram=histogram,
        quantiles=quantiles,
        tails=tuple(histogram_tail(histogram, start) for start in starts),
        threshold=histogram_tail(histogram, threshold) if threshold > 0 else None,
        mixture=mixture,
        slow=slow,
    )
