"""From the readings to the verdict in one call."""

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calibration.noise import autoregressive, healthy_sawtooth
from contention.errors import MeasurementError, UsageError
from contention.measurements import MemorySeries
from contention.models import LeakSettings, analyse_leak, fit_leak

MB = 2.0**20
STEP = np.arange(200.0)


def noise(correlation=0.5, n=200, seed=1):
    return 1e5 * autoregressive(correlation, n, np.random.default_rng(seed))


def stage(found, name):
    return dict(found.stages)[name]


@given(
    st.lists(st.floats(0, 1e9), min_size=3, max_size=11),
    st.floats(0.5, 10.0),
    st.sampled_from([1.0, 1024.0]),
)
@settings(max_examples=60, deadline=None)
def test_few_readings_are_judged_as_by_the_line_of_least_squares(held, pace, resolution):
    step = pace * np.arange(len(held))
    series = MemorySeries("data", step, held, resolution_bytes=resolution)
    plain, found = fit_leak(series), analyse_leak(series)
    size = 1e-6 * (1.0 + max(held)) / pace
    assert found.slope == pytest.approx(plain.slope_bytes_per_step, abs=size)
    assert found.rounding_slope == pytest.approx(plain.rounding_bytes_per_step)
    if np.ptp(plain.residuals) > 1e-3 * (1.0 + max(held)):
        low, high = plain.conf_int()["slope_bytes_per_step"]
        assert found.conf_int()["slope_bytes_per_step"] == pytest.approx(
            (low, high), rel=1e-5, abs=size
        )
        assert found.verdict == plain.verdict


@pytest.mark.parametrize("held", [[100.0], [100.0, 200.0]])
def test_one_or_two_readings_have_no_slope(held):
    found = analyse_leak(np.arange(len(held)), held, settings=LeakSettings(limit_bytes=1e6))
    assert found.verdict == "not_enough_data"
    assert "needs 3 readings" in found.reason
    assert math.isnan(found.slope)
    assert math.isnan(found.minimum_detectable_slope)
    assert math.isnan(found.needed_run(1.0))
    assert found.forecast is None
    assert found.conf_int() == {}
    assert found.predict([5.0]).tolist() == [held[-1]]
    assert "not_enough_data" in found.summary()


def test_every_stage_says_what_it_did():
    held = 1e8 + 3e5 * np.minimum(STEP, 30.0) + 2e4 * STEP + noise(0.0)
    held[100] += 5e7
    held[150:] -= 7.5e7
    found = analyse_leak(
        STEP, held, settings=LeakSettings(limit_bytes=1e9, units_per_step=10.0), baseline=None
    )
    assert stage(found, "readings") == "200 readings"
    assert stage(found, "outliers") == "1 set aside"
    assert "no sawtooth" in stage(found, "sawtooth")
    assert "at 150" in stage(found, "segments")
    assert "bend away" in stage(found, "warm-up")
    assert "neighbours correlate" in stage(found, "slope")
    assert "not before" in stage(found, "limit")
    assert found.verdict == "leak"
    low, high = found.conf_int()["bytes_per_unit"]
    assert low < 2e3 < high
    assert any("taken for a restart" in note for note in found.warnings)
    assert any("1 single reading stands" in note for note in found.warnings)
    for _, what in found.stages:
        assert what in found.summary()


def test_a_healthy_sawtooth_is_reduced_to_its_troughs():
    held = 1e8 + 1e6 * healthy_sawtooth(200, np.random.default_rng(4))
    found = analyse_leak(STEP, held)
    assert found.verdict == "no_leak"
    assert found.n == found.envelope.troughs.size < 20
    assert any("slope is that of the troughs" in note for note in found.warnings)
    told = analyse_leak(STEP, held, settings=LeakSettings(restarts=STEP[found.envelope.troughs]))
    assert told.verdict == "leak"
    assert not told.envelope.is_sawtooth


def test_a_sawtooth_over_a_leak_shows_the_leak():
    rng = np.random.default_rng(4)
    held = 1e8 + 1e6 * healthy_sawtooth(600, rng) + 2e5 * np.arange(600.0)
    found = analyse_leak(np.arange(600.0), held)
    assert found.verdict == "leak"
    low, high = found.conf_int()["slope_bytes_per_step"]
    assert low < 2e5 < high


def test_a_warm_up_under_a_sawtooth_is_cut():
    # Most of it lies before the first trough.
    held = 1e8 + 1e6 * healthy_sawtooth(300, np.random.default_rng(9))
    step = np.arange(300.0)
    found = analyse_leak(step, held - 6e7 * np.exp(-step / 12.0))
    assert found.envelope.is_sawtooth
    assert found.warm_up.duration > 25.0
    assert found.verdict == "no_leak"


