"""Intervals of counts: a published table, an independent implementation, and their laws."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from contention.errors import UsageError
from contention.models import count_difference_interval, count_interval, count_ratio_interval

COUNTS = st.integers(0, 5000)
EXPOSURES = st.floats(0.01, 100)

GARWOOD = {
    # events seen: 95 % limits of their mean, as tables of Garwood's limits print them
    0: (0.0, 3.689),
    1: (0.0253, 5.572),
    2: (0.242, 7.225),
    5: (1.623, 11.668),
    10: (4.795, 18.390),
    20: (12.217, 30.888),
    50: (37.11, 65.92),
}


@pytest.mark.parametrize("count", GARWOOD)
def test_the_limits_of_a_count_are_the_published_ones(count):
    assert count_interval(count) == pytest.approx(GARWOOD[count], rel=2e-4, abs=5e-4)


@given(before=COUNTS, after=COUNTS, exposure=EXPOSURES)
def test_the_ratio_is_that_of_a_binomial_share(before, after, exposure):
    low, high = count_ratio_interval(before, after, exposure)
    if before + after == 0:
        assert (low, high) == (0.0, math.inf)
        return
    share = stats.binomtest(after, before + after).proportion_ci(0.95)
    assert low == pytest.approx(share.low / (1 - share.low) / exposure, rel=1e-6)
    if share.high < 1:
        assert high == pytest.approx(share.high / (1 - share.high) / exposure, rel=1e-6)
    else:
        assert math.isinf(high)


@given(before=COUNTS, after=COUNTS, exposure=EXPOSURES)
def test_a_ratio_turned_round_is_its_inverse(before, after, exposure):
    low, high = count_ratio_interval(before, after, exposure)
    other = count_ratio_interval(after, before, 1 / exposure)
    assert other[0] == pytest.approx(1 / high if high else math.inf, rel=1e-6)
    assert low == pytest.approx(1 / other[1] if other[1] else math.inf, rel=1e-6)


@given(before=COUNTS, after=COUNTS)
def test_a_difference_turned_round_changes_its_sign(before, after):
    low, high = count_difference_interval(before, after)
    assert count_difference_interval(after, before) == pytest.approx((-high, -low))
    assert low <= after - before <= high


def test_a_first_count_of_zero_leaves_the_lower_limit_of_the_second():
    low, high = count_difference_interval(0, 10, 0.0001)
    assert (low, high) == pytest.approx(count_interval(10), abs=0.01)


def test_what_is_no_count_is_refused():
    with pytest.raises(UsageError, match="zero or more"):
        count_interval(-1)
    with pytest.raises(UsageError, match="zero or more"):
        count_interval(math.inf)
    with pytest.raises(UsageError, match="positive exposure"):
        count_ratio_interval(1, 2, 0.0)
    with pytest.raises(UsageError, match="alpha"):
        count_difference_interval(1, 2, alpha=1.0)
