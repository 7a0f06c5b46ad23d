"""Intervals of a scalability curve from refits of simulated sweeps."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from contention.errors import UsageError
from contention.models.intervals import Interval, check_alpha
from contention.models.scalability_batch import ScalabilityBatch, refit_scalability_curves
from contention.models.scalability_fit import ScalabilityFit
from contention.models.scalability_intervals import Scatter
from contention.models.sweep_arrays import Array

__all__ = ["DrawKind", "ScalabilityBootstrap", "bootstrap_scalability", "draw_sweeps"]

DrawKind = Literal["parametric", "residual"]


@dataclass(frozen=True, eq=False)
class ScalabilityBootstrap:
    """Refits of sweeps that were simulated from a fitted curve.

    Attributes
    ----------
    batch : ScalabilityBatch
        The refits; quantities as attributes, one value per draw.
    estimates : dict
        Each quantity in the fit itself.
    kind : str
        ``parametric``: normal noise; ``residual``: the residuals drawn again.
    seed : int
        Of the draws.
    """

    batch: ScalabilityBatch
    estimates: dict[str, float]
    kind: str
    seed: int

    @property
    def draws(self) -> int:
        """How many sweeps were simulated."""
        return int(self.batch.sum_of_squares.size)

    def conf_int(self, alpha: float = 0.05) -> dict[str, Interval]:
        """Percentile intervals by name; one-sided for a parameter whose estimate is zero.

        Raises
        ------
        UsageError
            When alpha is not between 0 and 1.
        """
        check_alpha(alpha)
        ends: dict[str, Interval] = {}
        for name, estimate in self.estimates.items():
            # Order statistics, not interpolated: a draw may be infinite.
            drawn = np.sort(np.maximum(getattr(self.batch, name), 0.0))
            last = drawn.size - 1
            share = alpha if estimate in (0.0, np.inf) else alpha / 2.0
            low = float(drawn[round(share * last)])
            high = float(drawn[round((1.0 - share) * last)])
            if estimate == 0.0:
                low = 0.0
            elif estimate == np.inf:
                high = np.inf
            ends[name] = (low, high)
        return ends


def draw_sweeps(
    fit: ScalabilityFit, scatter: Scatter, draws: int, kind: DrawKind, seed: int
) -> Array:
    """Simulated sweeps about a fitted curve, shape (draws, n).

    The noise of each sweep is scaled by sqrt(df / chi-squared with df degrees of freedom), since
    its size is itself only an estimate. So in a model that is linear the percentiles of the
    refits are those of Student's t and not of the normal, which at 4 degrees of freedom would be
    30 % too narrow.

    Examples
    --------
    >>> from contention.models import fit_amdahl
    >>> fit = fit_amdahl([1, 2, 4, 8, 16], [10.0, 18.0, 31.0, 47.0, 63.0])
    >>> draw_sweeps(fit.core, fit.scatter, 3, "parametric", seed=1).shape
    (3, 5)
    """
    if kind not in ("parametric", "residual"):
        raise UsageError("unknown kind of bootstrap", found=kind, expected="parametric or residual")
    rng = np.random.default_rng(seed)
    fitted = fit.curve.throughput(fit.sessions)
    shape = (draws, fit.sessions.size)
    if kind == "parametric":
        noise = rng.standard_normal(shape)
    else:
        rest = fit.weights * (fit.throughput - fitted)
        spread = np.sqrt(np.mean((rest - rest.mean()) ** 2))
        pool = (rest - rest.mean()) / spread if spread > 0.0 else rest
        noise = rng.choice(pool, size=shape)
    freedom = scatter.degrees_of_freedom
    known = np.sqrt(freedom / rng.chisquare(freedom, size=(draws, 1)))
    simulated: Array = fitted + np.sqrt(scatter.variance) * known * noise / fit.weights
    return simulated


def bootstrap_scalability(
    fit: ScalabilityFit,
    names: tuple[str, ...],
    scatter: Scatter,
    draws: int = 2000,
    *,
    kind: DrawKind = "parametric",
    seed: int = 0,
) -> ScalabilityBootstrap:
    """Simulate sweeps from a fitted curve and fit each of them, all together.

    Parameters
    ----------
    fit : ScalabilityFit
        The fit.
    names : tuple of str
        Quantities of interest.
    scatter : Scatter
        Variance of the points, and how well it is known.
    draws : int, default 2000
        How many sweeps; at least 100.
    kind : {"parametric", "residual"}, default "parametric"
        Normal noise, or the residuals drawn again with replacement. Seven residuals are too few
        to show the shape of a distribution, so the first is the default. Points as such are not
        drawn: a sweep is a design, and most draws of seven points would lack a part of it.
    seed : int, default 0
        Of the draws.

    Returns
    -------
    ScalabilityBootstrap
        The refits and their percentile intervals.

    Raises
    ------
    UsageError
        When the kind is unknown or the draws are too few.

    References
    ----------
    Davison and Hinkley, *Bootstrap Methods and their Application*, 1997, sections 2.2 and 7.4.

    Examples
    --------
    >>> from contention.models import fit_amdahl
    >>> fit = fit_amdahl([1, 2, 4, 8, 16], [10.0, 18.0, 31.0, 47.0, 63.0])
    >>> found = bootstrap_scalability(fit.core, ("contention",), fit.scatter, seed=1)
    >>> low, high = found.conf_int()["contention"]
    >>> low < fit.contention < high
    True
    """
    if draws < 100:
        raise UsageError("a bootstrap needs at least 100 draws", found=f"{draws}")
    sweeps = draw_sweeps(fit, scatter, draws, kind, seed)
    batch = refit_scalability_curves(fit.sessions, sweeps, fit.weights, fit.curve, fit.fitted)
    estimates = {name: float(getattr(fit.curve, name)) for name in names}
    return ScalabilityBootstrap(batch, estimates, kind, seed)
