"""Slowdowns: rounding, repeats, and how often the interval of repeats holds."""

import math

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy.stats import ttest_ind

from contention.errors import MeasurementError, UsageError
from contention.models import compare_times

TIMES = st.lists(st.floats(0.1, 1e4), min_size=2, max_size=8)


def test_single_times_have_the_interval_of_their_rounding():
    found = compare_times(180.12, 5, slow_half_unit_s=0.005, fast_half_unit_s=0.5)
    assert found.conf_int()["slowdown"] == pytest.approx((180.115 / 5.5, 180.125 / 4.5))
    assert found.basis == "rounding"
    assert math.isnan(found.bse["slowdown"])
    assert "not their scatter" in found.warnings[0]
    assert "36.02 times as long" in found.summary()


@given(TIMES, TIMES)
def test_repeats_have_the_interval_of_welch_s_test_on_logarithms(slow, fast):
    found = compare_times(slow, fast)
    assume(min(np.ptp(slow), np.ptp(fast)) > 1e-3)
    test = ttest_ind(np.log(slow), np.log(fast), equal_var=False)
    ends = np.exp(test.confidence_interval(0.9))
    assert found.conf_int(0.1)["slowdown"] == pytest.approx(tuple(ends), rel=1e-6)
    assert found.basis == "repeats"
    assert found.warnings == ()


@given(TIMES, TIMES)
def test_exchanging_the_two_ways_inverts_ratio_and_interval(slow, fast):
    one, other = compare_times(slow, fast), compare_times(fast, slow)
    assert one.ratio * other.ratio == pytest.approx(1)
    low, high = one.conf_int()["slowdown"]
    inverse = other.conf_int()["slowdown"]
    if low > 0 and math.isfinite(high):
        assert inverse == pytest.approx((1 / high, 1 / low), rel=1e-6)


@given(st.floats(1, 1e4), st.floats(1, 1e4), st.floats(0.01, 100))
def test_the_unit_of_time_does_not_matter(slow, fast, factor):
    assert compare_times(slow * factor, fast * factor).ratio == pytest.approx(slow / fast)


def test_equal_repeats_have_no_width():
    found = compare_times([8.0, 8.0], [2.0, 2.0])
    assert found.conf_int()["slowdown"] == pytest.approx((4, 4))
    assert found.predict([1, 10]) == pytest.approx([4, 40])


def test_two_runs_that_scatter_say_little():
    low, high = compare_times([90, 110], [10, 10]).conf_int()["slowdown"]
    assert high / low > 10


@pytest.mark.parametrize("scatter", [(0.05, 0.05), (0.3, 0.02)])
def test_the_interval_of_repeats_holds_as_often_as_it_says(scatter):
    rng = np.random.default_rng(20221212)
    hits = 0
    for _ in range(1500):
        slow = 40 * np.exp(rng.normal(0, scatter[0], 5))
        fast = 5 * np.exp(rng.normal(0, scatter[1], 4))
        low, high = compare_times(slow, fast).conf_int()["slowdown"]
        hits += low <= 8 <= high
    assert 0.935 <= hits / 1500 <= 0.97


@pytest.mark.parametrize(
    ("slow", "fast", "half"),
    [([], 1, 0), (0, 1, 0), (1, -2, 0), (math.nan, 1, 0), (1, 0.5, 0.5), (1, 1, -0.1)],
)
def test_times_that_give_no_ratio_are_refused(slow, fast, half):
    with pytest.raises(MeasurementError, match="a slowdown needs"):
        compare_times(slow, fast, fast_half_unit_s=half)


def test_alpha_is_checked_even_where_it_is_not_needed():
    with pytest.raises(UsageError, match="alpha"):
        compare_times(2, 1).conf_int(2)
