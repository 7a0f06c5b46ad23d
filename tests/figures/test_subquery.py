"""Calls against rows: points, staircases, labels and words."""

import itertools

import numpy as np
import pytest

from contention.errors import MeasurementError
from contention.figures import CallCurve, describe_calls, draw_calls, new_axes
from contention.measurements import CallCounts

COUNTS = CallCounts("odd", 50, [50, 100, 500], [50, 53, 77], [50, -1, 50])
CURVE = CallCurve("odd", lambda rows: np.where(rows < 50, rows, 47 + 3 * (rows // 50)))


def texts(axes):
    return [text.get_text() for text in axes.texts]


def test_points_are_the_counts_and_open_ones_the_sorted_rows():
    axes = draw_calls([COUNTS], [CURVE], 500, new_axes())
    marked = [line for line in axes.get_lines() if line.get_linestyle() == "None"]
    assert marked[0].get_xydata().tolist() == [[50, 50], [100, 53], [500, 77]]
    assert marked[1].get_xydata().tolist() == [[50, 50], [500, 50]]
    assert texts(axes) == ["sorted rows: 50", "odd: 77", "no cache"]


def test_beyond_the_last_count_the_curve_is_dashed():
    axes = draw_calls([COUNTS], [CURVE], 1000, new_axes())
    dashed = [line for line in axes.get_lines() if line.get_linestyle() == "--"]
    assert dashed[0].get_xdata().min() > 500
    assert dashed[0].get_xdata().max() == 1000
    assert "odd: 107" in texts(axes)
    words = describe_calls([COUNTS], [CURVE], 1000)
    assert "predicts 107 calls for 1,000 rows" in words
    assert "77 for 500, all points on the model" in words
    assert "50 calls at most with equal values together" in words


def test_labels_do_not_overlap():
    others = [CallCounts(f"s{at}", 50, [50, 100], [50, 53], [-1, -1]) for at in range(4)]
    axes = draw_calls(
        others, [CallCurve(one.label, CURVE.calls) for one in others], 500, new_axes()
    )
    heights = sorted(text.get_position()[1] for text in axes.texts)
    assert all(high / low > 1.1 for low, high in itertools.pairwise(heights))


def test_words_say_when_the_model_misses():
    off = CallCurve("odd", lambda rows: rows)
    assert "not all points on the model" in describe_calls([COUNTS], [off], 500)


@pytest.mark.parametrize("draw", [describe_calls, lambda *a: draw_calls(*a, new_axes())])
def test_each_set_needs_its_curve(draw):
    with pytest.raises(MeasurementError, match="curve for each set"):
        draw([COUNTS], [], 500)
