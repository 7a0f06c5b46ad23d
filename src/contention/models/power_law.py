"""A power law: a quantity that grows as a power of the number of sessions."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from contention.errors import MeasurementError
from contention.models.fit_summary import summary_text
from contention.models.intervals import Interval, check_alpha, student_quantile
from contention.models.least_squares import LinearFit, ordinary_least_squares
from contention.models.sweep_arrays import Array, finite_pairs

__all__ = ["PowerLawFit", "fit_power_law", "local_exponents"]

_FEW = 5


@dataclass(frozen=True, eq=False)
class PowerLawFit:
    """A fitted power law, y = c N^b.

    Attributes
    ----------
    regression : LinearFit
        Of log y on log N.
    sessions, values : ndarray, shape (n,)
        The points fitted, sorted by sessions.
    curvature_pvalue : float
        Two-sided probability that points from a power law bend as much as these, from the
        square of log N as a third column; NaN with fewer than four points.
    unit : str
        Unit of the values.
    """

    regression: LinearFit
    sessions: Array
    values: Array
    curvature_pvalue: float
    unit: str

    @property
    def n(self) -> int:
        """Number of points fitted."""
        return self.regression.n

    @property
    def exponent(self) -> float:
        """The exponent b."""
        return float(self.regression.estimates[1])

    @property
    def coefficient(self) -> float:
        """The value at one session, c."""
        return math.exp(float(self.regression.estimates[0]))

    @property
    def r_squared(self) -> float:
        """Share of the variance of log y that the line explains."""
        return self.regression.r_squared

    @property
    def params(self) -> dict[str, float]:
        """Exponent and coefficient."""
        return {"exponent": self.exponent, "coefficient": self.coefficient}

    @property
    def bse(self) -> dict[str, float]:
        """Standard errors; that of the coefficient by the delta method."""
        errors = self.regression.standard_errors
        return {
            "exponent": float(errors[1]),
            "coefficient": self.coefficient * float(errors[0]),
        }

    @property
    def derived(self) -> dict[str, float]:
        """The factor by which a doubling of the sessions multiplies the value, 2^b."""
        return {"factor_per_doubling": 2.0**self.exponent}

    @property
    def units(self) -> dict[str, str]:
        """Units by name."""
        return {"exponent": "", "coefficient": self.unit, "factor_per_doubling": ""}

    def conf_int(self, alpha: float = 0.05) -> dict[str, Interval]:
        """Student intervals with n - 2 degrees of freedom, carried through exp and 2^b."""
        ends = self.regression.conf_int(alpha)
        low, high = ends["log_sessions"]
        return {
            "exponent": (low, high),
            "coefficient": (_exp(ends["one"][0]), _exp(ends["one"][1])),
            "factor_per_doubling": (_exp(low * math.log(2)), _exp(high * math.log(2))),
        }

    def predict(self, sessions: ArrayLike) -> Array:
        """The curve; where the errors of log y are symmetric, the median of y."""
        n = np.asarray(sessions, dtype=np.float64)
        return np.asarray(self.coefficient * n**self.exponent)

    def band(self, sessions: ArrayLike, alpha: float = 0.05) -> tuple[Array, Array]:
        """Student limits of the curve at each session count, one count at a time."""
        n = np.atleast_1d(np.asarray(sessions, dtype=np.float64))
        design = np.column_stack([np.ones_like(n), np.log(n)])
        spread = np.sqrt(np.einsum("ij,jk,ik->i", design, self.regression.covariance, design))
        quantile = student_quantile(1.0 - check_alpha(alpha) / 2.0, self.regression.df_resid)
        factor = np.exp(quantile * spread)
        return self.predict(n) / factor, self.predict(n) * factor

    @property
    def verdict(self) -> str:
        """The growth, in one sentence."""
        return f"grows as sessions to the power {self.exponent:.3g}"

    @property
    def warnings(self) -> tuple[str, ...]:
        """Whether the points are few, or bend away from any power law."""
        found = []
        if self.n < _FEW:
            found.append(f"{self.n} points: the interval rests on {self.n - 2} of them")
        if self.curvature_pvalue < 0.05:
            found.append(
                f"the points bend in log-log axes (p = {self.curvature_pvalue:.2g}): no single"
                " exponent describes them"
            )
        return tuple(found)

    def summary(self) -> str:
        """Estimates and R squared as text."""
        notes = (f"R squared of the logarithms {self.r_squared:.6f}",)
        return summary_text("Power law", self, notes=notes)


def _exp(value: float) -> float:
    """The exponential; infinite beyond the range of floats."""
    return math.exp(value) if value < 709 else math.inf


def fit_power_law(
    sessions: ArrayLike,
    values: ArrayLike,
    *,
    at_least: float | None = None,
    at_most: float | None = None,
    unit: str = "",
) -> PowerLawFit:
    """Fit y = c N^b by least squares of the logarithms.

    Parameters
    ----------
    sessions : array_like, shape (n,)
        Sessions, N; positive. At least three points at two different counts.
    values : array_like, shape (n,)
        What grows with them, y; positive.
    at_least, at_most : float, optional
        Fit only the points in this range of sessions, both ends included.
    unit : str
        Unit of the values, for tables.

    Returns
    -------
    PowerLawFit
        The fit.

    Raises
    ------
    MeasurementError
        When a value is missing or not positive, or fewer than three points are in the range.
    FitError
        When all session counts are equal.

    Notes
    -----
    Assumes relative errors of equal size at all session counts, independent of each other. The
    interval is then Student's, with n - 2 degrees of freedom. It says nothing of whether a power
    law is right: with points that bend it is the interval of an average slope. Compare the
    exponent over a range, :func:`local_exponents`, and ``curvature_pvalue``.

    References
    ----------
    Warton, Wright, Falster and Westoby, "Bivariate line-fitting methods for allometry",
    Biological Reviews 81, 2006, on fitting on log axes and what the back-transformed line means.

    Examples
    --------
    The distances of the planets in astronomical units and their years, Kepler's third law:

    >>> au = [0.387, 0.723, 1.0, 1.524, 5.203, 9.537]
    >>> years = [0.241, 0.615, 1.0, 1.881, 11.862, 29.457]
    >>> round(fit_power_law(au, years).exponent, 3)
    1.5
    """
    n, y = finite_pairs(sessions, values, "values")
    kept = (n >= (-math.inf if at_least is None else at_least)) & (
        n <= (math.inf if at_most is None else at_most)
    )
    if np.count_nonzero(kept) < 3:
        raise MeasurementError(
            "a power law needs at least three points",
            column="sessions",
            found=f"{np.count_nonzero(kept)} in the range",
            hint="measure more session counts, or widen the range",
        )
    n, y = n[kept], y[kept]
    one, log_n, log_y = np.ones_like(n), np.log(n), np.log(y)
    line = ordinary_least_squares(log_y, {"one": one, "log_sessions": log_n})
    bend = math.nan
    if np.unique(n).size > 3:
        centred = log_n - log_n.mean()
        columns = {"one": one, "log_sessions": centred, "squared": centred**2}
        bend = float(ordinary_least_squares(log_y, columns).pvalues[2])
    return PowerLawFit(line, n, y, bend, unit)


def local_exponents(sessions: ArrayLike, values: ArrayLike) -> Array:
    """The exponent between each session count and the next.

    Parameters
    ----------
    sessions : array_like, shape (n,)
        Sessions; positive, and all different.
    values : array_like, shape (n,)
        What grows with them; positive.

    Returns
    -------
    ndarray, shape (n - 1,)
        Change of log y over change of log N, in the order of the sessions.

    Raises
    ------
    MeasurementError
        When a value is missing or not positive, or a session count repeats.

    Examples
    --------
    >>> local_exponents([1, 2, 4], [10.0, 20.0, 80.0]).round(6).tolist()
    [1.0, 2.0]
    """
    n, y = finite_pairs(sessions, values, "values")
    if np.unique(n).size < n.size:
        raise MeasurementError(
            "a local exponent needs session counts that all differ",
            column="sessions",
            hint="average the replicates first",
        )
    return np.diff(np.log(y)) / np.diff(np.log(n))
