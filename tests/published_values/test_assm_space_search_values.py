"""Figures that follow from the published snapshot of buffer visits."""

import pytest

from contention.models import space_search

VISITS = (1457, 8, 1, 7061, 1, 7060, 1, 2, 2, 2)
SEARCH = space_search(7061, 7060, 1457, sum(VISITS))


def test_ten_causes_make_the_printed_total():
    assert len(VISITS) == 10
    assert SEARCH.total == 15_595


def test_rows_per_block_and_blocks_per_bitmap_visit():
    assert SEARCH.rows_per_block(100_000) == pytest.approx(14.2, abs=0.05)
    assert SEARCH.blocks_per_bitmap_visit == pytest.approx(4.85, abs=5e-3)


def test_every_block_but_the_last_is_asked_for_its_commit():
    assert SEARCH.block_visits - SEARCH.undo_visits == 1
    assert SEARCH.other_visits == 17


def test_ten_times_the_blocks_cost_ten_times_the_visits_but_for_the_rest():
    assert float(SEARCH.predict(70_610)) == pytest.approx(10 * (15_595 - 17) + 17)
    assert SEARCH.bounds(70_610) == pytest.approx((155_797, 155_950))
