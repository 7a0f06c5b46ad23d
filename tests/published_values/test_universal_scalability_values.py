"""Universal scalability law against numbers printed by other programs and books."""

import numpy as np
import pytest

from contention.models import ScalabilityCurve, fit_universal_scalability

# SPEC SDM91 results in Gunther, Guerrilla Capacity Planning, as shipped with the R package usl.
SDM_SESSIONS = [1, 18, 36, 72, 108, 144, 216]
SDM_THROUGHPUT = [64.9, 995.9, 1652.4, 1853.2, 1828.9, 1775.0, 1702.2]
# Ray tracer of the same book, same package.
RAY_PROCESSORS = [1, 4, 8, 12, 16, 20, 24, 28, 32, 48, 64]
RAY_THROUGHPUT = [20, 78, 130, 170, 190, 200, 210, 230, 260, 280, 310]
# Schwartz, Practical Scalability Analysis: a Cisco server, 1 to 32 sessions.
CISCO = [
    955.16, 1878.91, 2688.01, 3548.68, 4315.54, 5130.43, 5931.37, 6531.08, 7219.8, 7867.61,
    8278.71, 8646.7, 9047.84, 9426.55, 9645.37, 9897.24, 10097.6, 10240.5, 10532.39, 10798.52,
    11151.43, 11518.63, 11806.0, 12089.37, 12075.41, 12177.29, 12211.41, 12158.93, 12155.27,
    12118.04, 12140.4, 12074.39,
]  # fmt: skip


@pytest.fixture(scope="module")
def sdm():
    return fit_universal_scalability(SDM_SESSIONS, SDM_THROUGHPUT)


def test_specsdm91_coefficients_of_the_r_package(sdm):
    assert sdm.contention == pytest.approx(0.0277285, abs=5e-8)
    assert sdm.coherency == pytest.approx(0.0001044, abs=5e-8)
    assert sdm.throughput_at_one == pytest.approx(89.995233, rel=1e-6)


def test_specsdm91_standard_errors_and_t_values_of_the_r_package(sdm):
    assert sdm.bse["throughput_at_one"] == pytest.approx(14.2134894, abs=2e-5)
    assert sdm.bse["contention"] == pytest.approx(0.0091217, abs=5e-8)
    assert sdm.bse["coherency"] == pytest.approx(1.988e-5, abs=5e-9)
    t = {name: sdm.params[name] / sdm.bse[name] for name in sdm.params}
    assert t["contention"] == pytest.approx(3.040, abs=5e-4)
    assert t["coherency"] == pytest.approx(5.251, abs=5e-4)
    assert t["throughput_at_one"] == pytest.approx(6.332, abs=5e-4)


def test_specsdm91_residuals_of_the_r_package(sdm):
    printed = [-25.10, -81.66, 111.09, 3.05, -49.99, -46.60, 56.00]
    np.testing.assert_allclose(sdm.residuals, printed, atol=5e-3)
    assert sdm.residual_standard_error == pytest.approx(82.85, abs=5e-3)
    assert sdm.sum_of_squares == pytest.approx(27453.720, abs=5e-4)
    assert sdm.df_resid == 4


def test_specsdm91_peak_and_saturation_of_the_r_package(sdm):
    assert sdm.peak_sessions == pytest.approx(96.51956, abs=2e-5)
    assert sdm.peak_throughput == pytest.approx(1884, abs=0.5)
    assert sdm.saturation_sessions == pytest.approx(36.06401, abs=1e-5)
    assert sdm.predict(sdm.saturation_sessions) == pytest.approx(1542, abs=0.5)
    assert sdm.throughput_at_one / sdm.contention == pytest.approx(3245.589, abs=5e-4)


def test_specsdm91_interval_of_the_peak_is_skewed_like_a_bootstrap(sdm):
    # Delta method 71.57 to 121.47; parametric bootstrap 82.47 to 123.23. With Student's t for
    # four degrees of freedom the profile is wider than the bootstrap, and as skewed.
    low, high = sdm.conf_int()["peak_sessions"]
    assert low < 82.47
    assert high > 123.23
    assert high - sdm.peak_sessions > 2 * (sdm.peak_sessions - low)


