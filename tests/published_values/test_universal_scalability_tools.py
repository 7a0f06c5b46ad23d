"""Functions of the universal law against other programs: where they are right, and where not."""

import numpy as np
import pytest
from scipy.special import stdtrit

from contention.models import ScalabilityCurve, fit_universal_scalability

SDM_SESSIONS = [1, 18, 36, 72, 108, 144, 216]
SDM_THROUGHPUT = [64.9, 995.9, 1652.4, 1853.2, 1828.9, 1775.0, 1702.2]
RAY_PROCESSORS = [1, 4, 8, 12, 16, 20, 24, 28, 32, 48, 64]
RAY_THROUGHPUT = [20, 78, 130, 170, 190, 200, 210, 230, 260, 280, 310]
# The model of a Cisco server that usl4j and usl-rs test with.
CISCO = ScalabilityCurve(995.6486, 0.02671591, 7.690945e-4)


@pytest.fixture(scope="module")
def sdm():
    return fit_universal_scalability(SDM_SESSIONS, SDM_THROUGHPUT)


@pytest.fixture(scope="module")
def ray6():
    return fit_universal_scalability(RAY_PROCESSORS[:6], RAY_THROUGHPUT[:6])


@pytest.fixture(scope="module")
def ray():
    return fit_universal_scalability(RAY_PROCESSORS, RAY_THROUGHPUT)


def test_probabilities_of_the_r_package(sdm):
    # Printed beside t = 3.040, 5.251 and 6.332.
    free = sdm.unbounded()
    assert free.pvalues["contention"] == pytest.approx(0.03841, abs=5e-6)
    assert free.pvalues["coherency"] == pytest.approx(0.00629, abs=5e-6)
    assert free.pvalues["throughput_at_one"] == pytest.approx(0.00318, abs=5e-6)


def test_fitted_values_and_efficiency_of_the_r_package(sdm):
    fitted = [90, 1078, 1541, 1850, 1879, 1822, 1646]
    np.testing.assert_allclose(sdm.predict(SDM_SESSIONS), fitted, atol=0.5)
    efficiency = [0.7211, 0.6148, 0.5100, 0.2860, 0.1882, 0.1370, 0.0876]
    np.testing.assert_allclose(sdm.efficiency(), efficiency, atol=5e-5)
    assert float(sdm.predict(20)) == pytest.approx(1100, abs=50)  # printed to two digits


def test_other_parameters_put_in_as_the_r_package_allows(sdm):
    better = sdm.curve.what_if(contention=0.001, coherency=1e-5)
    assert better.peak_sessions == pytest.approx(316.0696, abs=5e-5)
    assert sdm.curve.what_if(contention=0.001).contention_limit == pytest.approx(89995.23, rel=1e-6)
    assert sdm.curve.contention_limit == pytest.approx(3245.589, abs=5e-4)


def test_the_time_split_counts_the_coherency_that_the_r_package_halves(sdm):
    # Its "overhead", of the time of one session for the same work; ours is per request, N times.
    n = np.array(SDM_SESSIONS, dtype=float)
    split = sdm.curve.time_split(n)
    contention = split.contention * sdm.throughput_at_one / n
    coherency = split.coherency * sdm.throughput_at_one / n
    printed = [0, 0.0262, 0.0270, 0.0273, 0.0275, 0.0275, 0.0276]
    np.testing.assert_allclose(contention, printed, atol=6e-5)
    halved = np.array([0, 0.000887, 0.001826, 0.003705, 0.005584, 0.007462, 0.011219])
    np.testing.assert_allclose(coherency, 2 * halved, atol=2e-6)
    # Ours adds up to the slowdown of the fitted curve; the printed parts fall short of it.
    whole = sdm.throughput_at_one / sdm.predict(n)
    np.testing.assert_allclose(1 / n + contention + coherency, whole, rtol=1e-12)
    assert np.all((1 / n + np.array(printed) + halved)[1:] < whole[1:])
    assert whole[-1] == pytest.approx(0.0547, abs=5e-5)


def test_student_intervals_with_the_right_quantile(ray6):
    right = {
        "contention": (-0.0022588, 0.0511469, 5e-7),
        "coherency": (0.0007949, 0.0024587, 5e-7),
        "throughput_at_one": (18.34665, 23.36544, 2e-5),
    }
    ends = ray6.conf_int(method="student")
    for name, (low, high, tolerance) in right.items():
        assert ends[name] == pytest.approx((low, high), abs=tolerance)


def test_intervals_of_the_r_package_are_too_narrow(ray6):
    # It takes the 95 % point of t with n - 1 degrees of freedom, not the 97.5 % one with n - 3.
    printed = {
        "contention": (0.00754, 0.04135),
        "coherency": (0.00110, 0.00215),
        "throughput_at_one": (19.26717, 22.44492),
    }
    student, profile = ray6.conf_int(method="student"), ray6.conf_int()
    for name, (low, high) in printed.items():
        reach = stdtrit(5, 0.95) * ray6.bse[name]
        assert low == pytest.approx(ray6.params[name] - reach, abs=6e-6)
        for ours in (student[name], profile[name]):
            assert ours[0] < low < high < ours[1]


