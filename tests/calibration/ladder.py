"""What the tests of the model ladder are worth, at the design of a published sweep."""

from __future__ import annotations

import numpy as np

from calibration.rows import CalibrationRow
from contention.models import ScalabilityCurve
from contention.models.model_ladder import ladder_steps

__all__ = ["rows"]

# The session counts of SPEC SDM91 in Gunther's book, and its fitted curve and noise.
DESIGN = np.array([1.0, 18.0, 36.0, 72.0, 108.0, 144.0, 216.0])
UNIVERSAL = ScalabilityCurve(89.995227, 0.02772847, 0.0001043655)
AMDAHL = ScalabilityCurve(90.0, 0.04, 0.0)
LINEAR = ScalabilityCurve(90.0, 0.0, 0.0)
SPREAD = {"constant": 82.85, "proportional": 0.05}
LEVEL = 0.05


def rejections(curve: ScalabilityCurve, law: str, noise: str, draws: int, seed: int) -> float:
    """Share of sweeps from a curve in which the F test asks for the parameter of a law."""
    rng = np.random.default_rng(seed)
    mean = curve.throughput(DESIGN)
    scale = SPREAD[noise] if noise == "constant" else SPREAD[noise] * mean
    hits = 0
    for _ in range(draws):
        steps = ladder_steps(DESIGN, mean + scale * rng.standard_normal(DESIGN.size), noise)
        hits += next(step for step in steps if step.law == law).p_value < LEVEL
    return hits / draws


def rows(draws: int, seed: int) -> list[CalibrationRow]:
    """Level under the law below, at most the level where both are too rich, and power."""
    cases = [
        ("false alarms for coherency", "Amdahl true", AMDAHL, "universal_scalability"),
        ("false alarms for contention", "linear true", LINEAR, "amdahl"),
        ("false alarms for coherency", "linear true", LINEAR, "universal_scalability"),
        ("coherency found", "universal true", UNIVERSAL, "universal_scalability"),
    ]
    limits = {
        "universal true": ("at least 80 %", 0.8, 1.0),
        "linear true": ("at most 6 %", 0.0, 0.06),
        "Amdahl true": ("3.5 to 6.5 %", 0.035, 0.065),
    }
    table = []
    for noise in SPREAD:
        for index, (quantity, truth, curve, law) in enumerate(cases):
            seen = rejections(curve, law, noise, draws, seed + index)
            required, low, high = limits[truth]
            setting = f"{truth}, {noise} noise, 7 points"
            table.append(
                CalibrationRow("model ladder", quantity, setting, required, low, high, seen, draws)
            )
    return table
