"""Bands, bootstrap, influence, the unbounded fit, residual checks and designs."""

import math

import numpy as np
import pytest
from scipy.special import stdtrit

from contention.errors import UsageError
from contention.models import (
    ScalabilityCurve,
    design_advice,
    fit_amdahl,
    fit_linear_scaling,
    fit_universal_scalability,
    plan_scalability_sweep,
)
from contention.models.profile_ends import profile_ends
from contention.models.scalability_intervals import gradient
from contention.models.scalability_residuals import residual_checks

SDM_N = [1, 18, 36, 72, 108, 144, 216]
SDM_X = [64.9, 995.9, 1652.4, 1853.2, 1828.9, 1775.0, 1702.2]
RAY_N = [1, 4, 8, 12, 16, 20, 24, 28, 32, 48, 64]
RAY_X = [20, 78, 130, 170, 190, 200, 210, 230, 260, 280, 310]


@pytest.fixture(scope="module")
def sdm():
    return fit_universal_scalability(SDM_N, SDM_X)


@pytest.fixture(scope="module")
def ray():
    return fit_universal_scalability(RAY_N, RAY_X)


@pytest.mark.parametrize("noise", ["constant", "proportional"])
def test_bands_of_a_straight_line_are_those_of_the_textbook(noise):
    n, x = np.array([1.0, 2, 4, 8]), np.array([10.3, 19.1, 42.0, 78.5])
    fit = fit_linear_scaling(n, x, noise=noise)
    at = np.array([3.0, 20.0])
    bands = fit.bands(at)
    w = 1.0 / x if noise == "proportional" else np.ones(4)
    t, s = stdtrit(3, 0.975), fit.residual_standard_error
    h = at**2 / np.sum((w * n) ** 2)
    own = fit.predict(at) ** 2 if noise == "proportional" else 1.0
    np.testing.assert_allclose(bands.high - bands.throughput, t * s * np.sqrt(h), rtol=1e-5)
    np.testing.assert_allclose(bands.throughput - bands.low, t * s * np.sqrt(h), rtol=1e-5)
    reach = t * s * np.sqrt(h + own)
    np.testing.assert_allclose(bands.new_high - bands.throughput, reach, rtol=1e-5)
    assert bands.extrapolated.tolist() == [False, True]


def test_a_band_ends_where_a_held_throughput_reaches_the_threshold(sdm):
    # At the session count of the peak the curve may not pass higher than its band allows.
    bands = sdm.bands([60.0], alpha=0.1)
    limit = sdm.sum_of_squares * (1 + stdtrit(4, 0.95) ** 2 / 4)
    rng = np.random.default_rng(0)
    seen = []
    for gamma, alpha, beta in rng.normal(1, [0.25, 0.5, 0.3], (20_000, 3)):
        curve = ScalabilityCurve(90 * max(gamma, 0.1), 0.0277 * abs(alpha), 1.04e-4 * abs(beta))
        if np.sum((np.array(SDM_X) - curve.throughput(SDM_N)) ** 2) <= limit:
            seen.append(float(curve.throughput(60.0)))
    assert len(seen) > 100
    assert bands.low[0] <= min(seen)
    assert max(seen) <= bands.high[0]
    assert max(seen) - min(seen) > 0.8 * (bands.high[0] - bands.low[0])


def test_bands_mark_what_lies_outside_and_never_go_below_zero(sdm):
    frame = sdm.bands([0.5, 1, 216, 217, 5000]).frame()
    assert frame.extrapolated.tolist() == [True, False, False, True, True]
    assert (frame[["low", "new_low"]] >= 0.0).all(axis=None)
    assert (frame.new_low <= frame.low).all()
    assert (frame.low < frame.throughput).all()
    assert (frame.throughput < frame.high).all()
    assert (frame.high < frame.new_high).all()


def test_bands_stand_at_the_measured_counts_unless_told(ray):
    assert ray.bands().sessions.tolist() == RAY_N
    narrow, wide = ray.bands([20.0], alpha=0.5), ray.bands([20.0], weight=0.25)
    assert narrow.level == 0.5
    assert wide.new_high[0] > ray.bands([20.0]).new_high[0] > narrow.new_high[0]
    with pytest.raises(UsageError, match="positive session counts"):
        ray.bands([0.0])


def test_an_exact_fit_has_bands_without_width():
    n = np.array([1.0, 2, 4, 8, 16])
    bands = fit_universal_scalability(n, ScalabilityCurve(10.0, 0.1, 0.01).throughput(n)).bands()
    np.testing.assert_allclose(bands.new_high, bands.low, rtol=1e-6)


