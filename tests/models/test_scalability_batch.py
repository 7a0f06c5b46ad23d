"""Many fits at once give what the search for one sweep gives."""

import math

import numpy as np
import pytest

from contention.models import ScalabilityCurve, fit_universal_scalability
from contention.models.batch_least_squares import minimise_batch
from contention.models.scalability_batch import least_with_batch, refit_scalability_curves
from contention.models.scalability_fit import NAMES, fit_scalability_curve

DESIGN = np.array([1.0, 18.0, 36.0, 72.0, 108.0, 144.0, 216.0])
TRUTH = ScalabilityCurve(89.995227, 0.02772847, 0.0001043655)
FLAT = ScalabilityCurve(90.0, 0.04, 0.0)
HELD = {
    "throughput_at_one": 90.0,
    "contention": 0.03,
    "coherency": 1e-4,
    "inverse_peak_sessions": 1 / 96.5,
    "inverse_peak_throughput": 1 / 1884,
}


def sweeps(curve, count, seed, spread=82.85):
    rng = np.random.default_rng(seed)
    return curve.throughput(DESIGN) + spread * rng.standard_normal((count, DESIGN.size))


@pytest.mark.parametrize("curve", [TRUTH, FLAT])
@pytest.mark.parametrize("fitted", [NAMES, NAMES[:2], NAMES[:1]])
def test_the_batch_agrees_with_one_fit_after_the_other(curve, fitted):
    table = sweeps(curve, 40, seed=1)
    batch = refit_scalability_curves(DESIGN, table, np.ones(7), curve, fitted)
    for row, x in enumerate(table):
        one = fit_scalability_curve(DESIGN, x, fitted)
        assert batch.sum_of_squares[row] == pytest.approx(one.sum_of_squares, rel=1e-9)
        for name in NAMES:
            value = getattr(one.curve, name)
            assert getattr(batch, name)[row] == pytest.approx(value, rel=1e-5, abs=1e-9)
            assert (getattr(batch, name)[row] == 0.0) == (value == 0.0)


def test_derived_quantities_are_those_of_each_curve():
    curves = [TRUTH, FLAT, ScalabilityCurve(5.0), ScalabilityCurve(5.0, 1.4, 0.1)]
    noiseless = np.stack([curve.throughput(DESIGN) for curve in curves])
    batch = refit_scalability_curves(DESIGN, noiseless, np.ones(7), TRUTH)
    for row, curve in enumerate(curves):
        for name in ("peak_sessions", "peak_throughput", "saturation_sessions"):
            assert getattr(batch, name)[row] == pytest.approx(getattr(curve, name), rel=1e-5)


def test_a_weight_of_zero_leaves_a_point_out():
    x = sweeps(TRUTH, 1, seed=2)
    weights = np.ones((1, 7))
    weights[0, 3] = 0.0
    batch = refit_scalability_curves(DESIGN, x, weights, TRUTH)
    rest = fit_universal_scalability(np.delete(DESIGN, 3), np.delete(x[0], 3))
    assert batch.contention[0] == pytest.approx(rest.contention, rel=1e-6)
    assert batch.coherency[0] == pytest.approx(rest.coherency, rel=1e-6)


def test_sweeps_that_the_batch_gives_up_are_fitted_one_by_one(monkeypatch):
    def give_up(evaluate, start, lower, upper):
        return minimise_batch(evaluate, start, lower, upper, iterations=1)

    monkeypatch.setattr("contention.models.scalability_batch.minimise_batch", give_up)
    table = sweeps(TRUTH, 5, seed=3)
    batch = refit_scalability_curves(DESIGN, table, np.ones(7), FLAT)
    assert batch.refitted == 5
    one = fit_scalability_curve(DESIGN, table[2], NAMES)
    assert batch.coherency[2] == pytest.approx(one.curve.coherency)


@pytest.mark.parametrize("name", HELD)
@pytest.mark.parametrize("fitted", [NAMES, NAMES[:2]])
def test_profiles_of_the_batch_agree_with_those_of_one_value(name, fitted):
    fit = fit_scalability_curve(DESIGN, sweeps(TRUTH, 1, seed=4)[0], fitted)
    if name == "coherency" and fitted != NAMES:
        values = np.zeros(1)
    else:
        values = np.linspace(0.6, 1.5, 12) * HELD[name]
    if name == "inverse_peak_sessions" and fitted != NAMES:
        return  # Amdahl's law has no peak
    together = least_with_batch(fit, name, values)
    np.testing.assert_allclose(together, [fit.least_with(name, v) for v in values], rtol=1e-6)


def test_a_search_that_starts_at_the_answer_ends_there():
    def line(points, rows):
        return points - 3.0, np.ones((points.shape[0], 1, 1))

    found = minimise_batch(line, np.full((2, 1), 3.0), np.zeros(1), np.full(1, math.inf))
    assert found.points.tolist() == [[3.0], [3.0]]
    assert found.converged.all()


def test_three_parameters_and_both_bounds_of_a_box():
    target = np.array([[2.0, -1.0, 0.5], [0.2, 0.3, 4.0]])

    def distance(points, rows):
        jacobian = np.broadcast_to(np.eye(3), (points.shape[0], 3, 3))
        return points - target[rows], jacobian

    found = minimise_batch(distance, np.full((2, 3), 0.5), np.zeros(3), np.ones(3))
    np.testing.assert_allclose(found.points, np.clip(target, 0.0, 1.0), atol=1e-9)
    assert found.points[0, 1] == 0.0
    assert found.points[1, 2] == 1.0
