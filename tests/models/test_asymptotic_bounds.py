import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from contention.errors import MeasurementError, UsageError
from contention.measurements import Sweep
from contention.models import AsymptoticBounds, asymptotic_bounds, solve_closed_network


@given(
    st.lists(st.floats(0.01, 1.0), min_size=1, max_size=4),
    st.floats(0.0, 5.0),
)
def test_bounds_from_a_long_sweep_are_those_of_the_network(demands, think):
    s = solve_closed_network(demands, 400, think_time_s=think)
    found = asymptotic_bounds(s.sessions, s.throughput_per_s, s.response_time_s)
    assert found.total_demand_s == pytest.approx(sum(demands))
    assert found.think_time_s == pytest.approx(think, abs=1e-9)
    assert found.bottleneck_demand_s == pytest.approx(max(demands), rel=0.05)
    assert np.all(s.throughput_per_s <= found.throughput(s.sessions) * (1 + 1e-9))


def test_the_two_bounds_meet_at_the_knee():
    bounds = AsymptoticBounds(0.4, 0.1, 0.6)
    assert bounds.knee_sessions == pytest.approx(10.0)
    assert bounds.throughput(10.0) == pytest.approx(10.0)
    assert bounds.response_time(10.0) == pytest.approx(0.4)
    assert bounds.response_time(20.0) == pytest.approx(1.4)


def test_the_knee_does_not_depend_on_the_split_of_the_cycle():
    n, x, r = [1, 3, 6], [10.0, 27.0, 40.0], [0.08, 0.09, 0.13]
    knees = {
        round(asymptotic_bounds(n, x, r).knee_sessions, 9),
        round(asymptotic_bounds(n, x).knee_sessions, 9),
        round(asymptotic_bounds(n, x, think_time_s=0.05).knee_sessions, 9),
        round(asymptotic_bounds(Sweep("a", n, x, response_time_s=r)).knee_sessions, 9),
    }
    assert knees == {4.0}


def test_growth_up_to_the_last_point_and_contradictions_are_reported():
    assert "lower limit" in asymptotic_bounds([1, 2, 4], [10, 19, 37]).warnings[0]
    slow = asymptotic_bounds([1, 2, 4], [10, 19, 18], [0.11, 0.12, 0.2])
    assert slow.think_time_s == 0.0
    assert "exceeds" in slow.warnings[0]


def test_replicates_are_averaged_before_the_maximum():
    bounds = asymptotic_bounds([1, 1, 4, 4, 8], [9.0, 11.0, 30.0, 34.0, 31.0])
    assert bounds.knee_sessions == pytest.approx(3.2)


def test_bounds_speak_like_a_fit():
    bounds = asymptotic_bounds([1, 2, 4], [10, 19, 18])
    assert set(bounds.params) == {"total_demand_s", "bottleneck_demand_s", "think_time_s"}
    assert bounds.conf_int() == {}
    assert all(np.isnan(value) for value in bounds.bse.values())
    assert "knee_sessions" in bounds.summary()


def test_bad_data_are_refused_with_the_reason():
    with pytest.raises(MeasurementError, match="one session"):
        asymptotic_bounds([2, 4], [10, 19])
    with pytest.raises(MeasurementError, match="missing"):
        asymptotic_bounds([1, 4], [10, 19], [np.nan, 0.3])
    with pytest.raises(MeasurementError, match="whole cycle"):
        asymptotic_bounds([1, 4], [10, 19], think_time_s=0.2)
    with pytest.raises(MeasurementError, match="throughput beside"):
        asymptotic_bounds([1, 4])
    with pytest.raises(MeasurementError, match="response times for"):
        asymptotic_bounds([1, 4], [10, 19], [0.1])
    with pytest.raises(UsageError, match="out of range"):
        AsymptoticBounds(0.0, 1.0)