def test_the_constant_band_of_the_r_package_is_wrong_at_both_ends(sdm):
    # 131.4 on either side at every count; at one session that is a negative throughput.
    printed = np.array([-41.4, 946.1, 1409.9, 1718.7, 1747.4, 1690.2, 1514.8])
    width = stdtrit(6, 0.95) * np.sqrt(sdm.sum_of_squares / 6)
    np.testing.assert_allclose(sdm.predict(SDM_SESSIONS) - printed, width, atol=0.06)
    bands = sdm.bands(SDM_SESSIONS)
    assert np.all(bands.low > 0.0)
    assert np.all(bands.new_low >= 0.0)
    half = (bands.high - bands.low) / 2
    assert half[0] < 0.4 * width  # narrow where the curve starts from zero
    assert half[-1] > 1.4 * width  # wide where it ends
    assert np.all(bands.new_high - bands.throughput > width)  # a new point adds its own noise


def test_first_five_ray_tracer_points_of_the_r_package():
    fit = fit_universal_scalability(RAY_PROCESSORS[:5], RAY_THROUGHPUT[:5])
    assert fit.contention == pytest.approx(0.028, abs=5e-4)
    assert fit.coherency == pytest.approx(0.001, abs=5e-4)
    assert fit.throughput_at_one == pytest.approx(21.059, abs=5e-4)


def test_ray_tracer_without_bounds(ray):
    # Base R, nls. Its own search ends at a relative offset of 1e-5.
    free = ray.unbounded()
    assert free.params["contention"] == pytest.approx(0.0781478851, rel=1e-6)
    assert free.params["coherency"] == pytest.approx(-0.0002011216, rel=3e-6)
    assert free.params["throughput_at_one"] == pytest.approx(24.7661797350, rel=1e-6)
    assert free.sum_of_squares == pytest.approx(484.0176746, abs=5e-7)
    assert free.params["coherency"] / free.bse["coherency"] == pytest.approx(-1.676, abs=5e-4)
    assert free.pvalues["coherency"] == pytest.approx(0.132, abs=5e-4)
    assert any("noise alone explains" in note for note in ray.warnings)


def test_intervals_of_the_peak_by_the_delta_method_and_by_bootstrap(sdm):
    assert sdm.conf_int(method="student")["peak_sessions"] == pytest.approx(
        (71.57, 121.47), abs=5e-3
    )
    # Without the t for 4 degrees of freedom a parametric bootstrap gave 82.47 to 123.23.
    low, high = sdm.conf_int(method="bootstrap")["peak_sessions"]
    assert 71.57 < low < 82.47
    assert high > 123.23


def test_leaving_one_point_out(sdm):
    found = sdm.influence()
    low, high = found.range("peak_sessions")
    assert (low, high) == pytest.approx((82.15, 105.21), abs=5e-3)
    peaks = dict(zip(found.sessions, found.without["peak_sessions"], strict=True))
    assert min(peaks, key=peaks.get) == 216
    assert max(peaks, key=peaks.get) == 36
    assert found.range("contention") == pytest.approx((0.0172, 0.0498), abs=5e-5)


def test_inverse_functions_of_three_libraries_are_off_and_ours_are_not():
    # Sessions, throughput, response time; then usl4j's X(R), usl4j's N(X), sca_tools' X(R).
    table = [
        (5, 4435.965987, 0.0011271502, 34367.057947, 4.922208864, 94911.604513),
        (10, 7602.334281, 0.0013153855, 33250.205245, 9.336035178, 82190.785194),
        (20, 11063.633791, 0.0018077243, 29726.234078, 15.38132481, 61414.865156),
        (30, 12222.177914, 0.0024545544, 25966.765233, 17.778000724, 46741.842802),
    ]
    for n, x, r, x_of_r, n_of_x, x_of_r_too in table:
        assert float(CISCO.throughput(n)) == pytest.approx(x, rel=1e-7)
        assert float(CISCO.response_time(n)) == pytest.approx(r, rel=1e-7)
        ours = CISCO.throughput_at_response_time(r)
        assert ours == pytest.approx(x, rel=1e-6)
        assert 2 * ours < x_of_r < x_of_r_too
        rising, falling = CISCO.sessions_at_throughput(x)
        assert rising == pytest.approx(n, rel=1e-6)
        assert n_of_x < rising < CISCO.peak_sessions < falling
        assert CISCO.response_times_at_throughput(x)[0] == pytest.approx(r, rel=1e-6)
        assert CISCO.sessions_at_response_time(r) == pytest.approx(n, rel=1e-6)
