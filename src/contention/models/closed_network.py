"""Closed queueing networks with one class of sessions, by exact mean value analysis."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from contention.errors import MeasurementError, UsageError
from contention.models.sweep_arrays import Array, frozen_array

__all__ = ["ClosedNetwork", "ClosedNetworkSolution", "Station", "solve_closed_network"]

_MOST_SESSIONS = 1_000_000


@dataclass(frozen=True)
class Station:
    """One place where requests are served.

    Attributes
    ----------
    name : str
        Its name.
    demand_s : float
        Seconds of service there per request of the system: visits times service time; 0 or more.
    kind : str
        ``queueing`` for a single server with a queue, ``delay`` where nobody waits.

    Raises
    ------
    UsageError
        When the demand is negative or not finite, or the kind is unknown.

    Examples
    --------
    >>> Station("latch", 13e-6).kind
    'queueing'
    """

    name: str
    demand_s: float
    kind: str = "queueing"

    def __post_init__(self) -> None:
        if not math.isfinite(self.demand_s) or self.demand_s < 0:
            raise UsageError(
                f"station {self.name}: the demand must be finite and zero or more",
                found=f"{self.demand_s:g}",
            )
        if self.kind not in ("queueing", "delay"):
            raise UsageError(
                f"station {self.name}: unknown kind", found=self.kind, expected="queueing or delay"
            )


@dataclass(frozen=True, eq=False)
class ClosedNetworkSolution:
    """What mean value analysis says for 1 to N sessions.

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
    residence_time_s : ndarray, shape (N, K)
        Of those, the seconds at each station, over all visits.
    queue_length : ndarray, shape (N, K)
        Mean requests at each station, in service or waiting.
    utilisation : ndarray, shape (N, K)
        Busy share of a queueing station; mean requests in service at a delay station.
    """

    stations: tuple[Station, ...]
    think_time_s: float
    sessions: Array
    throughput_per_s: Array
    response_time_s: Array
    residence_time_s: Array
    queue_length: Array
    utilisation: Array


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
        """Exact mean value analysis for 1 to that many sessions.

        Parameters
        ----------
        sessions : int
            One or more.

        Returns
        -------
        ClosedNetworkSolution
            All population sizes up to it.

        Raises
        ------
        UsageError
            When there is no session, or more than a million.

        Notes
        -----
        Holds for product-form networks: exponential service at first-come-first-served stations,
        any service distribution at delay stations, processor sharing otherwise.

        References
        ----------
        Reiser and Lavenberg, "Mean-value analysis of closed multichain queuing networks", Journal
        of the ACM 27(2), 1980. Lazowska et al., *Quantitative System Performance*, 1984,
        algorithm 6.2.
        """
        if int(sessions) != sessions or not 1 <= sessions <= _MOST_SESSIONS:
            raise UsageError(
                "sessions must be a whole number from 1 to a million", found=f"{sessions}"
            )
        n = int(sessions)
        demand = np.array([station.demand_s for station in self.stations])
        queueing = np.array([station.kind == "queueing" for station in self.stations], dtype=float)
        residence = np.empty((n, demand.size))
        queue = np.empty((n, demand.size))
        throughput = np.empty(n)
        seen = np.zeros(demand.size)  # what an arriving request finds: one session fewer
        for k in range(n):
            residence[k] = demand * (1.0 + queueing * seen)
            throughput[k] = (k + 1) / (self.think_time_s + residence[k].sum())
            seen = queue[k] = throughput[k] * residence[k]
        return ClosedNetworkSolution(
            stations=self.stations,
            think_time_s=self.think_time_s,
            sessions=frozen_array(np.arange(1, n + 1)),
            throughput_per_s=frozen_array(throughput),
            response_time_s=frozen_array(residence.sum(axis=1)),
            residence_time_s=frozen_array(residence),
            queue_length=frozen_array(queue),
            utilisation=frozen_array(throughput[:, None] * demand),
        )

    def throughput_per_s(self, sessions: ArrayLike) -> Array:
        """Throughput at those whole numbers of sessions, shape as given."""
        n = np.asarray(sessions, dtype=np.float64)
        if n.size == 0 or np.any(n != np.floor(n)):
            raise MeasurementError("mean value analysis needs whole numbers of sessions")
        return self.solve(int(n.max())).throughput_per_s[n.astype(np.int64) - 1]

    def response_time_s(self, sessions: ArrayLike) -> Array:
        """Response time at those whole numbers of sessions, shape as given."""
        n = np.asarray(sessions, dtype=np.float64)
        return n / self.throughput_per_s(n) - self.think_time_s


def solve_closed_network(
    demands_s: Sequence[float], sessions: int, *, think_time_s: float = 0.0
) -> ClosedNetworkSolution:
    """Exact mean value analysis of single-server stations with those demands.

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
