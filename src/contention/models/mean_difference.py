"""The difference of two means from repeated runs, whose scatter may differ."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from contention.errors import MeasurementError
from contention.models.intervals import Interval, student_interval

__all__ = ["mean_difference_interval"]


def mean_difference_interval(before: ArrayLike, after: ArrayLike, alpha: float = 0.05) -> Interval:
    """Welch's interval for the mean of the second sample less that of the first.

    Parameters
    ----------
    before, after : array_like
        Two values or more of each, in the same unit; about normal.
    alpha : float, default 0.05
        Share of such intervals that miss.

    Returns
    -------
    tuple of float
        Lower and upper end, in the unit of the values.

    Raises
    ------
    MeasurementError
        When there are fewer than two values of one, or one is not finite.

    References
    ----------
    B. L. Welch, "The generalization of 'Student's' problem when several different population
    variances are involved", Biometrika 34, 1947, equations 28 and 29.

    Examples
    --------
    >>> low, high = mean_difference_interval([1.0, 2.0, 3.0], [4.0, 6.0, 8.0])
    >>> round(low, 3), round(high, 3)
    (-0.155, 8.155)
    """
    samples = [np.asarray(values, dtype=np.float64).ravel() for values in (before, after)]
    if min(sample.size for sample in samples) < 2 or not np.isfinite(np.concatenate(samples)).all():
        raise MeasurementError(
            "a difference of means needs two finite values of each or more",
            found=" and ".join(str(sample.size) for sample in samples),
        )
    shares = [float(sample.var(ddof=1)) / sample.size for sample in samples]
    difference = float(samples[1].mean() - samples[0].mean())
    if not any(shares):
        return (difference, difference)
    largest = max(shares)
    parts = zip(shares, samples, strict=True)
    below = sum((share / largest) ** 2 / (sample.size - 1) for share, sample in parts)
    freedom = (sum(shares) / largest) ** 2 / below
    return student_interval(difference, math.sqrt(sum(shares)), freedom, alpha)
