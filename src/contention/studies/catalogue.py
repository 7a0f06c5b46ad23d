"""The catalogue: every study that the project's ``data`` folder holds."""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence

from contention.errors import StudyError, UsageError
from contention.studies.locations import Project
from contention.studies.study import Study
from contention.studies.study_file import read_study

__all__ = ["discover", "find", "select"]


def discover(project: Project) -> dict[str, Study]:
    """All studies, by slug, in alphabetical order.

    Raises
    ------
    StudyError
        When a study file is malformed or a study has no notebook.
    """
    studies: dict[str, Study] = {}
    for file in sorted(project.data.glob("*/study.toml")):
        study = read_study(file.parent)
        notebook = project.notebooks / f"{study.slug}.ipynb"
        if not notebook.is_file():
            raise StudyError(
                f"study {study.slug} has no notebook",
                path=str(file),
                expected=f"notebooks/{notebook.name}",
            )
        studies[study.slug] = study
    return studies


def find(project: Project, slug: str) -> Study:
    """One study, whatever the state of the others.

    Raises
    ------
    UsageError
        When there is no such study; the message names the closest one.
    StudyError
        When its study file is malformed.
    """
    slugs = [file.parent.name for file in sorted(project.data.glob("*/study.toml"))]
    if slug not in slugs:
        raise _unknown(slug, slugs)
    return read_study(project.data / slug)


def select(catalogue: Mapping[str, Study], slugs: Sequence[str]) -> list[Study]:
    """The named studies, or all when none is named.

    Raises
    ------
    UsageError
        When a slug is unknown; the message names the closest one.
    """
    for slug in slugs:
        if slug not in catalogue:
            raise _unknown(slug, list(catalogue))
    return [catalogue[slug] for slug in (slugs or catalogue)]


def _unknown(slug: str, known: Sequence[str]) -> UsageError:
    close = difflib.get_close_matches(slug, known, n=1)
    return UsageError(
        f"there is no study {slug}",
        expected=", ".join(known),
        hint=f"did you mean {close[0]}?" if close else "see: contention studies",
    )