def test_an_end_that_nothing_excludes_is_the_bound():
    def level(values, rows):
        return 1.0 + values / (1.0 + values)  # never reaches 3

    ends = profile_ends(level, np.zeros(1), np.ones(1), 1.0, 3.0, bound=math.inf)
    assert ends.tolist() == [math.inf]


@pytest.mark.parametrize("kind", ["parametric", "residual"])
def test_percentiles_of_refits_agree_with_student_when_noise_is_small(kind):
    rng = np.random.default_rng(5)
    n = np.repeat([1.0, 2, 4, 8, 16, 32], 4)
    x = ScalabilityCurve(100.0, 0.05, 1e-3).throughput(n) * (1 + 1e-4 * rng.standard_normal(24))
    fit = fit_universal_scalability(n, x)
    drawn = fit.bootstrap(4000, kind=kind, seed=2)
    student = fit.conf_int(method="student")
    assert drawn.draws == 4000
    for name, (low, high) in drawn.conf_int().items():
        centre, width = fit.derived.get(name, fit.params.get(name)), np.diff(student[name])[0]
        assert high - low == pytest.approx(width, rel=0.12)
        assert (low + high) / 2 == pytest.approx(centre, abs=0.06 * width)


def test_the_bootstrap_of_a_parameter_on_its_bound_is_one_sided(ray):
    ends = ray.conf_int(method="bootstrap")
    assert ends["coherency"][0] == 0.0 < ends["coherency"][1]
    assert RAY_N[-1] < ends["peak_sessions"][0] < ends["peak_sessions"][1] == math.inf
    assert ray.conf_int(method="bootstrap") == ends  # the seed decides
    assert ray.conf_int(method="bootstrap", seed=1) != ends


def test_student_intervals_say_nothing_of_what_rests_on_a_bound(ray):
    ends = ray.conf_int(method="student")
    assert all(map(math.isnan, ends["coherency"] + ends["peak_sessions"] + ends["peak_throughput"]))
    assert ends["contention"][0] < ray.contention < ends["contention"][1]
    amdahl = fit_amdahl(RAY_N, RAY_X).conf_int(method="student")
    assert amdahl["peak_throughput"][0] > 310


def test_what_is_not_offered_is_refused(sdm):
    with pytest.raises(UsageError, match="kind of interval"):
        sdm.conf_int(method="guess")
    with pytest.raises(UsageError, match="kind of bootstrap"):
        sdm.bootstrap(kind="cases")
    with pytest.raises(UsageError, match="at least 100 draws"):
        sdm.bootstrap(10)


@pytest.mark.parametrize("name", ["peak_sessions", "peak_throughput", "saturation_sessions"])
@pytest.mark.parametrize("curve", [(90.0, 0.03, 1e-4), (10.0, 0.4, 0.02), (5.0, 1.5, 0.1)])
def test_gradients_of_derived_quantities_are_differences(name, curve):
    found = gradient(ScalabilityCurve(*curve), name)
    for i in range(3):
        step = 1e-5 * curve[i]
        up, down = np.array([curve, curve])
        up[i] += step
        down[i] -= step
        rise = getattr(ScalabilityCurve(*up), name) - getattr(ScalabilityCurve(*down), name)
        assert found[i] == pytest.approx(rise / (2 * step), rel=1e-4, abs=1e-6)


def test_leverage_adds_up_to_the_parameters_and_cooks_distance_to_its_definition(sdm):
    found = sdm.influence()
    assert found.leverage.sum() == pytest.approx(3.0)
    scaled = found.residuals / (sdm.residual_standard_error * np.sqrt(1 - found.leverage))
    np.testing.assert_allclose(found.standardised, scaled)
    cook = scaled**2 * found.leverage / (3 * (1 - found.leverage))
    np.testing.assert_allclose(found.cooks_distance, cook)
    assert "peak_sessions_without" in found.frame()
    assert any("the point at 18 sessions decides" in note for note in sdm.warnings)


def test_a_point_that_the_fit_cannot_do_without_has_no_estimate_without_it():
    fit = fit_universal_scalability([1, 2, 4, 8, 8, 8], [10, 18, 31, 45, 46, 44.5])
    found = fit.influence()
    assert np.isfinite(found.without["contention"]).all()  # three counts are left: exact
    amdahl = fit_linear_scaling([1, 2, 2], [10, 19.5, 20.5]).influence()
    assert np.isfinite(amdahl.change("throughput_at_one")).all()


