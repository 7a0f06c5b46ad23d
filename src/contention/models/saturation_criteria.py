"""Each criterion of saturation, applied to one sweep, as rows of a table."""

from __future__ import annotations

import math

import numpy as np

from contention.errors import ContentionError
from contention.models.asymptotic_bounds import asymptotic_bounds
from contention.models.kneedle import kneedle_knee
from contention.models.reading_interval import (
    ReadingNoise,
    measurement_noise,
    prefers_proportional,
    reading_interval,
    redrawn_means,
    replicate_noise,
)
from contention.models.saturation import saturation_sessions
from contention.models.saturation_table import SaturationEstimate
from contention.models.scalability_intervals import profile_intervals
from contention.models.segmented_regression import fit_segmented_regression
from contention.models.sweep_arrays import Array
from contention.models.sweep_columns import means_by_sessions
from contention.models.universal_scalability import (
    UniversalScalabilityFit,
    fit_universal_scalability,
)

__all__ = [
    "bounds_row",
    "kneedle_row",
    "segmented_row",
    "share_row",
    "sweep_noise",
    "universal_rows",
]

_TEST_DRAWS = 499
_LEVEL = 0.05
# Logarithm of a gain that nobody can have.
_NOTHING = 20.0


def sweep_noise(
    n: Array, x: Array, fit: UniversalScalabilityFit | None, relative_error: float | None
) -> ReadingNoise | None:
    """Noise of one throughput: as given, else of replicates, else of the residuals of a fit.

    The last two are taken as constant, or as proportional to throughput where the points make
    that clearly likelier: the knee rests on one session, where the two differ most.

    Examples
    --------
    >>> counts = np.array([1.0, 2.0, 4.0])
    >>> sweep_noise(counts, 9.0 * counts, None, 0.02).source
    'measurement error'
    """
    if relative_error is not None:
        return measurement_noise(relative_error)
    noise = replicate_noise(n, x, choose=True)
    if noise is not None or fit is None:
        return noise
    weighted = fit_universal_scalability(n, x, noise="proportional")
    relative = prefers_proportional(fit.sum_of_squares, weighted.sum_of_squares, x)
    error = (weighted if relative else fit).residual_standard_error
    return ReadingNoise(error, fit.df_resid, "residuals", relative)


def share_row(
    n: Array, x: Array, share: float, *, alpha: float, relative_error: float | None, seed: int
) -> SaturationEstimate:
    """First crossing of a share of the maximum.

    Examples
    --------
    >>> n, x = np.array([1.0, 3.0, 6.0, 12.0]), np.array([10.0, 28.0, 40.0, 40.5])
    >>> share_row(n, x, 0.95, alpha=0.05, relative_error=None, seed=0).interval
    'bracket'
    """
    point = saturation_sessions(n, x, share, alpha=alpha, relative_error=relative_error, seed=seed)
    name = f"share_{100 * share:g}"
    return SaturationEstimate(
        name, point.sessions, point.low, point.high, point.method, point.at_edge, point.note
    )


def bounds_row(
    n: Array, x: Array, noise: ReadingNoise | None, *, alpha: float, seed: int
) -> SaturationEstimate:
    """Knee of the asymptotic bounds, max X / X(1); with an interval if the noise is known.

    Examples
    --------
    >>> n, x = np.array([1.0, 3.0, 6.0, 12.0]), np.array([10.0, 28.0, 40.0, 40.5])
    >>> row = bounds_row(n, x, measurement_noise(0.01), alpha=0.05, seed=0)
    >>> round(row.sessions, 2), 3.8 < row.low < 4.05 < row.high < 4.3
    (4.05, True)
    """
    name = "bounds_knee"
    try:
        knee = asymptotic_bounds(n, x).knee_sessions
    except ContentionError as problem:
        return SaturationEstimate.missing(name, problem)
    beyond = bool(knee > n[-1])
    if noise is None:
        return SaturationEstimate(name, knee, math.nan, math.nan, "none", beyond)
    bounds = (0.0, math.inf)
    ends = reading_interval(n, x, noise, _log_gain, alpha=alpha, seed=seed, bounds=bounds)
    low, high = (math.exp(end) if end < _NOTHING else math.inf for end in ends)
    kind = "proportional to throughput" if noise.relative else "the same at all points"
    note = f"noise {kind}, from {noise.source}"
    if noise.source == "residuals":
        note += " of the universal law, lack of fit included"
    return SaturationEstimate(name, knee, low, high, noise.source, beyond, note)


