"""Demands fitted to sweeps whose network is known."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from contention.errors import ContentionError, MeasurementError
from contention.models import ClosedNetwork, Station, fit_network_demands

N = np.array([1, 2, 4, 8, 16, 24, 32, 48])


def network(demand=0.5, delay=0.8, think=3.0, servers=1):
    stations = (Station("b", demand, servers=servers), Station("d", delay, "delay"))
    return ClosedNetwork(stations, think)


def noisy(of, seed, size=0.02):
    rng = np.random.default_rng(seed)
    x, r = of.throughput_per_s(N), of.response_time_s(N)
    return x * np.exp(size * rng.standard_normal(N.size)), r * np.exp(
        size * rng.standard_normal(N.size)
    )


@settings(max_examples=25)
@given(st.floats(1e-5, 1.0), st.floats(0.5, 10.0), st.floats(0.5, 10.0), st.integers(1, 6))
def test_demand_delay_and_think_time_are_recovered(unit, delay, think, servers):
    true = network(unit * servers, unit * delay, unit * think, servers)
    x, r = true.throughput_per_s(N), true.response_time_s(N)
    fit = fit_network_demands(N, x, r, servers=servers)
    found = [fit.params[name] for name in ("bottleneck_demand_s", "delay_s", "think_time_s")]
    np.testing.assert_allclose(found, [unit * servers, unit * delay, unit * think], rtol=1e-3)
    np.testing.assert_allclose(fit.predict(N), x, rtol=1e-3)
    np.testing.assert_allclose(fit.predict_response_time(N), r, rtol=1e-3)
    np.testing.assert_allclose(fit.closure, 0.0, atol=1e-3)


def test_throughput_alone_gives_the_delay_with_the_thinking_in_it():
    fit = fit_network_demands(N, network().throughput_per_s(N))
    assert fit.params["delay_s"] == pytest.approx(3.8, rel=1e-5)
    assert fit.closure is None
    assert "think_time_s" not in fit.params
    known = fit_network_demands(N, network().throughput_per_s(N), think_time_s=3.0)
    assert known.params["delay_s"] == pytest.approx(0.8, rel=1e-5)


def test_the_derivatives_are_those_of_small_differences():
    fit = fit_network_demands(N, *noisy(network(servers=3), 1), servers=3)
    _, exact = fit.problem.residuals(fit.values)
    for k in range(3):
        step = np.zeros(3)
        step[k] = 1e-6
        up, _ = fit.problem.residuals(fit.values + step)
        down, _ = fit.problem.residuals(fit.values - step)
        np.testing.assert_allclose(exact[:, :, k], (up - down) / 2e-6, rtol=1e-5, atol=1e-8)


def test_response_times_narrow_the_interval_of_the_demand():
    x, r = noisy(network(think=30.0), 4)
    alone = fit_network_demands(N[:6], x[:6], think_time_s=30.0).conf_int()
    both = fit_network_demands(N[:6], x[:6], r[:6], think_time_s=30.0).conf_int()
    for name in ("bottleneck_demand_s", "delay_s", "knee_sessions"):
        assert both[name][1] - both[name][0] < alone[name][1] - alone[name][0]


def test_the_same_reading_twice_is_not_believed_twice():
    # With no thinking, R = N / X says nothing that X has not said.
    x, _ = noisy(network(think=0.0), 6)
    alone = fit_network_demands(N, x, think_time_s=0.0).conf_int()
    twice = fit_network_demands(N, x, N / x, think_time_s=0.0).conf_int()
    for name in ("bottleneck_demand_s", "delay_s"):
        ratio = (twice[name][1] - twice[name][0]) / (alone[name][1] - alone[name][0])
        assert ratio == pytest.approx(1.0, rel=1e-6)


def test_computed_response_times_tell_the_think_time_alone():
    x = noisy(network(), 3)[0]
    times = (N / x - 3.0) * np.exp(0.001 * np.random.default_rng(2).standard_normal(N.size))
    fit = fit_network_demands(N, x, times)
    alone = fit_network_demands(N, x, think_time_s=3.0)
    assert any("follow from throughput" in note for note in fit.warnings)
    assert fit.params["think_time_s"] == pytest.approx(3.0, abs=0.02)
    assert fit.params["delay_s"] == pytest.approx(alone.params["delay_s"], abs=0.02)
    ours, theirs = fit.conf_int(), alone.conf_int()
    assert ours["bottleneck_demand_s"] == pytest.approx(theirs["bottleneck_demand_s"], rel=1e-4)
    assert ours["delay_s"][1] - ours["delay_s"][0] > theirs["delay_s"][1] - theirs["delay_s"][0]
    assert ours["think_time_s"][0] < 3.0 < ours["think_time_s"][1]
    assert fit.bse["delay_s"] > alone.bse["delay_s"]


def test_everything_that_is_said_of_a_fit():
    fit = fit_network_demands(N, *noisy(network(servers=4, demand=2.0), 8), servers=range(1, 8))
    assert 4 in fit.servers_supported
    assert any("do not tell these numbers of servers apart" in note for note in fit.warnings)
    ends = fit.conf_int()
    assert set(ends) == set(fit.units) == {*fit.params, *fit.derived}
    for name, value in {**fit.params, **fit.derived}.items():
        assert ends[name][0] <= value <= ends[name][1]
    assert set(fit.bse) == set(fit.params)
    width = ends["think_time_s"][1] - ends["think_time_s"][0]
    assert 3 * fit.bse["think_time_s"] < width < 7 * fit.bse["think_time_s"]
    assert np.all(fit.utilisation < 1.05)
    assert fit.network.think_time_s == fit.params["think_time_s"]
    assert "verdict: a bottleneck of" in fit.summary()
    assert fit.verdict.endswith("sessions")


def test_a_delay_that_is_not_there_ends_at_its_bound():
    fit = fit_network_demands([1, 2, 4, 8], [2.02, 2.01, 1.98, 1.99])
    assert fit.params["delay_s"] == 0.0
    assert np.isnan(fit.bse["delay_s"])
    low, high = fit.conf_int()["delay_s"]
    assert low == 0.0 < high
    assert fit.conf_int()["knee_sessions"][0] == 1.0
    assert "one server" in fit.verdict


def test_throughput_that_never_bends_has_no_limit():
    counts = np.array([2, 3, 14, 17, 27, 46, 76, 79])
    x = 21.0 * counts * np.exp(0.02 * np.sin(counts))
    fit = fit_network_demands(counts, x)
    assert fit.derived["maximum_throughput_per_s"] > 1.5 * x.max()
    assert fit.conf_int()["maximum_throughput_per_s"][1] == np.inf
    none = fit_network_demands(counts, np.array([41.9, 60.8, 296, 364, 575, 965, 1580, 1690]))
    assert none.derived["knee_sessions"] == np.inf
    assert "knee_sessions" not in none.conf_int()
    assert none.summary()


def test_far_beyond_the_knee_nothing_is_said_of_the_delay():
    fit = fit_network_demands([400, 500, 600, 700], [1.99, 2.01, 2.0, 2.005], think_time_s=1.0)
    assert fit.params["bottleneck_demand_s"] == pytest.approx(0.5, rel=0.01)
    low, high = fit.conf_int()["delay_s"]
    assert low == 0.0
    assert high > 10.0


def test_what_the_network_cannot_show_is_warned_of():
    falling = fit_network_demands([1, 2, 4, 8, 16], [10, 18, 25, 22, 18])
    assert any("never does" in note for note in falling.warnings)
    early = fit_network_demands([1, 2, 3], [0.2, 0.396, 0.585])
    assert any("never 80 % busy" in note for note in early.warnings)
    assert any("degrees of freedom" in note for note in early.warnings)
    x, r = network().throughput_per_s(N), network().response_time_s(N)
    apart = fit_network_demands(N, x, 2 * r, think_time_s=3.0)
    assert any("Little's law misses" in note for note in apart.warnings)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"sessions": [1, 2.5, 4, 8]}, "half a session"),
        ({"sessions": [1, 1, 2, 2]}, "at least 3 different"),
        ({"response_time_s": [1, 2, 3]}, "same length"),
        ({"response_time_s": [1, 2, float("nan"), 3]}, "finite"),
        ({"servers": []}, "servers must be"),
        ({"servers": 0}, "servers must be"),
        ({"think_time_s": -1.0}, "think time"),
    ],
)
def test_what_cannot_be_fitted_is_refused_with_the_reason(change, said):
    given = {"sessions": [1, 2, 4, 8], "throughput_per_s": [1, 1.9, 3.2, 3.9]} | change
    with pytest.raises(ContentionError, match=said):
        fit_network_demands(**given)


def test_fractions_of_a_session_are_unfit_and_not_misused():
    with pytest.raises(MeasurementError, match="whole numbers"):
        fit_network_demands([1.5, 2, 3, 4], [1, 2, 3, 4])
