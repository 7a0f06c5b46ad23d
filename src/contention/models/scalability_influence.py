"""What each point of a sweep does to a fitted scalability curve."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd

from contention.models.scalability_batch import refit_scalability_curves
from contention.models.scalability_fit import ScalabilityFit
from contention.models.scalability_intervals import Scatter, standard_error
from contention.models.sweep_arrays import Array, frozen_array

__all__ = ["ScalabilityInfluence", "scalability_influence"]


@dataclass(frozen=True, eq=False)
class ScalabilityInfluence:
    """Leverage, residuals, and the fit with each point left out.

    Attributes
    ----------
    sessions, throughput, residuals : ndarray, shape (n,)
        The points and their distance from the curve, in the unit of throughput.
    leverage : ndarray, shape (n,)
        Between 0 and 1: how much of the curve at the point is that point. They add up to the
        number of free parameters. At 1 the curve passes through whatever is measured.
    standardised : ndarray, shape (n,)
        Residuals over their standard errors, s sqrt(1 - leverage).
    estimates : dict
        Each quantity with all points.
    without : dict
        Each quantity with each point left out, shape (n,); NaN where too few session counts
        remain.
    errors : dict
        Linearised standard error of each quantity with all points; NaN at a bound.
    """

    sessions: Array
    throughput: Array
    residuals: Array
    leverage: Array
    standardised: Array
    estimates: dict[str, float]
    without: dict[str, Array]
    errors: dict[str, float]

    @property
    def cooks_distance(self) -> Array:
        """Distance that all parameters move together, in units of their own uncertainty."""
        h = self.leverage
        with np.errstate(divide="ignore", invalid="ignore"):
            distance = self.standardised**2 * h / ((1.0 - h) * np.sum(h))
        return frozen_array(distance)

    def change(self, name: str) -> Array:
        """Estimate without each point, less the estimate with all; shape (n,)."""
        with np.errstate(invalid="ignore"):
            return frozen_array(self.without[name] - self.estimates[name])

    def range(self, name: str) -> tuple[float, float]:
        """Least and greatest estimate when any one point is left out."""
        values = self.without[name][~np.isnan(self.without[name])]
        return (float(values.min()), float(values.max()))

    def frame(self) -> pd.DataFrame:
        """One row per point: the point, its leverage, and each quantity without it."""
        columns = {
            "sessions": self.sessions,
            "throughput": self.throughput,
            "residual": self.residuals,
            "standardised": self.standardised,
            "leverage": self.leverage,
            "cooks_distance": self.cooks_distance,
        }
        return pd.DataFrame(columns | {f"{k}_without": v for k, v in self.without.items()})


def scalability_influence(
    fit: ScalabilityFit, names: tuple[str, ...], scatter: Scatter
) -> ScalabilityInfluence:
    """Leave out each point in turn and fit the rest, all together.

    Parameters
    ----------
    fit : ScalabilityFit
        The fit.
    names : tuple of str
        Quantities of interest.
    scatter : Scatter
        Variance of the points.

    Returns
    -------
    ScalabilityInfluence
        In the order of the points.

    References
    ----------
    Belsley, Kuh and Welsch, *Regression Diagnostics*, 1980, chapter 2; Cook, "Detection of
    influential observation in linear regression", Technometrics 19, 1977. Leverage is that of the
    tangent plane.

    Examples
    --------
    >>> from contention.models import fit_amdahl
    >>> fit = fit_amdahl([1, 2, 4, 8, 16], [10.0, 18.0, 31.0, 47.0, 63.0])
    >>> found = scalability_influence(fit.core, ("contention",), fit.scatter)
    >>> round(float(found.leverage.sum()), 6), found.change("contention").shape
    (2.0, (5,))
    """
    n, size = fit.sessions, fit.sessions.size
    residuals = fit.throughput - fit.curve.throughput(n)
    basis = np.linalg.qr(fit.tangent())[0]
    leverage = np.minimum(np.sum(basis**2, axis=1), 1.0)
    spread = np.sqrt(scatter.variance * np.maximum(1.0 - leverage, 0.0))
    with np.errstate(divide="ignore", invalid="ignore"):
        standardised = np.where(spread > 0.0, fit.weights * residuals / spread, np.nan)
    weights = np.tile(fit.weights, (size, 1))
    np.fill_diagonal(weights, 0.0)
    sweeps = np.tile(fit.throughput, (size, 1))
    batch = refit_scalability_curves(n, sweeps, weights, fit.curve, fit.fitted)
    left = np.array([np.unique(np.delete(n, i)).size for i in range(size)])
    enough = left >= len(fit.fitted)
    return ScalabilityInfluence(
        n,
        fit.throughput,
        frozen_array(residuals),
        frozen_array(leverage),
        frozen_array(standardised),
        {name: float(getattr(fit.curve, name)) for name in names},
        {name: frozen_array(np.where(enough, getattr(batch, name), np.nan)) for name in names},
        {name: standard_error(fit, name, scatter.variance) for name in names},
    )
