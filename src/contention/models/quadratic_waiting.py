"""Quadratic waiting: the time that n sessions spend together, against n and n squared."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from contention.errors import MeasurementError
from contention.models.fit_summary import summary_text
from contention.models.intervals import Interval
from contention.models.least_squares import LinearFit, ordinary_least_squares
from contention.models.sweep_arrays import Array, finite_pairs

__all__ = [
    "QuadraticFit",
    "fit_quadratic_wait_seconds",
    "fit_quadratic_waiting",
]


@dataclass(frozen=True, eq=False)
class QuadraticFit:
    """A total regressed on 1, n and n squared.

    Attributes
    ----------
    regression : LinearFit
        Coefficients named ``constant``, ``n`` and ``n2`` with the unit as suffix.
    sessions, total : ndarray, shape (points,)
        The data, sorted by sessions.
    unit : str
        Unit of the total: ``us`` (n times response time) or ``s`` (waited by all sessions).
    """

    regression: LinearFit
    sessions: Array
    total: Array
    unit: str

    @property
    def n(self) -> int:
        """Number of points fitted."""
        return self.regression.n

    @property
    def df_resid(self) -> int:
        """Degrees of freedom left, n - 3."""
        return self.regression.df_resid

    @property
    def n2(self) -> float:
        """Coefficient of n squared, in the unit of the total."""
        return float(self.regression.estimates[2])

    @property
    def n2_us(self) -> float:
        """Coefficient of n squared in microseconds; NaN when the total is not in that unit."""
        return self.n2 if self.unit == "us" else math.nan

    @property
    def n2_pvalue(self) -> float:
        """Probability of a larger t if there were no n squared term; equal variances."""
        return float(self.regression.pvalues[2])

    @property
    def n2_robust_pvalue(self) -> float:
        """The same with HC3 errors, which allow each point its own variance."""
        return float(self.regression.robust_pvalues[2])

    @property
    def r_squared(self) -> float:
        """Share of the variance explained."""
        return self.regression.r_squared

    @property
    def params(self) -> dict[str, float]:
        """The three coefficients."""
        return self.regression.params

    @property
    def bse(self) -> dict[str, float]:
        """Their plain standard errors."""
        return self.regression.bse

    @property
    def derived(self) -> dict[str, float]:
        """Nothing follows from the coefficients."""
        return {}

    @property
    def units(self) -> dict[str, str]:
        """Units by name."""
        return dict.fromkeys(self.params, self.unit)

    def conf_int(self, alpha: float = 0.05) -> dict[str, Interval]:
        """Student intervals with n - 3 degrees of freedom."""
        return self.regression.conf_int(alpha)

    def predict(self, sessions: ArrayLike) -> Array:
        """The total at those session counts."""
        n = np.asarray(sessions, dtype=np.float64)
        constant, linear, square = self.regression.estimates
        return np.asarray(constant + linear * n + square * n * n)

    @property
    def verdict(self) -> str:
        """Whether the n squared term is there."""
        low, high = self.conf_int()[self.regression.names[2]]
        if low > 0.0:
            return "the total grows with the square of the sessions"
        return "no upward curvature is shown" if high > 0.0 else "the total bends downwards"

    @property
    def warnings(self) -> tuple[str, ...]:
        """Few points, and a robust error that contradicts the plain one."""
        notes = []
        if self.df_resid < 3:
            notes.append(f"only {self.df_resid} degrees of freedom: the intervals are wide")
        if self.n2_pvalue < 0.05 <= self.n2_robust_pvalue:
            notes.append("the n squared term is not significant with robust errors")
        return tuple(notes)

    def summary(self) -> str:
        """Coefficients, p-values and R squared as text."""
        notes = (
            f"n squared: p {self.n2_pvalue:.2g}, with robust errors {self.n2_robust_pvalue:.2g}; "
            f"R squared {self.r_squared:.6f}",
        )
        return summary_text("Quadratic waiting", self, notes=notes)


def _quadratic(n: Array, total: Array, unit: str) -> QuadraticFit:
    if np.unique(n).size < 4:
        raise MeasurementError(
            "quadratic waiting needs at least 4 different session counts",
            column="sessions",
            found=f"{np.unique(n).size}",
        )
    columns = {f"constant_{unit}": np.ones_like(n), f"n_{unit}": n, f"n2_{unit}": n * n}
    return QuadraticFit(ordinary_least_squares(total, columns), n, total, unit)


def fit_quadratic_waiting(sessions: ArrayLike, response_time_us: ArrayLike) -> QuadraticFit:
    """Regress n R, the time that n sessions spend on one execution each, on 1, n and n squared.

    Parameters
    ----------
    sessions : array_like, shape (points,)
        Sessions, n; at least four different counts.
    response_time_us : array_like, shape (points,)
        Mean response time R in microseconds; positive.

    Returns
    -------
    QuadraticFit
        ``n2_us`` is what each further session adds to the response time of every session.

    Raises
    ------
    MeasurementError
        When there are too few session counts, or a value is missing.

    Notes
    -----
    If R is linear in n, n R is quadratic: the article's claim. The regression gives each point
    the same error in n R, so the high session counts weigh most. n R holds n itself, so R squared
    is near 1 for any R; the n squared coefficient and its interval carry the evidence.

    References
    ----------
    The article's section on modelling; ordinary least squares as in any textbook.

    Examples
    --------
    >>> fit = fit_quadratic_waiting([1, 2, 4, 8, 16], [12.0, 13.1, 15.0, 18.9, 27.0])
    >>> round(fit.n2_us, 1)
    1.0
    """
    n, r = finite_pairs(sessions, response_time_us, "response_time_us")
    return _quadratic(n, n * r, "us")


def fit_quadratic_wait_seconds(sessions: ArrayLike, wait_time_s: ArrayLike) -> QuadraticFit:
    """Regress the seconds that all sessions waited on 1, n and n squared.

    Parameters
    ----------
    sessions : array_like, shape (points,)
        Sessions, n; at least four different counts.
    wait_time_s : array_like, shape (points,)
        Seconds waited by all sessions together over intervals of equal length; zero or more.

    Returns
    -------
    QuadraticFit
        With the unit ``s``.

    Raises
    ------
    MeasurementError
        When there are too few session counts, or a value is missing or negative.

    Examples
    --------
    >>> fit = fit_quadratic_wait_seconds([1, 2, 4, 8, 16], [0, 4, 17, 63, 257])
    >>> round(fit.n2, 1)
    1.0
    """
    n, waited = finite_pairs(sessions, wait_time_s, "wait_time_s", positive=False)
    if np.any(waited < 0):
        raise MeasurementError("wait_time_s must be zero or more", column="wait_time_s")
    return _quadratic(n, waited, "s")
