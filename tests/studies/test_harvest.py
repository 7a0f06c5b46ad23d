"""Results are taken out of an executed notebook, whatever ran it."""

import json

import nbformat
import pytest

from contention.errors import StudyError
from contention.studies.harvest import harvest
from contention.studies.notebook_file import write_notebook


def outputs_of(notebook, cell):
    return next(item for item in notebook.cells if item.id == cell).outputs


@pytest.fixture
def executed(project, execute_here):
    return execute_here(project)


def test_values_tables_and_figures_come_out(executed):
    found = harvest(executed)
    assert found.payload["study"] == "toy"
    assert found.payload["values"]["rate.mean"]["value"] == pytest.approx(2 * 590 / 3)
    (table,) = found.tables
    assert (table.name, table.caption) == ("log", "The log")
    assert table.csv == "sessions,throughput\n1,100\n2,190\n4,300\n"
    (figure,) = found.figures
    assert (figure.name, figure.caption) == ("rates", "Rates")
    assert "300 executions per second" in figure.alt
    assert figure.svg.startswith("<?xml")


def test_a_saved_notebook_gives_the_same(executed, tmp_path):
    path = tmp_path / "saved.ipynb"
    nbformat.write(executed, path)
    assert harvest(nbformat.read(path, as_version=4)) == harvest(executed)
    assert harvest(nbformat.from_dict(json.loads(write_notebook(executed)))) == harvest(executed)


@pytest.mark.parametrize("times", [0, 2])
def test_a_notebook_must_be_closed_once(executed, times):
    outputs = outputs_of(executed, "close")
    outputs[:] = list(outputs) * times
    with pytest.raises(StudyError, match=r"one study\.close\(\)") as caught:
        harvest(executed)
    assert caught.value.found == f"{times} of them"


def test_two_figures_in_one_cell_are_refused(executed):
    outputs = outputs_of(executed, "figure")
    outputs.append(outputs[0])
    with pytest.raises(StudyError, match="cell figure shows two figures"):
        harvest(executed)


def test_outputs_of_others_are_passed_over(executed):
    stream = nbformat.v4.new_output("stream", text="hello")
    picture = nbformat.v4.new_output("display_data", data={"image/svg+xml": "<svg/>"})
    expected = harvest(executed)
    outputs_of(executed, "rate").extend([stream, picture])
    assert harvest(executed) == expected
