"""Pairs of runs and bounded values: where the marks stand, and the words."""

import pytest

from contention.errors import MeasurementError
from contention.figures.style import new_axes
from contention.figures.timed_runs import (
    BoundedValue,
    describe_bounded_values,
    describe_run_pairs,
    draw_bounded_values,
    draw_run_pairs,
)

PAIRS = [
    (BoundedValue("a", 230, 220, 240), BoundedValue("a", 180, 170, 190)),
    (BoundedValue("b", 1120, 1110, 1130), BoundedValue("b", 2450, 2440, 2460)),
    (BoundedValue("c", 500, 490, 510), None),
]
WORDS = {"quantity": "Time (ms)", "names": ("without", "with")}
VALUES = [BoundedValue("a", -5, -7, -3), BoundedValue("b", 133, 131, 135)]


def test_the_first_method_is_on_top_and_the_widest_pair_carries_the_names(texts):
    axes = draw_run_pairs(PAIRS, new_axes(), **WORDS)
    assert [label.get_text() for label in axes.get_yticklabels()] == ["a", "b", "c"]
    assert axes.get_ylim()[0] > axes.get_ylim()[1]
    named = {text.get_text(): text.xy for text in axes.texts}
    assert named == {"without": (1120, 1), "with": (2450, 1)}


def test_the_words_of_pairs_give_values_and_bounds():
    words = describe_run_pairs(PAIRS, **WORDS)
    assert "a without 230 (220 to 240), with 180 (170 to 190)" in words
    assert words.endswith("c without 500 (490 to 510).")


def test_a_value_carries_its_number_and_zero_is_in_sight(texts):
    axes = draw_bounded_values(VALUES, new_axes(), quantity="Cost (ms)")
    assert texts(axes) == ["-5", "133"]
    low, high = axes.get_xlim()
    assert low < -7
    assert high > 135
    assert low < 0 < high


def test_the_words_of_values_give_their_bounds():
    assert "a -5 (-7 to -3); b 133 (131 to 135)" in describe_bounded_values(
        VALUES, quantity="Cost (ms)"
    )


def test_nothing_to_draw_is_refused():
    with pytest.raises(MeasurementError, match="no run"):
        draw_run_pairs([], new_axes(), **WORDS)
    with pytest.raises(MeasurementError, match="no value"):
        draw_bounded_values([], new_axes(), quantity="Cost (ms)")
