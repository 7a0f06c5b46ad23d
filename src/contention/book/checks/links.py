"""Every link inside the book leads somewhere."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from urllib.parse import unquote, urlsplit

from contention.book.checks.built_page import BuiltPage
from contention.book.checks.finding import Finding

__all__ = ["broken_links"]

_ATTRIBUTES = ("href", "src")


def broken_links(pages: Sequence[BuiltPage], html: Path) -> Iterator[Finding]:
    """Links and sources of the book whose file or anchor is not there."""
    by_path = {page.path.resolve(): page for page in pages}
    for page in pages:
        seen: set[str] = set()
        for tag in page.soup.find_all(True):
            for name in _ATTRIBUTES:
                url = tag.get(name)
                if isinstance(url, str) and url not in seen:
                    seen.add(url)
                    problem = _problem(url, page, by_path, html)
                    if problem:
                        yield Finding(page.name, "broken link", problem, "mend the link")


def _problem(url: str, page: BuiltPage, by_path: dict[Path, BuiltPage], html: Path) -> str | None:
    parts = urlsplit(url)
    if parts.scheme or parts.netloc or url in ("", "#"):
        return None
    target = (page.path.parent / unquote(parts.path)).resolve() if parts.path else page.path
    target = target.resolve()
    if target.is_dir():
        target = target / "index.html"
    if not target.is_relative_to(html.resolve()):
        return f"{url} leads out of the book"
    if not target.is_file():
        return f"{url} is not there"
    anchor = unquote(parts.fragment)
    if anchor and target in by_path and anchor not in by_path[target].anchors:
        return f"{url} names an anchor that is not there"
    return None
