"""One operating point of a given closed network, in the words that fits share."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from contention.models.closed_network import ClosedNetwork, ClosedNetworkSolution
from contention.models.fit_summary import summary_text
from contention.models.intervals import Interval, check_alpha
from contention.models.station import Station
from contention.models.sweep_arrays import Array

__all__ = ["ClosedNetworkPoint"]


@dataclass(frozen=True)
class ClosedNetworkPoint:
    """A network that is known, with a number of sessions in it.

    Attributes
    ----------
    network : ClosedNetwork
        The network.
    sessions : int
        Sessions, N.

    Raises
    ------
    UsageError
        When sessions are out of range.

    Notes
    -----
    Demands are given here, not estimated: there are no errors and no intervals.

    References
    ----------
    As for :class:`contention.models.ClosedNetwork`; the example is from Jain, *The Art of Computer
    Systems Performance Analysis*, 1991, page 577.

    Examples
    --------
    >>> stations = (Station("cpu", 2.0), Station("disk a", 3.0), Station("disk b", 1.0))
    >>> point = ClosedNetworkPoint(ClosedNetwork(stations, 4.0), 20)
    >>> round(point.derived["response_time"], 2), point.bottleneck.name
    (56.02, 'disk a')
    """

    network: ClosedNetwork
    sessions: int

    def __post_init__(self) -> None:
        self.network.checked_sessions(self.sessions)

    @cached_property
    def solution(self) -> ClosedNetworkSolution:
        """Exact means for 1 to N sessions."""
        return self.network.solve(self.sessions)

    @property
    def n(self) -> int:
        """Zero: no point was fitted."""
        return 0

    @property
    def bottleneck(self) -> Station | None:
        """The station that limits throughput; None where all are delays."""
        waiting = [s for s in self.network.stations if not s.is_delay and s.demand_s > 0.0]
        return max(waiting, key=lambda s: s.least_time_s, default=None)

    @property
    def params(self) -> dict[str, float]:
        """What was given: demands by station, think time, sessions."""
        demands = {f"demand_s.{s.name}": s.demand_s for s in self.network.stations}
        return {
            **demands,
            "think_time_s": self.network.think_time_s,
            "sessions": float(self.sessions),
        }

    @property
    def bse(self) -> dict[str, float]:
        """NaN: what is given has no error."""
        return dict.fromkeys(self.params, math.nan)

    @property
    def derived(self) -> dict[str, float]:
        """Throughput, response time, limit and knee, then queue and utilisation by station."""
        last = self.solution
        figures = {
            "throughput": float(last.throughput_per_s[-1]),
            "response_time": float(last.response_time_s[-1]),
        }
        slowest = self.bottleneck
        if slowest is not None:
            place = self.network.stations.index(slowest)
            alone = self.network.think_time_s + sum(s.demand_s for s in self.network.stations)
            figures["maximum_throughput"] = 1.0 / slowest.least_time_s
            figures["knee_sessions"] = alone / slowest.least_time_s
            figures["bottleneck_utilisation"] = float(last.utilisation[-1, place])
        for k, station in enumerate(self.network.stations):
            figures[f"queue_length.{station.name}"] = float(last.queue_length[-1, k])
        for k, station in enumerate(self.network.stations):
            if not station.is_delay:
                figures[f"utilisation.{station.name}"] = float(last.utilisation[-1, k])
        return figures

    @property
    def units(self) -> dict[str, str]:
        """Units by name; empty for a number of requests or a share."""
        known = {
            "think_time_s": "s",
            "sessions": "sessions",
            "throughput": "1/s",
            "response_time": "s",
            "maximum_throughput": "1/s",
            "knee_sessions": "sessions",
        }
        names = {**self.params, **self.derived}
        kinds = {"demand_s": "s", "queue_length": "requests"}
        return {name: known.get(name, kinds.get(name.partition(".")[0], "")) for name in names}

    def conf_int(self, alpha: float = 0.05) -> dict[str, Interval]:
        """Empty: what is given has no interval."""
        check_alpha(alpha)
        return {}

    def predict(self, sessions: ArrayLike) -> Array:
        """Throughput per second at those whole numbers of sessions."""
        return self.network.throughput_per_s(np.asarray(sessions))

    @property
    def verdict(self) -> str:
        """What limits the network, and how near to the limit it is, in one sentence."""
        slowest = self.bottleneck
        if slowest is None:
            return "nobody waits: throughput grows in proportion to sessions"
        busy = self.derived["bottleneck_utilisation"]
        knee = self.derived["knee_sessions"]
        return (
            f"{slowest.name} is the bottleneck, {busy:.1%} of its capacity in use; "
            f"the bounds cross at {knee:.3g} sessions"
        )

    @property
    def warnings(self) -> tuple[str, ...]:
        """Stations that slow down under load."""
        return tuple(
            f"{s.name} is slower when full than at a smaller load: throughput may fall"
            for s in self.network.stations
            if not s.is_fastest_when_full
        )

    def summary(self) -> str:
        """All figures, verdict and warnings as text."""
        return summary_text("Closed network, solved exactly", self)
