"""Every chapter and every method says what it rests on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from contention.book.checks.built_page import BuiltPage
from contention.book.checks.finding import Finding

__all__ = ["pages_without_sources"]

_ABOUT = "about-this-page"


def pages_without_sources(pages: Sequence[BuiltPage]) -> Iterator[Finding]:
    """Chapters without their captures, and methods that cite nothing."""
    for page in pages:
        if page.name.startswith("chapters/"):
            about = page.soup.find(id=_ABOUT)
            if about is None or not about.select("code.digest"):
                yield Finding(
                    page.name,
                    "sources",
                    "no capture with its digest is named",
                    "list the captures in study.toml",
                )
        elif page.name.startswith("methods/") and not _cites(page):
            yield Finding(page.name, "sources", "the page cites nothing", "cite with {cite}`key`")


def _cites(page: BuiltPage) -> bool:
    links = page.article.select("a.reference.internal[href*='#id'], [role='doc-biblioentry']")
    return bool(links) or bool(page.article.select(".citation"))
