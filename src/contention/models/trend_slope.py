"""The slope of a series whose noise depends on itself, with an interval that allows for it."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from contention.errors import MeasurementError
from contention.models.dependent_noise import independent_noise, noise_grid, whiten
from contention.models.intervals import Interval
from contention.models.student_mixture import StudentMixture
from contention.models.sweep_arrays import Array, frozen_array

__all__ = ["TrendFit", "fit_trend"]

_NO_RESIDUAL = 1e-9


@dataclass(frozen=True, eq=False)
class TrendFit:
    """Lines of one slope through segments, under each kind of noise that the data allow.

    Attributes
    ----------
    n, segments : int
        Readings, and segments, each with a level of its own.
    weights : ndarray, shape (G,)
        How much each kind of noise counts, the data seen; they add up to one.
    slopes, errors : ndarray, shape (G,)
        Slope and its standard error under each kind.
    degrees_of_freedom : float
        n less one for each level and the slope.
    level_steps, levels, level_errors : ndarray, shape (G,)
        Of the last segment: where its level is known best, the level there, its standard error.
    memory_times, white_shares : ndarray, shape (G,)
        The kinds of noise, as :class:`NoiseGrid` has them, in steps of the series.
    pace, span : float
        Median distance of neighbouring readings, and distance of the last from the first.
    """

    n: int
    segments: int
    weights: Array
    slopes: Array
    errors: Array
    degrees_of_freedom: float
    level_steps: Array
    levels: Array
    level_errors: Array
    memory_times: Array
    white_shares: Array
    pace: float
    span: float

    @property
    def neighbour_correlation(self) -> float:
        """Of neighbouring readings about the line, averaged over the kinds of noise by weight."""
        kinds = (1.0 - self.white_shares) * np.exp(-self.pace / self.memory_times)
        return float(self.weights @ kinds)

    @property
    def slope(self) -> float:
        """Median of the slope, units of the series per step."""
        return self.quantile(0.5)

    @property
    def slope_distribution(self) -> StudentMixture:
        """Where the slope lies."""
        return StudentMixture(self.weights, self.slopes, self.errors, self.degrees_of_freedom)

    def line_distribution(self, step: float) -> StudentMixture:
        """Where the last segment's line lies at a step."""
        reach = step - self.level_steps
        return StudentMixture(
            self.weights,
            self.levels + self.slopes * reach,
            np.hypot(self.level_errors, self.errors * reach),
            self.degrees_of_freedom,
        )

    @property
    def standard_error(self) -> float:
        """Of the slope, over the kinds of noise and within them."""
        return self.slope_distribution.standard_error

    @property
    def exact(self) -> bool:
        """Whether the readings lie exactly on lines, so that nothing tells of the noise."""
        return not bool(np.any(self.errors > 0.0))

    def quantile(self, probability: float) -> float:
        """Value below which the slope lies with that probability."""
        return self.slope_distribution.quantile(probability)

    def interval(self, alpha: float = 0.05) -> Interval:
        """Two-sided interval of the slope.

        Examples
        --------
        >>> low, high = fit_trend([0, 1, 2, 3, 4], [0.0, 1.1, 2.0, 2.9, 4.1]).interval()
        >>> low < 1.0 < high
        True
        """
        return self.slope_distribution.interval(alpha)

    def predict(self, step: ArrayLike) -> Array:
        """The line of the last segment at those steps."""
        centre = float(self.weights @ self.level_steps)
        slope = self.slope
        level = float(self.weights @ (self.levels + slope * (centre - self.level_steps)))
        return level + slope * (np.asarray(step, dtype=np.float64) - centre)


