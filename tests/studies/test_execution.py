"""A notebook runs three ways to the same results, and a failing cell says why."""

import json
import subprocess
import sys

import nbformat
import pytest
from nbclient import NotebookClient

from contention.errors import MeasurementError, StudyError
from contention.studies.catalogue import discover
from contention.studies.execution import execute
from contention.studies.harvest import harvest
from contention.studies.locations import PROJECT_VARIABLE
from contention.studies.notebook_file import INJECTED_ID, normalised, read_notebook, write_notebook
from contention.studies.worker import ENVIRONMENT

FAIL_WITH = "from contention.errors import MeasurementError\nraise MeasurementError({arguments})"


@pytest.fixture
def run_environment(built, monkeypatch):
    """The environment of a run, for this process and the kernels that it starts."""
    for name, value in {**ENVIRONMENT, PROJECT_VARIABLE: str(built.root)}.items():
        monkeypatch.setenv(name, value)


@pytest.fixture
def by_build(built):
    return read_notebook(built.build / "executed" / "toy.ipynb")


@pytest.mark.notebooks
def test_plain_papermill_in_the_project_gives_the_notebook_of_the_build(built, by_build, tmp_path):
    source, target = built.notebooks / "toy.ipynb", tmp_path / "out.ipynb"
    subprocess.run(
        [sys.executable, "-m", "papermill", source, target, "--no-progress-bar"],
        check=True,
        capture_output=True,
        cwd=built.root,
    )
    executed = normalised(nbformat.read(target, as_version=4))
    assert harvest(executed) == harvest(by_build)
    assert write_notebook(executed) == write_notebook(by_build)


@pytest.mark.notebooks
def test_cell_by_cell_gives_the_notebook_of_the_build(built, by_build, run_environment):
    notebook = nbformat.read(built.notebooks / "toy.ipynb", as_version=4)
    client = NotebookClient(notebook, kernel_name="python3", timeout=120)
    with client.setup_kernel():
        for index, cell in enumerate(notebook.cells):
            if cell.cell_type == "code":
                client.execute_cell(cell, index)
    notebook.metadata["language_info"] = by_build.metadata["language_info"]
    assert harvest(notebook) == harvest(by_build)
    assert write_notebook(normalised(notebook)) == write_notebook(by_build)


@pytest.mark.notebooks
def test_only_parameters_that_differ_are_passed_and_published_cells_are_left_out(
    built, run_environment
):
    study = discover(built)["toy"]
    found = execute(built, study, {"data": [], "scale": 4.0}, published=False)
    ids = [cell.id for cell in found.cells]
    assert ids[:3] == ["intro", "parameters", INJECTED_ID]
    assert "scale = 4.0" in found.cells[2].source
    assert "data" not in found.cells[2].source
    assert not {"told", "twice"} & set(ids)
    assert harvest(found).payload["values"]["rate.mean"]["value"] == pytest.approx(4 * 590 / 3)


@pytest.mark.notebooks
@pytest.mark.parametrize(
    "case",
    [
        (
            FAIL_WITH.format(arguments='"too few points", path="a.csv", line=3, found="2"'),
            MeasurementError,
            "a.csv, line 3: too few points. Found: 2.",
        ),
        (
            "1 / 0",
            StudyError,
            "notebooks/toy.ipynb: a cell of the notebook of toy failed."
            " Found: ZeroDivisionError: division by zero."
            " What to do: open {kept}, where the cell is marked.",
        ),
    ],
    ids=["an error of the package", "another error"],
)
def test_a_failing_cell_gives_its_own_error_and_the_notebook_is_kept(
    project, edit_notebook, tmp_path, case
):
    source, kind, message = case
    edit_notebook(project, "open", source=source)
    study = discover(project)["toy"]
    kept = tmp_path / "failed" / "toy.ipynb"
    with pytest.raises(kind) as caught:
        execute(project, study, study.defaults, published=True, keep_failed=kept)
    assert type(caught.value) is kind
    assert str(caught.value) == message.format(kept=kept)
    cells = json.loads(kept.read_text())["cells"]
    assert any("An Exception was encountered" in "".join(cell["source"]) for cell in cells)
    failing = next(cell for cell in cells if cell["id"] == "open")
    assert failing["outputs"][-1]["output_type"] == "error"


def test_a_malformed_notebook_is_refused_before_a_kernel_starts(project):
    study = discover(project)["toy"]
    (project.notebooks / "toy.ipynb").write_text("{")
    with pytest.raises(StudyError, match="cannot be read"):
        execute(project, study, study.defaults, published=True)
