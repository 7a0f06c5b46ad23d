"""A capture is read only if its bytes are the recorded ones."""

import hashlib
from dataclasses import replace

import pytest

from contention.errors import ChecksumError, StudyError
from contention.studies import captures
from contention.studies.captures import open_capture
from contention.studies.checksums import file_sha256


def test_the_digest_is_that_of_the_bytes(tmp_path):
    path = tmp_path / "a"
    path.write_bytes(b"abc")
    published = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    assert file_sha256(path) == published


def test_an_intact_capture_is_read(study):
    reading = open_capture(study, study.captures[0])
    assert reading.format == "csv"
    assert reading.tables[0].numbers("throughput").tolist() == [100.0, 190.0, 300.0]


def test_one_changed_byte_is_refused_with_both_digests(study):
    path = study.folder / "raw" / "log.csv"
    path.write_bytes(path.read_bytes() + b" ")
    with pytest.raises(ChecksumError, match="capture log is not the recorded file") as caught:
        open_capture(study, study.captures[0])
    assert caught.value.path == "toy/raw/log.csv"
    assert caught.value.expected == study.captures[0].sha256
    assert caught.value.found == hashlib.sha256(path.read_bytes()).hexdigest()


@pytest.mark.parametrize("path", ["raw/gone.csv", "raw"])
def test_a_capture_that_is_not_there_is_refused(study, path):
    capture = replace(study.captures[0], path=type(study.folder)(path))
    with pytest.raises(ChecksumError, match="cannot be opened"):
        open_capture(study, capture)


def test_an_unknown_reader_is_the_fault_of_the_study(study):
    with pytest.raises(StudyError, match="names an unknown reader") as caught:
        open_capture(study, replace(study.captures[0], format="xls"))
    assert "csv" in caught.value.expected


def test_the_study_s_options_reach_the_reader(study, monkeypatch):
    taken = {}
    monkeypatch.setattr(captures, "read", lambda path, **named: taken.update(named))
    open_capture(study, replace(study.captures[0], options={"duration_s": 600.0}))
    assert taken == {"format": "csv", "options": {"duration_s": 600.0}}
