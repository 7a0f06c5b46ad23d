"""Whether a histogram of latencies holds one kind of request or several, and how many of each."""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass

import numpy as np
import pandas as pd

from contention.errors import FitError, MeasurementError, UsageError
from contention.measurements import Histogram
from contention.models.duration_text import duration_text
from contention.models.fit_summary import number_text
from contention.models.histogram_valleys import histogram_valleys, merge_buckets
from contention.models.intervals import Interval, check_alpha
from contention.models.latency_kind import LatencyKind, latency_kind
from contention.models.latency_quantiles import binomial_interval
from contention.models.lognormal_mixture import LognormalMixture, fit_lognormal_mixture
from contention.models.sweep_arrays import Array

__all__ = ["LatencyMixture", "latency_mixture"]

_MOST_COMPONENTS = 4
_BUCKETS_PER_DECADE = 50
_COARSE = 1.5
_POOR_FIT = 0.02


@dataclass(frozen=True, eq=False)
class LatencyMixture:
    """The kinds of request in a histogram.

    Attributes
    ----------
    histogram : Histogram
    mixture : LognormalMixture
        Of those tried, the one with the least BIC.
    tried : tuple of (int, float)
        Number of components and BIC of each mixture tried.
    kinds : tuple of LatencyKind
        From the fastest to the slowest.
    misfit : float
        Greatest difference between the share of events below a bucket's end and that of the
        mixture.
    alpha : float
        Level of the intervals.
    """

    histogram: Histogram
    mixture: LognormalMixture
    tried: tuple[tuple[int, float], ...]
    kinds: tuple[LatencyKind, ...]
    misfit: float
    alpha: float

    @property
    def n(self) -> int:
        """Events."""
        return self.mixture.n

    @property
    def params(self) -> dict[str, float]:
        """How many kinds there are."""
        return {"kinds": float(len(self.kinds))}

    @property
    def bse(self) -> dict[str, float]:
        """NaN: a number of kinds has no standard error."""
        return {"kinds": math.nan}

    @property
    def derived(self) -> dict[str, float]:
        """Share and median of each kind, the fastest first."""
        return {
            f"{name}_{number}": getattr(kind, name)
            for number, kind in enumerate(self.kinds, start=1)
            for name in ("share", "median")
        }

    @property
    def units(self) -> dict[str, str]:
        """Units by name."""
        return {"kinds": "1"} | {
            name: "1" if name.startswith("share") else self.histogram.unit for name in self.derived
        }

    def conf_int(self, alpha: float = 0.05) -> dict[str, Interval]:
        """Exact intervals of the shares, for the boundaries as they are."""
        check_alpha(alpha)
        return {
            f"share_{number}": binomial_interval(kind.count, self.n, alpha)
            for number, kind in enumerate(self.kinds, start=1)
        }

    @property
    def widest_valley(self) -> float | None:
        """The valley between the two neighbours whose medians differ most, as a ratio."""
        if len(self.kinds) < 2:
            return None
        steps = [
            (slow.median / fast.median if fast.median > 0 else math.inf, slow.low)
            for fast, slow in itertools.pairwise(self.kinds)
        ]
        return max(steps, key=lambda step: math.inf if math.isnan(step[0]) else step[0])[1]

    @property
    def bucket_ratio(self) -> float:
        """Upper over lower end of the bucket with most events; the coarser, the greater."""
        at = int(np.argmax(self.histogram.count))
        low, high = float(self.histogram.lower[at]), float(self.histogram.upper[at])
        return high / low if low > 0 else math.inf

    def frame(self) -> pd.DataFrame:
        """One row per kind."""
        return pd.DataFrame([vars(kind) for kind in self.kinds])

    @property
    def verdict(self) -> str:
        """How many kinds, and where they part, in one sentence."""
        unit = self.histogram.unit
        if len(self.kinds) == 1:
            return "one kind of request: no valley in the distribution"
        slow = self.kinds[-1]
        return (
            f"{len(self.kinds)} kinds of request; the slowest, from"
            f" {duration_text(slow.low, unit)} on, is {100 * slow.share:.3g} % of the requests"
            + (f" and {100 * slow.time_share:.3g} % of the time" if slow.time_share >= 0 else "")
        )

    @property
    def warnings(self) -> tuple[str, ...]:
        """Coarse buckets, a mixture that does not follow the counts, and few events."""
        notes = []
        if self.bucket_ratio >= _COARSE:
            notes.append(
                f"the fullest bucket is {self.bucket_ratio:.3g} times as high as low: kinds that "
                "are closer than about two buckets cannot be told apart"
            )
        if self.misfit > _POOR_FIT:
            notes.append(
                f"the mixture misses the counts by up to {100 * self.misfit:.1f} % of the events: "
                "trust the counted kinds, not its components"
            )
        if self.tried[-1][0] == self.mixture.components == _MOST_COMPONENTS:
            notes.append("the most components tried fit best; more might fit better still")
        return tuple(notes)

    def predict(self, values: Array) -> Array:
        """Density of the logarithm of latency at those latencies."""
        return np.asarray(self.mixture.density(np.log(np.asarray(values, float))).sum(axis=0))

    def summary(self) -> str:
        """All of it as text."""
        lines = [f"Latency mixture of {self.histogram.label}, {self.n} events"]
        lines += [
            f"{number_text(k.low)} to {number_text(k.high)} {self.histogram.unit}:"
            f" {k.count} events, {100 * k.share:.3g} %"
            f" ({100 * k.share_low:.3g} to {100 * k.share_high:.3g} %), median"
            f" {number_text(k.median)}"
            for k in self.kinds
        ]
        return "\n".join([*lines, f"verdict: {self.verdict}", *self.warnings])


