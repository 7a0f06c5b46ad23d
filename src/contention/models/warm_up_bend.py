"""The clearest bend in a series, under any noise that its readings may share."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from contention.models.dependent_noise import NoiseGrid, noise_grid, whiten
from contention.models.sweep_arrays import Array

__all__ = ["Bend", "clearest_bend"]

_FEWEST = 12
_KNOTS = 32
_LATEST_KNOT = 0.85
_DECAYS = 12
_ALLOWED = 4.0
_FADED = 0.1
_STEEP = 0.1
_EXACT = 1e-18
_TINY = 1e-300


@dataclass(frozen=True)
class Bend:
    """A line that begins with another slope.

    Attributes
    ----------
    end : float
        Age at which the bend is over: the latest that the data allow.
    evidence : float
        Twice the gain in log likelihood over the straight line, less in short series.
    warms_up : bool
        Whether the series rises faster before the end than after it, or falls before it.
    """

    end: float
    evidence: float
    warms_up: bool


def clearest_bend(step: Array, values: Array, segment: NDArray[np.intp], age: Array) -> Bend | None:
    """The bend with the greatest likelihood.

    Parameters
    ----------
    step, values : ndarray, shape (n,)
        The series.
    segment : ndarray of int, shape (n,)
        Number of the segment of each reading, not decreasing; each has a level of its own.
    age : ndarray, shape (n,)
        Since the start of the process; infinite where that is not known.

    Returns
    -------
    Bend or None
        None with fewer than 12 readings, or when they lie exactly on lines.

    Notes
    -----
    Two shapes are tried beside the line, each with a common size in all segments: a slope that
    changes at a knot, min(age - k, 0), and an exponential approach, exp(-age / T). The first ends
    at its knot, the second where it has faded to a tenth of what a reading differs from what the
    one before it predicts. All whose log likelihood is within 2 of the best are allowed, and the
    latest end among them counts. The likelihood is averaged over the kinds of noise.

    Examples
    --------
    >>> step = np.arange(60.0)
    >>> held = np.minimum(step, 15.0) * 10.0 + np.tile([0.0, 1.0, -1.0, 0.5, -0.5], 12)
    >>> bend = clearest_bend(step, held, np.zeros(60, dtype=np.intp), step)
    >>> bend.evidence > 100.0, 14.0 <= bend.end <= 19.0
    (True, True)
    """
    inner = np.diff(step)[np.diff(segment) == 0]
    spread = float(np.ptp(values))
    if step.size < _FEWEST or inner.size < _FEWEST - 2 or spread == 0.0:
        return None
    span, pace = float(np.ptp(step)), float(np.median(inner))
    knots, times, shapes = _shapes(age, span)
    if not knots.size:
        return None
    line = [(step - step.mean()) / span, (values - np.median(values)) / spread]
    grid = noise_grid(pace / span, 1.0)
    made = whiten(step / span, segment, np.column_stack([*line, shapes]), grid)
    products = made.products
    over = products[:, 1:, 1:] - products[:, 1:, :1] * products[:, :1, 1:] / products[:, :1, :1]
    total = over[:, 0, 0]
    if total[0] <= _EXACT * step.size:
        return None
    total = np.maximum(total, _TINY)
    own = np.maximum(np.diagonal(over, axis1=1, axis2=2)[:, 1:], _TINY)
    size = over[:, 0, 1:] / own
    left = np.maximum(total[:, None] - size**2 * own, np.maximum(1e-14 * total[:, None], _TINY))
    base = grid.log_weight - 0.5 * made.log_determinant
    bent = base[:, None] - 0.5 * step.size * np.log(left)
    gains = 2.0 * (_log_sums(bent) - _log_sums(base - 0.5 * step.size * np.log(total)))
    best = int(np.argmax(gains))
    kinds = np.argmax(bent, axis=0)
    each = np.arange(gains.size)
    sizes = size[kinds, each]
    jumps = np.sqrt(left[kinds, each] / step.size) * _novelty(grid, pace / span)[kinds]
    jumps = np.maximum(jumps, _EXACT**0.5)
    faded = times * np.log(
        np.maximum(np.abs(sizes[knots.size :]) / (_FADED * jumps[knots.size :]), 1)
    )
    ends = np.concatenate([knots, faded])
    kind = kinds[best]
    after = (products[kind, 0, 1] - sizes[best] * products[kind, 0, 2 + best]) / products[
        kind, 0, 0
    ]
    # What the shape adds to the slope at the start, on the axis of the line.
    added = sizes[best] * (1.0 if best < knots.size else -span / times[best - knots.size])
    return Bend(
        float(np.max(ends[gains >= gains[best] - _ALLOWED])),
        # Short series pay for the parameters of the bend.
        float(gains[best]) * (step.size - 5) / step.size,
        bool(added > 0.0 or after + added < -_STEEP * abs(added)),
    )


def _shapes(age: Array, span: float) -> tuple[Array, Array, NDArray[np.float64]]:
    """Knots, decay times, and the column of each."""
    known = age[np.isfinite(age)]
    if not known.size:
        return known, known, np.empty((age.size, 0))
    first, longest = float(known.min()), float(known.max())
    knots = first + (longest - first) * np.linspace(1 / _KNOTS, _LATEST_KNOT, _KNOTS)
    young = np.array([np.sum(age < knot) for knot in knots])
    knots = knots[(young >= 2) & (age.size - young >= 4)]
    times = (longest - first) * np.geomspace(1 / 60, 1 / 2, _DECAYS)
    hinges = np.minimum(age[:, None] - knots, 0.0) / span
    return knots, times, np.column_stack([hinges, np.exp(-age[:, None] / times)])


def _novelty(grid: NoiseGrid, lag: float) -> Array:
    """Deviation of a reading from what the one before predicts, as a share of the whole."""
    correlation = (1.0 - grid.white_share) * np.exp(-lag / grid.memory_time)
    return np.sqrt(1.0 - correlation**2)


def _log_sums(logs: NDArray[np.float64]) -> NDArray[np.float64]:
    """Logarithm of the sum of exponentials down each column."""
    most = logs.max(axis=0)
    return np.asarray(most + np.log(np.exp(logs - most).sum(axis=0)))
