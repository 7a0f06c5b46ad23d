"""Student quantiles and the intervals made from them."""

from __future__ import annotations

import math

from scipy.special import stdtr, stdtrit

from contention.errors import UsageError

__all__ = ["Interval", "check_alpha", "student_interval", "student_pvalue", "student_quantile"]

Interval = tuple[float, float]


def check_alpha(alpha: float) -> float:
    """The share of intervals that may miss, if it lies strictly between 0 and 1.

    Raises
    ------
    UsageError
        When it does not.

    Examples
    --------
    >>> check_alpha(0.05)
    0.05
    """
    if not 0.0 < alpha < 1.0:
        raise UsageError(
            "alpha must lie between 0 and 1",
            found=f"{alpha:g}",
            hint="give 0.05 for a 95 % interval",
        )
    return float(alpha)


def student_quantile(probability: float, degrees_of_freedom: float) -> float:
    """Quantile of Student's t.

    Parameters
    ----------
    probability : float
        Between 0 and 1.
    degrees_of_freedom : float
        Positive. Zero or fewer gives infinity: nothing is known of the spread.

    Returns
    -------
    float
        The quantile, without unit.

    Examples
    --------
    >>> round(student_quantile(0.975, 4), 3)
    2.776
    """
    if degrees_of_freedom <= 0:
        return math.inf
    return float(stdtrit(degrees_of_freedom, probability))


def student_interval(
    value: float, standard_error: float, degrees_of_freedom: float, alpha: float = 0.05
) -> Interval:
    """Two-sided interval, value minus and plus t(1 - alpha/2, df) standard errors.

    Parameters
    ----------
    value, standard_error : float
        An estimate with normal errors, and its standard error from the residuals.
    degrees_of_freedom : float
        Points less parameters. Zero or fewer gives the whole line.
    alpha : float, default 0.05
        Share of such intervals that miss the true value.

    Returns
    -------
    tuple of float
        Lower and upper end.

    Raises
    ------
    UsageError
        When alpha is not between 0 and 1.

    Examples
    --------
    >>> low, high = student_interval(403.5, 1.4434, 1)
    >>> round(low, 1), round(high, 1)
    (385.2, 421.8)
    """
    reach = student_quantile(1.0 - check_alpha(alpha) / 2.0, degrees_of_freedom)
    if math.isinf(reach):
        return (-math.inf, math.inf)
    return (value - reach * standard_error, value + reach * standard_error)


def student_pvalue(statistic: float, degrees_of_freedom: float) -> float:
    """Two-sided probability of a larger t if the true value is zero.

    Examples
    --------
    >>> round(student_pvalue(5.251, 4), 4)
    0.0063
    """
    if degrees_of_freedom <= 0 or math.isnan(statistic):
        return math.nan
    return float(2.0 * stdtr(degrees_of_freedom, -abs(statistic)))
