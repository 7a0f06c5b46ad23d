"""Figures of the article on refused compiled code, from its printed numbers."""

import pytest

from contention.models import compare_times, find_buffer_sizes, fit_transfer_cost

CHECKED_S, UNCHECKED_S, NATIVE_S = 180.12, 3.20, 5.0
LENGTHS = {"META-INF/KUNALIAS.SF": 306, "META-INF/KUNALIAS.DSA": 1471, "META-INF/": 0}
LARGE = 110_947_240


def test_refusing_compiled_code_costs_36_times():
    found = compare_times(CHECKED_S, NATIVE_S, slow_half_unit_s=0.005, fast_half_unit_s=0.5)
    assert round(found.ratio) == 36
    low, high = found.conf_int()["slowdown"]
    assert (low, high) == pytest.approx((32.7, 40.0), abs=0.05)
    assert high < 45, "50 times, to one digit, is out of reach"


def test_checking_signatures_costs_56_times():
    found = compare_times(CHECKED_S, UNCHECKED_S, slow_half_unit_s=0.005, fast_half_unit_s=0.005)
    assert round(found.ratio) == 56
    assert found.conf_int()["slowdown"] == pytest.approx((56.20, 56.38), abs=0.005)


def test_rates_of_the_large_item():
    assert round(LARGE / 3.125 / 1e6, 1) == 35.5
    assert round(LARGE / 179.651 / 1e6, 1) == 0.6


def test_the_large_item_carries_the_line():
    cost = fit_transfer_cost([*LENGTHS.values(), LARGE], [0.006, 0.423, 0.003, 179.651])
    assert cost.leverage > 0.999999


def test_the_stored_sizes_are_whole_buffers_of_four_block_payloads():
    writes = find_buffer_sizes([*LENGTHS.values(), LARGE], [0, 0, 0, 110_920_480], 32_767)
    assert 4 * 8132 in writes.candidates
    assert writes.stored(LARGE, 4 * 8132) == 110_920_480 == 3410 * 4 * 8132
