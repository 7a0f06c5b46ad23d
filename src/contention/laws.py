"""The operational laws: identities that any measured system obeys, whatever its statistics.

They hold for averages over an interval in which as many requests arrive as complete. Symbols:
N sessions, X throughput, R response time, Z think time, D demand, V visits, U utilisation.

References
----------
Denning and Buzen, "The operational analysis of queueing network models", ACM Computing Surveys
10(3), 1978, sections 3 and 4. Lazowska, Zahorjan, Graham and Sevcik, *Quantitative System
Performance*, 1984, chapter 3.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from contention.errors import MeasurementError

__all__ = [
    "interactive_response_time",
    "little_residual",
    "sessions_in_system",
    "station_throughput",
    "think_time",
    "utilisation",
]

Array = NDArray[np.float64]


def _quantity(name: str, values: ArrayLike, *, positive: bool = False) -> Array:
    array = np.asarray(values, dtype=np.float64)
    bad = array[(array <= 0) if positive else (array < 0)] if array.size else array
    if bad.size or np.any(np.isinf(array)):
        raise MeasurementError(
            f"{name} must be finite and {'positive' if positive else 'zero or more'}",
            column=name,
            found=f"{bad.flat[0]:g}" if bad.size else "infinity",
        )
    return array


def sessions_in_system(throughput_per_s: ArrayLike, response_time_s: ArrayLike) -> Array:
    """Mean number of requests inside the system, by Little's law N = X R.

    Parameters
    ----------
    throughput_per_s : array_like
        Completions per second, X; zero or more.
    response_time_s : array_like
        Mean seconds from arrival to completion, R; zero or more.

    Returns
    -------
    ndarray
        Requests inside, in the broadcast shape; NaN where an input is NaN.

    Raises
    ------
    MeasurementError
        When a value is negative or infinite.

    References
    ----------
    Little, "A proof for the queuing formula L = lambda W", Operations Research 9(3), 1961.

    Examples
    --------
    >>> float(sessions_in_system(200.0, 0.05))
    10.0
    """
    x = _quantity("throughput_per_s", throughput_per_s)
    return x * _quantity("response_time_s", response_time_s)


def utilisation(
    throughput_per_s: ArrayLike, service_demand_s: ArrayLike, servers: ArrayLike = 1
) -> Array:
    """Busy share of each server of a station, by the utilisation law U = X D / m.

    Parameters
    ----------
    throughput_per_s : array_like
        Completions of the whole system per second, X.
    service_demand_s : array_like
        Seconds of service at this station per completion, D.
    servers : array_like, default 1
        Servers of the station, m; positive.

    Returns
    -------
    ndarray
        Share of time that a server is busy. Above 1 the three figures contradict each other.

    Raises
    ------
    MeasurementError
        When a value is negative or infinite, or there is no server.

    References
    ----------
    Lazowska et al. 1984, equation 3.3.

    Examples
    --------
    >>> float(utilisation(40.0, 0.0125))
    0.5
    """
    x = _quantity("throughput_per_s", throughput_per_s)
    demand = _quantity("service_demand_s", service_demand_s)
    return x * demand / _quantity("servers", servers, positive=True)


def station_throughput(throughput_per_s: ArrayLike, visits: ArrayLike) -> Array:
    """Completions per second at one station, by the forced flow law X_k = V_k X.

    Parameters
    ----------
    throughput_per_s : array_like
        Completions of the whole system per second, X.
    visits : array_like
        Visits to the station per completion of the system, V.

    Returns
    -------
    ndarray
        Completions of the station per second.

    Raises
    ------
    MeasurementError
        When a value is negative or infinite.

    References
    ----------
    Denning and Buzen 1978, section 4.2.

    Examples
    --------
    Three latch gets for each object get:

    >>> float(station_throughput(1000.0, 3))
    3000.0
    """
    return _quantity("throughput_per_s", throughput_per_s) * _quantity("visits", visits)


def interactive_response_time(
    sessions: ArrayLike, throughput_per_s: ArrayLike, think_time_s: ArrayLike = 0.0
) -> Array:
    """Mean response time of a closed system, R = N / X - Z.

    Parameters
    ----------
    sessions : array_like
        Sessions that each have one request or think, N.
    throughput_per_s : array_like
        Completions per second, X; positive.
    think_time_s : array_like, default 0
        Mean seconds that a session spends outside the system between requests, Z.

    Returns
    -------
    ndarray
        Seconds per request. Negative when the three figures contradict each other.

    Raises
    ------
    MeasurementError
        When a value is negative or infinite, or throughput is zero.

    References
    ----------
    Lazowska et al. 1984, equation 3.5.

    Examples
    --------
    >>> float(interactive_response_time(64, 32.0, 1.5))
    0.5
    """
    n = _quantity("sessions", sessions)
    x = _quantity("throughput_per_s", throughput_per_s, positive=True)
    return n / x - _quantity("think_time_s", think_time_s)


def think_time(
    sessions: ArrayLike, throughput_per_s: ArrayLike, response_time_s: ArrayLike
) -> Array:
    """Mean time that a session spends outside the timed request, Z = N / X - R.

    Parameters
    ----------
    sessions : array_like
        Sessions, N.
    throughput_per_s : array_like
        Completions per second, X; positive.
    response_time_s : array_like
        Mean seconds of one request as timed, R.

    Returns
    -------
    ndarray
        Seconds outside per request. Negative when the timed seconds exceed the elapsed ones.

    Raises
    ------
    MeasurementError
        When a value is negative or infinite, or throughput is zero.

    References
    ----------
    The interactive response time law, solved for Z.

    Examples
    --------
    One session completes 8,096,318 executions of 51 us in 600 s:

    >>> round(float(think_time(1, 8_096_318 / 600, 51e-6)) * 1e6, 1)
    23.1
    """
    n = _quantity("sessions", sessions)
    x = _quantity("throughput_per_s", throughput_per_s, positive=True)
    return n / x - _quantity("response_time_s", response_time_s)


def little_residual(
    sessions: ArrayLike,
    throughput_per_s: ArrayLike,
    response_time_s: ArrayLike,
    think_time_s: ArrayLike = 0.0,
) -> Array:
    """Relative gap by which measured figures miss Little's law, X (R + Z) / N - 1.

    Parameters
    ----------
    sessions, throughput_per_s, response_time_s : array_like
        The three measured figures; sessions positive.
    think_time_s : array_like, default 0
        Mean seconds outside the system, Z.

    Returns
    -------
    ndarray
        Zero when the figures agree. Below zero, time is missing from R or Z; above zero, more
        seconds were charged than the sessions had.

    Raises
    ------
    MeasurementError
        When a value is negative or infinite, or there is no session.

    References
    ----------
    Little 1961; used as a data-quality gate as in Denning and Buzen 1978, section 4.4.

    Examples
    --------
    >>> round(float(little_residual(1, 8_096_318 / 600, 51e-6)), 3)
    -0.312
    >>> round(float(little_residual(1, 8_096_318 / 600, 51e-6, 23.108e-6)), 3)
    0.0
    """
    n = _quantity("sessions", sessions, positive=True)
    inside = sessions_in_system(throughput_per_s, response_time_s)
    outside = sessions_in_system(throughput_per_s, think_time_s)
    return (inside + outside) / n - 1.0
