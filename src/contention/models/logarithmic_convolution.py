"""Normalising constants by direct convolution of logarithms, for stations of any rates.

The filters of :mod:`contention.models.normalising_constants` need stations that are fastest when
full. A station that slows down under load, such as a lock whose waiters disturb its holder, is
none of those. Here each station is its sequence f(n) = D^n / (r(1) ... r(n)), and G is the
convolution of all of them: again only positive terms, kept as logarithms for their range, at a
cost that grows with the square of the sessions.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from contention.models.station import Station
from contention.models.sweep_arrays import Array

__all__ = ["convolve_logarithms", "logarithmic_solution", "station_logarithms"]


def station_logarithms(station: Station, most: int) -> Array:
    """Log f(n) for n = 0 to ``most``.

    Examples
    --------
    >>> station_logarithms(Station("a", 1.0, rates=(1.0, 0.5)), 3).round(3).tolist()
    [0.0, 0.0, 0.693, 1.386]
    """
    if station.demand_s == 0.0:
        return np.concatenate([[0.0], np.full(most, -math.inf)])
    steps = math.log(station.demand_s) - np.log(station.relative_rates(most))
    return np.concatenate([[0.0], np.cumsum(steps)])


def convolve_logarithms(one: Array, other: Array) -> Array:
    """Logarithms of the convolution of two sequences of which the logarithms are given.

    Examples
    --------
    >>> np.exp(convolve_logarithms(np.log([1.0, 2.0]), np.log([1.0, 3.0]))).round(9).tolist()
    [1.0, 5.0]
    """
    result = np.empty(one.size)
    for n in range(one.size):
        terms = one[: n + 1] + other[n::-1]
        result[n] = np.logaddexp.reduce(terms)
    return result


def logarithmic_solution(
    stations: Sequence[Station], think_time_s: float, most: int
) -> tuple[Array, Array]:
    """Exact throughput, shape (N,), and queues, shape (N, K), for 1 to ``most`` sessions.

    Parameters
    ----------
    stations : sequence of Station
        At least one.
    think_time_s : float
        Z, in seconds.
    most : int
        Largest number of sessions, N.

    Returns
    -------
    tuple of ndarray
        Completions per second, and mean requests at each station.

    References
    ----------
    Buzen 1973; Reiser, "Mean-value analysis and convolution method for queue-dependent servers in
    closed queueing networks", Performance Evaluation 1(1), 1981, for how the mean queue follows.

    Examples
    --------
    Two requests always at one station, which then works at half its speed:

    >>> x, queue = logarithmic_solution([Station("a", 1.0, rates=(1.0, 0.5))], 0.0, 2)
    >>> x.round(9).tolist(), queue[:, 0].round(9).tolist()
    ([1.0, 0.5], [1.0, 2.0])
    """
    terms = [station_logarithms(station, most) for station in stations]
    before = [station_logarithms(Station("think", think_time_s, "delay"), most)]
    for term in terms:
        before.append(convolve_logarithms(before[-1], term))
    constants = before[-1]
    loads = np.arange(most + 1.0)
    with np.errstate(divide="ignore"):
        log_loads = np.log(loads)
    queue = np.empty((most, len(stations)))
    after = station_logarithms(Station("nothing", 0.0), most)
    for k in range(len(stations) - 1, -1, -1):
        others = convolve_logarithms(before[k], after)
        weighted = convolve_logarithms(others[:-1], (terms[k] + log_loads)[1:])
        queue[:, k] = np.exp(weighted - constants[1:])
        after = convolve_logarithms(after, terms[k])
    return np.exp(constants[:-1] - constants[1:]), queue
