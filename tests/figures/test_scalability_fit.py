"""The fitted curve with its bands and peak, and the influence of each point."""

import numpy as np
import pytest

from contention.figures import (
    describe_point_influence,
    describe_scalability_fit,
    draw_point_influence,
    draw_scalability_fit,
    new_axes,
)
from contention.models import ScalabilityCurve, fit_amdahl, fit_universal_scalability

SDM_N = [1, 18, 36, 72, 108, 144, 216]
SDM_X = [64.9, 995.9, 1652.4, 1853.2, 1828.9, 1775.0, 1702.2]


@pytest.fixture(scope="module")
def sdm():
    return fit_universal_scalability(SDM_N, SDM_X)


@pytest.fixture(scope="module")
def flat():
    n = np.array([1.0, 2, 4, 8, 16, 32])
    wave = 1 + 0.01 * np.array([-1, 1, -0.5, -1, 0.5, 1.5])
    return fit_universal_scalability(n, ScalabilityCurve(1000.0, 0.05).throughput(n) * wave)


def lines(axes, style):
    curves = [line for line in axes.lines if len(line.get_xdata()) > 9]
    return [line for line in curves if line.get_linestyle() == style]


def drawn(axes, values):
    found = [line.get_xdata() for line in axes.lines if len(line.get_xdata()) == len(values)]
    return any(np.allclose(x, values) for x in found)


def test_the_measured_part_is_solid_and_the_rest_dashed(sdm):
    axes = draw_scalability_fit(sdm, new_axes(), end=300)
    (inside,), (beyond,) = lines(axes, "-"), lines(axes, "--")
    assert inside.get_xdata()[[0, -1]].tolist() == [1.0, 216.0]
    assert beyond.get_xdata()[[0, -1]].tolist() == [216.0, 300.0]
    assert len(axes.collections) == 4
    assert axes.get_ylabel() == "Throughput (per second)"


def test_points_and_the_peak_with_its_interval_are_drawn(sdm):
    axes = draw_scalability_fit(sdm, new_axes())
    assert drawn(axes, SDM_N)
    low, high = sdm.conf_int()["peak_sessions"]
    assert drawn(axes, [low, high])
    assert drawn(axes, [sdm.peak_sessions])
    text = describe_scalability_fit(sdm)
    assert "its peak at 96.5 sessions; the interval of the peak is 77.9 to 157 sessions" in text
    assert "Past 216 sessions the curve is dashed" in text


def test_a_peak_that_may_be_nowhere_gets_an_arrow(flat):
    axes = draw_scalability_fit(flat, new_axes(), end=300)
    assert any(line.get_marker() == ">" for line in axes.lines)
    assert "no peak; the interval of the peak is at least" in describe_scalability_fit(flat)
    short = draw_scalability_fit(flat, new_axes(), end=33)
    assert not any(line.get_marker() == ">" for line in short.lines)


def test_a_law_without_peak_has_none_in_picture_and_words():
    fit = fit_amdahl(SDM_N[:4], np.array(SDM_X[:4]) * 100)
    axes = draw_scalability_fit(fit, new_axes())
    assert axes.get_ylabel() == "Throughput (thousand per second)"
    assert not axes.texts
    assert "peak" not in describe_scalability_fit(fit)


def test_a_sweep_that_starts_late_is_dashed_before_its_first_point():
    fit = fit_universal_scalability(SDM_N[1:], SDM_X[1:])
    assert len(lines(draw_scalability_fit(fit, new_axes(), end=250), "--")) == 2


def test_the_influence_of_each_point_is_drawn_and_told(sdm):
    axes = draw_point_influence(sdm, new_axes())
    change = axes.lines[-1].get_ydata()
    assert change.min() == pytest.approx(100 * (82.15 / 96.52 - 1), abs=0.02)
    assert change.max() == pytest.approx(100 * (105.21 / 96.52 - 1), abs=0.02)
    text = describe_point_influence(sdm)
    assert "-14.9 percent without the point at 216" in text
    assert "+9.0 percent without the one at 36" in text
    assert "contention" in draw_point_influence(sdm, new_axes(), quantity="contention").get_ylabel()


def test_a_quantity_without_a_value_is_said_to_have_none(flat):
    assert "no finite value" in describe_point_influence(flat)
