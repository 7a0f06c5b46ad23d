"""The readings of a memory series that a leak can be fitted to."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from contention.errors import MeasurementError, UsageError
from contention.measurements import MemorySeries
from contention.models.sweep_arrays import Array, frozen_array

__all__ = ["LeakReadings", "leak_readings", "theil_sen_slope"]

_MOST_FOR_PAIRS = 2000


@dataclass(frozen=True, eq=False)
class LeakReadings:
    """Readings in step order.

    Attributes
    ----------
    label : str
        Name of the series.
    step, bytes : ndarray, shape (n,)
        The readings that are there, a given start first.
    step_unit : str
        ``run`` or ``s``.
    resolution_bytes : float
        Unit to which the log is rounded.
    missing : int
        Readings that could not be read, and were left out.
    restarts : tuple of float
        Steps at which the capture tells of a restart.
    """

    label: str
    step: Array
    bytes: Array
    step_unit: str
    resolution_bytes: float
    missing: int
    restarts: tuple[float, ...] = ()


def leak_readings(
    series: MemorySeries | ArrayLike,
    bytes_held: ArrayLike | None = None,
    start_bytes: float | None = None,
    resolution_bytes: float | None = None,
) -> LeakReadings:
    """The readings that are there, with a start before the first when one is given.

    Parameters
    ----------
    series : MemorySeries or array_like
        A memory series, or the steps.
    bytes_held : array_like, optional
        With steps, the bytes.
    start_bytes : float, optional
        Bytes before the first step; placed as far before it as the second reading is after it.
    resolution_bytes : float, optional
        In place of the series' own.

    Returns
    -------
    LeakReadings
        At least one.

    Raises
    ------
    MeasurementError
        When no reading is left, or steps come without bytes.
    UsageError
        When the start or the resolution is negative.

    Examples
    --------
    >>> leak_readings([1, 2, 3], [10.0, float("nan"), 30.0], start_bytes=4.0).step.tolist()
    [0.0, 1.0, 3.0]
    """
    if not isinstance(series, MemorySeries):
        if bytes_held is None:
            raise MeasurementError("steps need the bytes held beside them")
        series = MemorySeries("data", np.asarray(series, float), np.asarray(bytes_held, float))
    there = np.isfinite(series.bytes)
    if not np.any(there):
        raise MeasurementError(
            f"series {series.label}: no reading is left", path=series.provenance.source
        )
    step, held = series.step[there], series.bytes[there]
    if start_bytes is not None:
        if not (math.isfinite(start_bytes) and start_bytes >= 0):
            raise UsageError("start_bytes must be zero or more", found=f"{start_bytes:g}")
        pace = float(series.step[1] - series.step[0]) if series.step.size > 1 else 1.0
        step = np.concatenate([[series.step[0] - pace], step])
        held = np.concatenate([[float(start_bytes)], held])
    resolution = series.resolution_bytes if resolution_bytes is None else float(resolution_bytes)
    if not (math.isfinite(resolution) and resolution >= 0):
        raise UsageError("resolution_bytes must be zero or more", found=f"{resolution:g}")
    return LeakReadings(
        label=series.label,
        step=frozen_array(step),
        bytes=frozen_array(held),
        step_unit=series.step_unit,
        resolution_bytes=resolution,
        missing=int(np.sum(~there)),
        restarts=series.restarts,
    )


def theil_sen_slope(step: Array, held: Array) -> float:
    """Median slope between all pairs; of 2,000 evenly spaced readings when there are more.

    Examples
    --------
    >>> theil_sen_slope(np.array([1.0, 2.0, 3.0, 4.0]), np.array([1.0, 2.0, 3.0, 5.0]))
    1.1666666666666665
    """
    if step.size < 2:
        return math.nan
    if step.size > _MOST_FOR_PAIRS:
        chosen = np.linspace(0, step.size - 1, _MOST_FOR_PAIRS).astype(np.int64)
        step, held = step[chosen], held[chosen]
    first, second = np.triu_indices(step.size, 1)
    return float(np.median((held[second] - held[first]) / (step[second] - step[first])))
