"""Memory series with a known truth."""

import numpy as np

LEVEL = 1e8
SPREAD = 1e5


def autoregressive(correlation, n, rng):
    """First-order noise with standard deviation one; a random walk when the correlation is 1."""
    fresh = rng.standard_normal(n)
    if correlation == 1.0:
        return np.cumsum(fresh)
    noise = np.empty(n)
    noise[0] = fresh[0]
    kept = np.sqrt(1.0 - correlation**2)
    for at in range(1, n):
        noise[at] = correlation * noise[at - 1] + kept * fresh[at]
    return noise


def level_shifts(n, rng):
    """Steps of the level, one in fifty readings, either way, and independent noise."""
    shifts = 3.0 * rng.standard_normal(n) * (rng.random(n) < 0.02)
    return np.cumsum(shifts) + 0.3 * rng.standard_normal(n)


def healthy_sawtooth(n, rng):
    """Garbage that is collected after 15 to 35 readings; the window begins within a tooth."""
    held, garbage, left = np.empty(n), 0.0, 0
    pace = rng.uniform(0.5, 2.0)
    for at in range(-int(rng.integers(1, 36)), n):
        left -= 1
        if left < 0:
            left, garbage = int(rng.integers(15, 36)), 0.0
        garbage += pace * rng.uniform(0.5, 1.5)
        if at >= 0:
            held[at] = garbage
    return held + 0.3 * rng.standard_normal(n)


def warm_up(n, rng):
    """A cache that fills, at an even pace or ever more slowly, in a tenth to a third of the run."""
    step, size = np.arange(n), rng.uniform(10.0, 100.0)
    until = n * rng.uniform(0.1, 1.0 / 3.0)
    if rng.random() < 0.5:
        return size * np.minimum(step / until, 1.0)
    return -size * np.exp(-5.0 * step / until)
