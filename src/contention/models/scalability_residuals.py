"""Whether the residuals of a scalability curve look like noise."""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass

import numpy as np
from scipy.stats import spearmanr

from contention.models.sweep_arrays import Array

__all__ = ["ResidualChecks", "durbin_watson", "residual_checks"]

_FEWEST = 8
_LEVEL = 0.01


@dataclass(frozen=True)
class ResidualChecks:
    """Order and spread of the residuals along the sweep.

    Attributes
    ----------
    durbin_watson : float
        Sum of squared steps between neighbours over the sum of squares: 2 when they differ at
        random, towards 0 when they agree.
    signs : str
        Sign of each residual in order of sessions, such as ``--++--``.
    runs : int
        How many runs of equal signs there are.
    runs_pvalue : float
        Probability of so few runs or fewer when the order of the signs is random.
    spread_correlation, spread_pvalue : float
        Rank correlation of the size of standardised residuals with fitted throughput, and its
        two-sided probability; NaN below 8 points.

    Notes
    -----
    There is no test of normality: with the few points of a sweep it finds nothing, and the fit
    makes residuals of any noise look more normal than it is.
    """

    durbin_watson: float
    signs: str
    runs: int
    runs_pvalue: float
    spread_correlation: float
    spread_pvalue: float

    @property
    def warnings(self) -> tuple[str, ...]:
        """What speaks against noise, in sentences; nothing below 8 points."""
        if len(self.signs) < _FEWEST:
            return ()
        notes = []
        if self.durbin_watson < 1.0:
            notes.append(
                f"neighbouring residuals agree (Durbin-Watson {self.durbin_watson:.2f}): the "
                "curve misses the shape, so the intervals are too narrow"
            )
        if self.spread_correlation > 0.0 and self.spread_pvalue < _LEVEL:
            notes.append(
                f"residuals grow with throughput (rank correlation {self.spread_correlation:.2f}, "
                f"p = {self.spread_pvalue:.2g}): proportional noise may suit better"
            )
        return tuple(notes)


def durbin_watson(residuals: Array) -> float:
    """Sum of squared steps over sum of squares: 2 when neighbours differ at random, less if alike.

    Examples
    --------
    >>> durbin_watson(np.array([1.0, 1.0, -1.0, -1.0]))
    1.0
    """
    total = float(residuals @ residuals)
    return float(np.sum(np.diff(residuals) ** 2)) / total if total > 0 else 2.0


def residual_checks(residuals: Array, standardised: Array, fitted: Array) -> ResidualChecks:
    """Look at residuals in order of sessions.

    Parameters
    ----------
    residuals : ndarray, shape (n,)
        Weighted as in the fit, sorted by sessions.
    standardised : ndarray, shape (n,)
        The same over their standard errors; NaN where the curve must pass through the point.
    fitted : ndarray, shape (n,)
        Throughput of the curve.

    Returns
    -------
    ResidualChecks
        The checks.

    References
    ----------
    Durbin and Watson, "Testing for serial correlation in least squares regression", Biometrika
    37, 1950; Wald and Wolfowitz, "On a test whether two samples are from the same population",
    Annals of Mathematical Statistics 11, 1940.

    Examples
    --------
    >>> e = np.array([-1.0, -1.0, 1.0, 1.0, 1.0, -1.0, -1.0])
    >>> checks = residual_checks(e, e, np.arange(7.0))
    >>> checks.signs, checks.runs, round(checks.runs_pvalue, 3)
    ('--+++--', 3, 0.2)
    """
    signs = "".join("+" if value >= 0 else "-" for value in residuals)
    runs = 1 + sum(a != b for a, b in itertools.pairwise(signs))
    sizes = np.abs(standardised)
    usable = np.isfinite(sizes)
    correlation = p = math.nan
    if usable.sum() >= _FEWEST and np.ptp(sizes[usable]) > 0.0 and np.ptp(fitted[usable]) > 0.0:
        ranked = spearmanr(sizes[usable], fitted[usable])
        correlation, p = float(ranked.statistic), float(ranked.pvalue)
    few = _few_runs(signs.count("+"), signs.count("-"), runs)
    return ResidualChecks(durbin_watson(residuals), signs, runs, few, correlation, p)


def _few_runs(plus: int, minus: int, runs: int) -> float:
    """Exact probability of so few runs, all orders of the signs being equally likely."""
    if plus == 0 or minus == 0:
        return 1.0
    ways = 0
    for count in range(2, runs + 1):
        half, odd = divmod(count, 2)
        if odd:
            ways += math.comb(plus - 1, half) * math.comb(minus - 1, half - 1)
            ways += math.comb(plus - 1, half - 1) * math.comb(minus - 1, half)
        else:
            ways += 2 * math.comb(plus - 1, half - 1) * math.comb(minus - 1, half - 1)
    return ways / math.comb(plus + minus, plus)
