"""The checkout that a command on the whole book needs."""

from __future__ import annotations

from contention.errors import UsageError
from contention.studies.locations import Project, find_project

__all__ = ["find_checkout"]


def find_checkout(refusal: str) -> Project:
    """The project, if the book is in it and not only the studies.

    Parameters
    ----------
    refusal : str
        What to say otherwise.

    Raises
    ------
    UsageError
        When the package is installed without its book.
    """
    project = find_project()
    if not project.is_checkout:
        raise UsageError(
            refusal,
            found=str(project.root),
            expected="a folder with _config.yml and book",
            hint="single studies run anywhere: contention run SLUG",
        )
    return project
