"""A counter that went round: the true total is found, and nothing else is."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contention.errors import FitError, MeasurementError, UsageError
from contention.models import unwrap_total


def cut(total, bits=32):
    """The total as a signed counter of so many bits shows it."""
    return (total + 2 ** (bits - 1)) % 2**bits - 2 ** (bits - 1)


@given(st.integers(1, 2**32), st.integers(0, 2**40), st.integers(0, 2**63))
def test_any_total_of_at_most_2_to_the_32_events_is_found_exactly(count, mean, draw):
    total = count * mean + draw % count
    found = unwrap_total(cut(total), count, mean)
    assert found.unique
    assert found.total == total
    assert found.wrapped == (total != cut(total))
    assert found.low <= total <= found.high
    assert str(total) in found.verdict


@given(st.integers(2, 300), st.integers(0, 1000), st.integers(0, 10**6))
def test_with_more_events_than_values_the_true_total_is_among_several(count, mean, draw):
    total = count * mean + draw % count
    found = unwrap_total(cut(total, 4), count, mean, bits=4)
    assert total in found.candidates
    assert all(cut(one, 4) == cut(total, 4) for one in found.candidates)
    assert all(one // count == mean for one in found.candidates)


def test_a_total_that_is_not_determined_is_not_given():
    found = unwrap_total(3, 100, 1, bits=4)
    assert not found.unique
    assert "not determined" in found.verdict
    assert "100 to 199" in found.summary()
    with pytest.raises(FitError, match="more than one total fits"):
        _ = found.total


def test_figures_that_do_not_belong_together_are_refused():
    with pytest.raises(MeasurementError, match="no total of 32 bits fits") as caught:
        unwrap_total(5, 10, 3)
    assert caught.value.expected == "a total from 30 to 39"


@pytest.mark.parametrize(
    ("count", "mean", "bits", "told"),
    [(0, 1, 32, "count"), (1, -1, 32, "mean"), (1, 1, 0, "bits"), (1, 1, 65, "bits")],
)
def test_arguments_out_of_range_are_refused(count, mean, bits, told):
    with pytest.raises(UsageError, match=told):
        unwrap_total(1, count, mean, bits=bits)


def test_about_one_in_a_hundred_random_triples_fits_by_chance():
    count = 2**32 // 100
    hits = 0
    for printed in range(0, 2**32, 2**32 // 1000):
        try:
            unwrap_total(cut(printed), count, 12345)
        except MeasurementError:
            continue
        hits += 1
    assert 8 <= hits <= 12
