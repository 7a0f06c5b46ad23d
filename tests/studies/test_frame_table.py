"""Tables are escaped, captioned, and have headers that say what they head."""

import math
from xml.etree import ElementTree

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from contention.studies.frame_table import format_cell, frame_table

NASTY = '<b>"AT&T"</b>'


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (None, "–"),
        (math.nan, "–"),
        (np.float32("nan"), "–"),
        (pd.NA, "–"),
        (pd.NaT, "–"),
        (math.inf, "never"),
        (-math.inf, "-∞"),
        (True, "yes"),
        (np.bool_(False), "no"),
        (0, "0"),
        (-0.0, "0"),
        (1234567, "1,234,567"),
        (np.int64(-12345), "-12,345"),
        (9.0, "9"),
        (0.95, "0.95"),
        (9.0199, "9.02"),
        (12.456, "12.46"),
        (403.5, "403.5"),
        (403.46, "403.5"),
        (9999.6, "10,000"),
        (123456.7, "123,457"),
        (0.00012345, "0.0001234"),
        (1e-5, "1.00e-05"),
        (1e20, "100,000,000,000,000,000,000"),
        (1.5, "1.5"),
        ("text", "text"),
    ],
)
def test_a_cell_is_shown_as_people_read_it(value, shown):
    assert format_cell(value) == shown


@given(st.floats(1e-4, 1e9))
def test_a_shown_number_is_within_half_of_its_fourth_digit(value):
    shown = float(format_cell(value).replace(",", ""))
    assert shown == pytest.approx(value, rel=5.1e-4)


def parsed(frame, caption="Rates", identifier="table-rates"):
    return ElementTree.fromstring(frame_table(frame, caption, identifier))


@pytest.fixture
def frame():
    return pd.DataFrame({"system": ["AIX", NASTY], "sessions": [3, 1000], NASTY: [None, "x"]})


def test_headings_head_columns_and_the_first_cell_heads_its_row(frame):
    table = parsed(frame).find("table")
    assert [(th.get("scope"), th.text) for th in table.findall("thead/tr/th")] == [
        ("col", "system"),
        ("col", "sessions"),
        ("col", NASTY),
    ]
    assert [
        [(c.tag, c.get("scope"), c.text) for c in row] for row in table.findall("tbody/tr")
    ] == [
        [("th", "row", "AIX"), ("td", None, "3"), ("td", None, "–")],
        [("th", "row", NASTY), ("td", None, "1,000"), ("td", None, "x")],
    ]


def test_the_caption_names_table_and_scrollable_region(frame):
    region = parsed(frame, caption=NASTY, identifier='t"1')
    assert region.find("table/caption").text == NASTY
    assert (region.get("role"), region.get("tabindex")) == ("region", "0")
    assert region.get("aria-label") == NASTY
    assert region.find("table").get("id") == 't"1'


def test_numbers_and_texts_are_told_apart_for_the_style(frame):
    table = parsed(frame).find("table")
    assert [th.get("class") for th in table.findall("thead/tr/th")] == ["text", "number", "text"]


def test_a_frame_without_rows_or_columns_is_still_a_table():
    assert parsed(pd.DataFrame({"a": []})).findall("table/tbody/tr") == []
    assert parsed(pd.DataFrame([])).find("table/caption").text == "Rates"
