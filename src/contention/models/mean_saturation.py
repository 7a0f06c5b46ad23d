"""Mean saturation point of several systems."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from contention.errors import MeasurementError
from contention.models.saturation import SaturationPoint

__all__ = ["MeanSaturation", "mean_saturation"]


@dataclass(frozen=True)
class MeanSaturation:
    """Mean of the saturation points of several systems.

    Attributes
    ----------
    sessions : float
        The mean.
    low, high : float
        Means of the lower and of the upper ends. If every interval holds its own crossing, this
        one holds the mean; it says nothing of systems that were not measured.
    standard_deviation : float
        Between the points; NaN for one.
    n : int
        How many points.
    """

    sessions: float
    low: float
    high: float
    standard_deviation: float
    n: int


def mean_saturation(points: Sequence[SaturationPoint]) -> MeanSaturation:
    """Mean saturation of several sweeps at the same criterion.

    Parameters
    ----------
    points : sequence of SaturationPoint
        One per sweep, all of the same share.

    Returns
    -------
    MeanSaturation
        The mean and its reach.

    Raises
    ------
    MeasurementError
        When there is none, or the shares differ.

    Examples
    --------
    >>> from contention.models.saturation import saturation_sessions
    >>> a = saturation_sessions([1, 3, 6], [10.0, 30.0, 40.0])
    >>> b = saturation_sessions([1, 3, 6], [10.0, 38.0, 40.0])
    >>> round(mean_saturation([a, b]).sessions, 2)
    4.2
    """
    if not points:
        raise MeasurementError("the mean of no saturation points is not defined")
    if len({point.share for point in points}) > 1:
        raise MeasurementError("saturation points of different criteria cannot be averaged")
    values = np.array([point.sessions for point in points])
    return MeanSaturation(
        sessions=float(values.mean()),
        low=float(np.mean([point.low for point in points])),
        high=float(np.mean([point.high for point in points])),
        standard_deviation=float(values.std(ddof=1)) if values.size > 1 else math.nan,
        n=len(points),
    )
