"""The bars of a heap: sorted, adding up to the whole, the rest shown as such."""

import pytest

from contention.errors import MeasurementError
from contention.figures.heap import describe_heap_kinds, draw_heap_kinds
from contention.figures.style import new_axes

KINDS = ["name ", "subscriber", "rule"]
SIZES = [10 * 1024, 60 * 1024, 20 * 1024]
TOTAL = 100 * 1024


def test_the_bars_are_sorted_and_add_up_to_the_heap():
    axes = draw_heap_kinds(KINDS, SIZES, TOTAL, new_axes())
    widths = [bar.get_width() for bar in axes.patches]
    assert widths == [60, 20, 10, 10]
    assert [label.get_text() for label in axes.get_yticklabels()] == [
        "subscriber",
        "rule",
        "name",
        "not listed",
    ]


def test_each_bar_carries_its_share():
    axes = draw_heap_kinds(KINDS, SIZES, TOTAL, new_axes())
    assert [text.get_text() for text in axes.texts] == ["60.0 %", "20.0 %", "10.0 %", "10.0 %"]


def test_the_words_give_size_and_share_of_every_kind():
    text = describe_heap_kinds(KINDS, SIZES, TOTAL)
    assert "heap of 100 KB" in text
    assert "subscriber 60 KB, 60.0 %" in text
    assert "not listed 10 KB, 10.0 %" in text


@pytest.mark.parametrize(
    ("kinds", "sizes", "total"),
    [(["a"], [101], 100), (["a"], [-1], 100), (["a", "b"], [1], 100), ([], [], 100)],
)
def test_kinds_that_do_not_fit_the_heap_are_refused(kinds, sizes, total):
    with pytest.raises(MeasurementError, match="do not fit the heap"):
        draw_heap_kinds(kinds, sizes, total, new_axes())
