"""What a reader must know before trusting a fitted scalability law."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from contention.models.fit_summary import number_text
from contention.models.intervals import student_quantile
from contention.models.scalability_influence import ScalabilityInfluence
from contention.models.scalability_residuals import residual_checks

if TYPE_CHECKING:
    from contention.models.scalability_result import ScalabilityResult

__all__ = ["scalability_warnings"]


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
    if fit.scatter.variance == 0.0:
        return tuple(notes)
    test = fit.lack_of_fit
    if test is not None and test.p_value < 0.05:
        notes.append(f"lack of fit: {test.verdict}")
    influence = fit.influence()
    weighted = fit.core.weights * fit.residuals
    checks = residual_checks(weighted, influence.standardised, fit.predict(fit.sessions))
    return (*notes, *checks.warnings, *_decisive(influence, fit.core.fitted, fit.df_resid))


def _decisive(
    influence: ScalabilityInfluence, names: tuple[str, ...], freedom: int
) -> tuple[str, ...]:
    """The point that moves a parameter by more than Student's t standard errors, if any does."""
    if freedom < 2:
        return ()
    reach = student_quantile(0.975, freedom)
    worst, at, which = 1.0, -1, ""
    for name in names:
        error = influence.errors[name]
        if not error > 0.0:
            continue
        moved = np.abs(influence.change(name)) / (reach * error)
        moved = np.where(np.isnan(moved), 0.0, moved)
        if moved.max() > worst:
            worst, at, which = float(moved.max()), int(moved.argmax()), name
    if at < 0:
        return ()
    before, after = (
        number_text(float(f"{value:.3g}"))
        for value in (influence.estimates[which], influence.without[which][at])
    )
    count = f"{influence.sessions[at]:g}"
    plural = "" if count == "1" else "s"
    return (
        f"the point at {count} session{plural} decides: without it {which} would be "
        f"{after} and not {before}, {worst * reach:.1f} standard errors away",
    )
