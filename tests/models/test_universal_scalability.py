import math

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from contention.errors import MeasurementError, UsageError
from contention.models import ScalabilityCurve, fit_amdahl, fit_universal_scalability

DESIGN = np.array([1.0, 18.0, 36.0, 72.0, 108.0, 144.0, 216.0])
TRUTH = ScalabilityCurve(89.995227, 0.02772847, 0.0001043655)
PARAMETERS = ("throughput_at_one", "contention", "coherency")
QUANTITIES = (*PARAMETERS, "peak_sessions", "peak_throughput", "saturation_sessions")


@settings(max_examples=60, deadline=None)
@given(
    st.floats(1e-3, 1e6),
    st.one_of(st.just(0.0), st.floats(1e-4, 0.9)),
    st.one_of(st.just(0.0), st.floats(1e-6, 0.05)),
)
def test_a_noiseless_curve_is_recovered(gamma, alpha, beta):
    n = np.array([1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0])
    fit = fit_universal_scalability(n, ScalabilityCurve(gamma, alpha, beta).throughput(n))
    assert fit.throughput_at_one == pytest.approx(gamma, rel=1e-6)
    assert fit.contention == pytest.approx(alpha, rel=1e-6, abs=1e-9)
    assert fit.coherency == pytest.approx(beta, rel=1e-6, abs=1e-11)


@settings(max_examples=15, deadline=None)
@given(st.floats(1e-6, 1e9))
def test_the_unit_of_throughput_does_not_matter(unit):
    x = np.array([64.9, 995.9, 1652.4, 1853.2, 1828.9, 1775.0, 1702.2])
    plain, scaled = (fit_universal_scalability(DESIGN, x * u) for u in (1.0, unit))
    assert scaled.contention == pytest.approx(plain.contention, rel=1e-6)
    assert scaled.bse["coherency"] == pytest.approx(plain.bse["coherency"], rel=1e-5)
    assert scaled.peak_throughput == pytest.approx(plain.peak_throughput * unit, rel=1e-6)


def test_the_interval_ends_where_single_values_stop_being_consistent():
    fit = fit_universal_scalability(DESIGN, [64.9, 995.9, 1652.4, 1853.2, 1828.9, 1775.0, 1702.2])
    for name, (low, high) in fit.conf_int(0.1).items():
        assert fit.consistent_with(name, low * 1.0001, 0.1)
        assert not fit.consistent_with(name, low * 0.9999, 0.1)
        assert fit.consistent_with(name, high * 0.9999, 0.1)
        assert not fit.consistent_with(name, high * 1.0001, 0.1)


def test_the_interval_of_contention_is_that_of_its_reciprocal():
    fit = fit_universal_scalability([1, 2, 4, 8, 16], [10, 18, 31, 45, 56])
    ends = fit.conf_int()
    low, high = ends["contention"]
    assert ends["saturation_sessions"] == pytest.approx((1 / high, 1 / low))


def test_profile_and_linearised_intervals_agree_when_noise_is_small():
    rng = np.random.default_rng(5)
    x = TRUTH.throughput(DESIGN) * (1 + 1e-5 * rng.standard_normal(7))
    fit = fit_universal_scalability(DESIGN, x)
    for name, (low, high) in fit.conf_int().items():
        if name in fit.bse:
            reach = 2.7764 * fit.bse[name]
            assert (low, high) == pytest.approx(
                (fit.params[name] - reach, fit.params[name] + reach)
            )


def test_the_fit_has_no_better_neighbour():
    x = np.array([64.9, 995.9, 1652.4, 1853.2, 1828.9, 1775.0, 1702.2])
    fit = fit_universal_scalability(DESIGN, x)
    rng = np.random.default_rng(0)
    for _ in range(300):
        gamma, alpha, beta = np.array(list(fit.params.values())) * rng.normal(1, 0.02, 3)
        other = ScalabilityCurve(gamma, alpha, beta).throughput(DESIGN)
        assert np.sum((x - other) ** 2) >= fit.sum_of_squares


