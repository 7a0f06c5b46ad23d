"""Kneedle as a cross-check: even steps, and a reason where it finds nothing."""

import math

import numpy as np
import pytest

from contention.errors import MeasurementError, UsageError
from contention.models import ScalabilityCurve, kneedle_knee

DOUBLING = 2 ** np.arange(7)


def test_even_steps_find_the_knee_that_doubling_counts_hide():
    x = ScalabilityCurve(10.0, 0.05, 0.0005).throughput(DOUBLING[:5])
    raw = kneedle_knee(DOUBLING[:5], x, resample=False)
    assert math.isnan(raw.sessions)
    assert math.isnan(raw.throughput)
    assert "finds no knee" in raw.note
    even = kneedle_knee(DOUBLING[:5], x)
    assert even.sessions in DOUBLING
    assert even.throughput == x[DOUBLING[:5] == even.sessions]
    assert "16 even steps" in even.note


def test_whole_counts_are_all_met_by_the_even_steps():
    counts = np.array([1, 4, 8, 12, 16, 20, 24, 28, 32, 48, 64])
    assert kneedle_knee(counts, 10.0 * np.minimum(counts, 20) + counts).sessions == 20


def test_counts_that_are_even_or_not_whole():
    even = kneedle_knee([2, 4, 6, 8], [10.0, 20.0, 21.0, 21.0])
    assert (even.sessions, even.resampled, even.note) == (4.0, False, "as measured")
    assert kneedle_knee([0.5, 1.0, 2.0, 4.0], [10.0, 20.0, 21.0, 21.0]).sessions == 1.0


def test_repeats_are_averaged():
    one = kneedle_knee([1, 1, 2, 3, 4], [9.0, 11.0, 20.0, 21.0, 21.0])
    assert one == kneedle_knee([1, 2, 3, 4], [10.0, 20.0, 21.0, 21.0])


def test_a_straight_sweep_has_no_knee_and_says_so_without_a_warning():
    assert math.isnan(kneedle_knee(DOUBLING, 3.0 * DOUBLING).sessions)


def test_bad_arguments_are_refused():
    with pytest.raises(UsageError, match="sensitivity"):
        kneedle_knee(DOUBLING, DOUBLING, sensitivity=0.0)
    with pytest.raises(MeasurementError, match="at least 3 different"):
        kneedle_knee([1, 2], [1.0, 2.0])
