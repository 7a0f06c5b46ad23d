"""Reports: one file that needs nothing else."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from bs4 import BeautifulSoup

from contention.book.browser import check_in_browser
from contention.book.report import write_report
from contention.book.report_formula import formula_html
from contention.book.report_markdown import MarkdownRenderer
from contention.book.results import parse_results
from contention.errors import StudyError


@pytest.fixture
def report(notebook: dict[str, Any], results: dict[str, Any], tmp_path: Path) -> Path:
    notebook["cells"][0]["source"] += "\n\n## Model\n\n$R = \\frac{N}{X}$ and $$x^2$$\n"
    sentence = "Not computed: this part needs the AWR report."
    shown = {"text/html": f'<p class="contention-not-computed">{sentence}</p>'}
    notebook["cells"][5]["outputs"] = [
        {"output_type": "display_data", "data": shown, "metadata": {}}
    ]
    results["not_computed"] = [sentence]
    results["conclusions"] = ["It saturates at 12.3 sessions."]
    results["flags"] = ["csv: line 3: the throughput is missing"]
    (tmp_path / "demo.ipynb").write_text(json.dumps(notebook), encoding="utf-8")
    (tmp_path / "results.json").write_text(json.dumps(results), encoding="utf-8")
    return write_report(tmp_path / "demo.ipynb", tmp_path / "page" / "report.html")


def test_the_report_needs_nothing_else(report: Path) -> None:
    text = report.read_text(encoding="utf-8")
    page = BeautifulSoup(text, "html.parser")
    assert not page.find_all(["script", "link", "iframe"])
    assert all(str(img["src"]).startswith("data:") for img in page.find_all("img"))
    assert not re.search(r"""(?:src|href)=["']?(?:https?:)?//""", text)


def test_title_data_flags_and_missing_parts_are_shown(report: Path) -> None:
    page = BeautifulSoup(report.read_text(encoding="utf-8"), "html.parser")
    assert [h1.get_text() for h1 in page.find_all("h1")] == ["A demonstration"]
    header = page.header.get_text(" ")
    assert "sweep.txt" in header
    assert "the throughput is missing" in header
    assert "It saturates at 12.3 sessions." in header
    assert len(page.find_all(string=re.compile("needs the AWR report"))) == 2
    assert "ab" * 32 in page.get_text()


def test_results_are_filled_in_and_figures_are_numbered(report: Path) -> None:
    page = BeautifulSoup(report.read_text(encoding="utf-8"), "html.parser")
    assert "It peaks at 12.3 sessions, see Figure 1, and the mean is 40,124." in page.get_text()
    figure = page.find("figure", id="figure-sweep")
    assert figure.img["alt"] == "Rate grows to 410 at 12 sessions."
    assert figure.figcaption.get_text().startswith("Figure 1. Rate against sessions")
    assert page.find("a", href="#figure-sweep")


def test_code_is_folded_and_tables_keep_their_captions(report: Path) -> None:
    page = BeautifulSoup(report.read_text(encoding="utf-8"), "html.parser")
    folded = page.find_all("details")
    assert all(details.get("open") is None for details in folded)
    assert [len(details.find_all("code")) for details in folded] == [3, 1, 1, 1]
    assert "Sessions and rate" in [caption.get_text() for caption in page.find_all("caption")]


@pytest.mark.browser
def test_a_browser_finds_nothing_wrong(report: Path) -> None:
    assert check_in_browser(report.parent) == ()


def test_a_notebook_whose_title_was_left_out_gets_one(
    notebook: dict[str, Any], results: dict[str, Any], tmp_path: Path
) -> None:
    notebook["cells"] = notebook["cells"][1:]
    path = tmp_path / "demo.ipynb"
    path.write_text(json.dumps(notebook), encoding="utf-8")
    for title, shown in (("Own title", "Own title"), ("", "Report of demo")):
        out = write_report(path, tmp_path / "r.html", results, title=title)
        assert BeautifulSoup(out.read_text(encoding="utf-8"), "html.parser").h1.text == shown


def test_a_missing_results_file_is_named(notebook: dict[str, Any], tmp_path: Path) -> None:
    (tmp_path / "demo.ipynb").write_text(json.dumps(notebook), encoding="utf-8")
    with pytest.raises(StudyError, match=r"results\.json"):
        write_report(tmp_path / "demo.ipynb", tmp_path / "report.html")


@pytest.fixture
def markdown(results: dict[str, Any]) -> MarkdownRenderer:
    return MarkdownRenderer(parse_results(results), {"sweep": 1})


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("{result}`peak:.1f:interval`", "12.3 (10.2 to 15.1)"),
        ("{result}`elsewhere:key:.1f`", "not computed here"),
        ("{result}`missing:.1f`", "not computed here"),
        ("said {cite}`knuth`.", "said."),
        ("{doc}`the law </methods/law>`", "the law"),
        ("{doc}`/methods/quadratic-waiting`", "quadratic waiting"),
        ("{term}`latch`", "latch"),
        ("`{result}` is code", "<code>{result}</code> is code"),
        ("it costs $5 or $6", "it costs $5 or $6"),
        ("`$x$`", "<code>$x$</code>"),
        ("a <b & c", "a &lt;b &amp; c"),
    ],
)
def test_roles_are_resolved_or_taken_off(markdown: MarkdownRenderer, text: str, shown: str) -> None:
    assert markdown.inline(text) == shown


def test_directives_become_boxes(markdown: MarkdownRenderer) -> None:
    html = markdown.block(
        "(label)=\n:::{note}\nMind $x$.\n:::\n\n"
        "```{solution} a\n:class: dropdown\nSo.\n```\n\n"
        "```{exercise} Try\n:label: a\nCompute `n`.\n```\n\n```{bibliography}\n```\n\n"
        "```sql\na\n```"
    )
    page = BeautifulSoup(html, "html.parser")
    assert page.find("div", class_="note").img["alt"] == "x"
    assert page.details.get_text(" ", strip=True) == "Solution So."
    assert page.find("div", class_="boxed").get_text(" ", strip=True).startswith("Exercise: Try")
    assert page.pre.get_text() == "a\n"
    assert "label" not in page.get_text()


def test_headings_step_down_outside_code(markdown: MarkdownRenderer) -> None:
    html = markdown.block("# One\n\n```sh\n# comment\n```", demote=True)
    assert "<h2>One</h2>" in html
    assert "\n# comment" in f"\n{BeautifulSoup(html, 'html.parser').pre.get_text()}"


def test_formulas_are_pictures_with_their_source_as_alternative() -> None:
    html = formula_html(r"R = \frac{a}{b}", display=True)
    image = BeautifulSoup(html, "html.parser").img
    assert image["alt"] == r"R = \dfrac{a}{b}"
    assert image["src"].startswith("data:image/svg+xml;base64,")
    assert formula_html(r"\begin{aligned}a\end{aligned}").startswith("<code>")
