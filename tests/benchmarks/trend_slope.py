"""The slope of a memory series under every kind of noise, beside one regression for each kind."""

import numpy as np
from statsmodels.api import GLS

from benchmarks.cases import BenchmarkCase
from contention.models import fit_trend
from contention.models.dependent_noise import noise_grid


def one_regression_each(step, values):
    """Slopes and their errors from the full covariance of each kind of noise."""
    grid = noise_grid(1.0, float(np.ptp(step)))
    apart = np.abs(np.subtract.outer(step, step))
    columns = np.column_stack([np.ones(step.size), step])
    found = []
    for time, white in zip(grid.memory_time, grid.white_share, strict=True):
        covariance = (1.0 - white) * np.exp(-apart / time) + white * np.eye(step.size)
        fit = GLS(values, columns, sigma=covariance).fit()
        found.append((fit.params[1], fit.bse[1]))
    return np.array(found).T


def cases(readings: int = 500) -> list[BenchmarkCase]:
    """One series of that many readings."""
    step = np.arange(float(readings))
    values = 0.01 * step + np.cumsum(np.random.default_rng(1).standard_normal(readings))

    def ours():
        fit = fit_trend(step, values)
        return np.array([fit.slopes, fit.errors])

    return [
        BenchmarkCase(
            name=f"slope of {readings} readings under 53 kinds of noise",
            ours=ours,
            obvious=lambda: one_regression_each(step, values),
            obvious_is="statsmodels GLS, one kind after the other",
            agree=lambda one, other: bool(np.allclose(one, other, rtol=1e-5, atol=1e-12)),
        )
    ]
