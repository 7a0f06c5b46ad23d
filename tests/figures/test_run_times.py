"""Bars of run times and of system calls, points of item times."""

import pandas as pd
import pytest

from contention.errors import MeasurementError
from contention.figures import (
    describe_call_outcomes,
    describe_item_times,
    describe_run_times,
    draw_call_outcomes,
    draw_item_times,
    draw_run_times,
    new_axes,
)

NAMES = ["plain", "checked, without compiled code"]
ITEMS = pd.DataFrame(
    {
        "condition": ["fast", "fast", "slow", "slow", "slow"],
        "entry": ["dir/a", "b", "dir/a", "b", "c"],
        "bytes": [0, 5000, 0, 5000, None],
        "elapsed_s": [0.002, 0.5, 0.003, 20, 1],
    }
)
CALLS = pd.DataFrame(
    {
        "call": ["read"] * 5 + ["mmap"] * 3,
        "errno": [None] * 5 + ["EPERM", None, "ENOMEM"],
    }
)


def test_bars_of_run_times_have_their_length_and_their_ratio(texts):
    axes = draw_run_times(NAMES, [4, 90], new_axes())
    assert [bar.get_width() for bar in axes.patches] == [4, 90]
    assert texts(axes) == ["4 s, the shortest", "90 s, 22.5 times"]
    labels = [label.get_text() for label in axes.get_yticklabels()]
    assert labels == ["plain", "checked,\nwithout compiled code"]


def test_the_words_name_every_condition():
    assert "checked, without compiled code 90 s, 22.5 times" in describe_run_times(NAMES, [4, 90])


@pytest.mark.parametrize("times", [[], [1], [1, 0], [1, float("nan")]])
def test_run_times_that_do_not_fit_are_refused(times):
    with pytest.raises(MeasurementError, match="run times"):
        draw_run_times(NAMES, times, new_axes())


def test_item_times_are_points_by_condition_and_named_where_asked(texts):
    axes = draw_item_times(ITEMS, new_axes(), names=["dir/a", "b", "not there"])
    assert [line.get_xdata().tolist() for line in axes.lines] == [[0, 5000], [0, 5000]]
    assert [line.get_ydata().tolist() for line in axes.lines] == [[0.002, 0.5], [0.003, 20]]
    assert texts(axes) == ["fast", "slow", "a", "b"]


def test_the_words_give_the_largest_item_and_leave_out_what_has_no_size():
    text = describe_item_times(ITEMS)
    assert "slow: 2 items, the largest of 5,000 bytes in 20 s, the others in at most 0.003" in text


def test_items_without_a_size_are_refused():
    with pytest.raises(MeasurementError, match="a size and a time"):
        draw_item_times(ITEMS.assign(bytes=None), new_axes())


def test_failed_calls_are_hatched_and_named(texts):
    axes = draw_call_outcomes(CALLS, new_axes())
    good, bad = axes.containers
    assert [bar.get_width() for bar in good] == [1, 5]
    assert [bar.get_width() for bar in bad] == [2, 0]
    assert all(bar.get_hatch() == "//" for bar in bad)
    assert texts(axes) == ["3, failed: 1 EPERM, 1 ENOMEM", "5"]


def test_the_words_say_which_calls_failed():
    text = describe_call_outcomes(CALLS)
    assert "8 system calls" in text
    assert "mmap 3, failed: 1 EPERM, 1 ENOMEM; read 5, none failed" in text


def test_no_call_is_refused():
    with pytest.raises(MeasurementError, match="at least one call"):
        draw_call_outcomes(CALLS.head(0), new_axes())
