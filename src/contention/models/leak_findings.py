"""What an analysis of a memory series found: each stage, the slope, the verdict."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from contention.models.baseline_comparison import BaselineComparison
from contention.models.detectable_slope import minimum_detectable_slope, needed_run
from contention.models.fit_summary import summary_text
from contention.models.intervals import Interval
from contention.models.leak_readings import LeakReadings, theil_sen_slope
from contention.models.leak_reservations import reservations, stages_of
from contention.models.leak_verdict import Judgement, judge_interval
from contention.models.limit_forecast import LimitForecast
from contention.models.lower_envelope import LowerEnvelope
from contention.models.memory_segments import MemorySegments
from contention.models.short_number import short_number
from contention.models.sweep_arrays import Array
from contention.models.trend_slope import TrendFit
from contention.models.warm_up import WarmUp

__all__ = ["LeakAnalysis"]

_NEGLIGIBLE_GROWTH = 0.05


@dataclass(frozen=True, eq=False)
class LeakAnalysis:
    """A memory series from its readings to the verdict.

    Attributes
    ----------
    readings : LeakReadings
        All readings that are there.
    outlying : ndarray of bool, shape (readings,)
        Single readings that were set aside.
    envelope : LowerEnvelope
        The troughs, if the readings are a sawtooth.
    candidates : ndarray of int
        Positions among the readings of those that are neither set aside nor above the envelope.
    segments : MemorySegments
        Of the candidates.
    warm_up : WarmUp
        What was cut off after each start; of the candidates, or of their means over blocks.
    step, bytes, number : ndarray, shape (n,)
        What the slope was fitted to, and the segment of each.
    trend : TrendFit or None
        The slope; None when fewer than two readings more than segments are left.
    units_per_step : float or None
        Units of work in a step.
    tolerable_bytes_per_step : float or None
        Slope that is accepted; None for the default rule.
    alpha : float
        Level of every interval.
    forecast : LimitForecast or None
        When a limit was given.
    baseline : LeakAnalysis or None
        The run that this one was compared with.
    comparison : BaselineComparison or None
        With it.
    """

    readings: LeakReadings
    outlying: NDArray[np.bool_]
    envelope: LowerEnvelope
    candidates: NDArray[np.intp]
    segments: MemorySegments
    warm_up: WarmUp
    step: Array
    bytes: Array
    number: NDArray[np.intp]
    trend: TrendFit | None
    units_per_step: float | None
    tolerable_bytes_per_step: float | None
    alpha: float
    forecast: LimitForecast | None = None
    baseline: LeakAnalysis | None = None
    comparison: BaselineComparison | None = None

    @property
    def n(self) -> int:
        """Readings, or means over blocks of them, that the slope was fitted to."""
        return self.trend.n if self.trend is not None else int(self.step.size)

    @property
    def _per(self) -> str:
        return "bytes_per_s" if self.readings.step_unit == "s" else "bytes_per_step"

    @property
    def slope_name(self) -> str:
        """``slope_bytes_per_step``, or ``slope_bytes_per_s`` on a time axis."""
        return f"slope_{self._per}"

    @property
    def slope(self) -> float:
        """Bytes per step or second; NaN when there are too few readings."""
        return math.nan if self.trend is None else self.trend.slope

    @property
    def params(self) -> dict[str, float]:
        """The slope."""
        return {self.slope_name: self.slope}

    @property
    def bse(self) -> dict[str, float]:
        """Standard error of the slope."""
        return {self.slope_name: math.nan if self.trend is None else self.trend.standard_error}

    @property
    def minimum_detectable_slope(self) -> float:
        """Slope that a run like this shows with 80 % or more, bytes per step; NaN if unknown."""
        if self.trend is None:
            return math.nan
        return minimum_detectable_slope(self.trend, self.alpha) + self.rounding_slope

    @property
    def negligible_slope(self) -> float:
        """Slope up to which the verdict may be ``no_leak``, bytes per step.

        What the caller accepts; by default growth of 5 % of the mean level over the readings
        behind the slope, or what rounding can fake, whichever is more.
        """
        if self.tolerable_bytes_per_step is not None:
            return self.tolerable_bytes_per_step
        span = float(np.ptp(self.step))
        if span == 0.0:
            return 0.0
        growth = _NEGLIGIBLE_GROWTH * abs(float(self.bytes.mean())) / span
        return max(growth, self.rounding_slope)

    @property
    def rounding_slope(self) -> float:
        """Most by which the rounding of the log can have moved the slope, bytes per step."""
        counts = np.bincount(self.number)
        with np.errstate(invalid="ignore"):
            means = np.bincount(self.number, weights=self.step) / counts
        centred = self.step - means[self.number]
        square = float(centred @ centred)
        if square == 0.0:
            return 0.0
        return 0.5 * self.readings.resolution_bytes * float(np.sum(np.abs(centred))) / square

    def needed_run(self, slope_bytes_per_step: float) -> float:
        """Steps or seconds that a run needs to show a slope; NaN when the noise is not known."""
        if self.trend is None:
            return math.nan
        return needed_run(self.trend, slope_bytes_per_step, self.alpha)

    @property
    def derived(self) -> dict[str, float]:
        """What a run like this can show, what was cut, and bytes per unit of work where given."""
        axis = "s" if self.readings.step_unit == "s" else "steps"
        values = {
            f"minimum_detectable_slope_{self._per}": self.minimum_detectable_slope,
            f"negligible_slope_{self._per}": self.negligible_slope,
            f"theil_sen_{self._per}": self.theil_sen_slope,
            "level_at_end_bytes": float(self.predict(self.readings.step[-1])),
            f"warm_up_cut_{axis}": self.warm_up.duration,
            "segments": float(self.segments.count),
            "sawtooth_teeth": float(self.envelope.troughs.size),
            "readings_set_aside": float(self.outlying.sum()),
        }
        if self.units_per_step is not None:
            values["bytes_per_unit"] = self.slope / self.units_per_step
        if self.forecast is not None:
            values[f"limit_reached_{axis}"] = self.forecast.steps
        if self.comparison is not None:
            values["slope_above_baseline"] = self.comparison.slope_difference
        return values

    @property
    def units(self) -> dict[str, str]:
        """Units by name."""
        per, axis = f"bytes/{self.readings.step_unit}", self.readings.step_unit
        units = {name: per for name in (*self.params, *self.derived) if name.endswith(self._per)}
        plain = dict.fromkeys(("segments", "sawtooth_teeth", "readings_set_aside"), "")
        steps = {name: axis for name in self.derived if name.startswith(("warm_up", "limit"))}
        unit = per if self.units_per_step is None else "bytes/unit"
        more = {"bytes_per_unit": "bytes/unit", "slope_above_baseline": unit}
        return {**units, **plain, **steps, "level_at_end_bytes": "bytes", **more}

    def conf_int(self, alpha: float = 0.05) -> dict[str, Interval]:
        """Intervals of the slope and of what follows from it, rounding not included."""
        if self.trend is None:
            return {}
        low, high = self.trend.interval(alpha)
        ends = {self.slope_name: (low, high)}
        if self.units_per_step is not None:
            ends["bytes_per_unit"] = (low / self.units_per_step, high / self.units_per_step)
        at_end = self.trend.line_distribution(float(self.readings.step[-1]))
        ends["level_at_end_bytes"] = at_end.interval(alpha)
        if self.forecast is not None and alpha == self.forecast.alpha:
            name = next(name for name in self.derived if name.startswith("limit_reached"))
            ends[name] = (self.forecast.low, self.forecast.high)
        if self.comparison is not None and alpha == self.comparison.alpha:
            ends["slope_above_baseline"] = self.comparison.slope_interval
        return ends

    def predict(self, step: ArrayLike) -> Array:
        """Bytes that the line of the last segment gives; the last reading when there is none."""
        if self.trend is None:
            return np.full(np.shape(step), float(self.bytes[-1]))
        return self.trend.predict(step)

    @property
    def theil_sen_slope(self) -> float:
        """Median slope between all pairs of readings of the longest segment, bytes per step."""
        longest = self.number == np.argmax(np.bincount(self.number))
        return theil_sen_slope(self.step[longest], self.bytes[longest])

    @property
    def _judgement(self) -> Judgement:
        if self.trend is None:
            found = self.step.size
            text = f"a slope with an error needs 3 readings, and there are {found}"
            return Judgement("not_enough_data", text)
        if not self.warm_up.ended:
            return Judgement("not_enough_data", self.warm_up.reason)
        judged = judge_interval(
            self.trend.interval(self.alpha),
            floor=self.tolerable_bytes_per_step or 0.0,
            negligible=self.negligible_slope,
            rounding=self.rounding_slope,
            unit=f"bytes/{self.readings.step_unit}",
        )
        if judged.verdict == "leak":
            return judged
        least = short_number(self.minimum_detectable_slope)
        text = f"{judged.reason}; a run like this shows {least} or more"
        return Judgement(judged.verdict, text)

    @property
    def verdict(self) -> str:
        """``leak``, ``no_leak`` or ``not_enough_data``."""
        return self._judgement.verdict

    @property
    def reason(self) -> str:
        """Why the verdict is what it is, with the figures."""
        return self._judgement.reason

    @property
    def stages(self) -> tuple[tuple[str, str], ...]:
        """Name of each stage and what it did, in words, in the order in which they were run."""
        return stages_of(self)

    @property
    def warnings(self) -> tuple[str, ...]:
        """What a reader must know before trusting the verdict."""
        return reservations(self)

    def summary(self) -> str:
        """Slope, interval, verdict, reason, stages and warnings as text."""
        notes = [f"because {self.reason}", *(f"{name}: {what}" for name, what in self.stages)]
        return summary_text(
            f"Leak of {self.readings.label}", self, alpha=self.alpha, notes=tuple(notes)
        )
