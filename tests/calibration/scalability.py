"""What intervals and bands of the universal law are worth, at the design of a published sweep."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from calibration.rows import CalibrationRow
from contention.models import ScalabilityCurve
from contention.models.intervals import Interval, student_quantile
from contention.models.lack_of_fit import lack_of_fit
from contention.models.scalability_batch import least_with_batch, refit_scalability_curves
from contention.models.scalability_bootstrap import bootstrap_scalability
from contention.models.scalability_fit import NAMES, ScalabilityFit
from contention.models.scalability_intervals import RECIPROCAL_OF, Scatter, student_intervals

__all__ = ["rows"]

Array = NDArray[np.float64]

# The session counts of SPEC SDM91 in Gunther's book, and its fitted curve and noise.
DESIGN = np.array([1.0, 18.0, 36.0, 72.0, 108.0, 144.0, 216.0])
TRUTH = ScalabilityCurve(89.995227, 0.02772847, 0.0001043655)
SPREAD = {"constant": 82.85, "proportional": 0.05}
QUANTITIES = (*NAMES, "peak_sessions", "peak_throughput", "saturation_sessions")
HOLDS = ("93 to 97 %", 0.93, 0.97)
NEARLY = ("92 to 97 %", 0.92, 0.97)
LEVEL_KEPT = ("3.5 to 6.5 %", 0.035, 0.065)
AT_LEAST = ("at least 93 %", 0.93, 1.0)
TOO_FEW = ("fewer than 90 %, as known", 0.0, 0.9)
SHORT = np.array([1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0])  # ends before the peak at 96.5
BANDS_AT = (1.0, 50.0, 216.0, 400.0)
INNER = 499
LEVEL = 0.05


class Study:
    """Sweeps from the truth, and the fit of each."""

    def __init__(self, noise: str, draws: int, seed: int, design: Array = DESIGN) -> None:
        rng = np.random.default_rng(seed)
        self.noise, self.design = noise, design
        mean = TRUTH.throughput(design)
        self.scale = SPREAD[noise] * (mean if noise == "proportional" else np.ones_like(mean))
        self.table = mean + self.scale * rng.standard_normal((draws, design.size))
        # At one session a draw with constant noise may be negative, and leaving such draws out
        # would bias the simulation: these fits take them as they are.
        self.weights = 1.0 / self.table if noise == "proportional" else np.ones_like(self.table)
        self.batch = refit_scalability_curves(design, self.table, self.weights, TRUTH)
        self.freedom = design.size - 3
        self.template = ScalabilityFit(
            TRUTH, 0.0, dict.fromkeys(NAMES, True), design, self.table[0], self.weights[0], NAMES
        )
        self.rng = rng

    def threshold(self, one_sided: Array) -> Array:
        """Sum of squares at the ends of the profile intervals."""
        two = student_quantile(1.0 - LEVEL / 2.0, self.freedom)
        one = student_quantile(1.0 - LEVEL, self.freedom)
        reach = np.where(one_sided, one, two)
        return self.batch.sum_of_squares * (1.0 + reach**2 / self.freedom)

    def profile(self, name: str) -> float:
        """Share of profile intervals that hold the true value."""
        held = RECIPROCAL_OF.get(name, name)
        value = getattr(TRUTH, name)
        values = np.full(self.table.shape[0], 1.0 / value if held.startswith("inv") else value)
        if held == "contention":
            values[:] = TRUTH.contention
        sums = least_with_batch(
            self.template, held, values, throughput=self.table, weights=self.weights
        )
        estimate = getattr(self.batch, name)
        return float(np.mean(sums <= self.threshold((estimate == 0.0) | np.isinf(estimate))))

    def confidence_band(self, sessions: float) -> float:
        """Share of confidence bands that hold the true curve at a session count."""
        held = np.tile([float(TRUTH.throughput(sessions)), sessions], (self.table.shape[0], 1))
        sums = least_with_batch(
            self.template, "throughput", held, throughput=self.table, weights=self.weights
        )
        return float(np.mean(sums <= self.threshold(np.zeros(len(held), dtype=bool))))

    def prediction_band(self, sessions: float) -> float:
        """Share of prediction bands that hold a new measurement at a session count."""
        count = self.table.shape[0]
        mean = float(TRUTH.throughput(sessions))
        proportional = self.noise == "proportional"
        scale = SPREAD[self.noise] * (mean if proportional else 1.0)
        new = mean + scale * self.rng.standard_normal((count, 1))
        fitted = self.batch.throughput(np.array([sessions]))
        weight = 1.0 / fitted if proportional else np.ones((count, 1))
        sums = refit_scalability_curves(
            np.tile(np.append(self.design, sessions), (count, 1)),
            np.hstack([self.table, new]),
            np.hstack([self.weights, weight]),
            TRUTH,
        ).sum_of_squares
        return float(np.mean(sums <= self.threshold(np.zeros(count, dtype=bool))))

    def fits(self) -> Iterator[tuple[ScalabilityFit, Scatter]]:
        """Each sweep as a fit, with its variance."""
        for row, x in enumerate(self.table):
            values = {name: float(getattr(self.batch, name)[row]) for name in NAMES}
            rest = float(self.batch.sum_of_squares[row])
            yield (
                replace(
                    self.template,
                    curve=ScalabilityCurve(**values),
                    sum_of_squares=rest,
                    free={name: value > 0.0 for name, value in values.items()},
                    throughput=x,
                    weights=self.weights[row],
                ),
                Scatter(rest / self.freedom, self.freedom, "residuals"),
            )

    def lack_of_fit(self) -> float:
        """Share of sweeps in which the F test rejects the curve, though it is right."""
        tests = (
            lack_of_fit(f.sessions, f.throughput, f.weights, f.sum_of_squares, 3)
            for f, _ in self.fits()
        )
        return float(np.mean([test is not None and test.p_value < LEVEL for test in tests]))

    def student(self) -> dict[str, float]:
        """Shares of linearised intervals that hold; those that do not exist miss."""
        return self._shares(student_intervals(f, QUANTITIES, s, LEVEL) for f, s in self.fits())

    def bootstrap(self) -> dict[str, float]:
        """Shares of percentile intervals that hold."""
        return self._shares(
            bootstrap_scalability(f, QUANTITIES, s, INNER, seed=i).conf_int(LEVEL)
            for i, (f, s) in enumerate(self.fits())
        )

    def _shares(self, intervals: Iterable[dict[str, Interval]]) -> dict[str, float]:
        hits = dict.fromkeys(QUANTITIES, 0)
        for ends in intervals:
            for name, (low, high) in ends.items():
                hits[name] += low <= getattr(TRUTH, name) <= high
        return {name: count / self.table.shape[0] for name, count in hits.items()}


def rows(draws: int, seed: int) -> list[CalibrationRow]:
    """Intervals of three kinds, bands, and what a sweep that ends before the peak allows."""
    table: list[CalibrationRow] = []

    def add(quantity: str, setting: str, limits: tuple[str, float, float], seen: float) -> None:
        required, low, high = limits
        topic = "universal scalability"
        table.append(CalibrationRow(topic, quantity, setting, required, low, high, seen, draws))

    for index, noise in enumerate(SPREAD):
        study = Study(noise, draws, seed + index)
        setting = f"{noise} noise, 7 points"
        for name in QUANTITIES:
            add(f"{name}, profile interval", setting, HOLDS, study.profile(name))
        for name, seen in study.student().items():
            add(f"{name}, Student interval", setting, NEARLY, seen)
        for name, seen in study.bootstrap().items():
            add(f"{name}, bootstrap interval", setting, HOLDS, seen)
        for at in BANDS_AT:
            add(f"curve at {at:g}, band", setting, HOLDS, study.confidence_band(at))
            add(f"measurement at {at:g}, band", setting, HOLDS, study.prediction_band(at))
        again = Study(noise, draws, seed + 20 + index, np.repeat(DESIGN, 3))
        setting = f"{noise} noise, 3 x 7 points"
        add("lack of fit, false alarms", setting, LEVEL_KEPT, again.lack_of_fit())
        short = Study(noise, draws, seed + 10 + index, SHORT)
        setting = f"{noise} noise, 7 points below the peak"
        add("peak_sessions, profile interval", setting, AT_LEAST, short.profile("peak_sessions"))
        linear = short.student()["peak_sessions"]
        add("peak_sessions, Student interval", setting, TOO_FEW, linear)
    return table
