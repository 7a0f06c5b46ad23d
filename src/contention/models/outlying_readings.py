"""Single readings that stand far from all their neighbours."""

from __future__ import annotations

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import ArrayLike, NDArray

from contention.errors import MeasurementError
from contention.models.sweep_arrays import Array

__all__ = ["outlying_readings", "typical_change"]

_FEWEST = 12
_FAR = 7.0
_MOST_SHARE = 0.05


def typical_change(values: Array, resolution: float) -> float:
    """Robust standard deviation of the changes from reading to reading.

    Parameters
    ----------
    values : ndarray, shape (n,)
        At least two.
    resolution : float
        Unit to which they are rounded; half of it is added.

    Returns
    -------
    float
        1.4826 times the median distance of the changes from their median.

    Examples
    --------
    >>> round(typical_change(np.array([0.0, 1.0, 3.0, 4.0, 6.0]), 0.0), 3)
    0.741
    """
    changes = np.diff(values)
    return 1.4826 * float(np.median(np.abs(changes - np.median(changes)))) + 0.5 * resolution


def outlying_readings(
    values: ArrayLike, segment: NDArray[np.intp] | None = None, resolution: float = 0.0
) -> NDArray[np.bool_]:
    """Mark readings that stand alone, seven robust deviations from their neighbours.

    Parameters
    ----------
    values : array_like, shape (n,)
        Readings in time order; finite.
    segment : ndarray of int, shape (n,), optional
        Number of the segment of each reading, not decreasing; neighbours are of the same segment.
    resolution : float, default 0
        Unit to which the readings are rounded.

    Returns
    -------
    ndarray of bool, shape (n,)
        True for a reading to be set aside. None is marked when more than 5 % would be: then they
        belong to the series. Segments with fewer than 12 readings are left alone.

    Raises
    ------
    MeasurementError
        When a value is missing, or segments do not belong to the values.

    Notes
    -----
    A reading is compared with the median of the two before and the two after it. It does not stand
    alone when the middle two of these four are themselves far apart: that is a step in the level.
    The first and last two readings of a segment are compared with a line through the nearest four;
    at the start, where warm-up bends the line, only readings above it are marked.
    Of 200 normal readings, none is marked in nearly all series.

    References
    ----------
    Hampel, "The influence curve and its role in robust estimation", Journal of the American
    Statistical Association 69, 1974, for the median deviation as a scale.

    Examples
    --------
    >>> values = np.arange(20.0)
    >>> values[11] = 500.0
    >>> np.flatnonzero(outlying_readings(values)).tolist()
    [11]
    """
    y = np.asarray(values, dtype=np.float64)
    parts = np.zeros(y.size, dtype=np.intp) if segment is None else np.asarray(segment)
    if y.ndim != 1 or parts.shape != y.shape or not np.all(np.isfinite(y)):
        raise MeasurementError("outliers are looked for among finite readings, one segment each")
    marked = np.zeros(y.size, dtype=bool)
    floor = 0.5 * resolution + 1e-9 * float(np.max(np.abs(y), initial=0.0))
    starts = np.flatnonzero(np.diff(parts, prepend=-1))
    for first, last in zip(starts, [*starts[1:], y.size], strict=True):
        if last - first >= _FEWEST:
            marked[first:last] = _outlying(y[first:last], floor)
    if marked.sum() > _MOST_SHARE * y.size:
        marked[:] = False
    return marked


def _outlying(y: Array, floor: float) -> NDArray[np.bool_]:
    around = np.sort(sliding_window_view(y, 5)[:, [0, 1, 3, 4]], axis=1)
    gaps = np.zeros(y.size)
    inner_spread = np.zeros(y.size)
    gaps[2:-2] = y[2:-2] - 0.5 * (around[:, 1] + around[:, 2])
    inner_spread[2:-2] = around[:, 2] - around[:, 1]
    inner = gaps[2:-2]
    scale = 1.4826 * float(np.median(np.abs(inner - np.median(inner)))) + floor
    for at, near in ((0, y[1:5]), (1, y[2:6]), (-1, y[-2:-6:-1]), (-2, y[-3:-7:-1])):
        pace = float(np.median(np.diff(near)))
        gaps[at] = y[at] - float(np.median(near - pace * np.arange(1, 5)))
        # A line continued beyond its points is less certain than a median among them.
        inner_spread[at] = 0.0
        gaps[at] /= 2.0
    # A first reading below the line is how a warm-up begins.
    gaps[:2] = np.maximum(gaps[:2], 0.0)
    far = np.abs(gaps) > _FAR * scale
    return np.asarray(far & (inner_spread < 0.5 * np.abs(gaps)), dtype=bool)
