"""Linear growth of response time with sessions."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from contention.models.fit_summary import summary_text
from contention.models.intervals import Interval
from contention.models.least_squares import LinearFit, ordinary_least_squares
from contention.models.sweep_arrays import Array, finite_pairs

__all__ = ["LinearResponseFit", "fit_linear_response"]


@dataclass(frozen=True, eq=False)
class LinearResponseFit:
    """Mean response time regressed on 1 and n.

    Attributes
    ----------
    regression : LinearFit
        Coefficients ``intercept_us`` and ``slope_us_per_session``.
    sessions, response_time_us : ndarray, shape (points,)
        The data, sorted by sessions.
    """

    regression: LinearFit
    sessions: Array
    response_time_us: Array

    @property
    def n(self) -> int:
        """Number of points fitted."""
        return self.regression.n

    @property
    def slope_us_per_session(self) -> float:
        """Microseconds that each further session adds."""
        return float(self.regression.estimates[1])

    @property
    def slope_pvalue(self) -> float:
        """Probability of a larger t if there were no slope."""
        return float(self.regression.pvalues[1])

    @property
    def r_squared(self) -> float:
        """Share of the variance explained."""
        return self.regression.r_squared

    @property
    def params(self) -> dict[str, float]:
        """Both coefficients."""
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
        return {"intercept_us": "us", "slope_us_per_session": "us/session"}

    def conf_int(self, alpha: float = 0.05) -> dict[str, Interval]:
        """Student intervals with n - 2 degrees of freedom."""
        return self.regression.conf_int(alpha)

    def predict(self, sessions: ArrayLike) -> Array:
        """Response time in microseconds at those session counts."""
        n = np.asarray(sessions, dtype=np.float64)
        intercept, slope = self.regression.estimates
        return np.asarray(intercept + slope * n)

    @property
    def verdict(self) -> str:
        """The slope, in one sentence."""
        return f"each session adds {self.slope_us_per_session:.4g} us"

    @property
    def warnings(self) -> tuple[str, ...]:
        """Nothing to warn of beyond the interval."""
        return ()

    def summary(self) -> str:
        """Coefficients and R squared as text."""
        notes = (f"R squared {self.r_squared:.6f}",)
        return summary_text("Linear response time", self, notes=notes)


def fit_linear_response(sessions: ArrayLike, response_time_us: ArrayLike) -> LinearResponseFit:
    """Regress mean response time on 1 and n.

    Parameters
    ----------
    sessions : array_like, shape (points,)
        Sessions, n; at least two different counts, three points.
    response_time_us : array_like, shape (points,)
        Mean response time in microseconds; positive.

    Returns
    -------
    LinearResponseFit
        The line.

    Raises
    ------
    MeasurementError
        When there are too few points, or a value is missing.
    FitError
        When all session counts are equal.

    Examples
    --------
    >>> fit = fit_linear_response([1, 2, 3, 4], [10.0, 21.0, 29.0, 40.0])
    >>> round(fit.slope_us_per_session, 1)
    9.8
    """
    n, r = finite_pairs(sessions, response_time_us, "response_time_us")
    columns = {"intercept_us": np.ones_like(n), "slope_us_per_session": n}
    return LinearResponseFit(ordinary_least_squares(r, columns), n, r)
