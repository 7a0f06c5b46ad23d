"""When a leak reaches a limit."""

from __future__ import annotations

import math
from dataclasses import dataclass

from contention.errors import UsageError
from contention.models.intervals import Interval, check_alpha, student_quantile
from contention.models.leak import LeakFit

__all__ = ["Exhaustion", "forecast_exhaustion"]


@dataclass(frozen=True)
class Exhaustion:
    """The step at which a fitted line reaches a limit.

    Attributes
    ----------
    steps : float
        On the axis of the series; infinity for never.
    low, high : float
        Two-sided interval; ``high`` is infinity when the data allow that it never happens, and
        both are NaN with fewer than three readings.
    at_least : float
        One-sided limit: with the stated confidence it does not happen before.
    last_step : float
        Last step of the series.
    limit_bytes : float
        The limit.
    alpha : float
        Level of both.
    note : str
        A reservation, or empty.
    """

    steps: float
    low: float
    high: float
    at_least: float
    last_step: float
    limit_bytes: float
    alpha: float
    note: str

    @property
    def steps_left(self) -> float:
        """From the last reading; negative when the line is already beyond the limit."""
        return self.steps - self.last_step

    @property
    def whole_step(self) -> float:
        """The first whole step in which the limit is reached; infinity for never."""
        return float(math.ceil(self.steps)) if math.isfinite(self.steps) else self.steps


def forecast_exhaustion(fit: LeakFit, limit_bytes: float, *, alpha: float = 0.05) -> Exhaustion:
    """Step at which the line of a leak reaches a limit, with Fieller's interval.

    Parameters
    ----------
    fit : LeakFit
        The leak.
    limit_bytes : float
        The limit in bytes; positive.
    alpha : float, default 0.05
        Share of such intervals that miss.

    Returns
    -------
    Exhaustion
        The step, a two-sided interval and a one-sided limit.

    Raises
    ------
    UsageError
        When the limit is not positive or alpha is out of range.

    Notes
    -----
    The step is a ratio, (L - a) / b. Its interval is the set of steps x at which the line, with
    its own error, can equal L: (L - a - b x)^2 <= t^2 (V_aa + 2 V_ab x + V_bb x^2). This is exact
    for normal errors, where the delta method misses the skewness; where the slope may be zero the
    set has no upper end, and the answer is "never" within the data. Steps are assumed to go on as
    before; the rounding of the log is not in the interval.

    References
    ----------
    Fieller, "Some problems in interval estimation", Journal of the Royal Statistical Society B
    16, 1954.

    Examples
    --------
    >>> from contention.models.leak import fit_leak
    >>> fit = fit_leak([1, 2, 3], [406 * 1024, 807 * 1024, 1213 * 1024], start_bytes=4 * 1024)
    >>> round(forecast_exhaustion(fit, 524_288_000).steps)
    1271
    """
    check_alpha(alpha)
    if not (math.isfinite(limit_bytes) and limit_bytes > 0):
        raise UsageError("the limit must be finite and positive", found=f"{limit_bytes:g}")
    slope = fit.slope_bytes_per_step
    gap = float(limit_bytes) - fit.level_at_zero_bytes
    steps = gap / slope if slope > 0 else slope if math.isnan(slope) else math.inf
    last = float(fit.readings.step[-1])
    if fit.regression is None:
        low = high = least = math.nan
        note = fit.reason
    else:
        low, high = _fieller(fit, limit_bytes, 1.0 - alpha / 2.0)
        least = _fieller(fit, limit_bytes, 1.0 - alpha)[0]
        note = f"{steps - last:.4g} steps beyond the last reading" if steps > last else ""
        if float(fit.predict(last)) >= limit_bytes:
            note = "the line is already beyond the limit at the last reading"
    return Exhaustion(steps, low, high, least, last, float(limit_bytes), alpha, note)


def _fieller(fit: LeakFit, limit: float, probability: float) -> Interval:
    """Steps at which the line can equal the limit; measured from the mean step."""
    assert fit.regression is not None
    centre = float(fit.readings.step.mean())
    level, slope = (float(v) for v in fit.regression.estimates)
    widening = fit.dependence.inflation**2
    level_variance = float(fit.regression.covariance[0, 0]) * widening
    slope_variance = float(fit.regression.covariance[1, 1]) * widening
    t2 = student_quantile(probability, fit.dependence.degrees_of_freedom) ** 2
    gap = limit - level
    # About the mean step the two errors are independent: A x^2 - 2 B x + C <= 0.
    a = slope**2 - t2 * slope_variance
    b = gap * slope
    c = gap**2 - t2 * level_variance
    root = math.sqrt(max(b * b - a * c, 0.0))
    if a > 0.0:
        if slope < 0.0:
            return (math.inf, math.inf)
        larger = b + math.copysign(root, b)
        ends = sorted((larger / a, c / larger)) if larger else [0.0, 0.0]
        return (centre + ends[0], centre + ends[1])
    if c <= 0.0 or gap <= 0.0:
        return (-math.inf, math.inf)
    return (centre + c / (b + root), math.inf)