def test_a_wild_point_is_named():
    n = np.array([1.0, 2, 4, 8, 12, 16, 24, 32, 48, 64])
    x = ScalabilityCurve(100.0, 0.03, 4e-4).throughput(n)
    x *= 1 + 0.003 * np.random.default_rng(1).standard_normal(10)
    assert not any("decides" in note for note in fit_universal_scalability(n, x).warnings)
    x[-1] *= 0.8
    assert any("64 sessions decides" in n for n in fit_universal_scalability(n, x).warnings)


def test_words_for_the_unbounded_value_depend_on_its_probability(ray, sdm):
    assert "no evidence of more than linear" in ray.unbounded().sentence("coherency")
    n = np.array([1.0, 2, 4, 8, 16, 32])
    steep = fit_universal_scalability(n, 10 * n**1.2 * (1 + 0.001 * np.cos(n)))
    assert steep.at_bound == ("contention", "coherency")
    assert any("a negative value is no cost" in note for note in steep.warnings)
    assert "a value that is allowed" in sdm.unbounded().sentence("contention")


def test_runs_of_signs_have_their_exact_probability():
    # All 35 orders of 4 plus and 3 minus, counted by hand: 2 of two runs, 5 of three.
    e = np.array([1.0, 1, 1, 1, -1, -1, -1])
    assert residual_checks(e, e, np.arange(7.0)).runs_pvalue == pytest.approx(2 / 35)
    e = np.array([1.0, 1, -1, -1, -1, 1, 1])
    assert residual_checks(e, e, np.arange(7.0)).runs_pvalue == pytest.approx(7 / 35)
    e = np.ones(7)
    assert residual_checks(e, e, np.arange(7.0)).runs_pvalue == 1.0


def test_scatter_that_grows_with_throughput_is_reported():
    n = np.repeat([1.0, 2, 4, 8, 16, 32], 5)
    rng = np.random.default_rng(3)
    mean = ScalabilityCurve(100.0, 0.03, 1e-4).throughput(n)
    x = mean * (1 + 0.1 * rng.standard_normal(n.size))
    assert any("proportional noise" in note for note in fit_universal_scalability(n, x).warnings)
    notes = fit_universal_scalability(n, x, noise="proportional").warnings
    assert not any("proportional noise" in note for note in notes)


def test_a_design_is_told_what_it_lacks(sdm):
    assert design_advice([1, 1, 2, 4, 8, 16, 32], 20.0) == ()
    text = " ".join(design_advice([8, 16, 32, 64], 60.0))
    assert "at least 6 different" in text
    assert "at least 90 sessions" in text
    assert "the first count is 8" in text
    assert "repeat the runs" in " ".join(sdm.design_advice())
    assert len(sdm.design_advice()) == 1


def test_a_plan_is_what_the_fit_then_finds():
    n = np.repeat([1.0, 2, 4, 8, 16, 32, 64, 96], 3)
    truth = ScalabilityCurve(100.0, 0.03, 4e-4)
    for noise, spread in (("proportional", 0.02), ("constant", 15.0)):
        plan = plan_scalability_sweep(n, truth, spread, noise=noise)
        assert plan.df_resid == 21
        widths = []
        for seed in range(30):
            x = truth.throughput(n)
            scale = spread * (x if noise == "proportional" else 1.0)
            x = x + scale * np.random.default_rng(seed).standard_normal(n.size)
            ends = fit_universal_scalability(n, x, noise=noise).conf_int(method="student")
            widths.append(
                {k: (ends[k][1] - ends[k][0]) / 2 / getattr(truth, k) for k in plan.relative_reach}
            )
        for name, expected in plan.relative_reach.items():
            assert np.median([w[name] for w in widths]) == pytest.approx(expected, rel=0.2)


def test_a_plan_for_a_curve_without_peak_promises_no_peak():
    plan = plan_scalability_sweep([1, 2, 4, 8, 16], ScalabilityCurve(10.0, 0.1), 0.05)
    assert math.isnan(plan.relative_reach["peak_sessions"])
    assert plan.relative_reach["contention"] > 0
    with pytest.raises(UsageError, match="spread"):
        plan_scalability_sweep([1, 2, 4, 8], ScalabilityCurve(10.0, 0.1), 0.0)


def test_a_curve_without_bounds_that_turns_negative_is_not_shown():
    fit = fit_universal_scalability([1, 2, 4, 8, 16, 32], [826, 5, 15, 5, 90, 49])
    assert fit.unbounded() is None
    assert all("without the bound" not in note for note in fit.warnings)
