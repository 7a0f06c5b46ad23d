import numpy as np
import pytest

from contention.errors import FitError, MeasurementError
from contention.models.box_least_squares import Problem, minimise_on_box
from contention.models.least_squares import ordinary_least_squares
from contention.models.profile_likelihood import Profile, profile_interval

X = np.array([1.0, 2.0, 4.0, 7.0, 11.0])
Y = np.array([2.1, 3.9, 8.4, 13.6, 22.9])


def test_line_matches_the_normal_equations():
    design = np.column_stack([np.ones(5), X])
    inverse = np.linalg.inv(design.T @ design)
    estimate = inverse @ design.T @ Y
    variance = np.sum((Y - design @ estimate) ** 2) / 3
    fit = ordinary_least_squares(Y, {"a": np.ones(5), "b": X})
    np.testing.assert_allclose(fit.estimates, estimate)
    np.testing.assert_allclose(fit.standard_errors, np.sqrt(variance * np.diag(inverse)))
    assert fit.r_squared == pytest.approx(np.corrcoef(X, Y)[0, 1] ** 2)


def test_robust_errors_match_the_definition_of_hc3():
    design = np.column_stack([np.ones(5), X])
    inverse = np.linalg.inv(design.T @ design)
    residuals = Y - design @ inverse @ design.T @ Y
    leverage = np.einsum("ij,jk,ik->i", design, inverse, design)
    meat = design.T @ np.diag((residuals / (1 - leverage)) ** 2) @ design
    fit = ordinary_least_squares(Y, {"a": np.ones(5), "b": X})
    np.testing.assert_allclose(fit.robust_errors, np.sqrt(np.diag(inverse @ meat @ inverse)))


def test_a_point_that_fixes_its_own_fit_leaves_no_robust_error():
    dummy = np.array([0.0, 0.0, 0.0, 0.0, 1.0])
    fit = ordinary_least_squares(Y, {"a": np.ones(5), "b": dummy})
    assert np.all(np.isnan(fit.robust_errors))


def test_unfit_regressions_are_refused_with_the_reason():
    with pytest.raises(MeasurementError, match="at least 3 points"):
        ordinary_least_squares([1.0, 2.0], {"a": [1.0, 1.0], "b": [1.0, 2.0]})
    with pytest.raises(FitError, match="cannot be told apart"):
        ordinary_least_squares(Y, {"a": np.ones(5), "b": np.full(5, 3.0)})
    with pytest.raises(MeasurementError, match="finite"):
        ordinary_least_squares([1.0, np.nan, 3.0], {"a": np.ones(3)})


def test_a_parameter_ends_exactly_on_its_bound():
    problem = Problem(
        lambda p: np.array([p[0] + 4.0, p[1] - 2.0, p[0] - p[1]]),
        lambda p: np.array([[1.0, 0.0], [0.0, 1.0], [1.0, -1.0]]),
        (0.0, 0.0),
        (np.inf, 1.5),
    )
    found = minimise_on_box(problem, [1.0, 1.0])
    assert found.parameters[0] == 0.0
    assert found.parameters[1] == pytest.approx(1.0)
    assert found.free == (False, True)


def test_a_held_parameter_does_not_move():
    problem = Problem(
        lambda p: np.array([p[0] - 3.0, p[1] - 4.0]), lambda p: np.eye(2), (1.0, 0.0), (1.0, np.inf)
    )
    assert minimise_on_box(problem, [5.0, 5.0]).parameters == pytest.approx([1.0, 4.0])


def test_a_search_without_finite_residuals_fails():
    problem = Problem(lambda p: np.full(2, np.nan), lambda p: np.ones((2, 1)), (0.0,), (1.0,))
    with pytest.raises(FitError, match="no finite answer"):
        minimise_on_box(problem, [0.5])


def test_a_flat_profile_reaches_its_bounds():
    flat = Profile(1.0, lambda v: 1.0 + 1e-9 * v, 0.0, np.inf)
    assert profile_interval(flat, 1.0, 4) == (0.0, np.inf)
