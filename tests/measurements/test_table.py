"""A table keeps texts, values and lines, and selects rows without guessing."""

import math

import pandas as pd
import pytest

from contention.errors import MissingColumnError, StudyError
from contention.measurements import Column, Provenance, Table

BIG = 2**80 + 1


@pytest.fixture
def table():
    return Table(
        "sessions",
        (
            Column("n", "N", ("1", "3", "3", None), (1, 3, 3, None)),
            Column("name", "NAME", ("a", "a", "b", "c"), ("a", "a", "b", "c")),
            Column("bytes", "BYTES", ("1.5", str(BIG), None, "x"), (1.5, BIG, None, "x")),
        ),
        (4, 5, 6, 8),
        Provenance("a.txt"),
    )


def test_it_knows_its_names_length_and_columns(table):
    assert table.names == ("n", "name", "bytes")
    assert len(table) == 4
    assert table.column("n").heading == "N"


def test_numbers_are_floats_with_nan_for_what_is_missing_or_text(table):
    numbers = table.numbers("bytes")
    assert numbers[:2].tolist() == [1.5, float(BIG)]
    assert math.isnan(numbers[2])
    assert math.isnan(numbers[3])


def test_an_integer_too_large_for_a_float_is_infinite_not_a_crash():
    huge = Column("n", "N", ("9" * 400, "-" + "9" * 400), (10**400 - 1, 1 - 10**400))
    table = Table("t", (huge,), (1, 2), Provenance("a.txt"))
    assert table.numbers("n").tolist() == [math.inf, -math.inf]


def test_large_integers_stay_exact(table):
    assert table.column("bytes").values[1] == BIG


def test_a_row_is_found_by_all_the_given_values(table):
    assert table.row(n=3, name="b") == 2
    assert table.row(n=None) == 3


@pytest.mark.parametrize(("where", "hits"), [({"n": 9}, 0), ({"n": 3}, 2), ({}, 4)])
def test_no_row_or_several_rows_are_an_error(table, where, hits):
    with pytest.raises(StudyError, match=f"{hits} rows match") as caught:
        table.row(**where)
    assert caught.value.path == "a.txt"


def test_an_unknown_column_names_those_there_are(table):
    with pytest.raises(MissingColumnError, match="no column sum") as caught:
        table.column("sum")
    assert caught.value.found == "n, name, bytes"
    with pytest.raises(MissingColumnError):
        table.row(sum=1)


@pytest.mark.parametrize(
    "columns",
    [
        (Column("n", "N", ("1",), (1, 2)),),
        (Column("n", "N", ("1", "2", "3"), (1, 2)),),
        (Column("n", "N", ("1", "2", "3"), (1, 2, 3)),),
    ],
)
def test_texts_values_and_lines_must_have_one_length(columns):
    with pytest.raises(StudyError, match="column n has another length"):
        Table("t", columns, (1, 2), Provenance("a.txt"))


def test_two_columns_of_one_name_are_refused():
    column = Column("n", "N", ("1",), (1,))
    with pytest.raises(StudyError, match="two columns share a name"):
        Table("t", (column, column), (1,), Provenance("a.txt"))


def test_the_frame_has_every_cell_and_missing_ones_stay_missing(table):
    frame = table.frame()
    assert list(frame.columns) == ["n", "name", "bytes"]
    assert pd.isna(frame["n"][3])
    assert frame["bytes"][1] == BIG


@pytest.mark.parametrize(
    ("values", "numeric"),
    [((1, 2.5, None), True), ((1, "x"), False), ((None, None), False), ((), False)],
)
def test_a_column_is_numeric_when_every_value_present_is_a_number(values, numeric):
    text = tuple(None if value is None else str(value) for value in values)
    assert Column("n", "N", text, values).numeric is numeric
