"""One study on the published or on the user's own captures, into a folder of its own."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from contention.errors import UsageError
from contention.readers import read_several
from contention.studies.atomic import publish
from contention.studies.catalogue import find
from contention.studies.locations import Project
from contention.studies.parameters import check_parameters
from contention.studies.results import Layout
from contention.studies.worker import Job, run_in_process

__all__ = ["Run", "run_study"]


@dataclass(frozen=True)
class Run:
    """What a run left behind.

    Attributes
    ----------
    slug : str
    folder : Path
        Output folder.
    notebook : Path
        The executed notebook.
    results : dict
        The results document.
    """

    slug: str
    folder: Path
    notebook: Path
    results: dict[str, Any]


def run_study(
    project: Project,
    slug: str,
    *,
    data: Sequence[str] = (),
    parameters: Mapping[str, object] | None = None,
    out: Path,
) -> Run:
    """Run one study.

    Parameters
    ----------
    project : Project
    slug : str
    data : sequence of str
        The user's own captures; none for the published ones.
    parameters : mapping, optional
        Values that differ from the study's defaults.
    out : Path
        Output folder; made if it does not exist.

    Raises
    ------
    UsageError
        When study or parameter is unknown, or the output folder is a file.
    ReadError
        When a capture cannot be read; found before a kernel starts.
    """
    study = find(project, slug)
    given = dict(parameters or {})
    if data:
        given["data"] = [*data]
    values = check_parameters(study, given)
    if out.exists() and not out.is_dir():
        raise UsageError("the output folder is a file", path=str(out))
    own = values.get("data") or []
    assert isinstance(own, list)
    if own:
        read_several(own, options=study.reader_options(values))
    layout = Layout.alone(slug)
    with tempfile.TemporaryDirectory(prefix="contention-") as folder:
        files = run_in_process(
            Job(
                root=str(project.root),
                slug=slug,
                parameters=values,
                published=not own,
                layout=layout,
                folder=folder,
                keep_failed=str(out / layout.notebook),
            )
        )
    publish(out, files, owned=(layout.tables, layout.figures))
    results = json.loads(files[layout.results])
    return Run(slug, out, out / layout.notebook, results)
