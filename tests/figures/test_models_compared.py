"""Models stand against measurements, and the words name the distance between them."""

import math

import numpy as np
import pytest

from contention.errors import MeasurementError
from contention.figures.models_compared import (
    describe_estimators,
    describe_predictions,
    describe_published_model,
    draw_estimators,
    draw_predictions,
    draw_published_model,
)
from contention.figures.style import new_axes
from contention.measurements import Sweep
from contention.models.extrapolation import ExtrapolatedModel, Extrapolation
from contention.models.saturation_table import SaturationEstimate, SaturationEstimates


@pytest.fixture
def modelled(sweeps):
    return [np.full(8, 50.0), np.arange(8.0)]


def estimates_of(label, **answers):
    rows = tuple(
        SaturationEstimate(criterion, sessions, math.nan, math.nan, "none", extrapolated=False)
        for criterion, sessions in answers.items()
    )
    return SaturationEstimates(label, rows)


ESTIMATES = [
    estimates_of("aix_plsql", share_95=10.0, universal_peak=20.0, bounds_knee=math.nan, other=3.0),
    estimates_of("data", share_95=5.5, universal_peak=math.inf, bounds_knee=math.nan, other=300.0),
]


def extrapolated(sweep):
    beyond = sweep.sessions > 12
    n = sweep.sessions[beyond]
    nothing = np.full(n.size, math.nan)
    return Extrapolation(
        sweep.label, 12.0, 0.0, n, sweep.throughput_per_s[beyond], n / 1e3,
        (
            ExtrapolatedModel("amdahl", 1, np.full(n.size, 8000.0), nothing, 4.6, 9.0),
            ExtrapolatedModel("linear_scaling", 1, 1000 * n, nothing, 250.2, 9.0),
            ExtrapolatedModel("closed_network", 2, nothing, nothing, math.nan, math.nan, "no fit"),
        ),
    )  # fmt: skip


def test_measured_times_are_points_and_the_model_s_are_lines(sweeps, modelled, texts):
    axes = new_axes()
    assert draw_published_model(sweeps, modelled, axes) is axes
    points, line, *_ = axes.lines
    assert points.get_linestyle() == "None"
    assert points.get_ydata() == pytest.approx(sweeps[0].response_time_s * 1e6)
    assert line.get_ydata().tolist() == [50.0] * 8
    assert "µs" in axes.get_ylabel()
    assert {"Solaris PL/SQL, measured", "AIX Java, model"} < set(texts(axes))


def test_the_words_set_measured_beside_modelled(sweeps, modelled):
    words = describe_published_model(sweeps, modelled)
    assert "Solaris PL/SQL: 5,700 microseconds measured against 50 modelled at 48" in words
    assert "AIX Java: 11,400 microseconds measured against 7 modelled" in words
    assert "above" not in words


def test_a_model_needs_response_times_to_stand_against():
    bare = Sweep("linux", [1, 2], [10.0, 20.0])
    with pytest.raises(MeasurementError, match="series linux has no response times"):
        draw_published_model([bare], [np.ones(2)], new_axes())
    with pytest.raises(MeasurementError, match="series linux has no response times"):
        describe_published_model([bare], [np.ones(2)])


def test_each_estimator_has_its_row_and_each_series_its_mark():
    axes = new_axes()
    assert draw_estimators(ESTIMATES, axes) is axes
    assert [tick.get_text() for tick in axes.get_yticklabels()] == [
        "other",
        "knee of the bounds",
        "peak of universal law",
        "95 % of maximum",
    ]
    first, second = axes.lines
    assert first.get_xdata()[-1] == 10.0
    assert first.get_marker() != second.get_marker()
    assert axes.get_xscale() == "log"
    assert [text.get_text() for text in axes.get_legend().get_texts()] == ["AIX PL/SQL", "data"]


def test_the_scale_of_estimators_has_numbers_wherever_the_data_lies():
    axes = draw_estimators([estimates_of("data", share_95=700.0, other=900.0)], new_axes())
    axes.get_figure().draw_without_rendering()
    low, high = axes.get_xlim()
    shown = [t.get_text() for t in axes.get_xticklabels() if low <= t.get_position()[0] <= high]
    assert any(text.isdigit() for text in shown)


def test_the_words_on_estimators_give_the_range_of_each():
    assert describe_estimators(ESTIMATES).endswith(
        "95 % of maximum 5.5 to 10.0; peak of universal law 20.0; knee of the bounds gives none;"
        " other 3.0 to 300.0."
    )


def test_predictions_are_dashed_beyond_the_shaded_part_and_points_are_measured(sweeps, texts):
    sweep = sweeps[0]
    axes = new_axes()
    assert draw_predictions(sweep, extrapolated(sweep), axes) is axes
    *curves, measured = axes.lines
    assert [curve.get_linestyle() for curve in curves] == ["--", "--"]
    assert all(curve.get_xdata().min() > 12 for curve in curves)
    assert measured.get_ydata() == pytest.approx(sweep.throughput_per_s / 1e3)
    assert "up to 12" in axes.get_xlabel()
    assert "thousand per second" in axes.get_ylabel()


def test_a_prediction_that_leaves_the_picture_is_named_only_where_it_is_seen(sweeps, texts):
    sweep = sweeps[0]
    assert texts(draw_predictions(sweep, extrapolated(sweep), new_axes())) == ["amdahl"]


def test_the_words_on_predictions_give_each_error_and_no_model_without_one(sweeps):
    words = describe_predictions(sweeps[0], extrapolated(sweeps[0]))
    assert "amdahl 5 percent; linear scaling 250 percent" in words
    assert "closed network" not in words
    assert "up to 12 sessions" in words


def test_the_same_data_gives_the_same_picture(sweeps, modelled, svg):
    for draw, arguments in [
        (draw_published_model, (sweeps, modelled)),
        (draw_estimators, (ESTIMATES,)),
        (draw_predictions, (sweeps[0], extrapolated(sweeps[0]))),
    ]:
        assert svg(draw(*arguments, new_axes())) == svg(draw(*arguments, new_axes()))
