import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from contention.errors import MeasurementError, UsageError
from contention.measurements import MemorySeries
from contention.models import (
    fit_leak,
    forecast_exhaustion,
    reload_accumulation,
    widen_for_rounding,
)

MB = 2**20


@given(
    st.floats(1e3, 1e9),
    st.floats(-1e6, 1e6),
    st.integers(3, 30),
)
def test_a_noiseless_leak_is_recovered(level, slope, n):
    step = np.arange(1.0, n + 1)
    held = 1e9 + level + slope * step
    fit = fit_leak(step, held)
    assert fit.slope_bytes_per_step == pytest.approx(slope, abs=1e-3)
    assert fit.theil_sen_bytes_per_step == pytest.approx(slope, abs=1e-3)
    np.testing.assert_allclose(fit.predict(step), held)


@given(st.floats(-1e8, 1e8), st.floats(0.001, 1e6))
def test_the_origin_of_the_steps_does_not_matter(origin, scale):
    held = np.array([5.0, 7.0, 8.0, 11.0]) * scale + scale
    a = fit_leak(np.arange(4.0), held)
    b = fit_leak(np.arange(4.0) + np.round(origin), held)
    assert a.slope_bytes_per_step == pytest.approx(b.slope_bytes_per_step, rel=1e-9)
    assert a.standard_error == pytest.approx(b.standard_error, rel=1e-6)


def test_no_rounded_exact_leak_moves_the_slope_beyond_the_stated_reach():
    rng = np.random.default_rng(2)
    for _ in range(300):
        n = int(rng.integers(3, 12))
        slope, level = rng.uniform(0, 5000), rng.uniform(0, 1e6)
        exact = level + slope * np.arange(n)
        rounded = np.round(exact / 1024) * 1024
        fit = fit_leak(np.arange(n), rounded, resolution_bytes=1024)
        assert abs(fit.slope_bytes_per_step - slope) <= fit.rounding_bytes_per_step + 1e-6


def test_intervals_cover_with_three_readings():
    rng = np.random.default_rng(6)
    hits = 0
    for _ in range(1000):
        low, high = fit_leak(
            [1, 2, 3], 1e6 + 4e5 * np.arange(3) + 2000 * rng.standard_normal(3)
        ).conf_int()["slope_bytes_per_step"]
        hits += low <= 4e5 <= high
    # Four standard errors of 1000 draws.
    assert 0.95 - 0.028 < hits / 1000 < 0.95 + 0.028


def false_alarms(correlation, draws, n, seed):
    rng = np.random.default_rng(seed)
    alarms = 0
    for _ in range(draws):
        noise = rng.standard_normal(n)
        for i in range(1, n):
            noise[i] += correlation * noise[i - 1]
        alarms += fit_leak(np.arange(n), 1e6 + 1e4 * noise).verdict == "leak"
    return alarms / draws


@pytest.mark.parametrize(("correlation", "most"), [(0.0, 0.05), (0.5, 0.06), (0.9, 0.10)])
def test_trend_free_memory_is_seldom_called_a_leak(correlation, most):
    # One side of a 95 % interval is 2.5 %. Plain least squares alarms in a quarter of the series
    # at correlation 0.5 on both sides, and in more than half at 0.9.
    assert false_alarms(correlation, 250, 200, seed=4) <= most


def test_dependence_widens_the_interval_and_is_reported():
    wave = 1e6 + 1e4 * np.sin(np.arange(60) / 5)
    fit = fit_leak(np.arange(60), wave)
    assert fit.dependence.significant
    assert fit.standard_error > 2 * fit.regression.standard_errors[1]
    assert any("correlate" in note for note in fit.warnings)


@pytest.mark.parametrize(
    ("held", "verdict"),
    [
        ([100.0, 200.0, 301.0, 399.0], "leak"),
        ([100.0, 100.0, 100.0, 100.0], "no_leak"),
        ([400.0, 301.0, 199.0, 100.0], "no_leak"),
        ([100.0, 140.0, 90.0, 120.0], "not_enough_data"),
        ([100.0, 200.0], "not_enough_data"),
        ([100.0], "not_enough_data"),
    ],
)
def test_verdicts(held, verdict):
    fit = fit_leak(np.arange(1, len(held) + 1), held)
    assert fit.verdict == verdict
    assert fit.reason
    assert verdict in fit.summary()


