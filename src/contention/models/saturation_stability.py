"""How the answers to "where does it saturate" move as the sweep is shortened."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from contention.errors import MeasurementError
from contention.measurements import Sweep
from contention.models.saturation_estimates import saturation_estimates
from contention.models.saturation_table import SaturationEstimate, SaturationEstimates
from contention.models.sweep_arrays import Array
from contention.models.sweep_columns import sweep_columns

__all__ = ["CriterionStability", "SaturationStability", "saturation_stability", "sweep_length_hint"]

_FEWEST = 3
_BEYOND_PEAK = 1.5


@dataclass(frozen=True)
class CriterionStability:
    """One criterion on ever longer parts of a sweep.

    Attributes
    ----------
    criterion : str
        As in :class:`SaturationEstimate`.
    last_sessions : tuple of float
        Greatest session count of each part that gives an answer, increasing.
    rows : tuple of SaturationEstimate
        The answers.
    tail : int
        Shorter parts that a stable answer must survive.
    complete : bool
        Whether the whole sweep has an answer.
    """

    criterion: str
    last_sessions: tuple[float, ...]
    rows: tuple[SaturationEstimate, ...]
    tail: int
    complete: bool

    @property
    def lowest(self) -> float:
        """Smallest answer; NaN when there is none."""
        return min((row.sessions for row in self.rows), default=math.nan)

    @property
    def highest(self) -> float:
        """Greatest answer, possibly infinite; NaN when there is none."""
        return max((row.sessions for row in self.rows), default=math.nan)

    @property
    def _settled_parts(self) -> int:
        """Parts at the end, the whole sweep included, with answers in the final interval."""
        if not self.complete or not self.rows[-1].has_interval:
            return 0
        final = self.rows[-1]
        inside = [final.low <= row.sessions <= final.high for row in self.rows]
        return len(inside) if all(inside) else inside[::-1].index(False)

    @property
    def settled_from(self) -> float:
        """Last count of the first part from which on all answers lie in the final interval.

        NaN when the whole sweep has no answer or no interval.
        """
        settled = self._settled_parts
        return self.last_sessions[-settled] if settled else math.nan

    @property
    def is_stable(self) -> bool:
        """Whether the answer is inside the sweep and survives leaving out its last quarter."""
        if self._settled_parts <= self.tail:
            return False
        return math.isfinite(self.rows[-1].high) and not self.rows[-1].extrapolated

    @property
    def verdict(self) -> str:
        """``stable``, ``still moving at the end of the sweep``, or why neither can be said."""
        if not self.complete:
            return "no answer for the whole sweep"
        if not self.rows[-1].has_interval:
            return "no interval to hold the answers against"
        if not math.isfinite(self.rows[-1].high):
            return "not bounded by the sweep"
        if self.is_stable:
            return "stable"
        return "still moving at the end of the sweep"


@dataclass(frozen=True)
class SaturationStability:
    """All criteria on ever longer parts of one sweep.

    Attributes
    ----------
    label : str
        Name of the sweep.
    counts : ndarray, shape (k,)
        Different session counts measured.
    criteria : tuple of CriterionStability
        One per criterion.
    whole : SaturationEstimates
        The answers for the whole sweep.
    """

    label: str
    counts: Array
    criteria: tuple[CriterionStability, ...]
    whole: SaturationEstimates

    def __getitem__(self, criterion: str) -> CriterionStability:
        for each in self.criteria:
            if each.criterion == criterion:
                return each
        raise KeyError(criterion)

    def frame(self) -> pd.DataFrame:
        """One row per criterion and part: the last count, the answer and its interval."""
        rows = [
            {"last_sessions": last} | vars(row)
            for each in self.criteria
            for last, row in zip(each.last_sessions, each.rows, strict=True)
        ]
        return pd.DataFrame(rows)

    def summary_frame(self) -> pd.DataFrame:
        """One row per criterion: range of answers, where they settled, verdict."""
        names = ("criterion", "lowest", "highest", "settled_from", "verdict")
        return pd.DataFrame([{n: getattr(each, n) for n in names} for each in self.criteria])

    @property
    def verdict(self) -> str:
        """Which criteria are stable and which still move, in one sentence."""
        answered = [each for each in self.criteria if each.complete]
        stable = [each.criterion for each in answered if each.is_stable]
        others = [each.criterion for each in answered if not each.is_stable]
        if not others:
            return "all criteria are stable: " + ", ".join(stable)
        moving = "not settled by the end of the sweep: " + ", ".join(others)
        return f"stable: {', '.join(stable)}; {moving}" if stable else moving

    @property
    def design_hint(self) -> str:
        """How far the sweep should go; empty when it goes far enough."""
        return sweep_length_hint(self.whole["universal_peak"].sessions, float(self.counts[-1]))


def sweep_length_hint(peak: float, last: float) -> str:
    """How far a sweep should go to show its peak; empty when it does.

    Parameters
    ----------
    peak : float
        Of a fitted law, in sessions; infinite when the curve never falls, NaN when not known.
    last : float
        Greatest session count measured.

    Returns
    -------
    str
        To 1.5 times the peak, so that the falling part is seen; to twice the last count where
        there is no peak yet.

    Examples
    --------
    >>> sweep_length_hint(30.0, 40.0)
    'measure to at least 45 sessions, 1.5 times the fitted peak: the sweep ends at 40'
    """
    if math.isnan(peak) or last >= _BEYOND_PEAK * peak:
        return ""
    if math.isinf(peak):
        return f"no peak up to {last:g} sessions: measure to at least {2 * last:g}"
    return (
        f"measure to at least {math.ceil(_BEYOND_PEAK * peak)} sessions, 1.5 times the fitted "
        f"peak: the sweep ends at {last:g}"
    )


def saturation_stability(
    sweep: Sweep | ArrayLike,
    throughput_per_s: ArrayLike | None = None,
    *,
    shares: tuple[float, ...] = (0.95,),
    alpha: float = 0.05,
    relative_error: float | None = None,
    seed: int = 0,
) -> SaturationStability:
    """Recompute every criterion with the last 1, 2, ... session counts left out.

    Parameters
    ----------
    sweep : Sweep or array_like, shape (n,)
        A sweep, or the session counts; at least three different ones.
    throughput_per_s : array_like, shape (n,), optional
        With session counts, the throughput.
    shares : tuple of float
        Shares of the maximum to look for.
    alpha : float, default 0.05
        Share of intervals that may miss.
    relative_error : float, optional
        As in :func:`saturation_estimates`.
    seed : int, default 0
        For the drawing.

    Returns
    -------
    SaturationStability
        Each criterion on each part, down to the shortest that it can be computed on. A criterion
        is called stable if its answer lies inside the sweep, and the answers with up to a quarter
        of the counts left out (at least one) lie in the interval of the whole sweep.

    Raises
    ------
    MeasurementError
        When there is no throughput, or fewer than three session counts.
    UsageError
        When a share, alpha or the relative error is out of range.

    Notes
    -----
    Parts of one sweep share their points, so this is no test. It shows what an interval cannot:
    that a model takes a local bend for the end of the curve.

    Examples
    --------
    >>> n = [1, 2, 4, 8, 16, 32, 64]
    >>> x = [10.0, 19.2, 36.1, 62.0, 88.3, 90.1, 70.2]
    >>> found = saturation_stability(n, x)
    >>> found["share_95"].verdict, found["universal_peak"].verdict
    ('stable', 'still moving at the end of the sweep')
    """
    n, x, _ = sweep_columns(sweep, throughput_per_s)
    counts = np.unique(n)
    if counts.size < _FEWEST:
        raise MeasurementError(
            f"stability needs at least {_FEWEST} different session counts",
            column="sessions",
            found=f"{counts.size}",
            hint="measure more load levels",
        )
    tables: dict[float, SaturationEstimates] = {}
    for last in counts[_FEWEST - 1 :].tolist():
        part = n <= last
        tables[last] = saturation_estimates(
            n[part],
            x[part],
            shares=shares,
            alpha=alpha,
            thorough=True,
            relative_error=relative_error,
            kneedle_draws=200 if last == counts[-1] else 0,
            seed=seed,
        )
    whole = tables[float(counts[-1])]
    tail = max(1, counts.size // 4)
    criteria = tuple(_follow(row.criterion, tables, tail) for row in whole.rows)
    label = sweep.label if isinstance(sweep, Sweep) else "data"
    return SaturationStability(label, counts, criteria, SaturationEstimates(label, whole.rows))


def _follow(
    criterion: str, tables: dict[float, SaturationEstimates], tail: int
) -> CriterionStability:
    found = {last: table[criterion] for last, table in tables.items()}
    kept = {last: row for last, row in found.items() if not math.isnan(row.sessions)}
    complete = bool(kept) and max(kept) == max(found)
    return CriterionStability(criterion, tuple(kept), tuple(kept.values()), tail, complete)
