"""Errors say what, where, found, expected and what to do, and survive a pickle."""

import copy
import pickle

import pytest

from contention import errors
from contention.errors import (
    CheckFailed,
    ChecksumError,
    ContentionError,
    FitError,
    MeasurementError,
    MissingColumnError,
    ReadError,
    StudyError,
    TruncatedError,
    UnknownFormatError,
    UsageError,
)

FULL = {
    "path": "a.csv",
    "line": 3,
    "column": "cpu_time_s",
    "found": "'12 ms'",
    "expected": "a number",
    "hint": "remove the unit",
}
KINDS = [
    (CheckFailed, AssertionError, 1),
    (UsageError, ValueError, 2),
    (ReadError, ValueError, 3),
    (UnknownFormatError, ReadError, 3),
    (MissingColumnError, MeasurementError, 4),
    (TruncatedError, ReadError, 3),
    (MeasurementError, ValueError, 4),
    (FitError, RuntimeError, 5),
    (ChecksumError, OSError, 6),
    (StudyError, ValueError, 7),
]


@pytest.mark.parametrize(("kind", "builtin", "code"), KINDS)
def test_each_error_is_a_builtin_and_has_the_exit_code_of_the_design(kind, builtin, code):
    assert issubclass(kind, ContentionError)
    assert issubclass(kind, builtin)
    assert kind("wrong").exit_code == code


def test_the_table_above_covers_every_error_of_the_module():
    public = {getattr(errors, name) for name in errors.__all__} - {ContentionError}
    assert public == {kind for kind, _, _ in KINDS}


@pytest.mark.parametrize("kind", [kind for kind, _, _ in KINDS])
def test_a_message_says_where_what_found_expected_and_what_to_do_in_that_order(kind):
    assert str(kind("a number was expected", **FULL)) == (
        "a.csv, line 3, column cpu_time_s: a number was expected. Found: '12 ms'."
        " Expected: a number. What to do: remove the unit."
    )


def test_a_message_without_details_is_one_sentence():
    assert str(StudyError("the notebook is empty")) == "the notebook is empty."


def test_line_zero_is_shown_and_an_unnamed_file_leaves_no_comma():
    assert str(ReadError("odd", line=0)) == "line 0: odd."
    assert str(ReadError("odd", column="n")) == "column n: odd."


def test_an_empty_finding_is_still_reported():
    assert str(ReadError("odd", found="")).endswith("Found: .")


@pytest.mark.parametrize("kind", [kind for kind, _, _ in KINDS])
@pytest.mark.parametrize(
    "duplicate", [lambda e: pickle.loads(pickle.dumps(e)), copy.copy, copy.deepcopy]
)
def test_an_error_keeps_its_type_message_and_fields_through_a_copy(kind, duplicate):
    error = kind("a number was expected", **FULL)
    again = duplicate(error)
    assert type(again) is kind
    assert str(again) == str(error)
    assert again.args == error.args
    assert {name: getattr(again, name) for name in FULL} == FULL
    assert again.message == "a number was expected"


def test_a_caller_who_knows_only_builtins_can_catch_it():
    with pytest.raises(OSError, match="is not the recorded file"):
        raise ChecksumError("it is not the recorded file", path="raw/a.txt")
