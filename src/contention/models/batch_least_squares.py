"""Many small non-linear least-squares problems within bounds, solved side by side."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from contention.models.sweep_arrays import Array

__all__ = ["BatchMinimum", "minimise_batch"]

Rows = NDArray[np.intp]
Flags = NDArray[np.bool_]
# From points (m, k) of the problems with those row numbers to residuals (m, n), Jacobian (m, n, k).
Evaluate = Callable[[Array, Rows], tuple[Array, Array]]

_ANGLE = 1e-9  # cosine between residuals and tangent below which they are orthogonal
_STALLED = 1e-6  # the same where no step makes the sum smaller: its change is rounding
_EXACT = 1e-26  # sum of squares, relative to the start's, below which only rounding is left
_LEAST_DAMPING, _MOST_DAMPING = 1e-10, 1e12


@dataclass(frozen=True, eq=False)
class BatchMinimum:
    """Where each sum of squares is least.

    Attributes
    ----------
    points : ndarray, shape (m, k)
        The minima; exactly on a bound where the search ended there.
    sum_of_squares : ndarray, shape (m,)
        Their values.
    converged : ndarray of bool, shape (m,)
        Whether the residuals are orthogonal to all directions that are free.
    """

    points: Array
    sum_of_squares: Array
    converged: Flags


def _dot(left: Array, right: Array) -> Array:
    product: Array = np.einsum("mn,mn->m", left, right)
    return product


def minimise_batch(
    evaluate: Evaluate,
    start: Array,
    lower: Array,
    upper: Array,
    *,
    iterations: int = 100,
) -> BatchMinimum:
    """The least sums of squares over a box, all problems advanced together.

    A Levenberg-Marquardt step is taken in the parameters that are not held by a bound, clipped
    into the box, and kept where it does not make the sum larger. A parameter is held by a bound
    where it lies on it and the sum would fall outside. Problems that have ended drop out.

    Parameters
    ----------
    evaluate : callable
        From points, shape (m, k), and the numbers of their problems, shape (m,), to residuals,
        shape (m, n), and their derivatives, shape (m, n, k).
    start : ndarray, shape (m, k)
        Where to begin; moved into the box.
    lower, upper : ndarray, shape (k,)
        The box.
    iterations : int, default 100
        Steps, accepted or not, after which a problem is given up.

    Returns
    -------
    BatchMinimum
        Minima in the order of the problems. Those that have not converged hold the best point
        seen.

    References
    ----------
    Nocedal and Wright, *Numerical Optimization*, 2006, sections 10.3 and 16.7. The end of the
    search is that of Bates and Watts, *Nonlinear Regression Analysis*, 1988, section 2.2.3.

    Examples
    --------
    Slopes of two lines through the origin, neither allowed to be negative:

    >>> x, y = np.array([1.0, 2.0]), np.array([[2.0, 4.0], [-1.0, -2.1]])
    >>> def lines(p, rows):
    ...     return p * x - y[rows], np.broadcast_to(x[:, None], (p.shape[0], 2, 1))
    >>> found = minimise_batch(lines, np.ones((2, 1)), np.zeros(1), np.full(1, np.inf))
    >>> found.points[:, 0].tolist(), found.converged.tolist()
    ([2.0, 0.0], [True, True])
    """
    points = np.clip(np.asarray(start, dtype=np.float64), lower, upper)
    count, size = points.shape
    active = np.arange(count)
    residuals, jacobian = evaluate(points, active)
    sums = _dot(residuals, residuals)
    exact = _EXACT * np.maximum(sums, 1e-300)
    converged = np.zeros(count, dtype=bool)
    damping = np.full(count, 1e-3)
    lost = np.zeros(count, dtype=bool)
    diagonal = np.arange(size)
    with np.errstate(all="ignore"):  # a step that overflows is not taken
        for _ in range(iterations):
            gradient = np.einsum("mnk,mn->mk", jacobian, residuals)
            hessian = np.einsum("mnk,mnj->mkj", jacobian, jacobian)
            here = points[active]
            held = ((here <= lower) & (gradient >= 0.0)) | ((here >= upper) & (gradient <= 0.0))
            gradient[held] = 0.0
            squares = np.maximum(hessian[:, diagonal, diagonal], 1e-300)
            cosine = np.abs(gradient) / np.sqrt(squares * np.maximum(sums[active], 1e-300)[:, None])
            worst = cosine.max(axis=1)
            stalled = lost[active] & (worst <= _STALLED)
            done = (worst <= _ANGLE) | stalled | (sums[active] <= exact[active])
            converged[active[done]] = True
            go = ~done & (damping[active] < _MOST_DAMPING)
            if not go.any():
                break
            active, held, squares = active[go], held[go], squares[go]
            residuals, jacobian, gradient = residuals[go], jacobian[go], gradient[go]
            step = _step(hessian[go], gradient, held, damping[active][:, None] * squares)
            trial = np.clip(points[active] + step, lower, upper)
            new_residuals, new_jacobian = evaluate(trial, active)
            new_sums = _dot(new_residuals, new_residuals)
            better = new_sums < sums[active]  # False for NaN
            lost[active] = ~better
            won = active[better]
            points[won], sums[won] = trial[better], new_sums[better]
            residuals[better], jacobian[better] = new_residuals[better], new_jacobian[better]
            damping[active] *= np.where(better, 0.1, 10.0)
            np.maximum(damping, _LEAST_DAMPING, out=damping)
    return BatchMinimum(points, sums, converged)


def _step(hessian: Array, gradient: Array, held: Flags, added: Array) -> Array:
    """The damped Gauss-Newton step with the held parameters left where they are."""
    size = gradient.shape[1]
    free = ~held
    matrix = hessian * (free[:, :, None] & free[:, None, :])
    diagonal = np.arange(size)
    matrix[:, diagonal, diagonal] += np.where(held, 1.0, added)
    if size == 1:
        return -gradient / matrix[:, 0]
    # Unit diagonal: the parameters may differ in size by many powers of ten.
    scale = 1.0 / np.sqrt(matrix[:, diagonal, diagonal])
    matrix *= scale[:, :, None] * scale[:, None, :]
    right = gradient * scale
    if size == 2:
        cross = matrix[:, 0, 1]
        inverse = 1.0 / np.maximum(1.0 - cross * cross, 1e-15)
        turned = np.stack([right[:, 0] - cross * right[:, 1], right[:, 1] - cross * right[:, 0]])
        return -turned.T * inverse[:, None] * scale
    return -np.linalg.solve(matrix, right[:, :, None])[:, :, 0] * scale
