"""Scalability curves fitted to many sweeps of one design at once."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from contention.errors import ContentionError
from contention.models.batch_least_squares import Rows, minimise_batch
from contention.models.scalability_charts import CHARTS, Chart, free_throughput_at_one
from contention.models.scalability_curve import ScalabilityCurve
from contention.models.scalability_fit import NAMES, ScalabilityFit, fit_scalability_curve
from contention.models.sweep_arrays import Array

__all__ = ["ScalabilityBatch", "least_with_batch", "refit_scalability_curves"]


@dataclass(frozen=True, eq=False)
class ScalabilityBatch:
    """Curves of many sweeps.

    Attributes
    ----------
    throughput_at_one, contention, coherency : ndarray, shape (m,)
        The estimates, one of each per sweep.
    sum_of_squares : ndarray, shape (m,)
        Weighted residual sums of squares.
    refitted : int
        How many sweeps the batch left without an answer and the search for one sweep fitted.
    """

    throughput_at_one: Array
    contention: Array
    coherency: Array
    sum_of_squares: Array
    refitted: int = 0

    @property
    def peak_sessions(self) -> Array:
        """As for :class:`ScalabilityCurve`, shape (m,)."""
        alpha, beta = self.contention, self.coherency
        with np.errstate(divide="ignore", invalid="ignore"):
            inner = np.maximum(1.0, np.sqrt(np.maximum(1.0 - alpha, 0.0) / beta))
        falls = (alpha > 1.0) | ((alpha == 1.0) & (beta > 0.0))
        return np.where(falls, 1.0, np.where(beta == 0.0, np.inf, inner))

    @property
    def peak_throughput(self) -> Array:
        """As for :class:`ScalabilityCurve`, shape (m,)."""
        peak = self.peak_sessions
        finite = np.isfinite(peak)
        with np.errstate(divide="ignore"):
            limit = self.throughput_at_one / self.contention
        at = self.throughput(np.where(finite, peak, 1.0)[:, None])[:, 0]
        return np.where(finite, at, limit)

    @property
    def saturation_sessions(self) -> Array:
        """Reciprocal of contention, shape (m,)."""
        with np.errstate(divide="ignore"):
            return 1.0 / self.contention

    def throughput(self, sessions: Array) -> Array:
        """Throughput of each curve, shape (m, j), at session counts of shape (j,) or (m, j)."""
        n = np.asarray(sessions, dtype=np.float64)
        alpha, beta = self.contention[:, None], self.coherency[:, None]
        slow = 1.0 + alpha * (n - 1.0) + beta * n * (n - 1.0)
        return self.throughput_at_one[:, None] * n / slow


def refit_scalability_curves(
    sessions: Array,
    throughput: Array,
    weights: Array,
    start: ScalabilityCurve,
    fitted: tuple[str, ...] = NAMES,
) -> ScalabilityBatch:
    """Fit one curve to each row of a table of throughput.

    Throughput at one, gamma, is linear in the model, so it is taken at its best value for any
    contention and coherency (variable projection); only those two are searched, in all rows
    together. Rows that do not converge are fitted one by one, and keep the best curve that was
    seen where that fails too.

    Parameters
    ----------
    sessions : ndarray, shape (n,) or (m, n)
        The design.
    throughput : ndarray, shape (m, n)
        One sweep per row. Unlike a measurement, a simulated value may be negative.
    weights : ndarray, shape (n,) or (m, n)
        Factors of the residuals; zero leaves a point out.
    start : ScalabilityCurve
        Near the answers, such as the curve that the sweeps were simulated from.
    fitted : tuple of str
        Parameters to estimate; the others are zero.

    Returns
    -------
    ScalabilityBatch
        The estimates, in the order of the rows; contention and coherency are zero or more.

    References
    ----------
    Golub and Pereyra, "The differentiation of pseudo-inverses and nonlinear least squares
    problems whose variables separate", SIAM Journal on Numerical Analysis 10, 1973.

    Examples
    --------
    >>> n = np.array([1.0, 2.0, 4.0, 8.0, 16.0])
    >>> curves = [ScalabilityCurve(10.0, 0.05, 1e-3), ScalabilityCurve(12.0, 0.2, 0.0)]
    >>> sweeps = np.stack([curve.throughput(n) for curve in curves])
    >>> batch = refit_scalability_curves(n, sweeps, np.ones(5), curves[0])
    >>> batch.contention.round(6).tolist(), batch.coherency.round(6).tolist()
    ([0.05, 0.2], [0.001, 0.0])
    """
    count = throughput.shape[0]
    problem = _Problem(sessions, throughput, weights, np.zeros(count), free_throughput_at_one)
    begin = np.broadcast_to([start.contention, start.coherency], (count, 2))
    most = np.where(np.isin(NAMES[1:], fitted), np.inf, 0.0)
    found = minimise_batch(problem.evaluate, begin, np.zeros(2), most)
    alpha, beta = found.points[:, 0].copy(), found.points[:, 1].copy()
    gamma, sums = problem.best_gamma(found.points), found.sum_of_squares.copy()
    last = sessions.max(axis=-1)
    alpha[alpha * last <= 1e-11] = 0.0
    beta[beta * last * last <= 1e-11] = 0.0
    left = np.flatnonzero(~found.converged)
    table = np.broadcast_to(weights, throughput.shape)
    design = np.broadcast_to(sessions, throughput.shape)
    for row in left:
        keep = np.flatnonzero(table[row] > 0.0)
        keep = keep[np.argsort(design[row, keep], kind="stable")]
        try:
            single = fit_scalability_curve(
                design[row, keep], throughput[row, keep], fitted, weights=table[row, keep]
            )
        except ContentionError:  # a simulated sweep that no curve of positive throughput fits
            continue
        if single.sum_of_squares < sums[row] * (1.0 + 1e-9):
            curve = single.curve
            gamma[row], alpha[row] = curve.throughput_at_one, curve.contention
            beta[row], sums[row] = curve.coherency, single.sum_of_squares
    return ScalabilityBatch(gamma, alpha, beta, sums, left.size)


def least_with_batch(
    fit: ScalabilityFit,
    name: str,
    values: Array,
    *,
    throughput: Array | None = None,
    weights: Array | None = None,
) -> Array:
    """Least sums of squares with one quantity held at each of many values.

    Parameters
    ----------
    fit : ScalabilityFit
        The design, the family, and a curve near the answers.
    name : str
        As for :meth:`ScalabilityFit.least_with`, or ``throughput``.
    values : ndarray, shape (m,), or (m, 2) for ``throughput``
        Held values; for ``throughput`` each with the session count where it is held.
    throughput, weights : ndarray, shape (m, n), optional
        One sweep per value; the fit's own for all when left out.

    Returns
    -------
    ndarray, shape (m,)
        The constrained minima.

    Examples
    --------
    >>> n = np.array([1.0, 2.0, 4.0, 8.0, 16.0])
    >>> x = np.array([10.0, 18.1, 30.9, 45.2, 56.3])
    >>> fit = fit_scalability_curve(n, x, ("throughput_at_one", "contention", "coherency"))
    >>> held = least_with_batch(fit, "contention", np.array([0.04, 0.05]))
    >>> bool(np.allclose(held, [fit.least_with("contention", v) for v in (0.04, 0.05)]))
    True
    """
    values = np.asarray(values, dtype=np.float64)
    count = values.shape[0]
    table = np.broadcast_to(
        fit.throughput if throughput is None else throughput, (count, fit.sessions.size)
    )
    factors = fit.weights if weights is None else weights
    problem = _Problem(fit.sessions, table, factors, values, CHARTS[name])
    curve = fit.curve
    alpha, beta = min(curve.contention, 1.0), curve.coherency
    free = [n in fit.fitted for n in NAMES]
    starts, upper = {
        "contention": ([[beta]], [np.inf if free[2] else 0.0]),
        "coherency": ([[alpha]], [np.inf]),
        "inverse_peak_sessions": ([[alpha]], [1.0]),
        "inverse_peak_throughput": (
            [[alpha, 1.0 / curve.peak_sessions], [alpha, min(1.0, 1.0 / fit.sessions[-1])]],
            [1.0, 1.0 if free[2] else 0.0],
        ),
    }.get(name, ([[alpha, beta]], [np.inf if free[1] else 0.0, np.inf if free[2] else 0.0]))
    least, sure = np.full(count, np.inf), np.zeros(count, dtype=bool)
    for start in starts:
        begin = np.tile(start, (count, 1))
        found = minimise_batch(problem.evaluate, begin, np.zeros(len(upper)), np.array(upper))
        sure = np.where(found.sum_of_squares < least, found.converged, sure)
        least = np.minimum(least, found.sum_of_squares)
    if name != "throughput":
        for row in np.flatnonzero(~sure):
            w = factors if factors.ndim == 1 else factors[row]
            alone = replace(fit, throughput=table[row], weights=w)
            least[row] = min(least[row], alone.least_with(name, float(values[row])))
    return least


@dataclass(frozen=True, eq=False)
class _Problem:
    """Residuals of all rows, w (gamma n / slowdown - x), and their derivatives."""

    sessions: Array
    throughput: Array
    weights: Array
    values: Array
    chart: Chart

    def _shape(self, alpha: Array, beta: Array, w: Array, rows: Rows) -> tuple[Array, Array, Array]:
        n = self.sessions if self.sessions.ndim == 1 else self.sessions[rows]
        pairs = n * (n - 1.0)
        slow = 1.0 + alpha[:, None] * (n - 1.0) + beta[:, None] * pairs
        shape = w * n / slow
        slope = -shape / slow
        return shape, slope * (n - 1.0), slope * pairs

    def _weights(self, rows: Rows) -> Array:
        return self.weights if self.weights.ndim == 1 else self.weights[rows]

    def best_gamma(self, points: Array) -> Array:
        """Throughput at one that fits best with that contention and coherency."""
        rows = np.arange(points.shape[0])
        w = self._weights(rows)
        shape, _, _ = self._shape(points[:, 0], points[:, 1], w, rows)
        along: Array = np.einsum("mn,mn->m", shape, w * self.throughput)
        square: Array = np.einsum("mn,mn->m", shape, shape)
        return along / square

    def evaluate(self, points: Array, rows: Rows) -> tuple[Array, Array]:
        whole, derivative = self.chart(points, self.values[rows])
        w = self._weights(rows)
        y = w * self.throughput[rows]
        shape, by_alpha, by_beta = self._shape(whole[:, 1], whole[:, 2], w, rows)
        turned = (
            by_alpha[:, :, None] * derivative[:, None, 1, :]
            + by_beta[:, :, None] * derivative[:, None, 2, :]
        )
        gamma, by_point = whole[:, 0], derivative[:, 0, :]
        if np.isnan(gamma).any():
            square = np.einsum("mn,mn->m", shape, shape)
            gamma = np.einsum("mn,mn->m", shape, y) / square
            along = np.einsum("mnk,mn->mk", turned, y - 2.0 * gamma[:, None] * shape)
            by_point = along / square[:, None]
        residuals = gamma[:, None] * shape - y
        jacobian = gamma[:, None, None] * turned + shape[:, :, None] * by_point[:, None, :]
        return residuals, jacobian
