"""Least-squares fits of the scalability curve and profiles of its quantities."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np

from contention.errors import FitError, UsageError
from contention.models.box_least_squares import BoxMinimum, Problem, minimise_on_box
from contention.models.scalability_curve import ScalabilityCurve
from contention.models.sweep_arrays import Array

__all__ = ["NAMES", "Noise", "ScalabilityFit", "fit_scalability_curve"]

Noise = Literal["constant", "proportional"]

_Map = Callable[[Array], tuple[Array, Array]]  # chart point -> (gamma, alpha, beta), its Jacobian


@dataclass(frozen=True, eq=False)
class ScalabilityFit:
    """The least-squares curve of one family, and the data it was fitted to.

    Attributes
    ----------
    curve : ScalabilityCurve
        The best fit.
    sum_of_squares : float
        Weighted residual sum of squares.
    free : dict
        Which of ``throughput_at_one``, ``contention`` and ``coherency`` are estimated and lie
        inside their bounds.
    sessions, throughput, weights : ndarray, shape (n,)
        The data; a residual is weight x (throughput - curve).
    fitted : tuple of str
        The parameters that the family has.
    """

    curve: ScalabilityCurve
    sum_of_squares: float
    free: dict[str, bool]
    sessions: Array
    throughput: Array
    weights: Array
    fitted: tuple[str, ...]

    @property
    def degrees_of_freedom(self) -> int:
        """Points less parameters of the family, whether or not one lies on its bound."""
        return int(self.sessions.size) - len(self.fitted)

    @property
    def free_columns(self) -> list[int]:
        """Positions of the parameters that are estimated and lie inside their bounds."""
        return [i for i, name in enumerate(NAMES) if self.free.get(name, False)]

    def tangent(self) -> Array:
        """Derivatives of the weighted curve by the free parameters, shape (n, free)."""
        point = np.array(
            [self.curve.throughput_at_one, self.curve.contention, self.curve.coherency]
        )
        whole = self.problem((-math.inf,) * 3, (math.inf,) * 3).jacobian(point)
        return whole[:, self.free_columns]

    def problem(self, lower: tuple[float, ...], upper: tuple[float, ...]) -> Problem:
        """The least-squares problem in the three parameters, within these bounds."""
        return self._problem(_identity, lower, upper)

    def least_with(self, name: str, value: float) -> float:
        """Least sum of squares with one quantity held at a value.

        Parameters
        ----------
        name : str
            ``throughput_at_one``, ``contention``, ``coherency``, ``inverse_peak_sessions`` or
            ``inverse_peak_throughput``.
        value : float
            Within the bounds of the quantity.

        Returns
        -------
        float
            The constrained minimum.
        """
        if name == "inverse_peak_throughput" and value == 0.0:
            return self._least_straight()
        chart, start, lower, upper = _CHARTS[name](self.curve, value)
        if name in NAMES:
            others = [n for n in NAMES if n != name]
            upper = tuple(
                u if n in self.fitted else 0.0 for n, u in zip(others, upper, strict=True)
            )
        elif "coherency" not in self.fitted:
            upper = (upper[0], 0.0)
        starts = [start]
        if name == "inverse_peak_throughput":
            starts.append(np.array([start[0], min(1.0, 1.0 / float(self.sessions[-1]))]))
        problem = self._problem(chart, lower, upper)
        return min(minimise_on_box(problem, s, tolerance=1e-12).sum_of_squares for s in starts)

    def _least_straight(self) -> float:
        """Least sum of squares of a straight line, the only curve without a limit."""
        design, response = self.weights * self.sessions, self.weights * self.throughput
        rest = response - design * float(design @ response) / float(design @ design)
        return float(rest @ rest)

    def _problem(self, chart: _Map, lower: tuple[float, ...], upper: tuple[float, ...]) -> Problem:
        n, x, w = self.sessions, self.throughput, self.weights

        def residuals(point: Array) -> Array:
            (gamma, alpha, beta), _ = chart(point)
            misfit: Array = w * (gamma * n / _denominator(n, alpha, beta) - x)
            return misfit

        def jacobian(point: Array) -> Array:
            (gamma, alpha, beta), derivative = chart(point)
            d = _denominator(n, alpha, beta)
            slope = -gamma * n / d**2
            columns = np.column_stack([n / d, slope * (n - 1.0), slope * n * (n - 1.0)])
            product: Array = (w[:, None] * columns) @ derivative
            return product

        return Problem(residuals, jacobian, lower, upper)


NAMES = ("throughput_at_one", "contention", "coherency")
# The least squares make throughput_at_one positive by themselves once the other two are not
# negative, so it needs no bound.
_LOWER = (-math.inf, 0.0, 0.0)


def _denominator(n: Array, alpha: float, beta: float) -> Array:
    return 1.0 + alpha * (n - 1.0) + beta * n * (n - 1.0)


def _identity(point: Array) -> tuple[Array, Array]:
    return point, np.eye(3)


_Chart = tuple[_Map, Array, tuple[float, ...], tuple[float, ...]]


def _hold(index: int) -> Callable[[ScalabilityCurve, float], _Chart]:
    others = [i for i in range(3) if i != index]

    def chart(curve: ScalabilityCurve, value: float) -> _Chart:
        derivative = np.eye(3)[:, others]

        def spread(point: Array) -> tuple[Array, Array]:
            whole = np.full(3, value)
            whole[others] = point
            return whole, derivative

        start = np.array([curve.throughput_at_one, curve.contention, curve.coherency])[others]
        return spread, start, tuple(_LOWER[i] for i in others), (math.inf, math.inf)

    return chart


def _hold_inverse_peak(curve: ScalabilityCurve, q: float) -> _Chart:
    # beta = (1 - alpha) q^2 puts the peak at 1 / q sessions; free are gamma and alpha.
    def spread(point: Array) -> tuple[Array, Array]:
        gamma, alpha = point
        whole = np.array([gamma, alpha, (1.0 - alpha) * q * q])
        return whole, np.array([[1.0, 0.0], [0.0, 1.0], [0.0, -q * q]])

    start = np.array([curve.throughput_at_one, min(curve.contention, 1.0)])
    return spread, start, (-math.inf, 0.0), (math.inf, 1.0)


def _hold_peak_throughput(curve: ScalabilityCurve, inverse: float) -> _Chart:
    peak = 1.0 / inverse

    # The peak is to lie at 1 / q sessions; alpha and q are free, and gamma follows.
    def spread(point: Array) -> tuple[Array, Array]:
        alpha, q = point
        gamma = peak * (q + alpha * (1.0 - q) + (1.0 - alpha) * q * (1.0 - q))
        by_alpha = peak * (1.0 - q) ** 2
        by_q = peak * (1.0 - alpha) * (2.0 - 2.0 * q)
        whole = np.array([gamma, alpha, (1.0 - alpha) * q * q])
        return whole, np.array([[by_alpha, by_q], [1.0, 0.0], [-q * q, 2.0 * q * (1.0 - alpha)]])

    q = 1.0 / curve.peak_sessions
    return spread, np.array([min(curve.contention, 1.0), q]), (0.0, 0.0), (1.0, 1.0)


_CHARTS: dict[str, Callable[[ScalabilityCurve, float], _Chart]] = {
    **{name: _hold(index) for index, name in enumerate(NAMES)},
    "inverse_peak_sessions": _hold_inverse_peak,
    "inverse_peak_throughput": _hold_peak_throughput,
}


def fit_scalability_curve(
    sessions: Array,
    throughput: Array,
    fitted: tuple[str, ...],
    noise: Noise = "constant",
    weights: Array | None = None,
) -> ScalabilityFit:
    """The curve with the least sum of squares, all parameters zero or more.

    Parameters
    ----------
    sessions, throughput : ndarray, shape (n,)
        Checked data, sorted by sessions; more points than parameters.
    fitted : tuple of str
        Parameters to estimate, ``throughput_at_one`` first; the others are zero.
    noise : {"constant", "proportional"}
        Whether the standard deviation of throughput is the same everywhere, or proportional to
        it. Proportional noise weights each point by 1 / throughput.
    weights : ndarray, shape (n,), optional
        Factors of the residuals, positive; in place of a noise model.

    Returns
    -------
    ScalabilityFit
        The fit.

    Raises
    ------
    FitError
        When the search ends without an answer.
    UsageError
        When the noise model is unknown.

    Notes
    -----
    The rational function itself is fitted. The inverted form N / X, a quadratic, only gives the
    starting point: fitting it weights the points wrongly.

    Examples
    --------
    >>> n = np.array([1.0, 2.0, 4.0, 8.0])
    >>> fit = fit_scalability_curve(n, 100.0 * n, ("throughput_at_one",))
    >>> round(fit.curve.throughput_at_one, 6)
    100.0
    """
    if noise not in ("constant", "proportional"):
        raise UsageError("unknown noise model", found=noise, expected="constant or proportional")
    # Unit scale keeps the search, and its tolerances, free of the unit of throughput.
    scale = float(np.max(throughput))
    x = throughput / scale
    if weights is None:
        weights = 1.0 / x if noise == "proportional" else np.ones_like(x)
    elif noise != "constant":
        raise UsageError("weights take the place of a noise model", found=f"noise={noise} as well")
    upper = tuple(math.inf if name in fitted else 0.0 for name in NAMES)
    blank = ScalabilityFit(ScalabilityCurve(1.0), 0.0, {}, sessions, x, weights, fitted)
    problem = blank._problem(_identity, _LOWER, upper)
    starts = _starts(sessions, x)
    minima: list[BoxMinimum] = []
    for start in starts:
        try:
            minima.append(minimise_on_box(problem, start))
        except FitError:
            continue
    if not minima:
        raise FitError("the scalability curve could not be fitted to this sweep")
    best = min(minima, key=lambda minimum: minimum.sum_of_squares)
    gamma, alpha, beta = (float(value) for value in best.parameters)
    # A slowdown below 1e-11 at the last point is rounding error: that parameter is zero.
    last = float(sessions[-1])
    alpha = alpha if alpha * last > 1e-11 else 0.0
    beta = beta if beta * last * last > 1e-11 else 0.0
    unit = scale if noise == "constant" else 1.0
    return ScalabilityFit(
        curve=ScalabilityCurve(gamma * scale, alpha, beta),
        sum_of_squares=best.sum_of_squares * unit**2,
        free={
            name: value != 0.0 and name in fitted
            for name, value in zip(NAMES, (gamma, alpha, beta), strict=True)
        },
        sessions=sessions,
        throughput=throughput,
        weights=weights * unit / scale,
        fitted=fitted,
    )


def _starts(n: Array, x: Array) -> list[Array]:
    """Starting points: the inverted quadratic, weighted back, and two plain guesses."""
    weights = x * x / n
    design = np.column_stack([np.ones_like(n), n - 1.0, n * (n - 1.0)])
    # The weighted right-hand side, n / x times x^2 / n, is x itself.
    a, b, c = np.linalg.lstsq(design * weights[:, None], x, rcond=None)[0]
    first = float(np.max(x / n))
    starts = [np.array([first, 0.05, 1e-3]), np.array([first, 0.3, 0.0])]
    if a > 0:
        starts.insert(0, np.array([1.0 / a, max(b / a, 0.0), max(c / a, 0.0)]))
    return starts
