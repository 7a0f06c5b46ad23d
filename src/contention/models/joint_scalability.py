"""Scalability curves of several groups, fitted together with some parameters in common."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from contention.errors import FitError
from contention.models.scalability_curve import ScalabilityCurve
from contention.models.scalability_fit import ScalabilityFit
from contention.models.sweep_arrays import Array

__all__ = ["JointScalability", "fit_jointly", "information"]

_NAMES = ("throughput_at_one", "contention", "coherency")
_LOWER = (-np.inf, 0.0, 0.0)
_STEPS = 300
_ROUNDING = 1e-14  # relative fall of the sum of squares that is lost in rounding
_FLAT = 1e-11  # cosine between residuals and any free direction at which the search stops


@dataclass(frozen=True, eq=False)
class JointScalability:
    """The least-squares curves of several groups.

    Attributes
    ----------
    curves : tuple of ScalabilityCurve
        One per group.
    sum_of_squares : float
        Weighted, over all groups.
    """

    curves: tuple[ScalabilityCurve, ...]
    sum_of_squares: float


@dataclass(frozen=True, eq=False)
class _Layout:
    """Where each group finds its three parameters in the vector of all."""

    index: NDArray[np.intp]
    offset: Array
    lower: Array
    fixed: NDArray[np.bool_]


def fit_jointly(
    groups: Sequence[ScalabilityFit],
    common: Sequence[str],
    *,
    scales: Sequence[float] | None = None,
    differences: Mapping[str, float] | None = None,
    held: Mapping[str, float] | None = None,
) -> JointScalability:
    """Fit curves to all groups, with the named parameters the same in each.

    Parameters
    ----------
    groups : sequence of ScalabilityFit
        Each fitted on its own; they give data, weights and starting points.
    common : sequence of str
        Parameters that the groups share: ``throughput_at_one``, ``contention``, ``coherency``.
    scales : sequence of float, optional
        Factor on the residuals of each group, such as one over its standard deviation.
    differences : mapping of str to float, optional
        For common parameters of exactly two groups: how much larger the second's is.
    held : mapping of str to float, optional
        Common parameters that have this value and are not estimated.

    Returns
    -------
    JointScalability
        The curves with the least sum of squares, contention and coherency zero or more.

    Raises
    ------
    FitError
        When the search ends without an answer.

    References
    ----------
    Levenberg-Marquardt with Marquardt's scaling, and projection on the bounds as in Kanzow,
    Yamashita and Fukushima, Journal of Computational and Applied Mathematics 172, 2004.

    Examples
    --------
    >>> from contention.models.scalability_fit import fit_scalability_curve
    >>> n = np.array([1.0, 2.0, 4.0, 8.0])
    >>> curves = ScalabilityCurve(10.0, 0.1, 0.0), ScalabilityCurve(30.0, 0.1, 0.01)
    >>> groups = [fit_scalability_curve(n, c.throughput(n), _NAMES) for c in curves]
    >>> [round(c.contention, 6) for c in fit_jointly(groups, ["contention"]).curves]
    [0.1, 0.1]
    """
    factors = np.ones(len(groups)) if scales is None else np.asarray(scales, dtype=np.float64)
    layout = _layout(len(groups), common, differences or {}, held or {})
    best, least = np.zeros(0), np.inf
    for start in _starts(groups, common, layout, held or {}):
        found, total, flat = _search(groups, factors, layout, start)
        if total < least:
            best, least = found, total
        if flat:
            break
    if not np.isfinite(least):
        raise FitError("the curves could not be fitted to these groups together")
    rows = best[layout.index] + layout.offset
    curves = tuple(ScalabilityCurve(*(float(value) for value in row)) for row in rows)
    return JointScalability(curves, least)


def information(group: ScalabilityFit, curve: ScalabilityCurve, names: Sequence[str]) -> Array:
    """Information on the named parameters of a group, the others estimated, for unit variance.

    Parameters
    ----------
    group : ScalabilityFit
        Data and weights.
    curve : ScalabilityCurve
        Where the derivatives are taken.
    names : sequence of str
        k of the three parameters.

    Returns
    -------
    ndarray, shape (k, k)
        The inverse of their covariance matrix.

    Examples
    --------
    >>> from contention.models.scalability_fit import fit_scalability_curve
    >>> n = np.array([1.0, 2.0, 4.0, 8.0])
    >>> group = fit_scalability_curve(n, 10.0 * n, _NAMES)
    >>> information(group, group.curve, ["contention"]).shape
    (1, 1)
    """
    point = np.array([[curve.throughput_at_one, curve.contention, curve.coherency]])
    jacobian = _residuals(group.sessions, group.throughput, group.weights, point)[1]
    asked = [_NAMES.index(name) for name in names]
    others = [i for i in range(3) if i not in asked]
    columns = jacobian[:, asked]
    if others:
        basis = np.linalg.qr(jacobian[:, others])[0]
        columns = columns - basis @ (basis.T @ columns)
    product: Array = columns.T @ columns
    return product


def _layout(
    groups: int, common: Sequence[str], differences: Mapping[str, float], held: Mapping[str, float]
) -> _Layout:
    index = np.empty((groups, 3), dtype=np.intp)
    offset = np.zeros((groups, 3))
    lower: list[float] = []
    fixed: list[bool] = []
    for column, name in enumerate(_NAMES):
        shared = name in common
        extra = 1 if shared else groups
        index[:, column] = len(lower) if shared else len(lower) + np.arange(groups)
        gap = differences.get(name, 0.0)
        offset[-1, column] = gap
        lower += [max(_LOWER[column], _LOWER[column] - gap)] * extra
        fixed += [name in held] * extra
    return _Layout(index, offset, np.array(lower), np.array(fixed))


def _starts(
    groups: Sequence[ScalabilityFit],
    common: Sequence[str],
    layout: _Layout,
    held: Mapping[str, float],
) -> list[Array]:
    alone = np.array(
        [[g.curve.throughput_at_one, g.curve.contention, g.curve.coherency] for g in groups]
    )
    starts = []
    for pick in (np.mean, np.min, np.max):
        start = np.zeros(layout.lower.size)
        start[layout.index] = alone - layout.offset
        for column, name in enumerate(_NAMES):
            if name in common:
                middle = float(pick(alone[:, column] - layout.offset[:, column]))
                start[layout.index[0, column]] = held.get(name, middle)
        starts.append(np.maximum(start, layout.lower))
    return starts


def _residuals(n: Array, x: Array, w: Array, points: Array) -> tuple[Array, Array]:
    """Weighted residuals, and their derivatives by the three parameters of each row's curve."""
    gamma, alpha, beta = points.T
    divisor = 1.0 + alpha * (n - 1.0) + beta * n * (n - 1.0)
    slope = -gamma * n / divisor**2
    columns = np.stack([n / divisor, slope * (n - 1.0), slope * n * (n - 1.0)], axis=-1)
    return w * (gamma * n / divisor - x), w[:, None] * columns


