"""When memory that grows along a line reaches a limit, if it ever does."""

from __future__ import annotations

import math
from dataclasses import dataclass

from contention.errors import UsageError
from contention.models.intervals import check_alpha
from contention.models.short_number import short_number
from contention.models.trend_slope import TrendFit

__all__ = ["LimitForecast", "forecast_limit"]

_FARTHEST = 2.0**60
_HALVINGS = 60


@dataclass(frozen=True)
class LimitForecast:
    """The step at which the line reaches a limit, counted on the axis of the series.

    Attributes
    ----------
    steps : float
        As likely before as after; infinity for never.
    low, high : float
        Two-sided interval. ``high`` is infinity when the data allow that it never happens.
    at_least : float
        One-sided: with the stated confidence it does not happen before. Infinity when the data
        exclude that the line ever gets there.
    last_step : float
        Last step of the series; a limit that is already reached counts as reached there.
    limit_bytes : float
        The limit.
    alpha : float
        Level of both.
    reason : str
        In words.
    """

    steps: float
    low: float
    high: float
    at_least: float
    last_step: float
    limit_bytes: float
    alpha: float
    reason: str

    @property
    def never(self) -> bool:
        """Whether the data allow that the limit is never reached."""
        return math.isinf(self.high)

    @property
    def sentence(self) -> str:
        """When, as the end of a sentence that begins with the limit being reached."""
        if self.steps_left <= 0.0:
            return "already"
        percent = f"{100.0 * (1.0 - self.alpha):g} %"
        if math.isinf(self.at_least):
            return f"never ({percent} confidence)"
        least = f"not before {short_number(self.at_least)} ({percent} confidence)"
        if math.isinf(self.steps):
            return f"probably never, and {least}"
        about = f"at about {short_number(self.steps)}"
        return f"{about}, {least}" + (", and perhaps never" if self.never else "")

    @property
    def steps_left(self) -> float:
        """From the last reading; infinity for never."""
        return self.steps - self.last_step


def forecast_limit(
    trend: TrendFit, limit_bytes: float, last_step: float, *, alpha: float = 0.05
) -> LimitForecast:
    """Step from which on the line of a trend is above a limit, with intervals.

    Parameters
    ----------
    trend : TrendFit
        Slope and level of the last segment, in bytes and steps.
    limit_bytes : float
        The limit; positive.
    last_step : float
        Step of the last reading; nothing before it is considered.
    alpha : float, default 0.05
        Share of such intervals that miss.

    Returns
    -------
    LimitForecast
        The step and its limits.

    Raises
    ------
    UsageError
        When the limit is not positive or alpha is out of range.

    Notes
    -----
    At each step the line lies above the limit with a probability that follows from the errors of
    level and slope together. The step at which it passes 1/2 is the forecast; those at which it
    passes alpha/2 and 1 - alpha/2 are the interval, and alpha gives the one-sided limit. With
    one kind of noise this is Fieller's interval, cut off at the last reading. The probability
    tends to that of a positive slope, so that an end may be infinite: never.

    References
    ----------
    Fieller, "Some problems in interval estimation", Journal of the Royal Statistical Society B
    16, 1954.

    Examples
    --------
    >>> from contention.models.trend_slope import fit_trend
    >>> trend = fit_trend([1, 2, 3, 4], [100.0, 201.0, 299.0, 400.0])
    >>> forecast = forecast_limit(trend, 1000.0, 4.0)
    >>> round(forecast.steps, 1), forecast.never
    (10.0, False)
    """
    check_alpha(alpha)
    if not (math.isfinite(limit_bytes) and limit_bytes > 0):
        raise UsageError("the limit must be finite and positive", found=f"{limit_bytes:g}")
    limit = float(limit_bytes)
    steps, low, high, least = (
        _first_step(trend, limit, last_step, share)
        for share in (0.5, alpha / 2.0, 1.0 - alpha / 2.0, alpha)
    )
    percent = f"{100.0 * (1.0 - alpha):g} %"
    if _share_above(trend, last_step, limit) >= 0.5:
        reason = "the line is already above the limit at the last reading"
    elif math.isinf(least):
        reason = f"with {percent} confidence the line never gets there"
    elif math.isinf(high):
        reason = f"not before {short_number(least)} ({percent}, one-sided), and perhaps never"
    else:
        reason = f"not before {short_number(least)} ({percent}, one-sided)"
    return LimitForecast(steps, low, high, least, last_step, limit, alpha, reason)


def _first_step(trend: TrendFit, limit: float, last: float, share: float) -> float:
    """First step from the last reading on at which the line is above with that probability."""
    if _share_above(trend, last, limit) >= share:
        return last
    reach = max(trend.span, trend.pace)
    low, high = 0.0, reach
    while _share_above(trend, last + high, limit) < share:
        low, high = high, 2.0 * high
        if high > _FARTHEST * reach:
            return math.inf
    for _ in range(_HALVINGS):
        middle = 0.5 * (low + high)
        if _share_above(trend, last + middle, limit) < share:
            low = middle
        else:
            high = middle
    return last + high


def _share_above(trend: TrendFit, step: float, limit: float) -> float:
    return 1.0 - trend.line_distribution(step).share_below(limit)
