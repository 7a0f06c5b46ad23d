"""Ends of many profile-likelihood intervals, searched together."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from contention.models.batch_least_squares import Rows
from contention.models.sweep_arrays import Array

__all__ = ["profile_ends"]

_DOUBLINGS = 60
_ROUNDS = 60
_NEAR = 1e-7


def profile_ends(
    sum_of_squares: Callable[[Array, Rows], Array],
    estimates: Array,
    steps: Array,
    best: float,
    limit: float,
    *,
    bound: float,
) -> Array:
    """Where each sum of squares rises through the limit, on the side of its step.

    The root of S(v) - S is nearly a straight line in v, so the secant of it is followed, kept
    within a bracket.

    Parameters
    ----------
    sum_of_squares : callable
        From held values and the numbers of their profiles, both shape (m,), to S(v).
    estimates : ndarray, shape (m,)
        Where S(v) is least.
    steps : ndarray, shape (m,)
        First guesses of the distance to the end, negative for lower ends; not zero.
    best, limit : float
        S, and S(v) at the ends.
    bound : float
        Where the values end; returned where S(v) is still below the limit there.

    Returns
    -------
    ndarray, shape (m,)
        The ends.

    Examples
    --------
    >>> means = np.array([2.0, 5.0])
    >>> def parabolas(v, rows):
    ...     return 6.0 + 3.0 * (v - means[rows]) ** 2
    >>> profile_ends(parabolas, means, np.full(2, -0.1), 6.0, 18.0, bound=0.0).round(6).tolist()
    [0.0, 3.0]
    """
    target = math.sqrt(limit - best)
    count = estimates.size

    def height(values: Array, rows: Rows) -> Array:
        root: Array = np.sqrt(np.maximum(sum_of_squares(values, rows) - best, 0.0))
        return root - target

    inner, outer = estimates.copy(), estimates + steps
    side = np.sign(steps)
    inner_height = np.full(count, -target)
    outer_height = np.full(count, np.nan)
    rows = np.arange(count)
    ended = np.zeros(count, dtype=bool)
    for _ in range(_DOUBLINGS):
        beyond = side[rows] * (outer[rows] - bound) >= 0.0
        outer[rows[beyond]] = bound
        outer_height[rows] = height(outer[rows], rows)
        below = outer_height[rows] < 0.0
        ended[rows[beyond & below]] = True
        go = rows[below & ~beyond]
        inner[go], inner_height[go] = outer[go], outer_height[go]
        outer[go] = estimates[go] + 2.0 * (outer[go] - estimates[go])
        rows = go
        if not rows.size:
            break
    ends = np.where(ended, bound, outer)
    ends[rows] = bound  # nothing is excluded as far as was looked
    rows = np.setdiff1d(np.flatnonzero(~ended), rows)
    was_above = np.ones(count, dtype=bool)
    for _ in range(_ROUNDS):
        if not rows.size:
            break
        a, b, fa, fb = inner[rows], outer[rows], inner_height[rows], outer_height[rows]
        trial = b - fb * (b - a) / (fb - fa)
        at = height(trial, rows)
        ends[rows] = trial
        above = at > 0.0
        # Illinois: halve the height of an end that stays twice, so that both ends move.
        again = np.where(above == was_above[rows], 0.5, 1.0)
        was_above[rows] = above
        outer[rows] = np.where(above, trial, b)
        outer_height[rows] = np.where(above, at, again * fb)
        inner[rows] = np.where(above, a, trial)
        inner_height[rows] = np.where(above, again * fa, at)
        rows = rows[np.abs(at) > _NEAR * target]
    return ends