def _search(
    groups: Sequence[ScalabilityFit], factors: Array, layout: _Layout, start: Array
) -> tuple[Array, float, bool]:
    """Point, sum of squares, and whether the search ended where nothing rises or falls."""
    which = np.repeat(np.arange(len(groups)), [g.sessions.size for g in groups])
    n = np.concatenate([g.sessions for g in groups])
    x = np.concatenate([g.throughput for g in groups])
    w = np.concatenate([f * g.weights for f, g in zip(factors, groups, strict=True)])
    place, shift = layout.index[which], layout.offset[which]
    rows = np.arange(n.size)[:, None]

    def normal(point: Array) -> tuple[float, Array, Array]:
        r, columns = _residuals(n, x, w, point[place] + shift)
        jacobian = np.zeros((n.size, point.size))
        jacobian[rows, place] = columns
        return float(r @ r), jacobian.T @ r, jacobian.T @ jacobian

    point, damping = start, 1e-3
    total, gradient, matrix = normal(point)
    for _ in range(_STEPS):
        size = np.sqrt(np.diag(matrix) * total) + 1e-300
        free = ~layout.fixed & ~((point <= layout.lower) & (gradient > 0.0))
        if not np.any(free) or np.max(np.abs(gradient[free]) / size[free]) < _FLAT:
            return point, total, True
        part = matrix[np.ix_(free, free)]
        step = np.zeros(point.size)
        damped = part + damping * np.diag(np.diag(part) + 1e-300)
        step[free] = np.linalg.solve(damped, -gradient[free])
        if -float(gradient @ step) < _ROUNDING * total:
            return point, total, True
        trial = np.maximum(point + step, layout.lower)
        tried = normal(trial)
        if tried[0] < total:
            point, (total, gradient, matrix) = trial, tried
            damping = max(damping / 8.0, 1e-13)
        else:
            damping *= 5.0
            if damping > 1e10:
                break
    return point, total, False
