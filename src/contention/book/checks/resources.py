"""The book stands alone: nothing from the network, no path of this machine, no huge file."""

from __future__ import annotations

import re
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from bs4 import BeautifulSoup

from contention.book.checks.built_page import BuiltPage
from contention.book.checks.finding import Finding

__all__ = ["MAXIMUM_BYTES", "external_resources", "large_files", "local_paths"]

MAXIMUM_BYTES = 2_000_000

_LISTED_LARGE: Mapping[str, str] = {}
_REMOTE = re.compile(r"^\s*(?:https?:)?//", re.IGNORECASE)
_CSS_URL = re.compile(r"""(?:url\(\s*["']?|@import\s+["'])((?:https?:)?//[^"')\s]+)""", re.I)
_NAMED_HOST = re.compile(
    r"https?://[\w.-]*(?:cdn|unpkg|jsdelivr|googleapis|gstatic)[\w.-]*[^\s\"']*"
)
_SOURCES = ("src", "srcset", "poster", "data", "background")
_NOT_LOADED = frozenset({"canonical", "next", "prev", "author", "license", "search", "index"})
_TEXT = frozenset({".html", ".json", ".ipynb", ".csv", ".svg", ".js", ".css", ".txt"})


def external_resources(pages: Sequence[BuiltPage], html: Path) -> Iterator[Finding]:
    """Whatever a page would load from elsewhere: scripts, styles, images, fonts, frames."""
    fix = "keep a copy in the book, or leave it out"
    for page in pages:
        for url in _loaded(page.soup):
            yield Finding(page.name, "external resource", f"loads {url}", fix)
    for path in sorted(html.rglob("*.css")):
        for url in _CSS_URL.findall(path.read_text(encoding="utf-8", errors="replace")):
            yield Finding(path.relative_to(html).as_posix(), "external resource", url, fix)


def _loaded(soup: BeautifulSoup) -> Iterator[str]:
    for tag in soup.find_all(True):
        for name in _SOURCES:
            value = tag.get(name)
            if isinstance(value, str) and _REMOTE.match(value):
                yield value
        href = str(tag.get("href", "")) if tag.name in ("link", "use", "image") else ""
        if _REMOTE.match(href) and not set(tag.get_attribute_list("rel")) & _NOT_LOADED:
            yield href
        yield from _CSS_URL.findall(str(tag.get("style", "")))
        if tag.name == "style":
            yield from _CSS_URL.findall(tag.text)
        if tag.name == "script":
            yield from _NAMED_HOST.findall(tag.text)


def local_paths(pages: Sequence[BuiltPage], html: Path, root: Path) -> Iterator[Finding]:
    """Absolute paths of the machine that built the book, in any text file of it.

    Parameters
    ----------
    pages : sequence of BuiltPage
    html : Path
        The book.
    root : Path
        The checkout.
    """
    places = {str(root.resolve()), sys.prefix, str(Path.home()), tempfile.gettempdir()}
    alternatives = "|".join(re.escape(place) for place in sorted(places, key=len, reverse=True))
    pattern = re.compile(rf"(?:file://|(?<![\w./])(?:{alternatives}))/[\w.+-][^\s\"'<>]*")
    own = {page.path for page in pages}
    files = [path for path in html.rglob("*") if path.suffix in _TEXT and path.is_file()]
    vendor = html / "_static"
    for path in sorted(files):
        if vendor in path.parents and path not in own:
            continue
        found = pattern.search(path.read_text(encoding="utf-8", errors="replace"))
        if found:
            yield Finding(
                path.relative_to(html).as_posix(),
                "local path",
                f"holds {found[0][:80]}",
                "write paths relative to the project",
            )


def large_files(html: Path) -> Iterator[Finding]:
    """Files of more than two megabytes that are not listed with a reason."""
    for path in sorted(path for path in html.rglob("*") if path.is_file()):
        name = path.relative_to(html).as_posix()
        size = path.stat().st_size
        if size > MAXIMUM_BYTES and name not in _LISTED_LARGE:
            yield Finding(
                name, "large file", f"{size / 1e6:.1f} MB", "make it smaller, or list why it is so"
            )
