"""Noise of a sweep, and intervals of what is read off it."""

import math

import numpy as np
import pytest

from contention.errors import UsageError
from contention.models.reading_interval import (
    ReadingNoise,
    likelier_noise,
    measurement_noise,
    prefers_proportional,
    reading_interval,
    redrawn_means,
    replicate_noise,
)

N = np.array([1.0, 2.0, 4.0, 8.0])
MEAN = np.array([10.0, 20.0, 40.0, 80.0])


def test_redrawn_means_have_the_noise_over_the_root_of_the_repeats():
    n, x = np.repeat(N, 4), np.repeat(MEAN, 4)
    noise = ReadingNoise(2.0, math.inf, "measurement error")
    drawn = redrawn_means(n, x, noise, 20000, seed=1)
    assert drawn.std(axis=0) == pytest.approx(1.0, rel=0.03)
    assert drawn.mean(axis=0) == pytest.approx(MEAN, abs=0.05)
    relative = redrawn_means(n, x, measurement_noise(0.02), 20000, seed=1)
    assert relative.std(axis=0) == pytest.approx(0.01 * MEAN, rel=0.03)


def test_noise_that_was_estimated_from_few_points_is_redrawn_wider():
    given = ReadingNoise(2.0, math.inf, "replicates")
    few = ReadingNoise(2.0, 5, "replicates")
    tails = [
        np.quantile(redrawn_means(N, MEAN, noise, 20000, 2)[:, 0], 0.975) - 10.0
        for noise in (given, few)
    ]
    # Normal and Student quantiles: 1.96 and, at 5 degrees of freedom, 2.57.
    assert tails == pytest.approx([3.92, 5.14], rel=0.04)


def test_the_interval_of_a_mean_is_that_of_student():
    noise = ReadingNoise(2.0, 5, "replicates")

    def first(_, curves):
        return curves[:, 0]

    low, high = reading_interval(N, MEAN, noise, first, alpha=0.05, seed=3)
    assert (low, high) == pytest.approx((10 - 5.14, 10 + 5.14), rel=0.06)
    assert reading_interval(N, MEAN, noise, first, alpha=0.05, seed=3, bounds=(9.0, 11.0)) == (
        9.0,
        11.0,
    )


def test_noise_that_grows_with_throughput_is_told_from_noise_that_does_not():
    rng = np.random.default_rng(4)
    n, x = np.repeat(N, 6), np.repeat(np.array([10.0, 100.0, 1000.0, 5000.0]), 6)
    z = rng.standard_normal(n.size)
    assert replicate_noise(n, x * (1 + 0.03 * z), choose=True).relative
    assert not replicate_noise(n, x + z, choose=True).relative
    assert not replicate_noise(n, x * (1 + 0.03 * z)).relative
    assert replicate_noise(n, x, choose=True) is None
    assert replicate_noise(N, MEAN) is None


def test_residuals_of_zero_prefer_nothing():
    assert not prefers_proportional(0.0, 0.0, MEAN)
    assert likelier_noise(np.zeros(4), MEAN, 2, "residuals").standard_deviation == 0.0


@pytest.mark.parametrize("error", [0.0, 1.0, -0.1, math.nan])
def test_a_relative_error_lies_between_0_and_1(error):
    with pytest.raises(UsageError, match="relative error"):
        measurement_noise(error)
