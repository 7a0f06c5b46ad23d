"""Quantiles of histograms: certain bounds, distribution-free intervals, exact shares."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest

from contention.errors import MeasurementError, UsageError
from contention.measurements import Histogram
from contention.models import binomial_interval, latency_quantiles

ENDS = 2.0 ** np.arange(8)


def histogram(counts):
    return Histogram("a", ENDS[: len(counts)], ENDS[1 : len(counts) + 1], counts, "ms")


@given(st.lists(st.integers(0, 40), min_size=1, max_size=7), st.floats(0.01, 0.99))
def test_the_bucket_holds_the_quantile_of_any_values_with_these_counts(counts, p):
    if sum(counts) == 0:
        return
    # The least and the greatest values that the counts allow.
    low = np.repeat(ENDS[: len(counts)], counts)
    high = np.repeat(ENDS[1 : len(counts) + 1], counts)
    row = latency_quantiles(histogram(counts), [p]).rows[0]
    rank = max(math.ceil(p * sum(counts) - 1e-9), 1)
    assert row.bucket_low == low[rank - 1]
    assert row.bucket_high == high[rank - 1]
    assert row.bucket_low <= row.estimate <= row.bucket_high
    assert row.low <= row.bucket_low
    assert row.bucket_high <= row.high


def test_the_median_s_ranks_of_a_textbook():
    # David and Nagaraja, section 7.1, by the binomial table: for n = 10 the second and the ninth
    # of the ordered values hold the median with 97.9 %; the third and the eighth with 89.1 %.
    values = np.arange(1.0, 11.0)
    single = Histogram("a", values, values + 0.5, np.ones(10), "ms")
    row = latency_quantiles(single, [0.5]).rows[0]
    assert (row.low, row.high) == (2.0, 9.5)


def test_with_few_events_a_high_quantile_has_no_upper_limit():
    # 1 - 0.99^n reaches 97.5 % at n = 368: with fewer events the largest may be below it.
    def one_bucket(n):
        return Histogram("a", [1.0, 2.0], [2.0, 3.0], [n - 1, 1], "ms")

    assert math.isinf(latency_quantiles(one_bucket(367), [0.99]).rows[0].high)
    assert latency_quantiles(one_bucket(367), [0.5, 0.99]).unlimited == (0.99,)
    assert latency_quantiles(one_bucket(368), [0.99]).rows[0].high == 3.0


@pytest.mark.parametrize(("count", "n"), [(0, 5), (5, 5), (3, 40), (9471, 93616)])
@pytest.mark.parametrize("alpha", [0.01, 0.05, 0.3])
def test_the_interval_of_a_share_is_scipy_s_exact_one(count, n, alpha):
    other = binomtest(count, n).proportion_ci(1 - alpha, method="exact")
    assert binomial_interval(count, n, alpha) == pytest.approx((other.low, other.high), rel=1e-9)


def test_a_row_is_found_by_its_probability():
    found = latency_quantiles(histogram([5, 5]), [0.25, 0.75])
    assert found[0.75] is found.rows[1]
    assert found.frame()["probability"].tolist() == [0.25, 0.75]
    with pytest.raises(KeyError):
        found[0.5]


def test_open_and_zero_ends():
    ends = Histogram("a", [0.0, 1.0], [1.0, math.inf], [10, 10], "ms")
    first, last = latency_quantiles(ends, [0.25, 0.75]).rows
    assert first.estimate == 0.5  # linear in a bucket that begins at zero
    assert math.isnan(last.estimate)
    assert last.bucket_high == math.inf


def test_what_is_refused():
    with pytest.raises(MeasurementError, match="counts nothing"):
        latency_quantiles(histogram([0, 0]))
    with pytest.raises(UsageError, match="between 0 and 1"):
        latency_quantiles(histogram([1]), [1.0])
    with pytest.raises(UsageError, match="0 <= count <= n"):
        binomial_interval(3, 2)
