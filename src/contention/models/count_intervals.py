"""Intervals for counts of events that come independently of each other."""

from __future__ import annotations

import math

from scipy.special import betaincinv, gammaincinv

from contention.errors import UsageError
from contention.models.intervals import Interval, check_alpha

__all__ = ["count_difference_interval", "count_interval", "count_ratio_interval"]


def count_interval(count: float, alpha: float = 0.05) -> Interval:
    """Exact interval for the mean of a Poisson count.

    Parameters
    ----------
    count : float
        Events seen; zero or more.
    alpha : float, default 0.05
        Share of such intervals that miss, at most.

    Returns
    -------
    tuple of float
        Lower and upper end.

    Raises
    ------
    UsageError
        When the count is negative or missing, or alpha is not between 0 and 1.

    References
    ----------
    F. Garwood, "Fiducial limits for the Poisson distribution", Biometrika 28, 1936, pages
    437-442.

    Examples
    --------
    >>> low, high = count_interval(10)
    >>> round(low, 2), round(high, 2)
    (4.8, 18.39)
    """
    half = check_alpha(alpha) / 2.0
    if not count >= 0 or math.isinf(count):
        raise UsageError("a count is zero or more", found=f"{count:g}")
    low = float(gammaincinv(count, half)) if count > 0 else 0.0
    return (low, float(gammaincinv(count + 1.0, 1.0 - half)))


def count_ratio_interval(
    before: float, after: float, exposure: float = 1.0, alpha: float = 0.05
) -> Interval:
    """Exact interval for the ratio of two Poisson rates, after over before.

    Given the sum of the two counts, the second is binomial; the ends of its share are those of
    Clopper and Pearson.

    Parameters
    ----------
    before, after : float
        Events seen; zero or more.
    exposure : float, default 1
        Work or time in which the second count was made, over that of the first; positive.
    alpha : float, default 0.05
        Share of such intervals that miss, at most.

    Returns
    -------
    tuple of float
        Lower and upper end; 0 to infinity when nothing was counted.

    Raises
    ------
    UsageError
        When a count is negative, the exposure is not positive or alpha not between 0 and 1.

    References
    ----------
    J. Przyborowski and H. Wilenski, "Homogeneity of results in testing samples from Poisson
    series", Biometrika 31, 1940, pages 313-323.

    Examples
    --------
    >>> [round(end, 2) for end in count_ratio_interval(40, 80)]
    [1.35, 3.0]
    """
    half = check_alpha(alpha) / 2.0
    if not (before >= 0 and after >= 0 and exposure > 0):
        raise UsageError(
            "a ratio of rates needs counts of zero or more and a positive exposure",
            found=f"{before:g}, {after:g} and {exposure:g}",
        )
    low = float(betaincinv(after, before + 1.0, half)) if after > 0 else 0.0
    high = float(betaincinv(after + 1.0, before, 1.0 - half)) if before > 0 else 1.0
    ends = [share / (1.0 - share) if share < 1.0 else math.inf for share in (low, high)]
    return (ends[0] / exposure, ends[1] / exposure)


def count_difference_interval(
    before: float, after: float, exposure: float = 1.0, alpha: float = 0.05
) -> Interval:
    """Interval for the difference of two Poisson means, made from the exact interval of each.

    Parameters
    ----------
    before, after : float
        Events seen; zero or more.
    exposure : float, default 1
        What the first count is multiplied by before it is subtracted; positive.
    alpha : float, default 0.05
        Share of such intervals that miss, about.

    Returns
    -------
    tuple of float
        Lower and upper end of after less ``exposure`` times before.

    Raises
    ------
    UsageError
        When a count is negative or alpha is not between 0 and 1.

    References
    ----------
    G. Y. Zou and A. Donner, "Construction of confidence limits about effect measures: a general
    approach", Statistics in Medicine 27, 2008, equations 7 and 8.

    Examples
    --------
    >>> [round(end, 1) for end in count_difference_interval(0, 10)]
    [3.6, 18.4]
    """
    low_1, high_1 = (exposure * end for end in count_interval(before, alpha))
    low_2, high_2 = count_interval(after, alpha)
    first, difference = exposure * before, after - exposure * before
    return (
        difference - math.hypot(after - low_2, high_1 - first),
        difference + math.hypot(high_2 - after, first - low_1),
    )
