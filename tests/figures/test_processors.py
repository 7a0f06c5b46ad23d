"""Processors in use are drawn against how many there are."""

import math

import numpy as np
import pytest

from contention.errors import MeasurementError
from contention.figures.processors import describe_busy_processors, draw_busy_processors
from contention.figures.style import new_axes
from contention.models.cpu_ledger import CpuLedger


def ledger(label, *busy):
    n = np.arange(1.0, len(busy) + 1)
    share = np.full(n.size, 0.5)
    return CpuLedger(label, 0.0, n, np.array(busy), np.zeros(n.size), share, share, 0 * share)


LEDGERS = [
    ledger("solaris_plsql", 1.0, 2.9, 6.05, 6.0),
    ledger("linux_plsql", 1.0, 2.0, 3.0, math.nan),
]


def test_each_ledger_is_a_line_with_its_name(texts):
    axes = new_axes()
    assert draw_busy_processors(LEDGERS, axes) is axes
    assert [line.get_ydata().tolist()[:3] for line in axes.lines] == [[1, 2.9, 6.05], [1, 2, 3]]
    assert set(texts(axes)) == {"Solaris PL/SQL", "Linux PL/SQL"}
    assert (axes.get_xlabel(), axes.get_ylabel()) == ("Sessions", "Processors in use")


def test_a_name_stands_at_the_last_point_that_was_measured():
    axes = draw_busy_processors(LEDGERS, new_axes())
    at = {text.get_text(): text.get_position()[1] for text in axes.texts}
    assert at == {"Linux PL/SQL": 3.0, "Solaris PL/SQL": 6.0}


@pytest.mark.parametrize("processors", [6, 24])
def test_the_number_of_processors_is_a_line_inside_the_picture(processors, texts):
    axes = draw_busy_processors(LEDGERS, new_axes(), processors=processors)
    assert list(axes.lines[-1].get_ydata()) == [processors, processors]
    assert axes.get_ylim()[1] > processors
    assert f"the machine has {processors}" in texts(axes)


def test_the_words_give_each_maximum_and_the_limit():
    words = describe_busy_processors(LEDGERS, 6)
    assert "Solaris PL/SQL reaches 6.05; Linux PL/SQL reaches 3.00." in words
    assert "The machine has 6." in words
    assert "machine" not in describe_busy_processors(LEDGERS)


def test_a_figure_without_ledgers_is_refused():
    with pytest.raises(MeasurementError, match="at least one ledger"):
        draw_busy_processors([], new_axes())


def test_the_same_data_gives_the_same_picture(svg):
    assert svg(draw_busy_processors(LEDGERS, new_axes())) == svg(
        draw_busy_processors(LEDGERS, new_axes())
    )
