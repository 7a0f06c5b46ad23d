"""The results of a run as files: one JSON document, its tables, figures and notebook."""

from __future__ import annotations

import hashlib
import json
import platform
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from nbformat import NotebookNode

from contention.errors import StudyError
from contention.studies.fingerprint import digest_of, fingerprint, installed_versions
from contention.studies.harvest import harvest
from contention.studies.locations import Project
from contention.studies.notebook_file import prose_digest, write_notebook
from contention.studies.study import ParameterValue, Study

__all__ = ["Layout", "collect", "read_results", "text_sha256", "to_json"]

_AROUND_THE_KERNEL = tuple(
    f"contention.studies.{name}"
    for name in ("execution", "harvest", "kernel", "notebook_file", "results")
)
"""Modules that shape a run's files without being imported by its notebook."""


@dataclass(frozen=True)
class Layout:
    """Where a run's files go, relative to its output folder.

    Attributes
    ----------
    notebook, results : str
        Files.
    tables, figures : str
        Folders.
    """

    notebook: str
    results: str
    tables: str
    figures: str

    @classmethod
    def in_build(cls, slug: str) -> Layout:
        """The layout of ``build``, which holds all studies side by side."""
        return cls(
            f"executed/{slug}.ipynb", f"results/{slug}.json", f"tables/{slug}", f"figures/{slug}"
        )

    @classmethod
    def alone(cls, slug: str) -> Layout:
        """The layout of one study's own output folder."""
        return cls(f"{slug}.ipynb", "results.json", "tables", "figures")


def collect(
    project: Project,
    study: Study,
    parameters: Mapping[str, ParameterValue],
    executed: NotebookNode,
    layout: Layout,
) -> dict[str, str]:
    """All files of a run, as text, by relative path; the results document is the last.

    Parameters
    ----------
    project : Project
    study : Study
    parameters : mapping
    executed : NotebookNode
        The executed and normalised notebook.
    layout : Layout
    """
    found = harvest(executed)
    payload: dict[str, Any] = found.payload
    parts = fingerprint(project, study, parameters, {*payload["modules"], *_AROUND_THE_KERNEL})
    files = {f"{layout.tables}/{table.name}.csv": table.csv for table in found.tables}
    files.update({f"{layout.figures}/{figure.name}.svg": figure.svg for figure in found.figures})
    files[layout.notebook] = write_notebook(executed)
    document = {
        "study": study.slug,
        "published": payload["published"],
        "parameters": dict(parameters),
        "inputs": payload["inputs"],
        "digest": digest_of(parts),
        "parts": parts,
        "prose": prose_digest(executed),
        "versions": {"python": platform.python_version(), **installed_versions()},
        "values": payload["values"],
        "tables": {t.name: f"{layout.tables}/{t.name}.csv" for t in found.tables},
        "table_captions": {t.name: t.caption for t in found.tables},
        "figures": {
            f.name: {
                "path": f"{layout.figures}/{f.name}.svg",
                "alt": f.alt,
                "caption": f.caption,
            }
            for f in found.figures
        },
        "claims": payload["claims"],
        "flags": payload["flags"],
        "conclusions": payload["conclusions"],
        "not_computed": payload["not_computed"],
        "artefacts": {path: text_sha256(text) for path, text in files.items()},
    }
    files[layout.results] = to_json(document)
    return files


def text_sha256(text: str) -> str:
    """Digest of a text's UTF-8 bytes."""
    return hashlib.sha256(text.encode()).hexdigest()


def to_json(document: Mapping[str, object]) -> str:
    """A results document as text: sorted keys, no number that JSON does not know."""
    return (
        json.dumps(document, indent=1, sort_keys=True, allow_nan=False, ensure_ascii=False) + "\n"
    )


def read_results(build: Path, slug: str) -> dict[str, Any] | None:
    """The results document of a study in the build folder; None when there is none.

    Raises
    ------
    StudyError
        When the file is there but is not a results document.
    """
    path = build / Layout.in_build(slug).results
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        raise StudyError(
            "a results file cannot be read", path=str(path), found=str(error)
        ) from None
    if not isinstance(document, dict) or document.get("study") != slug:
        raise StudyError("this is not the results file of its study", path=str(path))
    return document
