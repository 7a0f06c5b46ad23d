"""``contention build`` and ``check``: each is parse, one call, print."""

import json
import re
from pathlib import Path

import pytest

from contention.book import browser, checks, render
from contention.book.checks import Finding
from contention.cli import main
from contention.errors import CheckFailed
from contention.studies import building
from contention.studies.locations import PROJECT_VARIABLE

ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.usefixtures("in_this_project")


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
