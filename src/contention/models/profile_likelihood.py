"""Intervals by profile likelihood: the values that the data do not contradict."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from scipy.optimize import brentq

from contention.models.intervals import Interval, check_alpha, student_quantile

__all__ = ["Profile", "profile_interval", "profile_threshold"]

_FARTHEST = 1e6


@dataclass(frozen=True)
class Profile:
    """One quantity of a fitted model, and how badly the model fits when it is held elsewhere.

    Attributes
    ----------
    estimate : float
        The quantity at the best fit.
    sum_of_squares : callable
        From a value of the quantity to the least residual sum of squares with it held there.
    lower, upper : float
        Bounds of the quantity; may be infinite.
    scale : float
        Size at which the quantity begins to matter, in its unit; steps the search when the
        estimate is zero.
    """

    estimate: float
    sum_of_squares: Callable[[float], float]
    lower: float = 0.0
    upper: float = math.inf
    scale: float = 1.0


def profile_threshold(
    best: float,
    degrees_of_freedom: float,
    alpha: float,
    *,
    one_sided: bool = False,
    variance: float | None = None,
) -> float:
    """Residual sum of squares at the ends of the interval, S + t^2 s^2 with s^2 = S / df.

    A ``variance`` that is known from elsewhere, such as from replicates, takes the place of
    s^2; the degrees of freedom are then those behind it.

    Examples
    --------
    >>> round(profile_threshold(4.0, 4, 0.05), 3)
    11.709
    """
    share = alpha if one_sided else alpha / 2.0
    square = best / degrees_of_freedom if variance is None else variance
    return best + square * student_quantile(1.0 - share, degrees_of_freedom) ** 2


def profile_interval(
    profile: Profile,
    best: float,
    degrees_of_freedom: float,
    alpha: float = 0.05,
    *,
    variance: float | None = None,
) -> Interval:
    """Interval of all values v with S(v) <= S (1 + F(1, n - p) quantile / (n - p)).

    S is the least residual sum of squares, S(v) the least one with the quantity held at v. The
    interval need not be symmetric, and carries over to any function of the quantity. When the
    estimate lies on a bound, the bound is one end and the other is a one-sided limit.

    Parameters
    ----------
    profile : Profile
        The quantity.
    best : float
        S, at the best fit.
    degrees_of_freedom : float
        n - p; positive.
    alpha : float, default 0.05
        Share of such intervals that miss the true value.
    variance : float, optional
        Of a point, when it is known from elsewhere than from the best fit.

    Returns
    -------
    tuple of float
        Lower and upper end; a bound, possibly infinite, where the data exclude nothing.

    Raises
    ------
    UsageError
        When alpha is not between 0 and 1.

    References
    ----------
    Bates and Watts, *Nonlinear Regression Analysis and its Applications*, 1988, section 6.1.

    Examples
    --------
    A mean of 2 whose sum of squares grows as 3 (v - 2)^2 from 6, with 2 degrees of freedom:

    >>> line = Profile(2.0, lambda v: 6.0 + 3.0 * (v - 2.0) ** 2, -math.inf)
    >>> low, high = profile_interval(line, 6.0, 2)
    >>> round(low, 3), round(high, 3)
    (-2.303, 6.303)
    """
    check_alpha(alpha)
    at_bound = profile.estimate in (profile.lower, profile.upper)
    limit = profile_threshold(
        best, degrees_of_freedom, alpha, one_sided=at_bound, variance=variance
    )
    ends = []
    for bound in (profile.lower, profile.upper):
        if profile.estimate == bound or limit == best:
            ends.append(profile.estimate)
        else:
            ends.append(_end(profile, limit, bound))
    return (ends[0], ends[1])


def _end(profile: Profile, limit: float, bound: float) -> float:
    """Where S(v) rises through the limit between the estimate and the bound."""

    def excess(value: float) -> float:
        return profile.sum_of_squares(value) - limit

    estimate = profile.estimate
    if excess(estimate) >= 0.0:  # an exact fit: rounding error alone is beyond the limit
        return estimate
    direction = 1.0 if bound > estimate else -1.0
    inner = estimate
    step = max(0.1 * abs(estimate), 1e-3 * profile.scale)
    farthest = _FARTHEST * max(abs(estimate), profile.scale)
    while True:
        outer = estimate + direction * step
        if direction * (bound - outer) <= 0.0:
            if excess(bound) <= 0.0:
                return bound
            outer = bound
            break
        if excess(outer) > 0.0:
            break
        if step > farthest:
            return bound
        inner = outer
        step *= 4.0
    return float(
        brentq(excess, inner, outer, xtol=1e-12 * max(abs(outer), profile.scale), rtol=1e-10)
    )
