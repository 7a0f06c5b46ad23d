"""Figures that follow from the published memory log and heap dump."""

import numpy as np
import pytest

from contention.measurements import MemorySeries
from contention.models import fit_leak, forecast_exhaustion, reload_accumulation

KB = 1024
SERIES = MemorySeries(
    "after remove", [1, 2, 3], np.array([406, 807, 1213]) * KB, resolution_bytes=KB
)
THRESHOLD = 524_288_000


def test_slope_per_run_with_one_degree_of_freedom():
    fit = fit_leak(SERIES, unit_work=1020)
    assert fit.slope_bytes_per_step / KB == pytest.approx(403.5)
    assert fit.standard_error / KB == pytest.approx(1.44, abs=5e-3)
    low, high = fit.conf_int()["slope_bytes_per_step"]
    assert (low / KB, high / KB) == pytest.approx((385.2, 421.8), abs=0.05)
    assert fit.verdict == "leak"
    assert fit.derived["bytes_per_unit"] == pytest.approx(405.08, abs=5e-3)


def test_slope_per_run_with_the_start():
    fit = fit_leak(SERIES, start_bytes=4 * KB)
    assert fit.slope_bytes_per_step / KB == pytest.approx(402.8)
    low, high = fit.conf_int()["slope_bytes_per_step"]
    assert (low / KB, high / KB) == pytest.approx((399.5, 406.1), abs=0.05)
    per_subscriber, low, high = fit.per_unit(1020)
    assert per_subscriber == pytest.approx(404.4, abs=0.05)
    assert low < 404
    assert high > 405


def test_runs_to_the_threshold():
    with_start = forecast_exhaustion(fit_leak(SERIES, start_bytes=4 * KB), THRESHOLD)
    assert round(with_start.steps) == 1271
    assert with_start.low < 1271 < with_start.high
    without = forecast_exhaustion(fit_leak(SERIES), THRESHOLD)
    assert round(without.steps) == 1269
    assert without.low < 1271 < without.high


def test_each_failed_add_reloads_all_subscribers():
    heap = reload_accumulation(607_686, 1020, 524_659_800)
    assert heap.reloads == pytest.approx(595.8, abs=0.05)
    assert heap.bytes_per_failed_add == pytest.approx(880_641, abs=0.5)
    assert heap.passes < 1
    assert heap.failed_adds_to(THRESHOLD) == pytest.approx(595.3, abs=0.05)
    assert heap.bytes_after(heap.reloads) == pytest.approx(524_659_800)


def test_json_objects_exhaust_their_limit_in_run_27():
    series = MemorySeries(
        "after free", [0, 1, 2, 3], np.array([7, 1252, 2500, 3748]) * KB**2, resolution_bytes=KB**2
    )
    fit = fit_leak(series)
    assert fit.slope_bytes_per_step / KB**2 == pytest.approx(1247.1, abs=0.05)
    end = forecast_exhaustion(fit, 33_425_920 * KB)
    assert end.steps == pytest.approx(26.2, abs=0.05)
    assert end.whole_step == 27


def test_the_control_shows_no_leak():
    series = MemorySeries("control", [0, 1, 2, 3], np.full(4, 7.0) * KB**2, resolution_bytes=KB**2)
    assert fit_leak(series).verdict == "no_leak"
