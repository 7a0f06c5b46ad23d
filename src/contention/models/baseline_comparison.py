"""Whether the memory of a run grows faster than that of a baseline run."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from contention.errors import UsageError
from contention.models.intervals import Interval, check_alpha
from contention.models.short_number import short_number
from contention.models.student_mixture import StudentMixture
from contention.models.sweep_arrays import Array
from contention.models.trend_slope import TrendFit

__all__ = ["BaselineComparison", "compare_with_baseline"]


@dataclass(frozen=True)
class BaselineComparison:
    """Slope and level of a candidate less those of its baseline.

    Attributes
    ----------
    slope_difference : float
        Bytes per step, or per unit of work where units were given.
    slope_interval : tuple of float
        Two-sided, at the level.
    level_difference : float
        Bytes; of the lines of the last segments, each at the end of its run.
    level_interval : tuple of float
        Two-sided.
    tolerable : float
        Difference above which the run grows faster, in the unit of the difference.
    negligible : float
        Difference up to which it does not.
    alpha : float
        Level of both intervals.
    """

    slope_difference: float
    slope_interval: Interval
    level_difference: float
    level_interval: Interval
    tolerable: float
    negligible: float
    alpha: float

    @property
    def verdict(self) -> str:
        """``grows_faster``, ``no_faster`` or ``not_enough_data``."""
        low, high = self.slope_interval
        if low > self.tolerable:
            return "grows_faster"
        return "no_faster" if high <= self.negligible else "not_enough_data"

    @property
    def reason(self) -> str:
        """Why, with the figures."""
        low, high = (short_number(end) for end in self.slope_interval)
        floor, limit = short_number(self.tolerable), short_number(self.negligible)
        words = {
            "grows_faster": f"lies above {floor}",
            "no_faster": f"does not exceed the negligible {limit}",
            "not_enough_data": f"leaves open whether the difference exceeds {limit}",
        }
        return f"the interval {low} to {high} {words[self.verdict]}"

    def sentence(self, candidate: str, baseline: str, unit: str) -> str:
        """The verdict with its figures, for two runs of these names and slopes of this unit.

        Examples
        --------
        >>> found = BaselineComparison(3.0, (2.0, 4.0), 0.0, (-1.0, 1.0), 0.0, 1.0, 0.05)
        >>> found.sentence("new", "old", "bytes/run")
        'new grows faster than old: by 3 bytes/run (95 % interval 2 to 4).'
        """
        low, high = (short_number(end) for end in self.slope_interval)
        percent = f"{100.0 * (1.0 - self.alpha):g} %"
        words = {
            "grows_faster": f"{candidate} grows faster than {baseline}",
            "no_faster": f"{candidate} does not grow faster than {baseline}",
            "not_enough_data": f"It is open whether {candidate} grows faster than {baseline}",
        }[self.verdict]
        difference = short_number(self.slope_difference)
        return f"{words}: by {difference} {unit} ({percent} interval {low} to {high})."


def compare_with_baseline(
    candidate: TrendFit,
    baseline: TrendFit,
    *,
    ends: tuple[float, float],
    tolerable: float = 0.0,
    negligible: float = 0.0,
    units_per_step: tuple[float, float] = (1.0, 1.0),
    alpha: float = 0.05,
) -> BaselineComparison:
    """Difference of two slopes, and of the levels at the ends of the runs, with intervals.

    Parameters
    ----------
    candidate, baseline : TrendFit
        Two runs that do not depend on each other. Their lengths and paces may differ.
    ends : tuple of float
        Last step of the candidate and of the baseline.
    tolerable : float, default 0
        Difference of slopes that is accepted; zero or more. When the whole interval lies above,
        the run grows faster.
    negligible : float, default 0
        When no part of the interval lies above this, or above what is tolerable, it does not.
    units_per_step : tuple of float, default (1, 1)
        Units of work per step of each; the slopes are compared per unit.
    alpha : float, default 0.05
        Share of such intervals that miss.

    Returns
    -------
    BaselineComparison
        The differences and a verdict.

    Raises
    ------
    UsageError
        When a number of units is not positive, or the tolerable difference is negative.

    Notes
    -----
    Under each pair of kinds of noise the difference is taken as Student's t with Welch's degrees
    of freedom, and pairs count by the product of their weights.

    References
    ----------
    Welch, "The generalization of Student's problem when several different population variances
    are involved", Biometrika 34, 1947.

    Examples
    --------
    >>> from contention.models.trend_slope import fit_trend
    >>> step, noise = np.arange(30.0), np.tile([0.0, 2.0, -2.0], 10)
    >>> old, new = fit_trend(step, noise), fit_trend(step, 3.0 * step + noise)
    >>> compare_with_baseline(new, old, ends=(29.0, 29.0)).verdict
    'grows_faster'
    """
    check_alpha(alpha)
    if not min(units_per_step) > 0:
        raise UsageError("units per step must be positive", found=f"{min(units_per_step):g}")
    if not tolerable >= 0:
        raise UsageError("the tolerable difference must be zero or more", found=f"{tolerable:g}")
    slopes = _difference(
        candidate.slope_distribution.scaled(1.0 / units_per_step[0]),
        baseline.slope_distribution.scaled(1.0 / units_per_step[1]),
    )
    levels = _difference(candidate.line_distribution(ends[0]), baseline.line_distribution(ends[1]))
    return BaselineComparison(
        slope_difference=slopes.quantile(0.5),
        slope_interval=slopes.interval(alpha),
        level_difference=levels.quantile(0.5),
        level_interval=levels.interval(alpha),
        tolerable=float(tolerable),
        negligible=max(float(negligible), float(tolerable)),
        alpha=alpha,
    )


def _difference(one: StudentMixture, other: StudentMixture) -> StudentMixture:
    """The first less the second, which does not depend on it."""

    def pairs(left: Array, right: Array) -> tuple[Array, Array]:
        a, b = np.broadcast_arrays(left[:, None], right)
        return a.ravel(), b.ravel()

    first, second = pairs(one.centres, other.centres)
    wide, narrow = (square**2 for square in pairs(one.errors, other.errors))
    left, right = pairs(one.weights, other.weights)
    total = wide + narrow
    freedom = np.full(total.size, one.degrees_of_freedom + other.degrees_of_freedom)
    some = total > 0.0
    freedom[some] = total[some] ** 2 / (
        wide[some] ** 2 / one.degrees_of_freedom + narrow[some] ** 2 / other.degrees_of_freedom
    )
    return StudentMixture(left * right, first - second, np.sqrt(total), freedom)
