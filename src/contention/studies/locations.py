"""The only place that knows where a project's folders are."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from contention.errors import UsageError

__all__ = ["PROJECT_VARIABLE", "Project", "find_project"]

PROJECT_VARIABLE = "CONTENTION_PROJECT"
"""Environment variable that names the project's root, set for the kernels of a run."""


@dataclass(frozen=True)
class Project:
    """A folder with studies: a checkout, or the copy that an installed package carries.

    Attributes
    ----------
    root : Path
        The folder that holds ``data`` and ``notebooks``.
    """

    root: Path

    @property
    def data(self) -> Path:
        """One folder per study, with its study file and captures."""
        return self.root / "data"

    @property
    def notebooks(self) -> Path:
        """One notebook per study."""
        return self.root / "notebooks"

    @property
    def book(self) -> Path:
        """The prose of the book."""
        return self.root / "book"

    @property
    def lock(self) -> Path:
        """The locked requirements; absent in an installed package."""
        return self.root / "requirements.lock"

    @property
    def build(self) -> Path:
        """Everything that is regenerated."""
        return self.root / "build"

    @property
    def is_checkout(self) -> bool:
        """Whether the book can be built here, and not only single studies run."""
        return (self.root / "_config.yml").is_file() and self.book.is_dir()


def _is_project(folder: Path) -> bool:
    return (folder / "notebooks").is_dir() and any((folder / "data").glob("*/study.toml"))


def find_project(start: Path | None = None) -> Project:
    """The project to work on.

    In this order: the folder named by the environment variable ``CONTENTION_PROJECT``; the
    start folder or the nearest one above it that holds studies; the checkout that this package
    is installed from; the studies that the installed package carries.

    Parameters
    ----------
    start : Path, optional
        Where to begin looking; the working directory by default.

    Raises
    ------
    UsageError
        When no folder with studies is found.
    """
    named = os.environ.get(PROJECT_VARIABLE)
    if named:
        if not _is_project(Path(named)):
            raise UsageError(f"{PROJECT_VARIABLE} names a folder without studies", found=named)
        return Project(Path(named))
    here = (start or Path.cwd()).resolve()
    package = Path(__file__).resolve().parents[1]
    for folder in (here, *here.parents, *package.parents[1:2], package / "published"):
        if _is_project(folder):
            return Project(folder)
    raise UsageError(
        "no folder with studies was found",
        found=str(here),
        expected="a folder with data/<slug>/study.toml and notebooks/<slug>.ipynb",
        hint="run the command inside a project, or reinstall the package",
    )
