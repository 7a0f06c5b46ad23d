"""Executed notebooks as pages."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from contention.book.notebook_pages import (
    figure_label,
    load_notebook,
    normalise,
    page_notebook,
    write_notebook,
)
from contention.errors import StudyError


def test_two_runs_that_differ_in_noise_only_become_equal(notebook: dict[str, Any]) -> None:
    other = copy.deepcopy(notebook)
    other["metadata"]["papermill"] = {"start_time": "now", "input_path": "/somewhere"}
    for number, cell in enumerate(other["cells"]):
        cell["id"] = f"random{number}"
        cell["metadata"]["execution"] = {"iopub.status.busy": "now"}
        cell["source"] = cell["source"].splitlines(keepends=True)
    other["cells"][3]["outputs"][0]["data"]["text/plain"] = "at 0x7f99"
    assert normalise(other) == normalise(notebook)


def test_outputs_for_machines_only_are_dropped(notebook: dict[str, Any]) -> None:
    cells = normalise(notebook)["cells"]
    assert cells[5]["outputs"] == []
    assert set(cells[6]["outputs"][0]["data"]) == {"text/html", "text/plain"}
    assert "vnd.contention" not in json.dumps(cells)


def test_the_input_is_left_as_it_was(notebook: dict[str, Any]) -> None:
    before = copy.deepcopy(notebook)
    page_notebook(normalise(notebook), "demo")
    assert notebook == before


def test_figures_get_caption_label_and_alternative(notebook: dict[str, Any]) -> None:
    page = page_notebook(normalise(notebook), "demo")
    assert page["cells"][2]["metadata"]["mystnb"] == {
        "image": {"alt": "Rate grows to 410 at 12 sessions."},
        "figure": {"name": "demo-sweep", "caption": "Rate against sessions, $X(N)$."},
    }
    assert "{numref}`demo-sweep`" in page["cells"][0]["source"]


def test_references_to_other_things_stay_as_they_are(notebook: dict[str, Any]) -> None:
    notebook["cells"][0]["source"] = "{ref}`the sweep<sweep>` {ref}`elsewhere` {doc}`sweep`"
    page = page_notebook(normalise(notebook), "demo")
    assert page["cells"][0]["source"] == (
        "{ref}`the sweep<demo-sweep>` {ref}`elsewhere` {doc}`sweep`"
    )


def test_code_is_folded_and_the_injected_cell_is_left_out(notebook: dict[str, Any]) -> None:
    cells = page_notebook(normalise(notebook), "demo")["cells"]
    assert [cell["metadata"].get("tags") for cell in cells[1:]] == [["hide-input"]] * 3


def test_code_that_shows_nothing_is_folded_with_the_next_that_does(
    notebook: dict[str, Any],
) -> None:
    cells = page_notebook(normalise(notebook), "demo")["cells"]
    assert [cell["source"] for cell in cells[1:]] == [
        "share = 0.95\ndata = []\n\nstudy.table()",
        "study.figure()",
        "machine()\n\nstudy.close()",
    ]
    assert len(cells[1]["outputs"]) == 1


def test_a_figure_stands_alone_whatever_else_its_cell_displays(notebook: dict[str, Any]) -> None:
    cell = notebook["cells"][4]
    (figure,) = cell["outputs"]
    second = copy.deepcopy(figure)
    second["metadata"]["contention"]["figure"]["name"] = "second"
    words = {"output_type": "stream", "name": "stdout", "text": "words"}
    cell["outputs"] = [words, words, figure, second, words]
    before = page_notebook(normalise(notebook), "demo")["cells"]
    cell["outputs"] = [figure]
    alone = page_notebook(normalise(notebook), "demo")["cells"]
    at = next(i for i, one in enumerate(alone) if "mystnb" in one["metadata"])
    pieces = before[at : at + 4]
    assert [len(piece["outputs"]) for piece in pieces] == [2, 1, 1, 1]
    labels = [piece["metadata"].get("mystnb", {}).get("figure", {}) for piece in pieces]
    assert [label.get("name") for label in labels] == [None, "demo-sweep", "demo-second", None]
    assert [bool(piece["source"]) for piece in pieces] == [True, False, False, False]
    assert len({piece["id"] for piece in before}) == len(before) == len(alone) + 3


def test_a_label_is_not_prefixed_twice() -> None:
    assert figure_label("demo", "demo-sweep") == "demo-sweep"


def test_a_file_that_is_no_notebook_is_refused(tmp_path: Path) -> None:
    for text in ("{", "[]", '{"cells": 3}'):
        (tmp_path / "n.ipynb").write_text(text, encoding="utf-8")
        with pytest.raises(StudyError, match=r"n\.ipynb"):
            load_notebook(tmp_path / "n.ipynb")
    with pytest.raises(StudyError, match=r"gone\.ipynb"):
        load_notebook(tmp_path / "gone.ipynb")


def test_what_is_written_is_read_back(tmp_path: Path, notebook: dict[str, Any]) -> None:
    write_notebook(notebook, tmp_path / "deep" / "n.ipynb")
    assert load_notebook(tmp_path / "deep" / "n.ipynb") == notebook


def test_the_table_of_all_values_is_left_to_the_end_of_the_page(notebook: dict[str, Any]) -> None:
    html = notebook["cells"][6]["outputs"][0]["data"]["text/html"]
    notebook["cells"][6]["outputs"][0]["data"]["text/html"] = f"{html}\n<p>4 figures checked.</p>"
    cells = page_notebook(normalise(notebook), "demo")["cells"]
    assert cells[3]["outputs"][0]["data"]["text/html"] == "<p>4 figures checked.</p>"
    assert "Sessions and rate" in cells[1]["outputs"][0]["data"]["text/html"]
