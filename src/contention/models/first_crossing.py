"""Where a measured curve first reaches a share of its maximum, and how scatter moves that."""

from __future__ import annotations

import numpy as np

from contention.errors import UsageError
from contention.models.intervals import Interval, check_alpha
from contention.models.sweep_arrays import Array
from contention.models.sweep_columns import means_by_sessions

__all__ = ["check_share", "first_crossings", "replicate_interval"]

_RESAMPLES = 2000


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


def replicate_interval(
    sessions: Array, throughput: Array, share: float, *, alpha: float, seed: int
) -> Interval:
    """Interval of the crossing from the scatter of replicates.

    Parameters
    ----------
    sessions, throughput : ndarray, shape (n,)
        The sweep, sorted by sessions, with more points than different session counts.
    share : float
        Between 0 and 1.
    alpha : float
        Share of intervals that may miss.
    seed : int
        For the resampling.

    Returns
    -------
    tuple of float
        Union of the percentile interval and its reflection, within the measured counts.

    Raises
    ------
    UsageError
        When alpha is not between 0 and 1.

    References
    ----------
    Davison and Hinkley, *Bootstrap Methods and their Application*, 1997, sections 5.2 and 5.3.

    Examples
    --------
    >>> n = np.array([1.0, 1.0, 3.0, 3.0, 6.0, 6.0])
    >>> x = np.array([10.0, 10.2, 29.0, 29.4, 40.0, 40.3])
    >>> low, high = replicate_interval(n, x, 0.9, alpha=0.05, seed=1)
    >>> 4.5 < low < 4.9 < high < 5.2
    True
    """
    check_alpha(alpha)
    rng = np.random.default_rng(seed)
    counts, means = means_by_sessions(sessions, throughput)
    position = np.searchsorted(counts, sessions)
    pure = throughput - means[position]
    freedom = sessions.size - counts.size
    spread = np.sqrt(float(pure @ pure) / rng.chisquare(freedom, _RESAMPLES))
    noise = rng.standard_normal((_RESAMPLES, counts.size)) * spread[:, None]
    drawn = first_crossings(counts, means + noise / np.sqrt(np.bincount(position)), share)
    low, high = (float(v) for v in np.quantile(drawn, [alpha / 2.0, 1.0 - alpha / 2.0]))
    point = float(first_crossings(counts, means[None, :], share)[0])
    ends = (min(low, 2.0 * point - high), max(high, 2.0 * point - low))
    return (max(ends[0], float(counts[0])), min(ends[1], float(counts[-1])))
