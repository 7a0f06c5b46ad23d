"""The stretches of a memory log between restarts, resets and gaps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from contention.errors import MeasurementError
from contention.models.outlying_readings import typical_change
from contention.models.short_number import short_number
from contention.models.sweep_arrays import Array

__all__ = ["MemorySegments", "SegmentCut", "cut_resets", "cut_restarts_and_gaps"]

_FEWEST = 12
_LOST_SHARE = 0.5
_GAP_IN_PACES = 10.0
_GAP_IN_SPANS = 0.02
_BEYOND_NOISE = 6.0


@dataclass(frozen=True)
class SegmentCut:
    """Where one segment ends and the next begins.

    Attributes
    ----------
    step : float
        First step of the new segment.
    kind : {"restart", "reset", "gap"}
        Told by the caller, a fall that loses most of the level, or readings that are not there.
    reason : str
        In words, with the figures.
    """

    step: float
    kind: Literal["restart", "reset", "gap"]
    reason: str


@dataclass(frozen=True, eq=False)
class MemorySegments:
    """Readings by segment.

    Attributes
    ----------
    number : ndarray of int, shape (n,)
        Segment of each reading, from 0.
    started : ndarray of bool, shape (segments,)
        Whether the segment begins with a start of the process, as far as is known.
    cuts : tuple of SegmentCut
        One less than segments.
    """

    number: NDArray[np.intp]
    started: NDArray[np.bool_]
    cuts: tuple[SegmentCut, ...]

    @property
    def count(self) -> int:
        """Number of segments."""
        return len(self.cuts) + 1

    def starts(self, first_step: float) -> Array:
        """Step at which each segment's process started, NaN where a gap came before it."""
        begins = np.array([first_step, *(cut.step for cut in self.cuts)])
        return np.where(self.started, begins, np.nan)

    def among(self, kept: NDArray[np.intp]) -> MemorySegments:
        """The segments of some of the readings; those without any are left out.

        Examples
        --------
        >>> whole = cut_restarts_and_gaps([1, 2, 3, 4], restarts=[2, 3])
        >>> whole.among(np.array([0, 3])).count
        2
        """
        found, number = np.unique(self.number[kept], return_inverse=True)
        cuts = tuple(self.cuts[at - 1] for at in found[1:])
        return MemorySegments(number, self.started[found], cuts)


def cut_restarts_and_gaps(step: ArrayLike, restarts: Sequence[float] = ()) -> MemorySegments:
    """Cut where a restart is known and where readings are missing for long.

    Parameters
    ----------
    step : array_like, shape (n,)
        Increasing.
    restarts : sequence of float
        Steps at which the process started anew; a reading at that step belongs to the new one.

    Returns
    -------
    MemorySegments
        A gap is more than ten times the median distance and 2 % of the run; with fewer than 12
        readings none is looked for.

    Raises
    ------
    MeasurementError
        When the steps do not increase.

    Examples
    --------
    >>> cut_restarts_and_gaps([1, 2, 3, 4], restarts=[3]).number.tolist()
    [0, 0, 1, 1]
    """
    x = np.asarray(step, dtype=np.float64)
    if x.ndim != 1 or x.size == 0 or not np.all(np.diff(x) > 0):
        raise MeasurementError("segments need steps that increase")
    cuts: dict[int, SegmentCut] = {}
    apart = np.diff(x)
    if x.size >= _FEWEST:
        pace = float(np.median(apart))
        wide = (apart > _GAP_IN_PACES * pace) & (apart > _GAP_IN_SPANS * float(np.ptp(x)))
        for at in (np.flatnonzero(wide) + 1).tolist():
            reason = f"no reading for {short_number(apart[at - 1])} before {short_number(x[at])}"
            cuts[at] = SegmentCut(float(x[at]), "gap", reason)
    for restart in restarts:
        at = int(np.searchsorted(x, restart))
        if 0 < at < x.size:
            reason = f"the process started anew at {short_number(restart)}"
            cuts[at] = SegmentCut(float(x[at]), "restart", reason)
    return _segments(x.size, cuts, {at: cut.kind == "restart" for at, cut in cuts.items()})


def cut_resets(
    step: ArrayLike, values: ArrayLike, segments: MemorySegments, resolution: float = 0.0
) -> MemorySegments:
    """Cut further where memory falls to less than half and stays there.

    Parameters
    ----------
    step, values : array_like, shape (n,)
        The readings.
    segments : MemorySegments
        The cuts that are known.
    resolution : float, default 0
        Unit to which the readings are rounded.

    Returns
    -------
    MemorySegments
        Medians of up to three readings before and after the fall are compared, so that one low
        reading is no reset; the fall also has to exceed six times the usual change. With fewer
        than 12 readings none is looked for.

    Examples
    --------
    >>> step = np.arange(14.0)
    >>> held = np.where(step < 7, 100.0 + step, 20.0 + step)
    >>> cut_resets(step, held, cut_restarts_and_gaps(step)).cuts[0].step
    7.0
    """
    x, y = np.asarray(step, dtype=np.float64), np.asarray(values, dtype=np.float64)
    known = np.flatnonzero(np.diff(segments.number)) + 1
    cuts = dict(zip(known.tolist(), segments.cuts, strict=True))
    started = dict(zip(known.tolist(), segments.started[1:].tolist(), strict=True))
    if x.size >= _FEWEST:
        changes = np.diff(y)
        usual = typical_change(y, resolution)
        falls = np.flatnonzero((changes < 0) & (changes < -_BEYOND_NOISE * usual)) + 1
        for at in falls.tolist():
            before = float(np.median(y[max(at - 3, 0) : at]))
            after = float(np.median(y[at : at + 3]))
            if after > (1.0 - _LOST_SHARE) * before or at - 1 in cuts or y[at] > y[at - 1] / 2:
                continue
            started[at] = True
            if at not in cuts or cuts[at].kind == "gap":
                reason = (
                    f"memory fell from {short_number(before)} to {short_number(after)} bytes at "
                    f"{short_number(x[at])}"
                )
                cuts[at] = SegmentCut(float(x[at]), "reset", reason)
    return _segments(x.size, cuts, started)


def _segments(n: int, cuts: dict[int, SegmentCut], started: dict[int, bool]) -> MemorySegments:
    begins = np.zeros(n, dtype=np.intp)
    begins[list(cuts)] = 1
    order = sorted(cuts)
    return MemorySegments(
        np.cumsum(begins),
        np.array([True, *(started[at] for at in order)]),
        tuple(cuts[at] for at in order),
    )
