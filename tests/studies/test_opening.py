"""A study opens on its published captures, or on the user's own and says what it needs of them."""

import pytest

from contention.errors import ChecksumError, MeasurementError, MissingColumnError, UsageError
from contention.studies import open_study, opening
from contention.studies.locations import PROJECT_VARIABLE


@pytest.fixture
def own(tmp_path):
    path = tmp_path / "mine.csv"
    path.write_text("sessions,throughput\n1,10\n8,40\n")
    return path


@pytest.mark.parametrize("empty", ["", [], ()])
def test_no_data_means_the_published_captures(project, empty):
    assert open_study("toy", data=empty).published


@pytest.mark.parametrize("wrap", [str, lambda path: [str(path)]])
def test_own_data_replaces_the_published_captures(project, own, wrap):
    session = open_study("toy", data=wrap(own))
    assert not session.published
    assert session.sweeps[0].throughput_per_s.tolist() == [10.0, 40.0]
    assert not session.has("log")


def test_an_altered_capture_is_refused(project):
    (project.data / "toy" / "raw" / "log.csv").write_text("sessions,throughput\n1,1\n")
    with pytest.raises(ChecksumError, match="is not the recorded file"):
        open_study("toy")


def test_data_that_the_study_cannot_use_is_refused_with_what_it_needs(project, tmp_path):
    path = tmp_path / "memory.csv"
    path.write_text("step,bytes\n1,10\n2,20\n")
    with pytest.raises(MissingColumnError, match="no load sweep") as caught:
        open_study("toy", data=str(path))
    assert "sessions" in caught.value.expected
    assert caught.value.path == str(path)


def test_data_without_any_of_several_kinds_of_measurement_is_refused(project, tmp_path):
    path = project.data / "toy" / "study.toml"
    text = path.read_text()
    start, end = text.index("[[capture]]"), text.index("[parameters")
    more = text[start:end].replace('"log"', '"held"').replace('"sweep"', '"memory"')
    path.write_text(text[:start] + more + text[start:])
    other = tmp_path / "other.csv"
    other.write_text("event,waits\nlatch,3\n")
    with pytest.raises(MeasurementError, match="finds nothing to analyse") as caught:
        open_study("toy", data=str(other))
    assert caught.value.path == str(other)
    assert caught.value.found == "csv"
    assert "step and bytes" in caught.value.expected


def test_several_captures_of_one_s_own_are_all_read(project, own, tmp_path):
    second = tmp_path / "second.csv"
    second.write_text("sessions,throughput\n2,5\n3,6\n")
    session = open_study("toy", data=[str(own), str(second)])
    assert [sweep.sessions.tolist() for sweep in session.sweeps] == [[1.0, 8.0], [2.0, 3.0]]
    assert [sweep.label for sweep in session.sweeps] == ["mine", "second"]


def test_the_reader_is_told_the_parameters_that_concern_it(project, own, monkeypatch):
    path = project.data / "toy" / "study.toml"
    text = path.read_text().replace("maximum = 10", "maximum = 1000\nreader_option = true")
    path.write_text(text.replace("parameters.scale", "parameters.duration_s"))
    told = []
    read = opening.read_several
    monkeypatch.setattr(
        opening,
        "read_several",
        lambda paths, options: told.append(options) or read(paths, options=options),
    )
    open_study("toy", data=str(own), duration_s=30.0)
    assert told == [{"duration_s": 30.0, "measures": "sweep"}]


def test_an_unknown_study_is_refused_with_the_closest(project):
    with pytest.raises(UsageError, match="there is no study toyy") as caught:
        open_study("toyy")
    assert caught.value.hint == "did you mean toy?"


def test_the_project_is_the_one_around_the_notebook(project, monkeypatch):
    monkeypatch.delenv(PROJECT_VARIABLE)
    monkeypatch.chdir(project.notebooks)
    assert open_study("toy").study.folder == project.data / "toy"
