"""The generated pages: about block, scorecard, ledger, errata, index."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bs4 import BeautifulSoup

from contention.book.about_page import about_page, reproduce_command
from contention.book.html_table import Html, html_table
from contention.book.results import parse_results
from contention.book.scorecard import errata_page, ledger_page, scorecard_page
from contention.book.study_index import studies_page
from contention.studies.study import Study


def cells(html: str, table: int = 0) -> list[list[str]]:
    found = BeautifulSoup(html, "html.parser").find_all("table")[table]
    return [
        [cell.get_text(" ", strip=True) for cell in row.find_all(["th", "td"])]
        for row in found.find_all("tr")
    ]


def test_a_table_escapes_text_and_scopes_its_headers() -> None:
    html = html_table("a < b", ["x\ny", "z"], [["<i>", Html("<b>2</b>")]], row_ids=["r"])
    table = BeautifulSoup(html, "html.parser")
    assert table.caption.get_text() == "a < b"
    assert [th["scope"] for th in table.find_all("th")] == ["col", "col", "row"]
    assert table.find(id="r").th.get_text() == "<i>"
    assert table.td.b.get_text() == "2"
    assert "\n\n" not in html


def test_the_block_names_source_captures_parameters_values_and_digest(
    study: Study, results: dict[str, Any]
) -> None:
    text = about_page(study, parse_results(results), [("Notebook", [("demo", "../demo.ipynb")])])
    for part in ("An article", "A. Author", "000_demo.txt", "ab" * 32, "cd" * 32, "numpy 2.4.6"):
        assert part in text
    assert cells(text)[1] == [f"sweep raw/sweep.txt {'ab' * 32}", "3-9", "csv", "nothing"]
    assert cells(text, 1)[1] == ["share", "0.95", "0.95", "0.5 to 0.999", "share of the peak"]
    values = {row[0]: row[1:] for row in cells(text, 2)}
    assert values["peak"] == ["12.34", "sessions", "10.20 to 15.10", "9", ""]
    assert values["limit"] == ["not computed", "runs", "", "", "no limit"]
    assert 'id="value-peak"' in text
    assert "{download}`demo <../demo.ipynb>`" in text


def test_the_command_names_only_parameters_that_differ(
    study: Study, results: dict[str, Any]
) -> None:
    assert reproduce_command(study, parse_results(results)) == "contention run demo"
    results["parameters"]["share"] = 0.9
    assert reproduce_command(study, parse_results(results)) == "contention run demo -p share=0.9"


def test_the_scorecard_counts_each_verdict(study: Study, results: dict[str, Any]) -> None:
    text = scorecard_page([study], {"demo": parse_results(results)})
    assert cells(text) == [
        ["study", "reproduced", "reproduced within rounding", "erratum", "not reproducible", "all"],
        ["A demonstration ledger", "1", "1", "1", "1", "4"],
        ["All studies", "1", "1", "1", "1", "4"],
    ]
    assert cells(text, 1)[1][0] == "The rate follows from executions and duration"
    assert 'href="ledger/demo.html#ledger-demo-rates"' in text


def test_a_claim_that_is_not_met_gets_its_own_column(study: Study, results: dict[str, Any]) -> None:
    results["claims"][0]["verdict"] = "not_met"
    text = scorecard_page([study], {"demo": parse_results(results)})
    assert "not met" in cells(text)[0]


def test_the_ledger_lists_every_figure(study: Study, results: dict[str, Any]) -> None:
    text = ledger_page(study, parse_results(results))
    assert "(ledger-demo-rates)=" in text
    rows = cells(text)
    assert len(rows) == 5
    assert rows[3] == [
        "6",
        "Rate at one session < two the sum is wrong by 1 & more computed as sweep(sessions=1).rate",
        "410",
        "410.5",
        "erratum",
    ]


def test_the_errata_give_both_values_and_the_reason(study: Study, results: dict[str, Any]) -> None:
    text = errata_page([study], {"demo": parse_results(results)})
    assert cells(text)[1:] == [
        [
            "6",
            "Rate at one session < two the sum is wrong by 1 & more computed as "
            "sweep(sessions=1).rate",
            "410",
            "410.5",
        ]
    ]
    results["claims"] = results["claims"][:1]
    assert "None so far" in errata_page([study], {"demo": parse_results(results)})


def test_the_index_keeps_studies_of_own_data_apart(study: Study, results: dict[str, Any]) -> None:
    own = replace(study, slug="mine", title="Mine", kind="own_data", claims=())
    runs = {"demo": parse_results(results), "mine": parse_results({**results, "claims": []})}
    text = studies_page([study, own], runs)
    first, heading, second = text.partition("## For your own data")
    assert heading
    assert "[A demonstration](chapters/demo.ipynb)" in first
    assert "### [Mine](chapters/mine.ipynb)" in second
    assert "published figures" not in second
    assert "For your own data" not in studies_page([study], runs)


def test_the_index_answers_with_the_interval(study: Study, results: dict[str, Any]) -> None:
    text = studies_page([study], {"demo": parse_results(results)})
    assert "It peaks at 12.3 sessions." in text
    assert "12.3 (10.2 to 15.1) sessions" in text
    assert "2 of 4 published figures reproduced" in text
    assert "[A demonstration](chapters/demo.ipynb)" in text