def test_a_parameter_at_its_bound_has_a_one_sided_limit_and_no_standard_error():
    n = [1, 4, 8, 12, 16, 20, 24, 28, 32, 48, 64]
    x = [20, 78, 130, 170, 190, 200, 210, 230, 260, 280, 310]
    fit = fit_universal_scalability(n, x)
    assert fit.coherency == 0.0
    assert fit.at_bound == ("coherency",)
    assert math.isnan(fit.bse["coherency"])
    low, high = fit.conf_int()["coherency"]
    assert low == 0.0
    # One-sided: the value that a t of the 95 % point, 1.8595 with 8 degrees of freedom, rejects.
    held = fit.core.least_with("coherency", high)
    assert held / fit.sum_of_squares == pytest.approx(1 + 1.8595**2 / 8, rel=1e-4)
    nearest, farthest = fit.conf_int()["peak_sessions"]
    assert max(n) < nearest < farthest == math.inf
    assert any("one-sided" in note for note in fit.warnings)
    assert fit.params["contention"] == pytest.approx(fit_amdahl(n, x).contention, rel=1e-7)


def test_a_peak_beyond_the_sweep_is_marked():
    n = np.array([1.0, 2.0, 4.0, 8.0, 16.0])
    fit = fit_universal_scalability(n, ScalabilityCurve(10.0, 0.02, 1e-4).throughput(n))
    assert fit.peak_is_extrapolated
    assert "outside the measured" in fit.verdict
    assert any("outside the measured 1 to 16" in note for note in fit.warnings)


def test_a_straight_sweep_has_no_upper_end_of_its_peak():
    fit = fit_universal_scalability([1, 2, 4, 8], [10, 20.3, 41.4, 82.9])
    assert (fit.peak_sessions, fit.peak_throughput) == (math.inf, math.inf)
    ends = fit.conf_int()
    assert 82.9 < ends["peak_throughput"][0] < ends["peak_throughput"][1] == math.inf
    assert "no peak" in fit.verdict


def test_smooth_misfit_is_reported():
    n = np.arange(1.0, 33.0)
    x = np.minimum(n * 10.0, 120.0)
    assert any("Durbin-Watson" in note for note in fit_universal_scalability(n, x).warnings)


def test_replicates_in_any_order_are_kept():
    n, x = [8, 1, 1, 2, 4, 2, 16, 16], [48, 10, 10.3, 18, 31, 18.4, 61, 60]
    fit = fit_universal_scalability(n, x)
    assert fit.n == 8
    assert fit.df_resid == 5
    assert fit.sessions.tolist() == sorted(n)


def test_summary_names_every_quantity():
    text = fit_universal_scalability([1, 2, 4, 8, 16], [10, 18, 31, 45, 56]).summary()
    assert all(name in text for name in QUANTITIES)


@pytest.mark.parametrize(
    ("n", "x", "reason"),
    [
        ([1, 2, 4], [1, 2, 3], "at least 4 different"),
        ([1, 2, 4, 4, 4], [1, 2, 3, 3, 3.1], "at least 4 different"),
        ([1, 2, 4, 8], [5, 5, 5, 5], "all throughputs are equal"),
        ([1, 2, 4, 8], [5, 6, math.nan, 8], "finite"),
        ([1, 2, 4, 8], [5, 6, -7, 8], "positive"),
        ([0, 2, 4, 8], [5, 6, 7, 8], "positive"),
        ([1, 2, 4, 8], [5, 6, 7], "same length"),
        ([], [], "same length"),
        (["a"], ["b"], "must be numbers"),
    ],
)
def test_data_that_cannot_carry_the_law_are_refused_with_the_reason(n, x, reason):
    with pytest.raises(MeasurementError, match=reason):
        fit_universal_scalability(n, x)


def test_unknown_noise_quantity_and_alpha_are_refused():
    fit = fit_universal_scalability([1, 2, 4, 8, 16], [10, 18, 31, 45, 56])
    with pytest.raises(UsageError, match="noise"):
        fit_universal_scalability([1, 2, 4, 8], [1, 2, 3, 4], noise="other")
    with pytest.raises(UsageError, match="no quantity"):
        fit.consistent_with("sigma", 1.0)
    with pytest.raises(UsageError, match="alpha"):
        fit.conf_int(0.0)


@settings(max_examples=5, deadline=None)
@example([1.0, 2.0, 1945.134, 3121.835, 6124.0])
@given(st.lists(st.floats(1.0, 1e4), min_size=5, max_size=5, unique=True))
def test_any_positive_sweep_gives_ordered_intervals_around_the_estimates(x):
    fit = fit_universal_scalability([1, 2, 4, 8, 16], x)
    for name, (low, high) in fit.conf_int().items():
        value = {**fit.params, **fit.derived}[name]
        assert low <= value * (1 + 1e-9)
        assert high >= value * (1 - 1e-9)
