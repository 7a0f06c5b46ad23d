"""Parameters are checked against the study file before anything runs."""

import math
from dataclasses import replace
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contention.errors import StudyError, UsageError
from contention.studies.parameters import check_parameters, check_value, parse_assignments
from contention.studies.study import Parameter

SHARE = Parameter("share", "number", 0.95, "share of peak", minimum=0.5, maximum=0.99)
COUNT = Parameter("count", "integer", 12, "points", minimum=2)
COLOUR = Parameter("colour", "choice", "red", "colour", choices=("red", "blue"))
FLAG = Parameter("flag", "boolean", True, "whether")
NAME = Parameter("name", "string", "x", "a name")
DATA = Parameter("data", "paths", [], "captures")


def value_or_refusal(check, *arguments):
    try:
        return check(*arguments)
    except UsageError as error:
        return error


@pytest.mark.parametrize(
    ("parameter", "value"),
    [
        (SHARE, 0.5),
        (SHARE, 0.99),
        (COUNT, 2),
        (COUNT, 10**30),
        (COLOUR, "blue"),
        (FLAG, False),
        (NAME, ""),
        (DATA, ["a.csv", "b.csv"]),
        (Parameter("n", "number", 1, "n"), 3),
    ],
)
def test_what_the_parameter_admits_is_returned_unchanged(parameter, value):
    assert check_value(parameter, value) == value


@pytest.mark.parametrize(
    ("parameter", "value", "message"),
    [
        (SHARE, 0.4999, "share is out of range"),
        (SHARE, 1, "share is out of range"),
        (SHARE, math.nan, "share is out of range"),
        (SHARE, math.inf, "share is out of range"),
        (SHARE, "0.9", "share must be of type number"),
        (SHARE, True, "share must be of type number"),
        (SHARE, None, "share must be of type number"),
        (COUNT, 1, "count is out of range"),
        (COUNT, 12.0, "count must be of type integer"),
        (COUNT, True, "count must be of type integer"),
        (COLOUR, "green", "colour is not one of its choices"),
        (COLOUR, 3, "colour must be of type choice"),
        (FLAG, 1, "flag must be of type boolean"),
        (NAME, 1, "name must be of type string"),
        (DATA, "a.csv", "data must be of type paths"),
        (DATA, [1], "data must be of type paths"),
        (Parameter("n", "number", 1, "n"), math.nan, "n is out of range"),
        pytest.param(
            Parameter("n", "number", 1, "n"), 10**400, "n is out of range", id="beyond floats"
        ),
    ],
)
def test_what_it_does_not_admit_is_refused_with_the_range(parameter, value, message):
    with pytest.raises(UsageError, match=message) as caught:
        check_value(parameter, value)
    assert caught.value.expected == parameter.range


def test_a_default_that_is_wrong_is_the_fault_of_the_study():
    with pytest.raises(StudyError) as caught:
        check_value(SHARE, 2, path="toy/study.toml", error=StudyError)
    assert caught.value.path == "toy/study.toml"


@given(st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.lists(st.text()))
def test_any_value_is_admitted_as_it_is_or_refused(value):
    for parameter in (SHARE, COUNT, COLOUR, FLAG, NAME, DATA):
        found = value_or_refusal(check_value, parameter, value)
        assert found is value or parameter.name in found.message


def test_given_values_override_the_defaults(study):
    assert check_parameters(study, {"scale": 3}) == {"data": [], "scale": 3}
    assert check_parameters(study, {}) == study.defaults


def test_an_unknown_parameter_is_refused_with_the_closest_name(study):
    with pytest.raises(UsageError, match="has no parameter scael") as caught:
        check_parameters(study, {"scael": 3})
    assert caught.value.hint == "did you mean scale?"
    assert caught.value.expected == "data, scale"


def test_a_name_like_no_other_gets_no_suggestion(study):
    with pytest.raises(UsageError) as caught:
        check_parameters(study, {"zzz": 3})
    assert caught.value.hint is None


def test_a_mistyped_value_is_refused_before_anything_runs(study):
    with pytest.raises(UsageError, match="scale must be of type number"):
        check_parameters(study, {"scale": "big"})


@pytest.fixture
def typed(study):
    return replace(study, parameters=(SHARE, COUNT, COLOUR, FLAG, NAME, DATA))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("share=0.9", {"share": 0.9}),
        ("share = 1", {"share": 1}),
        ("share=nine", {"share": "nine"}),
        ("count=3", {"count": 3}),
        ("count=-3", {"count": -3}),
        ("count=3.5", {"count": "3.5"}),
        ("flag=no", {"flag": False}),
        ("flag=TRUE", {"flag": True}),
        ("flag=maybe", {"flag": "maybe"}),
        ("name=a=b", {"name": "a=b"}),
        ("name=", {"name": ""}),
        ("colour=blue", {"colour": "blue"}),
        ("data=a.csv, b.csv", {"data": ["a.csv", "b.csv"]}),
        ("data=", {"data": []}),
        ("unknown=3", {"unknown": "3"}),
    ],
)
def test_an_assignment_is_read_by_the_type_of_its_name(typed, text, expected):
    found = parse_assignments(typed, [text])
    assert found == expected
    assert type(next(iter(found.values()))) is type(next(iter(expected.values())))


@pytest.mark.parametrize("text", ["share", "=3", "  =3", ""])
def test_an_assignment_needs_a_name_and_an_equals_sign(typed, text):
    with pytest.raises(UsageError, match="written name=value"):
        parse_assignments(typed, [text])


@given(st.text())
def test_any_assigned_text_ends_in_a_value_or_a_usage_error(text):
    study = SimpleNamespace(slug="toy", parameters=(SHARE, COUNT, FLAG), defaults={"share": 0.95})
    for name in ("share", "count", "flag"):
        values = parse_assignments(study, [f"{name}={text}"])
        found = value_or_refusal(check_parameters, study, values)
        assert isinstance(found, dict) or name in found.message
