"""First values of a short series that do not lie on the line of the rest."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from contention.models.intervals import check_alpha, student_quantile

__all__ = ["count_early_values"]

_FEWEST_LEFT = 4


def count_early_values(step: ArrayLike, values: ArrayLike, alpha: float = 0.05) -> int:
    """How many of the first values to leave out, because the line of the rest misses them.

    Parameters
    ----------
    step, values : array_like, shape (n,)
        A short series, in order, such as the troughs of a sawtooth.
    alpha : float, default 0.05
        Level of the prediction interval for a value.

    Returns
    -------
    int
        Zero when fewer than five values are there; at least four are left.

    Notes
    -----
    The first value is left out when it lies outside the prediction interval of the line through
    the others, and then the next is looked at: y_1 against a + b x_1 with t s sqrt(1 + 1/m +
    (x_1 - mean)^2 / S), from the m others and m - 2 degrees of freedom.

    References
    ----------
    The deleted residual of any text on regression; Cook and Weisberg, "Residuals and influence in
    regression", Chapman and Hall 1982, section 2.2.

    Examples
    --------
    >>> count_early_values([1, 2, 3, 4, 5, 6], [2.0, 9.0, 10.0, 9.8, 10.1, 10.0])
    1
    """
    check_alpha(alpha)
    x, y = np.asarray(step, dtype=np.float64), np.asarray(values, dtype=np.float64)
    early = 0
    while x.size - early > _FEWEST_LEFT:
        rest, held = x[early + 1 :], y[early + 1 :]
        centred = rest - rest.mean()
        square = float(centred @ centred)
        slope = float(centred @ held) / square
        left = held - held.mean() - slope * centred
        freedom = rest.size - 2
        reach = x[early] - rest.mean()
        wide = math.sqrt((1.0 + 1.0 / rest.size + reach**2 / square) * float(left @ left) / freedom)
        missed = abs(y[early] - held.mean() - slope * reach)
        slack = 1e-9 * float(np.max(np.abs(y)))
        if missed <= student_quantile(1.0 - alpha / 2.0, freedom) * wide + slack:
            break
        early += 1
    return early
