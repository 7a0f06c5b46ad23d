"""Breaks and knees against numbers printed by other programs and papers."""

import warnings

import numpy as np
import pytest

from contention.models import (
    fit_segmented_regression,
    fit_universal_scalability,
    kneedle_knee,
    saturation_stability,
)

# Bacon and Watts, Biometrika 58, 1971: log height of stagnant surface layer against log flow
# rate of water down an inclined channel, as shipped with the R package segmented.
STAGNANT = np.array([
    (-1.39, 1.12), (-1.39, 1.12), (-1.08, 0.99), (-1.08, 1.03), (-0.94, 0.92), (-0.8, 0.9),
    (-0.63, 0.81), (-0.63, 0.83), (-0.25, 0.65), (-0.25, 0.67), (-0.12, 0.6), (-0.12, 0.59),
    (0.01, 0.51), (0.11, 0.43), (0.11, 0.43), (0.25, 0.33), (0.25, 0.3), (0.34, 0.25),
    (0.34, 0.24), (0.44, 0.13), (0.59, -0.01), (0.7, -0.13), (0.7, -0.14), (0.85, -0.3),
    (0.85, -0.33), (0.99, -0.46), (0.99, -0.43), (1.19, -0.65),
])  # fmt: skip
# Sweeps of Gunther's and Schwartz's books; see test_universal_scalability_values.
RAY_PROCESSORS = [1, 4, 8, 12, 16, 20, 24, 28, 32, 48, 64]
RAY_THROUGHPUT = [20, 78, 130, 170, 190, 200, 210, 230, 260, 280, 310]
CISCO = [
    955.16, 1878.91, 2688.01, 3548.68, 4315.54, 5130.43, 5931.37, 6531.08, 7219.8, 7867.61,
    8278.71, 8646.7, 9047.84, 9426.55, 9645.37, 9897.24, 10097.6, 10240.5, 10532.39, 10798.52,
    11151.43, 11518.63, 11806.0, 12089.37, 12075.41, 12177.29, 12211.41, 12158.93, 12155.27,
    12118.04, 12140.4, 12074.39,
]  # fmt: skip


@pytest.fixture(scope="module")
def stagnant():
    return fit_segmented_regression(*STAGNANT.T)


def test_stagnant_estimates_of_the_r_package_segmented(stagnant):
    assert stagnant.break_point == pytest.approx(0.041105784, abs=1e-8)
    assert stagnant.slope_before == pytest.approx(-0.42207681, abs=1e-8)
    assert stagnant.slope_after == pytest.approx(-1.02056750, abs=1e-7)
    assert stagnant.constant == pytest.approx(0.54466108, abs=1e-8)
    assert stagnant.sum_of_squares == pytest.approx(0.009140197232, abs=1e-12)


def test_stagnant_standard_errors_of_the_r_package_segmented(stagnant):
    assert stagnant.bse["break_point"] == pytest.approx(0.02283480677, abs=1e-9)
    assert stagnant.bse["slope_before"] == pytest.approx(0.011487307, abs=1e-9)
    assert stagnant.bse["slope_after"] == pytest.approx(0.015067939, abs=1e-9)


def test_stagnant_linearised_interval_of_the_r_package_segmented(stagnant):
    ends = stagnant.linearised_interval()
    assert ends == pytest.approx((-0.00602294085, 0.0882345089), abs=1e-9)


def test_stagnant_break_of_the_python_package_pwlf(stagnant):
    assert stagnant.break_point == pytest.approx(0.04110578, abs=5e-9)
    assert stagnant.sum_of_squares == pytest.approx(0.00914020, abs=5e-9)


def test_the_profile_interval_of_stagnant_is_not_symmetric(stagnant):
    # The printed interval takes the bend of the sum of squares at its minimum for all of it.
    low, high = stagnant.conf_int()["break_point"]
    printed = (-0.00602294085, 0.0882345089)
    assert low < printed[0] - 0.02
    assert high == pytest.approx(printed[1], abs=0.001)


