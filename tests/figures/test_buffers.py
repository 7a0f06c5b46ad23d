"""Visits by cause, and the cost of a search as the table grows."""

import numpy as np

from contention.figures import (
    describe_buffer_visits,
    describe_search_cost,
    draw_buffer_visits,
    draw_search_cost,
    new_axes,
)
from contention.measurements import BufferVisits

VISITS = BufferVisits(("a: few", "b: many", "c: one"), [20, 979, 1])


def test_bars_fall_and_carry_count_and_share():
    axes = draw_buffer_visits(VISITS, new_axes())
    assert [bar.get_width() for bar in axes.patches] == [979, 20, 1]
    assert [label.get_text() for label in axes.get_yticklabels()] == ["b: many", "a: few", "c: one"]
    assert [text.get_text() for text in axes.texts] == ["979 (98 %)", "20 (2 %)", "1"]
    words = describe_buffer_visits(VISITS)
    assert words.startswith("Bar chart of 1,000 visits")
    assert words.index("b: many 979") < words.index("a: few 20")


def test_many_causes_share_a_last_bar():
    many = BufferVisits(tuple(f"c{at}" for at in range(30)), np.arange(30))
    axes = draw_buffer_visits(many, new_axes())
    assert len(axes.patches) == 14
    assert axes.get_yticklabels()[-1].get_text() == "17 other causes"
    assert sum(bar.get_width() for bar in axes.patches) == many.total


def test_nothing_visited_can_be_drawn():
    assert len(draw_buffer_visits(BufferVisits(("a",), [0]), new_axes()).patches) == 1


def test_the_line_is_dashed_and_its_end_marked_as_extrapolated():
    axes = draw_search_cost(lambda blocks: 2 * blocks + 1, (10, 21), 100, new_axes())
    line, point, end = axes.get_lines()
    assert line.get_linestyle() == "--"
    assert point.get_xydata().tolist() == [[10, 21]]
    assert end.get_markerfacecolor() == "white"
    assert [text.get_text() for text in axes.texts] == ["measured: 21", "extrapolated: 201"]
    words = describe_search_cost(lambda blocks: 2 * blocks + 1, (10, 21), 100)
    assert "21 visits at 10 blocks" in words
    assert "201 visits at 100 blocks are an extrapolation" in words


def test_without_growth_there_is_only_the_measurement():
    axes = draw_search_cost(lambda blocks: 2 * blocks, (10, 20), 10, new_axes())
    assert [text.get_text() for text in axes.texts] == ["measured: 20"]