def _log_gain(counts: Array, curves: Array) -> Array:
    """Logarithm of max X / X(1); beyond all reason where a redrawn X(1) is not positive."""
    first = curves[:, int(np.flatnonzero(counts == 1.0)[0])]
    most = curves.max(axis=1)
    return np.asarray(np.log(most / np.maximum(first, math.exp(-_NOTHING) * most)))


def universal_rows(fit: UniversalScalabilityFit, *, alpha: float) -> list[SaturationEstimate]:
    """Peak and reciprocal contention of the universal scalability law.

    Examples
    --------
    >>> from contention.models import fit_universal_scalability
    >>> fit = fit_universal_scalability([1, 2, 4, 8, 16], [10.0, 18.4, 31.8, 48.1, 61.0])
    >>> [row.criterion for row in universal_rows(fit, alpha=0.05)]
    ['universal_peak', 'inverse_contention']
    """
    names = {"universal_peak": "peak_sessions", "inverse_contention": "saturation_sessions"}
    ends = profile_intervals(fit.core, names.values(), fit.scatter, alpha)
    note = "; ".join(fit.warnings)
    rows = []
    for name, key in names.items():
        value = fit.derived[key]
        beyond = not bool(fit.sessions[0] <= value <= fit.sessions[-1])
        kind = "profile likelihood"
        rows.append(SaturationEstimate(name, value, *ends[key], kind, beyond, note))
    return rows


def segmented_row(n: Array, x: Array, *, alpha: float, seed: int) -> SaturationEstimate:
    """Break of a segmented regression of throughput on sessions.

    Examples
    --------
    >>> n = np.array([1.0, 2.0, 4.0, 8.0, 16.0, 32.0])
    >>> row = segmented_row(n, np.array([10.0, 20.1, 39.8, 61, 60, 60.4]), alpha=0.05, seed=0)
    >>> round(row.sessions, 1), row.interval
    (6.1, 'profile likelihood')
    """
    name = "segmented_break"
    try:
        fit = fit_segmented_regression(n, x, draws=_TEST_DRAWS, seed=seed)
    except ContentionError as problem:
        return SaturationEstimate.missing(name, problem)
    if fit.pvalue >= _LEVEL:
        return SaturationEstimate.missing(name, fit.verdict)
    if fit.slope_after >= fit.slope_before:
        return SaturationEstimate.missing(name, "; ".join(fit.warnings))
    low, high = fit.conf_int(alpha)["break_point"]
    note = "; ".join(fit.warnings)
    kind = "profile likelihood"
    return SaturationEstimate(name, fit.break_point, max(low, 0.0), high, kind, False, note)


def kneedle_row(
    n: Array, x: Array, noise: ReadingNoise | None, *, alpha: float, draws: int, seed: int
) -> SaturationEstimate:
    """Kneedle, with the spread of its answer in redrawn sweeps; no statement of confidence.

    Examples
    --------
    >>> n = np.array([1.0, 2.0, 4.0, 8.0, 16.0, 32.0])
    >>> x = np.array([10.0, 20.1, 39.8, 61, 60, 60.4])
    >>> row = kneedle_row(n, x, measurement_noise(0.02), alpha=0.05, draws=50, seed=0)
    >>> row.sessions, row.interval
    (8.0, 'spread')
    """
    name = "kneedle"
    try:
        knee = kneedle_knee(n, x)
    except ContentionError as problem:
        return SaturationEstimate.missing(name, problem)
    if math.isnan(knee.sessions):
        return SaturationEstimate.missing(name, knee.note)
    if noise is None or draws < 1:
        return SaturationEstimate(name, knee.sessions, math.nan, math.nan, "none", False, knee.note)
    counts, _ = means_by_sessions(n, x)
    sweeps = np.maximum(redrawn_means(n, x, noise, draws, seed), 1e-9 * float(x.max()))
    found = np.array([kneedle_knee(counts, each).sessions for each in sweeps])
    some = np.append(found[np.isfinite(found)], knee.sessions)
    low, high = (float(v) for v in np.quantile(some, [alpha / 2, 1 - alpha / 2]))
    note = (
        f"{knee.note}; the limits are the spread of the answer in {draws} redrawn sweeps "
        f"({np.mean(np.isnan(found)):.0%} without a knee), not a confidence interval"
    )
    low, high = min(low, knee.sessions), max(high, knee.sessions)
    return SaturationEstimate(name, knee.sessions, low, high, "spread", False, note)
