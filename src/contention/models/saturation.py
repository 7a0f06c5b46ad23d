"""Saturation: the session count at which throughput first reaches a share of its maximum."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from contention.models.first_crossing import check_share, first_crossings
from contention.models.fit_summary import number_text
from contention.models.intervals import Interval, check_alpha
from contention.models.reading_interval import (
    measurement_noise,
    reading_interval,
    replicate_noise,
)
from contention.models.sweep_arrays import Array, sweep_arrays
from contention.models.sweep_columns import means_by_sessions

__all__ = ["SaturationPoint", "saturation_sessions"]


@dataclass(frozen=True)
class SaturationPoint:
    """Where throughput first reaches a share of its maximum.

    Attributes
    ----------
    sessions : float
        The crossing, interpolated between measured session counts.
    share : float
        The criterion, such as 0.95.
    maximum_throughput : float
        Greatest mean throughput of the sweep, in its unit.
    low, high : float
        See ``method``.
    at_edge : bool
        Whether the first count measured is already beyond the criterion, or the maximum is at the
        last one, so that the true crossing may lie outside the sweep.
    method : str
        ``bracket``: the measured counts on either side of the crossing; certain if the measured
        throughputs are, but no statement of confidence. ``replicates``: a 95 % interval (or the
        level asked for) from the scatter of repeated points. ``measurement error``: the same
        from an error that was given.
    note : str
        What the interval means here, in a sentence.
    n : int
        Points of the sweep.
    """

    sessions: float
    share: float
    maximum_throughput: float
    low: float
    high: float
    at_edge: bool
    method: str
    note: str
    n: int

    @property
    def params(self) -> dict[str, float]:
        """The crossing."""
        return {"sessions": self.sessions}

    @property
    def bse(self) -> dict[str, float]:
        """NaN: an interpolated crossing has no standard error of use."""
        return {"sessions": math.nan}

    @property
    def derived(self) -> dict[str, float]:
        """The maximum and the throughput at the crossing."""
        return {
            "maximum_throughput": self.maximum_throughput,
            "throughput_at_saturation": self.share * self.maximum_throughput,
        }

    @property
    def units(self) -> dict[str, str]:
        """Units by name; throughput is in the unit it was given in."""
        return {
            "sessions": "sessions",
            "maximum_throughput": "throughput",
            "throughput_at_saturation": "throughput",
        }

    def conf_int(self, alpha: float = 0.05) -> dict[str, Interval]:
        """The stored interval, made at the level that was asked for; alpha does not change it."""
        check_alpha(alpha)
        return {"sessions": (self.low, self.high)}

    @property
    def verdict(self) -> str:
        """The crossing, in one sentence."""
        return f"{self.share:.0%} of the maximum at {self.sessions:.3g} sessions"

    @property
    def warnings(self) -> tuple[str, ...]:
        """What the interval means, and whether the crossing is at the edge of the sweep."""
        return (self.note,)

    def summary(self) -> str:
        """The crossing and its interval as text."""
        reach = f"{number_text(self.low)} to {number_text(self.high)}"
        return f"Saturation, {self.n} points\n{self.verdict} ({self.method}: {reach})\n{self.note}"


def saturation_sessions(
    sessions: ArrayLike,
    throughput: ArrayLike,
    share: float = 0.95,
    *,
    alpha: float = 0.05,
    relative_error: float | None = None,
    seed: int = 0,
) -> SaturationPoint:
    """Session count at which throughput first reaches a share of its maximum.

    Parameters
    ----------
    sessions : array_like, shape (n,)
        Sessions; at least two different counts. Repeats are replicates and are averaged.
    throughput : array_like, shape (n,)
        Throughput; positive, in any unit.
    share : float, default 0.95
        The criterion, between 0 and 1.
    alpha : float, default 0.05
        Share of intervals that may miss; used when the noise is known.
    relative_error : float, optional
        Standard error of each throughput as a share of it, such as 0.02, if you know it; then it
        is used in place of the scatter of replicates.
    seed : int, default 0
        For the resampling; used when the noise is known.

    Returns
    -------
    SaturationPoint
        The crossing and an interval.

    Raises
    ------
    MeasurementError
        When there are fewer than two session counts, equal throughputs, or bad values.
    UsageError
        When share, alpha or the relative error is out of range.

    Notes
    -----
    The crossing is a property of the criterion: ask for several shares before trusting one.

    Without replicates the sweep does not show its own scatter, and no confidence can be stated
    for a point read off it. ``low`` and ``high`` are then the measured counts on either side:
    what interpolation assumes between them is a straight line. For an interval that takes a
    smooth curve as the truth see :func:`contention.models.saturation_bootstrap`.

    With replicates, cell means are drawn again around the measured ones, with the pooled variance
    of the replicates and its own uncertainty. The maximum of several similar means is biased
    upwards, and no single bootstrap interval held its level in simulation; the union of the
    percentile interval and the reflected one did (tested), at 95 % or more.

    References
    ----------
    Davison and Hinkley, *Bootstrap Methods and their Application*, 1997, sections 5.2 and 5.3.

    Examples
    --------
    >>> point = saturation_sessions([1, 3, 6, 12], [10.0, 28.0, 40.0, 40.5])
    >>> round(point.sessions, 2), point.low, point.high
    (5.62, 3.0, 6.0)
    """
    check_share(share)
    n, x = sweep_arrays(sessions, throughput, distinct=2, model="a saturation point")
    counts, means = means_by_sessions(n, x)
    crossing = float(first_crossings(counts, means[None, :], share)[0])
    early = means[0] >= share * means.max()
    late = means[-1] == means.max()
    noise = replicate_noise(n, x) if relative_error is None else measurement_noise(relative_error)
    if noise is not None:

        def crossings(at: Array, curves: Array) -> Array:
            return first_crossings(at, curves, share)

        bounds = (float(counts[0]), float(counts[-1]))
        low, high = reading_interval(n, x, noise, crossings, alpha=alpha, seed=seed, bounds=bounds)
        method = noise.source
        origin = (
            f"an error of {noise.standard_deviation:.2%} in each throughput"
            if noise.relative
            else f"the scatter of {n.size} points at {counts.size} session counts"
        )
        note = f"{1 - alpha:.0%} interval from {origin}"
    else:
        above = int(np.argmax(means >= share * means.max()))
        low, high = float(counts[max(above - 1, 0)]), float(counts[above])
        method = "bracket"
        note = (
            f"no replicates: {low:g} and {high:g} are the measured counts on either side, not a "
            "confidence interval"
        )
    if early:
        low = 0.0
        note += f"; the first count, {counts[0]:g}, is already beyond the criterion"
    if late:
        note += f"; throughput is greatest at the last count, {counts[-1]:g}, and may grow further"
    return SaturationPoint(
        sessions=crossing,
        share=float(share),
        maximum_throughput=float(means.max()),
        low=low,
        high=high,
        at_edge=bool(early or late),
        method=method,
        note=note,
        n=int(n.size),
    )
