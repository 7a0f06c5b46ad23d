"""Results, tables and figures travel in the notebook's outputs."""

from xml.etree import ElementTree

import nbformat
import pytest
from matplotlib.figure import Figure

from contention.studies.emission import emit_figure, emit_html, emit_results, emit_table
from contention.studies.output_types import FIGURE_KEY, RESULTS_MIME, TABLE_MIME

ALT = "Two points, 1 and 2."


def drawn(values=(1, 2)):
    figure = Figure()
    axes = figure.add_subplot()
    axes.plot(values, label="a")
    axes.legend()
    axes.set_title("µs per <call>")
    return figure


def svg_of(displayed, figure):
    displayed.clear()
    emit_figure("points", "Points", ALT, figure)
    return displayed[0].data["image/svg+xml"]


def test_the_same_figure_gives_the_same_bytes(displayed):
    assert svg_of(displayed, drawn()) == svg_of(displayed, drawn())


def test_other_data_gives_other_bytes(displayed):
    assert svg_of(displayed, drawn()) != svg_of(displayed, drawn((1, 3)))


def test_a_figure_is_well_formed_svg_without_a_date(displayed):
    svg = svg_of(displayed, drawn())
    assert ElementTree.fromstring(svg).tag.endswith("svg")
    assert "<dc:date>" not in svg


def test_a_figure_carries_its_alternative_text(displayed):
    svg_of(displayed, drawn())
    assert displayed[0].metadata[FIGURE_KEY]["figure"] == {
        "name": "points",
        "caption": "Points",
        "alt": ALT,
    }
    assert displayed[0].data["text/plain"] == ALT


def test_the_caller_s_figure_is_emptied_so_that_memory_is_freed(displayed):
    figure = drawn()
    svg_of(displayed, figure)
    assert figure.axes == []


def test_a_table_carries_its_csv(displayed):
    emit_table("log", "The log", "<table/>", "log", "a,b\n1,2\n")
    assert displayed[0].data[TABLE_MIME] == {
        "name": "log",
        "caption": "The log",
        "csv": "a,b\n1,2\n",
    }
    assert displayed[0].data["text/html"] == "<table/>"


def test_html_has_a_plain_text_beside_it(displayed):
    emit_html("<p>x</p>", "x")
    assert displayed[0].data == {"text/html": "<p>x</p>", "text/plain": "x"}


def test_results_are_carried_as_plain_json(displayed):
    emit_results({"b": (1, 2), "a": None}, "<p/>", "x")
    assert displayed[0].data[RESULTS_MIME] == {"a": None, "b": [1, 2]}


def test_results_that_json_does_not_know_are_refused(displayed):
    with pytest.raises(ValueError, match="not JSON compliant"):
        emit_results({"a": float("nan")}, "<p/>", "x")
    assert displayed == []


def test_what_is_displayed_is_valid_in_a_notebook(displayed):
    emit_figure("points", "Points", ALT, drawn())
    emit_table("log", "The log", "<table/>", "log", "a\n")
    emit_results({"a": 1}, "<p/>", "x")
    cell = nbformat.v4.new_code_cell("x", outputs=list(displayed))
    nbformat.validate(nbformat.v4.new_notebook(cells=[cell]))
