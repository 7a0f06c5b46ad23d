"""Intervals of what is read off a measured curve, such as its maximum or a crossing."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from contention.errors import UsageError
from contention.models.intervals import Interval, check_alpha
from contention.models.sweep_arrays import Array
from contention.models.sweep_columns import means_by_sessions

__all__ = [
    "ReadingNoise",
    "likelier_noise",
    "measurement_noise",
    "prefers_proportional",
    "reading_interval",
    "redrawn_means",
    "replicate_noise",
]

_DRAWS = 2000
_LOG_ODDS = 3.0


@dataclass(frozen=True)
class ReadingNoise:
    """How far one measured throughput lies from the true one.

    Attributes
    ----------
    standard_deviation : float
        Of one point, in the unit of throughput, or of its logarithm if relative.
    degrees_of_freedom : float
        Behind that figure; infinity when it is given and not estimated.
    source : str
        ``replicates``, ``residuals`` of a fitted curve, or ``measurement error``.
    relative : bool
        Whether it is proportional to throughput.
    """

    standard_deviation: float
    degrees_of_freedom: float
    source: str
    relative: bool = False


def replicate_noise(
    sessions: Array, throughput: Array, *, choose: bool = False
) -> ReadingNoise | None:
    """Noise from the scatter of points at the same session count; None if it shows none.

    Parameters
    ----------
    sessions, throughput : ndarray, shape (n,)
        The sweep, sorted by sessions.
    choose : bool, default False
        Take proportional noise where that is clearly likelier, and not always constant.

    Examples
    --------
    >>> noise = replicate_noise(np.array([1.0, 1.0, 2.0]), np.array([9.0, 11.0, 19.0]))
    >>> round(noise.standard_deviation, 3), noise.degrees_of_freedom
    (1.414, 1)
    """
    counts, means = means_by_sessions(sessions, throughput)
    pure = throughput - means[np.searchsorted(counts, sessions)]
    freedom = int(sessions.size - counts.size)
    if not freedom or not np.any(pure != 0.0):
        return None
    if choose:
        level = means[np.searchsorted(counts, sessions)]
        return likelier_noise(pure, level, freedom, "replicates")
    return ReadingNoise(math.sqrt(float(pure @ pure) / freedom), freedom, "replicates")


def prefers_proportional(absolute: float, share: float, level: Array) -> bool:
    """Whether proportional noise is twenty times as likely as constant noise.

    Parameters
    ----------
    absolute, share : float
        Sums of squared residuals, and of the same as shares of throughput.
    level : ndarray, shape (n,)
        Throughput; positive.

    Returns
    -------
    bool
        By normal likelihoods at their maxima. The odds asked for protect what is read off low
        throughputs, where a wrong guess of proportional noise makes an interval too short.

    Examples
    --------
    >>> prefers_proportional(100.0, 0.03, np.array([10.0, 100.0, 1000.0]))
    False
    """
    if share == 0.0 or absolute == 0.0:
        return False
    ratio = math.log(absolute / share) - 2.0 * float(np.mean(np.log(level)))
    return 0.5 * level.size * ratio > _LOG_ODDS


def likelier_noise(
    residuals: Array, level: Array, degrees_of_freedom: float, source: str
) -> ReadingNoise:
    """Constant noise, or proportional noise where that is clearly more likely.

    Parameters
    ----------
    residuals, level : ndarray, shape (n,)
        Measured less expected throughput, and the expected one; positive.
    degrees_of_freedom : float
        Of the residuals.
    source : str
        For the result.

    Examples
    --------
    >>> level = np.array([10.0, 100.0, 1000.0])
    >>> likelier_noise(np.array([0.1, -1.0, 10.0]), level, 2, "residuals").relative
    True
    """
    absolute, share = float(residuals @ residuals), float(np.sum((residuals / level) ** 2))
    relative = prefers_proportional(absolute, share, level)
    total = share if relative else absolute
    return ReadingNoise(math.sqrt(total / degrees_of_freedom), degrees_of_freedom, source, relative)


def measurement_noise(relative_error: float) -> ReadingNoise:
    """Noise of a relative standard error that the caller knows, such as 0.02 for 2 %.

    Raises
    ------
    UsageError
        When it is not between 0 and 1.

    Examples
    --------
    >>> measurement_noise(0.02).source
    'measurement error'
    """
    if not 0.0 < relative_error < 1.0:
        raise UsageError(
            "the relative error of throughput must lie between 0 and 1",
            found=f"{relative_error:g}",
            hint="give 0.02 for 2 %",
        )
    return ReadingNoise(float(relative_error), math.inf, "measurement error", relative=True)


def redrawn_means(
    sessions: Array, throughput: Array, noise: ReadingNoise, draws: int, seed: int
) -> Array:
    """Mean throughput of simulated sweeps about the measured one.

    Parameters
    ----------
    sessions, throughput : ndarray, shape (n,)
        The sweep, sorted by sessions.
    noise : ReadingNoise
        Of one point. If it was estimated, each sweep has its own size of it, by chi-squared.
    draws : int
        How many sweeps, m.
    seed : int
        For the drawing.

    Returns
    -------
    ndarray, shape (m, k)
        At the k different session counts.

    Examples
    --------
    >>> n = np.array([1.0, 2.0])
    >>> redrawn_means(n, 10.0 * n, measurement_noise(0.01), 3, seed=1).shape
    (3, 2)
    """
    rng = np.random.default_rng(seed)
    counts, means = means_by_sessions(sessions, throughput)
    repeats = np.bincount(np.searchsorted(counts, sessions))
    spread = np.full(draws, noise.standard_deviation)
    if math.isfinite(noise.degrees_of_freedom):
        chi_squared = rng.chisquare(noise.degrees_of_freedom, draws)
        spread = spread * np.sqrt(noise.degrees_of_freedom / chi_squared)
    drawn = rng.standard_normal((draws, counts.size)) * spread[:, None] / np.sqrt(repeats)
    return means * np.exp(drawn) if noise.relative else np.asarray(means + drawn)


def reading_interval(
    sessions: Array,
    throughput: Array,
    noise: ReadingNoise,
    reading: Callable[[Array, Array], Array],
    *,
    alpha: float,
    seed: int,
    bounds: Interval = (0.0, math.inf),
) -> Interval:
    """Interval of something that is read off the mean curve.

    Parameters
    ----------
    sessions, throughput : ndarray, shape (n,)
        The sweep, sorted by sessions.
    noise : ReadingNoise
        Of one point.
    reading : callable
        From the different session counts, (k,), and m curves at them, (m, k), to m values.
    alpha : float
        Share of intervals that may miss.
    seed : int
        For the drawing.
    bounds : tuple of float
        What the reading can be.

    Returns
    -------
    tuple of float
        Union of the percentile interval of redrawn sweeps and its reflection about the reading,
        within the bounds.

    Raises
    ------
    UsageError
        When alpha is not between 0 and 1.

    Notes
    -----
    A maximum of several similar means is biased upwards, so neither interval alone holds its
    level where a curve is flat; their union does, and is a little too wide elsewhere.

    References
    ----------
    Davison and Hinkley, *Bootstrap Methods and their Application*, 1997, sections 5.2 and 5.3.

    Examples
    --------
    >>> n = np.array([1.0, 1.0, 3.0, 3.0, 6.0, 6.0])
    >>> x = np.array([10.0, 10.2, 29.0, 29.4, 40.0, 40.3])
    >>> gain = lambda counts, curves: curves.max(axis=1) / curves[:, 0]
    >>> low, high = reading_interval(n, x, replicate_noise(n, x), gain, alpha=0.05, seed=1)
    >>> 3.7 < low < 3.975 < high < 4.2
    True
    """
    check_alpha(alpha)
    counts, means = means_by_sessions(sessions, throughput)
    drawn = reading(counts, redrawn_means(sessions, throughput, noise, _DRAWS, seed))
    low, high = (float(v) for v in np.quantile(drawn, [alpha / 2.0, 1.0 - alpha / 2.0]))
    point = float(reading(counts, means[None, :])[0])
    ends = (min(low, 2.0 * point - high), max(high, 2.0 * point - low))
    return (max(ends[0], bounds[0]), min(ends[1], bounds[1]))
