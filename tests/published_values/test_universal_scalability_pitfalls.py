"""Other ways to fit the universal law, as people do, and what they make of the same seven points.

The numbers are those of an independent program for each way; see the methods page for why the
library does not go it.
"""

import numpy as np
import pytest
from scipy.optimize import least_squares

from contention.models import ScalabilityCurve, fit_universal_scalability

N = np.array([1.0, 18.0, 36.0, 72.0, 108.0, 144.0, 216.0])
X = np.array([64.9, 995.9, 1652.4, 1853.2, 1828.9, 1775.0, 1702.2])


@pytest.fixture(scope="module")
def fit():
    return fit_universal_scalability(N, X)


def peak(alpha, beta):
    return ScalabilityCurve(1.0, alpha, beta).peak_sessions


def test_logarithms_of_residuals_are_proportional_noise():
    def misfit(p):
        curve = np.exp(p[0]) * N / (1 + p[1] * (N - 1) + p[2] * N * (N - 1))
        return np.log(curve / X)

    _, alpha, beta = least_squares(misfit, [4.3, 0.02, 1e-4], x_scale=[1, 1e-2, 1e-4]).x
    assert (alpha, beta) == pytest.approx((0.01345, 1.1511e-4), abs=5e-6)
    ours = fit_universal_scalability(N, X, noise="proportional")
    assert ours.contention == pytest.approx(alpha, rel=0.01)
    assert ours.peak_sessions == pytest.approx(92.58, abs=5e-3)


def test_dividing_by_the_first_measurement_halves_contention(fit):
    def misfit(p):
        return X[0] * N / (1 + p[0] * (N - 1) + p[1] * N * (N - 1)) - X

    found = least_squares(misfit, [0.02, 1e-4], x_scale=[1e-2, 1e-4], xtol=1e-12)
    alpha, beta = found.x
    assert (alpha, beta) == pytest.approx((0.01260, 1.1120e-4), abs=5e-6)
    assert 2 * found.cost == pytest.approx(64737, abs=0.5)
    assert peak(alpha, beta) == pytest.approx(94.23, abs=5e-3)
    assert alpha < 0.5 * fit.contention
    assert 2 * found.cost > 2 * fit.sum_of_squares


def test_the_inverted_parabola_moves_the_peak_by_a_sixth(fit):
    deviation = N / (X / X[0]) - 1.0
    square, linear = np.linalg.lstsq(
        np.column_stack([(N - 1.0) ** 2, N - 1.0]), deviation, rcond=None
    )[0]
    alpha, beta = linear - square, square
    assert alpha == pytest.approx(0.01705, abs=5e-6)
    assert beta == pytest.approx(7.892e-5, abs=5e-9)
    assert peak(alpha, beta) == pytest.approx(111.60, abs=5e-3)
    assert peak(alpha, beta) > 1.15 * fit.peak_sessions


def test_the_first_ten_points_of_a_sweep_put_its_peak_elsewhere():
    # Schwartz's Cisco server: 46.9 sessions from ten points, 35.6 from all 32.
    x = [
        955.16, 1878.91, 2688.01, 3548.68, 4315.54, 5130.43, 5931.37, 6531.08, 7219.8, 7867.61,
    ]  # fmt: skip
    fit = fit_universal_scalability(np.arange(1, 11), x)
    assert fit.contention == pytest.approx(0.01700, abs=5e-6)
    assert fit.coherency == pytest.approx(4.47e-4, abs=5e-7)
    assert fit.bse["contention"] == pytest.approx(0.00693, abs=5e-6)
    assert fit.bse["coherency"] == pytest.approx(5.18e-4, abs=5e-7)
    assert fit.peak_sessions == pytest.approx(46.9, abs=0.05)
    assert fit.peak_is_extrapolated
    low, high = fit.conf_int()["peak_sessions"]
    assert low < 35.6 < high  # the interval knew
