"""A weighted mixture of Student's t distributions."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from scipy.optimize import brentq
from scipy.special import stdtr

from contention.models.intervals import Interval, check_alpha
from contention.models.sweep_arrays import Array

__all__ = ["StudentMixture"]

_CLOSE = 1e-12
_TOO_LIGHT = 1e-8


@dataclass(frozen=True, eq=False)
class StudentMixture:
    """Where a quantity lies, when it follows one of several t distributions.

    Attributes
    ----------
    weights : ndarray, shape (G,)
        How probable each is; they add up to one.
    centres, errors : ndarray, shape (G,)
        Centre and scale of each; a scale of zero is a point.
    degrees_of_freedom : float or ndarray, shape (G,)
        Positive.

    Examples
    --------
    >>> one = StudentMixture(np.array([1.0]), np.array([403.5]), np.array([1.4434]), 1.0)
    >>> low, high = one.interval(0.05)
    >>> round(low, 1), round(high, 1)
    (385.2, 421.8)
    """

    weights: Array
    centres: Array
    errors: Array
    degrees_of_freedom: float | Array

    def share_below(self, value: float) -> float:
        """Probability of that value or less.

        Examples
        --------
        >>> StudentMixture(np.array([1.0]), np.array([2.0]), np.array([1.0]), 3.0).share_below(2.0)
        0.5
        """
        gaps = value - self.centres
        with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
            shares = np.where(
                self.errors > 0.0,
                stdtr(self.degrees_of_freedom, gaps / self.errors),
                (gaps >= 0.0) * 1.0,
            )
        return float(self.weights @ shares)

    def quantile(self, probability: float) -> float:
        """Value below which the quantity lies with that probability.

        Examples
        --------
        >>> point = StudentMixture(np.array([1.0]), np.array([2.0]), np.array([0.0]), 3.0)
        >>> point.quantile(0.9)
        2.0
        """
        if not np.any(self.errors > 0.0):
            return float(self.weights @ self.centres)
        counted = self._counted
        reach = float(np.max(counted.errors))
        low, high = float(counted.centres.min()) - reach, float(counted.centres.max()) + reach
        while counted.share_below(low) > probability:
            low -= 2.0 * (high - low)
        while counted.share_below(high) < probability:
            high += 2.0 * (high - low)
        found = brentq(
            lambda value: counted.share_below(value) - probability,
            low,
            high,
            xtol=_CLOSE * reach,
            rtol=_CLOSE,
        )
        return float(found)

    @property
    def _counted(self) -> StudentMixture:
        """Without the lightest, which together weigh next to nothing."""
        order = np.argsort(self.weights)
        kept = order[np.cumsum(self.weights[order]) > _TOO_LIGHT]
        freedom = self.degrees_of_freedom
        return StudentMixture(
            self.weights[kept],
            self.centres[kept],
            self.errors[kept],
            freedom if isinstance(freedom, float) else freedom[kept],
        )

    def interval(self, alpha: float = 0.05) -> Interval:
        """Two-sided interval that misses with probability alpha, half on either side."""
        check_alpha(alpha)
        return (self.quantile(alpha / 2.0), self.quantile(1.0 - alpha / 2.0))

    def scaled(self, factor: float) -> StudentMixture:
        """The mixture of the quantity times a positive factor."""
        return StudentMixture(
            self.weights, self.centres * factor, self.errors * factor, self.degrees_of_freedom
        )

    @property
    def standard_error(self) -> float:
        """Root of the mean square distance from the mean, each scale taken as a deviation."""
        mean = float(self.weights @ self.centres)
        return math.sqrt(float(self.weights @ (self.errors**2 + (self.centres - mean) ** 2)))
