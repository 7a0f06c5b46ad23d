"""Time over size: the line, its leverage, and when it is not believed."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from contention.errors import FitError, MeasurementError
from contention.models import find_buffer_sizes, fit_transfer_cost


@given(st.floats(0.001, 10), st.floats(1e-9, 1e-3))
def test_a_line_without_errors_is_found_again(fixed, slope):
    sizes = np.array([0.0, 1e3, 2e3, 5e3, 7e3])
    cost = fit_transfer_cost(sizes, fixed + slope * sizes)
    assert cost.predict(sizes) == pytest.approx(fixed + slope * sizes, rel=1e-6)
    assert cost.derived["mb_per_s"] == pytest.approx(1e-6 / slope, rel=1e-4)


def test_leverage_is_the_diagonal_of_the_hat_matrix():
    sizes = np.array([1.0, 2.0, 4.0, 20.0])
    design = np.column_stack([np.ones(4), sizes])
    hat = design @ np.linalg.inv(design.T @ design) @ design.T
    assert fit_transfer_cost(sizes, [1, 2, 3, 9]).leverage == pytest.approx(hat.diagonal().max())


def test_one_large_item_carries_the_line_and_gives_no_interval():
    cost = fit_transfer_cost([306, 1471, 0, 110_947_240], [0.006, 0.423, 0.003, 179.651])
    assert cost.carried_by_one
    assert cost.conf_int()["s_per_byte"] == (-math.inf, math.inf)
    assert math.isnan(cost.bse["s_per_byte"])
    assert "carries the line" in cost.verdict
    assert "100.0 %" in cost.warnings[0]
    assert cost.n == 4


def test_the_interval_of_the_rate_is_that_of_the_slope_turned_over():
    rng = np.random.default_rng(7)
    sizes = np.linspace(1e6, 9e6, 9)
    cost = fit_transfer_cost(sizes, 0.2 + sizes / 20e6 + rng.normal(0, 0.01, 9))
    low, high = cost.conf_int()["s_per_byte"]
    assert cost.conf_int()["mb_per_s"] == pytest.approx((1e-6 / high, 1e-6 / low))
    assert "MB/s" in cost.summary()
    assert cost.warnings == ()


def test_the_intervals_hold_as_often_as_they_say():
    rng = np.random.default_rng(11)
    sizes = np.linspace(1e5, 2e6, 8)
    hits = 0
    for _ in range(600):
        times = 0.05 + sizes * 1e-7 + rng.normal(0, 0.004, 8)
        low, high = fit_transfer_cost(sizes, times).conf_int()["mb_per_s"]
        hits += low <= 10 <= high
    assert 0.925 <= hits / 600 <= 0.975


def test_a_slope_that_may_be_zero_has_no_upper_rate():
    cost = fit_transfer_cost([1, 2, 3, 4, 5], [1.0, 1.1, 0.9, 1.1, 0.95])
    assert cost.conf_int()["mb_per_s"][1] == math.inf


@pytest.mark.parametrize(
    ("sizes", "times", "error"),
    [
        ([1, 2], [1, 2], MeasurementError),
        ([1, 2, 3], [1, 2], MeasurementError),
        ([1, 2, -3], [1, 2, 3], MeasurementError),
        ([2, 2, 2], [1, 2, 3], FitError),
    ],
)
def test_items_that_give_no_line_are_refused(sizes, times, error):
    with pytest.raises(error):
        fit_transfer_cost(sizes, times)


@given(st.integers(1, 5000), st.lists(st.integers(0, 10**7), min_size=1, max_size=4))
def test_the_true_buffer_is_among_the_sizes_found(buffer, lengths):
    stored = [length - length % buffer for length in lengths]
    writes = find_buffer_sizes(lengths, stored, 5000)
    assert buffer in writes.candidates
    for size in writes.candidates:
        assert [writes.stored(length, size) for length in lengths] == stored


def test_a_buffer_is_longer_than_what_is_missing():
    writes = find_buffer_sizes([110_947_240, 1471], [110_920_480, 0], 32_767)
    assert writes.candidates == (27_280, 32_395, 32_528)
    assert min(writes.candidates) > 110_947_240 - 110_920_480


@pytest.mark.parametrize(("lengths", "stored"), [([], []), ([1], []), ([-1], [0]), ([1], [-1])])
def test_sizes_that_make_no_pairs_are_refused(lengths, stored):
    with pytest.raises(MeasurementError):
        find_buffer_sizes(lengths, stored, 10)
