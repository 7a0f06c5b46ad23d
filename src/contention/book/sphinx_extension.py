"""What the book adds to Sphinx: the ``{result}`` role and the repair of the theme's pages."""

from __future__ import annotations

from pathlib import Path

from sphinx.application import Sphinx
from sphinx.util.typing import ExtensionMetadata

from contention.book.page_repair import repair_page
from contention.book.result_role import ResultRole

__all__ = ["setup"]


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the role and the repair with Sphinx."""
    app.add_role("result", ResultRole())
    app.connect("build-finished", _repair_pages)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}


def _repair_pages(app: Sphinx, exception: Exception | None) -> None:
    if exception is not None or app.builder.format != "html":
        return
    pages = Path(app.outdir)
    static = pages / "_static"
    for path in sorted(path for path in pages.rglob("*.html") if static not in path.parents):
        path.write_text(repair_page(path.read_text(encoding="utf-8")), encoding="utf-8")
