"""Reading results files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from contention.book.results import load_results, load_results_folder, parse_results
from contention.errors import StudyError


def test_every_part_of_a_results_document_is_kept(results: dict[str, Any]) -> None:
    run = parse_results(results)
    assert (run.values["peak"].low, run.values["peak"].n) == (10.2, 9)
    assert run.inputs == (("data/demo/raw/sweep.txt", "ab" * 32),)
    assert [claim.verdict for claim in run.claims][2] == "erratum"
    assert run.claims[0].claim == "rates"
    assert run.tables == {"sweep": "tables/demo/sweep.csv"}
    assert run.figures["sweep"] == ("figures/demo/sweep.svg", "Rate grows to 410.")


@pytest.mark.parametrize(
    ("found", "shown"),
    [
        (None, ""),
        (True, "holds"),
        (False, "does not hold"),
        (1234567, "1,234,567"),
        (0.0891, "0.0891"),
        (12.000000001, "12"),
        (1 / 3, "0.333333"),
        ("latch: free", "latch: free"),
    ],
)
def test_a_found_figure_is_printed_to_six_digits(
    results: dict[str, Any], found: object, shown: str
) -> None:
    results["claims"][0]["found"] = found
    assert parse_results(results).claims[0].found == shown


def test_an_unknown_verdict_is_refused(results: dict[str, Any]) -> None:
    results["claims"][0]["verdict"] = "probably"
    with pytest.raises(StudyError, match="probably"):
        parse_results(results)


@pytest.mark.parametrize("raw", [[], {"values": {}}, {"study": "d", "values": {"k": 3}}])
def test_what_is_not_a_results_document_is_refused(raw: object) -> None:
    with pytest.raises(StudyError):
        parse_results(raw)


def test_a_damaged_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text("{", encoding="utf-8")
    with pytest.raises(StudyError, match=r"a\.json"):
        load_results(tmp_path / "a.json")
    with pytest.raises(StudyError, match=r"gone\.json"):
        load_results(tmp_path / "gone.json")


def test_a_folder_is_read_in_slug_order(tmp_path: Path) -> None:
    for slug in ("b", "a"):
        (tmp_path / f"{slug}.json").write_text(json.dumps({"study": slug}), encoding="utf-8")
    assert list(load_results_folder(tmp_path)) == ["a", "b"]
