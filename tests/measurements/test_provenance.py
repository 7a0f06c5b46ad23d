"""Where a measurement comes from, and what could not be read of it."""

import dataclasses

import pytest

from contention.measurements import Flag, Provenance


def test_a_flag_names_line_column_reason_and_text():
    flag = Flag(7, "bytes", "####", "the column was too narrow")
    assert str(flag) == "line 7, column bytes: the column was too narrow (found '####')"


def test_a_flag_without_a_line_concerns_the_whole_capture():
    assert str(Flag(None, None, "", "latin-1 text")).startswith("whole capture: latin-1 text")


@pytest.mark.parametrize("value", [Flag(1, None, "", "r"), Provenance("a.txt", "0" * 64, "csv")])
def test_it_cannot_be_changed(value):
    name = dataclasses.fields(value)[0].name
    with pytest.raises(dataclasses.FrozenInstanceError):
        setattr(value, name, "other")
