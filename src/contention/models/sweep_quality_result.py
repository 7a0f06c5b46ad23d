"""What a data-quality gate says of a sweep, and for which models it opens."""

from __future__ import annotations

import math
from dataclasses import dataclass

import pandas as pd

from contention.errors import MeasurementError
from contention.models.little_closure import LittleClosure
from contention.models.quality_finding import QualityFinding

__all__ = ["SweepQuality"]

_RATE, _TIME = "throughput_per_s", "response_time_s"
# Different session counts that a model needs, and its columns beside sessions.
_NEEDS: dict[str, tuple[int, tuple[str, ...]]] = {
    "linear_scaling": (2, (_RATE,)),
    "amdahl": (3, (_RATE,)),
    "universal_scalability": (4, (_RATE,)),
    "model_ladder": (4, (_RATE,)),
    "closed_network_fit": (3, (_RATE,)),
    "network_demands": (3, (_RATE, _TIME)),
    "segmented_regression": (4, (_RATE,)),
    "asymptotic_bounds": (1, (_RATE, _TIME)),
    "quadratic_waiting": (3, (_TIME,)),
    "linear_response": (3, (_TIME,)),
    "power_law": (3, (_TIME,)),
    "cpu_ledger": (1, (_RATE, _TIME, "cpu_time_s")),
}
_ANY_MODEL = (2, (_RATE,))


@dataclass(frozen=True, eq=False)
class SweepQuality:
    """Findings on a sweep, the worst first.

    Attributes
    ----------
    label : str
        Name of the sweep.
    source : str
        Where it was read from.
    distinct_sessions : int
        Different session counts among the usable points.
    findings : tuple of QualityFinding
        Unfit, then warnings, then notes.
    little : LittleClosure or None
        Little's law at each point; None without response times.
    measured_points : DataFrame
        One row per usable point.
    """

    label: str
    source: str
    distinct_sessions: int
    findings: tuple[QualityFinding, ...]
    little: LittleClosure | None
    measured_points: pd.DataFrame

    def by_severity(self, severity: str) -> tuple[QualityFinding, ...]:
        """The findings of that severity."""
        return tuple(item for item in self.findings if item.severity == severity)

    @property
    def warnings(self) -> tuple[str, ...]:
        """Sentences of all findings that are more than notes."""
        return tuple(item.sentence for item in self.findings if item.severity != "note")

    def warnings_beside(self, model: str) -> tuple[str, ...]:
        """What to say beside a fitted model; what bars it, or is its own to say, is left out.

        Parameters
        ----------
        model : str
            As for ``reasons_against``.
        """
        against = self.reasons_against(model)
        said = (f.sentence for f in self.findings if f.severity != "note" and f.check != "design")
        return tuple(text for text in said if text not in against)

    @property
    def verdict(self) -> str:
        """How the sweep fared, in one sentence."""
        bad, doubtful = len(self.by_severity("unfit")), len(self.by_severity("warning"))
        if bad:
            return f"unfit in {bad} respect{'s' * (bad > 1)}: {self.findings[0].message}"
        if doubtful:
            return f"usable, with {doubtful} warning{'s' * (doubtful > 1)}"
        return "no objection"

    def frame(self) -> pd.DataFrame:
        """One row per finding."""
        names = ("severity", "check", "sessions", "message", "found", "expected", "advice")
        rows = [
            {
                name: math.nan if getattr(item, name) is None else getattr(item, name)
                for name in names
            }
            for item in self.findings
        ]
        return pd.DataFrame(rows, columns=list(names))

    def points(self) -> pd.DataFrame:
        """One row per usable point: what was measured, sessions inside, and the gaps."""
        return self.measured_points.copy()

    def reasons_against(self, model: str) -> tuple[str, ...]:
        """Why a model must not be fitted to this sweep; empty when it may.

        Parameters
        ----------
        model : str
            Name of a model. One that is not listed here is taken to need throughput at two
            session counts.
        """
        counts, columns = _NEEDS.get(model, _ANY_MODEL)
        used = {"sessions", *columns}
        reasons = [f.sentence for f in self.by_severity("unfit") if used.issuperset(f.columns)]
        if self.distinct_sessions < counts:
            reasons.append(
                f"{model.replace('_', ' ')} needs at least {counts} different session counts "
                f"(found {self.distinct_sessions}): measure more load levels"
            )
        if _TIME in columns and _RATE not in columns and self.little is None:
            reasons.append(f"{model.replace('_', ' ')} needs response times: capture them")
        return tuple(reasons)

    def require_fit_for(self, model: str) -> None:
        """Raise when a model must not be fitted to this sweep.

        Parameters
        ----------
        model : str
            As for ``reasons_against``.

        Raises
        ------
        MeasurementError
            With all the reasons.
        """
        reasons = self.reasons_against(model)
        if reasons:
            raise MeasurementError(
                f"series {self.label} is unfit for {model.replace('_', ' ')}: "
                + "; ".join(reasons),
                path=self.source,
            )
