"""Several answers to "where does it saturate", side by side."""

from __future__ import annotations

import math
from dataclasses import dataclass

import pandas as pd
from numpy.typing import ArrayLike

from contention.errors import ContentionError
from contention.measurements import Sweep
from contention.models.asymptotic_bounds import asymptotic_bounds
from contention.models.saturation import saturation_sessions
from contention.models.sweep_columns import sweep_columns
from contention.models.universal_scalability import fit_universal_scalability

__all__ = ["SaturationEstimate", "SaturationEstimates", "saturation_estimates"]


@dataclass(frozen=True)
class SaturationEstimate:
    """One answer.

    Attributes
    ----------
    criterion : str
        What was asked: ``share_90``, ``share_95``, ``share_99``, ``bounds_knee``,
        ``universal_peak``, ``inverse_contention``.
    sessions : float
        The answer; NaN when there is none, infinity when throughput never saturates.
    low, high : float
        Its interval, NaN where there is none.
    interval : str
        What kind of interval: ``bracket``, ``replicates``, ``profile likelihood`` or ``none``.
    extrapolated : bool
        Whether the answer lies outside the measured session counts.
    note : str
        A reservation, or why there is no answer.
    """

    criterion: str
    sessions: float
    low: float
    high: float
    interval: str
    extrapolated: bool
    note: str = ""


@dataclass(frozen=True)
class SaturationEstimates:
    """All answers for one sweep.

    Attributes
    ----------
    label : str
        Name of the sweep.
    rows : tuple of SaturationEstimate
        One per criterion.
    """

    label: str
    rows: tuple[SaturationEstimate, ...]

    def __getitem__(self, criterion: str) -> SaturationEstimate:
        for row in self.rows:
            if row.criterion == criterion:
                return row
        raise KeyError(criterion)

    @property
    def spread(self) -> float:
        """Greatest over smallest finite answer; NaN when there are fewer than two."""
        finite = [row.sessions for row in self.rows if math.isfinite(row.sessions)]
        return max(finite) / min(finite) if len(finite) > 1 else math.nan

    def frame(self) -> pd.DataFrame:
        """The rows as a pandas frame, one column per field."""
        return pd.DataFrame([vars(row) for row in self.rows])


def saturation_estimates(
    sweep: Sweep | ArrayLike,
    throughput_per_s: ArrayLike | None = None,
    *,
    shares: tuple[float, ...] = (0.90, 0.95, 0.99),
    alpha: float = 0.05,
) -> SaturationEstimates:
    """Where a sweep saturates, by several criteria that need not agree.

    Parameters
    ----------
    sweep : Sweep or array_like, shape (n,)
        A sweep, or the session counts.
    throughput_per_s : array_like, shape (n,), optional
        With session counts, the throughput.
    shares : tuple of float
        Shares of the maximum to look for.
    alpha : float, default 0.05
        Share of intervals that may miss.

    Returns
    -------
    SaturationEstimates
        The first crossing of each share of the maximum; the knee (D + Z) / D_max of the
        asymptotic bounds; the peak and the reciprocal contention of the universal scalability
        law. A criterion that cannot be computed is a row of NaN with the reason.

    Raises
    ------
    MeasurementError
        When there is no throughput, or fewer than two session counts.
    UsageError
        When a share or alpha is out of range.

    Examples
    --------
    >>> table = saturation_estimates([1, 2, 4, 8, 16], [10.0, 18.4, 31.8, 48.1, 61.0])
    >>> [row.criterion for row in table.rows][-2:], round(table["bounds_knee"].sessions, 1)
    (['universal_peak', 'inverse_contention'], 6.1)
    """
    n, x, _ = sweep_columns(sweep, throughput_per_s)
    last = float(n[-1])
    rows = []
    for share in shares:
        point = saturation_sessions(n, x, share, alpha=alpha)
        name = f"share_{100 * share:g}"
        rows.append(
            SaturationEstimate(
                name, point.sessions, point.low, point.high, point.method, point.at_edge, point.note
            )
        )
    try:
        knee = asymptotic_bounds(n, x).knee_sessions
        rows.append(
            SaturationEstimate("bounds_knee", knee, math.nan, math.nan, "none", knee > last)
        )
    except ContentionError as problem:
        rows.append(_missing("bounds_knee", problem))
    try:
        fit = fit_universal_scalability(n, x)
        ends = fit.conf_int(alpha)
    except ContentionError as problem:
        rows += [_missing(name, problem) for name in ("universal_peak", "inverse_contention")]
    else:
        note = "; ".join(fit.warnings)
        for name, key in (
            ("universal_peak", "peak_sessions"),
            ("inverse_contention", "saturation_sessions"),
        ):
            value = fit.derived[key]
            beyond = not n[0] <= value <= last
            kind = "profile likelihood"
            rows.append(SaturationEstimate(name, value, *ends[key], kind, beyond, note))
    return SaturationEstimates(sweep.label if isinstance(sweep, Sweep) else "data", tuple(rows))


def _missing(criterion: str, problem: ContentionError) -> SaturationEstimate:
    return SaturationEstimate(
        criterion, math.nan, math.nan, math.nan, "none", False, problem.message
    )
