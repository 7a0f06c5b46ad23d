"""How far a prediction is from what was measured."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from contention.errors import MeasurementError

__all__ = ["mean_absolute_percentage_error"]


def mean_absolute_percentage_error(measured: ArrayLike, predicted: ArrayLike) -> float:
    """Mean of |predicted - measured| / measured, in per cent.

    Parameters
    ----------
    measured : array_like, shape (n,)
        What was seen; not zero.
    predicted : array_like, shape (n,)
        What the model says.

    Returns
    -------
    float
        Per cent; zero for a perfect prediction. A prediction of zero scores 100, so the figure
        favours predictions that are too low.

    Raises
    ------
    MeasurementError
        When the shapes differ, or a measured value is zero or missing.

    References
    ----------
    Makridakis, "Accuracy measures", International Journal of Forecasting 9, 1993.

    Examples
    --------
    >>> round(mean_absolute_percentage_error([100.0, 200.0], [90.0, 240.0]), 6)
    15.0
    """
    seen = np.asarray(measured, dtype=np.float64)
    said = np.asarray(predicted, dtype=np.float64)
    if seen.shape != said.shape or seen.size == 0:
        raise MeasurementError("measured and predicted values differ in number, or there are none")
    if not np.all(np.isfinite(seen)) or np.any(seen == 0):
        raise MeasurementError("a relative error needs measured values that are finite, not zero")
    return float(100.0 * np.mean(np.abs(said - seen) / np.abs(seen)))