def test_specsdm91_weighted_by_throughput():
    # lmfit and scipy with sigma = y.
    fit = fit_universal_scalability(SDM_SESSIONS, SDM_THROUGHPUT, noise="proportional")
    assert fit.contention == pytest.approx(0.01352, abs=5e-6)
    assert fit.coherency == pytest.approx(1.1509e-4, abs=5e-9)
    assert fit.throughput_at_one == pytest.approx(67.71, abs=5e-3)
    assert fit.peak_sessions == pytest.approx(92.58, abs=5e-3)


def test_specsdm91_leaving_one_point_out():
    peaks = {
        n: fit_universal_scalability(
            np.delete(SDM_SESSIONS, i), np.delete(SDM_THROUGHPUT, i)
        ).peak_sessions
        for i, n in enumerate(SDM_SESSIONS)
    }
    assert min(peaks, key=peaks.get) == 216
    assert max(peaks, key=peaks.get) == 36
    assert peaks[216] == pytest.approx(82.15, abs=5e-3)
    assert peaks[36] == pytest.approx(105.21, abs=5e-3)


def test_first_six_ray_tracer_points_of_the_r_package():
    fit = fit_universal_scalability(RAY_PROCESSORS[:6], RAY_THROUGHPUT[:6])
    assert fit.contention == pytest.approx(0.02444, abs=5e-6)
    assert fit.coherency == pytest.approx(0.00163, abs=5e-6)
    assert fit.throughput_at_one == pytest.approx(20.85605, abs=5e-6)
    # The package prints 0.00754 to 0.04135 for contention; with n - 3 degrees of freedom zero is
    # inside.
    assert fit.conf_int()["contention"][0] == 0.0


def test_all_ray_tracer_points_put_coherency_on_its_bound():
    # Base R, nls with algorithm "port" and bounds.
    fit = fit_universal_scalability(RAY_PROCESSORS, RAY_THROUGHPUT)
    assert fit.coherency == 0.0
    assert fit.contention == pytest.approx(0.05777078, abs=1e-7)
    assert fit.throughput_at_one == pytest.approx(21.848843, abs=1e-5)
    assert fit.sum_of_squares == pytest.approx(697.238, abs=5e-4)
    np.testing.assert_allclose(fit.predict([96, 128]), [323.28, 335.46], atol=5e-3)


def test_cisco_coefficients_of_the_book_and_of_usl4j():
    fit = fit_universal_scalability(np.arange(1, 33), CISCO)
    assert fit.contention == pytest.approx(0.02671591, rel=1e-5)
    assert fit.coherency == pytest.approx(7.690945e-4, rel=1e-5)
    assert fit.throughput_at_one == pytest.approx(995.6486, rel=1e-6)
    assert np.floor(fit.peak_sessions) == 35
    assert fit.predict(35) == pytest.approx(12341.7454, rel=1e-5)
    assert fit.peak_is_extrapolated
    assert any("Durbin-Watson 0.28" in note for note in fit.warnings)


def test_cisco_curve_of_usl_rs_and_its_correct_inverses():
    curve = ScalabilityCurve(995.6486, 0.02671591, 7.690945e-4)
    n = [1, 20, 35]
    np.testing.assert_allclose(
        curve.response_time(n), [0.00100437022, 0.00180772444, 0.00283590351], rtol=1e-6
    )
    np.testing.assert_allclose(
        curve.throughput(n), [995.64880, 11063.63310, 12341.74571], rtol=1e-6
    )
    # The inverses that those libraries get wrong: 17.78 for 30 sessions, 33250 for 7602 per s.
    assert curve.sessions_at_throughput(12222.177914)[0] == pytest.approx(30.0, abs=1e-5)
    assert curve.throughput_at_response_time(0.0013153855) == pytest.approx(7602.334, rel=1e-6)


def test_sessions_at_response_time_of_usl4j():
    n = np.arange(1, 11)
    curve = fit_universal_scalability(n, CISCO[:10]).curve
    for r, sessions in ((0.0012, 7.230629), (0.0016, 20.251064), (0.0020, 29.888894)):
        assert curve.sessions_at_response_time(r) == pytest.approx(sessions, abs=2e-4)


def test_the_synthetic_set_of_the_r_package():
    fit = fit_universal_scalability(
        [1, 2, 4, 6, 8, 10], [1, 1.8868, 3.0769, 3.5294, 3.5398, 3.3557]
    )
    rounded = (fit.contention, fit.coherency, fit.throughput_at_one)
    assert rounded == pytest.approx((0.02, 0.02, 1.00), abs=5e-4)
