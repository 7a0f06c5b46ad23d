"""Forecast figures: measured and extrapolated parts are told apart, the limit is where it is."""

import math

import numpy as np
import pytest

from contention.errors import MeasurementError
from contention.figures.projections import Projection, describe_projections, draw_projections
from contention.figures.style import new_axes

LINEAR = Projection("linear", lambda work: 400 * work, 100, 1000, 10_000)
SQUARE = Projection("square", lambda work: 1.0 * work**2, 1000, 1000, 2000)
LIMIT = 4_000_000


def curves(axes):
    return [line for line in axes.get_lines() if len(line.get_xdata()) > 2]


def test_both_axes_are_logarithmic_and_a_power_shows_as_its_slope():
    axes = draw_projections([LINEAR, SQUARE], LIMIT, new_axes())
    assert (axes.get_xscale(), axes.get_yscale()) == ("log", "log")
    for index, line in enumerate(curves(axes)):
        x, y = np.log(line.get_xdata()), np.log(line.get_ydata())
        if np.ptp(x) > 0:
            assert np.polyfit(x, y, 1)[0] == pytest.approx(1 if index < 3 else 2)


def test_the_curve_is_solid_between_the_measurements_and_dashed_outside():
    before, solid, beyond = curves(draw_projections([LINEAR], LIMIT, new_axes()))
    assert [line.get_linestyle() for line in (before, solid, beyond)] == ["--", "-", "--"]
    assert (min(solid.get_xdata()), max(solid.get_xdata())) == pytest.approx((100, 1000))
    assert max(before.get_xdata()) == pytest.approx(100)
    assert min(beyond.get_xdata()) == pytest.approx(1000)
    assert max(beyond.get_xdata()) >= 10_000


def test_a_single_measurement_is_one_mark_and_no_solid_line():
    axes = draw_projections([SQUARE], LIMIT, new_axes())
    (mark,) = [line for line in axes.get_lines() if line.get_marker() == "o"]
    assert list(mark.get_xdata()) == [1000]
    assert np.ptp(curves(axes)[1].get_xdata()) == pytest.approx(0)
    assert "measured at 1,000" in describe_projections([SQUARE], LIMIT)


def test_a_first_step_of_zero_has_no_place_on_the_axis_and_is_no_error():
    from_zero = Projection("data", lambda work: 1000 + 400 * work, 0, 1000, 10_000)
    axes = draw_projections([from_zero], LIMIT, new_axes())
    assert axes.get_xlim()[0] > 0


def test_a_diamond_marks_where_the_limit_is_reached():
    axes = draw_projections([LINEAR], LIMIT, new_axes())
    (mark,) = [line for line in axes.get_lines() if line.get_marker() == "D"]
    unit = 1024**2
    assert list(mark.get_xdata()) == [10_000]
    assert list(mark.get_ydata()) == pytest.approx([LIMIT / unit])


def test_labels_that_would_cover_each_other_are_stacked():
    second = Projection("second", lambda work: 390 * work, 100, 1000, 10_500)
    axes = draw_projections([LINEAR, second], LIMIT, new_axes())
    heights = [text.get_position()[1] for text in axes.texts if "limit at" in text.get_text()]
    assert abs(heights[0] - heights[1]) >= 20


def test_what_never_reaches_the_limit_has_no_diamond_and_says_so():
    never = Projection("flat", lambda work: 0 * work + 1000, 10, 100, math.inf)
    axes = draw_projections([never], LIMIT, new_axes())
    assert not [line for line in axes.get_lines() if line.get_marker() == "D"]
    assert "never reaches it" in describe_projections([never], LIMIT)


def test_a_curve_that_falls_below_zero_is_not_drawn_there():
    falling = Projection("falling", lambda work: 500 - 10 * work, 1, 10, math.inf)
    for line in curves(draw_projections([falling], LIMIT, new_axes())):
        held = np.asarray(line.get_ydata())
        assert not (held[~np.isnan(held)] <= 0).any()


def test_the_words_give_both_ends_and_how_far_the_extrapolation_goes():
    text = describe_projections([LINEAR, SQUARE], LIMIT, work="subscribers")
    assert "over subscribers" in text
    assert "measured from 100 to 1,000 and reaches the limit at 10,000, 10 times as far" in text
    assert "limit of 3.81 MB" in text


def test_a_forecast_needs_a_projection():
    with pytest.raises(MeasurementError):
        draw_projections([], LIMIT, new_axes())


def test_a_single_reading_at_step_zero_that_never_ends_is_drawn_and_described():
    only = Projection("data", lambda work: 0 * work + 1000, 0, 0, math.inf)
    draw_projections([only], LIMIT, new_axes())
    assert "measured at 0 and never reaches it" in describe_projections([only], LIMIT)
