"""Exact solution of a closed network of three stations, beside the recursion of the textbooks."""

from __future__ import annotations

import numpy as np

from benchmarks.cases import BenchmarkCase
from contention.models import ClosedNetwork, Station

DEMANDS = (0.605, 2.1, 1.35)
THINK_TIME_S = 15.0


def network() -> ClosedNetwork:
    return ClosedNetwork(tuple(Station(f"{d}", d) for d in DEMANDS), THINK_TIME_S)


def loop_of_lists(sessions: int) -> tuple[list[float], list[float], list[list[float]]]:
    """Throughput, response time and queues by a loop over lists of floats."""
    queue = [0.0] * len(DEMANDS)
    throughput, response, queues = [], [], []
    for n in range(1, sessions + 1):
        residence = [d * (1.0 + q) for d, q in zip(DEMANDS, queue, strict=True)]
        total = sum(residence)
        x = n / (THINK_TIME_S + total)
        queue = [x * r for r in residence]
        throughput.append(x)
        response.append(total)
        queues.append(queue)
    return throughput, response, queues


def loop_of_arrays(sessions: int) -> tuple[list[float], list[float], list[np.ndarray]]:
    """The same, one small numpy array for each step."""
    demand = np.array(DEMANDS)
    queue = np.zeros(demand.size)
    throughput, response, queues = [], [], []
    for n in range(1, sessions + 1):
        residence = demand * (1.0 + queue)
        total = residence.sum()
        x = n / (THINK_TIME_S + total)
        queue = x * residence
        throughput.append(x)
        response.append(total)
        queues.append(queue)
    return throughput, response, queues


def agree(solution, other) -> bool:
    throughput, response, queues = other
    return (
        np.allclose(solution.throughput_per_s, throughput, rtol=1e-10)
        and np.allclose(solution.response_time_s, response, rtol=1e-9)
        and np.allclose(solution.queue_length, queues, rtol=1e-9)
    )


def agree_on_throughput(found, other) -> bool:
    return np.allclose(found, other[0], rtol=1e-10)


def cases(sessions: int = 100_000) -> list[BenchmarkCase]:
    """All means, and throughput alone, to 100,000 sessions."""
    counts = np.arange(1, sessions + 1)
    name = f"exact means of three stations to {sessions:,} sessions"
    return [
        BenchmarkCase(
            name,
            lambda: network().solve(sessions),
            lambda: loop_of_lists(sessions),
            "a Python loop over lists",
            agree,
        ),
        BenchmarkCase(
            name,
            lambda: network().solve(sessions),
            lambda: loop_of_arrays(sessions),
            "a Python loop over numpy arrays",
            agree,
        ),
        BenchmarkCase(
            f"throughput alone to {sessions:,} sessions",
            lambda: network().throughput_per_s(counts),
            lambda: loop_of_lists(sessions),
            "a Python loop over lists",
            agree_on_throughput,
        ),
    ]
