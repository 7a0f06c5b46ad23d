"""Repairs of the theme's pages that make them readable with a screen reader and a keyboard.

Each function takes the parsed page and changes it in place; :func:`repair_page` applies them all.
"""

from __future__ import annotations

import re

from bs4 import BeautifulSoup, Tag

__all__ = ["repair_page"]

_UNUSED_SCRIPT = re.compile(r"thebe|fontawesome", re.IGNORECASE)
_FORMULA = re.compile(r"\\\(.*\\\)", re.DOTALL)
_TEX_MARKS = re.compile(r"[\\(){}$]")
_SEARCH_LABEL = re.compile(r'(<button[^>]*search-button[^>]*?)\s+aria-label="Search"')
_LONG_ROWS = 24
_SPACES = re.compile(r"\s+")


def repair_page(html: str) -> str:
    """The page with its labels, headers, landmarks and scroll areas repaired.

    Examples
    --------
    >>> print(repair_page("<table><thead><tr><th>n</th></tr></thead></table>"))
    <div class="table-scroll" tabindex="0"><table><thead><tr><th scope="col">n</th>...
    """
    soup = BeautifulSoup(html, "html.parser")
    _drop_unused_scripts(soup)
    _drop_font_preloads(soup)
    _name_search(soup)
    _name_summaries(soup)
    _list_citations(soup)
    _label_sidebar(soup)
    _scope_headers(soup)
    _word_formula_headers(soup)
    _focus_formulas(soup)
    _wrap_tables(soup)
    return str(soup)


def _drop_unused_scripts(soup: BeautifulSoup) -> None:
    # Live code needs a network; the icons come from a font, so the script of them is not needed.
    for script in soup.find_all("script"):
        if _UNUSED_SCRIPT.search(str(script.get("src", ""))) or "THEBE_JS_URL" in script.text:
            script.decompose()


def _drop_font_preloads(soup: BeautifulSoup) -> None:
    # A preload of a font asks across origins, which a page opened from disk may not do.
    for link in soup.select(
        'link[rel="preload"][as="font"], link[href*="fontawesome"][as="script"]'
    ):
        link.decompose()


def _name_search(soup: BeautifulSoup) -> None:
    # The visible text "Search Ctrl+K" must be in the accessible name, so the label goes and the
    # text names the button; buttons that show an icon only keep their label.
    for button in soup.select(
        "button.search-button-field[aria-label], button.search-button__button"
    ):
        if button.get_text(strip=True):
            del button["aria-label"]
    for script in soup.find_all("script"):
        if script.string and "search-button-field" in script.string:
            script.string = _SEARCH_LABEL.sub(r"\1", script.string)


def _name_summaries(soup: BeautifulSoup) -> None:
    for summary in soup.find_all("summary"):
        if summary.get_text(strip=True):
            summary.attrs.pop("aria-label", None)
            continue
        # The arrow beside an entry of the table of contents is only an icon.
        entry = summary.find_parent("li")
        link = entry.find("a") if isinstance(entry, Tag) else None
        name = link.get_text(" ", strip=True) if isinstance(link, Tag) else "more"
        summary["aria-label"] = f"Pages below {name}"


def _list_citations(soup: BeautifulSoup) -> None:
    for entry in soup.select('[role="list"] > [role="doc-biblioentry"]'):
        entry["role"] = "listitem"


def _label_sidebar(soup: BeautifulSoup) -> None:
    for part in soup.select(".sidebar-primary-items__start"):
        part["role"] = "region"
        part["aria-label"] = "Book navigation"


def _scope_headers(soup: BeautifulSoup) -> None:
    for header in soup.find_all("th"):
        if not header.get_text(strip=True) and not header.find("img"):
            header.name = "td"
            header.attrs.pop("scope", None)
            continue
        if header.has_attr("scope"):
            continue
        in_head = header.find_parent("thead") is not None
        spans = header.get("colspan" if in_head else "rowspan", "1") != "1"
        header["scope"] = (
            ("colgroup" if spans else "col") if in_head else ("rowgroup" if spans else "row")
        )


def _word_formula_headers(soup: BeautifulSoup) -> None:
    # A formula is drawn by a script, and checkers see no text in it; a header needs some.
    for header in soup.find_all("th"):
        formulas = header.select(".math")
        outside = "".join(text for text in header.stripped_strings if not _FORMULA.fullmatch(text))
        if not formulas or outside:
            continue
        words = soup.new_tag("span", attrs={"class": "visually-hidden"})
        words.string = " ".join(_TEX_MARKS.sub(" ", formula.text).strip() for formula in formulas)
        for formula in formulas:
            formula["aria-hidden"] = "true"
        header.append(words)


def _focus_formulas(soup: BeautifulSoup) -> None:
    # A displayed formula may be wider than a phone and then scrolls.
    for formula in soup.select("div.math"):
        formula["tabindex"] = "0"


def _wrap_tables(soup: BeautifulSoup) -> None:
    for table in soup.find_all("table"):
        parent = table.parent
        if parent is None or "highlighttable" in _classes(table):
            continue
        wrapper = parent if _is_scroller(parent) else table.wrap(soup.new_tag("div"))
        wrapper["tabindex"] = "0"
        wrapper["class"] = "table-scroll long" if _is_long(table) else "table-scroll"
        caption = table.find("caption")
        if isinstance(caption, Tag):
            wrapper["role"] = "group"
            words = [part for part in caption.stripped_strings if part != "#"]
            wrapper["aria-label"] = _SPACES.sub(" ", " ".join(words))


def _is_long(table: Tag) -> bool:
    # A long table in a chapter scrolls in its box; a ledger is the page itself.
    return len(table.find_all("tr")) > _LONG_ROWS and "ledger" not in _classes(table)


def _is_scroller(tag: Tag) -> bool:
    known = {"pst-scrollable-table-container", "table-scroll", "contention-table"}
    return tag.name == "div" and bool(known & set(_classes(tag)))


def _classes(tag: Tag) -> list[str]:
    value = tag.get("class")
    return value.split() if isinstance(value, str) else list(value or [])
