"""Curves of the laws, what they leave over, and groups that share a parameter."""

import numpy as np
import pytest

from contention.figures.scaling_laws import (
    describe_groups,
    describe_ladder,
    describe_law_residuals,
    draw_groups,
    draw_ladder,
    draw_law_residuals,
)
from contention.figures.style import new_axes
from contention.models import compare_groups, fit_model_ladder

N = [1, 2, 4, 8, 16, 32]
FALLING = [10.0, 19.0, 30.0, 28.0, 26.0, 22.0]


@pytest.fixture
def ladder():
    return fit_model_ladder(N, FALLING)


@pytest.fixture
def groups():
    fast = [20.0, 39.0, 70.0, 110.0, 150.0, 170.0]
    slow = [10.0, 18.0, 31.0, 47.0, 58.0, 60.0]
    return compare_groups({"old": (N, slow), "new": (N, fast)})


def test_every_law_is_drawn_and_the_chosen_one_is_broad(ladder, texts):
    axes = draw_ladder(ladder, new_axes())
    *curves, points = axes.lines
    assert len(curves) == 4
    assert points.get_ydata().tolist() == FALLING
    widths = [line.get_linewidth() for line in curves]
    assert widths.index(max(widths)) == 2
    assert {"linear", "Amdahl", "universal", "one queue"} <= set(texts(axes))
    assert curves[2].get_ydata()[-1] == pytest.approx(float(ladder.predict(32.0)))


def test_a_curve_that_leaves_the_picture_is_named_inside_it(ladder):
    axes = draw_ladder(ladder, new_axes())
    top = axes.get_ylim()[1]
    assert all(text.xy[1] <= top for text in axes.texts)


def test_great_throughput_is_in_thousands_and_the_words_are_not():
    ladder = fit_model_ladder(N, np.array(FALLING) * 1000)
    axes = draw_ladder(ladder, new_axes())
    assert axes.get_ylabel() == "Throughput (thousand per second)"
    assert axes.lines[-1].get_ydata().tolist() == FALLING
    assert "30,000 per second at 4 sessions" in describe_ladder(ladder)


def test_without_the_rival_there_are_three_curves():
    ladder = fit_model_ladder(N, FALLING, noise="proportional")
    assert len(draw_ladder(ladder, new_axes()).lines) == 4
    assert "one queue" not in describe_ladder(ladder)
    assert len(draw_law_residuals(ladder, new_axes()).lines) == 3


def test_residuals_are_means_in_percent_of_the_maximum():
    n, x = [1, 1, 2, 4, 8, 16], [10.0, 12.0, 20.0, 30.0, 40.0, 44.0]
    ladder = fit_model_ladder(n, x)
    axes = draw_law_residuals(ladder, new_axes())
    _, amdahl, *_ = axes.lines
    first = 100 * (11.0 - ladder["amdahl"].fit.predict(1.0)) / 44.0
    assert amdahl.get_ydata()[0] == pytest.approx(float(first))
    assert [label.get_text() for label in axes.get_xticklabels()] == ["1", "2", "4", "8", "16"]
    assert "one queue" in describe_law_residuals(ladder)


def test_each_group_has_points_its_own_and_the_common_curve(groups, texts):
    axes = draw_groups(groups, new_axes())
    assert [line.get_linestyle() for line in axes.lines] == ["None", "--", "-"] * 2
    assert {"old", "new"} <= set(texts(axes))
    shared = axes.lines[2].get_ydata()[-1]
    assert shared == pytest.approx(float(groups.predict("old", 32.0)))
    assert "contention in common" in axes.get_title()


def test_the_words_have_the_estimates(groups):
    words = describe_groups(groups)
    assert "old 0." in words
    assert words.endswith(f"in common: {groups.params['contention']:.2g}.")
