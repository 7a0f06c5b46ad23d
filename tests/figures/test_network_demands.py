"""A sweep and the network fitted to it stand in one picture."""

import numpy as np
import pytest

from contention.figures.network_demands import describe_network_demands, draw_network_demands
from contention.figures.style import new_axes
from contention.models import fit_network_demands

N = [1, 2, 4, 8]
X = [66.7, 120.0, 181.0, 199.8]


def test_points_line_and_bounds():
    fit = fit_network_demands(N, X)
    axes = draw_network_demands(fit, new_axes())
    bound, curve, points = axes.lines
    assert points.get_ydata().tolist() == X
    assert curve.get_xdata()[-1] == 10
    assert np.all(curve.get_ydata() <= bound.get_ydata() * (1 + 1e-9))
    assert bound.get_ydata()[-1] == pytest.approx(fit.derived["maximum_throughput_per_s"])


def test_the_bounds_are_named_where_they_are_apart_from_the_line(texts):
    near = draw_network_demands(fit_network_demands(N, X), new_axes())
    apart = draw_network_demands(fit_network_demands([1, 2, 3], [66.7, 120.0, 157.9]), new_axes())
    assert "bounds" not in texts(near)
    assert {"bounds", "network"} <= set(texts(apart))


def test_the_words_name_the_limit_the_knee_and_the_farthest_point():
    words = describe_network_demands(fit_network_demands(N, [66.7, 120.0, 181.0, 190.0]))
    assert "levels off at" in words
    assert "% of the line, the farthest at" in words
