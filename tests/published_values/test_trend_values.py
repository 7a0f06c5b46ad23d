"""Published slopes and forecasts of trend tools, and peers whose level is known to be wrong."""

import numpy as np
import pytest

from calibration.noise import autoregressive
from calibration.peers import hamed_rao, mann_kendall, sen_slope
from contention.models import analyse_leak, fit_leak, fit_trend, forecast_limit
from contention.models.leak_readings import theil_sen_slope

# The example of Prometheus' functions deriv and predict_linear: eleven samples, one restart of
# the counter that a gauge does not know of.
SECONDS = np.arange(0.0, 3300.0, 300.0)
GAUGE = np.array([0.0, 10.0, 20.0, 30.0, 40.0, 0.0, 10.0, 20.0, 30.0, 40.0, 50.0])


def test_the_slope_is_that_of_prometheus():
    line = fit_trend(SECONDS, GAUGE, dependent=False)
    assert line.slope == pytest.approx(0.010606060606060607, rel=1e-12)
    assert float(line.predict(0.0)) == pytest.approx(6.818181818181818, rel=1e-12)


@pytest.mark.parametrize(
    ("at", "value"),
    [
        (3000, 38.63636363636364),
        (3000 + 3600, 76.81818181818181),
        (4200, 51.36363636363637),
        (7800, 89.54545454545455),
    ],
)
def test_the_line_is_continued_as_prometheus_does(at, value):
    assert float(fit_trend(SECONDS, GAUGE, dependent=False).predict(at)) == pytest.approx(value)
    assert float(fit_leak(SECONDS, GAUGE).predict(at)) == pytest.approx(value)


def test_a_window_that_is_open_on_the_left_leaves_the_first_sample_out():
    line = fit_trend(SECONDS[1:], GAUGE[1:], dependent=False)
    assert float(line.predict(3000 + 3600)) == pytest.approx(70.0)


def test_the_limit_is_reached_where_prometheus_puts_the_line():
    line = fit_trend(SECONDS, GAUGE, dependent=False)
    assert forecast_limit(line, 76.81818181818181, 3000.0).steps == pytest.approx(6600.0)


@pytest.mark.parametrize(
    ("samples", "value"),
    [
        ([1, 1, 1, 100, 100, 100], 1888.5057142857145),
        ([100, 200, 300, 200, 300, 400], 3756.8571428571427),
        ([1, 1, 1, 1, 1, 1], 1.0),
    ],
)
def test_the_line_of_flux_is_continued_to_its_horizon(samples, value):
    # Its range ends 147 s after the first of six samples, and it asks for 600 s beyond.
    line = fit_trend(np.arange(0.0, 60.0, 10.0), samples, dependent=False)
    assert float(line.predict(147.0 + 600.0)) == pytest.approx(value, rel=1e-12)


def test_the_robust_slope_is_that_of_theil_and_sen():
    assert theil_sen_slope(SECONDS, GAUGE) == pytest.approx(0.0148148, abs=5e-8)
    assert sen_slope(GAUGE) / 300.0 == pytest.approx(0.0148148, abs=5e-8)


def test_two_ramps_and_a_loss_are_one_slope_in_two_segments():
    # What a gauge's window cannot see: both parts rise by 10 in 300 s.
    segment = np.repeat([0, 1], [5, 6])
    assert fit_trend(SECONDS, GAUGE, segment).slope == pytest.approx(1 / 30)


def test_the_test_of_mann_and_kendall_gives_the_published_ramp():
    ramp = np.arange(360.0)
    score, _, _, probability = mann_kendall(ramp)
    assert (score, sen_slope(ramp)) == (64620, 1.0)
    assert score / (360 * 359 / 2) == 1.0
    assert probability < 1e-12
    found = analyse_leak(ramp, 1e6 + ramp)
    assert found.slope == pytest.approx(1.0)


def rejections(test, correlation, draws=150, n=200):
    rng = np.random.default_rng(20)
    return np.mean([test(autoregressive(correlation, n, rng)) for _ in range(draws)])


@pytest.mark.parametrize(("correlation", "published"), [(0.5, 0.28), (0.9, 0.63)])
def test_mann_kendall_rejects_far_too_often_when_neighbours_correlate(correlation, published):
    share = rejections(lambda values: mann_kendall(values)[3] < 0.05, correlation)
    # Four standard errors of 150 draws.
    assert share == pytest.approx(published, abs=0.16)
    assert share > 0.12


@pytest.mark.parametrize(("correlation", "published"), [(0.5, 0.17), (0.9, 0.29)])
def test_the_correction_of_hamed_and_rao_still_rejects_too_often(correlation, published):
    share = rejections(lambda values: hamed_rao(values)[1] < 0.05, correlation)
    assert share == pytest.approx(published, abs=0.15)
    assert share > 0.06
