"""The share of a part: turned round against a test of each share, and its laws."""

import math

import numpy as np
import pytest
from scipy import stats

from contention.errors import MeasurementError
from contention.models import share_interval

RNG = np.random.default_rng(5)
TOTAL = (RNG.normal(10, 1, 4), RNG.normal(60, 9, 5))
PART = (0.3 * TOTAL[0] + RNG.normal(0, 0.2, 4), 0.7 * TOTAL[1] + RNG.normal(0, 2, 5))


def combination(theta):
    """Part less that share of the total, in each run of the two sides."""
    return [part - theta * total for part, total in zip(PART, TOTAL, strict=True)]


def test_at_its_ends_part_and_share_of_the_total_differ_by_just_t_standard_errors():
    share = (PART[1].mean() - PART[0].mean()) / (TOTAL[1].mean() - TOTAL[0].mean())
    freedom = stats.ttest_ind(*combination(share), equal_var=False).df
    for end in share_interval(*PART, *TOTAL):
        found = stats.ttest_ind(*combination(end), equal_var=False)
        assert abs(found.statistic) == pytest.approx(stats.t.ppf(0.975, freedom))


def test_parts_that_make_up_the_whole_have_shares_that_do():
    low, high = share_interval(*PART, *TOTAL)
    rest = [total - part for part, total in zip(PART, TOTAL, strict=True)]
    assert share_interval(*rest, *TOTAL) == pytest.approx((1 - high, 1 - low))


def test_the_whole_is_all_of_itself_and_exchanging_the_sides_changes_nothing():
    assert share_interval(*TOTAL, *TOTAL) == pytest.approx((1.0, 1.0))
    turned = share_interval(PART[1], PART[0], TOTAL[1], TOTAL[0])
    assert turned == pytest.approx(share_interval(*PART, *TOTAL))


def test_a_share_is_known_better_than_the_difference_where_runs_are_slow_as_a_whole():
    speed = np.array([0.5, 1.0, 1.5, 2.0])
    low, high = share_interval(1.62 * speed, 9.72 * speed, 2 * speed, 12 * speed)
    assert (low, high) == pytest.approx((0.81, 0.81), abs=1e-6)


def test_without_a_clear_difference_there_is_no_share():
    same = ([1.0, 2.0, 3.0], [1.1, 2.1, 3.2])
    assert all(math.isnan(end) for end in share_interval(*same, *same))
    equal = ([1.0, 2.0], [2.0, 1.0])
    assert all(math.isnan(end) for end in share_interval(*equal, *equal))


def test_single_runs_and_unequal_numbers_are_refused():
    with pytest.raises(MeasurementError, match="two runs or more"):
        share_interval([1.0], [2.0, 3.0], [1.0], [4.0, 5.0])
    with pytest.raises(MeasurementError, match="two runs or more"):
        share_interval([1.0, 1.0], [2.0, 3.0], [1.0, 2.0, 2.0], [4.0, 5.0])
