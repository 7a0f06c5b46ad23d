"""A forecast drawn against what happened: line, crossing, later readings, and the words."""

import numpy as np
import pytest

from contention.errors import MeasurementError
from contention.figures.forecast import Forecast, describe_forecast, draw_forecast
from contention.figures.style import new_axes
from contention.measurements import MemorySeries

MB = 2**20
FITTED = MemorySeries("fitted", [0, 1, 2], np.array([100, 200, 300]) * MB)
LATER = MemorySeries("later", [1, 2, 9], np.array([200, 300, 980]) * MB)


def line(step):
    return (100 + 100 * np.asarray(step)) * MB


def forecast(**changes):
    facts = {"low": 8.5, "high": 9.6, "later": LATER, "happened": 9.2}
    return Forecast(FITTED, line, 1000 * MB, 9.0, **(facts | changes))


def test_the_line_is_dashed_beyond_its_readings_and_meets_the_limit():
    axes = draw_forecast(forecast(), new_axes())
    solid, dashed = axes.lines[:2]
    assert solid.get_xdata()[[0, -1]].tolist() == [0, 2]
    assert dashed.get_xdata()[-1] > 9.6
    assert dashed.get_linestyle() == "--"
    (diamond,) = [one for one in axes.lines if one.get_marker() == "D"]
    assert (diamond.get_xdata()[0], diamond.get_ydata()[0]) == (9.0, 1000)


def test_only_readings_beyond_the_fitted_ones_count_as_later():
    assert forecast().beyond.step.tolist() == [9]
    assert Forecast(FITTED, line, 1000 * MB, 9.0, later=FITTED).beyond is None


def test_the_words_give_forecast_interval_gap_and_outcome():
    words = describe_forecast(forecast())
    assert "meets the limit of 1,000 MB at run 9.0, with an interval from 8.5 to 9.6" in words
    assert "One later reading is at 980 MB at run 9, 20 MB below the line" in words
    assert "ended at run 9.2" in words


def test_without_later_readings_nothing_is_enlarged(texts):
    axes = draw_forecast(forecast(later=None, low=np.nan, happened=np.nan), new_axes())
    assert axes.child_axes == []
    assert not any("failed" in text for text in texts(axes))


def test_labels_name_the_forecast_and_the_failure(texts):
    drawn = texts(draw_forecast(forecast(), new_axes()))
    assert {"forecast: 9.0", "failed: 9.2", "limit 1,000 MB"} <= set(drawn)


def test_a_forecast_that_never_comes_true_is_refused():
    with pytest.raises(MeasurementError, match="never meets its limit"):
        draw_forecast(Forecast(FITTED, line, 1000 * MB, np.inf), new_axes())


def test_the_same_forecast_gives_the_same_bytes(svg):
    assert svg(draw_forecast(forecast(), new_axes())) == svg(draw_forecast(forecast(), new_axes()))
