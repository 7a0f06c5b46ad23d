"""A fitted line with one break, with its intervals and what it says."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from contention.models.broken_line import BrokenLineDesign
from contention.models.fit_summary import summary_text
from contention.models.intervals import Interval, check_alpha, student_interval
from contention.models.profile_likelihood import profile_threshold
from contention.models.sweep_arrays import Array, frozen_array

__all__ = ["SegmentedFit"]

_NAMES = ("break_point", "slope_before", "slope_after", "constant")
_PARAMETERS = 4


@dataclass(frozen=True, eq=False)
class SegmentedFit:
    """A line with one break, y = c + b x + d max(x - psi, 0).

    Attributes
    ----------
    x, y : ndarray, shape (n,)
        The points fitted, sorted by x.
    break_point : float
        Where the slope changes, psi; between the second and the last but one different x.
    slope_before, slope_after : float
        Slopes on either side, b and b + d.
    constant : float
        Height of the first line at x = 0, c.
    sum_of_squares : float
        Residual sum of squares.
    straight_sum_of_squares : float
        That of a single straight line.
    covariance : ndarray, shape (4, 4)
        Linearised, of break, slope before, slope after and constant; NaN where the break has but
        one x beyond it.
    pvalue : float
        Probability that noise about a single straight line gains as much from a break; NaN when
        it was not asked for.
    x_unit, y_unit : str
        Units, for the tables.
    """

    x: Array
    y: Array
    break_point: float
    slope_before: float
    slope_after: float
    constant: float
    sum_of_squares: float
    straight_sum_of_squares: float
    covariance: Array
    pvalue: float
    x_unit: str
    y_unit: str

    @property
    def n(self) -> int:
        """Number of points fitted."""
        return int(self.x.size)

    @property
    def df_resid(self) -> int:
        """Degrees of freedom left, n - 4."""
        return self.n - _PARAMETERS

    @property
    def params(self) -> dict[str, float]:
        """Break, slopes and constant."""
        return {name: getattr(self, name) for name in _NAMES}

    @property
    def bse(self) -> dict[str, float]:
        """Linearised standard errors; the intervals of the break do not use its own."""
        errors = np.sqrt(np.diag(self.covariance))
        return dict(zip(_NAMES, errors.tolist(), strict=True))

    @property
    def derived(self) -> dict[str, float]:
        """The height at the break."""
        return {"value_at_break": self.constant + self.slope_before * self.break_point}

    @property
    def units(self) -> dict[str, str]:
        """Units by name."""
        slope = f"{self.y_unit}/{self.x_unit}"
        heights = dict.fromkeys(("constant", "value_at_break"), self.y_unit)
        slopes = dict.fromkeys(("slope_before", "slope_after"), slope)
        return {"break_point": self.x_unit} | slopes | heights

    def linearised_interval(self, alpha: float = 0.05) -> Interval:
        """Student interval of the break from its linearised error; symmetric, and often short."""
        return student_interval(self.break_point, self.bse["break_point"], self.df_resid, alpha)

    def conf_int(self, alpha: float = 0.05) -> dict[str, Interval]:
        """Profile-likelihood interval of the break, Student intervals of slopes and constant.

        Parameters
        ----------
        alpha : float, default 0.05
            Share of such intervals that miss.

        Returns
        -------
        dict
            Name to (low, high). An end of the break on the first or last x says that the data
            do not bound it within them; infinite ends, that a straight line will do. Slopes
            whose error is not estimable are absent.

        Raises
        ------
        UsageError
            When alpha is not between 0 and 1.
        """
        check_alpha(alpha)
        ends = {"break_point": self._profile(alpha)}
        for name in _NAMES[1:]:
            if math.isfinite(self.bse[name]):
                value = self.params[name]
                ends[name] = student_interval(value, self.bse[name], self.df_resid, alpha)
        return ends

    def _profile(self, alpha: float) -> Interval:
        if self.sum_of_squares == 0.0:
            return (self.break_point, self.break_point)
        design = BrokenLineDesign(self.x)
        limit = profile_threshold(self.sum_of_squares, self.df_resid, alpha)
        low, high = design.within(design.without_line(self.y), limit)
        # Rounding error alone can put the best point itself beyond the limit.
        return (np.fmin(low, self.break_point), np.fmax(high, self.break_point))

    def predict(self, x: ArrayLike) -> Array:
        """The broken line at those x."""
        at = np.asarray(x, dtype=np.float64)
        bend = (self.slope_after - self.slope_before) * np.maximum(at - self.break_point, 0.0)
        return np.asarray(self.constant + self.slope_before * at + bend)

    @property
    def residuals(self) -> Array:
        """Measured less fitted, shape (n,)."""
        return frozen_array(self.y - self.predict(self.x))

    @property
    def verdict(self) -> str:
        """Whether there is a break, and where, in one sentence."""
        if self.pvalue >= 0.05:
            return f"no break: a straight line is enough (p = {self.pvalue:.2g})"
        change = f"{self.slope_before:.3g} to {self.slope_after:.3g}"
        return f"the slope changes from {change} at {self.break_point:.3g} {self.x_unit}"

    @property
    def warnings(self) -> tuple[str, ...]:
        """Few points, a break at the edge, and a slope that grows."""
        notes = []
        if self.df_resid < 3:
            word = "degree" if self.df_resid == 1 else "degrees"
            notes.append(f"only {self.df_resid} {word} of freedom: the intervals are wide")
        if self.break_point in (np.unique(self.x)[[1, -2]]):
            notes.append("the break is as near to the edge as it can be found: measure further")
        if self.slope_after > self.slope_before:
            notes.append("the slope grows at the break: it is no saturation")
        return tuple(notes)

    def summary(self) -> str:
        """Estimates, intervals, test and verdict as text."""
        low, high = self.linearised_interval()
        notes = (
            f"linearised interval of the break: {low:.6g} to {high:.6g}",
            f"p = {self.pvalue:.4g} for a straight line",
        )
        return summary_text("Segmented regression", self, notes=notes)
