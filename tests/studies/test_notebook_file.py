"""Notebooks are read strictly, written the same way each time, and digested by what they say."""

import json

import nbformat
import pytest

from contention.errors import StudyError
from contention.studies.notebook_file import (
    INJECTED_ID,
    code_digest,
    has_tag,
    normalised,
    prose_digest,
    read_notebook,
    with_prose_of,
    without_published_cells,
    write_notebook,
)


@pytest.fixture
def source(project):
    return read_notebook(project.notebooks / "toy.ipynb")


@pytest.fixture
def executed(source):
    """The toy notebook as papermill leaves it: times, random ids, an injected cell, outputs."""
    copy = nbformat.from_dict(json.loads(json.dumps(source)))
    at = [cell.id for cell in copy.cells].index("parameters")
    injected = nbformat.v4.new_code_cell("scale = 3", metadata={"tags": ["injected-parameters"]})
    copy.cells.insert(at + 1, injected)
    for number, cell in enumerate(copy.cells):
        cell.metadata["papermill"] = {"start_time": "2020-01-01", "duration": number}
        cell.metadata.setdefault("tags", [])
        if cell.cell_type == "code":
            cell.execution_count = number
            cell.outputs = [nbformat.v4.new_output("stream", text=f"{cell.id}\n")]
    copy.metadata["papermill"] = {"input_path": "/tmp/in.ipynb"}
    copy.metadata["language_info"] = {"name": "python", "version": "3.11.2", "mimetype": "text/x"}
    return copy


def ids(notebook):
    return [cell.id for cell in notebook.cells]


def test_a_normalised_notebook_tells_nothing_of_when_and_where_it_ran(executed):
    text = write_notebook(normalised(executed))
    for trace in ("2020-01-01", "/tmp", "papermill", "3.11.2"):
        assert trace not in text
    assert '"mimetype": "text/x"' in text


def test_normalising_is_idempotent_and_leaves_its_argument_alone(executed):
    before = json.dumps(executed)
    once = normalised(executed)
    assert write_notebook(normalised(once)) == write_notebook(once)
    assert json.dumps(executed) == before


def test_the_cell_of_the_run_s_parameters_gets_a_fixed_id(executed):
    assert ids(normalised(executed))[2] == INJECTED_ID


def test_a_normalised_notebook_keeps_outputs_and_tags_and_is_valid(executed):
    found = normalised(executed)
    nbformat.validate(found)
    assert found.cells[1].outputs[0].text == "parameters\n"
    assert found.cells[1].metadata == {"tags": ["parameters"]}
    assert found.cells[0].metadata == {}


def test_the_digests_of_an_executed_notebook_are_those_of_its_source(source, executed):
    assert code_digest(normalised(executed)) == code_digest(source)
    assert prose_digest(normalised(executed)) == prose_digest(source)


@pytest.mark.parametrize("cell", ["parameters", "rate", "close"])
def test_code_changes_the_code_digest_and_not_that_of_the_prose(source, cell):
    code, prose = code_digest(source), prose_digest(source)
    source.cells[ids(source).index(cell)].source += "\n"
    assert code_digest(source) != code
    assert prose_digest(source) == prose


def test_prose_changes_the_prose_digest_and_not_that_of_the_code(source):
    code, prose = code_digest(source), prose_digest(source)
    source.cells[0].source += " told anew"
    assert code_digest(source) == code
    assert prose_digest(source) != prose


def test_moving_prose_between_code_cells_is_a_change_of_prose(source):
    code, prose = code_digest(source), prose_digest(source)
    source.cells.insert(5, source.cells.pop(3))
    assert code_digest(source) == code
    assert prose_digest(source) != prose


def test_swapping_code_cells_is_a_change_of_code(source):
    code = code_digest(source)
    source.cells[4], source.cells[5] = source.cells[5], source.cells[4]
    assert code_digest(source) != code


@pytest.mark.parametrize(("cell", "digest"), [("rate", code_digest), ("intro", prose_digest)])
def test_a_tag_is_part_of_its_cell(source, cell, digest):
    before = digest(source)
    source.cells[ids(source).index(cell)].metadata["tags"] = ["published"]
    assert digest(source) != before


def test_renewed_prose_stands_among_the_old_outputs(source, executed):
    old = normalised(executed)
    source.cells[0].source = "# Another title"
    source.cells[0].metadata = nbformat.from_dict({"tags": ["a"], "editor": "x"})
    source.cells.insert(4, nbformat.v4.new_markdown_cell("More.", id="more"))
    del source.cells[3]
    new = with_prose_of(old, source)
    assert ids(new) == ["intro", "parameters", INJECTED_ID, *ids(source)[2:]]
    assert new.cells[0].source == "# Another title"
    assert new.cells[0].metadata == {"tags": ["a"]}
    assert [cell.outputs for cell in new.cells if cell.cell_type == "code"] == [
        cell.outputs for cell in old.cells if cell.cell_type == "code"
    ]
    assert prose_digest(new) == prose_digest(source)


def test_renewing_with_the_same_prose_changes_nothing(source, executed):
    old = normalised(executed)
    assert write_notebook(with_prose_of(old, source)) == write_notebook(old)


def test_cells_about_the_published_captures_are_left_out_of_a_copy(source):
    found = without_published_cells(source)
    assert set(ids(source)) - set(ids(found)) == {"told", "twice"}
    assert not any(has_tag(cell, "published") for cell in found.cells)


def test_a_written_notebook_reads_back_the_same(source, tmp_path):
    path = tmp_path / "again.ipynb"
    path.write_text(write_notebook(source), encoding="utf-8")
    assert read_notebook(path) == source
    assert path.read_text(encoding="utf-8").endswith("}\n")


def rewritten(project, change):
    path = project.notebooks / "toy.ipynb"
    document = json.loads(path.read_text())
    change(document)
    path.write_text(json.dumps(document))
    return path


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda d: d["cells"][0].pop("id"), "id of its own"),
        (lambda d: d["cells"][0].update(id="close"), "id of its own"),
        (lambda d: d["cells"][1].update(metadata={}), "one cell tagged parameters"),
        (lambda d: d["cells"][2].update(metadata={"tags": ["parameters"]}), "one cell tagged"),
        (lambda d: d["cells"][1].pop("outputs"), "cannot be read"),
        (lambda d: d["cells"][1].update(metadata={"tags": "parameters"}), "cannot be read"),
        (lambda d: d.update(nbformat=3), "cannot be read"),
        (lambda d: d.pop("cells"), "no list of cells"),
        (lambda d: d.update(cells=[1]), "no list of cells"),
    ],
)
def test_a_malformed_notebook_is_an_error_that_names_the_file(project, change, message):
    path = rewritten(project, change)
    with pytest.raises(StudyError, match=message) as caught:
        read_notebook(path)
    assert caught.value.path == str(path)


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"3", b"\xff\x00", None])
def test_what_is_no_notebook_is_an_error_that_names_the_file(tmp_path, content):
    path = tmp_path / "toy.ipynb"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(StudyError, match="cannot be read") as caught:
        read_notebook(path)
    assert caught.value.path == str(path)
