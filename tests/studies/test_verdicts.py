"""A published figure is reproduced, or the ledger says why not."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contention.errors import StudyError
from contention.studies.quantity import Quantity, quantity, rounded
from contention.studies.verdicts import (
    Agreement,
    PrintedNumber,
    Test,
    Verdict,
    agreement,
    decide,
    parse_test,
)

AGREES, WITHIN, CONTRADICTS = Agreement.AGREES, Agreement.WITHIN_ROUNDING, Agreement.CONTRADICTS


@pytest.mark.parametrize(
    ("text", "value", "half", "significant"),
    [
        ("91%", "91", "1/2", "1/2"),
        ("about 400 KB", "400", "1/2", "50"),
        ("46.850", "46.85", "1/2000", "1/2000"),
        ("32,609,592", "32609592", "1/2", "1/2"),
        ("1,000", "1000", "1/2", "500"),
        ("0", "0", "1/2", "1/2"),
        (".5", "1/2", "1/20", "1/20"),
        ("-100 us", "-100", "1/2", "50"),
        ("reach 9.", "9", "1/2", "1/2"),
        ("9, and more", "9", "1/2", "1/2"),
        ("10.0", "10", "1/20", "1/20"),
    ],
)
def test_a_printed_number_knows_its_last_digit(text, value, half, significant):
    number = PrintedNumber.parse(text)
    assert number == PrintedNumber(Fraction(value), Fraction(half), Fraction(significant))


def test_a_text_without_a_number_is_refused():
    with pytest.raises(StudyError, match="holds no number"):
        PrintedNumber.parse("linearly to n")


@given(st.integers(-(10**9), 10**9), st.integers(0, 4))
def test_any_number_is_read_back_from_how_it_is_printed(units, decimals):
    value = Fraction(units, 10**decimals)
    number = PrintedNumber.parse(f"about {units / 10**decimals:,.{decimals}f} us")
    assert number.value == value
    assert number.half_unit == Fraction(1, 2 * 10**decimals)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", Test("digits")),
        ("exact", Test("exact")),
        ("about", Test("about")),
        ("true", Test("true")),
        ("at least", Test("at least")),
        ("at most; = 16", Test("at most", value="16")),
        ("; = 324", Test("digits", value="324")),
        ("within 0.1%", Test("within", Fraction(1, 1000))),
        ("within 2 %; = 7", Test("within", Fraction(1, 50), "7")),
    ],
)
def test_the_test_column_is_read(text, expected):
    assert parse_test(text) == expected


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("roughly", "unknown test"),
        ("exact; 3", "'; = value'"),
        ("within 3", "'within 0.1%'"),
        ("within x%", "'within 0.1%'"),
        ("within 1/0%", "'within 0.1%'"),
    ],
)
def test_a_malformed_test_is_refused(text, message):
    with pytest.raises(StudyError, match=message):
        parse_test(text)


@pytest.mark.parametrize(
    ("printed", "test", "found", "expected"),
    [
        ("91%", "", 91.09, AGREES),
        ("91%", "", 91.5, AGREES),
        ("91%", "", 91.51, CONTRADICTS),
        ("91%", "", 90.49, CONTRADICTS),
        ("12", "exact", 12, AGREES),
        ("12", "exact", 12.01, CONTRADICTS),
        ("about 400", "about", 403.5, AGREES),
        ("about 400", "about", 450, AGREES),
        ("about 400", "about", 451, CONTRADICTS),
        ("200", "within 1%", 202, AGREES),
        ("200", "within 1%", 198, AGREES),
        ("200", "within 1%", 202.1, CONTRADICTS),
        ("-200", "within 1%", -201, AGREES),
        ("9", "at least", 9, AGREES),
        ("9", "at least", 8.99, CONTRADICTS),
        ("9", "at most", 9, AGREES),
        ("9", "at most", 9.01, CONTRADICTS),
        ("n = 3 of 5", "exact; = 5", 5, AGREES),
    ],
)
def test_a_number_is_held_against_the_printed_one(printed, test, found, expected):
    assert agreement(printed, quantity(found), parse_test(test)) is expected


@pytest.mark.parametrize(
    ("printed", "test", "low", "high", "expected"),
    [
        ("91", "", "91.5", "93", WITHIN),
        ("91", "", "91.51", "93", CONTRADICTS),
        ("91", "", "88", "90.5", WITHIN),
        ("91", "at least", "90", "91", WITHIN),
        ("91", "at least", "90", "90.9", CONTRADICTS),
        ("91", "at most", "91", "99", WITHIN),
        ("91", "at most", "91.1", "99", CONTRADICTS),
    ],
)
def test_the_rounding_of_the_inputs_is_granted_but_told(printed, test, low, high, expected):
    middle = Fraction("92") if Fraction(high) > 91 and Fraction(low) >= 91 else Fraction("89")
    found = Quantity(middle, Fraction(low), Fraction(high))
    assert agreement(printed, found, parse_test(test)) is expected


def test_agreement_of_the_value_itself_comes_before_its_interval():
    cell = rounded(quantity(91, text="91"))
    assert agreement("91", cell, Test("digits")) is AGREES


@pytest.mark.parametrize(
    ("printed", "found", "expected"),
    [("KGLH0", " kglh0 ", AGREES), ("KGLH0", "SQLA", CONTRADICTS)],
)
def test_texts_are_compared_without_case_and_margins(printed, found, expected):
    assert agreement(printed, found, Test("exact")) is expected


def test_a_comparison_must_hold():
    assert agreement("rises", True, Test("true")) is AGREES
    assert agreement("rises", False, Test("true")) is CONTRADICTS


@pytest.mark.parametrize(
    ("test", "found"),
    [("true", quantity(1)), ("exact", True), ("", [quantity(1)]), ("", None), ("true", "yes")],
)
def test_what_cannot_be_compared_is_refused(test, found):
    with pytest.raises(StudyError, match=r"comparison|expected"):
        agreement("1", found, parse_test(test))


@pytest.mark.parametrize(
    ("outcome", "erratum", "not_reproducible", "expected"),
    [
        (AGREES, "", "", Verdict.REPRODUCED),
        (WITHIN, "", "", Verdict.WITHIN_ROUNDING),
        (CONTRADICTS, "", "", Verdict.NOT_MET),
        (CONTRADICTS, "misprint", "", Verdict.ERRATUM),
        (None, "", "raw figures not given", Verdict.NOT_REPRODUCIBLE),
        (CONTRADICTS, "", "only a bound", Verdict.NOT_REPRODUCIBLE),
    ],
)
def test_every_verdict(outcome, erratum, not_reproducible, expected):
    assert decide(outcome, erratum, not_reproducible) is expected


@pytest.mark.parametrize("outcome", [AGREES, WITHIN])
def test_an_erratum_that_agrees_after_all_is_an_error(outcome):
    with pytest.raises(StudyError, match="declared an erratum, but"):
        decide(outcome, "misprint", "")


def test_a_cell_is_not_both_an_erratum_and_not_reproducible():
    with pytest.raises(StudyError, match="not both"):
        decide(CONTRADICTS, "misprint", "not given")


def test_a_cell_without_expression_needs_a_reason():
    with pytest.raises(StudyError, match="needs an expression"):
        decide(None, "", "")
    with pytest.raises(StudyError, match="needs an expression"):
        decide(None, "misprint", "")
