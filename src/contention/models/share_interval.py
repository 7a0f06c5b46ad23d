"""How large a part of a difference is, when both are known from the same repeated runs."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from contention.errors import MeasurementError
from contention.models.intervals import Interval, check_alpha, student_quantile
from contention.models.sweep_arrays import Array

__all__ = ["share_interval"]

_NONE = (math.nan, math.nan)


def share_interval(
    part_before: ArrayLike,
    part_after: ArrayLike,
    total_before: ArrayLike,
    total_after: ArrayLike,
    *,
    alpha: float = 0.05,
) -> Interval:
    r"""Fieller's interval for the share of a part in the difference of two sides.

    With means over the runs, the part changes by d and the total by D. The share is the
    :math:`\theta` with :math:`d - \theta D = 0`, and the interval holds every one for which that
    combination does not differ from zero by Student's t. Part and total of one run belong
    together: a slow run is slow in both, so that the share is often known far better than either.

    Parameters
    ----------
    part_before, total_before : array_like, shape (m,)
        Seconds of the part, and of everything, in each run before; two runs or more.
    part_after, total_after : array_like, shape (n,)
        The same after.
    alpha : float, default 0.05
        Share of such intervals that miss.

    Returns
    -------
    tuple of float
        Lower and upper end; NaN where the difference itself may be zero.

    Raises
    ------
    MeasurementError
        When a side has fewer than two runs, or part and total differ in their number.

    References
    ----------
    E. C. Fieller, "Some problems in interval estimation", Journal of the Royal Statistical
    Society B 16, 1954, pages 175-185. Degrees of freedom are Welch's, of the combination at the
    estimated share.

    Examples
    --------
    >>> low, high = share_interval([1.0, 1.2, 1.1], [9.0, 11.2, 10.0],
    ...                            [2.0, 2.3, 2.2], [12.0, 14.0, 13.0])
    >>> round(low, 2), round(high, 2)
    (0.75, 0.88)
    """
    check_alpha(alpha)
    sides = [
        (np.asarray(part, dtype=np.float64), np.asarray(total, dtype=np.float64))
        for part, total in ((part_before, total_before), (part_after, total_after))
    ]
    for part, total in sides:
        if part.shape != total.shape or part.ndim != 1 or part.size < 2:
            raise MeasurementError(
                "a share needs the part and the total of two runs or more of each side",
                found=f"{part.size} and {total.size}",
            )
    d, whole = (float(sides[1][at].mean() - sides[0][at].mean()) for at in (0, 1))
    if whole == 0:
        return _NONE
    covariance = np.zeros((2, 2))
    for part, total in sides:
        covariance += np.cov(part, total) / part.size
    reach = student_quantile(1.0 - alpha / 2.0, _freedom(sides, d / whole)) ** 2
    a = whole**2 - reach * covariance[1, 1]
    b = d * whole - reach * covariance[0, 1]
    c = d**2 - reach * covariance[0, 0]
    if not a > 0:
        return _NONE
    root = math.sqrt(max(b**2 - a * c, 0.0))
    return (float((b - root) / a), float((b + root) / a))


def _freedom(sides: list[tuple[Array, Array]], share: float) -> float:
    """Welch's degrees of freedom of the part less the share of the total."""
    variances = [float((part - share * total).var(ddof=1)) / part.size for part, total in sides]
    freedoms = [part.size - 1 for part, _ in sides]
    largest = max(variances)
    if largest == 0:
        return float(sum(freedoms))
    scaled = [variance / largest for variance in variances]
    below = sum(one**2 / freedom for one, freedom in zip(scaled, freedoms, strict=True))
    return float(sum(scaled) ** 2 / below)
