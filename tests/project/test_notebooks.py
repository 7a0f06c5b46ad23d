"""The notebooks stay thin: short cells, one parameters cell, no code of their own, no outputs."""

import ast
import json
import re
from pathlib import Path

import pytest

from contention.studies.catalogue import discover
from contention.studies.locations import Project

ROOT = Path(__file__).parents[2]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
STUDIES = discover(Project(ROOT))
MAXIMUM_LINES = 15


@pytest.fixture(params=NOTEBOOKS, ids=lambda path: path.stem)
def notebook(request):
    return json.loads(request.param.read_text(encoding="utf-8"))


def sources(notebook, kind="code"):
    return [
        ("".join(cell["source"]), cell["metadata"].get("tags", []))
        for cell in notebook["cells"]
        if cell["cell_type"] == kind
    ]


def test_every_study_has_its_notebook_and_every_notebook_its_study():
    assert {path.stem for path in NOTEBOOKS} == set(STUDIES)


def test_it_is_committed_without_outputs(notebook):
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            assert cell["outputs"] == []
            assert cell["execution_count"] is None
    assert set(notebook["metadata"]) <= {"kernelspec", "language_info"}


def test_a_cell_id_is_unique(notebook):
    found = [cell["id"] for cell in notebook["cells"]]
    assert len(found) == len(set(found))


def test_a_code_cell_has_at_most_15_lines(notebook):
    long = [source for source, _ in sources(notebook) if len(source.splitlines()) > MAXIMUM_LINES]
    assert not long


def test_no_cell_defines_a_function_or_a_class_or_loops(notebook):
    for source, _ in sources(notebook):
        for node in ast.walk(ast.parse(source)):
            assert not isinstance(
                node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda | ast.While
            ), source


def test_no_cell_holds_a_path(notebook):
    for source, _ in sources(notebook):
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                assert not re.search(r"^(\.{0,2}/|~)\w|\.(txt|csv|trc|log|toml)$", node.value), (
                    node.value
                )


def test_no_cell_asks_for_the_time_or_the_place_it_runs_in(notebook):
    for source, _ in sources(notebook):
        assert not re.search(r"^\s*[%!]|\bnow\(|\bgetcwd\(|\btime\.", source, re.MULTILINE), source


@pytest.mark.parametrize("slug", STUDIES)
def test_its_parameters_cell_equals_the_study_file(slug):
    notebook = json.loads((ROOT / "notebooks" / f"{slug}.ipynb").read_text(encoding="utf-8"))
    cells = [source for source, tags in sources(notebook) if "parameters" in tags]
    assert len(cells) == 1
    values = {
        target.id: ast.literal_eval(statement.value)
        for statement in ast.parse(cells[0]).body
        for target in statement.targets
    }
    assert values == STUDIES[slug].defaults
    for name, value in values.items():
        assert type(value) is type(STUDIES[slug].defaults[name])


def test_it_begins_with_a_title_and_ends_with_close(notebook):
    prose = sources(notebook, "markdown")
    assert prose[0][0].startswith("# ")
    assert notebook["cells"][0]["cell_type"] == "markdown"
    assert "close()" in sources(notebook)[-1][0]
