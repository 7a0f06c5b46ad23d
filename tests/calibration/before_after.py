"""What the intervals of a comparison of before and after are worth.

Repeated runs: times with a scatter in proportion, different on the two sides. Single runs: counts
of events that come independently, and samples of them.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from calibration.rows import CalibrationRow
from contention.models import (
    compare_times,
    count_difference_interval,
    count_interval,
    count_ratio_interval,
    mean_difference_interval,
    share_interval,
)

__all__ = ["rows"]

TOPIC = "before and after"
_NOMINAL = ("93 to 97 %", 0.93, 0.97)
_AT_LEAST = ("95 % at least", 0.949, 1.0)
_SCATTER = (0.1, 0.3)
_MEANS = (10.0, 25.0)
_PARTS = (2.0, 14.0)
_SHARE = (_PARTS[1] - _PARTS[0]) / (_MEANS[1] - _MEANS[0])


def rows(draws: int, seed: int) -> list[CalibrationRow]:
    """Coverage of the intervals, for repeated runs and for single ones."""
    rng = np.random.default_rng(seed)
    made = []
    for repeats in (3, 5, 10):
        made.extend(_repeated(rng, draws, repeats))
    for counts in ((4, 12), (40, 120)):
        made.extend(_counted(rng, draws, counts))
    return made


def _row(quantity: str, setting: str, required: tuple[str, float, float], hits: int, draws: int):
    return CalibrationRow(TOPIC, quantity, setting, *required, hits / draws, draws)


def _lognormal(rng: np.random.Generator, mean: float, scatter: float, n: int) -> np.ndarray:
    width = np.sqrt(np.log1p(scatter**2))
    return mean * np.exp(rng.normal(-(width**2) / 2, width, n))


def _repeated(rng: np.random.Generator, draws: int, repeats: int) -> list[CalibrationRow]:
    setting = f"{repeats} runs of each side, scatter 10 and 30 %"
    shift = (np.log1p(_SCATTER[0] ** 2) - np.log1p(_SCATTER[1] ** 2)) / 2
    ratio = _MEANS[1] / _MEANS[0] * np.exp(shift)
    covered = differences = shares = told = 0
    for _ in range(draws):
        before, after = (
            _lognormal(rng, mean, scatter, repeats)
            for mean, scatter in zip(_MEANS, _SCATTER, strict=True)
        )
        low, high = compare_times(after, before).conf_int()["slowdown"]
        covered += low <= ratio <= high
        pair = (
            rng.normal(mean, mean * s, repeats) for mean, s in zip(_MEANS, _SCATTER, strict=True)
        )
        low, high = mean_difference_interval(*pair)
        differences += low <= _MEANS[1] - _MEANS[0] <= high
        ends = _share(rng, repeats)
        told += np.isfinite(ends[0])
        shares += ends[0] <= _SHARE <= ends[1]
    return [
        _row("ratio of times covered", setting, _NOMINAL, covered, draws),
        _row("difference of times covered", setting, _NOMINAL, differences, draws),
        _row("share of a part covered, where it is told", setting, _NOMINAL, shares, told),
    ]


def _share(rng: np.random.Generator, repeats: int) -> tuple[float, float]:
    """The interval of a share; the scatter of total and part comes from the run and their own."""
    sides = []
    for mean, scatter, part in zip(_MEANS, _SCATTER, _PARTS, strict=True):
        speed = rng.normal(1.0, scatter, repeats)
        own = part * speed * rng.normal(1.0, 0.1, repeats)
        sides.append((own, own + (mean - part) * speed * rng.normal(1.0, 0.1, repeats)))
    return share_interval(sides[0][0], sides[1][0], sides[0][1], sides[1][1])


def _counted(rng: np.random.Generator, draws: int, means: tuple[int, int]) -> list[CalibrationRow]:
    first, second = (rng.poisson(mean, draws) for mean in means)
    setting = f"single runs, {means[0]} and {means[1]} events expected"
    ratio, difference = means[1] / means[0], means[1] - means[0]

    def covered(ends: Callable[[int, int], tuple[float, float]], truth: float) -> int:
        found = (ends(int(a), int(b)) for a, b in zip(first, second, strict=True))
        return sum(low <= truth <= high for low, high in found)

    return [
        _row(
            "mean of a count covered",
            setting,
            _AT_LEAST,
            covered(lambda a, b: count_interval(b), means[1]),
            draws,
        ),
        _row(
            "ratio of counts covered",
            setting,
            _AT_LEAST,
            covered(count_ratio_interval, ratio),
            draws,
        ),
        _row(
            "difference of counts covered",
            setting,
            ("94 to 98 %", 0.94, 0.98),
            covered(count_difference_interval, difference),
            draws,
        ),
    ]
