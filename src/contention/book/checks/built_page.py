"""A page of the built book, parsed once for all checks."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from bs4 import BeautifulSoup, Tag

from contention.errors import CheckFailed

__all__ = ["BuiltPage", "classes_of", "load_pages"]


@dataclass(frozen=True)
class BuiltPage:
    """An HTML page.

    Attributes
    ----------
    path : Path
        The file.
    name : str
        Its path relative to the book, with slashes.
    html : str
        The text.
    """

    path: Path
    name: str
    html: str

    @cached_property
    def soup(self) -> BeautifulSoup:
        """The parsed page."""
        return BeautifulSoup(self.html, "html.parser")

    @cached_property
    def article(self) -> Tag:
        """The part that the author wrote, without navigation; the whole page if it has no parts."""
        found = self.soup.select_one("article.bd-article") or self.soup.find("main")
        return found if isinstance(found, Tag) else self.soup

    @cached_property
    def anchors(self) -> frozenset[str]:
        """Every name that a link into this page can have after its hash."""
        named = {str(tag["id"]) for tag in self.soup.find_all(id=True)}
        return frozenset(named | {str(tag["name"]) for tag in self.soup.select("a[name]")})


def load_pages(html: Path) -> tuple[BuiltPage, ...]:
    """Every page of the book at `html`, in the order of their names.

    Raises
    ------
    CheckFailed
        When there is no book.
    """
    if not (html / "index.html").is_file():
        raise CheckFailed(
            "there is no built book", path=html.name, hint="build it first: contention build"
        )
    static = html / "_static"
    paths = sorted(path for path in html.rglob("*.html") if static not in path.parents)
    return tuple(
        BuiltPage(path, path.relative_to(html).as_posix(), path.read_text(encoding="utf-8"))
        for path in paths
    )


def classes_of(tag: Tag) -> frozenset[str]:
    """The classes of an element."""
    value = tag.get("class")
    return frozenset(value.split() if isinstance(value, str) else value or ())