def fit_trend(
    step: ArrayLike,
    values: ArrayLike,
    segment: NDArray[np.intp] | None = None,
    *,
    dependent: bool = True,
) -> TrendFit:
    """Fit one slope to a series with dependent noise.

    Parameters
    ----------
    step : array_like, shape (n,)
        Increasing within each segment, at any distances.
    values : array_like, shape (n,)
        Finite.
    segment : ndarray of int, shape (n,), optional
        Number of the segment of each reading, not decreasing. Each has a level of its own.
    dependent : bool, default True
        False takes the readings as independent: least squares and Student's t.

    Returns
    -------
    TrendFit
        The slope.

    Raises
    ------
    MeasurementError
        When there are not at least two readings more than segments, a value is missing, or no
        segment has two different steps.

    Notes
    -----
    For each kind of noise of :func:`noise_grid` the slope follows Student's t about its generalised
    least-squares estimate. The kinds count by their restricted likelihood times their weight
    before the data, and the interval is that of the mixture. So an interval does not pretend that
    the dependence is known: a short run whose noise may be a random walk gets a wide one. Readings
    with equal distances, missing readings and irregular ones are treated alike.

    Simulated at 200 readings without trend, the lower end of the 95 % interval lies above zero in
    2 to 3 % of series with first-order dependence 0, 0.5, 0.9 and 0.95.

    References
    ----------
    Harville, "Bayesian inference for variance components using only error contrasts", Biometrika
    61, 1974, for the restricted likelihood as a weight.

    Examples
    --------
    >>> step = np.arange(100.0)
    >>> fit = fit_trend(step, 5.0 * step + np.cos(step))
    >>> low, high = fit.interval()
    >>> low < 5.0 < high < 5.1
    True
    """
    x, y = np.asarray(step, dtype=np.float64), np.asarray(values, dtype=np.float64)
    parts = np.zeros(x.size, dtype=np.intp) if segment is None else np.asarray(segment)
    origin, x_scale, y_scale = _check(x, y, parts)
    pace = float(np.median(np.diff(x)[np.diff(parts) == 0])) / x_scale
    scaled = (x - origin) / x_scale
    grid = noise_grid(pace, 1.0) if dependent else independent_noise(pace)
    base = float(np.median(y))
    made = whiten(scaled, parts, np.column_stack([scaled, (y - base) / y_scale]), grid)
    across, mixed, total = (made.products[:, a, b] for a, b in ((0, 0), (0, 1), (1, 1)))
    slopes = mixed / across
    left = total - slopes * mixed
    levels = int(np.unique(parts).size)
    freedom = x.size - levels - 1
    exact = bool(left[0] <= _NO_RESIDUAL**2 * max(float(np.max(np.abs(y))) / y_scale, 1.0) ** 2)
    left = np.zeros_like(left) if exact else np.maximum(left, np.finfo(float).tiny)
    logs = np.full_like(left, -math.inf)
    logs[0] = 0.0
    if not exact:
        logs = grid.log_weight - 0.5 * (
            made.log_determinant + made.log_level_weight + np.log(across) + freedom * np.log(left)
        )
    weights = np.exp(logs - logs.max())
    weights /= weights.sum()
    variance = left / freedom
    return TrendFit(
        n=int(x.size),
        segments=levels,
        weights=frozen_array(weights),
        slopes=frozen_array(slopes * y_scale / x_scale),
        errors=frozen_array(np.sqrt(variance / across) * y_scale / x_scale),
        degrees_of_freedom=float(freedom),
        level_steps=frozen_array(origin + made.last_means[:, 0] * x_scale),
        levels=frozen_array(base + made.last_means[:, 1] * y_scale),
        level_errors=frozen_array(np.sqrt(variance / made.last_weight) * y_scale),
        memory_times=frozen_array(grid.memory_time * x_scale),
        white_shares=grid.white_share,
        pace=pace * x_scale,
        span=x_scale,
    )


def _check(x: Array, y: Array, parts: NDArray[np.intp]) -> tuple[float, float, float]:
    """Origin and scale of the steps, scale of the values."""
    if x.ndim != 1 or not x.shape == y.shape == parts.shape:
        raise MeasurementError("a trend needs one value and one segment for each step")
    needed = np.unique(parts).size + 2
    if x.size < needed:
        raise MeasurementError(
            f"a trend through {needed - 2} segments needs {needed} readings", found=f"{x.size}"
        )
    if not (np.all(np.isfinite(x)) and np.all(np.isfinite(y))):
        raise MeasurementError("a trend needs finite steps and values")
    inner = np.diff(parts) == 0
    if not inner.any() or np.any(np.diff(x)[inner] <= 0) or np.any(np.diff(parts) < 0):
        raise MeasurementError("a trend needs steps that increase within each segment")
    return float(x.mean()), float(np.ptp(x)) or 1.0, float(np.ptp(y)) or 1.0
