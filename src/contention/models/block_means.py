"""Means of blocks of readings, for series that are longer than a fit needs."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from contention.models.sweep_arrays import Array

__all__ = ["block_means"]


def block_means(
    step: Array, values: Array, segment: NDArray[np.intp], most: int
) -> tuple[Array, Array, NDArray[np.intp]]:
    """Means of steps and values over blocks of neighbours within segments.

    Parameters
    ----------
    step, values : ndarray, shape (n,)
        The series.
    segment : ndarray of int, shape (n,)
        Number of the segment of each reading, not decreasing.
    most : int
        Series that are not longer are returned as they are.

    Returns
    -------
    step, values, segment : ndarray, shape (m,)
        One for each block of ceil(n / most) readings; the last block of a segment may be shorter
        by as much as half, and takes in what is less.

    Notes
    -----
    The means of a line are a line with the same slope. Noise that depends on its neighbours still
    does so when it is averaged, more weakly.

    Examples
    --------
    >>> step, one = np.arange(6.0), np.zeros(6, dtype=np.intp)
    >>> block_means(step, 2.0 * step, one, 3)[1].tolist()
    [1.0, 5.0, 9.0]
    """
    if step.size <= most:
        return step, values, segment
    width = math.ceil(step.size / most)
    starts = np.flatnonzero(np.diff(segment, prepend=segment[0] - 1))
    edges: list[int] = []
    for first, last in zip(starts.tolist(), [*starts[1:].tolist(), step.size], strict=True):
        blocks = max(1, round((last - first) / width))
        edges.extend(range(first, first + width * blocks, width)[:blocks])
    counts = np.diff([*edges, step.size])
    means = [np.add.reduceat(one, edges) / counts for one in (step, values)]
    return means[0], means[1], segment[edges]
