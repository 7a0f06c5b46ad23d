"""The checks of the built book that need no browser.

Each check is a function that yields findings; :data:`RULES` names them all.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from contention.book.checks.built_page import BuiltPage, load_pages
from contention.book.checks.figures import figures_without_words
from contention.book.checks.finding import Finding
from contention.book.checks.links import broken_links
from contention.book.checks.resources import external_resources, large_files, local_paths
from contention.book.checks.sources import pages_without_sources
from contention.book.checks.tables import tables_without_words
from contention.book.checks.typed_numbers import find_typed_numbers
from contention.book.results import load_results_folder
from contention.studies.locations import Project

__all__ = ["RULES", "BookUnderCheck", "Finding", "check_book"]


class BookUnderCheck:
    """The built book and the checkout that it was built from.

    Parameters
    ----------
    project : Project
    build : Path
        The folder with ``html`` and ``results``.
    """

    def __init__(self, project: Project, build: Path) -> None:
        self.project = project
        self.html = build / "html"
        self.pages: tuple[BuiltPage, ...] = load_pages(self.html)
        self.results = load_results_folder(build / "results")


def _typed_numbers(book: BookUnderCheck) -> Iterator[Finding]:
    folder = book.project.book
    for path in sorted(folder.rglob("*.md")):
        name = path.relative_to(folder).as_posix()
        yield from find_typed_numbers(name, path.read_text(encoding="utf-8"), book.results)
    for slug, run in book.results.items():
        path = book.project.notebooks / f"{slug}.ipynb"
        if path.is_file():
            cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
            for number, cell in enumerate(cells, start=1):
                if cell["cell_type"] == "markdown":
                    source = "".join(cell["source"])
                    name = f"notebooks/{slug}.ipynb, cell {number}"
                    yield from find_typed_numbers(name, source, {slug: run})


RULES: Mapping[str, Callable[[BookUnderCheck], Iterator[Finding]]] = {
    "external resources": lambda book: external_resources(book.pages, book.html),
    "links": lambda book: broken_links(book.pages, book.html),
    "figures": lambda book: figures_without_words(book.pages),
    "tables": lambda book: tables_without_words(book.pages),
    "local paths": lambda book: local_paths(book.pages, book.html, book.project.root),
    "file sizes": lambda book: large_files(book.html),
    "typed numbers": _typed_numbers,
    "sources": lambda book: pages_without_sources(book.pages),
}
"""Each rule's name and its check."""


def check_book(root: Path, build_root: Path | None = None) -> tuple[Finding, ...]:
    """Run every check that needs no browser over the built book.

    Parameters
    ----------
    root : Path
        The checkout.
    build_root : Path, optional
        Its ``build`` by default.

    Returns
    -------
    tuple of Finding
        In the order of pages and rules; empty when the book is in order.

    Raises
    ------
    CheckFailed
        When there is no built book.
    """
    project = Project(root)
    book = BookUnderCheck(project, build_root or project.build)
    return tuple(sorted(finding for check in RULES.values() for finding in check(book)))
