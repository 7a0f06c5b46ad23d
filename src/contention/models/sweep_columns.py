"""Sessions, throughput and response time out of a sweep or of plain arrays."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from contention.errors import MeasurementError
from contention.measurements import Sweep
from contention.models.sweep_arrays import Array, finite_pairs, frozen_array

__all__ = ["means_by_sessions", "single_session", "sweep_columns"]


def sweep_columns(
    sweep: Sweep | ArrayLike,
    throughput_per_s: ArrayLike | None = None,
    response_time_s: ArrayLike | None = None,
) -> tuple[Array, Array, Array | None]:
    """Sessions, throughput per second and response time, sorted by sessions.

    Parameters
    ----------
    sweep : Sweep or array_like, shape (n,)
        A sweep, or the session counts.
    throughput_per_s, response_time_s : array_like, shape (n,), optional
        With session counts, the other columns; the second may be left out.

    Returns
    -------
    tuple
        Three arrays; the last is None where nothing was measured, NaN where a cell is missing.

    Raises
    ------
    MeasurementError
        When session counts come without throughput, or values are not positive.

    Examples
    --------
    >>> n, x, r = sweep_columns([1, 2], [10.0, 18.0])
    >>> x.tolist(), r
    ([10.0, 18.0], None)
    """
    if isinstance(sweep, Sweep):
        return sweep.sessions, sweep.throughput_per_s, sweep.response_time_s
    if throughput_per_s is None:
        raise MeasurementError("session counts need throughput beside them")
    n, x = finite_pairs(sweep, throughput_per_s, "throughput")
    if response_time_s is None:
        return n, x, None
    order = np.argsort(np.asarray(sweep, dtype=np.float64), kind="stable")
    r = np.asarray(response_time_s, dtype=np.float64)
    if r.shape != n.shape:
        raise MeasurementError(f"there are {r.size} response times for {n.size} session counts")
    return n, x, frozen_array(r[order])


def means_by_sessions(sessions: Array, values: Array) -> tuple[Array, Array]:
    """The different session counts, sorted, and the mean of the values at each.

    Examples
    --------
    >>> n, x = means_by_sessions(np.array([1.0, 1.0, 2.0]), np.array([9.0, 11.0, 19.0]))
    >>> n.tolist(), x.tolist()
    ([1.0, 2.0], [10.0, 19.0])
    """
    counts, inverse = np.unique(sessions, return_inverse=True)
    totals = np.bincount(inverse, weights=values)
    return frozen_array(counts), frozen_array(totals / np.bincount(inverse))


def single_session(sessions: Array, values: Array, what: str) -> float:
    """Mean of the values measured with one session.

    Raises
    ------
    MeasurementError
        When one session was not measured, or the value is missing there.

    Examples
    --------
    >>> single_session(np.array([1.0, 2.0]), np.array([10.0, 18.0]), "throughput")
    10.0
    """
    chosen = values[sessions == 1.0]
    if chosen.size == 0:
        raise MeasurementError(
            f"{what} with one session is needed, and the sweep has none",
            column="sessions",
            found=f"lowest count {float(sessions.min()):g}",
            hint="measure one session, or give the demand or think time instead",
        )
    if not np.all(np.isfinite(chosen)):
        raise MeasurementError(f"{what} with one session is missing", column=what)
    return float(np.mean(chosen))
