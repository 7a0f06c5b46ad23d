"""Coordinates in which one quantity of a scalability curve is held, for many curves at once."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from contention.models.sweep_arrays import Array

__all__ = ["CHARTS", "Chart", "free_throughput_at_one"]

# Points (m, k) and held values (m,) to (gamma, alpha, beta), shape (m, 3), and their derivatives,
# shape (m, 3, k). A gamma of NaN is the best one for alpha and beta.
Chart = Callable[[Array, Array], tuple[Array, Array]]


def free_throughput_at_one(points: Array, values: Array) -> tuple[Array, Array]:
    """No quantity held: points are contention and coherency.

    Examples
    --------
    >>> whole, _ = free_throughput_at_one(np.array([[0.1, 0.0]]), np.zeros(1))
    >>> whole.tolist()
    [[nan, 0.1, 0.0]]
    """
    return _assembled(np.full(points.shape[0], np.nan), points[:, 0], points[:, 1], points.shape[1])


def _assembled(gamma: Array, alpha: Array, beta: Array, size: int) -> tuple[Array, Array]:
    derivative = np.zeros((gamma.size, 3, size))
    if size == 2:
        derivative[:, 1, 0] = 1.0
        derivative[:, 2, 1] = 1.0
    return np.stack([gamma, alpha, beta], axis=1), derivative


def _hold_gamma(points: Array, values: Array) -> tuple[Array, Array]:
    return _assembled(values, points[:, 0], points[:, 1], 2)


def _hold_alpha(points: Array, values: Array) -> tuple[Array, Array]:
    whole, derivative = _assembled(np.full(values.size, np.nan), values, points[:, 0], 1)
    derivative[:, 2, 0] = 1.0
    return whole, derivative


def _hold_beta(points: Array, values: Array) -> tuple[Array, Array]:
    whole, derivative = _assembled(np.full(values.size, np.nan), points[:, 0], values, 1)
    derivative[:, 1, 0] = 1.0
    return whole, derivative


def _hold_inverse_peak(points: Array, values: Array) -> tuple[Array, Array]:
    alpha, square = points[:, 0], values * values
    blank = np.full(values.size, np.nan)
    whole, derivative = _assembled(blank, alpha, (1.0 - alpha) * square, 1)
    derivative[:, 1, 0] = 1.0
    derivative[:, 2, 0] = -square
    return whole, derivative


def _hold_inverse_peak_throughput(points: Array, values: Array) -> tuple[Array, Array]:
    alpha, q = points[:, 0], points[:, 1]
    peak, rest = 1.0 / values, 1.0 - q
    gamma = peak * (q + alpha * rest + (1.0 - alpha) * q * rest)
    whole, derivative = _assembled(gamma, alpha, (1.0 - alpha) * q * q, 2)
    derivative[:, 0, 0] = peak * rest * rest
    derivative[:, 0, 1] = 2.0 * peak * (1.0 - alpha) * rest
    derivative[:, 2, 0] = -q * q
    derivative[:, 2, 1] = 2.0 * q * (1.0 - alpha)
    return whole, derivative


def _hold_throughput(points: Array, values: Array) -> tuple[Array, Array]:
    # Held values are pairs: throughput, and the sessions at which the curve is to pass through it.
    alpha, beta = points[:, 0], points[:, 1]
    held, n = values[:, 0], values[:, 1]
    gamma = held * (1.0 + alpha * (n - 1.0) + beta * n * (n - 1.0)) / n
    whole, derivative = _assembled(gamma, alpha, beta, 2)
    derivative[:, 0, 0] = held * (n - 1.0) / n
    derivative[:, 0, 1] = held * (n - 1.0)
    return whole, derivative


CHARTS: dict[str, Chart] = {
    "throughput_at_one": _hold_gamma,
    "contention": _hold_alpha,
    "coherency": _hold_beta,
    "inverse_peak_sessions": _hold_inverse_peak,
    "inverse_peak_throughput": _hold_inverse_peak_throughput,
    "throughput": _hold_throughput,
}
