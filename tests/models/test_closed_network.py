import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from contention.errors import MeasurementError, UsageError
from contention.models import (
    AsymptoticBounds,
    ClosedNetwork,
    Station,
    balanced_job_bounds,
    fit_closed_network,
    solve_closed_network,
)

demands = st.lists(st.floats(0.01, 2.0), min_size=1, max_size=5)
think = st.one_of(st.just(0.0), st.floats(0.01, 50.0))


@given(demands, think, st.integers(1, 60))
def test_the_bounds_nest_around_mean_value_analysis(d, z, n):
    s = solve_closed_network(d, n, think_time_s=z)
    wide = AsymptoticBounds(sum(d), max(d), z)
    tight = balanced_job_bounds(d, think_time_s=z)
    ladder = [
        wide.throughput_lower(s.sessions),
        tight.throughput_lower(s.sessions),
        s.throughput_per_s,
        tight.throughput(s.sessions),
        wide.throughput(s.sessions),
    ]
    for lower, upper in itertools.pairwise(ladder):
        assert np.all(lower <= upper * (1 + 1e-9))
    assert np.all(wide.response_time(s.sessions) <= s.response_time_s * (1 + 1e-9) + 1e-9)
    assert np.all(s.response_time_s <= wide.response_time_upper(s.sessions) * (1 + 1e-9) + 1e-9)


@given(st.floats(0.01, 2.0), st.integers(1, 5), st.integers(1, 40))
def test_equal_stations_have_their_closed_form(d, stations, n):
    # Balanced network without think time: X = N / (D (N + K - 1)).
    s = solve_closed_network([d] * stations, n)
    expected = s.sessions / (d * (s.sessions + stations - 1))
    np.testing.assert_allclose(s.throughput_per_s, expected, rtol=1e-10)


def test_one_queue_with_thinking_is_the_machine_repairman():
    # Probability of an idle repairman by the birth-death chain, an independent route.
    d, z, n = 0.7, 3.0, 9
    weight = np.cumprod(np.r_[1.0, [(n - k) * d / z for k in range(n)]])
    expected = (1.0 - weight[0] / weight.sum()) / d
    solution = solve_closed_network([d], n, think_time_s=z)
    assert solution.throughput_per_s[-1] == pytest.approx(expected, rel=1e-12)


def test_a_delay_station_is_a_think_time():
    delay = ClosedNetwork((Station("a", 0.4), Station("b", 2.0, "delay"))).solve(7)
    thinking = ClosedNetwork((Station("a", 0.4),), 2.0).solve(7)
    np.testing.assert_allclose(delay.throughput_per_s, thinking.throughput_per_s)


def test_a_delay_alone_never_saturates():
    network = ClosedNetwork((), 2.0)
    np.testing.assert_allclose(network.throughput_per_s([1, 10]), [0.5, 5.0])


@settings(max_examples=25, deadline=None)
@given(st.floats(1e-5, 1.0), st.floats(0.1, 20.0))
def test_a_noiseless_network_is_recovered(demand, ratio):
    n = np.array([1, 2, 4, 8, 16, 32])
    network = ClosedNetwork((Station("a", demand),), demand * ratio)
    fit = fit_closed_network(n, network.throughput_per_s(n))
    assert fit.bottleneck_demand_s == pytest.approx(demand, rel=1e-6)
    assert fit.delay_s == pytest.approx(demand * ratio, rel=1e-5)
    np.testing.assert_allclose(fit.predict(n), network.throughput_per_s(n), rtol=1e-7)


def test_fitted_intervals_hold_the_truth_about_as_often_as_they_say():
    rng = np.random.default_rng(8)
    n = np.array([1, 2, 4, 8, 12, 16])
    network = ClosedNetwork((Station("a", 0.5),), 2.0)
    truth = {"bottleneck_demand_s": 0.5, "delay_s": 2.0, "knee_sessions": 5.0}
    mean = network.throughput_per_s(n)
    hits = dict.fromkeys(truth, 0)
    for _ in range(30):
        ends = fit_closed_network(n, mean + 0.03 * rng.standard_normal(6)).conf_int()
        for name, value in truth.items():
            hits[name] += ends[name][0] <= value <= ends[name][1]
    # 28.5 expected; fewer than 24 has a chance of less than one in 200.
    assert all(count >= 24 for count in hits.values()), hits


def test_queueing_without_delay_reports_the_bound():
    fit = fit_closed_network([1, 2, 4, 8], [2.0, 2.01, 1.99, 2.0])
    assert fit.delay_s < 0.02
    assert fit.derived["knee_sessions"] == pytest.approx(1.0, abs=0.05)


def test_falling_throughput_is_reported():
    fit = fit_closed_network([1, 2, 4, 8, 16], [10, 18, 25, 22, 18])
    assert any("never does" in note for note in fit.warnings)
    assert "bottleneck_demand_s" in fit.summary()


@pytest.mark.parametrize(
    "make",
    [
        lambda: Station("a", -1.0),
        lambda: Station("a", 1.0, "magic"),
        lambda: ClosedNetwork((), 0.0),
        lambda: ClosedNetwork((Station("a", 1.0),), -1.0),
        lambda: solve_closed_network([1.0], 0),
        lambda: solve_closed_network([1.0], 1.5),
        lambda: solve_closed_network([1.0], 10_000_000),
        lambda: balanced_job_bounds([]),
        lambda: balanced_job_bounds([1.0], think_time_s=-1.0),
    ],
)
def test_impossible_networks_are_refused(make):
    with pytest.raises(UsageError):
        make()


def test_fractions_of_a_session_are_refused():
    with pytest.raises(MeasurementError, match="whole numbers"):
        fit_closed_network([1, 2.5, 4], [1, 2, 3])
    with pytest.raises(MeasurementError, match="whole numbers"):
        ClosedNetwork((Station("a", 1.0),)).throughput_per_s([1.5])
