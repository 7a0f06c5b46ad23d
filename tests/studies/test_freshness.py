"""A study is stale when something that it depends on changed, and the change is named."""

import json

import pytest

from contention.studies import fingerprint
from contention.studies.catalogue import discover
from contention.studies.freshness import prose_is_stale, why_stale
from contention.studies.results import Layout, collect


@pytest.fixture
def fresh(project, build_here):
    """The toy project with the toy built."""
    build_here(project)
    return project


def why(project):
    return why_stale(project, discover(project)["toy"], project.build)


def prose(project):
    return prose_is_stale(project, discover(project)["toy"], project.build)


def rewrite(path, old, new):
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))


def test_what_was_never_built_is_stale(project):
    assert why(project) == ["never built"]
    assert not prose(project)


def test_what_was_just_built_is_fresh(fresh):
    assert why(fresh) == []
    assert not prose(fresh)


def test_touching_files_changes_nothing(fresh):
    for path in (fresh.data / "toy").rglob("*.*"):
        path.touch()
    assert why(fresh) == []


@pytest.mark.parametrize(
    ("file", "old", "new", "reasons"),
    [
        ("data/toy/raw/log.csv", "190", "191", ["capture raw/log.csv changed"]),
        ("data/toy/published/rates.csv", "190%", "191%", ["ledger published/rates.csv changed"]),
        ("data/toy/study.toml", "A toy", "The toy", ["study file changed"]),
        (
            "data/toy/study.toml",
            "default = 2.0",
            "default = 3.0",
            ["parameters changed", "study file changed"],
        ),
        ("notebooks/toy.ipynb", "scale * rates[0]", "scale * rates[-1]", ["notebook code changed"]),
        ("build/tables/toy/log.csv", "190", "191", ["artefact tables/toy/log.csv was altered"]),
        ("build/executed/toy.ipynb", "A toy", "X", ["artefact executed/toy.ipynb was altered"]),
    ],
)
def test_each_change_is_named(fresh, file, old, new, reasons):
    rewrite(fresh.root / file, old, new)
    assert why(fresh) == reasons


@pytest.mark.parametrize(
    ("file", "reason"),
    [
        ("data/toy/raw/log.csv", "capture raw/log.csv is gone"),
        ("data/toy/published/rates.csv", "ledger published/rates.csv is gone"),
        ("build/figures/toy/rates.svg", "artefact figures/toy/rates.svg is missing"),
        ("build/results/toy.json", "never built"),
    ],
)
def test_each_loss_is_named(fresh, file, reason):
    (fresh.root / file).unlink()
    assert why(fresh) == [reason]


def test_a_new_capture_is_named(fresh):
    text = (fresh.data / "toy" / "study.toml").read_text()
    start = text.index("[[capture]]")
    more = text[start : text.index("[parameters")].replace("log", "more")
    (fresh.data / "toy" / "raw" / "more.csv").write_text("a\n1\n")
    (fresh.data / "toy" / "study.toml").write_text(text[:start] + more + text[start:])
    assert why(fresh) == ["capture raw/more.csv is new", "study file changed"]


def test_a_changed_lock_is_named(fresh):
    fresh.lock.write_text("numpy==2.0\n")
    assert why(fresh) == ["environment changed"]


@pytest.mark.parametrize(
    "name", ["contention.readers.csv", "contention.studies.results", "contention.studies.execution"]
)
def test_a_changed_module_is_named_whether_notebook_or_machinery_uses_it(
    fresh, tmp_path, monkeypatch, name
):
    edited = tmp_path / "edited.py"
    edited.write_text("# edited")
    original = fingerprint.source_of
    monkeypatch.setattr(
        fingerprint, "source_of", lambda module: edited if module == name else original(module)
    )
    assert why(fresh) == [f"module {name} changed"]


def test_a_change_of_prose_is_no_reason_to_run_but_is_noticed(fresh, edit_notebook):
    edit_notebook(fresh, "look", source="Look at the rates.")
    assert why(fresh) == []
    assert prose(fresh)


@pytest.mark.parametrize(("cell", "reasons"), [("rate", ["notebook code changed"]), ("look", [])])
def test_a_changed_tag_counts_with_its_cell(fresh, edit_notebook, cell, reasons):
    edit_notebook(fresh, cell, tags=["published"])
    assert why(fresh) == reasons
    assert prose(fresh) is not bool(reasons)


@pytest.mark.parametrize("content", ["", "{", "[]", '{"study": "other"}'])
def test_a_results_file_that_cannot_be_read_is_a_reason(fresh, content):
    (fresh.build / "results" / "toy.json").write_text(content)
    (reason,) = why(fresh)
    assert "results file" in reason


def test_a_results_file_without_its_parts_is_stale(fresh):
    (fresh.build / "results" / "toy.json").write_text('{"study": "toy"}')
    assert "study file is new" in why(fresh)


def test_a_run_with_other_parameters_is_not_taken_for_the_published_one(project, execute_here):
    study = discover(project)["toy"]
    layout = Layout.in_build("toy")
    files = collect(project, study, {"data": [], "scale": 3.0}, execute_here(project), layout)
    for relative, text in files.items():
        (project.build / relative).parent.mkdir(parents=True, exist_ok=True)
        (project.build / relative).write_text(text)
    assert why(project) == ["parameters changed"]
    assert json.loads(files[layout.results])["parameters"]["scale"] == 3.0
