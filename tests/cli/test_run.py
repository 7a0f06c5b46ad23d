"""``contention run``: parse, one call, print; bad captures are refused before a kernel starts."""

import json
from pathlib import Path

import pytest

from contention.book import report
from contention.cli import main
from contention.studies import running
from contention.studies.running import Run

pytestmark = pytest.mark.usefixtures("in_this_project")


class TestRun:
    @pytest.fixture
    def calls(self, monkeypatch):
        made = []

        def run_study(project, slug, *, data, parameters, out):
            made.append((slug, data, parameters, out))
            said = {"not_computed": ["No CPU times."], "conclusions": ["It saturates."]}
            return Run(slug, out, out / f"{slug}.ipynb", said)

        monkeypatch.setattr(running, "run_study", run_study)
        monkeypatch.setattr(report, "write_report", lambda notebook, out, title: out)
        return made

    def test_answers_come_first_and_the_path_of_the_report_last(self, calls, capsys):
        words = ["--data", "a.csv", "b.csv", "-p", "saturation_share=0.9", "--out", "there"]
        assert main(["run", "row_cache", *words]) == 0
        assert calls == [
            ("row_cache", ["a.csv", "b.csv"], {"saturation_share": 0.9}, Path("there"))
        ]
        printed = capsys.readouterr()
        assert printed.out == "It saturates.\nthere/report.html\n"
        assert "row_cache: No CPU times." in printed.err

    def test_the_output_folder_is_named_after_the_study(self, calls):
        assert main(["run", "row_cache"]) == 0
        assert calls == [("row_cache", [], {}, Path("contention-out/row_cache"))]

    def test_an_unknown_study_gets_the_closest_name(self, capsys):
        assert main(["run", "subscriber_lek"]) == 2
        assert "did you mean subscriber_leak?" in capsys.readouterr().err

    @pytest.mark.parametrize(
        ("assignment", "told"),
        [
            ("saturation_shore=0.9", "did you mean saturation_share?"),
            ("saturation_share", "written name=value"),
            ("saturation_share=high", "must be of type number"),
            ("saturation_share=7", "is out of range"),
        ],
    )
    def test_a_wrong_parameter_is_a_usage_error(self, assignment, told, capsys):
        assert main(["run", "row_cache", "-p", assignment]) == 2
        assert told in capsys.readouterr().err
        assert not Path("contention-out").exists()


class TestRunOnBadInput:
    """Found before a kernel starts, with the exit code and message of the reader."""

    @pytest.mark.parametrize(
        ("content", "code", "told"),
        [
            ("", 3, "the file is empty"),
            ("sessions,throughput\n", 3, "a heading and no row under it"),
            ("sessions,throughput\n1,fast\n", 3, "column throughput"),
            ("sessions,throughput\n0,100\n2,190\n", 4, "sessions must be positive"),
            ("sessions,throughput\n-1,100\n2,190\n", 4, "sessions must be positive"),
            (bytes(range(256)), 3, "this is not a text file"),
        ],
        ids=["empty", "header only", "text", "0 sessions", "negative sessions", "binary"],
    )
    def test_a_bad_capture(self, content, code, told, write, capsys):
        assert main(["run", "row_cache", "--data", write(content)]) == code
        assert told in capsys.readouterr().err

    def test_a_folder(self, tmp_path, capsys):
        assert main(["run", "row_cache", "--data", str(tmp_path)]) == 3
        assert "this is a folder" in capsys.readouterr().err

    def test_a_file_without_read_permission(self, unreadable, monkeypatch, capsys):
        monkeypatch.chdir("/")
        assert main(["run", "row_cache", "--data", unreadable]) == 3
        assert "you may not read this file" in capsys.readouterr().err

    @pytest.mark.parametrize(
        "content",
        ["sessions,speed\n1,100\n2,190\n", "step,bytes\n1,100\n2,190\n"],
        ids=["a missing column", "a memory log"],
    )
    def test_a_capture_that_holds_no_sweep(self, content, write, capsys):
        assert main(["run", "row_cache", "--data", write(content)]) == 4
        error = capsys.readouterr().err
        assert "holds no load sweep" in error
        assert "Expected: a column sessions and a column throughput" in error

    @pytest.mark.notebooks
    def test_unusual_bytes_and_missing_values_are_flagged_and_analysed(self, write, capsys):
        content = "\ufeff# caf\xe9\nsessions;throughput;platform\n"
        rows = ["1;1000,5;A", "2;1929,0;A", "4;fast;A", "8;6060,25;A", "16;8965;A", "32;10455;A"]
        capture = write((content + "\r\n".join(rows) + "\r\n").encode())
        assert main(["run", "row_cache", "--data", capture]) == 0
        found = json.loads(Path("contention-out/row_cache/results.json").read_text())
        assert any(
            "line 5" in flag and "text where a number belongs" in flag for flag in found["flags"]
        )

    @pytest.mark.notebooks
    def test_one_row_is_too_little_for_any_answer(self, write, capsys):
        capture = write("sessions,throughput\n1,1000\n")
        assert main(["run", "row_cache", "--data", capture]) == 4
        error = capsys.readouterr().err
        assert f"contention run: {capture}: " in error
        assert "needs at least 2 different session counts" in error