def test_flat_noise_over_twenty_runs_is_no_leak():
    rng = np.random.default_rng(1)
    assert fit_leak(np.arange(20), 1e6 * rng.normal(1, 0.01, 20)).verdict == "no_leak"


def test_rounding_alone_is_never_a_leak():
    # True slope zero near a rounding edge: 10, 10, 11 KB.
    held = np.array([10.0, 10.0, 11.0, 11.0]) * 1024
    assert fit_leak([1, 2, 3, 4], held, resolution_bytes=1024).verdict != "leak"
    # A level that creeps over the edge once looks like a clear slope, and need not be one.
    crept = np.repeat([10.0, 11.0], 9) * 1024
    assert fit_leak(np.arange(18), crept, resolution_bytes=1024).verdict != "leak"
    assert fit_leak(np.arange(18), crept, resolution_bytes=0).verdict == "leak"


def test_a_tolerable_slope_moves_both_verdicts():
    held = [100.0, 200.0, 301.0, 399.0]
    assert fit_leak([1, 2, 3, 4], held, tolerable_bytes_per_step=50).verdict == "leak"
    assert fit_leak([1, 2, 3, 4], held, tolerable_bytes_per_step=100).verdict == "not_enough_data"
    assert fit_leak([1, 2, 3, 4], held, tolerable_bytes_per_step=200).verdict == "no_leak"


def test_an_outlier_shows_in_the_robust_slope():
    held = np.arange(1.0, 12.0) * 100
    held[-1] = 50_000.0
    fit = fit_leak(np.arange(11), held)
    assert fit.theil_sen_bytes_per_step == pytest.approx(100.0)
    assert fit.verdict != "leak"


def test_a_time_axis_names_the_slope_by_the_second():
    series = MemorySeries("rss", [0.0, 60.0, 120.0], [1e6, 1.1e6, 1.21e6], step_unit="s")
    assert set(fit_leak(series).params) == {"slope_bytes_per_s"}


def test_missing_readings_are_left_out_and_counted():
    fit = fit_leak([1, 2, 3, 4], [100.0, np.nan, 300.0, 400.0])
    assert fit.n == 3
    assert fit.slope_bytes_per_step == pytest.approx(100.0)
    assert any("1 readings are missing" in note for note in fit.warnings)


def test_long_series_are_fitted_quickly():
    n = 20_000
    fit = fit_leak(np.arange(n), 1e6 + 3.0 * np.arange(n))
    assert fit.theil_sen_bytes_per_step == pytest.approx(3.0)


def test_bad_arguments_are_refused():
    with pytest.raises(MeasurementError, match="bytes held"):
        fit_leak([1, 2, 3])
    with pytest.raises(MeasurementError, match="no reading"):
        fit_leak([1, 2], [np.nan, np.nan])
    for arguments in (
        {"start_bytes": -1.0},
        {"unit_work": 0.0},
        {"tolerable_bytes_per_step": -1.0},
        {"resolution_bytes": -1.0},
        {"alpha": 2.0},
    ):
        with pytest.raises(UsageError):
            fit_leak([1, 2, 3], [1.0, 2.0, 3.0], **arguments)
    with pytest.raises(UsageError):
        fit_leak([1, 2, 3], [1.0, 2.0, 3.5]).per_unit(0)


@given(st.floats(1.0, 1e4), st.floats(0.0, 1e6), st.integers(10, 10_000))
def test_a_noiseless_leak_reaches_its_limit_on_time(slope, level, step):
    x = np.arange(5.0)
    end = forecast_exhaustion(fit_leak(x, level + slope * x), level + slope * step)
    assert end.steps == pytest.approx(step, rel=1e-6)
    assert end.low <= end.steps * (1 + 1e-9)
    assert end.high >= end.steps * (1 - 1e-9)
    assert end.steps_left == pytest.approx(step - 4, rel=1e-6)


def exhaustion_coverage(draws, truth, spread, seed):
    rng = np.random.default_rng(seed)
    x = np.arange(1.0, 7.0)
    slope = 1e5
    two = one = 0
    for _ in range(draws):
        held = 1e7 + slope * x + spread * rng.standard_normal(6)
        end = forecast_exhaustion(fit_leak(x, held), 1e7 + slope * truth)
        two += end.low <= truth <= end.high
        one += end.at_least <= truth
    return two / draws, one / draws


