"""Every table has a caption, and headers that say what they head."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from contention.book.checks.built_page import BuiltPage, classes_of
from contention.book.checks.finding import Finding

__all__ = ["tables_without_words"]

_LAYOUT = frozenset({"highlighttable", "field-list"})


def tables_without_words(pages: Sequence[BuiltPage]) -> Iterator[Finding]:
    """Tables of an article without a caption, without headers, or with headers without scope."""
    for page in pages:
        for number, table in enumerate(page.article.find_all("table"), start=1):
            if classes_of(table) & _LAYOUT:
                continue
            caption = table.find("caption")
            shown = caption.get_text(" ", strip=True) if caption else ""
            name = f"table {number}" + (f" ({shown[:40]})" if shown else "")
            if not shown:
                fix = "give it a caption: study.table(…, caption=…) or ```{list-table} caption"
                yield Finding(page.name, "table caption", f"{name} has none", fix)
            headers = table.find_all("th")
            if not headers:
                yield Finding(
                    page.name, "table header", f"{name} has none", "add a row of headings"
                )
            if any(not header.has_attr("scope") for header in headers):
                yield Finding(
                    page.name, "table header", f"{name}: a header has no scope", "add its scope"
                )
