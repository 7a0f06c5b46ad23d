"""Printed numbers: the true result of a calculation always lies between the ends."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contention.errors import UsageError
from contention.models import Rounded

TRUE = st.floats(0.0, 1000.0)
POSITIVE = st.floats(0.02, 1000.0)


def printed(true: float) -> Rounded:
    return Rounded.printed(float(f"{true:.2f}"), 0.01)


def holds(found: Rounded, true: float) -> bool:
    slack = 1e-9 * max(1.0, abs(true))
    return found.low - slack <= true <= found.high + slack


@given(a=TRUE, b=POSITIVE, factor=st.floats(-5, 5))
def test_the_result_of_the_true_numbers_is_between_the_ends(a, b, factor):
    assert holds(printed(a) + printed(b), a + b)
    assert holds(printed(a) - printed(b), a - b)
    assert holds(printed(a) / printed(b), a / b)
    assert holds(printed(a) * factor, a * factor)


@given(a=POSITIVE, b=POSITIVE)
def test_a_difference_of_numbers_that_are_cut_off_is_between_the_ends_too(a, b):
    cut = [Rounded.printed(math.floor(true * 100) / 100, 0.01) for true in (a, b)]
    assert holds(cut[0] - cut[1], a - b)


@given(a=POSITIVE, b=POSITIVE)
def test_a_quotient_and_its_inverse_multiply_to_one_within_their_ends(a, b):
    there, back = printed(a) / printed(b), printed(b) / printed(a)
    assert there.value * back.value == pytest.approx(1.0)
    assert there.low * back.high == pytest.approx(1.0)


def test_a_quotient_by_what_may_be_zero_is_not_a_number():
    assert not (printed(1.0) / printed(0.0)).known
    assert not (printed(1.0) / (printed(1.0) - printed(1.0))).known
    assert not (printed(1.0) / Rounded.exact(math.nan)).known


def test_a_negative_divisor_keeps_the_ends_in_order():
    assert (Rounded.exact(1.0) / Rounded(-2.0, -4.0, -1.0)).interval == (-1.0, -0.25)


def test_a_printed_zero_is_not_negative():
    assert Rounded.printed(0.0, 0.01).interval == (0.0, 0.005)


def test_a_value_outside_its_ends_is_refused():
    with pytest.raises(UsageError, match="between its ends"):
        Rounded(3.0, 1.0, 2.0)


def test_a_sign_is_certain_only_when_the_ends_agree():
    assert (printed(2.0) - printed(1.98)).excludes_zero
    assert not (printed(2.0) - printed(2.0)).excludes_zero


def test_its_text_has_the_ends_only_where_there_are_two():
    assert str(Rounded.printed(7.73, 0.01)) == "7.73 (7.725 to 7.735)"
    assert str(Rounded.exact(3507.0)) == "3507"
    assert str(Rounded.exact(math.nan)) == "not known"


@given(start=st.floats(0, 100), lasts=st.floats(0, 50), tick=st.sampled_from([0.001, 0.01, 1.0]))
def test_a_time_between_two_readings_of_a_clock_is_between_its_bounds(start, lasts, tick):
    ticks = math.floor((start + lasts) / tick) - math.floor(start / tick)
    found = Rounded.between_ticks(ticks * tick, tick)
    assert holds(found, lasts)
