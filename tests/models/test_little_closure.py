import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from contention.errors import MeasurementError, UsageError
from contention.models import ClosedNetwork, Station, little_closure

N = np.array([1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0])
KNOWN = (60.0, 3600.0, 1e3, 1e6, 1e9, 1 / 60, 1 / 3600, 1e-3, 1e-6)


def closed(think_time_s):
    """Exact figures of a closed network, so that Little's law holds at each point."""
    network = ClosedNetwork((Station("disk", 0.005), Station("processor", 0.002)), think_time_s)
    x = network.throughput_per_s(N)
    return x, N / x - think_time_s


@pytest.mark.parametrize("think", [0.0, 0.01, 0.1])
@pytest.mark.parametrize("factor", KNOWN)
@pytest.mark.parametrize("wrong", ["throughput", "response time"])
def test_a_wrong_unit_is_named_whether_or_not_the_think_time_is_known(think, factor, wrong):
    rng = np.random.default_rng(1)
    x, r = closed(think)
    x, r = (v * (1 + 0.03 * rng.standard_normal(N.size)) for v in (x, r))
    if wrong == "throughput":
        x = x * factor
    else:
        r = r * factor
    for known in (None, think):
        found = little_closure(N, x, r, think_time_s=known).unit_factor
        assert found.factor == pytest.approx(factor)
        assert found.estimated == pytest.approx(factor, rel=0.2)


@settings(max_examples=40, deadline=None)
@given(st.floats(0.0, 10.0), st.integers(0, 2**31))
def test_right_units_are_never_taken_for_wrong_ones(think, seed):
    x, r = closed(think)
    rng = np.random.default_rng(seed)
    x, r = (v * (1 + 0.03 * rng.standard_normal(N.size)) for v in (x, r))
    assert little_closure(N, x, r).unit_factor is None
    assert little_closure(N, x, r, think_time_s=think).unit_factor is None


@settings(max_examples=25, deadline=None)
@given(st.floats(0.0, 5.0))
def test_exact_figures_leave_no_gap(think):
    x, r = closed(think)
    closure = little_closure(N, x, r)
    assert closure.think_time_from == "one session"
    assert closure.think_time_s == pytest.approx(think, abs=1e-9)
    np.testing.assert_allclose(closure.residual, 0.0, atol=1e-9)
    np.testing.assert_allclose(closure.active_sessions, x * r)


def test_without_one_session_the_think_time_comes_from_all_points():
    x, r = closed(0.05)
    closure = little_closure(N[1:], x[1:], r[1:])
    assert closure.think_time_from == "all points"
    assert closure.think_time_s == pytest.approx(0.05)


def test_more_time_than_the_sessions_had_leaves_the_think_time_unknown():
    closure = little_closure([1, 2, 4], [100, 180, 300], [0.012, 0.014, 0.016])
    assert closure.think_time_from == "nothing"
    assert math.isnan(closure.think_time_s)
    assert np.all(np.isnan(closure.residual))
    assert closure.excess[0] == pytest.approx(0.2)


def test_a_rounded_response_time_is_no_contradiction():
    closure = little_closure([1, 2, 4], [100, 180, 300], [0.0102, 0.0112, 0.0135])
    assert closure.think_time_s == 0.0


def test_points_without_a_response_time_are_left_out():
    closure = little_closure([1, 2, 4], [100, 180, 300], [0.01, math.nan, 0.0133])
    assert closure.sessions.tolist() == [1.0, 4.0]
    assert closure.frame()["outside_s"].tolist() == pytest.approx([0.0, 4 / 300 - 0.0133])


def test_a_steady_response_time_cannot_tell_a_factor_from_a_think_time():
    assert little_closure(N, N * 10, np.full(7, 1e-4)).unit_factor is None
    assert little_closure(N, N * 600, np.full(7, 0.1)).unit_factor.factor == 60.0


def test_scattered_figures_are_not_explained_by_a_factor():
    x, r = closed(0.0)
    closure = little_closure(N, x, r[::-1] / 1000)
    assert closure.unit_factor is None
    assert little_closure(N, x, r[::-1] / 1000, think_time_s=0.0).unit_factor is None


def test_what_cannot_be_checked_is_refused():
    with pytest.raises(MeasurementError, match="there is none"):
        little_closure([1, 2], [1, 2], [math.nan, math.nan])
    with pytest.raises(MeasurementError, match="differ in length"):
        little_closure([1, 2], [1, 2, 3], [1, 2])
    with pytest.raises(UsageError, match="think time"):
        little_closure([1, 2], [1, 2], [1, 1], think_time_s=-1.0)
