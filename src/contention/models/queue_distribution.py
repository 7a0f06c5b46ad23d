"""All probabilities of the number of requests at one station, where the mean is not enough."""

from __future__ import annotations

import numpy as np

from contention.errors import UsageError
from contention.models.closed_network import ClosedNetwork
from contention.models.logarithmic_convolution import convolve_logarithms, station_logarithms
from contention.models.station import Station
from contention.models.sweep_arrays import Array, frozen_array

__all__ = ["queue_distribution"]


def queue_distribution(network: ClosedNetwork, station: int, sessions: int) -> Array:
    """Probability of 0, 1, ..., N requests at one station.

    Parameters
    ----------
    network : ClosedNetwork
        The network.
    station : int
        The place of the station in ``network.stations``, from zero.
    sessions : int
        N.

    Returns
    -------
    ndarray, shape (N + 1,)
        Probabilities; they sum to one.

    Raises
    ------
    UsageError
        When there is no such station, or sessions are out of range.

    Notes
    -----
    P(n) is f(n) G'(N - n) / G(N) with f the terms of the station and G' the normalising constants
    of the network without it.

    References
    ----------
    Buzen 1973, equation 7, in the form that also holds for stations of any rates.

    Examples
    --------
    >>> network = ClosedNetwork((Station("latch", 0.5),), think_time_s=1.0)
    >>> queue_distribution(network, 0, 2).round(4).tolist()
    [0.4, 0.4, 0.2]
    """
    most = network.checked_sessions(sessions)
    if not 0 <= station < len(network.stations):
        raise UsageError(
            "there is no such station",
            found=f"{station}",
            expected=f"0 to {len(network.stations) - 1}",
        )
    here = station_logarithms(network.stations[station], most)
    others = tuple(s for k, s in enumerate(network.stations) if k != station)
    weights = here + _log_constants(others, network.think_time_s, most)[::-1]
    chances = np.exp(weights - weights.max())
    return frozen_array(chances / chances.sum())


def _log_constants(stations: tuple[Station, ...], think_time_s: float, most: int) -> Array:
    """Log G(n) for n = 0 to ``most``, of any stations, even none."""
    steady = tuple(s for s in stations if s.is_fastest_when_full)
    if think_time_s + sum(s.demand_s for s in steady) > 0.0:
        network = ClosedNetwork(steady, think_time_s)
        steps = -np.log(network.throughput_per_s(np.arange(1, most + 1)))
        logs = np.concatenate([[0.0], np.cumsum(steps)])
    else:
        logs = station_logarithms(Station("nothing", 0.0), most)
    for station in stations:
        if not station.is_fastest_when_full:
            logs = convolve_logarithms(logs, station_logarithms(station, most))
    return logs
