"""Closed networks simulated event by event, as a check that shares nothing with the formulas."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from contention.errors import UsageError
from contention.models.closed_network import ClosedNetwork
from contention.models.intervals import Interval, student_interval
from contention.models.station import Station
from contention.models.sweep_arrays import Array, frozen_array

if TYPE_CHECKING:
    import simpy

__all__ = ["ClosedNetworkSimulation", "simulate_closed_network"]

_LEAST_BATCHES = 5


@dataclass(frozen=True, eq=False)
class ClosedNetworkSimulation:
    """Means of a simulated run, by batches; B batches, K stations.

    Attributes
    ----------
    network : ClosedNetwork
        What was simulated.
    sessions : int
        Sessions in it.
    throughput_per_s, response_time_s : ndarray, shape (B,)
        Completions per second and mean seconds inside, of each batch.
    queue_length : ndarray, shape (B, K)
        Mean requests at each station over the time of each batch.
    """

    network: ClosedNetwork
    sessions: int
    throughput_per_s: Array
    response_time_s: Array
    queue_length: Array

    @property
    def means(self) -> dict[str, float]:
        """Throughput, response time and queues, over all batches."""
        return {name: float(np.mean(values)) for name, values in self._batches().items()}

    def conf_int(self, alpha: float = 0.05) -> dict[str, Interval]:
        """Student intervals of the same from the spread between batches, B - 1 degrees of freedom.

        Parameters
        ----------
        alpha : float, default 0.05
            Share of such intervals that miss the mean of an endless run.

        Returns
        -------
        dict
            Name to (low, high).
        """
        count = self.throughput_per_s.size
        return {
            name: student_interval(
                float(np.mean(values)),
                float(np.std(values, ddof=1)) / count**0.5,
                count - 1,
                alpha,
            )
            for name, values in self._batches().items()
        }

    def _batches(self) -> dict[str, Array]:
        queues = {
            f"queue_length.{station.name}": self.queue_length[:, k]
            for k, station in enumerate(self.network.stations)
        }
        return {"throughput": self.throughput_per_s, "response_time": self.response_time_s} | queues


class _Run:
    """Sessions, stations and running totals of one simulation."""

    def __init__(self, network: ClosedNetwork, seed: int, service: float, think: float) -> None:
        import simpy  # noqa: PLC0415 - those who do not simulate need not load it

        self.world = simpy.Environment()
        self._network = network
        self._counters = [
            None if station.is_delay else simpy.Resource(self.world, station.servers)
            for station in network.stations
        ]
        self._random = np.random.default_rng(seed)
        self._service, self._think = service, think
        self._present = [0] * len(network.stations)
        self._area = [0.0] * len(network.stations)
        self._changed = 0.0
        self._completed = 0
        self._inside = 0.0
        self._ends: dict[int, simpy.Event] = {}

    def end_after(self, requests: int) -> simpy.Event:
        """The event of that many requests being completed."""
        return self._ends.setdefault(requests, self.world.event())

    def reading(self) -> list[float]:
        """Time, completions, seconds inside, and requests times seconds at each station."""
        self._settle()
        return [self.world.now, float(self._completed), self._inside, *self._area]

    def session(self) -> Generator[simpy.Event, Any, None]:
        """What one session does for ever."""
        while True:
            yield self._pause(self._network.think_time_s, self._think)
            began = self.world.now
            for k, station in enumerate(self._network.stations):
                self._settle()
                self._present[k] += 1
                yield from self._visit(station, self._counters[k])
                self._settle()
                self._present[k] -= 1
            self._completed += 1
            self._inside += self.world.now - began
            if self._completed in self._ends:
                self._ends[self._completed].succeed()

    def _visit(
        self, station: Station, counter: simpy.Resource | None
    ) -> Generator[simpy.Event, Any, None]:
        if counter is None:
            yield self._pause(station.demand_s, self._think)
            return
        with counter.request() as claim:
            yield claim
            yield self._pause(station.demand_s, self._service)

    def _pause(self, mean: float, variation: float) -> simpy.Event:
        if variation > 0.0 and mean > 0.0:
            shape = variation**-2
            mean = float(self._random.gamma(shape, mean / shape))
        return self.world.timeout(mean)

    def _settle(self) -> None:
        elapsed = self.world.now - self._changed
        for k, count in enumerate(self._present):
            self._area[k] += count * elapsed
        self._changed = self.world.now


def simulate_closed_network(
    network: ClosedNetwork,
    sessions: int,
    *,
    seed: int,
    batches: int = 20,
    requests_per_batch: int = 1000,
    warm_up_batches: int = 2,
    service_variation: float = 1.0,
    think_variation: float = 1.0,
) -> ClosedNetworkSimulation:
    """Simulate the sessions of a closed network one event after another.

    Parameters
    ----------
    network : ClosedNetwork
        Stations with one or several servers, and delays; first come, first served.
    sessions : int
        Sessions, one or more. All begin by thinking.
    seed : int
        Seed of the random numbers; the same seed gives the same run.
    batches : int, default 20
        Batches kept, five or more.
    requests_per_batch : int, default 1000
        Requests completed in each; make it many times the sessions, or the batches depend on
        each other and the intervals are too narrow.
    warm_up_batches : int, default 2
        Batches thrown away at the beginning.
    service_variation : float, default 1
        Coefficient of variation of service times, all of gamma distributions: 1 is exponential as
        the exact solution assumes, 0 is constant, more than 1 is burstier.
    think_variation : float, default 1
        The same of think times and delays; the exact solution does not depend on it.

    Returns
    -------
    ClosedNetworkSimulation
        Means by batch.

    Raises
    ------
    UsageError
        When a figure is out of range, or a station has rates: what is being served would have to
        change its speed half-way.

    References
    ----------
    Law, *Simulation Modeling and Analysis*, section 9.5, for batch means.

    Examples
    --------
    >>> network = ClosedNetwork((Station("a", 1.0),), think_time_s=1.0)
    >>> run = simulate_closed_network(network, 2, seed=1, batches=5, requests_per_batch=200)
    >>> low, high = run.conf_int(0.01)["throughput"]
    >>> low < 0.8 < high
    True
    """
    most = network.checked_sessions(sessions)
    if any(station.rates for station in network.stations):
        raise UsageError("a station with rates cannot be simulated: give it servers")
    if batches < _LEAST_BATCHES or requests_per_batch < 1 or warm_up_batches < 0:
        raise UsageError(
            "a run needs five batches of at least one request",
            found=f"{batches} of {requests_per_batch}",
        )
    if not 0 <= service_variation <= 10 or not 0 <= think_variation <= 10:
        raise UsageError("variation is from 0 to 10", found=f"{service_variation:g}")
    run = _Run(network, seed, service_variation, think_variation)
    ends = [run.end_after(requests_per_batch * b) for b in range(1, warm_up_batches + batches + 1)]
    for _ in range(most):
        run.world.process(run.session())
    readings = [run.reading()]
    for end in ends:
        run.world.run(until=end)
        readings.append(run.reading())
    return _batched(network, most, np.array(readings)[warm_up_batches:])


def _batched(
    network: ClosedNetwork, sessions: int, readings: np.ndarray[Any, np.dtype[np.float64]]
) -> ClosedNetworkSimulation:
    """Differences of the running totals time, completions, seconds inside and areas."""
    steps = np.diff(readings, axis=0)
    return ClosedNetworkSimulation(
        network=network,
        sessions=sessions,
        throughput_per_s=frozen_array(steps[:, 1] / steps[:, 0]),
        response_time_s=frozen_array(steps[:, 2] / steps[:, 1]),
        queue_length=frozen_array(steps[:, 3:] / steps[:, :1]),
    )
