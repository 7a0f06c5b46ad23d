"""The least slope that a run can show, and the run that a slope needs."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from contention.errors import UsageError
from contention.models.intervals import check_alpha
from contention.models.sweep_arrays import Array, frozen_array
from contention.models.trend_slope import TrendFit

__all__ = ["minimum_detectable_slope", "needed_run"]

_ASSURANCE = 0.98
_LONGEST = 1e9


def minimum_detectable_slope(trend: TrendFit, alpha: float = 0.05) -> float:
    """The slope that a run like this one shows with a probability of 80 % or more.

    Parameters
    ----------
    trend : TrendFit
        The slope of a run, its noise and its length.
    alpha : float, default 0.05
        Level of the interval that has to lie above zero.

    Returns
    -------
    float
        In the unit of the slope; zero when the readings lie exactly on lines.

    Notes
    -----
    A slope b is shown when the lower end of its interval lies above zero: when the estimate
    exceeds the reach of the interval. The estimate misses b by an error of its own, and the noise
    of another run is known no better than from this one. So the reach is increased by the
    one-sided 98 % reach of the estimate, and not by the 80 % one that a known noise would need.

    Examples
    --------
    >>> from contention.models.trend_slope import fit_trend
    >>> trend = fit_trend([0, 1, 2, 3], [0.0, 1.0, -1.0, 0.0], dependent=False)
    >>> round(minimum_detectable_slope(trend), 2)
    3.88
    """
    check_alpha(alpha)
    middle = trend.quantile(0.5)
    reach = trend.quantile(1.0 - alpha / 2.0) - middle
    return reach + trend.quantile(_ASSURANCE) - middle


def needed_run(trend: TrendFit, slope: float, alpha: float = 0.05) -> float:
    """How long a run has to be, read as often as this one, to show a slope.

    Parameters
    ----------
    trend : TrendFit
        A run with the same noise.
    slope : float
        The slope to be shown, in the unit of the trend's; positive.
    alpha : float, default 0.05
        Level of the interval.

    Returns
    -------
    float
        Steps or seconds from the first to the last reading, in one segment; infinity when more
        than a thousand million times this run would be needed.

    Raises
    ------
    UsageError
        When the slope is not positive.

    Notes
    -----
    For noise with memory time T over a length L the precision of the slope is in proportion to
    L^3 / 12 + T L^2 / 2 + T^2 L, and for the share that each reading has for itself to L^3. So the
    error shrinks as L^-1.5 when the run is much longer than the memory of its noise, and only as
    L^-0.5 when the noise wanders.

    References
    ----------
    The information of a line in a first-order continuous process: Sacks and Ylvisaker, "Designs
    for regression problems with correlated errors", Annals of Mathematical Statistics 37, 1966.

    Examples
    --------
    >>> from contention.models.trend_slope import fit_trend
    >>> step = np.arange(50.0)
    >>> trend = fit_trend(step, np.tile([0.0, 1.0, -1.0, 1.0, -1.0], 10), dependent=False)
    >>> least = minimum_detectable_slope(trend)
    >>> round(needed_run(trend, least / 8) / needed_run(trend, least), 2)
    4.0
    """
    check_alpha(alpha)
    if not (math.isfinite(slope) and slope > 0):
        raise UsageError("the slope to be shown must be finite and positive", found=f"{slope:g}")

    def shown(times: float) -> bool:
        return minimum_detectable_slope(_longer(trend, times), alpha) <= slope

    low, high = 1e-6, 1.0
    while not shown(high):
        low, high = high, 4.0 * high
        if high > _LONGEST:
            return math.inf
    for _ in range(40):
        middle = math.sqrt(low * high)
        low, high = (low, middle) if shown(middle) else (middle, high)
    return high * trend.span


def _longer(trend: TrendFit, times: float) -> TrendFit:
    """The trend with the errors of the slope that a run so many times as long would have."""
    before, after = _precision(trend, trend.span), _precision(trend, times * trend.span)
    return replace(trend, errors=frozen_array(trend.errors * np.sqrt(before / after)))


def _precision(trend: TrendFit, length: float) -> Array:
    """Of the slope, for each kind of noise, up to a factor."""
    memory, white = trend.memory_times, trend.white_shares
    dependent = length**3 / 12.0 + memory * length**2 / 2.0 + memory**2 * length
    alone = np.where(white > 0.0, length**3 / (12.0 * trend.pace), np.inf)
    variance = (1.0 - white) * 2.0 * memory / dependent
    return np.asarray(1.0 / (variance + np.where(white > 0.0, white, 0.0) / alone))
