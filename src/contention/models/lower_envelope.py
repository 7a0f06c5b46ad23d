"""The lower envelope of a sawtooth: what is held right after each collection."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from contention.errors import MeasurementError
from contention.models.outlying_readings import typical_change
from contention.models.sweep_arrays import Array

__all__ = ["LowerEnvelope", "find_lower_envelope"]

_FEWEST = 12
_FEWEST_TEETH = 3
_BEYOND_NOISE = 6.0
_LARGE = 0.3


@dataclass(frozen=True, eq=False)
class LowerEnvelope:
    """The troughs of a sawtooth.

    Attributes
    ----------
    troughs : ndarray of int
        Positions of the readings at the end of each fall; empty when there is no sawtooth.
    fall : float
        Median fall, in the unit of the readings; 0 when there is no sawtooth.
    reason : str
        In words.
    """

    troughs: NDArray[np.intp]
    fall: float
    reason: str

    @property
    def is_sawtooth(self) -> bool:
        """Whether the readings are a sawtooth."""
        return self.troughs.size > 0


def find_lower_envelope(
    values: ArrayLike, segment: NDArray[np.intp] | None = None, resolution: float = 0.0
) -> LowerEnvelope:
    """Find the troughs, if the readings rise slowly and fall at once, at least three times.

    Parameters
    ----------
    values : array_like, shape (n,)
        Readings in time order; finite.
    segment : ndarray of int, shape (n,), optional
        Number of the segment of each reading, not decreasing; teeth do not cross segments.
    resolution : float, default 0
        Unit to which the readings are rounded.

    Returns
    -------
    LowerEnvelope
        With fewer than 12 readings no sawtooth is looked for.

    Raises
    ------
    MeasurementError
        When a value is missing, or segments do not belong to the values.

    Notes
    -----
    A fall is a run of readings each lower than the one before. It is large when it exceeds six
    times the robust deviation of a change, and 30 % of the largest falls. The series is a sawtooth
    when there are three large falls, when hardly any rise is as fast (at most one for four falls),
    and when the readings rise again between them, by half a fall or more.
    Noise, waves and steps of the level rise as fast as they fall, and so are no sawtooth.

    Examples
    --------
    >>> tooth = find_lower_envelope(np.tile(np.arange(8.0), 5))
    >>> tooth.troughs.tolist(), tooth.fall
    ([8, 16, 24, 32], 7.0)
    """
    y = np.asarray(values, dtype=np.float64)
    parts = np.zeros(y.size, dtype=np.intp) if segment is None else np.asarray(segment)
    if y.ndim != 1 or parts.shape != y.shape or not np.all(np.isfinite(y)):
        raise MeasurementError("a sawtooth is looked for among finite readings, one segment each")
    if y.size < _FEWEST:
        return _none(f"{y.size} readings are too few to look for a sawtooth")
    usual = typical_change(y, resolution)
    first, last = _falls(y, parts)
    sizes = y[first] - y[last]
    # Half of the readings may be alike, and then the usual change is zero.
    enough = (sizes > _BEYOND_NOISE * usual) & (sizes > 0.0)
    if enough.sum() >= _FEWEST_TEETH:
        enough &= sizes >= _LARGE * float(np.quantile(sizes[enough], 0.9))
    if enough.sum() < _FEWEST_TEETH:
        return _none("no sawtooth: fewer than three falls stand out of the noise")
    # One low reading is no collection: after a collection memory rises slowly again.
    next_up = y[np.minimum(last + 1, y.size - 1)] - y[last]
    enough &= next_up < 0.5 * sizes
    if enough.sum() < _FEWEST_TEETH:
        return _none("no sawtooth: the falls are single low readings")
    first, last, sizes = first[enough], last[enough], sizes[enough]
    fall = float(np.median(sizes))
    quick = max(1, int(np.median(last - first)))
    rises = _fast_rises(y, parts, quick, 0.5 * fall)
    if 4 * rises > last.size:
        return _none(f"no sawtooth: {rises} rises are as fast as the {last.size} falls")
    same = np.diff(parts[last]) == 0
    regained = (y[first[1:]] - y[last[:-1]])[same]
    if regained.size == 0 or float(np.median(regained)) < 0.5 * fall:
        return _none("no sawtooth: the readings do not rise again between the falls")
    return LowerEnvelope(last, fall, f"{last.size} teeth: slow rises and sudden falls")


def _none(reason: str) -> LowerEnvelope:
    return LowerEnvelope(np.zeros(0, dtype=np.intp), 0.0, reason)


def _falls(y: Array, parts: NDArray[np.intp]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Positions before and at the end of each run of readings that fall."""
    down = np.concatenate([[False], (np.diff(y) < 0) & (np.diff(parts) == 0), [False]])
    edges = np.diff(down.astype(np.int8))
    return np.flatnonzero(edges == 1), np.flatnonzero(edges == -1)


def _fast_rises(y: Array, parts: NDArray[np.intp], over: int, least: float) -> int:
    """How often the readings rise by that much within that many steps."""
    risen = (y[over:] - y[:-over] >= least) & (parts[over:] == parts[:-over])
    return int(np.sum(np.diff(risen.astype(np.int8), prepend=0) == 1))
