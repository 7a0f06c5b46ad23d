"""Printed numbers: decimal marks by table, suffixes kept, nothing unreadable becomes zero."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contention.readers.number_style import NumberStyle, decide_style
from contention.readers.number_text import looks_numeric, says_missing
from contention.readers.numbers import convert, read_number

AMERICAN = NumberStyle("thousands", "decimal")
EUROPEAN = NumberStyle("decimal", "thousands")


@given(st.integers(min_value=-(10**30), max_value=10**30))
def test_whole_numbers_come_back_exactly_with_and_without_grouping(number: int) -> None:
    for text in (str(number), f"{number:,}"):
        value = read_number(text, AMERICAN).value
        assert value == number
        assert isinstance(value, int)


@given(st.decimals(-(10**9), 10**9, places=2, allow_nan=False))
def test_the_same_number_in_both_locales_has_one_value(number: object) -> None:
    american = f"{number:,}"
    european = american.replace(",", "_").replace(".", ",").replace("_", ".")
    assert read_number(american, AMERICAN).value == read_number(european, EUROPEAN).value


@pytest.mark.parametrize(
    ("texts", "comma"),
    [
        (["1,234", "8,096,318"], "thousands"),
        (["1,234", "0.5"], "thousands"),
        (["1,234", "12,5"], "decimal"),
        (["1,234", "0,123"], "decimal"),
        (["1.234,5"], "decimal"),
        (["1,234.5"], "thousands"),
        (["1,234", "999"], "undecided"),
        (["12", "names"], "undecided"),
        (["1.234.567", "1,234"], "decimal"),
        (["1 234,5"], "decimal"),
    ],
)
def test_the_comma_is_decided_by_all_cells(texts: list[str], comma: str) -> None:
    style = decide_style(texts)
    assert style is not None
    assert style.comma == comma


@pytest.mark.parametrize("texts", [["0,5", "0.5"], ["1,234,567", "1,5"], ["1.2.3", "0,5", "0.1"]])
def test_contradicting_cells_decide_nothing(texts: list[str]) -> None:
    assert decide_style(texts) is None


def test_an_undecided_comma_is_missing_with_the_reason() -> None:
    printed = read_number("1,234", NumberStyle())
    assert printed.value is None
    assert "decimal mark" in printed.reason


def test_a_point_before_three_digits_is_a_decimal_point_unless_the_table_says_otherwise() -> None:
    assert read_number("1.234", NumberStyle()).value == 1.234
    assert read_number("1.234", EUROPEAN).value == 1234


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [
        ("12.3us", 12.3, "us"),
        ("7 MB", 7, "mb"),
        ("85%", 85, "%"),
        (".6", 0.6, ""),
        ("1.2E+10", 1.2e10, ""),
        ("−3", -3, ""),
        ("+4", 4, ""),
        ("0012", 12, ""),
        ("12'345'678", 12345678, ""),
        ("1\u00a0234", 1234, ""),
    ],
)
def test_suffixes_and_signs_are_kept(text: str, value: float, unit: str) -> None:
    printed = read_number(text, AMERICAN)
    assert (printed.value, printed.unit, printed.reason) == (value, unit, "")


@pytest.mark.parametrize(
    "text",
    [
        "####",
        "NaN",
        "-nan",
        "inf",
        "null",
        "N/A",
        "-",
        "abc",
        "12 apples",
        "1-2",
        "9" * 41,
        "1e999",
        "1,23,456",
        "1.2.3",
        "7, 10",
        "12K",
    ],
)
def test_what_cannot_be_read_is_missing_with_a_reason(text: str) -> None:
    printed = read_number(text, AMERICAN)
    assert printed.value is None
    assert printed.reason


def test_a_bare_multiple_needs_its_meaning() -> None:
    assert read_number("27.9K", AMERICAN, kilo=1000).value == pytest.approx(27900)
    assert read_number("2K", AMERICAN, kilo=1024).value == 2048
    assert "rounded" in read_number("2K", AMERICAN, kilo=1024).reason


@given(st.text(max_size=30))
def test_any_text_is_a_number_or_has_a_reason(text: str) -> None:
    printed = read_number(text, AMERICAN)
    assert (printed.value is None) == (printed.reason != "")


def test_addresses_do_not_look_like_numbers() -> None:
    assert not looks_numeric("0000000182")
    assert not looks_numeric("182E97")
    assert looks_numeric("0")
    assert looks_numeric("0.5")
    assert says_missing("######")


@pytest.mark.parametrize(
    ("value", "unit", "into", "expected"),
    [
        (12.0, "us", "ms", 0.012),
        (2, "kb", "bytes", 2048),
        (3, "min", "s", 180),
        (1, "s", "kb", None),
    ],
)
def test_units_convert_only_within_their_kind(
    value: float, unit: str, into: str, expected: float | None
) -> None:
    assert convert(value, unit, into) == expected
