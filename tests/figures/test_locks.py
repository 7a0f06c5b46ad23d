"""Growth of locks and total work: what is drawn is what was measured, and the words agree."""

import numpy as np
import pytest

from contention.errors import MeasurementError
from contention.figures import (
    describe_lock_growth,
    describe_total_work,
    draw_lock_growth,
    draw_total_work,
    new_axes,
    new_panels,
)
from contention.models import fit_power_law

FITS = [
    fit_power_law([1, 2, 4, 8], [10, 21, 39, 82]),
    fit_power_law([1, 2, 4, 8], [30, 41, 59, 92]),
]
LABELS = ["latch", "mutex"]


def test_points_curves_and_bands_are_on_logarithmic_axes(texts):
    axes = draw_lock_growth(LABELS, FITS, new_axes(), quantity="Gets per message")
    assert (axes.get_xscale(), axes.get_yscale()) == ("log", "log")
    assert axes.get_ylabel() == "Gets per message"
    points = [line for line in axes.get_lines() if line.get_linestyle() == "None"]
    assert [p.get_ydata().tolist() for p in points] == [[10, 21, 39, 82], [30, 41, 59, 92]]
    assert len(axes.collections) == 2
    assert f"latch: $N^{{{FITS[0].exponent:.2f}}}$" in texts(axes)
    assert [label.get_text() for label in axes.get_xticklabels()] == ["1", "2", "4", "8"]


def test_a_name_stands_on_the_free_side_of_its_curve():
    third = fit_power_law([1, 2, 4, 8], [17, 28, 50, 85])
    for order in ([*FITS, third], [third, *reversed(FITS)]):
        axes = draw_lock_growth(["a", "b", "c"], order, new_axes(), quantity="Gets")
        names = {id(fit): text for fit, text in zip(order, axes.texts, strict=True)}
        assert names[id(FITS[1])].xyann[1] > 0
        assert names[id(FITS[0])].xyann[1] < -20
        assert names[id(third)].xy[0] == 8


def test_the_words_give_ends_exponents_and_intervals():
    text = describe_lock_growth(LABELS, FITS, quantity="Gets")
    low, high = FITS[1].conf_int()["exponent"]
    assert "mutex from 30 at 1 sessions to 92 at 8" in text
    assert f"exponent {FITS[1].exponent:.2f} ({low:.2f} to {high:.2f})" in text


def test_the_peak_is_named_and_proportion_is_drawn_beside(texts):
    axes = draw_total_work([4, 1, 2], [15, 10, 18], new_axes())
    curve, line = axes.get_lines()
    assert curve.get_ydata().tolist() == [10, 18, 15]
    np.testing.assert_allclose(line.get_ydata(), 10 * line.get_xdata())
    assert "most: 18 at 2 sessions" in texts(axes)
    assert "grows to 18 at 2 and is 15 at 4" in describe_total_work([4, 1, 2], [15, 10, 18])


def test_nothing_to_draw_is_refused():
    with pytest.raises(MeasurementError, match="at least one fit"):
        draw_lock_growth([], [], new_axes(), quantity="x")
    with pytest.raises(MeasurementError, match="as many totals"):
        draw_total_work([1, 2], [1], new_axes())


@pytest.mark.parametrize("rows", [True, False])
def test_panels_share_one_figure(rows):
    first, second = new_panels(2, rows=rows)
    assert first.get_figure() is second.get_figure()
    assert (first.get_subplotspec().colspan.start == second.get_subplotspec().colspan.start) == rows
