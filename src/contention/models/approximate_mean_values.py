"""Closed networks solved approximately, at a cost that does not grow with the sessions."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from contention.errors import FitError, UsageError
from contention.models.closed_network import ClosedNetwork
from contention.models.multi_class_network import (
    MultiClassNetwork,
    MultiClassSolution,
    SessionClass,
)
from contention.models.sweep_arrays import Array, frozen_array

__all__ = ["ApproximationError", "approximate_mean_values", "approximation_error"]

_MOST_STEPS = 20_000


@dataclass(frozen=True, eq=False)
class ApproximationError:
    """How far the approximation is from the exact solution of a single-class network.

    Attributes
    ----------
    approximate, exact : float
        Throughput per second.
    relative_throughput, relative_response_time : float
        Approximate over exact, less one.
    queue_length : ndarray, shape (K,)
        Approximate less exact mean requests at each station.
    """

    approximate: float
    exact: float
    relative_throughput: float
    relative_response_time: float
    queue_length: Array


def approximate_mean_values(
    network: MultiClassNetwork, *, tolerance: float = 1e-12
) -> MultiClassSolution:
    """Means by the assumption that queues shrink in proportion when one session leaves.

    Parameters
    ----------
    network : MultiClassNetwork
        One class or several; sessions may be fractions.
    tolerance : float, default 1e-12
        Largest change of a queue in the last step, as a share of the sessions.

    Returns
    -------
    MultiClassSolution
        At the given sessions.

    Raises
    ------
    UsageError
        When nobody is there.
    FitError
        When the steps do not settle.

    Notes
    -----
    An arriving request finds the queues of a network with one session of its class fewer. Exact
    mean value analysis works its way up to that network; here the queue of the class is taken to
    be (N - 1) / N of its present length, and those of other classes to be as they are, and the
    equations are solved by repeated substitution. The throughput is exact for one session and in
    the limit of many, and too low in between for one class, by up to some per cent around the knee.

    References
    ----------
    Schweitzer, "Approximate analysis of multiclass closed networks of queues", International
    Conference on Stochastic Control and Optimization, Amsterdam, 1979; Bard 1979; Lazowska et al.
    1984, section 6.4.2 and 7.4.2.

    Examples
    --------
    >>> users = SessionClass("users", 3, (0.605, 2.1, 1.35), think_time_s=15.0)
    >>> network = MultiClassNetwork(("queueing",) * 3, (users,))
    >>> round(float(approximate_mean_values(network).throughput_per_s[0]), 4)
    0.151
    """
    sessions = network.sessions
    if not np.any(sessions > 0):
        raise UsageError("there are no sessions")
    demand, think, queueing = network.demands_s, network.think_times_s, network.queueing
    crowd = sessions[:, None]
    queue = np.tile(crowd / max(1, queueing.size), (1, queueing.size))
    for _ in range(_MOST_STEPS):
        own = np.divide(queue, crowd, out=np.zeros_like(queue), where=crowd > 1.0)
        alone = np.where(crowd > 1.0, own, queue)  # a lone session does not find itself
        residence = demand * (1.0 + queueing * np.maximum(queue.sum(axis=0) - alone, 0.0))
        cycle = think + residence.sum(axis=1)
        throughput = np.divide(sessions, cycle, out=np.zeros_like(cycle), where=sessions > 0)
        before, queue = queue, throughput[:, None] * residence
        if np.abs(queue - before).max(initial=0.0) <= tolerance * sessions.sum():
            residence = np.where(crowd > 0.0, residence, np.nan)
            return MultiClassSolution.of(throughput, residence, demand)
    raise FitError(
        "the approximate solution did not settle",
        found=f"{_MOST_STEPS} steps",
        hint="use the exact solution, or a tolerance such as 1e-9",
    )


def approximation_error(network: ClosedNetwork, sessions: int) -> ApproximationError:
    """What the approximation costs in a network that can be solved exactly.

    Parameters
    ----------
    network : ClosedNetwork
        Of single servers and delays.
    sessions : int
        Sessions, one or more.

    Returns
    -------
    ApproximationError
        At that number of sessions.

    Raises
    ------
    UsageError
        When a station has several servers or rates: there the exact solution is as fast, and
        the approximation has no rule for them.

    Examples
    --------
    >>> from contention.models import Station
    >>> pair = ClosedNetwork((Station("a", 1.0), Station("b", 0.5)), think_time_s=4.0)
    >>> f"{approximation_error(pair, 6).relative_throughput:.1%}"
    '-4.6%'
    """
    for station in network.stations:
        if station.servers > 1 or station.rates:
            raise UsageError(
                f"station {station.name}: the approximation knows single servers and delays only",
                hint="solve it exactly; that is fast and accurate at any number of sessions",
            )
    demands = tuple(station.demand_s for station in network.stations)
    group = SessionClass("sessions", sessions, demands, network.think_time_s)
    kinds = tuple(station.kind for station in network.stations)
    near = approximate_mean_values(MultiClassNetwork(kinds, (group,)))
    exact = network.solve(sessions)
    return ApproximationError(
        approximate=float(near.throughput_per_s[0]),
        exact=float(exact.throughput_per_s[-1]),
        relative_throughput=float(near.throughput_per_s[0] / exact.throughput_per_s[-1]) - 1.0,
        relative_response_time=float(near.response_time_s[0] / exact.response_time_s[-1]) - 1.0,
        queue_length=frozen_array(near.queue_length[0] - exact.queue_length[-1]),
    )
