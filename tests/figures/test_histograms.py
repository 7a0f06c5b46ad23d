"""Histograms and their tails: bars are shares, and the words say the same."""

import numpy as np
import pytest

from contention.errors import MeasurementError
from contention.figures import describe_histogram_tail, draw_histogram_tail, new_axes
from contention.measurements import Histogram
from contention.models import histogram_tail

LONG = Histogram("get", [1024, 2048, 2**20], [2048, 4096, 2**21], [900, 99, 1], "ns")
TAIL = histogram_tail(LONG, 1e6)


def heights(axes):
    return [[bar.get_height() for bar in group] for group in axes.containers]


def test_bars_are_shares_of_events_and_of_time(texts):
    axes = draw_histogram_tail(TAIL, new_axes(), name="latch", events="gets")
    counts, sums = heights(axes)
    assert counts == pytest.approx([90, 9.9, 0.1])
    middles = np.array([1536, 3072, 1.5 * 2**20])
    expected = 100 * middles * LONG.count / (middles @ LONG.count)
    assert sums == pytest.approx(expected)
    assert axes.get_title(loc="left") == "latch"
    note = next(text for text in texts(axes) if "and more" in text)
    assert note == f"1.05 ms and more:\n0.1 % of gets, {100 * TAIL.time_share:.0f} % of time"


def test_the_words_give_the_commonest_bucket_and_the_tail():
    text = describe_histogram_tail(TAIL, events="gets")
    assert "90 % of them lie between 1.02 µs and 2.05 µs" in text
    assert f"hold {100 * TAIL.time_share:.0f} % of the time" in text
    short = describe_histogram_tail(histogram_tail(LONG, 1e9))
    assert "and more" not in short


def test_times_that_are_not_known_are_not_drawn():
    tail = histogram_tail(Histogram("h", [0, 10], [10, np.inf], [5, 5], "s"), 10.0)
    assert heights(draw_histogram_tail(tail, new_axes()))[1] == [0, 0]


def test_no_tail_is_not_shaded(texts):
    axes = draw_histogram_tail(histogram_tail(LONG, 1e9), new_axes())
    assert not any("and more" in text for text in texts(axes))


def test_too_many_buckets_are_refused():
    many = Histogram("h", np.arange(81), np.arange(81) + 1, np.ones(81))
    with pytest.raises(MeasurementError, match="too many to draw"):
        draw_histogram_tail(histogram_tail(many, 5.0), new_axes())


@pytest.mark.parametrize(
    ("unit", "end", "shown"),
    [("", 8, "8"), ("bytes", 2048, "2,048 bytes"), ("s", 5000, "5,000 s"), ("ms", 0.5, "0.5 ms")],
)
def test_ends_are_written_in_the_unit_that_suits_them(unit, end, shown):
    one = Histogram("h", [0.0], [end], [3], unit)
    assert f"to {shown}." in describe_histogram_tail(histogram_tail(one, 0.0))
