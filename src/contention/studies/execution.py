"""Running a notebook by papermill, in this process's working directory."""

from __future__ import annotations

import logging
import tempfile
from collections.abc import Mapping
from pathlib import Path

import papermill
from nbformat import NotebookNode
from papermill.exceptions import PapermillExecutionError

from contention import errors
from contention.errors import ContentionError, StudyError
from contention.studies.kernel import StudyKernelManager
from contention.studies.locations import Project
from contention.studies.notebook_file import (
    normalised,
    read_notebook,
    without_published_cells,
    write_notebook,
)
from contention.studies.study import ParameterValue, Study

__all__ = ["execute"]


def execute(
    project: Project,
    study: Study,
    parameters: Mapping[str, ParameterValue],
    *,
    published: bool,
    keep_failed: Path | None = None,
) -> NotebookNode:
    """Run a study's notebook and return it executed and normalised.

    Parameters
    ----------
    project : Project
    study : Study
    parameters : mapping
        Checked values of all parameters. Those that differ from their default are passed on.
    published : bool
        Whether the run is on the published captures; if not, the cells tagged ``published``
        are left out.
    keep_failed : Path, optional
        Where to keep the notebook when a cell fails, with the failing cell marked.

    Raises
    ------
    ContentionError
        The error of the package that a cell raised, as it was.
    StudyError
        When a cell fails otherwise.
    """
    notebook = read_notebook(project.notebooks / f"{study.slug}.ipynb")
    if not published:
        notebook = without_published_cells(notebook)
    changed = {k: v for k, v in parameters.items() if v != study.defaults[k]}
    logging.getLogger("papermill").setLevel(logging.ERROR)
    with tempfile.TemporaryDirectory(prefix="contention-") as folder:
        source, target = Path(folder, "in.ipynb"), Path(folder, "out.ipynb")
        source.write_text(write_notebook(notebook), encoding="utf-8")
        try:
            executed = papermill.execute_notebook(
                str(source),
                str(target),
                parameters=changed,
                kernel_name="python3",
                kernel_manager_class=StudyKernelManager,
                progress_bar=False,
                request_save_on_cell_execute=False,
            )
        except PapermillExecutionError as error:
            if keep_failed is not None:
                keep_failed.parent.mkdir(parents=True, exist_ok=True)
                keep_failed.write_bytes(target.read_bytes())
            raise _from_cell(study, error, keep_failed) from error
    return normalised(executed)


def _from_cell(
    study: Study, error: PapermillExecutionError, keep_failed: Path | None
) -> ContentionError:
    kind = getattr(errors, str(error.ename), None)
    if isinstance(kind, type) and issubclass(kind, ContentionError):
        return kind(str(error.evalue).strip().removesuffix("."))
    return StudyError(
        f"a cell of the notebook of {study.slug} failed",
        path=f"notebooks/{study.slug}.ipynb",
        found=f"{error.ename}: {error.evalue}",
        hint=f"open {keep_failed}, where the cell is marked" if keep_failed else None,
    )
