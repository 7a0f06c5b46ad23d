"""Quantities are exact, and their interval holds whatever the inputs may have been."""

import math
import operator
from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from contention.errors import StudyError
from contention.studies.quantity import (
    Quantity,
    half_unit,
    quantity,
    round_half_away,
    rounded,
)

FRACTIONS = st.fractions(-1000, 1000, max_denominator=500)
SHARES = st.fractions(0, 1, max_denominator=100)
OPERATIONS = [operator.add, operator.sub, operator.mul, operator.truediv]


@st.composite
def interval_and_inside(draw):
    """A quantity with an interval, and a number inside of it that the truth may be."""
    low = draw(FRACTIONS)
    high = low + draw(st.fractions(0, 20, max_denominator=50))
    value = low + (high - low) * draw(SHARES)
    truth = low + (high - low) * draw(SHARES)
    return Quantity(value, low, high), truth


@given(FRACTIONS, FRACTIONS, st.sampled_from([*OPERATIONS, operator.floordiv, operator.mod]))
def test_arithmetic_equals_that_of_fractions(left, right, operation):
    assume(right != 0 or operation in OPERATIONS[:3])
    expected = operation(left, right)
    found = operation(quantity(left), quantity(right))
    assert found.value == found.low == found.high == expected


@given(FRACTIONS, FRACTIONS, st.sampled_from(OPERATIONS))
def test_a_plain_number_may_stand_on_the_left(left, right, operation):
    assume(right != 0)
    assert operation(left.numerator, quantity(right)).value == operation(left.numerator, right)


@given(FRACTIONS, st.integers(0, 8))
def test_a_power_is_that_of_fractions(base, exponent):
    assert (quantity(base) ** exponent).value == base**exponent


@given(interval_and_inside(), interval_and_inside(), st.sampled_from(OPERATIONS))
def test_the_interval_holds_the_result_for_any_inputs_inside_their_intervals(
    left, right, operation
):
    (a, true_a), (b, true_b) = left, right
    assume(operation is not operator.truediv or not b.low <= 0 <= b.high)
    found = operation(a, b)
    assert found.low <= operation(true_a, true_b) <= found.high
    assert found.low <= found.value <= found.high


@given(interval_and_inside(), st.integers(0, 5), st.integers(-2, 3))
def test_the_interval_of_a_function_holds_its_result_too(drawn, power, digits):
    a, truth = drawn
    for found, expected in [
        (a**power, truth**power),
        (abs(a), abs(truth)),
        (-a, -truth),
        (a.rounded_to(digits), round_half_away(truth, digits)),
        (a // 7, truth // 7),
        (a % 7, truth % 7),
        (a.least(quantity(3)), min(truth, 3)),
        (a.greatest(quantity(3)), max(truth, 3)),
    ]:
        assert found.low <= expected <= found.high


@given(interval_and_inside(), interval_and_inside())
def test_the_least_and_the_greatest_of_two_intervals_hold_the_truth(left, right):
    (a, true_a), (b, true_b) = left, right
    assert a.least(b).low <= min(true_a, true_b) <= a.least(b).high
    assert a.greatest(b).low <= max(true_a, true_b) <= a.greatest(b).high
    assert a.least(b).value == min(a.value, b.value)
    assert a.greatest(b).value == max(a.value, b.value)


@given(FRACTIONS, FRACTIONS)
def test_order_and_equality_are_those_of_the_values(left, right):
    a, b = quantity(left), quantity(right)
    assert (a < b, a <= b, a > b, a >= b, a == b) == (
        left < right,
        left <= right,
        left > right,
        left >= right,
        left == right,
    )
    assert a != b or hash(a) == hash(b)


def test_a_number_never_equals_a_text():
    assert quantity(1) != "1"
    assert quantity(1) != None  # noqa: E711 - the comparison itself is tested


@pytest.mark.parametrize(
    ("value", "digits", "expected"),
    [
        ("2.5", 0, "3"),
        ("-2.5", 0, "-3"),
        ("0.5", 0, "1"),
        ("2.4999", 0, "2"),
        ("1.005", 2, "1.01"),
        ("-1.005", 2, "-1.01"),
        ("1250", -2, "1300"),
        ("0", 3, "0"),
    ],
)
def test_a_half_is_rounded_away_from_zero(value, digits, expected):
    assert round_half_away(Fraction(value), digits) == Fraction(expected)


@given(FRACTIONS, st.integers(-3, 6))
def test_rounding_moves_a_number_by_half_a_unit_at_most_and_is_idempotent(value, digits):
    once = round_half_away(value, digits)
    assert abs(once - value) <= Fraction(1, 2) / Fraction(10) ** digits
    assert round_half_away(once, digits) == once
    assert round_half_away(-value, digits) == -once


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_a_float_is_the_decimal_that_it_prints(value):
    assert quantity(value).value == Fraction(repr(value))


@pytest.mark.parametrize("bad", [True, None, "3", math.nan, math.inf, -math.inf, [1]])
def test_what_is_no_finite_number_is_refused(bad):
    with pytest.raises(StudyError, match="number"):
        quantity(bad)


@pytest.mark.parametrize("divisor", [0, Quantity(Fraction(1), Fraction(-1), Fraction(2))])
@pytest.mark.parametrize("operation", [operator.truediv, operator.floordiv, operator.mod])
def test_dividing_by_what_may_be_zero_is_refused(divisor, operation):
    with pytest.raises(StudyError, match="may be zero"):
        operation(quantity(1), divisor)


@pytest.mark.parametrize("exponent", [-1, Fraction(1, 2), 10**6])
def test_an_exponent_is_a_whole_number_of_reasonable_size(exponent):
    with pytest.raises(StudyError, match="exponent"):
        quantity(2) ** exponent


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("46.85", "1/200"),
        ("1,132", "1/2"),
        ("100", "1/2"),
        (".5", "1/20"),
        ("-3.0", "1/20"),
        ("91.1%", "1/20"),
        ("4.2E+09", "50000000"),
        ("3e-2", "1/200"),
    ],
)
def test_half_a_unit_of_the_last_printed_digit(text, expected):
    assert half_unit(text) == Fraction(expected)


def test_a_rounded_cell_spans_what_rounds_to_it():
    cell = rounded(quantity(66.2, text="66.2"))
    assert (cell.low, cell.value, cell.high) == (
        Fraction("66.15"),
        Fraction("66.2"),
        Fraction("66.25"),
    )


def test_only_a_cell_whose_printed_digits_are_known_can_be_rounded():
    with pytest.raises(StudyError, match="printed digits are known"):
        rounded(quantity(3))
    with pytest.raises(StudyError, match="printed digits are known"):
        rounded(quantity(1, text="1") + 1)


@pytest.mark.parametrize("text", ["3.2K", "0x1f", "46,85", "1:30"])
def test_a_cell_whose_text_is_not_its_value_cannot_be_rounded(text):
    with pytest.raises(StudyError, match="plain number"):
        rounded(quantity(3200, text=text))


def test_it_converts_to_python_numbers_and_indexes_only_when_whole():
    assert float(quantity(0.5)) == 0.5
    assert int(quantity(7)) == 7
    assert [10, 20, 30][quantity(1)] == 20
    with pytest.raises(StudyError, match="whole number"):
        [10, 20][quantity(0.5)]
