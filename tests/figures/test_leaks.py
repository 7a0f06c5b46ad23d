"""Figures of leaks: what is drawn is what the analysis found, and the words say the same."""

import numpy as np
import pytest

from calibration.noise import autoregressive, healthy_sawtooth
from contention.errors import MeasurementError
from contention.figures.leaks import describe_leak, describe_leaks, draw_leak, draw_leaks
from contention.figures.slopes import (
    describe_needed_run,
    describe_slopes,
    draw_needed_run,
    draw_slopes,
)
from contention.figures.style import new_axes, new_panels
from contention.models import LeakSettings, analyse_leak

MB = 2.0**20
STEP = np.arange(200.0)
NOISE = autoregressive(0.5, 200, np.random.default_rng(1))


def lines(axes):
    return {line.get_label(): line for line in axes.get_lines()}


def test_cuts_outliers_warm_up_and_slope_are_drawn():
    held = MB * (100.0 + np.minimum(STEP, 30.0) + 0.5 * STEP + 0.1 * NOISE)
    held[100] += 50 * MB
    found = analyse_leak(STEP, held, settings=LeakSettings(restarts=[150.0]))
    axes = draw_leak(found, new_axes())
    drawn = lines(axes)
    assert drawn["set aside"].get_xdata().tolist() == [100.0]
    assert drawn["readings"].get_xdata().size == 199
    assert drawn["slope"].get_xdata()[0] == found.step[0]
    assert np.ptp(drawn["slope"].get_ydata()[[0, -1]]) == pytest.approx(
        found.slope / MB * np.ptp(drawn["slope"].get_xdata()), rel=1e-6
    )
    assert "restart" in {text.get_text() for text in axes.texts}
    assert "warm-up" in {text.get_text() for text in axes.get_legend().get_texts()}
    words = describe_leak(found)
    assert "1 single reading is crossed out" in words
    assert "a restart at 150" in words
    assert "after each start are grey" in words


def test_a_sawtooth_has_its_troughs_marked():
    found = analyse_leak(STEP, MB * (100 + healthy_sawtooth(200, np.random.default_rng(2))))
    drawn = lines(draw_leak(found, new_axes()))
    assert drawn["troughs"].get_xdata().tolist() == STEP[found.envelope.troughs].tolist()
    assert f"{found.candidates.size} troughs are marked" in describe_leak(found)


@pytest.mark.parametrize("count", [1, 2, 3])
def test_few_readings_are_drawn_as_they_are(count):
    found = analyse_leak(STEP[:count], MB * (1.0 + STEP[:count]))
    axes = draw_leak(found, new_axes())
    assert lines(axes)["readings"].get_xdata().size == count
    assert f"{count} reading" in describe_leak(found)


def test_of_very_many_readings_every_so_many_is_drawn():
    found = analyse_leak(np.arange(9000.0), MB * (5.0 + 1e-4 * np.tile([0.0, 1.0, 3.0], 3000)))
    assert lines(draw_leak(found, new_axes()))["readings"].get_xdata().size == 1500


def test_several_series_get_a_panel_each():
    found = [analyse_leak(STEP, MB * (50.0 + NOISE))] * 2
    assert draw_leaks(found, new_panels(2, rows=True)).get_title(loc="left") == "data"
    assert describe_leaks(found).count("data: 200 readings") == 2
    assert describe_leaks(found[:1]) == describe_leak(found[0])


def test_slopes_stand_beside_what_their_runs_would_have_shown():
    found = [analyse_leak(STEP, MB * (50.0 + slope * STEP + NOISE)) for slope in (0.0, 1.0)]
    axes = draw_slopes(found, new_axes())
    assert {text.get_text() for text in axes.texts} >= {"leak"}
    assert axes.get_yticklabels()[0].get_text() == "data"
    assert describe_slopes(found).count("would be seen") == 2
    assert draw_needed_run(found, new_axes()).get_ylabel().startswith("Least slope shown (")
    assert "a tenth of it at" in describe_needed_run(found)


def test_slopes_that_are_not_known_cannot_be_drawn():
    few = analyse_leak([1, 2], [1.0, 2.0])
    with pytest.raises(MeasurementError, match="three readings"):
        draw_slopes([few], new_axes())
    exact = analyse_leak([1, 2, 3, 4], [1.0, 2.0, 3.0, 4.0])
    with pytest.raises(MeasurementError, match="nothing of the noise"):
        draw_needed_run([exact], new_axes())
    assert "data" not in describe_needed_run([exact])
