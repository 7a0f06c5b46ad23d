"""The best line with one break, found exactly, and how badly a break elsewhere fits."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from contention.models.intervals import Interval
from contention.models.sweep_arrays import Array, frozen_array

__all__ = ["BrokenLineDesign"]


@dataclass(frozen=True, eq=False)
class _Side:
    """One half of the points at each candidate: k candidates, and the lines through that half."""

    weights: Array  # (k, n), one where a point belongs to the half
    count: Array  # (k,)
    centre: Array  # (k,), mean position
    spread: Array  # (k,), sum of squared distances from the centre

    def lines(self, x: Array, y: Array) -> tuple[Array, Array, Array]:
        """Height at the centre, slope and residual sum of squares; y has shape (m, n)."""
        height = y @ self.weights.T / self.count
        away = self.weights * (x - self.centre[:, None])
        slope = y @ away.T / self.spread
        total = (y * y) @ self.weights.T
        rest = total - self.count * height**2 - self.spread * slope**2
        return height, slope, np.maximum(rest, 0.0)


def _side(x: Array, weights: Array) -> _Side:
    count = weights.sum(axis=1)
    centre = weights @ x / count
    spread = np.sum(weights * (x - centre[:, None]) ** 2, axis=1)
    return _Side(weights, count, centre, spread)


@dataclass(frozen=True, eq=False)
class BrokenLineDesign:
    r"""Positions at which a continuous line with one break is fitted.

    Between two neighbouring positions the least sum of squares with the break held at psi is

        S(psi) = S_free + delta(psi)^2 / v(psi),

    where S_free belongs to two separate lines, delta(psi) is the gap between them at psi and v,
    a quadratic, its variance in units of that of the noise. S has no other minimum there than
    delta = 0; where the two lines cross outside, the least value is at an end. So the smallest of
    a finite number of closed forms is the global minimum, and the set S(psi) <= L is bounded by
    roots of quadratics.

    Attributes
    ----------
    positions : ndarray, shape (n,)
        Sorted; at least four different ones.

    References
    ----------
    Hudson, "Fitting segmented curves whose join points have to be estimated", Journal of the
    American Statistical Association 61, 1966.

    Examples
    --------
    >>> design = BrokenLineDesign(np.array([0.0, 1.0, 2.0, 3.0, 4.0]))
    >>> at, rest = design.best(np.array([[0.0, 2.0, 4.0, 5.0, 6.0]]))
    >>> float(at[0]), round(float(rest[0]), 12)
    (2.0, 0.0)
    """

    positions: Array

    @property
    def distinct(self) -> Array:
        """The different positions, shape (k,)."""
        return np.unique(self.positions)

    @property
    def _ends(self) -> tuple[Array, Array]:
        # A side with fewer than two positions does not tell where the break is.
        u = self.distinct
        return u[1:-2], u[2:-1]

    def _pieces(self, y: Array) -> tuple[Array, Array, Array, Array]:
        """S_free and the gap (constant and slope), (m, pieces); v as (pieces, 3)."""
        low, high = self._ends
        x = self.positions
        left = _side(x, (x <= low[:, None]).astype(np.float64))
        right = _side(x, (x >= high[:, None]).astype(np.float64))
        height_left, slope_left, rest_left = left.lines(x, y)
        height_right, slope_right, rest_right = right.lines(x, y)
        slope = slope_right - slope_left
        gap = height_right - slope_right * right.centre - height_left + slope_left * left.centre
        variance = np.zeros((low.size, 3))
        for side in (left, right):
            variance[:, 0] += 1.0 / side.count + side.centre**2 / side.spread
            variance[:, 1] -= 2.0 * side.centre / side.spread
            variance[:, 2] += 1.0 / side.spread
        return rest_left + rest_right, gap, slope, variance

    def straight(self, y: Array) -> Array:
        """Residual sums of squares of one line, shape (m,), for y of shape (m, n)."""
        x = self.positions
        return _side(x, np.ones((1, x.size))).lines(x, y)[2][:, 0]

    def without_line(self, y: Array) -> Array:
        """Residuals of one line, (n,): their break is that of y, and they keep more digits."""
        x = self.positions
        design = np.column_stack([np.ones_like(x), x - x.mean()])
        rest: Array = y - design @ np.linalg.lstsq(design, y, rcond=None)[0]
        return rest

    def best(self, y: Array) -> tuple[Array, Array]:
        """Break and least sum of squares for each of several responses.

        Parameters
        ----------
        y : ndarray, shape (m, n)
            Responses at the positions; centre them, as large offsets cost digits.

        Returns
        -------
        tuple of ndarray, shape (m,)
            The break, between the second and the last but one position, and the sum of squares.
        """
        low, high = self._ends
        free, gap, slope, variance = self._pieces(y)
        with np.errstate(divide="ignore", invalid="ignore"):
            crossing = -gap / slope
        inside = (crossing >= low) & (crossing <= high)
        at = [np.where(inside, crossing, low), np.broadcast_to(high, free.shape)]
        rest = [np.where(inside, free, _held(free, gap, slope, variance, low))]
        rest.append(_held(free, gap, slope, variance, high))
        breaks, sums = np.concatenate(at, axis=1), np.concatenate(rest, axis=1)
        chosen = np.argmin(sums, axis=1)
        row = np.arange(y.shape[0])
        return breaks[row, chosen], sums[row, chosen]

    def within(self, y: Array, limit: float) -> Interval:
        """Smallest and greatest break with S(psi) <= limit for one response.

        Parameters
        ----------
        y : ndarray, shape (n,)
            The response, centred.
        limit : float
            At least the least sum of squares.

        Returns
        -------
        tuple of float
            The hull of that set. An end on the first or last position says that the break may be
            anywhere up to there; infinite ends say that one straight line is within the limit.
        """
        u = self.distinct
        if self.straight(y[None, :])[0] <= limit:
            return (-math.inf, math.inf)
        low, high = self._ends
        free, gap, slope, variance = self._pieces(y[None, :])
        found: list[float] = []
        for i in range(low.size):
            excess = limit - free[0, i]
            if excess < 0.0:
                continue
            c, b = gap[0, i], slope[0, i]
            quadratic = np.array([b * b, 2.0 * b * c, c * c]) - excess * variance[i, ::-1]
            roots = np.roots(quadratic)
            inner = roots.real[(roots.imag == 0.0) & (roots.real > low[i]) & (roots.real < high[i])]
            ends = np.array([low[i], high[i]])
            found += inner.tolist() + ends[np.polyval(quadratic, ends) <= 0.0].tolist()
        first, last = (min(found), max(found)) if found else (math.nan, math.nan)
        # Beyond the second position the first is alone, and S no longer depends on the break.
        return (float(u[0]) if first <= u[1] else first, float(u[-1]) if last >= u[-2] else last)

    def regressors(self, at: float, step: float) -> Array:
        """Columns one, x, (x - psi)+ and the derivative in psi; shape (n, 4)."""
        x = self.positions
        beyond = x > at
        hinge = np.where(beyond, x - at, 0.0)
        return frozen_array(
            np.column_stack([np.ones_like(x), x, hinge, np.where(beyond, -step, 0)])
        )


def _held(free: Array, gap: Array, slope: Array, variance: Array, at: Array) -> Array:
    """S(psi) of each piece with psi at a value of that piece."""
    v = variance[:, 0] + at * (variance[:, 1] + at * variance[:, 2])
    held: Array = free + (gap + slope * at) ** 2 / v
    return held
