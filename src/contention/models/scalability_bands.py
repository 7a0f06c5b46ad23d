"""Where a scalability curve may lie, and where the next measurement may."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray

from contention.errors import UsageError
from contention.models.batch_least_squares import Rows
from contention.models.intervals import check_alpha, student_quantile
from contention.models.profile_ends import profile_ends
from contention.models.scalability_batch import least_with_batch, refit_scalability_curves
from contention.models.scalability_fit import ScalabilityFit
from contention.models.scalability_intervals import Scatter
from contention.models.sweep_arrays import Array, frozen_array

__all__ = ["ScalabilityBands", "scalability_bands"]


@dataclass(frozen=True, eq=False)
class ScalabilityBands:
    """Intervals of throughput at some session counts; each holds at its own count.

    Attributes
    ----------
    sessions, throughput : ndarray, shape (m,)
        Where, and the fitted curve there.
    low, high : ndarray, shape (m,)
        Confidence band: of the true curve.
    new_low, new_high : ndarray, shape (m,)
        Prediction band: of one more measurement.
    extrapolated : ndarray of bool, shape (m,)
        Whether the count lies outside those measured. There the bands take for granted that the
        law goes on to hold, which the data cannot tell.
    level : float
        Share of such intervals that hold the value.
    """

    sessions: Array
    throughput: Array
    low: Array
    high: Array
    new_low: Array
    new_high: Array
    extrapolated: NDArray[np.bool_]
    level: float

    def frame(self) -> pd.DataFrame:
        """One row per session count."""
        names = ("sessions", "throughput", "low", "high", "new_low", "new_high", "extrapolated")
        return pd.DataFrame({name: getattr(self, name) for name in names})


def scalability_bands(
    fit: ScalabilityFit,
    sessions: ArrayLike,
    scatter: Scatter,
    alpha: float = 0.05,
    *,
    proportional: bool = False,
    weight: float = 1.0,
) -> ScalabilityBands:
    """Confidence and prediction bands by profile likelihood.

    Parameters
    ----------
    fit : ScalabilityFit
        The fit.
    sessions : array_like, shape (m,)
        Where; positive.
    scatter : Scatter
        Variance of the points.
    alpha : float, default 0.05
        Share of such intervals that may miss.
    proportional : bool, default False
        Whether the noise of a new measurement is proportional to throughput.
    weight : float, default 1.0
        Relative precision of the new measurement, where the points have weights.

    Returns
    -------
    ScalabilityBands
        Never below zero.

    Raises
    ------
    UsageError
        When a session count is not positive, or alpha is not between 0 and 1.

    Notes
    -----
    A throughput v belongs to the confidence band at N if the best curve through (N, v) has a sum
    of squares of at most S + t^2 s^2. A new measurement y belongs to the prediction band if the
    best curve for all points and (N, y) has. In a linear model these are the textbook bands,
    estimate and t s sqrt(h) and t s sqrt(1 + h); they are not symmetric here. They hold at each
    N by itself: a curve that leaves its band somewhere is more frequent than alpha.

    References
    ----------
    Bates and Watts, *Nonlinear Regression Analysis*, 1988, section 6.1; Bjørnstad, "Predictive
    likelihood: a review", Statistical Science 5, 1990.

    Examples
    --------
    >>> from contention.models import fit_amdahl
    >>> fit = fit_amdahl([1, 2, 4, 8, 16], [10.0, 18.0, 31.0, 47.0, 63.0])
    >>> bands = scalability_bands(fit.core, [4, 32], fit.scatter)
    >>> bands.extrapolated.tolist(), bool(np.all(bands.new_low < bands.low))
    ([False, True], True)
    """
    check_alpha(alpha)
    n = np.atleast_1d(np.asarray(sessions, dtype=np.float64))
    if n.ndim != 1 or not np.all(np.isfinite(n) & (n > 0)):
        raise UsageError("bands need positive session counts", found=repr(sessions))
    curve = fit.curve.throughput(n)
    new_weights = math.sqrt(weight) / (curve if proportional else 1.0) * np.ones_like(curve)
    reach = student_quantile(1.0 - alpha / 2.0, scatter.degrees_of_freedom)
    best, added = fit.sum_of_squares, reach**2 * scatter.variance
    low, high, new_low, new_high = curve, curve, curve, curve
    if added > 0.0:
        leverage = _leverage(fit, n)
        noise = np.sqrt(scatter.variance)
        narrow = reach * noise * np.sqrt(np.maximum(leverage, 1e-8))
        wide = reach * noise * np.sqrt(leverage + 1.0 / new_weights**2)
        augmented = _Augmented(fit, n, new_weights)
        low, high, new_low, new_high = (
            profile_ends(search, curve, sign * step, best, best + added, bound=bound)
            for search, step in ((augmented.curve, narrow), (augmented.measurement, wide))
            for sign, bound in ((-1.0, 0.0), (1.0, math.inf))
        )
    return ScalabilityBands(
        frozen_array(n),
        frozen_array(curve),
        frozen_array(low),
        frozen_array(high),
        frozen_array(np.minimum(new_low, low)),
        frozen_array(np.maximum(new_high, high)),
        extrapolated=(n < fit.sessions[0]) | (n > fit.sessions[-1]),
        level=1.0 - alpha,
    )


def _leverage(fit: ScalabilityFit, n: Array) -> Array:
    """Variance of the linearised curve at n over that of a point of weight one."""
    factor = np.linalg.pinv(np.linalg.qr(fit.tangent(), mode="r"))
    curve = fit.curve
    slow = n * curve.throughput_at_one / curve.throughput(n)
    by_gamma = n / slow
    slope = -curve.throughput(n) / slow
    columns = np.stack([by_gamma, slope * (n - 1.0), slope * n * (n - 1.0)], axis=1)
    moved: Array = np.sum((columns[:, fit.free_columns] @ factor) ** 2, axis=1)
    return moved


@dataclass(frozen=True, eq=False)
class _Augmented:
    """Sums of squares of curves that pass through one more point, or near it."""

    fit: ScalabilityFit
    at: Array
    weights: Array

    def curve(self, values: Array, rows: Rows) -> Array:
        """With the curve held at each value."""
        held = np.stack([values, self.at[rows]], axis=1)
        return least_with_batch(self.fit, "throughput", held)

    def measurement(self, values: Array, rows: Rows) -> Array:
        """With a measurement more, of each value."""
        fit, size = self.fit, (values.size, 1)
        sessions, throughput, weights = (
            np.hstack([np.tile(old, size), new[:, None]])
            for old, new in (
                (fit.sessions, self.at[rows]),
                (fit.throughput, values),
                (fit.weights, self.weights[rows]),
            )
        )
        found = refit_scalability_curves(sessions, throughput, weights, fit.curve, fit.fitted)
        return found.sum_of_squares
