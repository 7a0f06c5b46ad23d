"""Weights, replicates, and the test of a curve against them."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from contention.errors import MeasurementError, UsageError
from contention.models import (
    ScalabilityCurve,
    fit_amdahl,
    fit_linear_scaling,
    fit_universal_scalability,
)
from contention.models.lack_of_fit import lack_of_fit

COUNTS = np.array([1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0])
TRUTH = ScalabilityCurve(100.0, 0.03, 4e-4)


def replicated(seed, spread=15.0, copies=3, mean=TRUTH.throughput):
    n = np.repeat(COUNTS, copies)
    return n, mean(n) + spread * np.random.default_rng(seed).standard_normal(n.size)


def test_weights_count_as_repeated_points_do():
    n, x = replicated(1, copies=1)
    times = np.array([1, 3, 2, 1, 1, 2, 4])
    weighted = fit_universal_scalability(n, x, weights=times)
    repeated = fit_universal_scalability(np.repeat(n, times), np.repeat(x, times))
    assert weighted.noise == "weights"
    for name in weighted.params:
        assert weighted.params[name] == pytest.approx(repeated.params[name], rel=1e-7)
    assert weighted.sum_of_squares == pytest.approx(repeated.sum_of_squares)


def test_weights_are_relative_and_sorted_with_their_points():
    n, x = replicated(2, copies=1)
    w = np.linspace(1.0, 4.0, 7)
    plain = fit_universal_scalability(n, x, weights=w)
    turned = fit_universal_scalability(n[::-1], x[::-1], weights=50.0 * w[::-1])
    assert turned.contention == pytest.approx(plain.contention, rel=1e-7)
    for name, ends in plain.conf_int().items():
        assert turned.conf_int()[name] == pytest.approx(ends, rel=1e-5)


def test_weights_of_one_over_the_square_are_proportional_noise():
    n, x = replicated(3, copies=1)
    weighted = fit_universal_scalability(n, x, weights=1.0 / x**2)
    proportional = fit_universal_scalability(n, x, noise="proportional")
    assert weighted.peak_sessions == pytest.approx(proportional.peak_sessions, rel=1e-7)
    assert weighted.bse == pytest.approx(proportional.bse, rel=1e-6)


def test_a_known_standard_deviation_gives_residuals_of_about_one():
    n, x = replicated(4, spread=15.0, copies=40)
    fit = fit_universal_scalability(n, x, weights=np.full(n.size, 1 / 15.0**2))
    assert fit.residual_standard_error == pytest.approx(1.0, abs=0.1)


@pytest.mark.parametrize(
    ("weights", "reason"),
    [
        ([1, 1], "one weight"),
        ([1, 1, 1, 1, 1, 1, 0], "positive"),
        ([1, 1, 1, 1, 1, 1, math.nan], "positive"),
    ],
)
def test_weights_that_do_not_fit_are_refused(weights, reason):
    n, x = replicated(5, copies=1)
    with pytest.raises(MeasurementError, match=reason):
        fit_universal_scalability(n, x, weights=weights)


def test_weights_and_a_noise_model_exclude_each_other():
    n, x = replicated(5, copies=1)
    with pytest.raises(UsageError, match="take the place"):
        fit_universal_scalability(n, x, noise="proportional", weights=np.ones(7))


def test_the_variance_of_replicates_is_that_about_their_means():
    n, x = replicated(6)
    fit = fit_universal_scalability(n, x, variance_from="replicates")
    pooled = np.mean([np.var(x[n == count], ddof=1) for count in COUNTS])
    assert fit.scatter.variance == pytest.approx(pooled)
    assert (fit.scatter.degrees_of_freedom, fit.scatter.source) == (14, "replicates")
    assert "noise: constant, its size from replicates" in fit.summary()
    rest = fit_universal_scalability(n, x)
    assert (rest.scatter.degrees_of_freedom, rest.scatter.source) == (18, "residuals")
    assert fit.params == rest.params
    ratio = math.sqrt(pooled / rest.scatter.variance)
    assert fit.bse["contention"] == pytest.approx(ratio * rest.bse["contention"])
    low, high = fit.conf_int(method="student")["contention"]
    assert high - fit.contention == pytest.approx(2.1448 * fit.bse["contention"], rel=1e-4)
    assert fit.conf_int()["contention"] == pytest.approx((low, high), rel=0.2)
    assert fit.consistent_with("contention", fit.contention)


def test_a_wrong_curve_widens_intervals_from_residuals_and_not_from_replicates():
    def kinked(n):
        return np.minimum(100.0 * n, 900.0)

    n, x = replicated(7, spread=5.0, mean=kinked)
    rest = fit_universal_scalability(n, x)
    pure = fit_universal_scalability(n, x, variance_from="replicates")
    wide, narrow = (np.diff(fit.conf_int()["contention"])[0] for fit in (rest, pure))
    assert wide > 5 * narrow
    assert rest.lack_of_fit.p_value < 1e-6
    assert any("lack of fit" in note for note in rest.warnings)
    assert "misses the means" in rest.lack_of_fit.verdict


def test_a_right_curve_passes_the_test():
    fit = fit_universal_scalability(*replicated(11))
    test = fit.lack_of_fit
    assert (test.df_lack, test.df_pure) == (4, 14)
    assert test.p_value > 0.05
    assert "passes the means" in test.verdict


def test_the_test_rejects_a_right_curve_in_five_per_cent():
    hits = sum(
        fit_amdahl(*replicated(seed, mean=ScalabilityCurve(100.0, 0.03).throughput))
        .lack_of_fit.p_value < 0.05
        for seed in range(400)
    )  # fmt: skip
    assert 0.05 * 400 - 3 * 4.4 < hits < 0.05 * 400 + 3 * 4.4


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10_000))
def test_lack_of_fit_and_pure_error_add_up_to_the_residuals(seed):
    n, x = replicated(seed)
    fit = fit_linear_scaling(n, x)
    means = np.array([x[n == count].mean() for count in COUNTS])
    lack = 3 * np.sum((means - fit.predict(COUNTS)) ** 2)
    test = fit.lack_of_fit
    pure = test.pure_variance * test.df_pure
    assert lack + pure == pytest.approx(fit.sum_of_squares)
    assert test.f_statistic == pytest.approx(lack / 6 / (pure / 14), rel=1e-6)


def test_replicates_of_too_few_counts_cannot_test_but_give_the_variance():
    fit = fit_linear_scaling([1, 1, 2, 2], [10.0, 11.0, 20.0, 22.0])
    assert fit.lack_of_fit.df_lack == 1
    two = fit_amdahl([1, 1, 2, 2, 4], [10.0, 11.0, 18.0, 19.0, 31.0]).lack_of_fit
    assert two.df_lack == 1
    none = lack_of_fit(np.array([1.0, 1.0, 2.0]), np.array([1.0, 2.0, 4.0]), np.ones(3), 0.5, 2)
    assert math.isnan(none.p_value)
    assert "too few" in none.verdict


def test_noise_from_replicates_needs_some():
    with pytest.raises(MeasurementError, match="measured twice"):
        fit_universal_scalability(*replicated(9, copies=1), variance_from="replicates")
    with pytest.raises(UsageError, match="source of the variance"):
        fit_universal_scalability(*replicated(9), variance_from="guess")
    assert fit_universal_scalability(*replicated(9, copies=1)).lack_of_fit is None
