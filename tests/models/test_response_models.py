"""Quadratic waiting, linear response, the pipeline model and the CPU ledger."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from contention.errors import MeasurementError, UsageError
from contention.measurements import Sweep
from contention.models import (
    PipelineModel,
    cpu_ledger,
    fit_linear_response,
    fit_quadratic_wait_seconds,
    fit_quadratic_waiting,
    mean_absolute_percentage_error,
    scale_service_times,
)

N = np.array([1.0, 2.0, 4.0, 8.0, 16.0, 32.0])


@given(st.floats(1.0, 1e3), st.floats(0.1, 1e2))
def test_a_linear_response_is_recovered_by_both_regressions(intercept, slope):
    r = intercept + slope * N
    square = fit_quadratic_waiting(N, r)
    line = fit_linear_response(N, r)
    assert square.n2_us == pytest.approx(slope, rel=1e-6)
    assert line.slope_us_per_session == pytest.approx(slope, rel=1e-6)
    np.testing.assert_allclose(square.predict(N), N * r, rtol=1e-6)
    np.testing.assert_allclose(line.predict(N), r, rtol=1e-6)


def test_the_square_term_of_a_flat_response_is_not_significant():
    r = 50 + np.array([1.0, -1.2, 0.3, 0.8, -0.9, 0.1])
    fit = fit_quadratic_waiting(N, r)
    assert fit.n2_pvalue > 0.05
    assert "no upward curvature" in fit.verdict
    assert "R squared" in fit.summary()


def test_intervals_of_the_square_term_cover_when_errors_are_equal():
    rng = np.random.default_rng(9)
    hits = 0
    for _ in range(200):
        waited = 3.0 * N + 0.5 * N**2 + 30 + 2.0 * rng.standard_normal(6)
        low, high = fit_quadratic_wait_seconds(N, waited).conf_int()["n2_s"]
        hits += low <= 0.5 <= high
    assert hits >= 180


def test_wait_seconds_may_be_zero_and_not_negative():
    assert np.isnan(fit_quadratic_wait_seconds(N, N**2 - 1).n2_us)
    with pytest.raises(MeasurementError, match="zero or more"):
        fit_quadratic_wait_seconds(N, -N)


def test_three_session_counts_are_too_few_for_a_parabola():
    with pytest.raises(MeasurementError, match="at least 4"):
        fit_quadratic_waiting([1, 2, 2, 4], [1, 2, 2, 4])


def test_equal_machines_make_the_published_waiting_vanish():
    model = PipelineModel((10.0, 10.0, 10.0))
    assert model.response_time_us([1, 50]).tolist() == [10.0, 10.0]


@given(
    st.lists(st.floats(0.1, 1e4), min_size=1, max_size=6),
    st.floats(0.1, 1e4),
)
def test_scaled_times_keep_their_ratios_and_sum_to_the_total(times, total):
    scaled = scale_service_times(times, total)
    assert sum(scaled) == pytest.approx(total)
    np.testing.assert_allclose(np.array(scaled) * times[0], np.array(times) * scaled[0])


def test_impossible_service_times_are_refused():
    for times in ((1.0, 2.0), (1.0, 0.0, 2.0), (1.0, 2.0, np.inf)):
        with pytest.raises(UsageError, match="service times"):
            PipelineModel(times)
    with pytest.raises(UsageError):
        scale_service_times([1.0, 2.0], 0.0)


def ledger_sweep(**changes):
    columns = {
        "response_time_s": [0.08, 0.085],
        "cpu_time_s": [8.0, 15.5],
        "wait_time_s": [0.0, 0.4],
        "duration_s": [10.0, 10.0],
    } | changes
    return Sweep("data", [1, 2], [10.0, 19.0], **columns)


def test_the_three_shares_of_elapsed_time_sum_to_one():
    ledger = cpu_ledger(ledger_sweep())
    total = ledger.cpu_share + ledger.wait_share + ledger.unaccounted_share
    np.testing.assert_allclose(total, 1.0)
    np.testing.assert_allclose(ledger.busy_cpus, [0.8 + 0.2, 1.55 + 0.38])


def test_a_missing_cell_stays_missing_in_the_ledger():
    ledger = cpu_ledger(ledger_sweep(cpu_time_s=[8.0, np.nan]))
    assert np.isnan(ledger.busy_cpus[1])
    assert ledger.busy_cpus_max == pytest.approx(1.0)
    assert np.all(np.isnan(cpu_ledger(ledger_sweep(wait_time_s=None)).unaccounted_share))


def test_a_ledger_without_its_columns_is_refused():
    with pytest.raises(MeasurementError, match="needs cpu_time_s"):
        cpu_ledger(ledger_sweep(cpu_time_s=None))
    with pytest.raises(MeasurementError, match="one session"):
        cpu_ledger(Sweep("a", [2], [1.0], response_time_s=[1], cpu_time_s=[1], duration_s=[1]))


def test_a_negative_time_outside_is_rounding_or_refused():
    slightly = cpu_ledger(ledger_sweep(response_time_s=[0.102, 0.11]))
    assert slightly.think_time_s == 0.0
    assert "taken as 0" in slightly.note
    with pytest.raises(MeasurementError, match="negative"):
        cpu_ledger(ledger_sweep(response_time_s=[0.2, 0.21]))
    assert cpu_ledger(ledger_sweep(), think_time_s=0.5).think_time_us == pytest.approx(5e5)


def test_percentage_error_refuses_what_it_cannot_divide():
    with pytest.raises(MeasurementError, match="not zero"):
        mean_absolute_percentage_error([0.0, 1.0], [1.0, 1.0])
    with pytest.raises(MeasurementError, match="differ"):
        mean_absolute_percentage_error([1.0], [1.0, 1.0])
