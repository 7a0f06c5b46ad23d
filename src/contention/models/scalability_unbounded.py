"""The scalability curve without bounds: a diagnostic of a parameter that lies on its bound."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from contention.models.box_least_squares import minimise_on_box
from contention.models.intervals import student_pvalue
from contention.models.scalability_fit import NAMES, ScalabilityFit
from contention.models.sweep_arrays import Array

__all__ = ["UnboundedScalability", "unbounded_scalability"]


@dataclass(frozen=True)
class UnboundedScalability:
    """Least squares with contention and coherency of either sign.

    Attributes
    ----------
    params, bse, pvalues : dict
        Estimates, linearised standard errors, and two-sided probabilities under zero.
    sum_of_squares : float
        Weighted residual sum of squares.
    df_resid : int
        Points less parameters.
    """

    params: dict[str, float]
    bse: dict[str, float]
    pvalues: dict[str, float]
    sum_of_squares: float
    df_resid: int

    def sentence(self, name: str, level: float = 0.05) -> str:
        """What the unbounded value of a parameter means, and what it does not."""
        value, p = self.params[name], self.pvalues[name]
        found = f"without the bound {name} would be {value:.3g} (p = {p:.2g})"
        if value >= 0.0:
            return f"{found}, a value that is allowed, but beside one that is not"
        if not p < level:
            return f"{found}, which noise alone explains: no evidence of more than linear scaling"
        return (
            f"{found}, which noise alone hardly explains: throughput grows in a way that the law "
            "cannot, often because of a bad point at few sessions, a load axis that is not "
            "concurrency, or caches that fill; a negative value is no cost that can be measured"
        )


def unbounded_scalability(fit: ScalabilityFit) -> UnboundedScalability | None:
    """Fit the family of a bounded fit again, with contention and coherency free of their bound.

    Parameters
    ----------
    fit : ScalabilityFit
        The bounded fit.

    Returns
    -------
    UnboundedScalability or None
        None when the search finds no curve that is positive over the measured range.

    Notes
    -----
    It is not a model of a system, since a negative coherency makes throughput infinite at some
    load. It shows how far the data pull a parameter beyond its bound.

    Examples
    --------
    >>> from contention.models import fit_universal_scalability
    >>> fit = fit_universal_scalability([1, 2, 4, 8, 16], [10.0, 19.0, 34.0, 58.0, 95.0])
    >>> fit.coherency, fit.unbounded().params["coherency"] < 0
    (0.0, True)
    """
    columns = [i for i, name in enumerate(NAMES) if name in fit.fitted]
    free = [name in fit.fitted for name in NAMES]
    lower = tuple(-math.inf if f else 0.0 for f in free)
    problem = fit.problem(lower, tuple(math.inf if f else 0.0 for f in free))
    curve = fit.curve
    start = [curve.throughput_at_one, curve.contention, curve.coherency]
    found = minimise_on_box(problem, start)
    gamma, alpha, beta = found.parameters
    n = fit.sessions
    if np.any(gamma / (1.0 + alpha * (n - 1.0) + beta * n * (n - 1.0)) <= 0.0):
        return None
    freedom = fit.degrees_of_freedom
    tangent: Array = problem.jacobian(found.parameters)[:, columns]
    factor = np.linalg.pinv(np.linalg.qr(tangent, mode="r"))
    errors = np.sqrt(found.sum_of_squares / freedom * np.sum(factor**2, axis=1))
    params = {NAMES[i]: float(found.parameters[i]) for i in columns}
    bse = {NAMES[i]: float(error) for i, error in zip(columns, errors, strict=True)}
    pvalues = {
        name: student_pvalue(value / bse[name], freedom) if bse[name] > 0.0 else math.nan
        for name, value in params.items()
    }
    return UnboundedScalability(params, bse, pvalues, found.sum_of_squares, freedom)
