"""A memory series from its readings to the verdict: all stages in one call."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike, NDArray

from contention.errors import MeasurementError, UsageError
from contention.measurements import MemorySeries
from contention.models.baseline_comparison import BaselineComparison, compare_with_baseline
from contention.models.block_means import block_means
from contention.models.early_values import count_early_values
from contention.models.intervals import check_alpha
from contention.models.leak_findings import LeakAnalysis
from contention.models.leak_readings import LeakReadings, leak_readings
from contention.models.limit_forecast import forecast_limit
from contention.models.lower_envelope import find_lower_envelope
from contention.models.memory_segments import (
    MemorySegments,
    cut_resets,
    cut_restarts_and_gaps,
)
from contention.models.outlying_readings import outlying_readings
from contention.models.short_number import short_number
from contention.models.sweep_arrays import Array
from contention.models.trend_slope import TrendFit, fit_trend
from contention.models.warm_up import WarmUp, find_warm_up

__all__ = ["LeakSettings", "analyse_leak"]

_FEWEST_FOR_DEPENDENCE = 12
_MOST_FOR_FIT = 1000


@dataclass(frozen=True)
class LeakSettings:
    """What the caller knows and wants to know of a run.

    Attributes
    ----------
    restarts : sequence of float
        Steps at which the process started anew, besides those that the series knows.
    units_per_step : float or None
        Units of work in one step, such as requests per second.
    tolerable_bytes_per_step : float or None
        Slope that is accepted; None for the default rule of the verdict.
    limit_bytes : float or None
        Where the memory ends.
    alpha : float
        Level of every interval.
    """

    restarts: Sequence[float] = ()
    units_per_step: float | None = None
    tolerable_bytes_per_step: float | None = None
    limit_bytes: float | None = None
    alpha: float = 0.05

    def __post_init__(self) -> None:
        check_alpha(self.alpha)
        units, tolerable = self.units_per_step, self.tolerable_bytes_per_step
        if units is not None and not (math.isfinite(units) and units > 0):
            raise UsageError("units per step must be finite and positive", found=f"{units:g}")
        if tolerable is not None and not tolerable >= 0:
            raise UsageError("the tolerable slope must be zero or more", found=f"{tolerable:g}")


def analyse_leak(
    series: MemorySeries | ArrayLike,
    bytes_held: ArrayLike | None = None,
    *,
    settings: LeakSettings | None = None,
    baseline: MemorySeries | None = None,
    baseline_settings: LeakSettings | None = None,
) -> LeakAnalysis:
    """Say whether memory leaks, how fast, and what a leak would have had to be to be seen.

    Parameters
    ----------
    series : MemorySeries or array_like, shape (n,)
        A memory series, or the steps.
    bytes_held : array_like, shape (n,), optional
        With steps, the bytes held after each.
    settings : LeakSettings, optional
        What is known of the run, and the limits.
    baseline : MemorySeries, optional
        A run to compare with, of any length and pace, on the same kind of axis.
    baseline_settings : LeakSettings, optional
        Of the baseline; by default those of the run without its restarts and limit.

    Returns
    -------
    LeakAnalysis
        Every stage with its reason, the slope, the verdict.

    Raises
    ------
    MeasurementError
        When there is no reading, the series is malformed, or the axes differ.
    UsageError
        When a setting is out of range.

    Notes
    -----
    The stages: cut at known restarts and at gaps; reduce a sawtooth to its troughs, or set single
    outliers aside; cut where most of the memory is lost; cut the warm-up off; fit one slope to all
    segments, allowing for noise that depends on itself; judge. With fewer than 12 readings left
    the slope is that of least squares with Student's t, because dependence cannot be estimated
    from so few. More than 1000 readings are averaged in blocks first. There is no randomness.

    Examples
    --------
    >>> step = np.arange(60.0)
    >>> noise = np.tile([0.0, 1.0, -1.0, 0.5, -0.5], 12)
    >>> found = analyse_leak(step, 1e4 + np.minimum(step, 15.0) * 10.0 + noise)
    >>> found.verdict, found.warm_up.ended
    ('no_leak', True)
    """
    wanted = settings or LeakSettings()
    found = _analyse(leak_readings(series, bytes_held), wanted)
    if baseline is None:
        return found
    other = _analyse(
        leak_readings(baseline),
        baseline_settings or replace(wanted, restarts=(), limit_bytes=None),
    )
    if other.readings.step_unit != found.readings.step_unit:
        raise MeasurementError(
            "a run and its baseline need the same kind of axis",
            found=f"{found.readings.step_unit} and {other.readings.step_unit}",
        )
    return replace(found, baseline=other, comparison=_compared(found, other))


def _analyse(readings: LeakReadings, wanted: LeakSettings) -> LeakAnalysis:
    """All stages but the comparison."""
    step, held, resolution = readings.step, readings.bytes, _resolution(readings)
    whole = cut_restarts_and_gaps(step, (*readings.restarts, *wanted.restarts))
    envelope = find_lower_envelope(held, whole.number, resolution)
    outlying = np.zeros(step.size, dtype=bool)
    if not envelope.is_sawtooth:
        outlying = outlying_readings(held, whole.number, resolution)
    kept = np.flatnonzero(~outlying)
    early = None
    if envelope.is_sawtooth:
        # Most of the warm-up may lie before the first trough, where only the whole series shows it.
        early = _warm_up(readings, kept, whole)
        kept = envelope.troughs
    segments = cut_resets(step[kept], held[kept], whole.among(kept), resolution)
    x, y, number = block_means(step[kept], held[kept], segments.number, _MOST_FOR_FIT)
    starts = segments.starts(float(step[0]))
    warm_up = find_warm_up(x, y, number, starts, early)
    if envelope.is_sawtooth:
        warm_up = _without_early_troughs(warm_up, x, y, number, starts)
    trend = _trend(x[warm_up.kept], y[warm_up.kept], number[warm_up.kept])
    limit = wanted.limit_bytes
    return LeakAnalysis(
        readings=readings,
        outlying=outlying,
        envelope=envelope,
        segments=segments,
        candidates=kept,
        warm_up=warm_up,
        step=x[warm_up.kept],
        bytes=y[warm_up.kept],
        number=number[warm_up.kept],
        trend=trend,
        forecast=None
        if limit is None or trend is None
        else forecast_limit(trend, limit, float(step[-1]), alpha=wanted.alpha),
        units_per_step=wanted.units_per_step,
        tolerable_bytes_per_step=wanted.tolerable_bytes_per_step,
        alpha=wanted.alpha,
    )


def _warm_up(readings: LeakReadings, kept: NDArray[np.intp], segments: MemorySegments) -> WarmUp:
    x, y, number = block_means(
        readings.step[kept], readings.bytes[kept], segments.number, _MOST_FOR_FIT
    )
    return find_warm_up(x, y, number, segments.starts(float(readings.step[0])))


def _without_early_troughs(
    warm_up: WarmUp, step: Array, held: Array, number: NDArray[np.intp], starts: Array
) -> WarmUp:
    """A longer warm-up, where the first troughs after a start are not on the line of the others."""
    longest, early = warm_up.duration, 0
    for part, start in enumerate(starts.tolist()):
        mine = np.flatnonzero(warm_up.kept & (number == part))
        if math.isfinite(start) and mine.size:
            count = count_early_values(step[mine], held[mine])
            early = max(early, count)
            longest = max(longest, float(step[mine[count]]) - start) if count else longest
    if not early or not warm_up.ended:
        return warm_up
    age = step - starts[number]
    kept = warm_up.kept & ~(age < longest)
    reason = f"the first troughs miss the line of the others up to {short_number(longest)}"
    return replace(warm_up, duration=longest, kept=kept, reason=f"{reason} after the start")


def _resolution(readings: LeakReadings) -> float:
    return readings.resolution_bytes if readings.resolution_bytes > 1.0 else 0.0


def _trend(step: Array, held: Array, number: NDArray[np.intp]) -> TrendFit | None:
    """The slope of segments with two readings or more; None when too few are left."""
    _, place, counts = np.unique(number, return_inverse=True, return_counts=True)
    several = counts[place] > 1
    step, held, number = step[several], held[several], number[several]
    if step.size < np.unique(number).size + 2:
        return None
    return fit_trend(step, held, number, dependent=step.size >= _FEWEST_FOR_DEPENDENCE)


def _compared(found: LeakAnalysis, other: LeakAnalysis) -> BaselineComparison | None:
    if found.trend is None or other.trend is None:
        return None
    units = (found.units_per_step or 1.0, other.units_per_step or 1.0)
    return compare_with_baseline(
        found.trend,
        other.trend,
        ends=(float(found.readings.step[-1]), float(other.readings.step[-1])),
        tolerable=(found.tolerable_bytes_per_step or 0.0) / units[0],
        negligible=other.negligible_slope / units[1],
        units_per_step=units,
        alpha=found.alpha,
    )
