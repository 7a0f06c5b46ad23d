"""Exact solutions of closed networks against recursions, enumeration and exact fractions."""

import itertools
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from contention.errors import UsageError
from contention.models import ClosedNetwork, Station, queue_distribution

demands = st.floats(1e-9, 1e3)
many_or_one = st.one_of(st.just(1), st.integers(2, 40), st.integers(41, 1500))
waiting = st.builds(lambda d, m: Station("q", d, servers=m), demands, many_or_one)
delays = st.builds(lambda d: Station("d", d, "delay"), demands)
stations = st.lists(st.one_of(waiting, delays), min_size=1, max_size=4)
thinking = st.one_of(st.just(0.0), st.floats(1e-3, 1e6))


def recursion(demand, delay, most):
    """Mean value analysis as textbooks print it; stable for single servers and delays."""
    queue = [0.0] * len(demand)
    for n in range(1, most + 1):
        residence = [d * (1 + q) for d, q in zip(demand, queue, strict=True)]
        x = n / (delay + sum(residence))
        queue = [x * r for r in residence]
        yield x, queue


def enumerated(network, sessions):
    """Throughput and mean queues by a sum over all states, in exact fractions."""
    parts = [Station("think", network.think_time_s, "delay"), *network.stations]
    factors = []
    for station in parts:
        terms = [Fraction(1)]
        for rate in station.relative_rates(sessions):
            terms.append(terms[-1] * Fraction(station.demand_s) / Fraction(rate))
        factors.append(terms)

    def total(population, weight):
        result = Fraction(0)
        for state in itertools.product(range(population + 1), repeat=len(parts)):
            if sum(state) == population:
                product = Fraction(weight(state))
                for terms, load in zip(factors, state, strict=True):
                    product *= terms[load]
                result += product
        return result

    constant = total(sessions, lambda state: 1)
    queues = [total(sessions, lambda state, k=k: state[k]) / constant for k in range(len(parts))]
    return total(sessions - 1, lambda state: 1) / constant, queues[1:]


@settings(deadline=None)
@given(st.lists(demands, min_size=1, max_size=5), thinking, st.integers(1, 300))
def test_single_servers_agree_with_the_recursion(demand, z, most):
    solved = ClosedNetwork(tuple(Station("q", d) for d in demand), z).solve(most)
    throughput, queues = zip(*recursion(demand, z, most), strict=True)
    np.testing.assert_allclose(solved.throughput_per_s, throughput, rtol=1e-10)
    np.testing.assert_allclose(solved.queue_length, queues, rtol=1e-9)


NETWORKS = [
    ClosedNetwork((Station("a", 0.5, servers=2), Station("b", 1.25)), 3.0),
    ClosedNetwork((Station("a", 2.0, servers=3), Station("b", 0.75, servers=2))),
    ClosedNetwork((Station("a", 0.5), Station("b", 4.0, "delay"), Station("c", 0.0)), 1.0),
    ClosedNetwork((Station("a", 0.5, rates=(1.0, 1.5, 1.75)), Station("b", 0.25)), 0.5),
    ClosedNetwork((Station("a", 0.5, rates=(1.0, 0.25, 2.0)), Station("b", 0.25)), 0.5),
    ClosedNetwork((Station("a", 0.5, rates=(1.0, 1.5, 0.75)), Station("b", 0.25, servers=2)), 2.0),
    ClosedNetwork(
        (Station("a", 0.5, rates=(1.0, 0.5)), Station("b", 0.0)),
    ),
]


@pytest.mark.parametrize("network", NETWORKS)
@pytest.mark.parametrize("sessions", [1, 2, 5])
def test_all_kinds_of_stations_agree_with_a_sum_over_all_states(network, sessions):
    throughput, queues = enumerated(network, sessions)
    solved = network.solve(sessions)
    assert solved.throughput_per_s[-1] == pytest.approx(float(throughput), rel=1e-13)
    np.testing.assert_allclose(solved.queue_length[-1], [float(q) for q in queues], rtol=1e-12)
    assert network.throughput_per_s(sessions) == pytest.approx(float(throughput), rel=1e-13)
    inside = sum(float(q) for q in queues) / float(throughput)
    assert network.response_time_s(sessions) == pytest.approx(inside, rel=1e-12)


def test_many_servers_agree_with_exact_fractions_far_into_saturation():
    # Eight servers of 4 s and 10 s of thinking: G(n) is a finite sum of fractions.
    most, m = 90, 8
    think, serve = [Fraction(1)], [Fraction(1)]
    for n in range(1, most + 1):
        think.append(think[-1] * 10 / n)
        serve.append(serve[-1] * 4 / min(n, m))
    constants = [
        sum(a * b for a, b in zip(think[: n + 1], serve[n::-1], strict=True))
        for n in range(most + 1)
    ]
    solved = ClosedNetwork((Station("a", 4.0, servers=m),), 10.0).solve(most)
    exact = [float(constants[n - 1] / constants[n]) for n in range(1, most + 1)]
    np.testing.assert_allclose(solved.throughput_per_s, exact, rtol=1e-12)
    queue = [
        float(sum(j * think[n - j] * serve[j] for j in range(n + 1)) / constants[n])
        for n in range(1, most + 1)
    ]
    np.testing.assert_allclose(solved.queue_length[:, 0], queue, rtol=1e-12)


