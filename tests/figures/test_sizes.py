"""Sizes in words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contention.figures.sizes import size_text, size_unit

BYTES_PER_UNIT = {"bytes": 1, "KB": 1024, "MB": 1024**2, "GB": 1024**3}


@pytest.mark.parametrize(
    ("size", "text"),
    [
        (0, "0 bytes"),
        (1023, "1,023 bytes"),
        (1024, "1 KB"),
        (524288000, "500 MB"),
        (34227646464, "31.9 GB"),
        (-2048, "-2 KB"),
    ],
)
def test_a_size_is_written_in_its_largest_unit(size, text):
    assert size_text(size) == text


@given(st.floats(1, 1e15))
def test_the_words_are_within_one_percent_of_the_size(size):
    number, unit = size_text(size).replace(",", "").split()
    assert float(number) * BYTES_PER_UNIT[unit] == pytest.approx(size, rel=0.01, abs=0.5)


@given(st.floats(1, 1e15))
def test_the_unit_is_not_greater_than_the_size(size):
    unit, name = size_unit(size)
    assert unit == BYTES_PER_UNIT[name]
    assert unit <= size
