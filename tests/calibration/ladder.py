"""What the tests of the model ladder are worth, at the design of a published sweep."""

from __future__ import annotations

import numpy as np

from calibration.rows import CalibrationRow
from contention.models import ScalabilityCurve, retrograde_throughput
from contention.models.model_ladder import added_parameter_test
from contention.models.scalability_batch import refit_scalability_curves

__all__ = ["rows"]

# The session counts of SPEC SDM91 in Gunther's book, and its fitted curve and noise.
DESIGN = np.array([1.0, 18.0, 36.0, 72.0, 108.0, 144.0, 216.0])
UNIVERSAL = ScalabilityCurve(89.995227, 0.02772847, 0.0001043655)
AMDAHL = ScalabilityCurve(90.0, 0.04, 0.0)
LINEAR = ScalabilityCurve(90.0, 0.0, 0.0)
SPREAD = {"constant": 82.85, "proportional": 0.05}
PARAMETERS = ("throughput_at_one", "contention", "coherency")
PLATEAU = np.array([1.0, 2.0, 4.0, 8.0, 16.0, 24.0, 32.0, 48.0, 64.0])
LEVEL = 0.05


def rejections(curve: ScalabilityCurve, added: int, noise: str, draws: int, seed: int) -> float:
    """Share of sweeps from a curve in which the F test asks for one more parameter than that."""
    rng = np.random.default_rng(seed)
    mean = curve.throughput(DESIGN)
    scale = SPREAD[noise] if noise == "constant" else SPREAD[noise] * mean
    x = mean + scale * rng.standard_normal((draws, DESIGN.size))
    weights = np.ones_like(x) if noise == "constant" else 1.0 / x
    below, above = (
        refit_scalability_curves(DESIGN, x, weights, curve, PARAMETERS[:count]).sum_of_squares
        for count in (added, added + 1)
    )
    _, p = added_parameter_test(below, above, DESIGN.size - added - 1)
    return float(np.mean(p < LEVEL))


def falls_seen(runs: int, last: float, draws: int, seed: int) -> float:
    """Share of sweeps in which a fall is seen, if throughput rises to a plateau and ends there."""
    rng = np.random.default_rng(seed)
    n = np.repeat(PLATEAU, runs)
    mean = 1000.0 * np.minimum(n / 8.0, 1.0) * np.where(n > 8.0, 1.0 - (1 - last) * n / 64.0, 1.0)
    noise = 20.0 * rng.standard_normal((draws, n.size))
    return float(np.mean([retrograde_throughput(n, mean + e).observed for e in noise]))


def rows(draws: int, seed: int) -> list[CalibrationRow]:
    """Level under the law below, at most the level where both are too rich, and power."""
    cases = [
        ("coherency asked for", "Amdahl true", AMDAHL, 2, "4 to 6.5 %", 0.04, 0.065),
        ("contention asked for", "linear true", LINEAR, 1, "4 to 6.5 %", 0.04, 0.065),
        ("coherency asked for", "linear true", LINEAR, 2, "at most 6 %", 0.0, 0.06),
        ("coherency asked for", "universal true", UNIVERSAL, 2, "at least 80 %", 0.8, 1.0),
    ]
    table = []
    for noise in SPREAD:
        for index, (quantity, truth, curve, added, required, low, high) in enumerate(cases):
            seen = rejections(curve, added, noise, draws, seed + index)
            setting = f"{truth}, {noise} noise, 7 points"
            table.append(
                CalibrationRow("model ladder", quantity, setting, required, low, high, seen, draws)
            )
    limits = {1.0: ("at most 6 %", 0.0, 0.06), 0.8: ("at least 80 %", 0.8, 1.0)}
    for runs in (1, 3):
        for last, (required, low, high) in limits.items():
            truth = "plateau" if last == 1.0 else f"fall of {1 - last:.0%}"
            setting = f"{truth}, noise 2 %, 9 counts, {runs} run{'s' * (runs > 1)} each"
            seen = falls_seen(runs, last, draws, seed)
            table.append(
                CalibrationRow(
                    "model ladder",
                    "fall called observed",
                    setting,
                    required,
                    low,
                    high,
                    seen,
                    draws,
                )
            )
    return table
