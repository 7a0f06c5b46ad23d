"""Mixtures and kinds of request: closed forms, independent fits, planted truths."""

import math

import numpy as np
import pytest
from scipy.stats import lognorm, norm

from contention.errors import MeasurementError, UsageError
from contention.measurements import Histogram
from contention.models import (
    fit_lognormal_mixture,
    histogram_valleys,
    latency_mixture,
    merge_buckets,
)


def binned(values, ends):
    return Histogram("a", ends[:-1], ends[1:], np.histogram(values, ends)[0], "ms")


def planted(rng, n, share=0.1, gap=100.0):
    """Lognormal requests: a slow kind that takes ``gap`` times as long as the fast."""
    slow = rng.random(n) < share
    return np.where(slow, gap, 1.0) * np.exp(rng.normal(0.0, 0.35, n)), slow


FINE = np.exp(np.arange(-3.0, 9.0, 0.02))
OCTAVES = 2.0 ** np.arange(-4, 12)


def test_one_component_in_fine_buckets_is_the_mean_and_deviation_of_the_logarithms():
    values = np.exp(np.random.default_rng(1).normal(1.0, 0.5, 4000))
    fit = fit_lognormal_mixture(binned(values, FINE), 1)
    assert fit.log_medians[0] == pytest.approx(np.log(values).mean(), abs=2e-3)
    # Buckets of width w add w^2 / 12 to the variance of the middles; the fit allows for it.
    assert fit.spreads[0] == pytest.approx(np.log(values).std(), rel=2e-3)
    low, high = fit.conf_int()["median_1"]
    half = 1.959964 * np.log(values).std() / math.sqrt(4000)
    assert np.log([low, high]) == pytest.approx(
        [fit.log_medians[0] - half, fit.log_medians[0] + half], abs=2e-3
    )


def test_the_likelihood_is_scipy_s():
    values, _ = planted(np.random.default_rng(2), 3000)
    data = binned(values, OCTAVES)
    fit = fit_lognormal_mixture(data, 2)
    shares = sum(
        weight * np.diff(lognorm.cdf(OCTAVES, spread, scale=median))
        for weight, median, spread in zip(fit.weights, fit.medians, fit.spreads, strict=True)
    )
    used = data.count > 0
    expected = float(data.count[used] @ np.log(shares[used]))
    assert fit.log_likelihood == pytest.approx(expected, rel=1e-9)
    assert fit.bic == pytest.approx(5 * math.log(3000) - 2 * expected)
    grid = np.linspace(-2, 6, 9)
    heights = sum(
        w * norm.pdf(grid, m, s)
        for w, m, s in zip(fit.weights, fit.log_medians, fit.spreads, strict=True)
    )
    assert fit.density(grid).sum(axis=0) == pytest.approx(heights)


def test_no_other_point_nearby_is_more_likely():
    values, _ = planted(np.random.default_rng(3), 2000)
    data = binned(values, OCTAVES)
    fit = fit_lognormal_mixture(data, 2)

    def likelihood(w, m, s):
        parts = [
            p * np.diff(lognorm.cdf(OCTAVES, d, scale=math.exp(c)))
            for p, c, d in zip(w, m, s, strict=True)
        ]
        used = data.count > 0
        return float(data.count[used] @ np.log(sum(parts)[used]))

    best = likelihood(fit.weights, fit.log_medians, fit.spreads)
    for step in (-0.01, 0.01):
        for at in range(2):
            other = fit.log_medians.copy()
            other[at] += step
            assert likelihood(fit.weights, other, fit.spreads) < best
            wider = fit.spreads.copy()
            wider[at] *= 1 + step
            assert likelihood(fit.weights, fit.log_medians, wider) < best
        shifted = fit.weights + np.array([step, -step])
        assert likelihood(shifted, fit.log_medians, fit.spreads) < best


@pytest.mark.slow
def test_a_planted_mixture_is_recovered_in_fine_and_in_coarse_buckets():
    values, slow = planted(np.random.default_rng(4), 5000)
    for ends in (FINE, OCTAVES):
        found = latency_mixture(binned(values, ends))
        assert len(found.kinds) == 2
        assert found.kinds[1].count == pytest.approx(slow.sum(), abs=5)
        assert found.mixture.weights[-1] == pytest.approx(slow.mean(), abs=0.004)
        assert found.kinds[1].median == pytest.approx(np.median(values[slow]), rel=0.12)
        truth = values[slow].sum() / values.sum()
        assert found.kinds[1].time_share == pytest.approx(truth, abs=0.02)
        assert sum(kind.share for kind in found.kinds) == pytest.approx(1)


def test_one_kind_has_no_valley_whatever_the_sample():
    rng = np.random.default_rng(5)
    found = [
        len(histogram_valleys(binned(np.exp(rng.normal(0, spread, n)), FINE))) - 1
        for n in (5, 30, 300, 5000)
        for spread in (0.2, 1.0)
        for _ in range(25)
    ]
    assert np.mean(np.array(found) > 1) <= 0.01


def test_two_kinds_in_the_gap_of_coarse_buckets_are_said_not_to_be_told_apart():
    values, _ = planted(np.random.default_rng(6), 5000, share=0.3, gap=3.0)
    found = latency_mixture(binned(values, OCTAVES))
    assert len(found.kinds) == 1
    assert any("cannot be told apart" in note for note in found.warnings)
    assert "one kind" in found.verdict


def test_a_shape_that_is_not_lognormal_is_told():
    values = np.random.default_rng(7).choice([1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0], 4000)
    data = Histogram(
        "a", np.arange(1.0, 9), np.arange(1.0, 9) + 0.01, np.bincount(values.astype(int))[1:]
    )
    found = latency_mixture(data, most_components=1)
    assert any("misses the counts" in note for note in found.warnings)


def test_a_single_bucket_gives_an_answer():
    found = latency_mixture(Histogram("a", [1.0], [2.0], [7], "ms"))
    assert [kind.count for kind in found.kinds] == [7]
    assert found.derived["share_1"] == 1.0
    assert found.summary().startswith("Latency mixture of a, 7 events")


def test_open_ends_and_zero_are_kinds_without_a_time_share():
    data = Histogram("a", [0, 1, 2, 4, 512], [1, 2, 4, 8, math.inf], [200, 900, 100, 1, 300])
    found = latency_mixture(data)
    assert found.kinds[-1].count == 300
    assert found.kinds[-1].high == math.inf
    assert math.isnan(found.kinds[-1].time_share)
    assert "of the time" not in found.verdict


def test_merged_buckets_keep_counts_and_ends():
    values, _ = planted(np.random.default_rng(8), 1000)
    fine = binned(values, FINE)
    merged = merge_buckets(fine, 10)
    assert len(merged) < len(fine) / 3
    assert merged.total == fine.total
    assert set(merged.lower) <= set(fine.lower)
    assert set(merged.upper) <= set(fine.upper)


def test_what_is_refused():
    with pytest.raises(MeasurementError, match="of zero or more"):
        fit_lognormal_mixture(Histogram("a", [-2, 1], [0, 2], [1, 1]), 1)
    with pytest.raises(MeasurementError, match="cannot tell 2 components apart"):
        fit_lognormal_mixture(Histogram("a", [1, 2], [2, 3], [1, 1]), 2)
    with pytest.raises(MeasurementError, match="need events"):
        histogram_valleys(Histogram("a", [1, 2], [2, 3], [0, 0]))
    with pytest.raises(UsageError, match="1 to 4"):
        latency_mixture(Histogram("a", [1], [2], [1]), most_components=5)
