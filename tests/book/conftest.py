"""A small checkout with one study that has been run, made in a temporary folder."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from contention.studies.locations import Project
from contention.studies.study import Study
from contention.studies.study_file import read_study

ROOT = Path(__file__).resolve().parents[2]
SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="320pt" height="200pt" viewBox="0 0 320 200">'
    '<rect width="320" height="200" fill="white"/>'
    '<path d="M20 180 C 80 40 200 30 300 60" stroke="#0072b2" fill="none" stroke-width="3"/></svg>'
)
TABLE = (
    '<div class="contention-table" role="region" tabindex="0" aria-label="Sessions and rate">\n'
    '<table id="table-sweep">\n<caption>Sessions and rate</caption>\n'
    '<thead><tr><th scope="col" class="number">sessions</th>'
    '<th scope="col" class="number">rate</th></tr></thead>\n'
    '<tbody>\n<tr><th scope="row">1</th><td class="number">410.5</td></tr>\n</tbody>\n'
    "</table>\n</div>"
)
STUDY = """
title = "A demonstration"
question = "Where does it peak?"
answer = "It peaks at {peak:.1f} sessions."
tags = ["demo"]
[source]
article = "000_demo.txt"
title = "An article"
author = "A. Author"
date = "2018-11-07"
products = ["Demo 1"]
location = "example.org"
[[capture]]
id = "sweep"
path = "raw/sweep.txt"
format = "csv"
sha256 = "{digest}"
lines = "3-9"
[parameters.share]
type = "number"
default = 0.95
minimum = 0.5
maximum = 0.999
help = "share of the peak"
[parameters.data]
type = "paths"
default = []
help = "your own captures"
[[claim]]
id = "rates"
statement = "The rate follows from executions and duration"
cells = "published/rates.csv"
""".replace("{digest}", "ab" * 32)
PROSE = {
    "index.md": "# Demo\n\nIt peaks at {result}`demo:peak:.1f:interval` sessions {cite}`knuth`.\n\n"
    "See {doc}`/chapters/demo` and {doc}`/scorecard`.\n",
    "introduction.md": "# Introduction\n\nLatches wait. $x^2$\n\n```{bibliography}\n```\n",
    "methods/law.md": "# A law\n\n$$ N = X R $$\n\nSaid by {cite}`knuth`.\n",
    "references.bib": "@book{knuth, author={Knuth, D.}, title={Art}, publisher={A}, year={1968}}\n",
}


def code(source: str, outputs: list[dict[str, Any]] = [], *tags: str) -> dict[str, Any]:  # noqa: B006
    return {
        "cell_type": "code",
        "id": f"c{abs(hash(source)) % 10**6}",
        "execution_count": 1,
        "metadata": {"tags": [*tags], "papermill": {"duration": 0.3}},
        "source": source,
        "outputs": outputs,
    }


def shown(data: dict[str, Any], metadata: dict[str, Any] | None = None) -> dict[str, Any]:
    return {"output_type": "display_data", "data": data, "metadata": metadata or {}}


def figure(name: str = "sweep", alt: str = "Rate grows to 410 at 12 sessions.") -> dict[str, Any]:
    described = {"name": name, "caption": "Rate against sessions, $X(N)$.", "alt": alt}
    return shown({"image/svg+xml": SVG, "text/plain": alt}, {"contention": {"figure": described}})


def demo_notebook() -> dict[str, Any]:
    text = (
        "# A demonstration\n\nIt peaks at {result}`peak:.1f` sessions, see {numref}`sweep`, "
        "and the mean is {result}`mean:,.0f`."
    )
    results = shown(
        {
            "text/html": TABLE.replace("table-sweep", "table-results"),
            "text/plain": "results",
            "application/vnd.contention.results+json": {"values": {}},
        }
    )
    machine = shown({"application/vnd.contention.table+json": {"name": "x"}, "text/plain": "x"})
    return {
        "nbformat": 4,
        "nbformat_minor": 5,
        "metadata": {"kernelspec": {"name": "python3", "display_name": "Python 3"}},
        "cells": [
            {"cell_type": "markdown", "id": "m1", "metadata": {}, "source": text},
            code("share = 0.95\ndata = []", [], "parameters"),
            code("share = 0.95", [], "injected-parameters"),
            code("study.table()", [shown({"text/html": TABLE, "text/plain": "at 0x7f00"})]),
            code("study.figure()", [figure()]),
            code("machine()", [machine]),
            code("study.close()", [results]),
        ],
    }


def demo_results() -> dict[str, Any]:
    def claim(number: int, verdict: str, reason: str = "") -> dict[str, Any]:
        return {
            "id": f"rates.{number}",
            "study": "demo",
            "claim": "rates",
            "article": "000_demo.txt",
            "line": 3 + number,
            "cell": f"rate {number}",
            "statement": "Rate at one session < two",
            "printed": "410",
            "found": 410.5,
            "verdict": verdict,
            "reason": reason,
            "expression": "sweep(sessions=1).rate",
        }

    return {
        "study": "demo",
        "published": True,
        "parameters": {"share": 0.95, "data": []},
        "inputs": [{"path": "data/demo/raw/sweep.txt", "sha256": "ab" * 32}],
        "digest": "cd" * 32,
        "versions": {"python": "3.11.7", "numpy": "2.4.6"},
        "values": {
            "peak": {"value": 12.34, "unit": "sessions", "low": 10.2, "high": 15.1, "n": 9},
            "mean": {"value": 40123.7, "unit": "us"},
            "limit": {"value": None, "unit": "runs", "note": "no limit"},
        },
        "tables": {"sweep": "tables/demo/sweep.csv"},
        "table_captions": {"sweep": "Sessions and rate"},
        "figures": {
            "sweep": {"path": "figures/demo/sweep.svg", "alt": "Rate grows to 410.", "caption": "c"}
        },
        "claims": [
            claim(1, "reproduced"),
            claim(2, "reproduced_within_rounding"),
            claim(3, "erratum", "the sum is wrong by 1 & more"),
            claim(4, "not_reproducible", "raw figures not given"),
        ],
        "flags": [],
        "not_computed": [],
    }


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def make_project(root: Path) -> Project:
    """A checkout at `root` with one study, run."""
    write(root / "data" / "demo" / "study.toml", STUDY)
    notebook = demo_notebook()
    write(root / "notebooks" / "demo.ipynb", json.dumps(notebook))
    for name, text in PROSE.items():
        write(root / "book" / name, text)
    shutil.copytree(ROOT / "book" / "_static", root / "book" / "_static")
    toc = "format: jb-book\nroot: index\nchapters:\n- file: introduction\n- file: studies\n"
    toc += "- glob: chapters/*\n- file: scorecard\n  sections:\n  - glob: ledger/*\n"
    toc += "- file: formats\n  sections:\n  - glob: formats/*\n"
    toc += "- file: errata\n- glob: methods/*\n"
    write(root / "book" / "_toc.yml", toc)
    shutil.copyfile(ROOT / "_config.yml", root / "_config.yml")
    write(root / "build" / "executed" / "demo.ipynb", json.dumps(notebook))
    write(root / "build" / "results" / "demo.json", json.dumps(demo_results()))
    write(root / "build" / "tables" / "demo" / "sweep.csv", "sessions,rate\n1,410.5\n")
    write(root / "build" / "figures" / "demo" / "sweep.svg", SVG)
    return Project(root)


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return make_project(tmp_path / "checkout")


@pytest.fixture
def results() -> dict[str, Any]:
    """The results document of the demonstration study."""
    return demo_results()


@pytest.fixture
def notebook() -> dict[str, Any]:
    """Its executed notebook."""
    return demo_notebook()


@pytest.fixture
def study(project: Project) -> Study:
    return read_study(project.data / "demo")


@pytest.fixture(scope="session")
def demo_project_factory() -> Callable[[Path], Project]:
    """Makes the demonstration checkout at a given place."""
    return make_project