def test_figure_2_of_the_kneedle_paper():
    x = np.linspace(0.0, 1.0, 10)
    # Sessions are positive, so the axis is shifted by one.
    knee = kneedle_knee(x + 1.0, -1.0 / (x + 0.1) + 5.0 + 10.0, resample=False)
    assert knee.sessions - 1.0 == pytest.approx(0.22, abs=5e-3)
    assert knee.throughput - 10.0 == pytest.approx(1.897, abs=5e-4)


def as_measured(sessions, throughput, first):
    return kneedle_knee(sessions[:first], throughput[:first], resample=False).sessions


def test_kneedle_of_the_library_moves_when_two_ray_tracer_points_are_added():
    assert as_measured(RAY_PROCESSORS, RAY_THROUGHPUT, 8) == 12
    assert as_measured(RAY_PROCESSORS, RAY_THROUGHPUT, 10) == 32


def test_even_steps_keep_the_knee_of_the_ray_tracer_where_the_library_moves_it():
    for first in (8, 10):
        assert kneedle_knee(RAY_PROCESSORS[:first], RAY_THROUGHPUT[:first]).sessions == 12


def test_kneedle_of_the_library_moves_as_the_cisco_sweep_grows():
    counts = np.arange(1, 33)
    found = [as_measured(counts, CISCO, first) for first in (12, 18, 24, 30)]
    assert found == [7, 10, 10, 13]


def peaks_and_interval(sessions, throughput, first):
    fits = [
        fit_universal_scalability(sessions[:n], throughput[:n])
        for n in range(first, len(sessions) + 1)
    ]
    return [fit.peak_sessions for fit in fits], fits[0].conf_int()["peak_sessions"]


def test_the_cisco_peak_of_ten_points_is_35_per_cent_beyond_that_of_all():
    counts = np.arange(1, 33)
    early, late = (fit_universal_scalability(counts[:n], CISCO[:n]) for n in (10, 32))
    assert early.peak_sessions == pytest.approx(46.9, abs=0.05)
    assert early.coherency == pytest.approx(4.47e-4, abs=5e-7)
    assert early.bse["coherency"] == pytest.approx(5.18e-4, abs=5e-7)
    assert late.peak_sessions == pytest.approx(35.6, abs=0.05)


def test_the_interval_of_eight_ray_tracer_points_holds_the_peaks_of_all_longer_sweeps():
    # The library moved from 12 to 32 here; the model says from the start that it does not know.
    peaks, (low, high) = peaks_and_interval(RAY_PROCESSORS, RAY_THROUGHPUT, 8)
    assert all(low <= peak <= high for peak in peaks)
    assert high == np.inf


def test_the_interval_of_ten_cisco_points_holds_the_final_peak():
    # Kneedle moves from 7 to 14. Between 11 and 18 points a kink is taken for the peak: the
    # intervals are then too short, and only leaving points out shows it.
    peaks, (low, high) = peaks_and_interval(np.arange(1, 33), CISCO, 10)
    assert low < peaks[-1] < high
    assert not low < peaks[4] < high
    settled, (low, high) = peaks_and_interval(np.arange(1, 33), CISCO, 24)
    assert all(low < peak < high for peak in settled)


def test_kneedle_says_nothing_to_the_warning_filters():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert np.isnan(kneedle_knee([1, 2, 3, 4], [1.0, 2.0, 3.0, 4.0]).sessions)


def test_the_ray_tracer_knee_has_no_upper_limit_that_the_library_could_know_of():
    whole = saturation_stability(RAY_PROCESSORS, RAY_THROUGHPUT)
    assert not whole["universal_peak"].is_stable
    assert "measure to at least 128" in whole.design_hint


def test_the_cisco_sweep_ends_before_its_peak_has_settled():
    # Published: a peak of 46.9 sessions by the first 10 points, and of 35.6 by all 32.
    whole = saturation_stability(np.arange(1, 33), CISCO)
    peak = whole["universal_peak"]
    at = dict(zip(peak.last_sessions, peak.rows, strict=True))
    assert at[10.0].sessions == pytest.approx(46.9, abs=0.05)
    assert at[32.0].sessions == pytest.approx(35.6, abs=0.05)
    assert peak.verdict == "still moving at the end of the sweep"
    assert "measure to at least 54 sessions" in whole.design_hint
