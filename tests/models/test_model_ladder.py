"""The ladder of scalability laws: tests of added parameters, criteria, and the rule."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import curve_fit

from contention.errors import MeasurementError, UsageError
from contention.models import (
    ScalabilityCurve,
    corrected_information,
    fit_amdahl,
    fit_model_ladder,
    fit_universal_scalability,
)

SDM_SESSIONS = [1, 18, 36, 72, 108, 144, 216]
SDM_THROUGHPUT = [64.9, 995.9, 1652.4, 1853.2, 1828.9, 1775.0, 1702.2]
RAY_PROCESSORS = [1, 4, 8, 12, 16, 20, 24, 28, 32, 48, 64]
RAY_THROUGHPUT = [20, 78, 130, 170, 190, 200, 210, 230, 260, 280, 310]
DOUBLING = np.array([1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0])


def test_specsdm91_criteria_and_f_test():
    ladder = fit_model_ladder(SDM_SESSIONS, SDM_THROUGHPUT)
    assert [round(step.aicc, 2) for step in ladder.steps] == [100.06, 82.87, 85.92]
    top = ladder["universal_scalability"]
    assert top.f_statistic == pytest.approx(15.1, abs=0.05)
    assert top.p_value_two_sided == pytest.approx(0.018, abs=5e-4)
    assert top.p_value == top.p_value_two_sided / 2
    assert top.df_resid == 4


def test_specsdm91_disagreement_of_f_and_aicc_is_said():
    ladder = fit_model_ladder(SDM_SESSIONS, SDM_THROUGHPUT)
    assert ladder.chosen.law == "universal_scalability"
    assert ladder.preferred_by_aicc.law == "amdahl"
    assert any("disagree" in note and "82.87 against 85.92" in note for note in ladder.warnings)
    assert ladder.retrograde.observed
    assert 0.08 < ladder.retrograde.fall < 0.09
    assert "8.1%" in ladder.verdict


def test_ray_tracer_criteria_with_coherency_of_either_sign():
    # The published third value is that of a curve whose coherency may be negative.
    ladder = fit_model_ladder(RAY_PROCESSORS, RAY_THROUGHPUT)
    assert [round(step.aicc, 2) for step in ladder.steps[:2]] == [98.11, 55.07]

    def curve(n, gamma, alpha, beta):
        return gamma * n / (1 + alpha * (n - 1) + beta * n * (n - 1))

    n, x = np.array(RAY_PROCESSORS, float), np.array(RAY_THROUGHPUT, float)
    free, _ = curve_fit(curve, n, x, (20, 0.06, 0.0))
    assert free[2] < 0
    rest = float(np.sum((curve(n, *free) - x) ** 2))
    assert corrected_information(rest, 11, 3) == pytest.approx(56.29, abs=5e-3)


def test_a_parameter_on_its_bound_is_not_needed():
    ladder = fit_model_ladder(RAY_PROCESSORS, RAY_THROUGHPUT)
    top = ladder["universal_scalability"]
    assert (top.f_statistic, top.p_value) == (0.0, 1.0)
    assert ladder.chosen.law == "amdahl"
    assert ladder.params == pytest.approx(fit_amdahl(RAY_PROCESSORS, RAY_THROUGHPUT).params)


def test_the_f_of_one_parameter_is_nearly_the_square_of_its_t():
    x = ScalabilityCurve(100.0, 0.05, 2e-5).throughput(DOUBLING)
    x = x * (1 + 3e-3 * np.array([1, -1, -1, 1, -1, 1, -1]))
    ladder, fit = fit_model_ladder(DOUBLING, x), fit_universal_scalability(DOUBLING, x)
    t = fit.coherency / fit.bse["coherency"]
    assert ladder["universal_scalability"].f_statistic == pytest.approx(t * t, rel=0.05)


@pytest.mark.parametrize(
    ("truth", "law"),
    [
        (ScalabilityCurve(10.0, 0.0, 0.0), "linear_scaling"),
        (ScalabilityCurve(10.0, 0.05, 0.0), "amdahl"),
        (ScalabilityCurve(10.0, 0.05, 1e-3), "universal_scalability"),
        (ScalabilityCurve(10.0, 0.0, 1e-3), "universal_scalability"),
    ],
)
@pytest.mark.parametrize("noise", ["constant", "proportional"])
def test_exact_data_give_their_own_law(truth, law, noise):
    ladder = fit_model_ladder(DOUBLING, truth.throughput(DOUBLING), noise=noise)
    assert ladder.chosen.law == law


@settings(max_examples=25, deadline=None)
@given(
    st.lists(st.floats(0.8, 1.2), min_size=7, max_size=7),
    st.floats(0.0, 0.3),
    st.sampled_from(["constant", "proportional"]),
    st.floats(1e-3, 1e6),
)
def test_each_step_fits_no_worse_and_the_unit_does_not_matter(errors, alpha, noise, unit):
    x = ScalabilityCurve(10.0, alpha, 0.0).throughput(DOUBLING) * errors
    ladder = fit_model_ladder(DOUBLING, x, noise=noise)
    sums = [step.sum_of_squares for step in ladder.steps]
    assert sums[0] * (1 + 1e-9) >= sums[1] >= sums[2] * (1 - 1e-9)
    assert all(0.0 <= step.p_value <= 1.0 for step in ladder.steps[1:])
    scaled = fit_model_ladder(DOUBLING, x * unit, noise=noise)
    for ours, theirs in zip(ladder.steps[1:], scaled.steps[1:], strict=True):
        assert theirs.f_statistic == pytest.approx(ours.f_statistic, rel=1e-4, abs=1e-6)


def test_the_rival_is_compared_by_aicc_only():
    ladder = fit_model_ladder(SDM_SESSIONS, SDM_THROUGHPUT)
    frame = ladder.frame().set_index("model")
    assert np.isnan(frame.loc["closed_network", "f"])
    assert frame.loc["closed_network", "aicc"] == ladder.rival_aicc
    expected = corrected_information(ladder.rival.sum_of_squares, 7, 2)
    assert ladder.rival_aicc == expected
    assert any("one queue and a delay" in note for note in ladder.warnings)
    assert fit_model_ladder(SDM_SESSIONS, SDM_THROUGHPUT, noise="proportional").rival is None
    assert fit_model_ladder([1.5, 2, 4, 8], [15, 19, 35, 60]).rival is None


def test_weights_take_the_place_of_the_noise():
    x = np.array(SDM_THROUGHPUT)
    relative = fit_model_ladder(SDM_SESSIONS, x, weights=1 / x**2)
    proportional = fit_model_ladder(SDM_SESSIONS, x, noise="proportional")
    assert relative.noise == "weights"
    assert relative.rival is None
    for ours, theirs in zip(relative.steps[1:], proportional.steps[1:], strict=True):
        assert ours.f_statistic == pytest.approx(theirs.f_statistic, rel=1e-6)
    order = np.argsort(-x)
    shuffled = fit_model_ladder(np.array(SDM_SESSIONS)[order], x[order], weights=1 / x[order] ** 2)
    assert shuffled.params == pytest.approx(relative.params)


def test_too_few_points_for_the_criterion_are_said():
    ladder = fit_model_ladder([1, 2, 4, 8, 16], [10, 19, 35, 60, 90])
    assert math.isinf(ladder.steps[-1].aicc)
    assert any("too few for the AICc" in note for note in ladder.warnings)
    assert any("tests could not see" in note for note in ladder.warnings)


def test_a_fall_that_the_chosen_law_cannot_show_is_said():
    # Slow growth that no law here fits, and a small drop between two counts, run twice each.
    n = np.repeat([1, 2, 4, 8, 16, 32, 64, 128, 256], 2)
    x = np.repeat([100, 170, 260, 300, 430, 520, 660, 700, 699], 2) + np.tile([0.01, -0.01], 9)
    ladder = fit_model_ladder(n, x)
    assert ladder.retrograde.observed
    assert ladder.chosen.law == "amdahl"
    assert any("cannot fall" in note for note in ladder.warnings)


def test_the_result_offers_what_every_fit_does():
    ladder = fit_model_ladder(SDM_SESSIONS, SDM_THROUGHPUT)
    fit = fit_universal_scalability(SDM_SESSIONS, SDM_THROUGHPUT)
    assert ladder.n == 7
    assert ladder.conf_int() == fit.conf_int()
    assert ladder.bse == fit.bse
    assert ladder.predict([10]) == fit.predict([10])
    assert set(ladder.units) == {*ladder.params, *ladder.derived}
    assert "universal_scalability_aicc" in ladder.summary()
    with pytest.raises(KeyError):
        ladder["gustafson"]
    assert "no test asks" in fit_model_ladder([1, 2, 4, 8, 9], [10, 20, 41, 80, 90]).verdict


def test_what_cannot_be_fitted_or_asked_is_refused():
    with pytest.raises(MeasurementError, match="at least 4 different"):
        fit_model_ladder([1, 2, 4], [1, 2, 3])
    with pytest.raises(UsageError, match="alpha"):
        fit_model_ladder(SDM_SESSIONS, SDM_THROUGHPUT, level=1.0)
