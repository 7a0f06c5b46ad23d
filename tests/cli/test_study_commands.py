"""The commands on studies: each is parse, one call, print."""

import json
import re
from pathlib import Path

import pytest

from contention.book import browser, checks, render, report
from contention.book.checks import Finding
from contention.cli import main
from contention.errors import CheckFailed
from contention.studies import building, freshness, results, running
from contention.studies.locations import PROJECT_VARIABLE
from contention.studies.running import Run

ROOT = Path(__file__).parents[2]
SLUGS = ["row_cache", "subscriber_leak"]


@pytest.fixture(autouse=True)
def _in_this_project(monkeypatch, tmp_path):
    monkeypatch.setenv(PROJECT_VARIABLE, str(ROOT))
    monkeypatch.chdir(tmp_path)


def entry(study, verdict, line=7):
    return {
        "study": study,
        "line": line,
        "verdict": verdict,
        "printed": "12",
        "found": 12,
        "statement": "A dozen",
    }


@pytest.fixture
def ledger(monkeypatch):
    """Give the studies these claims, as if they had been built."""

    def give(**claims):
        monkeypatch.setattr(
            results, "read_results", lambda build, slug: {"claims": claims.get(slug, [])}
        )
        monkeypatch.setattr(freshness, "why_stale", lambda project, study, build: [])

    return give


class TestStudies:
    def test_people_get_a_line_for_each(self, capsys):
        assert main(["studies"]) == 0
        lines = capsys.readouterr().out.splitlines()
        assert lines[0].split() == ["study", "captures", "claims", "title"]
        assert [line.split()[0] for line in lines[1:]] == SLUGS

    def test_json_has_the_parameters_with_their_range(self, capsys):
        assert main(["studies", "--json"]) == 0
        studies = {study["slug"]: study for study in json.loads(capsys.readouterr().out)}
        assert list(studies) == SLUGS
        for study in studies.values():
            assert study["captures"]
            assert study["claims"]
            assert set(study["parameters"]["data"]) == {"type", "default", "range", "help"}


class TestWhy:
    def test_it_says_fresh_or_names_what_changed(self, monkeypatch, capsys):
        stale = {"row_cache": ["capture raw/awr.txt changed"], "subscriber_leak": []}
        monkeypatch.setattr(freshness, "why_stale", lambda project, study, build: stale[study.slug])
        assert main(["why"]) == 0
        assert capsys.readouterr().out == (
            "row_cache: stale\n  capture raw/awr.txt changed\nsubscriber_leak: fresh\n"
        )
        assert main(["why", "row_cache", "--json"]) == 0
        assert json.loads(capsys.readouterr().out) == {"row_cache": stale["row_cache"]}

    def test_an_unknown_study_gets_the_closest_name(self, capsys):
        assert main(["why", "row_cash"]) == 2
        assert "did you mean row_cache?" in capsys.readouterr().err


class TestClaims:
    def test_counts_by_verdict_and_exit_0_when_all_are_explained(self, ledger, capsys):
        ledger(row_cache=[entry("row_cache", "reproduced"), entry("row_cache", "erratum")])
        assert main(["claims", "row_cache"]) == 0
        heading, counts = capsys.readouterr().out.splitlines()
        assert heading.split("  ")[0] == "study"
        assert counts.split() == ["row_cache", "1", "0", "1", "0", "0", "2"]

    def test_one_that_is_not_met_is_listed_and_exits_1(self, ledger, capsys):
        ledger(row_cache=[entry("row_cache", "not_met", line=99)])
        assert main(["claims"]) == 1
        assert re.search(
            r"^row_cache +99 +not_met +12 +12 +A dozen$", capsys.readouterr().out, re.M
        )
        assert main(["claims", "subscriber_leak"]) == 0

    def test_every_figure_on_request(self, ledger, capsys):
        ledger(row_cache=[entry("row_cache", "reproduced")] * 3)
        assert main(["claims", "row_cache", "--list"]) == 0
        assert capsys.readouterr().out.count("A dozen") == 3

    def test_json_has_counts_and_every_figure(self, ledger, capsys):
        ledger(subscriber_leak=[entry("subscriber_leak", "not_met")])
        assert main(["claims", "--json"]) == 1
        content = json.loads(capsys.readouterr().out)
        assert content["counts"]["subscriber_leak"]["not_met"] == 1
        assert content["claims"] == [entry("subscriber_leak", "not_met")]

    def test_a_study_without_results_says_what_to_run(self, monkeypatch, capsys):
        monkeypatch.setattr(results, "read_results", lambda build, slug: None)
        assert main(["claims", "row_cache"]) == 2
        assert "contention build row_cache" in capsys.readouterr().err

    def test_stale_results_are_told(self, ledger, monkeypatch, capsys):
        ledger(row_cache=[entry("row_cache", "reproduced")])
        monkeypatch.setattr(freshness, "why_stale", lambda project, study, build: ["changed"])
        assert main(["claims", "row_cache"]) == 0
        assert "the results are stale" in capsys.readouterr().err


