"""Noise whose neighbours in time resemble each other, over a grid of how much and how long."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from contention.models.sweep_arrays import Array, frozen_array

__all__ = ["NoiseGrid", "Whitened", "independent_noise", "noise_grid", "whiten"]

_SHORTEST_IN_PACES = 0.3
_LONGEST_IN_SPANS = 3.0
_WANDERING_IN_SPANS = 10.0
_TIMES = 12
_WHITE_RATIOS = (0.0, 1.0, 10.0, 100.0)
_WANDERING_WEIGHT = 0.02


@dataclass(frozen=True, eq=False)
class NoiseGrid:
    """Kinds of noise, G of them, and how much each counts before the data are seen.

    Attributes
    ----------
    memory_time : ndarray, shape (G,)
        Steps or seconds after which the correlation has fallen to 1/e. The shortest is next to
        none (independent noise), the longest so long that the noise wanders as a random walk does.
    white_share : ndarray, shape (G,)
        Share of the variance that each reading has for itself; 0 to 1.
    log_weight : ndarray, shape (G,)
        Logarithm of the weight before the data; the weights add up to one.
    """

    memory_time: Array
    white_share: Array
    log_weight: Array


@dataclass(frozen=True, eq=False)
class Whitened:
    """Columns from which each kind of noise has been taken out, and the level of each segment too.

    Attributes
    ----------
    products : ndarray, shape (G, c, c)
        Products of the columns with each other, with levels of all segments fitted.
    log_determinant : ndarray, shape (G,)
        Of the correlation of the readings.
    log_level_weight : ndarray, shape (G,)
        Sum over the segments of the logarithm of what a level's estimate weighs.
    last_weight : ndarray, shape (G,)
        What the estimate of the last segment's level weighs.
    last_means : ndarray, shape (G, c)
        Weighted mean of each column in the last segment.
    """

    products: NDArray[np.float64]
    log_determinant: Array
    log_level_weight: Array
    last_weight: Array
    last_means: NDArray[np.float64]


def noise_grid(pace: float, span: float) -> NoiseGrid:
    """A grid from independent noise to a random walk.

    Parameters
    ----------
    pace : float
        Typical distance of neighbouring readings; positive.
    span : float
        Distance of the first from the last; at least the pace.

    Returns
    -------
    NoiseGrid
        Correlations of neighbours are taken as equally likely between 0 and 1 before the data
        are seen, and 2 % of the weight goes to noise that wanders without end. Each comes with
        independent noise of 0, 1, 10 and 100 times the variance that is new from reading to
        reading.

    Examples
    --------
    >>> grid = noise_grid(1.0, 199.0)
    >>> round(float(np.exp(grid.log_weight).sum()), 9), grid.memory_time.size
    (1.0, 53)
    """
    times = np.geomspace(_SHORTEST_IN_PACES * pace, _LONGEST_IN_SPANS * span, _TIMES)
    neighbours = np.exp(-pace / times)
    # Equal density of the correlation is this density of the logarithm of the time.
    density = neighbours * pace / times
    none = math.exp(-1.0 / _SHORTEST_IN_PACES) + 0.02
    density *= (1.0 - none - _WANDERING_WEIGHT) / density.sum()
    every = np.concatenate([times, [_WANDERING_IN_SPANS * span]])
    weight = np.append(density, _WANDERING_WEIGHT)
    # White noise is measured against what is new in the dependent part from pace to pace, so that
    # noise that wanders slowly under a rough surface is among the kinds.
    white = np.array(_WHITE_RATIOS) * -np.expm1(-2.0 * pace / every)[:, None]
    kinds = len(_WHITE_RATIOS)
    return NoiseGrid(
        memory_time=frozen_array(np.append(1e-3 * pace, np.repeat(every, kinds))),
        white_share=frozen_array(np.append(0.0, white / (1.0 + white))),
        log_weight=frozen_array(np.log(np.append(none, np.repeat(weight / kinds, kinds)))),
    )


def independent_noise(pace: float) -> NoiseGrid:
    """The one kind of noise in which readings do not depend on each other.

    Examples
    --------
    >>> independent_noise(1.0).log_weight.tolist()
    [0.0]
    """
    nothing, none = frozen_array([1e-3 * pace]), frozen_array([0.0])
    return NoiseGrid(nothing, none, none)


def whiten(
    step: Array, segment: NDArray[np.intp], columns: NDArray[np.float64], grid: NoiseGrid
) -> Whitened:
    """Take each kind of noise, and the level of each segment, out of columns.

    Parameters
    ----------
    step : ndarray, shape (n,)
        Increasing within each segment; distances need not be equal.
    segment : ndarray, shape (n,)
        Number of the segment of each reading, not decreasing; segments do not depend on each other.
    columns : ndarray, shape (n, c)
        What to whiten.
    grid : NoiseGrid
        The kinds of noise, G.

    Returns
    -------
    Whitened
        Sums from which regressions follow for all kinds of noise at once.

    Notes
    -----
    The noise is a stationary process with covariance (1 - w) exp(-|x_i - x_j| / T) + w [i = j].
    A Kalman filter whose state is the dependent part gives each reading's deviation from what the
    readings before it predict, and that deviation's variance; they are independent. The effort
    grows with n G c.

    References
    ----------
    Jones, "Maximum likelihood fitting of ARMA models to time series with missing observations",
    Technometrics 22, 1980.

    Examples
    --------
    >>> step, segment = np.arange(4.0), np.zeros(4, dtype=np.intp)
    >>> made = whiten(step, segment, np.array([[0.0], [1.0], [1.0], [2.0]]), noise_grid(1.0, 3.0))
    >>> round(float(made.products[0, 0, 0]), 6)
    2.0
    """
    with_one = np.column_stack([np.ones(step.size), columns])
    deviations, variances = _filtered(step, segment, with_one, grid)
    deviations /= np.sqrt(variances)[:, :, None]
    starts = np.flatnonzero(np.diff(segment, prepend=segment[0] - 1))
    width = columns.shape[1]
    products = np.zeros((grid.memory_time.size, width, width))
    log_level = np.zeros(grid.memory_time.size)
    for first, last in zip(starts, [*starts[1:], step.size], strict=True):
        part = deviations[first:last].transpose(1, 0, 2)
        gram = part.transpose(0, 2, 1) @ part
        level, shared = gram[:, 0, 0], gram[:, 0, 1:]
        products += gram[:, 1:, 1:] - shared[:, :, None] * shared[:, None, :] / level[:, None, None]
        log_level += np.log(level)
    return Whitened(
        products, np.log(variances).sum(axis=0), log_level, level, shared / level[:, None]
    )


def _filtered(
    step: Array, segment: NDArray[np.intp], columns: NDArray[np.float64], grid: NoiseGrid
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Deviations from the prediction, shape (n, G, c), and their variances, shape (n, G)."""
    white, dependent = grid.white_share, 1.0 - grid.white_share
    n, kinds = step.size, white.size
    fresh = np.diff(segment, prepend=segment[0] - 1) != 0
    with np.errstate(under="ignore"):
        decay = np.exp(-np.diff(step, prepend=step[0])[:, None] / grid.memory_time)
    decay[fresh] = 0.0
    variances = np.empty((n, kinds))
    gains = np.empty((n, kinds))
    spread = dependent.copy()
    for at in range(n):
        kept = decay[at] ** 2
        spread = kept * spread + dependent * (1.0 - kept)
        variances[at] = spread + white
        gains[at] = spread / variances[at]
        spread = spread - gains[at] * spread
    deviations = np.empty((n, kinds, columns.shape[1]))
    state = np.zeros(deviations.shape[1:])
    for at in range(n):
        state *= decay[at, :, None]
        np.subtract(columns[at], state, out=deviations[at])
        state += gains[at, :, None] * deviations[at]
    return deviations, variances
