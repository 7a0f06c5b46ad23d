"""What a ladder of scalability laws says of a sweep."""

from __future__ import annotations

import math
from dataclasses import dataclass

import pandas as pd
from numpy.typing import ArrayLike

from contention.models.closed_network_fit import ClosedNetworkFit
from contention.models.fit_summary import summary_text
from contention.models.intervals import Interval
from contention.models.retrograde import Retrograde
from contention.models.scalability_result import ScalabilityResult
from contention.models.sweep_arrays import Array

__all__ = ["LadderStep", "ModelLadder"]

_CLOSE = 2.0  # differences in AICc below this say little: Burnham and Anderson, section 2.6


@dataclass(frozen=True, eq=False)
class LadderStep:
    """One law on the ladder, and the test of the parameter that it adds.

    Attributes
    ----------
    law : str
        ``linear_scaling``, ``amdahl`` or ``universal_scalability``.
    fit : ScalabilityResult
        The fitted law.
    added : str
        The parameter that the law below does not have.
    sum_of_squares : float
        Residual sum of squares, weighted as the noise asks.
    df_resid : int
        Points less parameters.
    aicc : float
        Corrected information criterion; less is better. Infinity with too few points.
    f_statistic : float
        Of the added parameter; NaN at the first step, 0 when it is on its bound.
    p_value : float
        Probability of a larger F when the added parameter is zero, which is its bound.
    p_value_two_sided : float
        The same as if the parameter could have either sign; what most programs print.
    """

    law: str
    fit: ScalabilityResult
    added: str
    sum_of_squares: float
    df_resid: int
    aicc: float
    f_statistic: float
    p_value: float
    p_value_two_sided: float


@dataclass(frozen=True, eq=False)
class ModelLadder:
    """Linear scaling, Amdahl's law and the universal law on one sweep.

    Attributes
    ----------
    steps : tuple of LadderStep
        From the fewest parameters to the most.
    retrograde : Retrograde
        Whether throughput fell: a fact of the data, not of a law.
    rival : ClosedNetworkFit or None
        One queue and a delay, for comparison by AICc only: it is not on the ladder.
    rival_aicc : float
        Its criterion; NaN without it.
    noise : str
        How the standard deviation of throughput was taken.
    level : float
        Of the F tests.
    """

    steps: tuple[LadderStep, ...]
    retrograde: Retrograde
    rival: ClosedNetworkFit | None
    rival_aicc: float
    noise: str
    level: float

    def __getitem__(self, law: str) -> LadderStep:
        for step in self.steps:
            if step.law == law:
                return step
        raise KeyError(law)

    @property
    def chosen(self) -> LadderStep:
        """The richest law whose added parameter has an F test below the level; else linear."""
        kept = [step for step in self.steps[1:] if step.p_value < self.level]
        return kept[-1] if kept else self.steps[0]

    @property
    def preferred_by_aicc(self) -> LadderStep:
        """The law with the least AICc."""
        return min(self.steps, key=lambda step: step.aicc)

    @property
    def n(self) -> int:
        """Number of points fitted."""
        return self.chosen.fit.n

    @property
    def params(self) -> dict[str, float]:
        """Estimates of the chosen law."""
        return self.chosen.fit.params

    @property
    def bse(self) -> dict[str, float]:
        """Standard errors of the chosen law; NaN at a bound."""
        return self.chosen.fit.bse

    @property
    def derived(self) -> dict[str, float]:
        """Those of the chosen law, then tests and criteria of all, and the fall."""
        values = dict(self.chosen.fit.derived)
        for step in self.steps[1:]:
            values[f"{step.law}_f"] = step.f_statistic
            values[f"{step.law}_p_value"] = step.p_value
        values |= {f"{step.law}_aicc": step.aicc for step in self.steps}
        if self.rival is not None:
            values["closed_network_aicc"] = self.rival_aicc
        return values | {"fall_from_maximum": self.retrograde.fall}

    @property
    def units(self) -> dict[str, str]:
        """Units by name."""
        return dict.fromkeys(self.derived, "1") | self.chosen.fit.units

    def conf_int(self, alpha: float = 0.05) -> dict[str, Interval]:
        """Intervals of the chosen law; they do not know that it was chosen."""
        return self.chosen.fit.conf_int(alpha)

    def predict(self, sessions: ArrayLike) -> Array:
        """Throughput of the chosen law at those session counts."""
        return self.chosen.fit.predict(sessions)

    @property
    def verdict(self) -> str:
        """The chosen law, the test that chose it, and the fact of the fall."""
        step = self.chosen
        if step.law == "linear_scaling":
            above = self["amdahl"]
            reason = f"no test asks for contention or coherency (p = {above.p_value:.2g} for more)"
        else:
            reason = f"{step.added} is needed (F = {step.f_statistic:.3g}, p = {step.p_value:.2g})"
        return f"{step.fit.title}: {reason}; {self.retrograde.sentence}"

    @property
    def warnings(self) -> tuple[str, ...]:
        """Where tests, criteria and the data disagree, and what few points do."""
        notes = []
        best, chosen, top = self.preferred_by_aicc, self.chosen, self.steps[-1]
        if best is not chosen and math.isfinite(chosen.aicc):
            notes.append(
                f"the F test and AICc disagree: F keeps {chosen.fit.title}, AICc prefers "
                f"{best.fit.title} ({best.aicc:.2f} against {chosen.aicc:.2f})"
            )
        if not math.isfinite(top.aicc):
            notes.append(f"{self.n} points are too few for the AICc of {top.fit.title}: it takes 6")
        if self.retrograde.observed and chosen is not top:
            notes.append(
                f"{self.retrograde.sentence}; {chosen.fit.title} cannot fall, so it is wrong there"
            )
        if self.rival_aicc < min(step.aicc for step in self.steps) - _CLOSE:
            also = ", though it cannot fall" if self.retrograde.observed else ""
            notes.append(
                f"one queue and a delay has a lower AICc ({self.rival_aicc:.2f}) than every law "
                f"on the ladder{also}"
            )
        if top.df_resid < 3:
            notes.append(
                f"with {self.n} points a law that is not needed cannot be told from one that the "
                "tests could not see"
            )
        return tuple(notes) + tuple(n for n in chosen.fit.warnings if "freedom" not in n)

    def frame(self) -> pd.DataFrame:
        """One row per law: parameters, fit, test and criterion; the rival last."""
        rows: list[dict[str, object]] = [
            {
                "model": step.law,
                "parameters": index,
                "sum_of_squares": step.sum_of_squares,
                "df": step.df_resid,
                "f": step.f_statistic,
                "p": step.p_value,
                "p_two_sided": step.p_value_two_sided,
                "aicc": step.aicc,
                "chosen": step is self.chosen,
            }
            for index, step in enumerate(self.steps, start=1)
        ]
        if self.rival is not None:
            blank = dict.fromkeys(("f", "p", "p_two_sided"), math.nan)
            rows.append(
                {
                    "model": "closed_network",
                    "parameters": 2,
                    "sum_of_squares": self.rival.sum_of_squares,
                    "df": self.rival.df_resid,
                    **blank,
                    "aicc": self.rival_aicc,
                    "chosen": False,
                }
            )
        return pd.DataFrame(rows)

    def summary(self) -> str:
        """Estimates of the chosen law, tests, criteria, verdict and warnings as text."""
        return summary_text("Ladder of scalability laws", self)
