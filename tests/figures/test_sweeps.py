"""Pictures of sweeps show the measured points, and their words name the same numbers."""

import math

import numpy as np
import pytest

from contention.errors import MeasurementError
from contention.figures.style import new_axes
from contention.figures.sweeps import (
    describe_round_times,
    describe_throughput,
    draw_round_times,
    draw_throughput,
    sweep_response_us,
)
from contention.measurements import Sweep

CURVES = [(10.0, 20.0, 100.0), (0.0, 0.0, -3.5)]


def test_throughput_is_drawn_relative_to_the_maximum_of_its_series(sweeps, texts):
    axes = new_axes()
    assert draw_throughput(sweeps, axes) is axes
    assert len(axes.lines) == 2
    for line in axes.lines:
        assert line.get_xdata().tolist() == [1, 2, 3, 6, 12, 18, 24, 48]
        assert max(line.get_ydata()) == 100
    assert sorted(texts(axes)) == ["AIX Java", "Solaris PL/SQL"]


def test_the_axes_of_throughput_have_names_and_a_unit(sweeps):
    axes = draw_throughput(sweeps, new_axes())
    assert axes.get_xlabel() == "Sessions"
    assert "%" in axes.get_ylabel()
    assert axes.get_xlim()[0] == axes.get_ylim()[0] == 0


def test_series_differ_in_marker_and_line_and_not_in_colour_alone(sweeps):
    lines = draw_throughput(sweeps, new_axes()).lines
    for get in ("get_marker", "get_linestyle", "get_color"):
        assert getattr(lines[0], get)() != getattr(lines[1], get)()


def test_a_mark_stands_on_the_line_at_its_session_count(sweeps):
    axes = draw_throughput(sweeps, new_axes(), marks=[9.0, math.nan])
    (mark,) = axes.lines[1:2]
    assert len(axes.lines) == 3
    assert list(mark.get_xdata()) == [9.0, 9.0]
    line = axes.lines[0]
    middle = np.interp(9.0, line.get_xdata(), line.get_ydata())
    assert np.mean(mark.get_ydata()) == pytest.approx(middle)


def test_the_words_name_peaks_and_marks_of_the_data(sweeps):
    words = describe_throughput(sweeps, [9.0, math.nan])
    assert "Solaris PL/SQL peaks at 8,421 executions per second with 48 sessions" in words
    assert "marked as saturated at 9.0" in words
    assert "AIX Java peaks at 4,211" in words
    assert "nan" not in words
    assert "saturated" not in describe_throughput(sweeps)


def test_a_throughput_figure_needs_a_sweep():
    with pytest.raises(MeasurementError, match="at least one sweep"):
        draw_throughput([], new_axes())


def test_round_times_are_points_and_fits_are_lines(sweeps):
    axes = new_axes()
    assert draw_round_times(sweeps, CURVES, axes) is axes
    points, curve, *_ = axes.lines
    assert points.get_linestyle() == "None"
    assert curve.get_marker() == "None"
    expected = sweeps[0].sessions * sweeps[0].response_time_s * 1e3
    assert points.get_ydata() == pytest.approx(expected)
    assert curve.get_ydata()[-1] == pytest.approx((10 + 20 * 48 + 100 * 48**2) / 1e3)
    assert "(ms)" in axes.get_ylabel()


def test_the_words_on_round_times_name_each_coefficient(sweeps):
    words = describe_round_times(sweeps, CURVES)
    assert "Solaris PL/SQL 100.0 microseconds per squared session" in words
    assert "AIX Java -3.5 microseconds" in words
    assert "upwards" not in words


def test_response_times_are_in_microseconds(sweeps):
    assert sweep_response_us(sweeps[0])[0] == pytest.approx(1000)


def test_a_sweep_without_response_times_is_refused_by_name(sweeps):
    bare = Sweep("linux", [1, 2], [10.0, 20.0])
    with pytest.raises(MeasurementError, match="series linux has no response times"):
        draw_round_times([bare], CURVES[:1], new_axes())


@pytest.mark.parametrize("curves", [CURVES[:1], [*CURVES, CURVES[0]]])
def test_each_sweep_needs_its_own_fit(sweeps, curves):
    with pytest.raises(ValueError, match="zip"):
        draw_round_times(sweeps, curves, new_axes())


def test_the_same_data_gives_the_same_picture(sweeps, svg):
    assert svg(draw_throughput(sweeps, new_axes(), marks=[9.0, 8.0])) == svg(
        draw_throughput(sweeps, new_axes(), marks=[9.0, 8.0])
    )
    assert svg(draw_round_times(sweeps, CURVES, new_axes())) == svg(
        draw_round_times(sweeps, CURVES, new_axes())
    )
