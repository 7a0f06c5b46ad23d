"""What the comparison of groups is worth: level and power at the design of a published sweep."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from scipy.special import fdtrc

from calibration.rows import CalibrationRow
from contention.models import ScalabilityCurve
from contention.models.equality_test import equality_test
from contention.models.group_comparison import group_scales
from contention.models.joint_scalability import fit_jointly
from contention.models.scalability_batch import refit_scalability_curves
from contention.models.scalability_fit import ScalabilityFit

__all__ = ["rows"]

DESIGN = np.array([1.0, 18.0, 36.0, 72.0, 108.0, 144.0, 216.0])
PARAMETERS = ("throughput_at_one", "contention", "coherency")
LEVEL = 0.05
COMMON_CONTENTION = [
    ScalabilityCurve(90.0, 0.0277, 1.04e-4),
    ScalabilityCurve(130.0, 0.0277, 2.0e-4),
    ScalabilityCurve(70.0, 0.0277, 5.0e-5),
]
COMMON_BOTH = [ScalabilityCurve(g, 0.0277, 1.04e-4) for g in (90.0, 130.0, 70.0)]
NO_COHERENCY = [ScalabilityCurve(g, 0.0277, 0.0) for g in (90.0, 130.0, 70.0)]
ONE_APART = [*COMMON_BOTH[:2], ScalabilityCurve(70.0, 0.11, 1.04e-4)]
EQUAL = {"constant": (60.0, 60.0, 60.0), "proportional": (0.05, 0.05, 0.05)}
QUIET = {"constant": (15.0, 15.0, 15.0), "proportional": (0.02, 0.02, 0.02)}
UNEQUAL = {"constant": (20.0, 60.0, 90.0), "proportional": (0.02, 0.05, 0.08)}


def simulated(
    curve: ScalabilityCurve, noise: str, deviation: float, draws: int, rng: np.random.Generator
) -> list[ScalabilityFit]:
    """Sweeps drawn from a curve, each with its own fit, all found at once."""
    mean = curve.throughput(DESIGN)
    scale = deviation if noise == "constant" else deviation * mean
    x = mean + scale * rng.standard_normal((draws, DESIGN.size))
    weights = np.ones_like(x) if noise == "constant" else 1.0 / x
    batch = refit_scalability_curves(DESIGN, x, weights, curve)
    estimates = zip(batch.throughput_at_one, batch.contention, batch.coherency, strict=True)
    found = [ScalabilityCurve(*(float(v) for v in values)) for values in estimates]
    columns = zip(found, batch.sum_of_squares, x, weights, strict=True)
    return [ScalabilityFit(c, float(s), {}, DESIGN, y, w, PARAMETERS) for c, s, y, w in columns]


def rejections(
    curves: Sequence[ScalabilityCurve],
    common: Sequence[str],
    noise: str,
    spread: str,
    *,
    draws: int,
    seed: int,
) -> float:
    """Share of draws in which equality of the named parameters is rejected."""
    rng = np.random.default_rng(seed)
    deviations = (EQUAL if spread == "common" else UNEQUAL)[noise]
    if curves is ONE_APART:
        deviations = QUIET[noise]
    drawn = [
        simulated(curve, noise, deviation, draws, rng)
        for curve, deviation in zip(curves, deviations, strict=True)
    ]
    hits = 0
    for fits in zip(*drawn, strict=True):
        scales = group_scales(fits, spread)
        joint = fit_jointly(fits, common, scales=scales)
        f, above, below = equality_test(
            fits, joint.curves, joint.sum_of_squares, common, scales=scales, spread=spread
        )
        hits += float(fdtrc(above, below, f)) < LEVEL
    return hits / draws


def rows(
    draws: int, seed: int, noises: Sequence[str] = ("constant", "proportional")
) -> list[CalibrationRow]:
    """Level for one and two parameters and at the bound, and power."""
    cases = [
        ("contention is common", COMMON_CONTENTION, ["contention"], "at most 6.5 %", 0.0, 0.065),
        (
            "contention and coherency are common",
            COMMON_BOTH,
            ["contention", "coherency"],
            "at most 6.5 %",
            0.0,
            0.065,
        ),
        ("no group has coherency", NO_COHERENCY, ["coherency"], "at most 6.5 %", 0.0, 0.065),
        (
            "contention is 4 times as large in one",
            ONE_APART,
            ["contention"],
            "at least 80 %",
            0.8,
            1.0,
        ),
    ]
    table = []
    for noise in noises:
        for spread in ("common", "separate"):
            for index, (setting, curves, common, required, low, high) in enumerate(cases):
                seen = rejections(curves, common, noise, spread, draws=draws, seed=seed + index)
                table.append(
                    CalibrationRow(
                        "group comparison",
                        "equality rejected",
                        f"{setting}, {noise} noise, {spread} spread, 3 groups of 7 points",
                        required,
                        low,
                        high,
                        seen,
                        draws,
                    )
                )
    return table
