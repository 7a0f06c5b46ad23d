"""Transfer cost: time as a fixed part for each item and a part in proportion to its size."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from contention.errors import MeasurementError
from contention.models.fit_summary import summary_text
from contention.models.intervals import Interval
from contention.models.least_squares import LinearFit, ordinary_least_squares
from contention.models.sweep_arrays import Array

__all__ = ["TransferCost", "fit_transfer_cost"]

GREATEST_LEVERAGE = 0.9
"""Share of its own fitted value that one item may supply before it counts as carrying the line."""

_FIXED, _SLOPE = "fixed_s", "s_per_byte"


@dataclass(frozen=True)
class TransferCost:
    """A line of time over size.

    Attributes
    ----------
    fit : LinearFit
        The regression; ``fixed_s`` in seconds an item, ``s_per_byte`` in seconds a byte.
    leverage : float
        The greatest share that one item has in its own fitted value, 0 to 1.
    """

    fit: LinearFit
    leverage: float

    @property
    def n(self) -> int:
        """Number of items."""
        return self.fit.n

    @property
    def carried_by_one(self) -> bool:
        """Whether one item decides the slope, so that the scatter of the others says nothing."""
        return self.leverage > GREATEST_LEVERAGE

    @property
    def params(self) -> dict[str, float]:
        """``fixed_s`` and ``s_per_byte``."""
        return self.fit.params

    @property
    def bse(self) -> dict[str, float]:
        """Standard errors; NaN where one item carries the line."""
        blank = {_FIXED: math.nan, _SLOPE: math.nan}
        return blank if self.carried_by_one else self.fit.bse

    @property
    def derived(self) -> dict[str, float]:
        """``mb_per_s``: 10^6 bytes a second beyond the fixed part; infinite for no slope."""
        slope = self.params[_SLOPE]
        return {"mb_per_s": 1e-6 / slope if slope > 0 else math.inf}

    @property
    def units(self) -> dict[str, str]:
        """Units of parameters and derived figures."""
        return {_FIXED: "s", _SLOPE: "s/byte", "mb_per_s": "MB/s"}

    @property
    def verdict(self) -> str:
        """Whether the line may be believed."""
        if self.carried_by_one:
            return "one item carries the line: it is no test of proportionality"
        return f"{self.derived['mb_per_s']:.4g} MB/s after {self.params[_FIXED]:.4g} s an item"

    @property
    def warnings(self) -> tuple[str, ...]:
        """Says when one item carries the line."""
        if not self.carried_by_one:
            return ()
        return (f"one item supplies {100 * self.leverage:.1f} % of its own fitted time",)

    def conf_int(self, alpha: float = 0.05) -> dict[str, Interval]:
        """Student intervals, and that of the rate; the whole line where one item carries it."""
        if self.carried_by_one:
            nothing = (-math.inf, math.inf)
            return {_FIXED: nothing, _SLOPE: nothing, "mb_per_s": (0.0, math.inf)}
        ends = self.fit.conf_int(alpha)
        low, high = ends[_SLOPE]
        rate = (1e-6 / high if high > 0 else 0.0, 1e-6 / low if low > 0 else math.inf)
        return {**ends, "mb_per_s": rate}

    def predict(self, size_bytes: ArrayLike) -> Array:
        """Seconds for items of these sizes."""
        sizes = np.asarray(size_bytes, dtype=np.float64)
        return self.params[_FIXED] + self.params[_SLOPE] * sizes

    def summary(self) -> str:
        """Table of the parameters with their intervals."""
        return summary_text("Transfer cost", self)


def fit_transfer_cost(size_bytes: ArrayLike, elapsed_s: ArrayLike) -> TransferCost:
    r"""Fit :math:`t = a + b s` to the times of items of different size.

    Errors are taken to be independent and of equal variance. The leverage of an item is the
    diagonal element of the hat matrix, the derivative of its fitted time by its own time. Where
    it is near 1, the line goes through that item whatever the others say.

    Parameters
    ----------
    size_bytes : array_like, shape (n,)
        Bytes of each item, not negative; at least two different sizes.
    elapsed_s : array_like, shape (n,)
        Seconds for each item, not negative; n of at least 3.

    Returns
    -------
    TransferCost
        The line.

    Raises
    ------
    MeasurementError
        When there are fewer than 3 items, or a value is missing or negative.
    FitError
        When all sizes are equal.

    References
    ----------
    Hoaglin and Welsch, "The hat matrix in regression and ANOVA", The American Statistician 32,
    1978, equation 2.5 for a line.

    Examples
    --------
    >>> cost = fit_transfer_cost([0, 1e6, 2e6, 3e6], [0.1, 0.6, 1.1, 1.6])
    >>> round(cost.params["fixed_s"], 6), round(cost.derived["mb_per_s"], 6)
    (0.1, 2.0)
    """
    sizes = np.asarray(size_bytes, dtype=np.float64)
    times = np.asarray(elapsed_s, dtype=np.float64)
    if sizes.shape != times.shape or sizes.ndim != 1:
        raise MeasurementError(
            "every item needs a size and a time", found=f"{sizes.size} sizes, {times.size} times"
        )
    if np.any(sizes < 0) or np.any(times < 0):
        raise MeasurementError("sizes and times are not negative")
    fit = ordinary_least_squares(times, {_FIXED: np.ones_like(sizes), _SLOPE: sizes})
    spread = (sizes - sizes.mean()) ** 2
    return TransferCost(fit, float(1 / sizes.size + spread.max() / spread.sum()))
