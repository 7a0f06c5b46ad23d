"""Slowdown: how many times as long one way of doing the same work takes as another."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from contention.errors import MeasurementError
from contention.models.fit_summary import summary_text
from contention.models.intervals import Interval, check_alpha, student_interval
from contention.models.sweep_arrays import Array

__all__ = ["Slowdown", "compare_times"]


@dataclass(frozen=True)
class Slowdown:
    """A ratio of times.

    Attributes
    ----------
    ratio : float
        Slow time over fast time; of geometric means where there are repeats.
    rounding : tuple of float
        Least and greatest ratio of times that round to the given ones.
    log_error : float
        Standard error of the ratio's logarithm; NaN without repeats of both.
    degrees_of_freedom : float
        Welch's, of that error; 0 without repeats of both.
    n_slow, n_fast : int
        Numbers of times compared.
    """

    ratio: float
    rounding: Interval
    log_error: float
    degrees_of_freedom: float
    n_slow: int
    n_fast: int

    @property
    def repeated(self) -> bool:
        """Whether both ways were timed more than once, so that scatter is known."""
        return min(self.n_slow, self.n_fast) > 1

    @property
    def basis(self) -> str:
        """What the interval is made from: ``repeats`` or ``rounding``."""
        return "repeats" if self.repeated else "rounding"

    @property
    def n(self) -> int:
        """All times compared."""
        return self.n_slow + self.n_fast

    @property
    def params(self) -> dict[str, float]:
        """The ratio under ``slowdown``."""
        return {"slowdown": self.ratio}

    @property
    def bse(self) -> dict[str, float]:
        """Standard error of the ratio by the delta method; NaN without repeats of both."""
        return {"slowdown": self.ratio * self.log_error}

    @property
    def derived(self) -> dict[str, float]:
        """Nothing follows from the ratio."""
        return {}

    @property
    def units(self) -> dict[str, str]:
        """The ratio is a number of times."""
        return {"slowdown": "times"}

    @property
    def verdict(self) -> str:
        """The ratio in words."""
        return f"{self.ratio:.4g} times as long"

    @property
    def warnings(self) -> tuple[str, ...]:
        """Says when the interval is one of rounding only."""
        if self.repeated:
            return ()
        return ("single times: the interval holds their rounding and not their scatter",)

    def conf_int(self, alpha: float = 0.05) -> dict[str, Interval]:
        """Interval of the ratio.

        With repeats of both, Welch's from the logarithms of the times. Without, the rounding of
        the printed times: it does not depend on alpha, and says nothing of other runs.
        """
        check_alpha(alpha)
        if not self.repeated:
            return {"slowdown": self.rounding}
        middle = math.log(self.ratio)
        ends = student_interval(middle, self.log_error, self.degrees_of_freedom, alpha)
        return {"slowdown": (_power(ends[0]), _power(ends[1]))}

    def predict(self, fast_s: ArrayLike) -> Array:
        """Seconds of the slow way for work that takes the fast way this long."""
        return self.ratio * np.asarray(fast_s, dtype=np.float64)

    def summary(self) -> str:
        """Table of the ratio with its interval."""
        return summary_text("Slowdown", self)


def compare_times(
    slow_s: ArrayLike,
    fast_s: ArrayLike,
    *,
    slow_half_unit_s: float = 0.0,
    fast_half_unit_s: float = 0.0,
) -> Slowdown:
    r"""Compare the times of two ways of doing the same work.

    The ratio is :math:`\bar t_{slow} / \bar t_{fast}` of geometric means. Where both were timed
    more than once, the logarithms of the times are compared by Welch's t: the ratio's scatter is
    then relative, and the two ways may scatter differently. A single time has no scatter to be
    seen; what is left is how far rounding of the printed figures could have moved the ratio.

    Parameters
    ----------
    slow_s, fast_s : array_like
        Seconds, positive; one or more of each.
    slow_half_unit_s, fast_half_unit_s : float
        Half a unit of the last printed digit, in seconds; smaller than every time.

    Returns
    -------
    Slowdown
        The ratio.

    Raises
    ------
    MeasurementError
        When there is no time, or one is not positive, or is all rounding.

    References
    ----------
    Welch, "The generalization of 'Student's' problem when several different population variances
    are involved", Biometrika 34, 1947, equations 28 and 29 for the degrees of freedom.

    Examples
    --------
    >>> found = compare_times(180.12, 5.0, slow_half_unit_s=0.005, fast_half_unit_s=0.5)
    >>> round(found.ratio, 2), [round(end, 1) for end in found.conf_int()["slowdown"]]
    (36.02, [32.7, 40.0])
    """
    slow = _times(slow_s, slow_half_unit_s)
    fast = _times(fast_s, fast_half_unit_s)
    means = [math.exp(np.log(times).mean()) for times in (slow, fast)]
    ratio = float(slow[0] / fast[0]) if slow.size == fast.size == 1 else means[0] / means[1]
    rounding = (
        ratio * (1 - slow_half_unit_s / means[0]) / (1 + fast_half_unit_s / means[1]),
        ratio * (1 + slow_half_unit_s / means[0]) / (1 - fast_half_unit_s / means[1]),
    )
    error, freedom = math.nan, 0.0
    if min(slow.size, fast.size) > 1:
        shares = [np.log(times).var(ddof=1) / times.size for times in (slow, fast)]
        error = math.sqrt(sum(shares))
        parts = zip(shares, (slow.size, fast.size), strict=True)
        below = sum(share**2 / (size - 1) for share, size in parts)
        freedom = float(sum(shares) ** 2 / below) if below else float(slow.size + fast.size - 2)
    return Slowdown(ratio, rounding, error, freedom, slow.size, fast.size)


def _power(exponent: float) -> float:
    return math.exp(exponent) if exponent < 700 else math.inf


def _times(given: ArrayLike, half_unit: float) -> Array:
    times = np.atleast_1d(np.asarray(given, dtype=np.float64))
    if times.ndim != 1 or not times.size or not np.all(np.isfinite(times)):
        raise MeasurementError("a slowdown needs finite times of both ways", found=str(given))
    if np.any(times <= 0) or half_unit < 0 or np.any(times <= half_unit):
        raise MeasurementError(
            "a slowdown needs times greater than zero and than their rounding",
            found=f"{times.min():g} s, rounded to plus or minus {half_unit:g} s",
            hint="time more work, or with a finer clock",
        )
    return times
