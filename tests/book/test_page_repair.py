"""Repairs of the theme's pages."""

from __future__ import annotations

from bs4 import BeautifulSoup

from contention.book.page_repair import repair_page


def repaired(html: str) -> BeautifulSoup:
    return BeautifulSoup(repair_page(html), "html.parser")


def test_the_visible_text_names_the_search_button() -> None:
    page = repaired(
        '<button class="btn search-button-field search-button__button" aria-label="Search">'
        'Search <kbd>K</kbd></button><button class="search-button" aria-label="Search"></button>'
        '<script>document.write(`<button class="btn search-button-field" '
        'aria-label="Search">Search</button>`)</script>'
    )
    assert [button.get("aria-label") for button in page.find_all("button")] == [None, "Search"]
    assert "aria-label" not in page.script.text


def test_a_summary_is_named_by_its_text_or_by_its_entry() -> None:
    page = repaired(
        '<details><summary aria-label="Toggle hidden content">Code</summary></details>'
        "<li><a>Scorecard</a><details><summary><i></i></summary></details></li>"
    )
    names = [summary.get("aria-label") for summary in page.find_all("summary")]
    assert names == [None, "Pages below Scorecard"]


def test_headers_have_scopes_and_empty_ones_are_cells() -> None:
    page = repaired(
        "<table><thead><tr><th></th><th>n</th><th colspan='2'>both</th></tr></thead>"
        "<tbody><tr><th>a</th><td>1</td></tr></tbody></table>"
    )
    assert [th["scope"] for th in page.find_all("th")] == ["col", "colgroup", "row"]
    assert page.thead.td is not None


def test_a_table_scrolls_in_a_named_box_that_the_keyboard_reaches() -> None:
    page = repaired("<table><caption>Rates\n by run</caption><tr><td>1</td></tr></table>")
    box = page.table.parent
    assert (box["tabindex"], box["role"], box["aria-label"]) == ("0", "group", "Rates by run")


def test_a_box_that_is_there_is_used() -> None:
    page = repaired(
        '<div class="pst-scrollable-table-container"><table><tr><td>1</td></tr></table></div>'
    )
    assert len(page.find_all("div")) == 1
    assert page.div["class"] == ["table-scroll"]


def test_live_code_and_font_preloads_are_dropped() -> None:
    page = repaired(
        '<link rel="preload" as="font" crossorigin href="a.woff2"><link rel="stylesheet" href="a">'
        '<script src="thebe.js"></script><script>const THEBE_JS_URL = "x"</script><script></script>'
    )
    assert len(page.find_all("script")) == 1
    assert [link["href"] for link in page.find_all("link")] == ["a"]


def test_citations_are_items_of_their_list() -> None:
    page = repaired('<div role="list"><div role="doc-biblioentry">K</div></div>')
    assert page.find(role="listitem").get_text() == "K"


def test_scripts_and_pictures_survive() -> None:
    html = '<svg viewBox="0 0 1 1"><path d="M0 0"/></svg><script>if (a < b && c) {}</script>'
    assert "if (a < b && c) {}" in repair_page(html)


def test_a_header_that_is_a_formula_gets_words() -> None:
    page = repaired(
        r'<table><tr><th><span class="math">\(n_1\)</span></th>'
        r'<th><span class="math">\(R\)</span>, µs</th></tr></table>'
    )
    first, second = page.find_all("th")
    assert first.find(class_="visually-hidden").get_text() == "n_1"
    assert first.find(class_="math")["aria-hidden"] == "true"
    assert second.find(class_="visually-hidden") is None


def test_a_displayed_formula_can_be_reached() -> None:
    assert repaired(r'<div class="math">\[x\]</div>').div["tabindex"] == "0"


def test_a_long_table_scrolls_in_its_box_unless_it_is_a_ledger() -> None:
    rows = "<tr><td>1</td></tr>" * 30
    page = repaired(f"<table>{rows}</table><table class='ledger'>{rows}</table>")
    assert [table.parent["class"] for table in page.find_all("table")] == [
        ["table-scroll", "long"],
        ["table-scroll"],
    ]
