"""What the intervals of fitted demands, and those of simulated networks, are worth."""

from __future__ import annotations

import numpy as np

from calibration.rows import CalibrationRow
from contention.models import (
    ClosedNetwork,
    Station,
    fit_network_demands,
    simulate_closed_network,
)
from contention.models.profile_likelihood import profile_threshold

SESSIONS = np.array([1, 2, 4, 8, 16, 24, 32, 48])
NOISE = 0.02
LIMITS = {
    # Two columns have no exact count of degrees of freedom; batch means are not quite normal;
    # a think time read off Little's law has errors that shrink with the load, and covers more.
    "alone": ("93 to 97 %", 0.93, 0.97),
    "both": ("92 to 98 %", 0.92, 0.98),
    "computed": ("at least 92 %", 0.92, 1.0),
    "simulation": ("90 to 98 %", 0.90, 0.98),
}


def network(servers: int, think: float) -> ClosedNetwork:
    stations = (Station("b", 0.5 * servers, servers=servers), Station("d", 0.8, "delay"))
    return ClosedNetwork(stations, think)


def covered(true: ClosedNetwork, draws: int, seed: int, **given) -> dict[str, float]:
    """Share of draws in which the 95 % interval holds the true value.

    A value is in the interval when the fit with it held is within the threshold; that is what
    ``conf_int`` solves for, and far quicker.
    """
    random = np.random.default_rng(seed)
    x, r = true.throughput_per_s(SESSIONS), true.response_time_s(SESSIONS)
    demand, delay = (station.demand_s for station in true.stations)
    both, computed = given.pop("both"), given.pop("computed", False)
    servers = true.stations[0].servers
    truth = {
        "bottleneck_demand_s": demand,
        "delay_s": delay if both else delay + true.think_time_s,
        "knee_sessions": servers * (demand + delay + true.think_time_s) / demand,
    }
    if both and not given:
        truth["think_time_s"] = true.think_time_s
    hits = dict.fromkeys(truth, 0)
    for _ in range(draws):
        noise = np.exp(NOISE * random.standard_normal((2, SESSIONS.size)))
        times = r * noise[1] if both else None
        if computed:
            cycle = SESSIONS / (x * noise[0])
            times = (cycle - true.think_time_s) * noise[1] ** 0.1
        fit = fit_network_demands(SESSIONS, x * noise[0], times, servers=servers, **given)
        limit = profile_threshold(fit.criterion, fit.df_resid, 0.05)
        ends = fit.conf_int() if fit.think_time_error_s is not None else {}  # widened
        for name, value in truth.items():
            if name in ends:
                hits[name] += ends[name][0] <= value <= ends[name][1]
            else:
                hits[name] += fit.least_criterion(name, value) <= limit
    return {name: count / draws for name, count in hits.items()}


def simulated(draws: int, seed: int) -> dict[str, float]:
    """Share of simulations whose 95 % intervals hold the exact values."""
    true = ClosedNetwork((Station("a", 1.0, servers=2), Station("b", 0.3)), 2.0)
    exact = true.solve(6)
    expected = {
        "throughput": exact.throughput_per_s[-1],
        "response_time": exact.response_time_s[-1],
        "queue_length.a": exact.queue_length[-1, 0],
    }
    hits = dict.fromkeys(expected, 0)
    for draw in range(draws):
        run = simulate_closed_network(
            true, 6, seed=seed + draw, batches=10, requests_per_batch=150, warm_up_batches=1
        )
        ends = run.conf_int()
        for name, value in expected.items():
            hits[name] += ends[name][0] <= value <= ends[name][1]
    return {name: count / draws for name, count in hits.items()}


def rows(draws: int, seed: int) -> list[CalibrationRow]:
    """Coverage with throughput alone, with response times, with many servers, in simulation."""
    fewer = max(draws // 5, 60)
    settings = {
        "throughput alone, 8 counts, 2 % noise": (network(1, 3.0), {"both": False}),
        "both, throughput and response time": (network(1, 3.0), {"both": True}),
        "both, think time known and long": (network(1, 20.0), {"both": True, "think_time_s": 20.0}),
        "both, four servers": (network(4, 3.0), {"both": True}),
    }
    found = {
        setting: covered(true, draws, seed, **given) for setting, (true, given) in settings.items()
    }
    found["computed response times, 0.2 % noise"] = covered(
        network(1, 3.0), fewer, seed, both=True, computed=True
    )
    found["simulation, ten batches of 150"] = simulated(fewer, seed)
    return [
        row(quantity, setting, share, draws if setting in settings else fewer)
        for setting, shares in found.items()
        for quantity, share in shares.items()
    ]


def row(quantity: str, setting: str, share: float, draws: int) -> CalibrationRow:
    kind = next(name for name in LIMITS if name in setting)
    words = f"{quantity.removesuffix('_s').replace('_', ' ').replace('.', ' at station ')} covered"
    return CalibrationRow("closed networks", words, setting, *LIMITS[kind], share, draws)
