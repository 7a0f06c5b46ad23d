"""Why a study must run again, or that it need not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from contention.errors import StudyError
from contention.studies.checksums import file_sha256
from contention.studies.fingerprint import fingerprint
from contention.studies.locations import Project
from contention.studies.notebook_file import prose_digest, read_notebook
from contention.studies.results import Layout, read_results
from contention.studies.study import Study

__all__ = ["prose_is_stale", "why_stale"]


def why_stale(project: Project, study: Study, build: Path) -> list[str]:
    """The reasons why a study must run again; empty when its results are fresh.

    Parameters
    ----------
    project : Project
    study : Study
    build : Path
        The build folder.

    Returns
    -------
    list of str
        Such as ``capture raw/session.txt changed`` or ``never built``.
    """
    try:
        document = read_results(build, study.slug)
    except StudyError as error:
        return [error.message]
    if document is None:
        return ["never built"]
    recorded: dict[str, str] = document.get("parts", {})
    modules = [name.removeprefix("module ") for name in recorded if name.startswith("module ")]
    present = fingerprint(project, study, study.defaults, modules)
    reasons = [
        f"{part} {_change(recorded.get(part), present.get(part))}"
        for part in sorted(recorded.keys() | present.keys())
        if recorded.get(part) != present.get(part)
    ]
    return reasons + _damaged(build, document)


def _change(before: str | None, now: str | None) -> str:
    if before is None:
        return "is new"
    return "is gone" if now in (None, "missing") else "changed"


def _damaged(build: Path, document: dict[str, Any]) -> list[str]:
    reasons = []
    for relative, digest in sorted(document.get("artefacts", {}).items()):
        path = build / relative
        if not path.is_file():
            reasons.append(f"artefact {relative} is missing")
        elif file_sha256(path) != digest:
            reasons.append(f"artefact {relative} was altered")
    return reasons


def prose_is_stale(project: Project, study: Study, build: Path) -> bool:
    """Whether the notebook's prose changed since the run, its code being the same."""
    document = read_results(build, study.slug)
    notebook = read_notebook(project.notebooks / f"{study.slug}.ipynb")
    return (
        document is not None
        and (build / Layout.in_build(study.slug).notebook).is_file()
        and document.get("prose") != prose_digest(notebook)
    )
