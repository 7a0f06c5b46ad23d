"""The leak verdict: how often it is given without a leak, and how often a leak is found."""

import functools

import numpy as np

from calibration.noise import (
    LEVEL,
    SPREAD,
    autoregressive,
    healthy_sawtooth,
    level_shifts,
    warm_up,
)
from calibration.peers import hamed_rao, line_leaks, mann_kendall
from calibration.rows import CalibrationRow
from contention.models import analyse_leak

N = 200
STEP = np.arange(float(N))
PLAIN = (0.0, 0.5, 0.9)


def analysed(noise, slope=0.0):
    return analyse_leak(STEP, LEVEL + SPREAD * noise + slope * STEP)


def share(outcomes):
    return float(np.mean(list(outcomes)))


def row(quantity, setting, required, limits, outcomes):
    outcomes = list(outcomes)
    return CalibrationRow(
        "leak", quantity, setting, required, *limits, share(outcomes), len(outcomes)
    )


def warmed(n, rng):
    return warm_up(n, rng) + autoregressive(0.5, n, rng)


def warmed_sawtooth(n, rng):
    return warm_up(n, rng) + healthy_sawtooth(n, rng)


def restarted(n, rng):
    """Two runs of a process that warms up each time; the second begins at a lower level."""
    at = int(rng.integers(60, 140))
    size = 0.7 * LEVEL / SPREAD
    held = np.concatenate([np.full(at, 0.0), np.full(n - at, -size)])
    return held + autoregressive(0.5, n, rng)


HEALTHY = [
    *((f"dependence {c:g}", functools.partial(autoregressive, c)) for c in PLAIN),
    ("healthy sawtooth", healthy_sawtooth),
    ("warm-up only", warmed),
    ("a restart", restarted),
]
HARD = [
    ("warm-up and healthy sawtooth", warmed_sawtooth, 0.08),
    ("dependence 0.95", functools.partial(autoregressive, 0.95), 0.10),
    ("steps of the level", level_shifts, 0.15),
    ("random walk", functools.partial(autoregressive, 1.0), 0.15),
]


def false_leaks(draws, rng):
    for setting, noise in HEALTHY:
        found = (analysed(noise(N, rng)).verdict == "leak" for _ in range(draws))
        yield row("leak without a leak", setting, "at most 6 %", (0.0, 0.06), found)
    for setting, noise, most in HARD:
        verdicts = [analysed(noise(N, rng)).verdict for _ in range(draws)]
        words = f"at most {100 * most:g} %"
        yield row(
            "leak without a leak", setting, words, (0.0, most), (v == "leak" for v in verdicts)
        )


def open_verdicts(draws, rng):
    """A random walk is no leak, and no run shows that it is none."""
    found = []
    for _ in range(draws):
        walk = LEVEL * (10.0 + 0.1 * autoregressive(1.0, N, rng))
        found.append(analyse_leak(STEP, np.maximum(walk, 0.0)).verdict == "not_enough_data")
    setting = "random walk, each step 1 % of the level"
    yield row("not enough data", setting, "60 % or more", (0.6, 1.0), found)


def power(draws, rng):
    for correlation in PLAIN:
        found = []
        for _ in range(draws):
            least = analysed(autoregressive(correlation, N, rng)).minimum_detectable_slope
            found.append(analysed(autoregressive(correlation, N, rng), least).verdict == "leak")
        yield row(
            "leak of the stated detectable slope, in another run",
            f"dependence {correlation:g}",
            "80 % or more",
            (0.8, 1.0),
            found,
        )


def peers(draws, rng):
    """Tests that others use; that they do not hold their level is what is known of them."""
    tests = {
        "Mann-Kendall test finds a trend": lambda y: mann_kendall(y)[3] < 0.05,
        "Mann-Kendall test, by Hamed and Rao, finds a trend": lambda y: hamed_rao(y)[1] < 0.05,
        "a straight line finds growth": line_leaks,
    }
    for name, test in tests.items():
        for correlation in (0.5, 0.9):
            found = (test(autoregressive(correlation, N, rng)) for _ in range(draws))
            setting = f"dependence {correlation:g}, no leak"
            yield row(name, setting, "a peer: more than 6 %", (0.06, 1.0), found)
    found = (line_leaks(healthy_sawtooth(N, rng)) for _ in range(draws))
    yield row(name, "healthy sawtooth", "a peer: more than 6 %", (0.06, 1.0), found)


def leaking_restarts(draws, rng):
    """Two processes with a leak, ten times the least slope that one run without a restart shows."""
    found = []
    for _ in range(draws):
        least = analysed(autoregressive(0.5, N, rng)).minimum_detectable_slope
        found.append(analysed(restarted(N, rng), 10.0 * least).verdict == "leak")
    yield row(
        "leak found on either side of a restart",
        "dependence 0.5",
        "80 % or more",
        (0.8, 1.0),
        found,
    )


def rows(draws: int, seed: int) -> list[CalibrationRow]:
    """All of it. Each data set takes all stages of an analysis, so a quarter of them are drawn."""
    rng = np.random.default_rng(seed)
    parts = (false_leaks, open_verdicts, power, leaking_restarts, peers)
    return [row for part in parts for row in part(max(1, draws // 4), rng)]
