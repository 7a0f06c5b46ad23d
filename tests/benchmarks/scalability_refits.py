"""Two thousand refits of the universal law to simulated sweeps of nine points."""

from __future__ import annotations

from functools import partial

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import curve_fit, least_squares

from benchmarks.cases import BenchmarkCase
from contention.models import ScalabilityCurve
from contention.models.scalability_batch import refit_scalability_curves

__all__ = ["cases"]

Array = NDArray[np.float64]

DESIGN = np.array([1.0, 2.0, 4.0, 8.0, 12.0, 16.0, 24.0, 32.0, 48.0])
TRUTH = ScalabilityCurve(100.0, 0.02, 5e-4)
START = (100.0, 0.02, 5e-4)


def sweeps(count: int) -> Array:
    """Simulated sweeps with 3 % noise, shape (count, 9)."""
    mean = TRUTH.throughput(DESIGN)
    noise = np.random.default_rng(1).standard_normal((count, DESIGN.size))
    table: Array = mean * (1.0 + 0.03 * noise)
    return table


def _curve(n: Array, gamma: float, alpha: float, beta: float) -> Array:
    return gamma * n / (1.0 + alpha * (n - 1.0) + beta * n * (n - 1.0))


def batch(table: Array) -> Array:
    """Estimates (gamma, alpha, beta) of each sweep, all fitted together."""
    found = refit_scalability_curves(DESIGN, table, np.ones(DESIGN.size), TRUTH)
    return np.stack([found.throughput_at_one, found.contention, found.coherency], axis=1)


def loop_curve_fit(table: Array) -> Array:
    """The same by a loop over ``curve_fit`` with bounds."""
    bounds = (0.0, np.inf)
    return np.array([curve_fit(_curve, DESIGN, x, p0=START, bounds=bounds)[0] for x in table])


def loop_least_squares(table: Array) -> Array:
    """The same by a loop over ``least_squares``, scaled, with bounds."""

    def fit(x: Array) -> Array:
        found = least_squares(
            lambda p: _curve(DESIGN, *p) - x, START, bounds=(0.0, np.inf), x_scale=START
        )
        point: Array = found.x
        return point

    return np.array([fit(x) for x in table])


def agree(ours: Array, obvious: Array) -> bool:
    """Estimates equal to what an interior search leaves open near a bound."""
    scale = np.array(START)
    return bool(np.all(np.abs(ours - obvious) < 2e-3 * scale))


def cases(count: int = 2000) -> list[BenchmarkCase]:
    """Refits of ``count`` sweeps, against two loops."""
    table = sweeps(count)
    name = f"{count:,} refits of a 9-point sweep"
    loops = {"curve_fit": loop_curve_fit, "least_squares": loop_least_squares}
    return [
        BenchmarkCase(name, partial(batch, table), partial(loop, table), f"loop over {way}", agree)
        for way, loop in loops.items()
    ]
