"""Ordinary least squares of named columns, with plain and robust errors."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from statsmodels.regression.linear_model import OLS

from contention.errors import FitError, MeasurementError
from contention.models.intervals import Interval, student_interval
from contention.models.sweep_arrays import Array, frozen_array

__all__ = ["LinearFit", "ordinary_least_squares"]


@dataclass(frozen=True, eq=False)
class LinearFit:
    """A linear regression.

    Attributes
    ----------
    names : tuple of str
        The columns, p.
    estimates, standard_errors, pvalues : ndarray, shape (p,)
        Coefficients, their standard errors from a common residual variance, and the two-sided
        probabilities with n - p degrees of freedom that a zero coefficient gives a larger t.
    robust_errors, robust_pvalues : ndarray, shape (p,)
        The same from the HC3 estimate, which allows each point its own variance.
    covariance : ndarray, shape (p, p)
        Of the estimates, plain.
    r_squared : float
        Share of the variance about the mean that the fit explains; NaN for a constant response.
    residuals : ndarray, shape (n,)
        Response less fit.
    """

    names: tuple[str, ...]
    estimates: Array
    standard_errors: Array
    pvalues: Array
    robust_errors: Array
    robust_pvalues: Array
    covariance: Array
    r_squared: float
    residuals: Array

    @property
    def n(self) -> int:
        """Number of points."""
        return int(self.residuals.size)

    @property
    def df_resid(self) -> int:
        """Degrees of freedom left, n - p."""
        return self.n - len(self.names)

    @property
    def params(self) -> dict[str, float]:
        """Coefficients by name."""
        return dict(zip(self.names, self.estimates.tolist(), strict=True))

    @property
    def bse(self) -> dict[str, float]:
        """Plain standard errors by name."""
        return dict(zip(self.names, self.standard_errors.tolist(), strict=True))

    def conf_int(self, alpha: float = 0.05) -> dict[str, Interval]:
        """Student intervals by name, from the plain standard errors."""
        return {
            name: student_interval(value, self.bse[name], self.df_resid, alpha)
            for name, value in self.params.items()
        }


def ordinary_least_squares(response: ArrayLike, columns: Mapping[str, ArrayLike]) -> LinearFit:
    """Regress a response on named columns.

    Parameters
    ----------
    response : array_like, shape (n,)
        What to explain; finite.
    columns : mapping of str to array_like, shape (n,)
        The regressors; give the constant as a column of ones. More points than columns.

    Returns
    -------
    LinearFit
        The regression.

    Raises
    ------
    MeasurementError
        When there are no more points than columns, or a value is missing.
    FitError
        When the columns depend on each other.

    References
    ----------
    MacKinnon and White, "Some heteroskedasticity-consistent covariance matrix estimators",
    Journal of Econometrics 29, 1985, for HC3. With few points of high leverage HC3 p-values are
    rough; they are shown beside the plain ones, not in their place.

    Examples
    --------
    >>> x = np.array([1.0, 2.0, 3.0])
    >>> fit = ordinary_least_squares([406.0, 807.0, 1213.0], {"one": x * 0 + 1, "run": x})
    >>> round(fit.params["run"], 1), round(fit.bse["run"], 2)
    (403.5, 1.44)
    """
    y = np.asarray(response, dtype=np.float64)
    design = np.column_stack([np.asarray(c, dtype=np.float64) for c in columns.values()])
    points, parameters = design.shape
    if points <= parameters:
        raise MeasurementError(
            f"{parameters} coefficients need at least {parameters + 1} points", found=f"{points}"
        )
    if not (np.all(np.isfinite(y)) and np.all(np.isfinite(design))):
        raise MeasurementError("a regression needs finite values")
    scale = np.max(np.abs(design), axis=0)
    if np.linalg.matrix_rank(design / np.where(scale > 0, scale, 1.0)) < parameters:
        raise FitError(
            "the coefficients cannot be told apart",
            hint="measure more different values of the regressor",
        )
    with np.errstate(divide="ignore", invalid="ignore"):
        plain = OLS(y, design).fit()
        leverage = np.sum(np.linalg.qr(design)[0] ** 2, axis=1)
        robust = plain.get_robustcov_results("HC3") if np.all(leverage < 1 - 1e-9) else None
        spread = float(np.sum((y - y.mean()) ** 2))
        blank = np.full(parameters, math.nan)
        return LinearFit(
            names=tuple(columns),
            estimates=frozen_array(plain.params),
            standard_errors=frozen_array(plain.bse),
            pvalues=frozen_array(plain.pvalues),
            robust_errors=frozen_array(robust.bse if robust is not None else blank),
            robust_pvalues=frozen_array(robust.pvalues if robust is not None else blank),
            covariance=frozen_array(plain.cov_params()),
            r_squared=1.0 - float(plain.ssr) / spread if spread > 0 else math.nan,
            residuals=frozen_array(plain.resid),
        )
