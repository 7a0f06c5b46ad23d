"""The simulation knows no formula; exact values and simulated ones check each other."""

import ast
import inspect

import numpy as np
import pytest

from contention.errors import UsageError
from contention.models import (
    ClosedNetwork,
    ClosedNetworkSimulation,
    Station,
    closed_network_simulation,
    constant_tandem_response_time,
    simulate_closed_network,
)

CASES = {
    "single servers": (ClosedNetwork((Station("a", 1.0), Station("b", 0.5)), 4.0), 8),
    "many servers": (ClosedNetwork((Station("a", 1.0, servers=4), Station("b", 0.2)), 1.0), 12),
    "delay": (ClosedNetwork((Station("a", 1.0, servers=2), Station("b", 3.0, "delay"))), 10),
}


@pytest.mark.parametrize("name", CASES)
def test_exact_values_lie_in_the_intervals_of_the_simulation(name):
    network, sessions = CASES[name]
    exact = network.solve(sessions)
    run = simulate_closed_network(network, sessions, seed=2, requests_per_batch=600)
    # Twelve intervals at 99.9 %: the chance that any misses is about one per cent.
    ends = run.conf_int(0.001)
    expected = {
        "throughput": exact.throughput_per_s[-1],
        "response_time": exact.response_time_s[-1],
        "queue_length.a": exact.queue_length[-1, 0],
        "queue_length.b": exact.queue_length[-1, 1],
    }
    assert set(ends) == set(run.means) == set(expected)
    for quantity, value in expected.items():
        low, high = ends[quantity]
        assert low <= value <= high, quantity
        assert low <= run.means[quantity] <= high
    low, high = ends["throughput"]
    assert high - low < 0.08 * expected["throughput"]


def test_a_wrong_network_is_found_out():
    network, sessions = CASES["many servers"]
    other = ClosedNetwork((Station("a", 1.0, servers=3), Station("b", 0.2)), 1.0)
    low, high = simulate_closed_network(network, sessions, seed=2).conf_int(0.001)["throughput"]
    assert not low <= other.solve(sessions).throughput_per_s[-1] <= high


def test_constant_service_follows_the_bound_and_not_the_exponential_solution():
    network = ClosedNetwork((Station("a", 1.0), Station("b", 3.0), Station("c", 2.0)))
    run = simulate_closed_network(
        network, 4, seed=1, batches=5, requests_per_batch=60, service_variation=0.0
    )
    expected = constant_tandem_response_time([1.0, 3.0, 2.0], 4)
    np.testing.assert_allclose(run.response_time_s, expected, rtol=1e-9)


def test_think_times_of_any_shape_give_the_same_means():
    network = ClosedNetwork((Station("a", 1.0),), 3.0)
    exact = float(network.throughput_per_s(4))
    for variation in (0.0, 2.0):
        run = simulate_closed_network(network, 4, seed=3, think_variation=variation)
        low, high = run.conf_int(0.001)["throughput"]
        assert low <= exact <= high


def test_bursty_service_at_a_queue_lowers_throughput():
    network = ClosedNetwork((Station("a", 1.0), Station("b", 1.0)))
    run = simulate_closed_network(network, 4, seed=3, service_variation=3.0)
    assert run.conf_int(0.001)["throughput"][1] < network.throughput_per_s(4)


def test_the_seed_decides():
    network = ClosedNetwork((Station("a", 1.0),), 3.0)
    short = {"batches": 5, "requests_per_batch": 50, "warm_up_batches": 0}
    one, same, other = (simulate_closed_network(network, 2, seed=s, **short) for s in (1, 1, 2))
    assert isinstance(one, ClosedNetworkSimulation)
    assert one.throughput_per_s.size == 5
    np.testing.assert_array_equal(one.queue_length, same.queue_length)
    assert not np.array_equal(one.queue_length, other.queue_length)


def test_it_imports_no_solver():
    tree = ast.parse(inspect.getsource(closed_network_simulation))
    names = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert not {n for n in names if n.endswith(("normalising_constants", "convolution"))}


@pytest.mark.parametrize(
    "wrong",
    [
        {"batches": 2},
        {"requests_per_batch": 0},
        {"warm_up_batches": -1},
        {"service_variation": -1.0},
        {"think_variation": 100.0},
        {"sessions": 0},
        {"network": ClosedNetwork((Station("a", 1.0, rates=(1.0, 2.0)),))},
    ],
)
def test_impossible_runs_are_refused(wrong):
    given = {"network": CASES["delay"][0], "sessions": 2, "seed": 1} | wrong
    with pytest.raises(UsageError):
        simulate_closed_network(**given)