@pytest.mark.parametrize(("truth", "spread"), [(60.0, 2e4), (60.0, 1e5), (4.0, 2e4)])
def test_both_limits_of_exhaustion_cover(truth, spread):
    # With a spread as large as the slope many sets have no upper end; they must still cover.
    # Among the readings it is the error of the level that matters.
    two, one = exhaustion_coverage(700, truth, spread, seed=3)
    # Four standard errors of 700 draws.
    assert 0.95 - 0.033 < two < 0.95 + 0.033
    assert 0.95 - 0.033 < one < 0.95 + 0.033


def test_memory_that_may_not_grow_may_never_be_exhausted():
    end = forecast_exhaustion(fit_leak([1, 2, 3, 4], [100.0, 140.0, 90.0, 120.0]), 1e4)
    assert math.isinf(end.high)
    assert 4 < end.low < end.steps
    falling = forecast_exhaustion(fit_leak([1, 2, 3, 4], [400.0, 300.0, 201.0, 100.0]), 1e4)
    assert (falling.steps, falling.low, falling.high) == (math.inf, math.inf, math.inf)
    assert falling.whole_step == math.inf


def test_two_readings_give_a_step_without_an_interval():
    end = forecast_exhaustion(fit_leak([1, 2], [100.0, 200.0]), 1000.0)
    assert end.steps == pytest.approx(10.0)
    assert math.isnan(end.low)
    assert "needs 3 readings" in end.note


def test_a_limit_already_passed_is_said_to_be():
    end = forecast_exhaustion(fit_leak([1, 2, 3, 4], [100.0, 200.0, 301.0, 399.0]), 250.0)
    assert end.steps_left < 0
    assert "already" in end.note


def test_a_limit_that_is_not_positive_is_refused():
    with pytest.raises(UsageError, match="limit"):
        forecast_exhaustion(fit_leak([1, 2, 3], [1.0, 2.0, 3.5]), 0.0)


@given(st.integers(1, 10_000), st.floats(1.0, 1e4))
def test_a_pass_over_all_subscribers_costs_their_square(subscribers, bytes_per_load):
    chunks = subscribers * 7
    heap = reload_accumulation(chunks, subscribers, chunks * bytes_per_load)
    assert heap.reloads == pytest.approx(7.0)
    assert heap.bytes_per_pass == pytest.approx(subscribers**2 * bytes_per_load)
    assert heap.bytes_after(subscribers) == pytest.approx(heap.bytes_per_pass)
    assert heap.failed_adds_to(heap.heap_bytes) == pytest.approx(7.0)


def test_a_heap_without_chunks_is_refused():
    with pytest.raises(UsageError, match="chunks"):
        reload_accumulation(0, 1020, 1.0)


def test_equal_readings_have_a_slope_of_exactly_zero_and_an_interval_of_rounding():
    flat = fit_leak([0, 1, 2, 3], np.full(4, 7.0 * MB), resolution_bytes=MB)
    assert flat.slope_bytes_per_step == 0
    low, high = widen_for_rounding(flat.conf_int()["slope_bytes_per_step"], flat.readings)
    # 0.5 MB times (1.5 + 0.5 + 0.5 + 1.5) over 5, the sum of squares about the mean step.
    assert (low, high) == pytest.approx((-0.4 * MB, 0.4 * MB))
    assert any("exactly on a line" in note for note in flat.warnings)


@given(
    st.lists(st.floats(-3, 3), min_size=3, max_size=8),
    st.floats(0, 50),
    st.floats(10, 90),
)
@settings(max_examples=60, deadline=None)
def test_rounding_never_moves_the_slope_out_of_the_widened_interval(noise, slope, level):
    step = np.arange(len(noise), dtype=float)
    true = 100 + level + slope * step + np.array(noise)
    exact = fit_leak(step, true, resolution_bytes=0)
    logged = fit_leak(step, np.round(true), resolution_bytes=1)
    point = (logged.slope_bytes_per_step, logged.slope_bytes_per_step)
    low, high = widen_for_rounding(point, logged.readings)
    assert low - 1e-9 <= exact.slope_bytes_per_step <= high + 1e-9
