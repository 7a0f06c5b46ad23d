"""Memory leaks: the slope of memory held against runs or time, and whether it is one."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from contention.errors import UsageError
from contention.measurements import MemorySeries
from contention.models.fit_summary import summary_text
from contention.models.intervals import Interval, check_alpha, student_interval
from contention.models.leak_readings import LeakReadings, leak_readings, theil_sen_slope
from contention.models.leak_verdict import (
    Judgement,
    exact_line_reservation,
    judge_slope,
    negligible_slope,
    reading_reservations,
    rounding_slope,
)
from contention.models.least_squares import LinearFit, ordinary_least_squares
from contention.models.residual_dependence import Dependence, residual_dependence
from contention.models.sweep_arrays import Array, frozen_array

__all__ = ["LeakFit", "fit_leak"]


@dataclass(frozen=True, eq=False)
class LeakFit:
    """A line through a memory series.

    Attributes
    ----------
    readings : LeakReadings
        The points used, and what was left out of the series.
    slope_bytes_per_step : float
        Least-squares slope; per second when the steps are seconds. NaN for a single reading.
    level_at_zero_bytes : float
        The line at step zero.
    regression : LinearFit or None
        With its errors; None when there are fewer than three readings.
    dependence : Dependence
        Of neighbouring residuals.
    theil_sen_bytes_per_step : float
        Median of the slopes between all pairs of readings, a check that outliers do not move.
    tolerable_bytes_per_step : float or None
        Slope that the caller accepts; None for the default rule.
    unit_work : float or None
        Units of work per step, such as calls per run.
    alpha : float
        Level of the interval behind the verdict.
    """

    readings: LeakReadings
    slope_bytes_per_step: float
    level_at_zero_bytes: float
    regression: LinearFit | None
    dependence: Dependence
    theil_sen_bytes_per_step: float
    tolerable_bytes_per_step: float | None
    unit_work: float | None
    alpha: float

    @property
    def n(self) -> int:
        """Number of readings used, a given start included."""
        return int(self.readings.step.size)

    @property
    def df_resid(self) -> int:
        """Degrees of freedom left, n - 2."""
        return self.n - 2

    @property
    def slope_name(self) -> str:
        """``slope_bytes_per_step``, or ``slope_bytes_per_s`` on a time axis."""
        return "slope_bytes_per_s" if self.readings.step_unit == "s" else "slope_bytes_per_step"

    @property
    def params(self) -> dict[str, float]:
        """The slope."""
        return {self.slope_name: self.slope_bytes_per_step}

    @property
    def standard_error(self) -> float:
        """Of the slope, widened where neighbouring residuals depend on each other; may be NaN."""
        if self.regression is None:
            return math.nan
        return float(self.regression.standard_errors[1]) * self.dependence.inflation

    @property
    def bse(self) -> dict[str, float]:
        """Standard error of the slope."""
        return {self.slope_name: self.standard_error}

    @property
    def derived(self) -> dict[str, float]:
        """Level at step zero, robust slope, and bytes per unit of work where given."""
        values = {
            "level_at_zero_bytes": self.level_at_zero_bytes,
            "theil_sen_bytes_per_step": self.theil_sen_bytes_per_step,
        }
        if self.unit_work is not None:
            values["bytes_per_unit"] = self.slope_bytes_per_step / self.unit_work
        return values

    @property
    def units(self) -> dict[str, str]:
        """Units by name."""
        per_step = f"bytes/{self.readings.step_unit}"
        return {
            self.slope_name: per_step,
            "level_at_zero_bytes": "bytes",
            "theil_sen_bytes_per_step": per_step,
            "bytes_per_unit": "bytes/unit",
        }

    def conf_int(self, alpha: float = 0.05) -> dict[str, Interval]:
        """Student interval of the slope, n - 2 degrees of freedom, rounding not included."""
        check_alpha(alpha)
        if self.regression is None:
            return {}
        freedom = self.dependence.degrees_of_freedom
        slope = student_interval(self.slope_bytes_per_step, self.standard_error, freedom, alpha)
        ends = {self.slope_name: slope}
        if self.unit_work is not None:
            ends["bytes_per_unit"] = (slope[0] / self.unit_work, slope[1] / self.unit_work)
        return ends

    def per_unit(self, units_per_step: float, alpha: float = 0.05) -> tuple[float, float, float]:
        """Bytes per unit of work, with the interval's ends.

        Parameters
        ----------
        units_per_step : float
            Units of work per step, exact and positive.
        alpha : float, default 0.05
            Share of such intervals that miss.

        Returns
        -------
        tuple of float
            Bytes per unit, low, high; the ends are NaN with fewer than three readings.

        Raises
        ------
        UsageError
            When the units are not positive.
        """
        units = _positive("units_per_step", units_per_step)
        low, high = self.conf_int(alpha).get(self.slope_name, (math.nan, math.nan))
        return (self.slope_bytes_per_step / units, low / units, high / units)

    def predict(self, step: ArrayLike) -> Array:
        """Bytes that the line gives at those steps."""
        at = np.asarray(step, dtype=np.float64)
        return self.level_at_zero_bytes + self.slope_bytes_per_step * at

    @property
    def residuals(self) -> Array:
        """Bytes held less the line, shape (n,)."""
        return frozen_array(self.readings.bytes - self.predict(self.readings.step))

    @property
    def rounding_bytes_per_step(self) -> float:
        """Most by which the rounding of the log can have moved the slope, either way."""
        return rounding_slope(self.readings)

    @property
    def negligible_bytes_per_step(self) -> float:
        """Slope up to which the verdict may be ``no_leak``."""
        return negligible_slope(self.readings, self.tolerable_bytes_per_step)

    @property
    def _judgement(self) -> Judgement:
        interval = self.conf_int(self.alpha).get(self.slope_name)
        unit = self.units[self.slope_name]
        return judge_slope(interval, self.readings, self.tolerable_bytes_per_step, unit)

    @property
    def verdict(self) -> str:
        """``leak``, ``no_leak`` or ``not_enough_data``, by the rule of ``judge_slope``."""
        return self._judgement.verdict

    @property
    def reason(self) -> str:
        """Why the verdict is what it is, with the figures."""
        return self._judgement.reason

    @property
    def warnings(self) -> tuple[str, ...]:
        """Few readings, rounding, dependence, missing readings, and a robust slope that differs."""
        notes = list(reading_reservations(self.readings, self.dependence))
        notes.extend(exact_line_reservation(self.residuals, self.readings))
        low, high = self.conf_int(self.alpha).get(self.slope_name, (-math.inf, math.inf))
        if self.n > 3 and not low <= self.theil_sen_bytes_per_step <= high:
            notes.append("the robust slope lies outside the interval: look for outliers or a bend")
        return tuple(notes)

    def summary(self) -> str:
        """Slope, interval, verdict, reason and warnings as text."""
        title = f"Leak of {self.readings.label}"
        return summary_text(title, self, alpha=self.alpha, notes=(f"because {self.reason}",))


def _positive(name: str, value: float) -> float:
    if not (math.isfinite(value) and value > 0):
        raise UsageError(f"{name} must be finite and positive", found=f"{value:g}")
    return float(value)


def fit_leak(
    series: MemorySeries | ArrayLike,
    bytes_held: ArrayLike | None = None,
    *,
    start_bytes: float | None = None,
    unit_work: float | None = None,
    tolerable_bytes_per_step: float | None = None,
    resolution_bytes: float | None = None,
    alpha: float = 0.05,
) -> LeakFit:
    """Fit a line to memory held after each step, and say whether it is a leak.

    Parameters
    ----------
    series : MemorySeries or array_like, shape (n,)
        A memory series, or the steps.
    bytes_held : array_like, shape (n,), optional
        With steps, the bytes held after each.
    start_bytes : float, optional
        Bytes held before the first step; becomes a reading one step before the first.
    unit_work : float, optional
        Units of work per step, such as calls per run, for ``bytes_per_unit``.
    tolerable_bytes_per_step : float, optional
        Slope that is accepted, zero or more: the verdict then compares with it.
    resolution_bytes : float, optional
        Unit to which the log is rounded; the series' own by default.
    alpha : float, default 0.05
        Level of the interval behind the verdict.

    Returns
    -------
    LeakFit
        The line and the verdict.

    Raises
    ------
    MeasurementError
        When there is no reading, or the series is malformed.
    UsageError
        When an argument is out of range.

    Notes
    -----
    Assumes growth in proportion to steps and errors that are independent, or depend on their
    neighbour alone. Warm-up must be cut off first; a sawtooth should be reduced to its minima.

    References
    ----------
    Least squares and Student's t as in any textbook; Sen, "Estimates of the regression
    coefficient based on Kendall's tau", Journal of the American Statistical Association 63, 1968.

    Examples
    --------
    >>> fit = fit_leak([1, 2, 3], [406 * 1024, 807 * 1024, 1213 * 1024], unit_work=1020)
    >>> fit.verdict, round(fit.derived["bytes_per_unit"], 1)
    ('leak', 405.1)
    """
    check_alpha(alpha)
    if tolerable_bytes_per_step is not None and not tolerable_bytes_per_step >= 0:
        raise UsageError("the tolerable slope must be zero or more")
    readings = leak_readings(series, bytes_held, start_bytes, resolution_bytes)
    x, y = readings.step, readings.bytes
    regression = None
    slope, level = math.nan, float(y[0])
    if x.size > 2:
        # A column about the mean is well conditioned whatever the origin of the steps.
        columns = {"level": np.ones_like(x), "slope": x - x.mean()}
        regression = ordinary_least_squares(y, columns)
        slope = float(regression.estimates[1]) if np.ptp(y) > 0.0 else 0.0
        level = float(regression.estimates[0]) - slope * float(x.mean())
    elif x.size == 2:
        slope = float(np.diff(y)[0] / np.diff(x)[0])
        level = float(y[0] - slope * x[0])
    return LeakFit(
        readings=readings,
        slope_bytes_per_step=slope,
        level_at_zero_bytes=level,
        regression=regression,
        dependence=residual_dependence(
            regression.residuals if regression is not None else np.zeros(x.size)
        ),
        theil_sen_bytes_per_step=theil_sen_slope(x, y),
        tolerable_bytes_per_step=tolerable_bytes_per_step,
        unit_work=None if unit_work is None else _positive("unit_work", unit_work),
        alpha=alpha,
    )
