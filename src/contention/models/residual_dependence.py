"""Whether neighbouring residuals of a time series resemble each other, and what that costs."""

from __future__ import annotations

import math
from dataclasses import dataclass

from contention.models.sweep_arrays import Array

__all__ = ["Dependence", "residual_dependence"]

_FEWEST = 20


@dataclass(frozen=True)
class Dependence:
    """Lag-one dependence of residuals about a fitted line.

    Attributes
    ----------
    correlation : float
        Correlation of neighbouring residuals, corrected for the bias that fitting a line brings;
        between 0 and 0.98 when ``significant``. NaN when there are too few points to tell.
    significant : bool
        Whether the raw correlation exceeds two standard errors of zero.
    inflation : float
        Factor on the standard error of the slope; 1 when not significant.
    degrees_of_freedom : float
        What is left of n - 2 when dependent points count for less.
    """

    correlation: float
    significant: bool
    inflation: float
    degrees_of_freedom: float


def residual_dependence(residuals: Array) -> Dependence:
    """Dependence of neighbouring residuals, taken as a first-order autoregression.

    Parameters
    ----------
    residuals : ndarray, shape (n,)
        In time order, about a fitted line.

    Returns
    -------
    Dependence
        With fewer than 20 points nothing is claimed.

    Notes
    -----
    With correlation c the standard error grows by sqrt((1 + c) / (1 - c)) and n points count for
    n (1 - c) / (1 + c). The raw correlation of residuals about a line is low by about
    (2 + 4 c) / n, which is added back. A slow drift cannot be told from a slow wave: at high
    correlation the correction is still not enough for short series.

    References
    ----------
    Santer et al., "Statistical significance of trends and trend differences in layer-average
    atmospheric temperature time series", Journal of Geophysical Research 105, 2000, section 4.

    Examples
    --------
    >>> import numpy as np
    >>> residual_dependence(np.array([1.0, -1.0, 1.0])).inflation
    1.0
    """
    n = int(residuals.size)
    total = float(residuals @ residuals)
    freedom = float(n - 2)
    if n < _FEWEST or total <= 0.0:
        return Dependence(math.nan, False, 1.0, freedom)
    raw = float(residuals[1:] @ residuals[:-1]) / total
    corrected = min((n * raw + 2.0) / (n - 4.0), 0.98)
    if raw <= 2.0 / math.sqrt(n):
        return Dependence(corrected, False, 1.0, freedom)
    ratio = (1.0 + corrected) / (1.0 - corrected)
    return Dependence(corrected, True, math.sqrt(ratio), max(n / ratio - 2.0, 1.0))