class TestBuild:
    @pytest.fixture
    def calls(self, monkeypatch):
        made = []

        def build_studies(project, slugs, *, jobs, fresh, progress):
            made.append((slugs, jobs, fresh))
            for state in ("waiting", "running", "done"):
                progress("row_cache", state)
            progress("subscriber_leak", "fresh")

        def build_html(project, build, *, force):
            made.append((project, build, force))
            return build / "html" / "index.html"

        monkeypatch.setattr(building, "build_studies", build_studies)
        monkeypatch.setattr(render, "build_html", build_html)
        return made

    def test_the_last_line_is_the_path_of_the_book(self, calls, capsys):
        assert main(["build", "row_cache", "--jobs", "3", "--fresh"]) == 0
        assert calls == [(["row_cache"], 3, True), (ROOT, ROOT / "build", True)]
        assert capsys.readouterr().out == f"{ROOT}/build/html/index.html\n"

    def test_progress_goes_to_the_standard_error(self, calls, capsys):
        assert main(["build"]) == 0
        lines = capsys.readouterr().err.splitlines()
        assert lines[:2] == ["row_cache: waiting", "row_cache: running"]
        assert re.fullmatch(r"row_cache: done in \d+\.\d s", lines[2])
        assert lines[3] == "subscriber_leak: fresh"

    def test_without_options_it_builds_what_is_stale(self, calls, capsys):
        assert main(["build"]) == 0
        (slugs, jobs, fresh), (_, _, force) = calls
        assert (slugs, fresh, force) == ([], False, False)
        assert jobs >= 1

    def test_an_unknown_study_is_refused_before_anything_runs(self, capsys):
        assert main(["build", "row_cash"]) == 2
        assert "did you mean row_cache?" in capsys.readouterr().err

    def test_no_jobs_are_refused(self, capsys):
        assert main(["build", "--jobs", "0"]) == 2
        assert "must be 1 or more" in capsys.readouterr().err

    def test_outside_a_checkout_it_says_what_can_be_done(self, monkeypatch, tmp_path, capsys):
        for name in ("data", "notebooks"):
            (tmp_path / name).symlink_to(ROOT / name)
        monkeypatch.setenv(PROJECT_VARIABLE, str(tmp_path))
        for command in ("build", "check"):
            assert main([command]) == 2
            assert "contention run SLUG" in capsys.readouterr().err


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

    @pytest.mark.notebooks
    @pytest.mark.parametrize(
        ("content", "told"),
        [
            ("sessions,speed\n1,100\n2,190\n", "nothing to analyse"),
            ("step,bytes\n1,100\n2,190\n", "nothing to analyse"),
        ],
        ids=["a missing column", "a memory log"],
    )
    def test_a_capture_that_holds_no_sweep(self, content, told, write, capsys):
        assert main(["run", "row_cache", "--data", write(content)]) == 4
        assert told in capsys.readouterr().err


class TestCheck:
    @pytest.fixture
    def found(self, monkeypatch):
        findings = {"pages": [], "browser": []}
        monkeypatch.setattr(checks, "check_book", lambda root: tuple(findings["pages"]))
        monkeypatch.setattr(browser, "check_in_browser", lambda html: tuple(findings["browser"]))
        return findings

    def test_nothing_found_is_0(self, found, capsys):
        assert main(["check"]) == 0
        printed = capsys.readouterr()
        assert printed.out == ""
        assert "nothing is wrong with the book" in printed.err

    def test_each_finding_is_a_line_and_the_exit_code_1(self, found, capsys):
        found["pages"] = [Finding("a.html", "links", "b.html is not there", "mend the link")]
        found["browser"] = [Finding("a.html", "axe", "contrast", "darken")]
        assert main(["check"]) == 1
        assert capsys.readouterr().out.splitlines() == [
            "a.html: links: b.html is not there. Fix: mend the link.",
            "a.html: axe: contrast. Fix: darken.",
        ]

    def test_the_browser_can_be_left_out(self, found, capsys):
        found["browser"] = [Finding("a.html", "axe", "contrast", "darken")]
        assert main(["check", "--no-browser", "--json"]) == 0
        assert json.loads(capsys.readouterr().out) == []

    def test_without_a_book_it_says_so(self, monkeypatch, capsys):
        def no_book(root):
            raise CheckFailed("there is no built book", hint="contention build")

        monkeypatch.setattr(checks, "check_book", no_book)
        assert main(["check"]) == 1
        assert "contention build" in capsys.readouterr().err
