"""Sentences and tables of a leak analysis, for every verdict."""

import numpy as np
import pytest

from calibration.noise import autoregressive
from contention.measurements import MemorySeries
from contention.models import (
    LeakSettings,
    analyse_leak,
    compare_with_baseline,
    forecasts_table,
    leak_sentence,
    next_measurement,
    readings_table,
    runs_needed_table,
    slopes_table,
    stages_table,
)

STEP = np.arange(200.0)
NOISE = 1e5 * autoregressive(0.5, 200, np.random.default_rng(1))
LEAK = analyse_leak(STEP, 1e8 + 1e5 * STEP + NOISE)


def test_a_leak_is_told_with_its_slope_and_per_unit():
    assert leak_sentence(LEAK).startswith("data: a leak of ")
    assert "say how many units of work" in next_measurement(LEAK)
    settings = LeakSettings(units_per_step=100.0)
    per_unit = analyse_leak(STEP, 1e8 + 1e5 * STEP + NOISE, settings=settings)
    assert "bytes per unit of work (" in leak_sentence(per_unit)
    assert "objects of about 999 bytes" in next_measurement(per_unit)
    assert slopes_table([per_unit]).bytes_per_unit[0] == pytest.approx(1e3, rel=0.05)


def test_no_leak_is_told_with_what_would_have_shown():
    found = analyse_leak(STEP, 1e8 + NOISE)
    assert "no leak; growth is at most" in leak_sentence(found)
    assert "would have shown" in leak_sentence(found)
    assert "nothing, unless" in next_measurement(found)


def test_an_open_verdict_is_told_with_the_run_that_would_settle_it():
    found = analyse_leak(STEP, 2e6 + NOISE, settings=LeakSettings((), None, 100.0))
    assert found.verdict == "not_enough_data"
    assert "holds both nothing and more than the negligible" in leak_sentence(found)
    assert "times as long as here" in next_measurement(found)
    exacting = LeakSettings(tolerable_bytes_per_step=1e-3)
    hopeless = analyse_leak(STEP, 2e6 + NOISE, settings=exacting)
    assert "the level wanders" in next_measurement(hopeless)


def test_a_warm_up_that_is_not_over_asks_for_a_longer_run():
    found = analyse_leak(STEP, 1e8 + 1e6 * np.minimum(STEP, 160.0) + NOISE)
    assert "not over" in leak_sentence(found)
    assert "run for 597 steps or more" in next_measurement(found)


@pytest.mark.parametrize(("count", "what"), [(1, "1 reading is"), (2, "2 readings are")])
def test_too_few_readings_are_told_as_such(count, what):
    found = analyse_leak(STEP[:count], 1e8 + NOISE[:count])
    assert what in leak_sentence(found)
    assert "take 3 readings or more" in next_measurement(found)
    assert np.isnan(slopes_table([found]).low[0])
    assert runs_needed_table([found]).empty
    assert forecasts_table([found]).empty


def test_a_reset_asks_whether_it_was_a_restart():
    held = 1e8 + 1e6 * STEP + NOISE
    held[150:] -= 1.8e8
    assert "started anew where memory was lost" in next_measurement(analyse_leak(STEP, held))


def test_tables_have_a_row_for_each_series_in_the_unit_of_its_axis():
    timed = MemorySeries("timed", 60.0 * STEP, 1e8 + NOISE, step_unit="s")
    found = analyse_leak(timed, settings=LeakSettings(limit_bytes=1e9))
    assert readings_table([found, found]).last_s.tolist() == [11_940.0, 11_940.0]
    assert "bytes_per_s" in slopes_table([found])
    assert runs_needed_table([found]).times_this_run[0] == pytest.approx(1.0, rel=0.01)
    assert len(forecasts_table([found])) == 1
    assert stages_table(found).stage.tolist()[:2] == ["readings", "outliers"]
    exact = analyse_leak(STEP, 1e8 + STEP)
    assert runs_needed_table([exact]).empty


@pytest.mark.parametrize(
    ("slope", "limit", "words"),
    [
        (0.0, 1e9, "not before"),
        (1e5, 1e9, "at about"),
        (1e5, 1e7, "already"),
        (-1e5, 1e9, "never (95 % confidence)"),
    ],
)
def test_a_forecast_is_told_in_words(slope, limit, words):
    settings = LeakSettings(limit_bytes=limit)
    found = analyse_leak(STEP, 1e8 + slope * STEP + NOISE, settings=settings)
    assert words in found.forecast.sentence


@pytest.mark.parametrize(
    ("tolerable", "words"),
    [(0.0, "new grows faster than old"), (2e5, "new does not grow"), (1e5, "It is open whether")],
)
def test_a_comparison_is_told_in_words(tolerable, words):
    old = analyse_leak(STEP, 1e8 + NOISE[::-1])
    found = compare_with_baseline(LEAK.trend, old.trend, ends=(199.0, 199.0), tolerable=tolerable)
    assert words in found.sentence("new", "old", "bytes/run")
