"""Closed networks with several classes of sessions, each with its own demands and think time."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from contention.errors import UsageError
from contention.models.sweep_arrays import Array, frozen_array

__all__ = ["MultiClassNetwork", "MultiClassSolution", "SessionClass"]

_MOST_STATES = 5_000_000


@dataclass(frozen=True)
class SessionClass:
    """Sessions that all do the same.

    Attributes
    ----------
    name : str
        Their name.
    sessions : int
        How many, zero or more.
    demands_s : tuple of float
        Seconds of service per request at each station, over all visits; zero or more.
    think_time_s : float
        Mean seconds outside between two requests; zero or more.
    """

    name: str
    sessions: int
    demands_s: tuple[float, ...]
    think_time_s: float = 0.0


@dataclass(frozen=True, eq=False)
class MultiClassSolution:
    """Means at the given numbers of sessions; C classes, K stations.

    Attributes
    ----------
    throughput_per_s, response_time_s : ndarray, shape (C,)
        Requests completed per second, and mean seconds inside the network. A class without
        sessions has no throughput and no response time: 0 and NaN.
    residence_time_s : ndarray, shape (C, K)
        Seconds at each station.
    queue_length : ndarray, shape (C, K)
        Mean requests of the class at each station.
    utilisation : ndarray, shape (C, K)
        Share of the time in which a station serves the class; mean requests at a delay.
    """

    throughput_per_s: Array
    response_time_s: Array
    residence_time_s: Array
    queue_length: Array
    utilisation: Array

    @classmethod
    def of(cls, throughput: Array, residence: Array, demand: Array) -> MultiClassSolution:
        """All means out of throughput, shape (C,), residence times and demands, shape (C, K)."""
        present = throughput > 0.0
        queue = np.where(present[:, None], throughput[:, None] * residence, 0.0)
        return cls(
            throughput_per_s=frozen_array(throughput),
            response_time_s=frozen_array(residence.sum(axis=1)),
            residence_time_s=frozen_array(residence),
            queue_length=frozen_array(queue),
            utilisation=frozen_array(throughput[:, None] * demand),
        )


@dataclass(frozen=True)
class MultiClassNetwork:
    """Stations that several classes of sessions share.

    Attributes
    ----------
    kinds : tuple of str
        ``queueing`` for one server, ``delay`` where nobody waits; K stations.
    classes : tuple of SessionClass
        At least one, each with K demands.

    Raises
    ------
    UsageError
        When a figure is out of range or lengths differ.

    Notes
    -----
    Stations with several servers are not offered here. Their recursion needs the probability of
    each number of requests at each mix of sessions, and computes it by subtraction; the one class
    of :class:`contention.models.ClosedNetwork` has a way around that, and several have not.

    Product form with several classes asks more than with one: at a queueing station either all
    classes have the same exponential service time per visit, or the server shares itself among
    all who are there.

    Examples
    --------
    >>> batch = SessionClass("batch", 1, (1.0,))
    >>> online = SessionClass("online", 1, (1.0,), think_time_s=1.0)
    >>> solution = MultiClassNetwork(("queueing",), (batch, online)).solve()
    >>> solution.throughput_per_s.round(4).tolist()
    [0.6667, 0.3333]
    """

    kinds: tuple[str, ...]
    classes: tuple[SessionClass, ...]

    def __post_init__(self) -> None:
        for kind in self.kinds:
            if kind not in ("queueing", "delay"):
                raise UsageError(
                    "unknown kind of station",
                    found=kind,
                    expected="queueing or delay",
                    hint="several servers need a network of one class",
                )
        if not self.classes:
            raise UsageError("a network needs at least one class of sessions")
        for group in self.classes:
            numbers = (*group.demands_s, group.think_time_s, group.sessions)
            if not all(math.isfinite(value) and value >= 0 for value in numbers):
                raise UsageError(
                    f"class {group.name}: sessions, demands and think time must be finite and "
                    "zero or more"
                )
            if len(group.demands_s) != len(self.kinds):
                raise UsageError(
                    f"class {group.name}: there must be one demand for each station",
                    found=f"{len(group.demands_s)} demands",
                    expected=f"{len(self.kinds)}",
                )
            if group.sessions > 0 and group.think_time_s + sum(group.demands_s) <= 0:
                raise UsageError(f"class {group.name}: a request takes no time at all")

    @property
    def demands_s(self) -> Array:
        """Demands, shape (C, K)."""
        return frozen_array([group.demands_s for group in self.classes])

    @property
    def think_times_s(self) -> Array:
        """Think times, shape (C,)."""
        return frozen_array([group.think_time_s for group in self.classes])

    @property
    def sessions(self) -> Array:
        """Sessions, shape (C,)."""
        return frozen_array([group.sessions for group in self.classes])

    @property
    def queueing(self) -> Array:
        """One for a queueing station, zero for a delay, shape (K,)."""
        return frozen_array([kind == "queueing" for kind in self.kinds])

    def solve(self) -> MultiClassSolution:
        """Exact mean value analysis over all mixes of sessions.

        Returns
        -------
        MultiClassSolution
            At the given sessions.

        Raises
        ------
        UsageError
            When sessions are not whole numbers, or there are too many mixes.

        References
        ----------
        Reiser and Lavenberg 1980; Lazowska et al. 1984, algorithm 7.2.
        """
        counts = [group.sessions for group in self.classes]
        if any(int(n) != n for n in counts):
            raise UsageError(
                "the exact solution needs whole numbers of sessions",
                found=", ".join(f"{n:g}" for n in counts),
                hint="approximate_mean_values takes fractions",
            )
        shape = tuple(int(n) + 1 for n in counts)
        states = math.prod(shape) * max(1, len(self.kinds))
        if states > _MOST_STATES:
            raise UsageError(
                "there are too many mixes of sessions to go through",
                found=f"{states:,} mixes times stations",
                expected=f"at most {_MOST_STATES:,}",
                hint="merge classes that behave alike, or use approximate_mean_values",
            )
        return self._recursion(shape)

    def _recursion(self, shape: Sequence[int]) -> MultiClassSolution:
        demand, think, queueing = self.demands_s, self.think_times_s, self.queueing
        mixes = np.indices(shape).reshape(len(shape), -1)
        strides = np.array([math.prod(shape[c + 1 :]) for c in range(len(shape))])
        totals = mixes.sum(axis=0)
        order = np.argsort(totals, kind="stable")
        edges = np.searchsorted(totals[order], np.arange(totals.max() + 2))
        seen = np.zeros((mixes.shape[1], queueing.size))  # mean requests at each station
        residence = np.full(demand.shape, np.nan)
        throughput = np.zeros(len(shape))
        for level in range(1, edges.size - 1):
            places = order[edges[level] : edges[level + 1]]  # all mixes of so many sessions
            for c, stride in enumerate(strides):
                there = places[mixes[c, places] > 0]
                if there.size == 0:
                    continue
                times = demand[c] * (1.0 + queueing * seen[there - stride])
                rate = mixes[c, there] / (think[c] + times.sum(axis=1))
                seen[there] += rate[:, None] * times
                if there[-1] == mixes.shape[1] - 1:
                    residence[c], throughput[c] = times[-1], rate[-1]
        return MultiClassSolution.of(throughput, residence, demand)
