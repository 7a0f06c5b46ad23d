"""Answers on shortened sweeps, and whether they have settled."""

import math

import numpy as np
import pytest

from contention.errors import MeasurementError
from contention.measurements import Sweep
from contention.models import ScalabilityCurve, saturation_estimates, saturation_stability
from contention.models.saturation_stability import CriterionStability
from contention.models.saturation_table import SaturationEstimate

N = np.array([1.0, 2.0, 4.0, 8.0, 12.0, 16.0, 24.0, 32.0, 48.0])
CURVE = ScalabilityCurve(100.0, 0.04, 0.006)
WOBBLE = np.array([1.004, 0.997, 1.0, 1.003, 0.998, 1.0, 1.004, 0.996, 1.002])


@pytest.fixture(scope="module")
def stability():
    return saturation_stability(Sweep("here", N, CURVE.throughput(N) * WOBBLE))


def test_each_part_is_the_sweep_up_to_a_count(stability):
    peak = stability["universal_peak"]
    assert peak.last_sessions == (8.0, 12.0, 16.0, 24.0, 32.0, 48.0)
    part = saturation_estimates(N[:6], (CURVE.throughput(N) * WOBBLE)[:6])
    assert peak.rows[2].sessions == part["universal_peak"].sessions
    assert stability["share_95"].last_sessions[0] == 4.0
    assert stability["segmented_break"].last_sessions[0] >= 12.0
    with pytest.raises(KeyError):
        stability["other"]


def test_the_whole_sweep_is_the_last_part(stability):
    for each in stability.criteria:
        assert each.rows[-1] == stability.whole[each.criterion]
    assert stability["kneedle"].rows[-1].interval == "spread"


def test_a_sweep_far_beyond_its_peak_is_settled(stability):
    assert stability["universal_peak"].verdict == "stable"
    assert stability.design_hint == ""
    assert "stable: " in stability.verdict


def test_a_sweep_that_ends_before_its_peak_is_not():
    short = saturation_stability(N[:5], (CURVE.throughput(N) * WOBBLE)[:5])
    assert not short["universal_peak"].is_stable
    assert not short["share_95"].is_stable
    assert "not settled" in short.verdict
    peak = short.whole["universal_peak"].sessions
    assert f"at least {math.ceil(1.5 * peak)} sessions" in short.design_hint


def test_a_sweep_without_a_peak_is_to_be_doubled():
    straight = saturation_stability(N, 100.0 * N * WOBBLE)
    assert straight.design_hint == "no peak up to 48 sessions: measure to at least 96"
    assert not any(each.is_stable for each in straight.criteria if each.criterion != "bounds_knee")


def test_the_frames_have_a_row_for_each_part_and_each_criterion(stability):
    frame = stability.frame()
    assert len(frame) == sum(len(each.rows) for each in stability.criteria)
    assert {"criterion", "last_sessions", "sessions", "low", "high"} <= set(frame)
    summary = stability.summary_frame()
    assert summary["criterion"].tolist() == [each.criterion for each in stability.criteria]
    assert np.all(summary["lowest"] <= summary["highest"])


def of(values, low, high, *, extrapolated=False, complete=True, tail=1):
    rows = tuple(
        SaturationEstimate("peak", value, low, high, "profile likelihood", extrapolated)
        for value in values
    )
    lasts = tuple(float(i) for i in range(4, 4 + len(values)))
    return CriterionStability("peak", lasts, rows, tail, complete)


def test_settled_is_where_answers_enter_the_final_interval_for_good():
    assert of([1.0, 9.0, 1.0, 8.0, 9.0], 7.0, 10.0).settled_from == 7.0
    assert of([8.0, 9.0], 7.0, 10.0).settled_from == 4.0
    assert of([8.0, 9.0], 7.0, 10.0).is_stable
    assert math.isnan(of([8.0, 9.0], math.nan, math.nan).settled_from)
    assert of([1.0, 9.0], 7.0, 10.0).settled_from == 5.0


def test_verdicts_name_what_is_missing():
    assert of([1.0, 9.0], 7.0, 10.0).verdict == "still moving at the end of the sweep"
    assert "not bounded" in of([8.0, 9.0], 7.0, math.inf).verdict
    assert "no interval" in of([8.0, 9.0], math.nan, math.nan).verdict
    assert "no answer" in of([8.0, 9.0], 7.0, 10.0, complete=False).verdict
    assert "still moving" in of([8.0, 9.0], 7.0, 10.0, extrapolated=True).verdict
    assert math.isnan(of([], 7.0, 10.0, complete=False).lowest)


def test_two_session_counts_cannot_be_shortened():
    with pytest.raises(MeasurementError, match="at least 3 different"):
        saturation_stability([1, 2], [10.0, 19.0])
