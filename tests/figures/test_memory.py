"""Figures of memory: what is drawn is what was measured, and the words say the same numbers."""

import numpy as np
import pytest
from matplotlib.collections import PolyCollection

from contention.errors import MeasurementError
from contention.figures.memory import LineBand, describe_memory, draw_memory
from contention.figures.style import new_axes
from contention.measurements import MemorySeries

RUNS = MemorySeries("after remove", [1, 2, 3], [1024 * 406, 1024 * 807, 1024 * 1213])
LINE = LineBand(lambda step: 1024 * 403.5 * step, 413184, 394000, 432000)


def points(axes):
    return [line for line in axes.get_lines() if line.get_linestyle() == "None"]


def band(axes):
    return [one for one in axes.collections if isinstance(one, PolyCollection)]


def test_every_reading_is_a_point_in_the_unit_of_the_axis():
    axes = draw_memory([RUNS], new_axes())
    assert axes.get_ylabel() == "Memory held (KB)"
    (drawn,) = points(axes)
    assert drawn.get_xdata().tolist() == [1, 2, 3]
    assert drawn.get_ydata().tolist() == [406, 807, 1213]


def test_a_missing_reading_is_left_out_and_not_drawn_as_zero():
    series = MemorySeries("data", [1, 2, 3], [1e6, np.nan, 3e6])
    (drawn,) = points(draw_memory([series], new_axes()))
    assert drawn.get_xdata().tolist() == [1, 3]
    assert "2 points" in describe_memory([series])


def test_the_band_is_pinched_at_the_centre_of_the_points_and_holds_the_line():
    (drawn,) = band(draw_memory([RUNS], new_axes(), lines=[LINE]))
    edge = drawn.get_paths()[0].vertices
    widths = {x: np.ptp(edge[np.isclose(edge[:, 0], x), 1]) for x in (1.0, 2.0, 3.0)}
    assert widths[2.0] == pytest.approx(0, abs=1e-9)
    assert widths[1.0] == pytest.approx((432000 - 394000) / 1024)
    assert widths[3.0] == pytest.approx(widths[1.0])


def test_a_line_without_an_interval_has_no_band():
    line = LineBand(LINE.predict, LINE.slope, -np.inf, np.inf)
    assert not band(draw_memory([RUNS], new_axes(), lines=[line]))
    assert "band" not in describe_memory([RUNS], [line])


def test_a_series_without_a_line_gets_none():
    other = MemorySeries("after remove", [1, 2, 3], [1e6, 2e6, 3e6])
    axes = draw_memory([RUNS, other], new_axes(), lines=[None, LINE])
    (line,) = [one for one in axes.get_lines() if one not in points(axes)]
    assert line.get_color() == points(axes)[1].get_color()
    assert describe_memory([RUNS, other], [None, LINE]).count("with a line") == 1


def test_lines_that_do_not_match_the_series_are_refused():
    with pytest.raises(MeasurementError, match="as many lines"):
        draw_memory([RUNS], new_axes(), lines=[LINE, LINE])


def test_series_differ_by_marker_as_well_as_by_colour():
    other = MemorySeries("after add", [1, 2, 3], [1e6, 2e6, 3e6])
    first, second = points(draw_memory([RUNS, other], new_axes()))
    assert first.get_marker() != second.get_marker()
    assert first.get_color() != second.get_color()


def test_seconds_are_named_on_the_axis():
    series = MemorySeries("data", [0, 60], [1e6, 2e6], step_unit="s")
    assert draw_memory([series], new_axes()).get_xlabel() == "Time (s)"
    assert "over time" in describe_memory([series])


def test_the_words_give_the_ends_of_the_series_and_of_the_interval():
    text = describe_memory([RUNS], [LINE])
    assert "3 points from 406 KB to 1.18 MB" in text
    assert "404 KB per run" in text
    assert "from 385 KB to 422 KB" in text


@pytest.mark.parametrize("series", [[], [MemorySeries("data", [1], [np.nan])]])
def test_nothing_to_draw_is_refused(series):
    with pytest.raises(MeasurementError, match="at least one reading"):
        draw_memory(series, new_axes())
    with pytest.raises(MeasurementError, match="at least one reading"):
        describe_memory(series)
