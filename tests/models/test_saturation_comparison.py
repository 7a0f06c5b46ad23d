"""All criteria side by side: kinds of intervals, reasons, and whether they agree."""

import math

import numpy as np
import pytest

from contention.errors import UsageError
from contention.measurements import Sweep
from contention.models import (
    ClosedNetwork,
    ScalabilityCurve,
    Station,
    saturation_estimates,
    saturation_sessions,
)
from contention.models.saturation_comparison import compare_saturation
from contention.models.saturation_table import SaturationEstimate, SaturationEstimates

N = np.array([1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0])
CURVE = ScalabilityCurve(100.0, 0.04, 0.0006)
WOBBLE = np.array([1.01, 0.99, 1.0, 1.01, 0.99, 1.0, 1.01])
SWEEP = Sweep("here", N, CURVE.throughput(N) * WOBBLE)


@pytest.fixture(scope="module")
def table():
    return saturation_estimates(SWEEP, thorough=True)


def test_every_row_says_what_its_interval_is(table):
    kinds = {row.criterion: row.interval for row in table.rows}
    assert kinds == {
        "share_90": "bracket",
        "share_95": "bracket",
        "share_99": "bracket",
        "bounds_knee": "residuals",
        "universal_peak": "profile likelihood",
        "inverse_contention": "profile likelihood",
        "segmented_break": "profile likelihood",
        "kneedle": "spread",
    }
    for row in table.rows:
        assert row.has_interval
        assert row.low <= row.sessions <= row.high
    assert "not a confidence interval" in table["kneedle"].note
    assert "residuals of the universal law" in table["bounds_knee"].note


def test_the_rows_that_were_there_stay_as_they_are(table):
    plain = saturation_estimates(SWEEP)
    assert [row.criterion for row in plain.rows] == [row.criterion for row in table.rows[:6]]
    for row in plain.rows:
        assert row.sessions == table[row.criterion].sessions
    assert not plain["bounds_knee"].has_interval


def test_a_known_error_gives_readings_an_interval_of_confidence():
    known = saturation_estimates(SWEEP, thorough=True, relative_error=0.02)
    for name in ("share_95", "bounds_knee"):
        assert known[name].interval == "measurement error"
    assert "error of 2.00% in each throughput" in known["share_95"].note
    wider = saturation_estimates(SWEEP, thorough=True, relative_error=0.04)
    for name in ("share_95", "bounds_knee"):
        assert wider[name].low < known[name].low < known[name].high < wider[name].high
    with pytest.raises(UsageError, match="relative error"):
        saturation_estimates(SWEEP, relative_error=2.0)


def test_replicates_give_the_knee_an_interval():
    rng = np.random.default_rng(2)
    n = np.repeat(N, 6)
    x = CURVE.throughput(n) * (1 + 0.01 * rng.standard_normal(n.size))
    row = saturation_estimates(n, x, thorough=True)["bounds_knee"]
    assert row.interval == "replicates"
    assert "proportional" in row.note
    assert row.low < CURVE.throughput(N).max() / 100.0 < row.high


def test_noise_as_large_as_the_first_throughput_leaves_the_knee_without_an_upper_end():
    x = CURVE.throughput(N) + 150.0 * np.array([-0.4, 1, -1, 1, -1, 1, -1])
    row = saturation_estimates(N, x, thorough=True)["bounds_knee"]
    assert row.high == math.inf


def test_a_sweep_without_a_break_or_a_knee_keeps_the_reasons():
    rng = np.random.default_rng(5)
    straight = saturation_estimates(N, 10.0 * N * (1 + 1e-3 * rng.random(7)), thorough=True)
    assert "straight line is enough" in straight["segmented_break"].note
    assert "no knee" in straight["kneedle"].note
    grows = saturation_estimates(N, np.maximum(10.0 + 0.001 * N, 5.0 * N - 30.0), thorough=True)
    assert "no saturation" in grows["segmented_break"].note
    short = saturation_estimates([2, 4], [20.0, 30.0], thorough=True)
    for name in ("bounds_knee", "universal_peak", "segmented_break", "kneedle"):
        assert math.isnan(short[name].sessions)
        assert "need" in short[name].note


def test_kneedle_has_no_spread_where_nothing_is_known_of_the_noise():
    row = saturation_estimates([1, 2, 5], [10.0, 20.0, 20.1], thorough=True)["kneedle"]
    assert (row.sessions, row.interval) == (2.0, "none")


def rows_of(**answers):
    rows = [SaturationEstimate(k, v, math.nan, math.nan, "none", False) for k, v in answers.items()]
    return SaturationEstimates("data", tuple(rows))


def test_criteria_agree_up_to_a_factor_of_one_and_a_half():
    close = rows_of(share_95=15.0, bounds_knee=10.0, inverse_contention=99.0)
    assert close.agreement.startswith("2 criteria agree within a factor of 1.50")
    far = rows_of(share_95=15.2, bounds_knee=10.0, universal_peak=math.inf)
    assert far.agreement.startswith("2 criteria disagree by a factor of 1.5")
    assert "name the criterion" in far.agreement
    assert "no second criterion" in rows_of(share_95=15.0, kneedle=math.nan).agreement


def test_the_comparison_holds_the_point_and_the_others():
    found = compare_saturation(SWEEP)
    assert found.params == saturation_sessions(N, SWEEP.throughput_per_s).params
    assert set(found.derived) > {"bounds_knee", "segmented_break", "universal_peak", "kneedle"}
    assert found.verdict.startswith("95% of the maximum at ")
    assert "criteria disagree" in found.verdict
    assert "spread (kneedle)" in found.warnings[1]
    assert "bounds_knee" in found.summary()
    assert found.conf_int()["segmented_break"][0] == found.table["segmented_break"].low
    assert found.predict([1.0, 64.0]).tolist() == SWEEP.throughput_per_s[[0, -1]].tolist()
    assert np.isnan(found.predict(65.0))
    assert found.conf_int(0.01)["bounds_knee"][0] < found.conf_int()["bounds_knee"][0]


def test_the_comparison_says_how_far_to_measure_and_what_has_no_answer():
    short = compare_saturation(Sweep("here", N[:3], SWEEP.throughput_per_s[:3]))
    assert any("segmented_break: " in note for note in short.warnings)
    assert "universal_peak" not in short.derived
    growing = compare_saturation(Sweep("here", N[:5], SWEEP.throughput_per_s[:5]))
    assert "1.5 times the fitted peak" in growing.warnings[-1]


def test_of_a_closed_network_the_bounds_and_the_break_find_the_knee():
    network = ClosedNetwork((Station("cpu", 0.1), Station("log", 0.05)), 1.0)
    knee = (0.1 + 0.05 + 1.0) / 0.1
    n = np.arange(1, 41)
    found = saturation_estimates(n, network.throughput_per_s(n), thorough=True)
    assert found["bounds_knee"].sessions == pytest.approx(knee, rel=1e-3)
    assert found["segmented_break"].sessions == pytest.approx(knee, rel=0.2)
    assert found["share_95"].sessions > 1.3 * knee
