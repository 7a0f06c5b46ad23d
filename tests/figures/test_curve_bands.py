"""The curve with its two bands, and grey where nothing was measured."""

import numpy as np
import pytest

from contention.figures.curve_bands import describe_curve_bands, draw_curve_bands
from contention.figures.style import new_axes
from contention.models import fit_universal_scalability

N = [1, 2, 4, 8, 16, 32]
X = [10.0, 19.0, 30.0, 40.0, 41.0, 36.0]


@pytest.fixture
def fit():
    return fit_universal_scalability(N, X)


def test_bands_lie_about_the_curve_and_points_are_drawn(fit, texts):
    axes = draw_curve_bands(fit, fit.bands(np.array(N)), new_axes())
    curve, points = axes.lines
    assert points.get_ydata().tolist() == X
    assert curve.get_ydata() == pytest.approx(fit.predict(N))
    wide, narrow = (one.get_paths()[0].vertices[:, 1] for one in axes.collections)
    assert wide.min() <= narrow.min() < curve.get_ydata()[0]
    assert wide.max() > narrow.max()
    assert axes.get_legend().get_texts()[0].get_text() == "95 % for a new run"
    assert not list(axes.patches)


def test_what_was_not_measured_is_shaded_on_both_sides():
    fit = fit_universal_scalability(N[1:], X[1:])
    bands = fit.bands(np.linspace(1, 48, 20), alpha=0.1)
    axes = draw_curve_bands(fit, bands, new_axes())
    spans = [patch.get_extents().transformed(axes.transData.inverted()) for patch in axes.patches]
    assert [(round(s.x0), round(s.x1)) for s in spans] == [(1, 2), (32, 48)]
    assert "90 % for a new run" in axes.get_legend().get_texts()[0].get_text()
    assert "Beyond 32 sessions nothing was measured." in describe_curve_bands(fit, bands)


def test_within_the_sweep_the_words_say_nothing_of_beyond(fit):
    words = describe_curve_bands(fit, fit.bands(np.array(N)))
    assert "Beyond" not in words
    assert "greatest at 16 sessions" in words


def test_great_throughput_is_in_thousands():
    fit = fit_universal_scalability(N, np.array(X) * 1000)
    axes = draw_curve_bands(fit, fit.bands(np.array(N)), new_axes())
    assert axes.get_ylabel() == "Throughput (thousand per second)"
