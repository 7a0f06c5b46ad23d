"""``contention studies``, ``why`` and ``claims``: each is parse, one call, print."""

import json
import re
from pathlib import Path

import pytest

from contention.cli import main
from contention.studies import freshness, results

ROOT = Path(__file__).parents[2]
SLUGS = sorted(path.parent.name for path in (ROOT / "data").glob("*/study.toml"))

pytestmark = pytest.mark.usefixtures("in_this_project")


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
        assert lines[0].split() == ["study", "kind", "captures", "claims", "title"]
        assert sorted(line.split()[0] for line in lines[1:]) == SLUGS

    def test_json_has_the_parameters_with_their_range(self, capsys):
        assert main(["studies", "--json"]) == 0
        studies = {study["slug"]: study for study in json.loads(capsys.readouterr().out)}
        assert list(studies) == SLUGS
        for study in studies.values():
            assert study["captures"]
            assert bool(study["claims"]) == (study["kind"] == "published")
            assert set(study["parameters"]["data"]) == {"type", "default", "range", "help"}


class TestWhy:
    def test_it_says_fresh_or_names_what_changed(self, monkeypatch, capsys):
        stale = dict.fromkeys(SLUGS, ()) | {"row_cache": ["capture raw/awr.txt changed"]}
        monkeypatch.setattr(freshness, "why_stale", lambda project, study, build: stale[study.slug])
        assert main(["why"]) == 0
        lines = [f"{slug}: fresh" for slug in SLUGS]
        at = SLUGS.index("row_cache")
        lines[at : at + 1] = ["row_cache: stale", "  capture raw/awr.txt changed"]
        assert capsys.readouterr().out.splitlines() == lines
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

    def test_a_notebook_for_own_data_has_none(self, ledger, capsys):
        ledger()
        assert main(["claims", "sweep"]) == 2
        assert "is for your own data and has no claims" in capsys.readouterr().err
        assert main(["claims", "--json"]) == 0
        assert "sweep" not in json.loads(capsys.readouterr().out)["counts"]

    def test_stale_results_are_told(self, ledger, monkeypatch, capsys):
        ledger(row_cache=[entry("row_cache", "reproduced")])
        monkeypatch.setattr(freshness, "why_stale", lambda project, study, build: ["changed"])
        assert main(["claims", "row_cache"]) == 0
        assert "the results are stale" in capsys.readouterr().err
