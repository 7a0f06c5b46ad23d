"""The language of the result role."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contention.book.quoting import (
    Reference,
    fill_fields,
    format_recorded,
    look_up,
    parse_reference,
    provenance,
)
from contention.book.results import Recorded, parse_results
from contention.errors import StudyError


@pytest.fixture
def studies(results: dict[str, Any]) -> dict[str, Any]:
    return {"demo": parse_results(results), "other": parse_results({"study": "other"})}


def test_a_study_is_named_or_is_that_of_the_page(studies: dict[str, Any]) -> None:
    assert parse_reference("peak", studies, "demo") == Reference("demo", "peak")
    assert parse_reference("demo:peak:.2f", studies, "other") == Reference("demo", "peak", ".2f")
    assert parse_reference("peak:.1f:interval", studies, "demo").interval
    assert parse_reference("demo:peak:interval", studies, "") == Reference(
        "demo", "peak", "", interval=True
    )


def test_a_page_without_a_study_must_name_one(studies: dict[str, Any]) -> None:
    with pytest.raises(StudyError, match="names no study"):
        parse_reference("peak:.1f", studies, "")
    with pytest.raises(StudyError, match="demo"):
        parse_reference("demoo:peak:.1f", studies, "")


@pytest.mark.parametrize("text", ["", ":.1f", "demo:peak:.1f:twice", "a:b:c:d:e"])
def test_other_shapes_are_refused(studies: dict[str, Any], text: str) -> None:
    with pytest.raises(StudyError):
        parse_reference(text, studies, "demo")


def test_a_misspelt_key_is_answered_with_the_closest(studies: dict[str, Any]) -> None:
    with pytest.raises(StudyError, match="peak"):
        look_up(Reference("demo", "paek"), studies)
    with pytest.raises(StudyError, match="demo"):
        look_up(Reference("dmeo", "peak"), studies)


@pytest.mark.parametrize(
    ("value", "spec", "shown"),
    [
        (403.52, ".1f", "403.5"),
        (1234567.8, ",.0f", "1,234,568"),
        (1234567, "", "1,234,567"),
        (-2.5, ".1f", "−2.5"),
        (12, ".1f", "12.0"),
        (12.6, "d", "13"),
        (None, ".1f", "not computed"),
        (True, "", "yes"),
        (float("inf"), ".1f", "unbounded"),
        ("leak", "", "leak"),
        (40123.7, "", "40,124"),
        (0.0123456, "", "0.01235"),
        (1.9e-9, "", "1.9e−09"),
        (0.0, "", "0"),
    ],
)
def test_values_are_printed_as_people_write_them(value: Any, spec: str, shown: str) -> None:
    assert format_recorded(Recorded("k", value), spec) == shown


def test_an_interval_may_have_one_end() -> None:
    both = Recorded("k", 1403.52, low=1385.2, high=1421.84)
    assert format_recorded(both, ",.1f", interval=True) == "1,403.5 (1,385.2 to 1,421.8)"
    upper = Recorded("k", 3.0, high=4.0)
    assert format_recorded(upper, ".0f", interval=True) == "3 (at most 4)"
    lower = Recorded("k", 3.0, low=2.0)
    assert format_recorded(lower, ".0f", interval=True) == "3 (at least 2)"
    with pytest.raises(StudyError, match="without an interval"):
        format_recorded(Recorded("k", 3.0), ".0f", interval=True)


def test_a_format_that_does_not_suit_is_refused() -> None:
    with pytest.raises(StudyError, match="does not suit"):
        format_recorded(Recorded("k", 3.0), "x")


@given(st.floats(allow_nan=False, allow_infinity=False, width=32), st.integers(0, 6))
def test_the_printed_number_is_the_value_at_its_precision(value: float, decimals: int) -> None:
    shown = format_recorded(Recorded("k", value), f",.{decimals}f")
    read = float(shown.replace(",", "").replace("−", "-"))
    assert abs(read - value) <= 0.5 * 10**-decimals * (1 + 1e-6) + abs(value) * 1e-12


def test_the_tooltip_names_study_key_unit_interval_and_number() -> None:
    recorded = Recorded("peak", 12.34, "sessions", low=10.2, high=15.1, n=9, note="by bootstrap")
    text = provenance(Reference("demo", "peak"), recorded)
    for part in ("demo, peak", "sessions", "10.20 to 15.10", "9 observations", "by bootstrap"):
        assert part in text


def test_a_field_of_a_sentence_must_be_known_and_closed(results: dict[str, Any]) -> None:
    run = parse_results(results)
    assert fill_fields("peak {peak:.1f:interval}.", run) == "peak 12.3 (10.2 to 15.1)."
    with pytest.raises(StudyError, match="nothing"):
        fill_fields("peak {nothing:.1f}", run)
    with pytest.raises(StudyError, match="does not close"):
        fill_fields("peak {peak", run)
