import numpy as np
import pytest
from scipy import stats

from contention.models import retrograde_throughput


def test_the_slope_beyond_the_maximum_is_that_of_scipy():
    n = [1, 18, 36, 72, 108, 144, 216]
    x = [64.9, 995.9, 1652.4, 1853.2, 1828.9, 1775.0, 1702.2]
    fact = retrograde_throughput(n, x)
    line = stats.linregress(np.log(n[4:]), x[4:], alternative="less")
    assert fact.noise_from == "trend"
    assert fact.p_value == pytest.approx(line.pvalue)
    assert fact.observed
    assert fact.fall == pytest.approx(1 - 1702.2 / 1853.2)


@pytest.mark.parametrize("noise", ["constant", "proportional"])
def test_replicates_are_compared_with_the_pooled_variance(noise):
    n = np.repeat([1, 4, 8, 16], 3)
    x = np.array([10, 11, 10.5, 30, 31, 32, 40, 41, 39, 33, 34, 35])
    fact = retrograde_throughput(n, x, noise=noise)
    y = (np.log(x) if noise == "proportional" else x).reshape(4, 3)
    pooled = np.mean(y.var(axis=1, ddof=1))
    t = (y[2].mean() - y[3].mean()) / np.sqrt(pooled * 2 / 3)
    assert fact.noise_from == "replicates"
    assert fact.p_value == pytest.approx(3 * stats.t.sf(t, 8))


def test_one_point_beyond_the_maximum_is_judged_by_the_misfit_of_a_curve():
    deep = retrograde_throughput([1, 2, 4, 8, 16, 32], [10, 19, 33, 45, 50, 40])
    assert deep.noise_from == "residuals"
    shallow = retrograde_throughput([1, 2, 4, 8, 16, 32], [10, 14, 33, 45, 50, 49.9])
    assert not shallow.observed
    assert "no more than its noise" in shallow.sentence


def test_a_maximum_at_the_end_is_no_fall():
    fact = retrograde_throughput([1, 2, 4], [1, 2, 3])
    assert (fact.fall, fact.p_value, fact.observed) == (0.0, 1.0, False)
    assert "greatest at the last count" in fact.sentence


def test_three_points_have_nothing_to_measure_noise_by():
    fact = retrograde_throughput([1, 2, 4], [1, 3, 2])
    assert np.isnan(fact.p_value)
    assert not fact.observed
    assert "nothing to measure its noise by" in fact.sentence


def test_exact_data_that_fall_did_fall():
    assert retrograde_throughput([1, 2, 4, 8, 16], [1, 5, 4, 3, 2]).p_value < 1e-6
    assert retrograde_throughput([1, 2, 4, 8, 16], [1, 5, 4, 4, 4]).p_value == 1.0


@pytest.mark.parametrize("replicates", [1, 3])
def test_a_plateau_is_called_a_fall_in_at_most_five_per_cent(replicates):
    # 600 draws: two binomial standard errors of 5 % are 1.8 %.
    rng = np.random.default_rng(4)
    n = np.repeat([1.0, 2, 4, 8, 16, 24, 32, 48, 64], replicates)
    mean = 1000 * np.minimum(n / 8, 1)
    seen = sum(
        retrograde_throughput(n, mean + 20 * rng.standard_normal(n.size)).observed
        for _ in range(600)
    )
    assert seen / 600 <= 0.068
