"""Likelihood of the slots: curve, simulated points, interval, words."""

import math

import numpy as np
import pytest

from contention.figures import describe_slot_likelihood, draw_slot_likelihood, new_axes

SLOTS = np.array([64.0, 128.0, 256.0])
CURVE = np.array([0.1, 0.3, 0.2])
POINTS = [(64, 0.11, 0.01), (256, 0.19, 0.02)]


def test_curve_points_and_interval_are_drawn():
    axes = draw_slot_likelihood(SLOTS, CURVE, POINTS, (70, 200), new_axes())
    assert axes.get_lines()[0].get_ydata().tolist() == CURVE.tolist()
    assert axes.containers[0].lines[0].get_xydata().tolist() == [[64, 0.11], [256, 0.19]]
    assert [text.get_text() for text in axes.get_xticklabels()] == ["64", "256"]
    assert axes.get_ylim()[1] > 0.3


@pytest.mark.parametrize("high", [200.0, math.inf])
def test_words_give_peak_interval_and_points(high):
    axes = draw_slot_likelihood(SLOTS, CURVE, POINTS, (70, high), new_axes())
    assert axes.get_xlim() == (64, 256)
    words = describe_slot_likelihood(SLOTS, CURVE, POINTS, (70, high))
    assert "0.3000, at 128 slots" in words
    assert ("70 to 200" if high < math.inf else "70 to any number") in words
    assert "0.1900 with 256 slots" in words
