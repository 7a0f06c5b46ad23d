"""A study is frozen, and says in words what its parameters admit."""

from dataclasses import FrozenInstanceError, replace

import pytest

from contention.errors import StudyError
from contention.studies.study import Parameter

DURATION = Parameter("duration_s", "number", 600.0, "seconds", reader_option=True)
STYLE = Parameter("style", "string", "", "style", reader_option=True)


@pytest.mark.parametrize(
    ("parameter", "words"),
    [
        (Parameter("n", "number", 0.9, "n", minimum=0.5, maximum=0.99), "0.5 to 0.99"),
        (Parameter("n", "integer", 3, "n", minimum=2), "2 or more"),
        (Parameter("n", "number", 1, "n", maximum=3), "up to 3"),
        (Parameter("n", "number", 0, "n", minimum=0, maximum=0), "0 to 0"),
        (Parameter("n", "choice", "red", "n", choices=("red", "blue")), "red or blue"),
        (Parameter("n", "string", "", "n"), "any string"),
        (Parameter("n", "paths", [], "n"), "files that can be read"),
    ],
)
def test_the_range_of_a_parameter_is_said_in_words(parameter, words):
    assert parameter.range == words


def test_a_capture_is_found_by_its_id(study):
    assert study.capture("log").format == "csv"
    with pytest.raises(StudyError, match="study toy has no capture awr") as caught:
        study.capture("awr")
    assert caught.value.expected == "log"


def test_the_defaults_are_a_new_mapping_each_time(study):
    study.defaults["scale"] = 3.0
    assert study.defaults == {"data": [], "scale": 2.0}


def test_it_cannot_be_changed(study):
    with pytest.raises(FrozenInstanceError):
        study.title = "other"


def test_a_reader_is_told_the_given_options_and_what_is_measured(study):
    typed = replace(study, parameters=(*study.parameters, DURATION, STYLE))
    assert typed.reader_options({"duration_s": 30.0, "style": "", "scale": 3.0}) == {
        "duration_s": 30.0,
        "measures": "sweep",
    }
    assert typed.reader_options({}) == {"measures": "sweep"}


def test_a_reader_is_not_told_what_is_measured_when_there_are_several_kinds(study):
    (log,) = study.captures
    both = replace(study, captures=(log, replace(log, id="held", measures="memory")))
    neither = replace(study, captures=(replace(log, measures=""),))
    assert both.reader_options({}) == {}
    assert neither.reader_options({}) == {}
