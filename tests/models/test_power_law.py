"""Power laws: exact ones are recovered, intervals cover, bends are noticed."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import linregress
from scipy.stats import t as student

from contention.errors import FitError, MeasurementError
from contention.models import fit_power_law, local_exponents

N = np.array([1.0, 2, 4, 8, 16, 32, 64])
# Mean distance from the sun in astronomical units and sidereal period in years, JPL.
AU = [0.38710, 0.72333, 1.00000, 1.52366, 5.20336, 9.53707, 19.1913, 30.0690]
YEARS = [0.24085, 0.61520, 1.00000, 1.88082, 11.8626, 29.4475, 84.0168, 164.791]


@given(st.floats(-3, 3), st.floats(1e-3, 1e6))
def test_an_exact_law_is_recovered(exponent, coefficient):
    fit = fit_power_law(N, coefficient * N**exponent)
    assert fit.exponent == pytest.approx(exponent, abs=1e-9)
    assert fit.coefficient == pytest.approx(coefficient, rel=1e-9)
    assert fit.derived["factor_per_doubling"] == pytest.approx(2**exponent)
    np.testing.assert_allclose(fit.predict(N), coefficient * N**exponent, rtol=1e-9)


@given(st.floats(0.01, 100), st.floats(0.01, 100))
def test_the_exponent_does_not_depend_on_units(per_session, per_value):
    y = np.array([3.0, 5.0, 11.0, 18.0, 43.0, 70.0, 160.0])
    scaled = fit_power_law(per_session * N, per_value * y)
    plain = fit_power_law(N, y)
    assert scaled.exponent == pytest.approx(plain.exponent)
    assert scaled.conf_int()["exponent"] == pytest.approx(plain.conf_int()["exponent"])


def test_kepler_s_third_law():
    assert fit_power_law(AU, YEARS).exponent == pytest.approx(1.5, abs=2e-4)


def test_it_is_the_regression_of_the_logarithms():
    y = np.array([22759.0, 32642, 46891, 148295, 394357, 1050489, 4138461])
    fit, other = fit_power_law(N, y), linregress(np.log(N), np.log(y))
    assert fit.exponent == pytest.approx(other.slope)
    assert fit.bse["exponent"] == pytest.approx(other.stderr)
    assert fit.r_squared == pytest.approx(other.rvalue**2)
    reach = student(5).ppf(0.95) * other.stderr
    assert fit.conf_int(0.1)["exponent"] == pytest.approx(
        (other.slope - reach, other.slope + reach)
    )


@pytest.mark.parametrize("n", [4, 7])
def test_intervals_and_bands_cover_when_relative_errors_are_equal(n):
    rng, hits, inside = np.random.default_rng(4), 0, 0
    for _ in range(1000):
        y = 5 * N[:n] ** 0.7 * np.exp(0.2 * rng.standard_normal(n))
        fit = fit_power_law(N[:n], y)
        low, high = fit.conf_int(0.1)["exponent"]
        hits += low <= 0.7 <= high
        below, above = fit.band(3.0, 0.1)
        inside += below[0] <= 5 * 3**0.7 <= above[0]
    assert 870 <= hits <= 930
    assert 870 <= inside <= 930


def test_a_bend_is_noticed_as_often_as_it_should_be_and_when_it_is_there():
    rng = np.random.default_rng(5)
    straight = [
        fit_power_law(N, N * np.exp(0.2 * rng.standard_normal(7))).curvature_pvalue < 0.05
        for _ in range(1000)
    ]
    assert 25 <= sum(straight) <= 80
    bent = fit_power_law(N, 10 + N**2)
    assert "bend in log-log axes" in bent.warnings[0]
    assert np.isnan(fit_power_law(N[:3], N[:3]).curvature_pvalue)
    assert "3 points" in fit_power_law(N[:3], N[:3]).warnings[0]


def test_a_range_takes_both_of_its_ends():
    y = np.where(N < 8, N, N**2)
    fit = fit_power_law(N, y, at_least=8, at_most=32)
    assert (fit.sessions.tolist(), round(fit.exponent, 9)) == ([8, 16, 32], 2)
    assert "grows as sessions to the power 2" in fit.summary()


def test_what_cannot_be_fitted_is_refused():
    with pytest.raises(MeasurementError, match="at least three points"):
        fit_power_law(N, N, at_least=32)
    with pytest.raises(MeasurementError, match="positive and finite"):
        fit_power_law([1, 2, 3], [1, 0, 3])
    with pytest.raises(FitError, match="cannot be told apart"):
        fit_power_law([2, 2, 2], [1, 2, 3])


@given(st.floats(-2, 2))
def test_the_local_exponents_of_a_law_are_all_its_own(exponent):
    assert local_exponents(N[::-1], N[::-1] ** exponent) == pytest.approx([exponent] * 6, abs=1e-9)


def test_local_exponents_need_different_counts():
    with pytest.raises(MeasurementError, match="all differ"):
        local_exponents([1, 2, 2], [1, 2, 3])
