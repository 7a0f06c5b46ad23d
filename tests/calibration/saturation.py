"""What the intervals of saturation points are worth: break, share of the maximum, knee."""

from __future__ import annotations

import numpy as np

from calibration.rows import CalibrationRow
from contention.models import (
    ScalabilityCurve,
    fit_segmented_regression,
    fit_universal_scalability,
    saturation_sessions,
)
from contention.models.break_test import break_pvalue
from contention.models.broken_line import BrokenLineDesign
from contention.models.first_crossing import first_crossings
from contention.models.saturation_criteria import bounds_row, sweep_noise

__all__ = ["rows"]

DOUBLING = 2.0 ** np.arange(7)
DESIGNS = {
    "7 doubling counts": DOUBLING,
    "7 doubling counts, twice": np.repeat(DOUBLING, 2),
    "all counts to 32": np.arange(1.0, 33.0),
}
KNEE = 11.0
COUNTS = np.array([1.0, 3.0, 6.0, 12.0, 18.0, 24.0, 36.0, 48.0])
CURVE = ScalabilityCurve(100.0, 0.03, 0.0001)
# A plateau of nearly equal points, where the greatest of them is the most misleading.
PLATEAU = np.array([13.5, 36.4, 54.3, 70.4, 71.5, 71.6, 71.9, 70.9])
_SURE = ("at least 93 %", 0.93, 1.0)
_EXACT = ("93 to 97 %", 0.93, 0.97)

_Limits = tuple[str, float, float]


def row(quantity: str, setting: str, limits: _Limits, hits: int, draws: int) -> CalibrationRow:
    required, low, high = limits
    return CalibrationRow("saturation", quantity, setting, required, low, high, hits / draws, draws)


def break_rows(draws: int, seed: int) -> list[CalibrationRow]:
    """Profile intervals of the break of a true corner."""
    table = []
    for name, n in DESIGNS.items():
        mean = np.minimum(n, KNEE)
        for spread in (0.02, 0.05):
            rng = np.random.default_rng(seed)
            hits = 0
            for _ in range(draws):
                x = mean + spread * KNEE * rng.standard_normal(n.size)
                low, high = fit_segmented_regression(n, x, draws=0).conf_int()["break_point"]
                hits += low <= KNEE <= high
            setting = f"corner at {KNEE:g}, {name}, noise {spread:.0%} of the plateau"
            table.append(row("segmented break", setting, _EXACT, hits, draws))
    return table


def linearised_rows(draws: int, seed: int) -> list[CalibrationRow]:
    """The usual interval of a break, estimate and t linearised errors, where noise is large."""
    n = DESIGNS["all counts to 32"]
    mean = np.minimum(n, KNEE)
    rng = np.random.default_rng(seed)
    hits = {"profile": 0, "linearised": 0}
    for _ in range(draws):
        x = mean + 0.10 * KNEE * rng.standard_normal(n.size)
        fit = fit_segmented_regression(n, x, draws=0)
        ends = {"profile": fit.conf_int()["break_point"], "linearised": fit.linearised_interval()}
        for kind, (low, high) in ends.items():
            hits[kind] += low <= KNEE <= high
    setting = f"corner at {KNEE:g}, all counts to 32, noise 10% of the plateau"
    limits = {"profile": _EXACT, "linearised": ("shown to miss: under 93 %", 0.0, 0.93)}
    return [
        row(f"segmented break, {kind}", setting, limits[kind], hits[kind], draws) for kind in hits
    ]


def level_rows(draws: int, seed: int) -> list[CalibrationRow]:
    """False alarms of the test that there is a break."""
    table = []
    limits = ("3.5 to 6.5 %", 0.035, 0.065)
    for name in ("7 doubling counts", "all counts to 32"):
        design = BrokenLineDesign(DESIGNS[name])
        noise = np.random.default_rng(seed).standard_normal((draws, design.positions.size))
        straight, broken = design.straight(noise), design.best(noise)[1]
        hits = sum(
            break_pvalue(design, a, b, draws=199, seed=seed + 1 + i) <= 0.05
            for i, (a, b) in enumerate(zip(straight.tolist(), broken.tolist(), strict=True))
        )
        table.append(row("false alarms for a break", f"straight, {name}", limits, hits, draws))
    return table


def share_rows(draws: int, seed: int) -> list[CalibrationRow]:
    """Intervals of 95 % of the maximum, from replicates and from a known error."""
    table = []
    for shape, mean in (("universal law", CURVE.throughput(COUNTS)), ("plateau", PLATEAU)):
        truth = first_crossings(COUNTS, mean[None, :], 0.95)[0]
        for repeats, error in ((2, None), (3, None), (1, 0.01)):
            rng = np.random.default_rng(seed)
            n, centre = np.repeat(COUNTS, repeats), np.repeat(mean, repeats)
            scale = 0.01 * (centre if error else np.full(n.size, mean.max()))
            hits = 0
            for draw in range(draws):
                x = centre + scale * rng.standard_normal(n.size)
                point = saturation_sessions(n, x, relative_error=error, seed=seed + draw)
                hits += point.low <= truth <= point.high
            source = "error known" if error else f"{repeats} runs at each count"
            setting = f"{shape}, 8 counts, noise 1 %, {source}"
            table.append(row("95 % of the maximum", setting, _SURE, hits, draws))
    return table


def knee_rows(draws: int, seed: int) -> list[CalibrationRow]:
    """Intervals of the knee of the bounds, under noise of either kind."""
    table = []
    mean = CURVE.throughput(COUNTS)
    truth = mean.max() / mean[0]
    for kind in ("constant", "proportional"):
        for repeats in (1, 3):
            rng = np.random.default_rng(seed)
            n, centre = np.repeat(COUNTS, repeats), np.repeat(mean, repeats)
            scale = 0.02 * centre if kind == "proportional" else 0.005 * mean.max()
            hits = 0
            for draw in range(draws):
                x = centre + scale * rng.standard_normal(n.size)
                fit = fit_universal_scalability(n, x) if repeats == 1 else None
                noise = sweep_noise(n, x, fit, None)
                found = bounds_row(n, x, noise, alpha=0.05, seed=seed + draw)
                hits += found.low <= truth <= found.high
            source = "residuals" if repeats == 1 else f"{repeats} runs at each count"
            setting = f"universal law, 8 counts, {kind} noise, from {source}"
            table.append(row("knee of the bounds", setting, _SURE, hits, draws))
    return table


def rows(draws: int, seed: int) -> list[CalibrationRow]:
    """All of them."""
    parts = (break_rows, linearised_rows, level_rows, share_rows, knee_rows)
    return [line for part in parts for line in part(draws, seed)]