def test_the_verdict_says_what_a_run_like_this_shows():
    found = analyse_leak(STEP, 1e8 + noise(0.0))
    assert found.verdict == "no_leak"
    assert found.minimum_detectable_slope < found.negligible_slope
    assert "a run like this shows" in found.reason
    strict = analyse_leak(STEP, 1e8 + noise(0.0), settings=LeakSettings((), None, 1.0))
    assert strict.verdict == "not_enough_data"
    assert strict.needed_run(1.0) > 199.0


def test_a_run_that_still_warms_up_is_not_judged():
    found = analyse_leak(STEP, 1e8 + 1e6 * np.minimum(STEP, 160.0) + noise())
    assert found.verdict == "not_enough_data"
    assert "not over" in found.reason


def test_a_leak_that_begins_late_gets_a_reservation():
    found = analyse_leak(STEP, 1e8 + 1e6 * np.maximum(STEP - 80.0, 0.0) + noise())
    assert any("bend upwards" in note for note in found.warnings)


def test_rounding_alone_is_no_leak():
    crept = np.repeat([10.0, 11.0], 9) * 1024
    found = analyse_leak(MemorySeries("data", np.arange(18), crept, resolution_bytes=1024.0))
    assert found.verdict != "leak"
    assert any("rounded to 1024" in note for note in found.warnings)


@pytest.mark.parametrize("level", [0.0, 7.0 * MB])
def test_equal_readings_are_no_leak(level):
    found = analyse_leak(STEP, np.full(200, level), settings=LeakSettings(limit_bytes=1e9))
    assert (found.verdict, found.slope) == ("no_leak", 0.0)
    assert math.isinf(found.forecast.steps)
    assert any("exactly on a line" in note for note in found.warnings)


def test_missing_readings_are_counted():
    held = 1e8 + noise()
    held[5:25] = np.nan
    found = analyse_leak(STEP, held)
    assert "20 more could not be read" in stage(found, "readings")
    assert any("20 readings are missing" in note for note in found.warnings)


def test_long_series_are_averaged_and_keep_their_slope():
    n = 100_000
    step = np.arange(float(n))
    held = 1e8 + 50.0 * step + 1e5 * np.random.default_rng(1).standard_normal(n)
    found = analyse_leak(step, held)
    assert found.n <= 1001
    low, high = found.conf_int()["slope_bytes_per_step"]
    assert low < 50.0 < high < 51.0


def test_restarts_that_the_series_knows_cut_it():
    held = np.where(STEP < 120, 1e8, 0.8e8) + 2e4 * STEP + noise()
    found = analyse_leak(MemorySeries("data", STEP, held, restarts=(120.0,)))
    assert [cut.kind for cut in found.segments.cuts] == ["restart"]
    low, high = found.conf_int()["slope_bytes_per_step"]
    assert low < 2e4 < high
    assert found.verdict == "leak"


def test_a_time_axis_names_everything_by_the_second():
    found = analyse_leak(
        MemorySeries("data", 60.0 * STEP, 1e8 + noise(), step_unit="s"),
        settings=LeakSettings(limit_bytes=2e8),
    )
    assert set(found.params) == {"slope_bytes_per_s"}
    assert "minimum_detectable_slope_bytes_per_s" in found.derived
    assert "warm_up_cut_s" in found.derived
    assert found.units["limit_reached_s"] == "s"
    assert set(found.derived) <= set(found.units)


def test_a_baseline_may_be_shorter_and_slower():
    candidate = MemorySeries("new", STEP, 1e8 + 4e4 * STEP + noise())
    baseline = MemorySeries("old", 2.0 * STEP[:80], 1e8 + 1e4 * 2 * STEP[:80] + noise(n=80, seed=2))
    found = analyse_leak(candidate, baseline=baseline)
    low, high = found.comparison.slope_interval
    assert low < 3e4 < high
    assert found.conf_int()["slope_above_baseline"] == (low, high)
    assert found.baseline.readings.label == "old"
    assert (found.comparison.verdict, "lies above 0" in stage(found, "baseline")) == (
        "grows_faster",
        True,
    )
    short = replace(baseline, step=[1.0, 2.0], bytes=[1e8, 1e8])
    assert analyse_leak(candidate, baseline=short).comparison is None


def test_bad_arguments_are_refused():
    series = MemorySeries("data", STEP, 1e8 + noise())
    timed = MemorySeries("data", STEP, 1e8 + noise(), step_unit="s")
    with pytest.raises(MeasurementError, match="same kind of axis"):
        analyse_leak(series, baseline=timed)
    with pytest.raises(MeasurementError, match="no reading"):
        analyse_leak([1, 2], [np.nan, np.nan])
    for arguments in (
        {"units_per_step": 0.0},
        {"tolerable_bytes_per_step": -1.0},
        {"alpha": 2.0},
    ):
        with pytest.raises(UsageError):
            LeakSettings(**arguments)
    with pytest.raises(UsageError, match="limit"):
        analyse_leak(series, settings=LeakSettings(limit_bytes=-1.0))
