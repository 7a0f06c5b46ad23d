"""Closed queueing networks with one class of sessions, solved exactly.

The figures are those of mean value analysis, and are computed by normalising constants, because
these stay accurate where a station has many servers or changes its speed with its load.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from contention.errors import MeasurementError, UsageError
from contention.models.logarithmic_convolution import logarithmic_solution
from contention.models.normalising_constants import population_blocks
from contention.models.station import Station
from contention.models.sweep_arrays import Array

__all__ = ["ClosedNetwork", "ClosedNetworkSolution", "solve_closed_network"]

_MOST_SESSIONS = 1_000_000
_MOST_BY_SQUARES = 5_000


@dataclass(frozen=True, eq=False)
class ClosedNetworkSolution:
    """Exact means for 1 to N sessions.

    Attributes
    ----------
    stations : tuple of Station
        The network, K stations.
    think_time_s : float
        Mean seconds outside the network between requests, Z.
    sessions : ndarray, shape (N,)
        1, 2, ..., N.
    throughput_per_s : ndarray, shape (N,)
        Completions per second, X.
    response_time_s : ndarray, shape (N,)
        Mean seconds inside the network, R.
    queue_length : ndarray, shape (N, K)
        Mean requests at each station, in service or waiting.
    """

    stations: tuple[Station, ...]
    think_time_s: float
    sessions: Array
    throughput_per_s: Array
    response_time_s: Array
    queue_length: Array

    @cached_property
    def residence_time_s(self) -> Array:
        """Seconds at each station, over all visits of a request, shape (N, K)."""
        return _frozen(self.queue_length / self.throughput_per_s[:, None])

    @cached_property
    def utilisation(self) -> Array:
        """Busy share of each server, shape (N, K).

        Of a station with rates, the share of its greatest rate that is used; of a delay, the mean
        requests there.
        """
        used = np.empty(self.queue_length.shape)
        for k, station in enumerate(self.stations):
            if station.is_delay:
                used[:, k] = self.queue_length[:, k]
            else:  # rounding alone goes beyond one
                used[:, k] = np.minimum(self.throughput_per_s * station.least_time_s, 1.0)
        return _frozen(used)


def _frozen(array: Array) -> Array:
    """The same array, read-only from now on."""
    array.setflags(write=False)
    return array


@dataclass(frozen=True)
class ClosedNetwork:
    """A closed network: sessions think, then pass through the stations, and think again.

    Attributes
    ----------
    stations : tuple of Station
        At least one, or a positive think time.
    think_time_s : float
        Mean seconds outside between requests, Z; zero or more.

    Raises
    ------
    UsageError
        When the think time is out of range or a request would take no time at all.

    Examples
    --------
    >>> network = ClosedNetwork((Station("latch", 0.5),), think_time_s=1.0)
    >>> round(float(network.solve(2).throughput_per_s[-1]), 4)
    1.2
    """

    stations: tuple[Station, ...]
    think_time_s: float = 0.0

    def __post_init__(self) -> None:
        if not math.isfinite(self.think_time_s) or self.think_time_s < 0:
            raise UsageError(
                "the think time must be finite and zero or more", found=f"{self.think_time_s:g}"
            )
        if self.think_time_s + sum(station.demand_s for station in self.stations) <= 0:
            raise UsageError("a closed network needs a positive demand or think time")

    def solve(self, sessions: int) -> ClosedNetworkSolution:
        """Exact means for 1 to that many sessions.

        Parameters
        ----------
        sessions : int
            One to a million; to 5,000 where a station is slower when full than at a smaller load.

        Returns
        -------
        ClosedNetworkSolution
            All population sizes up to it.

        Raises
        ------
        UsageError
            When there is no session, or there are too many.

        Notes
        -----
        Holds for product-form networks: exponential service at first-come-first-served stations,
        any service distribution at delay stations, processor sharing otherwise.

        References
        ----------
        Reiser and Lavenberg, "Mean-value analysis of closed multichain queuing networks", Journal
        of the ACM 27(2), 1980. Lazowska et al., *Quantitative System Performance*, 1984, chapters
        6 and 8. For the computation see :mod:`contention.models.normalising_constants`.
        """
        most = self.checked_sessions(sessions)
        if self._has_filters:
            throughput, queue = self._filtered(most)
        else:
            throughput, queue = logarithmic_solution(self.stations, self.think_time_s, most)
        return ClosedNetworkSolution(
            stations=self.stations,
            think_time_s=self.think_time_s,
            sessions=_frozen(np.arange(1.0, most + 1.0)),
            throughput_per_s=_frozen(throughput),
            response_time_s=_frozen(queue.sum(axis=1) / throughput),
            queue_length=_frozen(queue),
        )

    @property
    def _has_filters(self) -> bool:
        return all(station.is_fastest_when_full for station in self.stations)

    def checked_sessions(self, sessions: float) -> int:
        """That number of sessions, if the network can be solved for it.

        Raises
        ------
        UsageError
            When it is not whole, not positive or too large.
        """
        most = _MOST_SESSIONS if self._has_filters else _MOST_BY_SQUARES
        if not sessions >= 1 or int(sessions) != sessions or sessions > most:
            raise UsageError(
                f"sessions must be a whole number from 1 to {most:,}",
                found=f"{sessions}",
                hint=None
                if most == _MOST_SESSIONS
                else "a station that slows down under load "
                "makes the work grow with the square of the sessions",
            )
        return int(sessions)

    def _filtered(self, most: int) -> tuple[Array, Array]:
        throughput = np.empty(most)
        queue = np.empty((len(self.stations), most))
        waiting = [k for k, station in enumerate(self.stations) if not station.is_delay]
        for block in population_blocks(self.stations, self.think_time_s, most, queues=True):
            part = slice(block.first - 1, block.first - 1 + block.throughput_per_s.size)
            throughput[part] = block.throughput_per_s
            for k, lengths in zip(waiting, block.queue_length, strict=True):
                queue[k, part] = lengths
        for k, station in enumerate(self.stations):
            if station.is_delay:
                queue[k] = throughput * station.demand_s
        return throughput, queue.T

    def throughput_per_s(self, sessions: ArrayLike) -> Array:
        """Throughput at those whole numbers of sessions, shape as given.

        Faster than :meth:`solve`, and holds one number for each count of sessions.
        """
        most, index = self._counts(sessions)
        if self._has_filters:
            blocks = population_blocks(self.stations, self.think_time_s, most, queues=False)
            throughput = np.concatenate([block.throughput_per_s for block in blocks])
        else:
            throughput = self.solve(most).throughput_per_s
        chosen: Array = throughput[index]
        return chosen

    def response_time_s(self, sessions: ArrayLike) -> Array:
        """Response time at those whole numbers of sessions, shape as given."""
        most, index = self._counts(sessions)
        if self._has_filters:
            delay = math.fsum(s.demand_s for s in self.stations if s.is_delay)
            blocks = population_blocks(self.stations, self.think_time_s, most, queues=True)
            response = np.concatenate(
                [delay + sum(b.queue_length, np.zeros(1)) / b.throughput_per_s for b in blocks]
            )
        else:
            response = self.solve(most).response_time_s
        chosen: Array = response[index]
        return chosen

    def _counts(self, sessions: ArrayLike) -> tuple[int, np.ndarray[Any, np.dtype[np.int64]]]:
        n = np.asarray(sessions, dtype=np.float64)
        if n.size == 0 or np.any(n != np.floor(n)) or np.any(n < 1):
            raise MeasurementError(
                "a closed network needs whole numbers of sessions, one or more",
                column="sessions",
                hint="there is no such thing as half a session; round the counts, or use a curve "
                "such as the universal scalability law",
            )
        return self.checked_sessions(float(n.max())), n.astype(np.int64) - 1


def solve_closed_network(
    demands_s: Sequence[float], sessions: int, *, think_time_s: float = 0.0
) -> ClosedNetworkSolution:
    """Exact means of single-server stations with those demands.

    Parameters
    ----------
    demands_s : sequence of float
        Seconds of service per request at each station.
    sessions : int
        Largest number of sessions, one or more.
    think_time_s : float, default 0
        Mean seconds outside between requests.

    Returns
    -------
    ClosedNetworkSolution
        For 1 to ``sessions`` sessions.

    Raises
    ------
    UsageError
        When a figure is out of range.

    References
    ----------
    Lazowska et al. 1984, algorithm 6.2; the example is theirs, page 119.

    Examples
    --------
    >>> solution = solve_closed_network([0.605, 2.1, 1.35], 3, think_time_s=15.0)
    >>> round(float(solution.throughput_per_s[-1]), 6)
    0.151516
    """
    stations = tuple(
        Station(f"station {i}", float(demand)) for i, demand in enumerate(demands_s, 1)
    )
    return ClosedNetwork(stations, think_time_s).solve(sessions)
