"""The saturation of a sweep by all criteria, as one answer that says whether they agree."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from contention.measurements import Sweep
from contention.models.fit_summary import summary_text
from contention.models.intervals import Interval
from contention.models.saturation import SaturationPoint, saturation_sessions
from contention.models.saturation_estimates import saturation_estimates
from contention.models.saturation_stability import sweep_length_hint
from contention.models.saturation_table import SaturationEstimate, SaturationEstimates
from contention.models.sweep_arrays import Array
from contention.models.sweep_columns import means_by_sessions

__all__ = ["SaturationComparison", "compare_saturation"]

_ALPHA = 0.05


@dataclass(frozen=True)
class SaturationComparison:
    """One sweep, its first reach of 95 % of the maximum, and the other criteria beside it.

    Attributes
    ----------
    sweep : Sweep
        What was measured.
    point : SaturationPoint
        The first reach of 95 %.
    table : SaturationEstimates
        All criteria at 95 % confidence.
    """

    sweep: Sweep
    point: SaturationPoint
    table: SaturationEstimates

    @property
    def n(self) -> int:
        """Number of points."""
        return self.point.n

    @property
    def params(self) -> dict[str, float]:
        """The first reach of 95 % of the maximum."""
        return self.point.params

    @property
    def bse(self) -> dict[str, float]:
        """NaN: a crossing has no standard error of use."""
        return self.point.bse

    @property
    def _others(self) -> list[SaturationEstimate]:
        return [row for row in self.table.rows if row.criterion != "share_95"]

    @property
    def derived(self) -> dict[str, float]:
        """The maximum, and the answers of the other criteria that have one."""
        found = {r.criterion: r.sessions for r in self._others if not math.isnan(r.sessions)}
        return self.point.derived | found

    @property
    def units(self) -> dict[str, str]:
        """Units by name."""
        return self.point.units | {row.criterion: "sessions" for row in self._others}

    def conf_int(self, alpha: float = _ALPHA) -> dict[str, Interval]:
        """The limits of each criterion that has some; see ``warnings`` for what they are.

        Raises
        ------
        UsageError
            When alpha is not between 0 and 1.
        """
        table = self.table
        if alpha != _ALPHA:
            table = saturation_estimates(self.sweep, alpha=alpha, thorough=True)
        ends = {r.criterion: (r.low, r.high) for r in table.rows if r.has_interval}
        return {"sessions": ends.pop("share_95"), **ends}

    @property
    def verdict(self) -> str:
        """The crossing, and whether the criteria agree."""
        return f"{self.point.verdict}; {self.table.agreement}"

    @property
    def warnings(self) -> tuple[str, ...]:
        """What the limits are, which criteria have no answer, and how far to measure."""
        kinds: dict[str, list[str]] = {}
        for row in self._others:
            if row.has_interval:
                kinds.setdefault(row.interval, []).append(row.criterion)
        parts = [f"{kind} ({', '.join(names)})" for kind, names in kinds.items()]
        notes = [self.point.note, "limits of the others: " + "; ".join(parts)]
        for row in self._others:
            reserved = math.isnan(row.sessions) or row.criterion == "universal_peak"
            if reserved and row.note:
                notes.append(f"{row.criterion}: {row.note}")
        peak = self.table["universal_peak"].sessions
        hint = sweep_length_hint(peak, float(self.sweep.sessions.max()))
        return (*notes, hint) if hint else tuple(notes)

    def predict(self, sessions: ArrayLike) -> Array:
        """The measured polyline that shares are read off; NaN outside the sweep."""
        counts, means = means_by_sessions(self.sweep.sessions, self.sweep.throughput_per_s)
        at = np.asarray(sessions, dtype=np.float64)
        return np.asarray(np.interp(at, counts, means, left=math.nan, right=math.nan))

    def summary(self) -> str:
        """All criteria with their limits, and the verdict, as text."""
        return summary_text("Saturation", self)


def compare_saturation(sweep: Sweep) -> SaturationComparison:
    """Ask every criterion of saturation about one sweep.

    Parameters
    ----------
    sweep : Sweep
        At least two different session counts.

    Returns
    -------
    SaturationComparison
        The answers; criteria that need more than the sweep has are named in the warnings.

    Raises
    ------
    MeasurementError
        When there are fewer than two session counts, or equal throughputs.

    Examples
    --------
    >>> from contention.measurements import Sweep
    >>> found = compare_saturation(Sweep("db", [1, 2, 4, 8, 16], [10, 19, 34, 40, 40]))
    >>> round(found.params["sessions"], 2), round(found.derived["bounds_knee"], 2)
    (6.67, 4.0)
    """
    point = saturation_sessions(sweep.sessions, sweep.throughput_per_s)
    return SaturationComparison(sweep, point, saturation_estimates(sweep, thorough=True))
