import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from contention.errors import MeasurementError
from contention.models import fit_amdahl, fit_linear_scaling
from contention.models.intervals import student_interval


@settings(max_examples=30, deadline=None)
@given(st.floats(0.1, 1e5), st.floats(1e-3, 0.9))
def test_a_noiseless_amdahl_curve_is_recovered(gamma, alpha):
    n = np.array([1.0, 2.0, 4.0, 8.0, 16.0])
    fit = fit_amdahl(n, gamma * n / (1 + alpha * (n - 1)))
    assert fit.contention == pytest.approx(alpha, rel=1e-7)
    assert fit.peak_throughput == pytest.approx(gamma / alpha, rel=1e-7)


def test_the_line_and_its_interval_have_their_closed_form():
    n = np.array([1.0, 2.0, 3.0, 5.0])
    x = np.array([10.2, 19.7, 30.5, 49.6])
    fit = fit_linear_scaling(n, x)
    slope = n @ x / (n @ n)
    error = np.sqrt(np.sum((x - slope * n) ** 2) / 3 / (n @ n))
    assert fit.throughput_at_one == pytest.approx(slope)
    assert fit.bse["throughput_at_one"] == pytest.approx(error)
    expected = student_interval(slope, error, 3)
    assert fit.conf_int()["throughput_at_one"] == pytest.approx(expected, rel=1e-8)


def test_proportional_noise_makes_the_line_the_weighted_mean_ratio():
    n, x = np.array([1.0, 10.0]), np.array([9.0, 110.0])
    ratio = n / x
    fit = fit_linear_scaling(n, x, noise="proportional")
    assert fit.throughput_at_one == pytest.approx(ratio.sum() / (ratio @ ratio))


def test_amdahl_reports_a_limit_for_contention_at_zero():
    fit = fit_amdahl([1, 2, 4, 8], [10, 20.3, 41.4, 82.9])
    assert fit.contention == 0.0
    low, high = fit.conf_int()["contention"]
    assert low == 0.0 < high
    assert "proportion" in fit.verdict


def test_too_few_session_counts_are_refused():
    with pytest.raises(MeasurementError, match="at least 3"):
        fit_amdahl([1, 2], [1.0, 1.9])
    with pytest.raises(MeasurementError, match="at least 2"):
        fit_linear_scaling([2, 2], [1.0, 1.9])
