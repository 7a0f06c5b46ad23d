"""Printing: tables for people, JSON for machines, nothing that steers the terminal."""

import json
import re
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from contention.cli.output import cell_text, json_text, printable, table_text
from contention.cli.progress import showing_progress

CELLS = st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=20))


@given(st.text())
def test_printable_text_holds_no_control_character(text):
    assert all(mark.isprintable() or mark == "\n" for mark in printable(text))


@given(st.lists(st.tuples(CELLS, CELLS), max_size=5))
def test_a_table_has_a_line_for_each_row_whatever_the_cells_hold(rows):
    assert len(table_text(["first", "second"], rows).splitlines()) == len(rows) + 1


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (12345678901234567890, "12345678901234567890"),
        (1234567.8, "1234568"),
        (0.000123456789, "0.000123457"),
        (float("inf"), "inf"),
        ("two\nlines", r"two\nlines"),
        (False, "no"),
    ],
)
def test_a_value_as_a_cell(value, text):
    assert cell_text(value) == text


def test_a_column_of_missing_values_is_to_the_left():
    assert table_text(["a", "name"], [[None, "x"]]) == "a  name\n-  x\n"


def test_numpy_numbers_are_json_numbers():
    content = {"n": np.int64(3), "x": np.float64(0.5), "bad": np.float32("nan"), "flag": True}
    assert json.loads(json_text(content)) == {"n": 3, "x": 0.5, "bad": None, "flag": True}


def test_what_json_does_not_know_is_an_error_of_ours():
    with pytest.raises(TypeError, match="complex"):
        json_text({"z": 1j})


def test_on_a_terminal_the_progress_is_live(monkeypatch):
    class Terminal:
        def __init__(self):
            self.written = ""

        def isatty(self):
            return True

        def write(self, text):
            self.written += text

        def flush(self):
            pass

    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setenv("TERM", "xterm")
    with showing_progress() as tell:
        for state in ("waiting", "running", "done"):
            tell("row_cache", state)
        tell("subscriber_leak", "fresh")
    assert re.search(r"row_cache +done", terminal.written)
    assert re.search(r"subscriber_leak +fresh", terminal.written)
