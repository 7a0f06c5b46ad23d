"""A toy project of two tiny studies, run in this process or by kernels."""

import hashlib
import json
import shutil
from pathlib import Path

import nbformat
import pytest

from contention.studies import emission
from contention.studies.atomic import publish
from contention.studies.catalogue import discover
from contention.studies.locations import PROJECT_VARIABLE, Project
from contention.studies.notebook_file import normalised, read_notebook
from contention.studies.results import Layout, collect

LOG = "sessions,throughput\n1,100\n2,190\n4,300\n"
CHANGED_LOG = LOG.replace("190", "191")
CELLS = """line,cell,statement,printed,test,expression,erratum,not_reproducible
12,rate at one,Throughput of one session,100,exact,log(sessions=1).throughput,,
13,gain,Gain of the second,190%,,100 * log(sessions=2).throughput / log.throughput[0],,
14,mean,Mean of all rates,about 200,about,"result(""rate.mean"") / 2",,
15,misprint,Throughput of four sessions,310,exact,log(sessions=4).throughput,The table says 300.,
16,lost,Processor time,7 s,,,,The raw figure is not printed.
"""
STUDY = """title = "A toy"
question = "How fast is it?"
answer = "It does {{rate.mean:.1f}} per second."
tags = ["toy"]

[source]
article = "toy.txt"
title = "On toys"
author = "A. Author"
date = "2020-01"
products = ["Toy 1.0"]
location = "example.org"

[[capture]]
id = "log"
path = "raw/log.csv"
format = "csv"
sha256 = "{digest}"
lines = "1-4"
omitted = "Nothing."
measures = "sweep"

[parameters.data]
type = "paths"
default = []
help = "Captures of your own."

[parameters.scale]
type = "number"
default = 2.0
minimum = 0.5
maximum = 10
help = "Factor of the rate."

[[claim]]
id = "rates"
statement = "The rates of the toy"
cells = "published/rates.csv"
"""
NOTEBOOK = [
    ("markdown", "intro", "# A toy", ()),
    ("code", "parameters", "data = []\nscale = 2.0", ("parameters",)),
    (
        "code",
        "open",
        "from contention.figures import describe_throughput, draw_throughput, new_axes\n"
        'from contention.studies import open_study\n\nstudy = open_study("{slug}", data=data)',
        (),
    ),
    ("markdown", "look", "The rates.", ()),
    (
        "code",
        "rate",
        "rates = [sweep.throughput_per_s.mean() for sweep in study.sweeps]\n"
        'study.record("rate.mean", scale * rates[0], unit="1/s", n=3)',
        (),
    ),
    (
        "code",
        "table",
        'study.table("log", study.readings[0].tables[0].frame(), caption="The log")',
        (),
    ),
    (
        "code",
        "figure",
        'study.figure("rates", draw_throughput(study.sweeps, new_axes()), caption="Rates",'
        " alt=describe_throughput(study.sweeps))",
        (),
    ),
    ("markdown", "told", "The article says {{result}}`rate.mean:.1f`.", ("published",)),
    ("code", "twice", 'study.record("rate.twice", 2 * scale * rates[0])', ("published",)),
    ("code", "close", "ledger = study.close()", ()),
]


def study_toml(log=LOG):
    return STUDY.format(digest=hashlib.sha256(log.encode()).hexdigest())


def notebook_json(slug):
    cells = []
    for kind, name, source, tags in NOTEBOOK:
        cell = {
            "cell_type": kind,
            "id": name,
            "metadata": {"tags": list(tags)} if tags else {},
            "source": source.format(slug=slug),
        }
        if kind == "code":
            cell.update(execution_count=None, outputs=[])
        cells.append(cell)
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    return {
        "cells": cells,
        "metadata": {"kernelspec": kernel},
        "nbformat": 4,
        "nbformat_minor": 5,
    }


def write_study(root, slug):
    folder = root / "data" / slug
    for name, text in [
        ("study.toml", study_toml()),
        ("raw/log.csv", LOG),
        ("published/rates.csv", CELLS),
    ]:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    (root / "notebooks").mkdir(exist_ok=True)
    (root / "notebooks" / f"{slug}.ipynb").write_text(json.dumps(notebook_json(slug)))


def make_project(root, slugs=("other", "toy")):
    for slug in slugs:
        write_study(root, slug)
    return Project(root)


@pytest.fixture
def project(tmp_path, monkeypatch):
    """A project that nothing was built in; the session opens its studies."""
    root = tmp_path / "project"
    monkeypatch.setenv(PROJECT_VARIABLE, str(root))
    return make_project(root)


@pytest.fixture
def study(project):
    """The toy study."""
    return discover(project)["toy"]


@pytest.fixture
def change_capture():
    """Change the toy's capture and its recorded digest, as an author would."""

    def change(project, slug="toy", log=CHANGED_LOG):
        folder = project.data / slug
        (folder / "raw" / "log.csv").write_text(log)
        (folder / "study.toml").write_text(study_toml(log))

    return change


@pytest.fixture
def edit_notebook():
    """Change the source or the tags of one cell of a study's notebook."""

    def edit(project, cell, source=None, tags=None, slug="toy"):
        path = project.notebooks / f"{slug}.ipynb"
        notebook = json.loads(path.read_text())
        (wanted,) = [item for item in notebook["cells"] if item["id"] == cell]
        if source is not None:
            wanted["source"] = source
        if tags is not None:
            wanted["metadata"]["tags"] = tags
        path.write_text(json.dumps(notebook))

    return edit


@pytest.fixture
def displayed(monkeypatch):
    """What the code under test displays, as notebook outputs."""
    outputs = []

    def display(data, *, raw, metadata=None):
        assert raw
        outputs.append(nbformat.v4.new_output("display_data", data=data, metadata=metadata or {}))

    monkeypatch.setattr(emission, "display", display)
    return outputs


@pytest.fixture
def execute_here(displayed):
    """Run a notebook's cells in this process and return it executed and normalised."""

    def run(project, slug="toy"):
        notebook = read_notebook(project.notebooks / f"{slug}.ipynb")
        names = {}
        for cell in notebook.cells:
            if cell.cell_type == "code":
                displayed.clear()
                exec(compile(cell.source, cell.id, "exec"), names)
                cell.outputs = [nbformat.from_dict(dict(output)) for output in displayed]
        return normalised(notebook)

    return run


@pytest.fixture
def build_here(execute_here):
    """Build one study without a kernel, and return its results document."""

    def build(project, slug="toy"):
        study = discover(project)[slug]
        layout = Layout.in_build(slug)
        files = collect(project, study, study.defaults, execute_here(project, slug), layout)
        publish(project.build, files, owned=(layout.tables, layout.figures))
        return json.loads(files[layout.results])

    return build


def tree(folder):
    """Every file below a folder with its bytes."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(Path(folder).rglob("*"))
        if path.is_file() and path.name != ".lock"
    }


@pytest.fixture(name="tree")
def tree_fixture():
    """The function that takes a folder to its files and their bytes."""
    return tree


@pytest.fixture(scope="session")
def clean_build(tmp_path_factory):
    """A project with both toy studies built by kernels, once per session; do not change it."""
    from contention.studies.building import build_studies

    project = make_project(tmp_path_factory.mktemp("clean") / "project")
    build_studies(project, jobs=2)
    return project


@pytest.fixture
def built(clean_build, tmp_path, monkeypatch):
    """A copy of the built toy project that the test may change."""
    root = tmp_path / "built"
    shutil.copytree(clean_build.root, root)
    monkeypatch.delenv(PROJECT_VARIABLE, raising=False)
    return Project(root)
