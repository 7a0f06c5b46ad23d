"""Forecast figures: measured and extrapolated parts are told apart, the limit is where it is."""

import math

import numpy as np
import pytest

from contention.errors import MeasurementError
from contention.figures.projections import Projection, describe_projections, draw_projections
from contention.figures.style import new_axes

LINEAR = Projection("linear", lambda work: 400 * work, 1000, 10_000)
SQUARE = Projection("square", lambda work: 1.0 * work**2, 1000, 2000)
LIMIT = 4_000_000


def curves(axes):
    return [line for line in axes.get_lines() if len(line.get_xdata()) > 2]


def test_both_axes_are_logarithmic_and_a_power_shows_as_its_slope():
    axes = draw_projections([LINEAR, SQUARE], LIMIT, new_axes())
    assert (axes.get_xscale(), axes.get_yscale()) == ("log", "log")
    slopes = [
        np.polyfit(np.log(line.get_xdata()), np.log(line.get_ydata()), 1)[0]
        for line in curves(axes)
    ]
    assert slopes == pytest.approx([1, 1, 2, 2])


def test_the_curve_is_solid_up_to_the_measurements_and_dashed_beyond():
    solid, dashed = curves(draw_projections([LINEAR], LIMIT, new_axes()))
    assert solid.get_linestyle() == "-"
    assert dashed.get_linestyle() == "--"
    assert max(solid.get_xdata()) == pytest.approx(1000)
    assert min(dashed.get_xdata()) == pytest.approx(1000)
    assert max(dashed.get_xdata()) >= 10_000


def test_a_diamond_marks_where_the_limit_is_reached():
    axes = draw_projections([LINEAR], LIMIT, new_axes())
    (mark,) = [line for line in axes.get_lines() if line.get_marker() == "D"]
    unit = 1024**2
    assert list(mark.get_xdata()) == [10_000]
    assert list(mark.get_ydata()) == pytest.approx([LIMIT / unit])


def test_what_never_reaches_the_limit_has_no_diamond_and_says_so():
    never = Projection("flat", lambda work: 0 * work + 1000, 100, math.inf)
    axes = draw_projections([never], LIMIT, new_axes())
    assert not [line for line in axes.get_lines() if line.get_marker() == "D"]
    assert "never reaches it" in describe_projections([never], LIMIT)


def test_a_curve_that_falls_below_zero_is_not_drawn_there():
    falling = Projection("falling", lambda work: 500 - 10 * work, 10, math.inf)
    for line in curves(draw_projections([falling], LIMIT, new_axes())):
        held = np.asarray(line.get_ydata())
        assert not (held[~np.isnan(held)] <= 0).any()


def test_the_words_give_both_ends_and_how_far_the_extrapolation_goes():
    text = describe_projections([LINEAR, SQUARE], LIMIT, work="subscribers")
    assert "over subscribers" in text
    assert "measured up to 1,000 and reaches the limit at 10,000, 10 times as far" in text
    assert "limit of 3.81 MB" in text


def test_a_forecast_needs_a_projection():
    with pytest.raises(MeasurementError):
        draw_projections([], LIMIT, new_axes())
