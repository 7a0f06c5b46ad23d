"""The checks that need no browser: each finds what it is for, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from contention.book.checks import RULES
from contention.book.checks.built_page import BuiltPage, load_pages
from contention.book.checks.figures import alt_problem, figures_without_words
from contention.book.checks.links import broken_links
from contention.book.checks.resources import external_resources, large_files, local_paths
from contention.book.checks.sources import pages_without_sources
from contention.book.checks.tables import tables_without_words
from contention.errors import CheckFailed


def write(html: Path, name: str, body: str, head: str = "") -> Path:
    path = html / name
    path.parent.mkdir(parents=True, exist_ok=True)
    text = f"<html><head>{head}</head><body><main><article class='bd-article'>{body}</article>"
    path.write_text(f"{text}</main></body></html>", encoding="utf-8")
    return path


@pytest.fixture
def html(tmp_path: Path) -> Path:
    folder = tmp_path / "html"
    write(folder, "index.html", "<p id='top'>x</p>")
    return folder


def pages(html: Path) -> tuple[BuiltPage, ...]:
    return load_pages(html)


def test_without_a_book_there_is_nothing_to_check(tmp_path: Path) -> None:
    with pytest.raises(CheckFailed, match="no built book"):
        load_pages(tmp_path)


@pytest.mark.parametrize(
    ("head", "body"),
    [
        ('<script src="https://cdn.example.org/a.js"></script>', ""),
        ('<link rel="stylesheet" href="//example.org/a.css">', ""),
        ("<style>@import 'https://example.org/a.css';</style>", ""),
        ("<script>load('https://cdn.jsdelivr.net/npm/x')</script>", ""),
        ("", '<img src="http://example.org/a.png">'),
        ("", '<p style="background:url(https://example.org/a.png)">x</p>'),
        ("", '<iframe src="https://example.org"></iframe>'),
        ("", '<svg><image href="https://example.org/a.png"/></svg>'),
    ],
)
def test_a_resource_from_elsewhere_is_found(html: Path, head: str, body: str) -> None:
    write(html, "a.html", body, head)
    found = list(external_resources(pages(html), html))
    assert [finding.page for finding in found] == ["a.html"]


def test_a_style_sheet_with_a_remote_font_is_found(html: Path) -> None:
    (html / "a.css").write_text("@font-face {src: url('https://e.org/f.woff2')}", encoding="utf-8")
    assert [f.page for f in external_resources(pages(html), html)] == ["a.css"]


def test_links_for_people_and_names_of_formats_are_no_resources(html: Path) -> None:
    svg = '<svg xmlns="http://www.w3.org/2000/svg"></svg>'
    head = '<link rel="canonical" href="https://e.org/a"><link rel="icon" href="i.png">'
    write(html, "a.html", f'<a href="https://example.org">x</a>{svg}<img src="data:,x">', head)
    assert list(external_resources(pages(html), html)) == []


@pytest.mark.parametrize(
    ("url", "broken"),
    [
        ("index.html", False),
        ("index.html#top", False),
        ("#here", False),
        ("#", False),
        ("https://example.org/x", False),
        ("mailto:a@example.org", False),
        ("search.html?q=1", True),
        ("gone.html", True),
        ("index.html#gone", True),
        ("#gone", True),
        ("../../outside.html", True),
    ],
)
def test_links_inside_the_book_lead_somewhere(html: Path, url: str, broken: bool) -> None:
    write(html, "a.html", f"<p id='here'><a href='{url}'>x</a></p>")
    assert bool(list(broken_links(pages(html), html))) is broken


@pytest.mark.parametrize(
    ("body", "rules"),
    [
        (
            "<figure><img src='a.svg' alt='Rate grows to 40.'><figcaption>R</figcaption></figure>",
            [],
        ),
        ("<img src='a.svg' alt='Rate grows to 40.'>", ["figure caption"]),
        (
            "<figure><img src='a.svg' alt='../_images/a.svg'><figcaption>R</figcaption></figure>",
            ["figure alt"],
        ),
        ("<figure><img src='a.svg'><figcaption>R</figcaption></figure>", ["figure alt"]),
        (
            "<figure><img src='a.svg' alt='Rate grows to 40.'><figcaption> </figcaption></figure>",
            ["figure caption"],
        ),
    ],
)
def test_figures_need_words(html: Path, body: str, rules: list[str]) -> None:
    write(html, "a.html", body)
    assert [finding.rule for finding in figures_without_words(pages(html))] == rules


@pytest.mark.parametrize("alt", ["", " ", "sweep.svg", "0123456789abcdef0123", "a figure"])
def test_an_alternative_that_states_nothing_is_found(alt: str) -> None:
    assert alt_problem(alt)


@pytest.mark.parametrize(
    ("table", "rules"),
    [
        ("<caption>c</caption><tr><th scope='col'>n</th></tr>", []),
        ("<tr><th scope='col'>n</th></tr>", ["table caption"]),
        ("<caption>c</caption><tr><th>n</th></tr>", ["table header"]),
        ("<caption>c</caption><tr><td>n</td></tr>", ["table header"]),
    ],
)
def test_tables_need_words(html: Path, table: str, rules: list[str]) -> None:
    write(html, "a.html", f"<table>{table}</table>")
    assert [finding.rule for finding in tables_without_words(pages(html))] == rules


def test_a_path_of_the_building_machine_is_found(html: Path, tmp_path: Path) -> None:
    write(html, "a.html", f"<p>{tmp_path}/checkout/data/a.txt</p>")
    write(html, "b.html", "<p>file:///etc/passwd</p>")
    write(html, "c.html", "<p>/u01/app/oracle and tmp/x</p>")
    found = local_paths(pages(html), html, tmp_path / "checkout")
    assert [finding.page for finding in found] == ["a.html", "b.html"]


def test_a_file_of_more_than_two_megabytes_is_found(html: Path) -> None:
    (html / "big.json").write_bytes(b" " * 2_000_001)
    (html / "fine.json").write_bytes(b" " * 2_000_000)
    assert [finding.page for finding in large_files(html)] == ["big.json"]


def test_chapters_name_captures_and_methods_cite(html: Path) -> None:
    write(html, "chapters/a.html", "<section id='about-this-page'><code class='digest'>ab</code>")
    write(html, "chapters/b.html", "<section id='about-this-page'></section>")
    write(html, "methods/a.html", "<a class='reference internal' href='../bib.html#id3'>K</a>")
    write(html, "methods/b.html", "<p>So it is.</p>")
    found = [finding.page for finding in pages_without_sources(pages(html))]
    assert found == ["chapters/b.html", "methods/b.html"]


def test_every_rule_has_a_name() -> None:
    assert len(RULES) == 8
