"""Tests of trend that others use: Mann-Kendall, as published and as Hamed and Rao corrected it."""

import numpy as np
from scipy.stats import norm, rankdata


def mann_kendall(values):
    """S and its two-sided probability with independent readings."""
    n = values.size
    s = np.sign(values[None, :] - values[:, None])[np.triu_indices(n, 1)].sum()
    _, ties = np.unique(values, return_counts=True)
    variance = (n * (n - 1) * (2 * n + 5) - (ties * (ties - 1) * (2 * ties + 5)).sum()) / 18.0
    z = (s - np.sign(s)) / np.sqrt(variance)
    return s, variance, z, 2.0 * norm.sf(abs(z))


def sen_slope(values):
    """Median of the slopes of all pairs, one step apart."""
    first, second = np.triu_indices(values.size, 1)
    return np.median((values[second] - values[first]) / (second - first))


def hamed_rao(values):
    """z and its probability, the variance corrected by significant correlations of the ranks."""
    n = values.size
    s, variance, _, _ = mann_kendall(values)
    step = np.arange(n)
    ranks = rankdata(values - step * sen_slope(values))
    centred = ranks - ranks.mean()
    lags = np.array([centred[lag:] @ centred[: n - lag] for lag in range(n)]) / (centred @ centred)
    at = np.arange(1, n)
    kept = np.abs(lags[1:]) > 1.959964 / np.sqrt(n)
    weights = (n - at) * (n - at - 1) * (n - at - 2) * lags[1:]
    factor = 1.0 + 2.0 / (n * (n - 1) * (n - 2)) * weights[kept].sum()
    z = (s - np.sign(s)) / np.sqrt(variance * factor) if factor > 0 else np.inf * np.sign(s)
    return z, 2.0 * norm.sf(abs(z))


def line_leaks(values):
    """Whether the lower end of the 95 % interval of a straight line lies above zero."""
    step = np.arange(values.size) - (values.size - 1) / 2.0
    square = step @ step
    slope = step @ values / square
    left = values - values.mean() - slope * step
    return slope > 1.972 * np.sqrt(left @ left / (values.size - 2) / square)