@settings(deadline=None)
@given(stations, thinking, st.integers(1, 400))
def test_no_impossible_figure_at_any_load(parts, z, most):
    network = ClosedNetwork(tuple(parts), z)
    solved = network.solve(most)
    x, queue, used = solved.throughput_per_s, solved.queue_length, solved.utilisation
    busy = np.array([not s.is_delay for s in parts])
    assert np.all(np.isfinite(queue))
    assert np.all(queue >= 0)
    assert np.all(used[:, busy] <= 1)
    assert np.all(queue >= x[:, None] * [s.demand_s for s in parts] * (1 - 1e-12))
    inside = solved.sessions - x * z
    np.testing.assert_allclose(queue.sum(axis=1) - inside, 0, atol=1e-9 * most)
    assert np.all(np.diff(x) >= -1e-12 * x[1:])
    np.testing.assert_allclose(network.throughput_per_s(solved.sessions), x, rtol=1e-13)
    np.testing.assert_allclose(
        network.response_time_s(solved.sessions), solved.response_time_s, rtol=1e-12
    )


@settings(deadline=None, max_examples=30)
@given(stations, thinking, st.integers(1, 60))
def test_filters_and_logarithms_agree(parts, z, most):
    network = ClosedNetwork(tuple(parts), z)
    # A station that slows down and that nobody visits sends the network down the other way.
    slow = ClosedNetwork((*parts, Station("idle", 0.0, rates=(1.0, 0.5))), z)
    one, other = network.solve(most), slow.solve(most)
    np.testing.assert_allclose(one.throughput_per_s, other.throughput_per_s, rtol=1e-10)
    np.testing.assert_allclose(one.queue_length, other.queue_length[:, :-1], rtol=1e-9)


@settings(deadline=None, max_examples=30)
@given(stations, thinking, st.integers(1, 80), st.integers(0, 3))
def test_the_distribution_of_a_queue_has_its_mean_and_its_utilisation(parts, z, most, which):
    k = which % len(parts)
    network = ClosedNetwork(tuple(parts), z)
    chances = queue_distribution(network, k, most)
    solved = network.solve(most)
    assert chances.sum() == pytest.approx(1.0)
    assert chances @ np.arange(most + 1) == pytest.approx(solved.queue_length[-1, k], rel=1e-8)
    in_service = chances @ np.r_[0.0, parts[k].relative_rates(most)]
    demanded = solved.throughput_per_s[-1] * parts[k].demand_s
    assert in_service == pytest.approx(demanded, rel=1e-8)


def test_a_million_times_more_thinking_than_service_for_many_sessions():
    network = ClosedNetwork((Station("a", 1.0), Station("b", 0.5), Station("c", 1e-9)), 1e6)
    n = np.array([1, 1000, 100_000])
    expected = list(recursion([1.0, 0.5, 1e-9], 1e6, 100_000))
    np.testing.assert_allclose(
        network.throughput_per_s(n), [expected[i - 1][0] for i in n], rtol=1e-11
    )


def test_a_million_sessions_at_the_limit():
    network = ClosedNetwork((Station("a", 0.25, servers=5), Station("b", 0.04)), 7.0)
    assert network.throughput_per_s(1_000_000) == pytest.approx(20.0, rel=1e-12)


def test_throughput_falls_only_where_a_station_slows_down_under_load():
    slow = Station("spinning lock", 1.0, rates=(1.0, 0.8, 0.6, 0.4))
    x = ClosedNetwork((slow,), 2.0).solve(60).throughput_per_s
    assert x.max() > 0.5
    assert x[-1] == pytest.approx(0.4, rel=1e-3)


def test_as_many_servers_as_sessions_are_a_delay():
    many = ClosedNetwork((Station("a", 2.0, servers=200), Station("b", 0.1)), 1.0).solve(150)
    none = ClosedNetwork((Station("a", 2.0, "delay"), Station("b", 0.1)), 1.0).solve(150)
    np.testing.assert_allclose(many.throughput_per_s, none.throughput_per_s, rtol=1e-11)
    np.testing.assert_allclose(many.queue_length, none.queue_length, rtol=1e-10)


def test_the_distribution_beside_a_station_that_slows_down():
    # Two requests, one server each; the first works at half its speed with both there.
    network = ClosedNetwork((Station("a", 1.0, rates=(1.0, 0.5)), Station("b", 1.0)))
    # Weights of 0, 1, 2 requests at a: 1, 1 and 1 / 0.5.
    np.testing.assert_allclose(queue_distribution(network, 0, 2), [0.25, 0.25, 0.5])
    np.testing.assert_allclose(queue_distribution(network, 1, 2), [0.5, 0.25, 0.25])


def test_a_station_that_is_not_there_has_no_distribution():
    with pytest.raises(UsageError, match="no such station"):
        queue_distribution(NETWORKS[0], 2, 5)
