"""The tail of a histogram: exact counts, and bounds that hold for every set of values."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from contention.errors import MeasurementError, UsageError
from contention.measurements import Histogram
from contention.models import histogram_tail

POWERS = 2.0 ** np.arange(12)
VALUES = st.lists(st.floats(1, 2047), min_size=1, max_size=60)


def histogram(values, unit="ns"):
    counts, _ = np.histogram(values, POWERS)
    return Histogram("get", POWERS[:-1], POWERS[1:], counts, unit)


@given(VALUES, st.sampled_from(POWERS[:-1].tolist()))
def test_the_bounds_hold_whatever_the_values_were(values, threshold):
    values = np.array(values)
    tail = histogram_tail(histogram(values), threshold)
    inside = values >= threshold
    assert tail.tail_count == inside.sum()
    assert tail.count_share == pytest.approx(inside.mean())
    low, high = tail.mean_bounds
    assert low <= values.mean() * (1 + 1e-12)
    assert high >= values.mean()
    share = values[inside].sum() / values.sum()
    low, high = tail.time_share_bounds
    assert low - 1e-12 <= share <= high + 1e-12
    assert low - 1e-12 <= tail.time_share <= high + 1e-12


@given(VALUES, st.sampled_from(POWERS[:-1].tolist()))
def test_a_known_total_narrows_the_bounds_and_they_still_hold(values, threshold):
    values = np.array(values)
    plain = histogram_tail(histogram(values), threshold)
    known = histogram_tail(histogram(values), threshold, known_total=float(values.sum()))
    share = values[values >= threshold].sum() / values.sum()
    low, high = known.time_share_bounds
    assert low - 1e-9 <= share <= high + 1e-9
    assert low >= plain.time_share_bounds[0] - 1e-9
    assert high <= plain.time_share_bounds[1] + 1e-9


@given(VALUES, st.floats(0, 1))
def test_a_quantile_lies_in_its_bucket(values, probability):
    low, high = histogram_tail(histogram(values), 8.0).quantile_bounds(probability)
    rank = max(math.ceil(probability * len(values) - 1e-9), 1)
    assert low <= sorted(values)[rank - 1] < high


def test_the_tail_begins_with_the_first_bucket_wholly_beyond_the_threshold():
    one = histogram([1, 5, 9, 100])
    assert histogram_tail(one, 5.0).threshold == 8
    assert histogram_tail(one, 8.0).threshold == 8
    assert histogram_tail(one, 8.1).tail_count == 1
    nothing = histogram_tail(one, 5000.0)
    assert (nothing.threshold, nothing.tail_count, nothing.time_share) == (math.inf, 0, 0)
    assert nothing.verdict == "no event lies in the tail"


def test_the_middle_of_a_bucket_overstates_a_falling_density_as_the_notes_say():
    values = 1024 * 2 ** np.random.default_rng(1).random(100_000)
    assert values.mean() / 1024 == pytest.approx(1 / math.log(2), rel=2e-3)


def test_the_words_give_the_shares():
    tail = histogram_tail(Histogram("get", [1, 2, 4], [2, 4, 8], [90, 9, 1], "ms"), 3.0)
    assert "1 % of the events, those of 4 ms and more" in tail.verdict
    assert "the tail holds 1 events" in tail.warnings[0]
    assert "share of the sum" in tail.summary()


def test_an_open_bucket_leaves_the_mean_open():
    tail = histogram_tail(Histogram("get", [0, 10], [10, np.inf], [5, 5]), 10.0)
    assert math.isnan(tail.mean)
    assert tail.mean_bounds == (5.0, math.inf)
    assert tail.time_share_bounds == (0.5, 1.0)
    assert tail.count_share == 0.5
    assert "open bucket" in tail.warnings[0]


def test_values_below_zero_have_no_share_of_a_sum():
    tail = histogram_tail(Histogram("t", [-2, 0], [-1, 4], [5, 5]), 0.0)
    assert math.isnan(tail.time_share)
    assert all(math.isnan(end) for end in tail.time_share_bounds)
    assert tail.mean == pytest.approx(0.25)
    assert "below zero" in tail.warnings[0]


def test_what_cannot_be_measured_is_refused():
    one = histogram([1, 5])
    with pytest.raises(MeasurementError, match="counts nothing"):
        histogram_tail(Histogram("h", [1], [2], [0]), 1.0)
    with pytest.raises(MeasurementError, match="cannot add up") as caught:
        histogram_tail(one, 1.0, known_total=1000.0)
    assert caught.value.expected == "5 to 10"
    with pytest.raises(UsageError, match="must be a number"):
        histogram_tail(one, math.nan)
    with pytest.raises(UsageError, match="between 0 and 1"):
        histogram_tail(one, 1.0).quantile_bounds(1.5)
