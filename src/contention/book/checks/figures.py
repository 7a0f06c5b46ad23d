"""Every figure says what it shows, in a caption and for those who do not see it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from bs4 import Tag

from contention.book.checks.built_page import BuiltPage
from contention.book.checks.finding import Finding

__all__ = ["alt_problem", "figures_without_words"]

_FILE_NAME = re.compile(r"(?:[\w./-]+\.(?:svg|png|jpe?g|gif|webp))|(?:[0-9a-f]{16,})", re.I)
_FEWEST_WORDS = 3
_WRITE = "give study.figure() an alt that states what the figure shows"


def figures_without_words(pages: Sequence[BuiltPage]) -> Iterator[Finding]:
    """Images of an article without a text alternative that states something, or a caption."""
    for page in pages:
        for image in page.article.find_all("img"):
            source = str(image.get("src", "")).rsplit("/", 1)[-1][:40]
            problem = alt_problem(str(image.get("alt", "")))
            if problem:
                yield Finding(page.name, "figure alt", f"{source}: {problem}", _WRITE)
            if not _caption(image):
                yield Finding(
                    page.name, "figure caption", f"{source} has no caption", "give it a caption"
                )


def alt_problem(alt: str) -> str:
    """What is wrong with a text alternative; empty when nothing is.

    Examples
    --------
    >>> alt_problem("../_images/sweep.svg")
    'the text alternative is a file name'
    >>> alt_problem("Throughput grows to 400 per second at 12 sessions.")
    ''
    """
    text = alt.strip()
    if not text:
        return "there is no text alternative"
    if _FILE_NAME.fullmatch(text):
        return "the text alternative is a file name"
    if len(text.split()) < _FEWEST_WORDS:
        return f"the text alternative '{text}' states nothing"
    return ""


def _caption(image: Tag) -> str:
    figure = image.find_parent("figure")
    caption = figure.find("figcaption") if isinstance(figure, Tag) else None
    return caption.get_text(strip=True) if isinstance(caption, Tag) else ""
