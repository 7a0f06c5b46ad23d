"""Where a measured curve first reaches a share of its maximum."""

from __future__ import annotations

import numpy as np

from contention.errors import UsageError
from contention.models.sweep_arrays import Array

__all__ = ["check_share", "first_crossings"]


def check_share(share: float) -> float:
    """The share of the maximum, if it lies between 0 and 1.

    Raises
    ------
    UsageError
        When it does not.

    Examples
    --------
    >>> check_share(0.95)
    0.95
    """
    if not 0.0 < share < 1.0:
        raise UsageError(
            "the share of the maximum must lie between 0 and 1",
            found=f"{share:g}",
            hint="give 0.95 for 95 %",
        )
    return float(share)


def first_crossings(sessions: Array, throughput: Array, share: float) -> Array:
    """First crossing of a share of the maximum in each of several sweeps.

    Parameters
    ----------
    sessions : ndarray, shape (k,)
        Different session counts, increasing.
    throughput : ndarray, shape (m, k)
        m sweeps at those counts.
    share : float
        Between 0 and 1.

    Returns
    -------
    ndarray, shape (m,)
        Sessions by linear interpolation; the first count where it is already beyond the share.

    Examples
    --------
    >>> n = np.array([1.0, 3.0, 5.0])
    >>> first_crossings(n, np.array([[10.0, 90.0, 100.0]]), 0.5).tolist()
    [2.0]
    """
    target = share * throughput.max(axis=1)
    above = np.argmax(throughput >= target[:, None], axis=1)
    below = np.maximum(above - 1, 0)
    row = np.arange(throughput.shape[0])
    left, right = throughput[row, below], throughput[row, above]
    rise = np.where(above == below, 1.0, right - left)
    part = np.where(above == below, 0.0, (target - left) / rise)
    crossing: Array = sessions[below] + part * (sessions[above] - sessions[below])
    return crossing
