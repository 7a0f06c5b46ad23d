"""MathJax from a locked package, so that formulas are set without a network."""

from __future__ import annotations

import shutil
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path, PurePosixPath

from contention.errors import UsageError

__all__ = ["MATHJAX_PACKAGE", "copy_mathjax"]

MATHJAX_PACKAGE = "django-static-mathjax"
_ROOT = PurePosixPath("mathjax/static/mathjax/es5")
_SCRIPT = "tex-mml-chtml.js"
_FONTS = "output/chtml/fonts/woff-v2"


def copy_mathjax(target: Path) -> None:
    """Copy the one script and the fonts that the book needs into `target`.

    The package is located by its metadata and never imported: it belongs to another framework.

    Raises
    ------
    UsageError
        When the package is not installed, or has another layout.
    """
    try:
        files = distribution(MATHJAX_PACKAGE).files or []
    except PackageNotFoundError as error:
        raise UsageError(
            f"the package {MATHJAX_PACKAGE} is not installed",
            hint="install the book's requirements: pip install 'contention[book]'",
        ) from error
    copied = 0
    for entry in files:
        relative = PurePosixPath(entry)
        if not relative.is_relative_to(_ROOT):
            continue
        inner = relative.relative_to(_ROOT)
        if str(inner) == _SCRIPT or inner.is_relative_to(_FONTS):
            destination = target / inner
            destination.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(Path(str(entry.locate())), destination)
            copied += 1
    if not (target / _SCRIPT).is_file() or copied < 2:
        raise UsageError(
            f"the package {MATHJAX_PACKAGE} has another layout than expected",
            expected=f"{_ROOT}/{_SCRIPT}",
        )
