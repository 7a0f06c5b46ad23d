"""Cost of a search for space."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contention.errors import MeasurementError
from contention.models import space_search

COUNTS = st.integers(0, 10**6)


@given(st.integers(1, 10**6), COUNTS, COUNTS, COUNTS)
def test_the_prediction_passes_through_the_measurement(blocks, undo, bitmap, others):
    search = space_search(blocks, undo, bitmap, blocks + undo + bitmap + others)
    assert search.other_visits == others
    assert float(search.predict(blocks)) == pytest.approx(search.total)
    assert search.bounds(blocks) == pytest.approx((search.total, search.total))


@given(st.integers(1, 10**6), COUNTS, COUNTS, COUNTS, st.floats(0.1, 100))
def test_the_bounds_hold_the_prediction_and_proportion(blocks, undo, bitmap, others, factor):
    search = space_search(blocks, undo, bitmap, blocks + undo + bitmap + others)
    low, high = search.bounds(factor * blocks)
    slack = 1e-9 * high
    assert low - slack <= float(search.predict(factor * blocks)) <= high + slack
    assert low - slack <= factor * search.total <= high + slack


def test_a_search_by_hand():
    search = space_search(100, 99, 20, 225)
    assert search.visits_per_block == pytest.approx(2.19)
    assert search.blocks_per_bitmap_visit == 5
    assert search.rows_per_block(1500) == 15
    assert float(search.predict(1000)) == pytest.approx(2196)
    assert search.bounds(1000) == pytest.approx((2196, 2250))


def test_without_bitmap_visits_no_block_costs_one():
    assert space_search(5, 0, 0, 5).blocks_per_bitmap_visit == math.inf


@pytest.mark.parametrize("parts", [(0, 0, 0, 5), (5, -1, 0, 9), (5, 4, 3, 11)])
def test_visits_that_are_no_search_are_refused(parts):
    with pytest.raises(MeasurementError, match="no search for space"):
        space_search(*parts)
