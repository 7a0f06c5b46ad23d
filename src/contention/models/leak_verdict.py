"""The rule that turns a slope and its interval into a verdict."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from contention.models.fit_summary import number_text
from contention.models.intervals import Interval
from contention.models.leak_readings import LeakReadings
from contention.models.residual_dependence import Dependence
from contention.models.sweep_arrays import Array

__all__ = [
    "Judgement",
    "exact_line_reservation",
    "judge_interval",
    "judge_slope",
    "negligible_slope",
    "reading_reservations",
    "rounding_slope",
    "widen_for_rounding",
]

_NEGLIGIBLE_GROWTH = 0.05
_NO_RESIDUAL = 1e-9


@dataclass(frozen=True)
class Judgement:
    """A verdict and why.

    Attributes
    ----------
    verdict : str
        ``leak``, ``no_leak`` or ``not_enough_data``.
    reason : str
        The rule that decided, with the figures.
    """

    verdict: str
    reason: str


def rounding_slope(readings: LeakReadings) -> float:
    """Most by which rounding can have moved the least-squares slope, in bytes per step.

    Each reading is within half a unit of the truth, and the slope is a weighted sum of them; the
    worst case has all signs against it.

    Examples
    --------
    >>> from contention.models.leak_readings import leak_readings
    >>> rounding_slope(leak_readings([1, 2, 3], [0.0, 0.0, 0.0], resolution_bytes=1024.0))
    512.0
    """
    centred = readings.step - readings.step.mean()
    square = float(centred @ centred)
    if square == 0.0:
        return math.nan
    return 0.5 * readings.resolution_bytes * float(np.sum(np.abs(centred))) / square


def widen_for_rounding(interval: Interval, readings: LeakReadings) -> Interval:
    """An interval of the slope, moved apart by what rounding can have hidden.

    Readings that lie exactly on a line give a Student interval without width. Where the log is
    rounded, that is the rounding's doing: the true readings may differ by half a unit each.

    Parameters
    ----------
    interval : tuple of float
        Lower and upper end, bytes per step.
    readings : LeakReadings
        What the slope was fitted to.

    Returns
    -------
    tuple of float
        Both ends, farther out by :func:`rounding_slope`.

    Examples
    --------
    >>> from contention.models.leak_readings import leak_readings
    >>> flat = leak_readings([1, 2, 3], [7168.0, 7168.0, 7168.0], resolution_bytes=1024.0)
    >>> widen_for_rounding((0.0, 0.0), flat)
    (-512.0, 512.0)
    """
    reach = rounding_slope(readings)
    return (interval[0] - reach, interval[1] + reach)


def negligible_slope(readings: LeakReadings, tolerable: float | None) -> float:
    """Slope in bytes per step up to which the verdict may be ``no_leak``.

    What the caller accepts; by default growth of 5 % of the mean level over the readings, or what
    rounding can fake, whichever is more.

    Examples
    --------
    >>> from contention.models.leak_readings import leak_readings
    >>> negligible_slope(leak_readings([1, 2, 3], [1000.0, 1000.0, 1000.0]), None)
    25.0
    """
    if tolerable is not None:
        return tolerable
    span = float(np.ptp(readings.step))
    if span == 0.0:
        return 0.0
    growth = _NEGLIGIBLE_GROWTH * abs(float(readings.bytes.mean())) / span
    return max(growth, rounding_slope(readings))


def judge_slope(
    interval: Interval | None, readings: LeakReadings, tolerable: float | None, unit: str
) -> Judgement:
    """The verdict on a slope.

    Parameters
    ----------
    interval : tuple of float or None
        Interval of the slope in bytes per step; None with fewer than three readings.
    readings : LeakReadings
        What the slope was fitted to.
    tolerable : float or None
        Slope that the caller accepts.
    unit : str
        Unit of the slope, for the reason.

    Returns
    -------
    Judgement
        ``not_enough_data`` with fewer than three readings. ``leak`` when the whole interval, less
        the reach of rounding, lies above the tolerable slope, zero by default. ``no_leak`` when
        the whole interval lies at or below the negligible slope. ``not_enough_data`` otherwise: a
        slope that is merely not significant does not show that there is no leak.

    Examples
    --------
    >>> from contention.models.leak_readings import leak_readings
    >>> readings = leak_readings([1, 2, 3], [1000.0, 1010.0, 990.0])
    >>> judge_slope((-60.0, 40.0), readings, None, "bytes/run").verdict
    'not_enough_data'
    """
    if interval is None:
        found = readings.step.size
        return Judgement(
            "not_enough_data", f"a slope with an error needs 3 readings, and there are {found}"
        )
    return judge_interval(
        interval,
        floor=tolerable or 0.0,
        negligible=negligible_slope(readings, tolerable),
        rounding=rounding_slope(readings),
        unit=unit,
    )


def judge_interval(
    interval: Interval, *, floor: float, negligible: float, rounding: float, unit: str
) -> Judgement:
    """The verdict on the interval of a slope.

    Parameters
    ----------
    interval : tuple of float
        Of the slope.
    floor : float
        A leak lies above it as a whole, less the rounding.
    negligible : float
        Up to here the upper end may be ``no_leak``.
    rounding : float
        Most by which rounding can have moved the slope.
    unit : str
        Of all four, for the reason.

    Returns
    -------
    Judgement
        The verdict and why.

    Examples
    --------
    >>> judge_interval((2.0, 4.0), floor=0.0, negligible=1.0, rounding=0.5, unit="bytes/s").verdict
    'leak'
    """
    low, high = interval
    limit = number_text(negligible)
    reach = f"the interval {number_text(low)} to {number_text(high)} {unit}"
    if low - rounding > floor:
        return Judgement("leak", f"{reach} lies above {number_text(floor)}, rounding allowed for")
    if high <= negligible:
        return Judgement("no_leak", f"{reach} does not exceed the negligible {limit}")
    return Judgement("not_enough_data", f"{reach} leaves open whether growth exceeds {limit}")


def reading_reservations(readings: LeakReadings, dependence: Dependence) -> tuple[str, ...]:
    """What limits the readings: their number, rounding, dependence, and those missing.

    Examples
    --------
    >>> import numpy as np
    >>> from contention.models.leak_readings import leak_readings
    >>> from contention.models.residual_dependence import residual_dependence
    >>> readings = leak_readings([1, 2, 3], [1.0, 2.0, 3.1])
    >>> reading_reservations(readings, residual_dependence(np.zeros(3)))
    ('only 1 degree of freedom: the interval is wide',)
    """
    notes = []
    freedom = readings.step.size - 2
    if 0 < freedom < 3:
        word = "degree" if freedom == 1 else "degrees"
        notes.append(f"only {freedom} {word} of freedom: the interval is wide")
    if readings.resolution_bytes > 1:
        notes.append(
            f"readings are rounded to {readings.resolution_bytes:g} bytes, which can move the "
            f"slope by up to {number_text(rounding_slope(readings))} either way"
        )
    if dependence.significant:
        notes.append(
            f"neighbouring residuals correlate ({dependence.correlation:.2f}): the standard "
            f"error is widened {dependence.inflation:.1f} times"
        )
    if readings.missing:
        notes.append(f"{readings.missing} readings are missing and were left out")
    return tuple(notes)


def exact_line_reservation(residuals: Array, readings: LeakReadings) -> tuple[str, ...]:
    """A reservation when three readings or more lie exactly on the line.

    Examples
    --------
    >>> from contention.models.leak_readings import leak_readings
    >>> flat = leak_readings([1, 2, 3], [7.0, 7.0, 7.0])
    >>> exact_line_reservation(np.zeros(3), flat)[0][:36]
    'the readings lie exactly on a line: '
    """
    most = float(np.max(np.abs(residuals)))
    if residuals.size < 3 or most > _NO_RESIDUAL * float(np.max(np.abs(readings.bytes))):
        return ()
    return ("the readings lie exactly on a line: the interval has no width but that of rounding",)
