"""Whether a curve misses the means of replicates by more than the replicates scatter."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.special import fdtrc

from contention.models.sweep_arrays import Array

__all__ = ["LackOfFit", "lack_of_fit"]


@dataclass(frozen=True)
class LackOfFit:
    """F test of a curve against the scatter of replicates.

    Attributes
    ----------
    f_statistic : float
        Mean square of the misfit of the means over that of the replicates about their means;
        NaN when the curve has as many parameters as there are session counts.
    df_lack, df_pure : int
        Their degrees of freedom: counts less parameters, points less counts.
    p_value : float
        Probability of a larger F if the curve is right.
    pure_variance : float
        Pooled variance of the replicates about their means, weighted as the fit is.
    """

    f_statistic: float
    df_lack: int
    df_pure: int
    p_value: float
    pure_variance: float

    @property
    def verdict(self) -> str:
        """The outcome at 5 %, in one sentence."""
        test = f"F = {self.f_statistic:.3g}, p = {self.p_value:.2g}"
        if self.p_value < 0.05:
            return f"the curve misses the means by more than replicates scatter ({test})"
        if self.p_value >= 0.05:
            return f"the curve passes the means as well as replicates allow ({test})"
        return "too few session counts to test the curve against its replicates"


def lack_of_fit(
    sessions: Array,
    throughput: Array,
    weights: Array,
    sum_of_squares: float,
    parameters: int,
) -> LackOfFit | None:
    """Split the residual sum of squares of a fit into lack of fit and pure error.

    Parameters
    ----------
    sessions, throughput : ndarray, shape (n,)
        The points fitted.
    weights : ndarray, shape (n,)
        Factors of the residuals, as in the fit.
    sum_of_squares : float
        Weighted residual sum of squares of the fit.
    parameters : int
        How many were fitted.

    Returns
    -------
    LackOfFit or None
        None when no session count was measured twice.

    Notes
    -----
    Assumes that replicates are independent runs. Repeated readings of one run scatter less than
    runs do, and then every curve seems to fail.

    References
    ----------
    Draper and Smith, *Applied Regression Analysis*, 1998, section 2.1. Bates and Watts,
    *Nonlinear Regression Analysis*, 1988, section 1.3.2.

    Examples
    --------
    Means 1, 2 and 4 of two runs each. A flat line leaves 28/3 between them, the runs 1 within:

    >>> n, x = np.array([1.0, 1, 2, 2, 4, 4]), np.array([0.5, 1.5, 2, 2, 3.5, 4.5])
    >>> test = lack_of_fit(n, x, np.ones(6), float(np.sum((x - x.mean()) ** 2)), 1)
    >>> test.df_lack, test.df_pure, round(test.f_statistic, 6)
    (2, 3, 14.0)
    """
    counts, inverse = np.unique(sessions, return_inverse=True)
    df_pure = int(sessions.size - counts.size)
    if df_pure == 0:
        return None
    squared = weights**2
    means = np.bincount(inverse, squared * throughput) / np.bincount(inverse, squared)
    pure = float(np.sum(squared * (throughput - means[inverse]) ** 2))
    df_lack = int(counts.size) - parameters
    f = p = float("nan")
    if df_lack > 0 and pure > 0.0:
        f = max(sum_of_squares - pure, 0.0) / df_lack / (pure / df_pure)
        p = float(fdtrc(df_lack, df_pure, f))
    return LackOfFit(f, df_lack, df_pure, p, pure / df_pure)
