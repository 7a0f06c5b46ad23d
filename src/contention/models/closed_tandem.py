r"""A closed line of single-server stations: what the pipeline argument should have given.

n sessions send a job through K stations in a row, one server each, first come first served, with
room for every job; a session starts its next job Z after the last one ended. Let t_k be the
service times, S their sum, and m the largest.

*Constant service.* Between two jobs of one session there are S + Z without waiting, so at most n
jobs complete in S + Z. The slowest station completes at most one job per m. Hence

    X <= min(n / (S + Z), 1 / m).

Both limits are reached. Station k starts job j when the job has left station k - 1 and station k
has finished job j - 1: a marked graph, whose cycles are the stations (t_k with one token each) and
the way of the session (S + Z with n tokens). Its rate is the inverse of the greatest ratio of time
to tokens, that is max(m, (S + Z) / n). With R = n / X - Z,

    R(n) = max(S, n m - Z):

flat up to the knee (S + Z) / m, then growing by m for each session. This is the asymptotic bound,
met exactly.

*Random service.* With exponential times, exact mean value analysis gives the mean; waiting starts
at two sessions, and R lies above the constant case.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from contention.errors import UsageError
from contention.models.closed_network import ClosedNetwork
from contention.models.station import Station
from contention.models.sweep_arrays import Array

__all__ = ["constant_tandem_response_time", "exponential_tandem_response_time"]


def _checked(service: Sequence[float], think: float) -> list[float]:
    times = [float(t) for t in service]
    if not times or not all(math.isfinite(t) and t > 0 for t in times):
        raise UsageError("a tandem needs positive service times")
    if not math.isfinite(think) or think < 0:
        raise UsageError("the think time must be finite and zero or more", found=f"{think:g}")
    return times


def constant_tandem_response_time(
    service_times: Sequence[float], sessions: ArrayLike, *, think_time: float = 0.0
) -> Array:
    """Steady response time with constant service, max(sum t, n max t - Z).

    Parameters
    ----------
    service_times : sequence of float
        Service time of each station, in any unit of time; positive.
    sessions : array_like
        Sessions, n; one or more.
    think_time : float, default 0
        Constant time between two jobs of a session, Z, in the same unit.

    Returns
    -------
    ndarray
        In the same unit, shape as ``sessions``.

    Raises
    ------
    UsageError
        When a time is out of range.

    References
    ----------
    Derived above; the rate of a marked graph is in Commoner, Holt, Even and Pnueli 1971 and
    Baccelli, Cohen, Olsder and Quadrat, *Synchronization and Linearity*, 1992, section 2.5.

    Examples
    --------
    >>> constant_tandem_response_time([13.0, 17.0, 21.0], [1, 2, 3, 48]).tolist()
    [51.0, 51.0, 63.0, 1008.0]
    """
    times = _checked(service_times, think_time)
    n = np.asarray(sessions, dtype=np.float64)
    return np.maximum(math.fsum(times), n * max(times) - think_time)


def exponential_tandem_response_time(
    service_times: Sequence[float], sessions: ArrayLike, *, think_time: float = 0.0
) -> Array:
    """Mean response time with exponential service, by exact mean value analysis.

    Parameters
    ----------
    service_times : sequence of float
        Mean service time of each station, in any unit of time; positive.
    sessions : array_like of int
        Sessions, n; one or more.
    think_time : float, default 0
        Mean time between two jobs of a session, of any distribution, in the same unit.

    Returns
    -------
    ndarray
        In the same unit, shape as ``sessions``.

    Raises
    ------
    UsageError
        When a time is out of range.
    MeasurementError
        When sessions are not whole numbers.

    References
    ----------
    Reiser and Lavenberg 1980.

    Examples
    --------
    Two equal stations and two sessions: each job finds half a job before it at each station.

    >>> exponential_tandem_response_time([1.0, 1.0], [1, 2]).tolist()
    [2.0, 3.0]
    """
    times = _checked(service_times, think_time)
    stations = tuple(Station(f"station {i}", t) for i, t in enumerate(times, 1))
    return ClosedNetwork(stations, float(think_time)).response_time_s(sessions)
