"""Answers to "where does it saturate", each with its interval and what that is."""

from __future__ import annotations

import math
from dataclasses import dataclass

import pandas as pd

from contention.errors import ContentionError

__all__ = ["SaturationEstimate", "SaturationEstimates"]

_AGREE = 1.5
# Where a criterion has variants, one of them speaks for it.
_COMPARED = ("share_95", "bounds_knee", "segmented_break", "universal_peak", "kneedle")


@dataclass(frozen=True)
class SaturationEstimate:
    """One answer.

    Attributes
    ----------
    criterion : str
        What was asked: ``share_90``, ``share_95``, ``share_99``, ``bounds_knee``,
        ``universal_peak``, ``inverse_contention``, ``segmented_break``, ``kneedle``.
    sessions : float
        The answer; NaN when there is none, infinity when throughput never saturates.
    low, high : float
        Its interval, NaN where there is none.
    interval : str
        What kind of interval. Of confidence: ``replicates``, ``measurement error``,
        ``residuals``, ``profile likelihood``. Of other kinds: ``bracket``, the measured counts on
        either side; ``spread``, of the answer when the sweep is drawn again; ``none``.
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

    @classmethod
    def missing(cls, criterion: str, reason: ContentionError | str) -> SaturationEstimate:
        """A row for a criterion that has no answer, with the reason."""
        text = reason if isinstance(reason, str) else reason.message
        return cls(criterion, math.nan, math.nan, math.nan, "none", False, text)

    @property
    def has_interval(self) -> bool:
        """Whether low and high are there."""
        return not (math.isnan(self.low) or math.isnan(self.high))


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

    @property
    def agreement(self) -> str:
        """Whether the criteria agree, in a sentence.

        Compared are 95 % of the maximum, the knee of the bounds, the segmented break, the
        universal peak and Kneedle, as far as they answer. They agree if the greatest is at most
        1.5 times the smallest.
        """
        found = [row for row in self.rows if row.criterion in _COMPARED]
        rows = sorted(
            (row for row in found if math.isfinite(row.sessions)), key=lambda row: row.sessions
        )
        if len(rows) < 2:
            return "there is no second criterion that gives an answer"
        least, most = rows[0], rows[-1]
        factor = most.sessions / least.sessions
        reach = (
            f"{least.sessions:.3g} ({least.criterion}) to {most.sessions:.3g} ({most.criterion})"
        )
        if factor <= _AGREE:
            return f"{len(rows)} criteria agree within a factor of {factor:.2f}: {reach}"
        return (
            f"{len(rows)} criteria disagree by a factor of {factor:.1f}: {reach}; name the "
            "criterion with the number"
        )

    def frame(self) -> pd.DataFrame:
        """The rows as a pandas frame, one column per field."""
        return pd.DataFrame([vars(row) for row in self.rows])
