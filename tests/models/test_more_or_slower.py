"""More of them or each slower: closed forms and laws."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contention.models import split_change

COUNTS = st.integers(0, 10**6)
MEANS = st.floats(1e-6, 1e3)


def test_a_change_of_the_number_alone_is_all_more_and_of_the_mean_alone_all_slower():
    number, mean = split_change(10, 20.0, 15, 30.0), split_change(10, 20.0, 10, 50.0)
    assert (number.more, number.slower, number.interaction) == (10.0, 0.0, 0.0)
    assert (mean.more, mean.slower, mean.interaction) == (0.0, 30.0, 0.0)


@given(n1=COUNTS, m1=MEANS, n2=COUNTS, m2=MEANS)
def test_the_parts_add_up_and_turning_it_round_changes_the_signs(n1, m1, n2, m2):
    there, back = split_change(n1, n1 * m1, n2, n2 * m2), split_change(n2, n2 * m2, n1, n1 * m1)
    size = n1 * m1 + n2 * m2
    assert there.difference == pytest.approx(n2 * m2 - n1 * m1, abs=1e-9 * size)
    assert back.more == pytest.approx(-there.more, abs=1e-9 * size)
    assert back.slower == pytest.approx(-there.slower, abs=1e-9 * size)
    assert back.interaction == pytest.approx(there.interaction, abs=1e-9 * size)


@given(n1=st.integers(1, 1000), m1=MEANS, n2=st.integers(1, 1000), m2=MEANS)
def test_it_is_the_mean_of_the_two_orders_of_change(n1, m1, n2, m2):
    split = split_change(n1, n1 * m1, n2, n2 * m2)
    first_number, first_mean = (n2 - n1) * m1, (n2 - n1) * m2
    assert split.more == pytest.approx((first_number + first_mean) / 2, rel=1e-6, abs=1e-6)
    assert split.interaction == pytest.approx(first_mean - first_number, rel=1e-6, abs=1e-4)


def test_what_was_not_there_is_all_number():
    assert split_change(0, 0.0, 5, 2.0).more == 2.0
    assert split_change(5, 2.0, 0, 0.0).more == -2.0
    assert split_change(0, 0.0, 0, 0.0).difference == 0.0


@pytest.mark.parametrize("count", [math.nan, 0.0])
def test_without_a_count_for_its_time_it_is_not_split(count):
    split = split_change(count, 1.0, 5, 3.0)
    assert not split.known
    assert (split.unsplit, split.more, split.slower) == (2.0, 0.0, 0.0)
    assert split.difference == 2.0