def latency_mixture(
    histogram: Histogram, *, most_components: int = _MOST_COMPONENTS, alpha: float = 0.05
) -> LatencyMixture:
    """Find the kinds of request in a histogram of latencies.

    Parameters
    ----------
    histogram : Histogram
        Latencies of zero or more.
    most_components : int, default 4
        Most lognormal components to try, 1 to 4.
    alpha : float, default 0.05
        Share of intervals that may miss.

    Returns
    -------
    LatencyMixture
        The mixture with the least BIC, and the kinds that valleys of the counts part.

    Raises
    ------
    MeasurementError
        When the histogram counts nothing or holds values below zero.
    FitError
        When not even one component could be fitted.
    UsageError
        When an argument is out of range.

    Notes
    -----
    Components are means of description: with many events BIC asks for more of them whenever one
    kind of request is not exactly lognormal. A kind is what a valley parts from its neighbours,
    see ``histogram_valleys``; shares are then counted, not fitted: all events on one side of the
    boundary, so that events of a fast kind that took long count with the slow.

    References
    ----------
    McLachlan and Peel, *Finite Mixture Models*, 2000, sections 1.8 and 6.9, for components that
    are not clusters.

    Examples
    --------
    >>> ends = 2.0 ** np.arange(11)
    >>> counts = [30, 300, 300, 30, 0, 0, 3, 30, 30, 3]
    >>> found = latency_mixture(Histogram("a", ends[:-1], ends[1:], counts, "ms"))
    >>> len(found.kinds), found.kinds[-1].count
    (2, 66)
    """
    check_alpha(alpha)
    if not 1 <= most_components <= _MOST_COMPONENTS:
        raise UsageError("most_components must be 1 to 4", found=f"{most_components}")
    fine = merge_buckets(histogram, _BUCKETS_PER_DECADE)
    fits = [fit_lognormal_mixture(fine, 1)]
    for components in range(2, most_components + 1):
        try:
            fits.append(fit_lognormal_mixture(fine, components))
        except (MeasurementError, FitError):
            break
    best = min(fits, key=lambda fit: fit.bic)
    edges = histogram_valleys(histogram)
    below = np.cumsum(histogram.count) / histogram.total
    expected = best.shares(np.zeros(len(histogram)), histogram.upper).sum(axis=0)
    return LatencyMixture(
        histogram=histogram,
        mixture=best,
        tried=tuple((fit.components, fit.bic) for fit in fits),
        kinds=tuple(latency_kind(histogram, lo, hi, alpha) for lo, hi in itertools.pairwise(edges)),
        misfit=float(np.max(np.abs(below - expected))),
        alpha=float(alpha),
    )
