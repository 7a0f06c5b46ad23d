"""A histogram has half-open buckets in order, whole counts, and is frozen."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from contention.errors import MeasurementError
from contention.measurements import Histogram, Provenance, possible_turns


def test_it_keeps_counts_of_buckets_and_knows_their_sum():
    histogram = Histogram("get", [0, 1, 4], [1, 2, 8], [5, 0, 2], "ns")
    assert len(histogram) == 3
    assert histogram.total == 7
    assert histogram.frame().upper.tolist() == [1, 2, 8]


def test_only_the_outermost_ends_may_be_open():
    assert Histogram("h", [-np.inf, 0], [0, np.inf], [1, 1]).total == 2
    with pytest.raises(MeasurementError, match="only the outermost ends"):
        Histogram("h", [0, 1], [np.inf, 2], [1, 1])
    with pytest.raises(MeasurementError, match="only the outermost ends"):
        Histogram("h", [0, np.nan], [1, 2], [1, 1])


@pytest.mark.parametrize(
    ("lower", "upper", "what"),
    [
        ([1], [1], "end above its start"),
        ([2], [1], "end above its start"),
        ([0, 1], [2, 3], "not overlap"),
        ([4, 0], [8, 2], "not overlap"),
        ([], [], "as many counts as buckets"),
        ([0, 1], [1], "as many counts as buckets"),
    ],
)
def test_buckets_that_cannot_be_are_refused(lower, upper, what):
    with pytest.raises(MeasurementError, match=what):
        Histogram("h", lower, upper, [1] * len(lower))


@pytest.mark.parametrize("bad", [-1, 0.5, np.nan, np.inf])
def test_a_count_that_cannot_be_is_refused_and_located(bad):
    with pytest.raises(MeasurementError, match="whole number") as caught:
        Histogram("h", [0, 7], [1, 8], [1, bad], provenance=Provenance("h.txt"))
    assert caught.value.column == "count"
    assert caught.value.path == "h.txt"
    assert caught.value.found.endswith("from 7")


def test_its_arrays_are_frozen_copies_of_the_caller_s():
    mine = np.array([1.0])
    histogram = Histogram("h", [0], [1], mine)
    mine[0] = 9
    assert histogram.total == 1
    with pytest.raises(ValueError, match="read-only"):
        histogram.count[0] = 2


@given(
    st.integers(1, 10**7), st.integers(0, 10**7), st.integers(0, 2**70), st.sampled_from([16, 32])
)
def test_the_true_number_of_turns_is_always_among_those_that_fit(count, mean, draw, bits):
    total = count * mean + draw % count
    printed = (total + 2 ** (bits - 1)) % 2**bits - 2 ** (bits - 1)
    turns = possible_turns(printed, count, mean, bits=bits)
    assert (total - printed) // 2**bits in turns or len(turns) == 1000
    assert all(mean == (printed + turn * 2**bits) // count for turn in turns)


def test_figures_that_do_not_belong_together_fit_no_turn():
    assert possible_turns(5, 10, 3) == ()
