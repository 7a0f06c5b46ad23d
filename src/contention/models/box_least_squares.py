"""Non-linear least squares within bounds, with parameters exactly on a bound where they belong."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from scipy.optimize import least_squares

from contention.errors import FitError
from contention.models.sweep_arrays import Array

__all__ = ["BoxMinimum", "Problem", "minimise_on_box"]


@dataclass(frozen=True)
class Problem:
    """A sum of squares to minimise.

    Attributes
    ----------
    residuals : callable
        From parameters, shape (k,), to residuals, shape (n,).
    jacobian : callable
        From parameters to the derivatives of the residuals, shape (n, k).
    lower, upper : tuple of float
        Bounds of each parameter; infinite where there is none, equal to hold it.
    """

    residuals: Callable[[Array], Array]
    jacobian: Callable[[Array], Array]
    lower: tuple[float, ...]
    upper: tuple[float, ...]


@dataclass(frozen=True, eq=False)
class BoxMinimum:
    """Where the sum of squares is least.

    Attributes
    ----------
    parameters : ndarray, shape (k,)
        The minimum; exactly at a bound where ``free`` is False.
    sum_of_squares : float
        Its value.
    free : tuple of bool
        Which parameters lie inside their bounds.
    """

    parameters: Array
    sum_of_squares: float
    free: tuple[bool, ...]


_EVALUATIONS = 100

_Face = tuple[float | None, ...]


def _on_face(problem: Problem, face: _Face, start: Array, tolerance: float) -> BoxMinimum | None:
    free = np.array([value is None for value in face])
    full = np.array([s if v is None else v for s, v in zip(start, face, strict=True)])

    def spread(part: Array) -> Array:
        whole = full.copy()
        whole[free] = part
        return whole

    def residuals_at(part: Array) -> Array:
        return problem.residuals(spread(part))

    def jacobian_at(part: Array) -> Array:
        return problem.jacobian(spread(part))[:, free]

    if free.any():
        with np.errstate(all="ignore"):
            try:
                found = least_squares(
                    residuals_at,
                    full[free],
                    jac=jacobian_at,
                    method="lm",
                    x_scale="jac",
                    ftol=tolerance,
                    xtol=tolerance,
                    gtol=tolerance,
                    max_nfev=_EVALUATIONS,
                )
            except ValueError:  # the search left the domain: no finite residuals there
                return None
        full = spread(found.x)
    inside = np.all((full >= problem.lower) & (full <= problem.upper))
    residuals = problem.residuals(full) if inside else np.array([np.nan])
    if not np.all(np.isfinite(residuals)):
        return None
    return BoxMinimum(full, float(residuals @ residuals), tuple(bool(f) for f in free))


def minimise_on_box(
    problem: Problem, start: Sequence[float] | Array, *, tolerance: float = 1e-14
) -> BoxMinimum:
    """The least sum of squares over a box, found face by face.

    The unbounded Levenberg-Marquardt search is tried first; if it ends inside the box that is the
    answer. Otherwise each face, on which some parameters are held at a bound, is searched, and the
    best point inside the box wins. With k parameters there are at most 3^k faces, so this is meant
    for two or three. Unlike an interior-point search it puts a parameter exactly on its bound.

    Parameters
    ----------
    problem : Problem
        Residuals, derivatives and bounds.
    start : sequence of float, shape (k,)
        Where to begin; moved into the box.
    tolerance : float, default 1e-14
        Relative accuracy asked of the search.

    Returns
    -------
    BoxMinimum
        The minimum.

    Raises
    ------
    FitError
        When no face has a point with finite residuals.

    References
    ----------
    Moré, "The Levenberg-Marquardt algorithm", in *Numerical Analysis*, 1978.

    Examples
    --------
    A line through the origin whose slope may not be negative:

    >>> x, y = np.array([1.0, 2.0]), np.array([-1.0, -2.1])
    >>> line = Problem(lambda p: p[0] * x - y, lambda p: x[:, None], (0.0,), (np.inf,))
    >>> minimise_on_box(line, [1.0]).parameters.tolist()
    [0.0]
    """
    begin = np.clip(np.asarray(start, dtype=np.float64), problem.lower, problem.upper)
    pairs = list(zip(problem.lower, problem.upper, strict=True))
    interior = tuple(low if low == high else None for low, high in pairs)
    first = _on_face(problem, interior, begin, tolerance)
    if first is not None:
        return first
    choices = [
        [low] if low == high else [None, *(bound for bound in (low, high) if np.isfinite(bound))]
        for low, high in pairs
    ]
    faces = (
        _on_face(problem, face, begin, tolerance)
        for face in itertools.product(*choices)
        if face != interior
    )
    found = [minimum for minimum in faces if minimum is not None]
    if not found:
        raise FitError(
            "the least-squares search found no finite answer",
            hint="look at the sweep: one point may be far from the others",
        )
    return min(found, key=lambda minimum: minimum.sum_of_squares)
