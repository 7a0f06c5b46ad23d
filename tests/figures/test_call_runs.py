"""Bars of runs: parts add up to the elapsed time, labels say the numbers, the missing is said."""

import pytest

from contention.errors import MeasurementError
from contention.figures import (
    describe_elapsed,
    describe_extra_time,
    describe_reads,
    draw_elapsed,
    draw_extra_time,
    draw_reads,
    new_axes,
)
from contention.measurements import CallStatistics, WaitProfile
from contention.models import CallRun, compare_calls

EVENT = "db file sequential read"


def run(name, elapsed, disk, waits=None):
    numbers = ([1000], [elapsed / 2], [elapsed], [disk], [0], [0], [1000])
    return CallRun(name, CallStatistics("a", ("execute",), *numbers), waits)


NONE = WaitProfile("a", (), [], [], [])
READS = WaitProfile("a", (EVENT, "log file sync"), [50, 2], [0.1, 0.2], [3.0, 0.5])
RUNS = {"x": (run("before", 10.0, 0, NONE), run("with", 16.0, 1250, READS))}


def test_the_parts_of_a_bar_add_up_to_the_elapsed_time():
    axes = draw_elapsed(RUNS, EVENT, new_axes())
    widths = [[bar.get_width() for bar in part] for part in axes.containers]
    assert [sum(parts) for parts in zip(*widths, strict=True)] == [10.0, 16.0]
    assert [parts[1] for parts in widths] == [12.5, 3.0, 0.5]


def test_each_bar_says_its_numbers(texts):
    assert texts(draw_elapsed(RUNS, EVENT, new_axes())) == [
        "10.00 s, 0.00 s waiting",
        "16.00 s, 3.00 s waiting",
    ]
    assert texts(draw_reads(RUNS, new_axes())) == ["0", "1,250"]


def test_systems_stand_apart_and_are_named():
    axes = draw_reads({**RUNS, "y": RUNS["x"]}, new_axes())
    names = [label.get_text() for label in axes.get_yticklabels()]
    assert names == ["x: before", "x: with", "y: before", "y: with"]
    places = axes.get_yticks()
    assert places[2] - places[1] > places[1] - places[0]


def test_runs_without_waits_say_so(texts):
    axes = draw_elapsed({"": (run("before", 10.0, 0),)}, EVENT, new_axes())
    assert texts(axes) == ["10.00 s, waits not known"]
    assert "waits not known" in describe_elapsed({"": (run("before", 10.0, 0),)}, EVENT)


def test_reads_that_are_missing_are_not_drawn_as_none():
    assert describe_reads({"": (run("before", 10.0, float("nan")),)}).endswith("before not known.")


def test_extra_time_has_a_bar_for_each_of_its_parts(texts):
    found = {"x": compare_calls(*RUNS["x"], EVENT)}
    assert texts(draw_extra_time(found, new_axes())) == ["6.00", "3.00", "3.00"]
    assert "x: elapsed 6.00 s, CPU 3.00 s" in describe_extra_time(found)


def test_extra_waits_that_are_not_known_are_said(texts):
    found = {"": compare_calls(run("before", 1.0, 0), run("with", 2.0, 0), EVENT)}
    assert texts(draw_extra_time(found, new_axes()))[-1] == "not known"
    assert "with: elapsed 1.00 s" in describe_extra_time(found)


@pytest.mark.parametrize("draw", [lambda a: draw_reads({}, a), lambda a: draw_extra_time({}, a)])
def test_nothing_to_draw_is_refused(draw):
    with pytest.raises(MeasurementError, match="needs at least one"):
        draw(new_axes())


def test_figures_are_the_same_bytes_each_time(svg):
    assert svg(draw_elapsed(RUNS, EVENT, new_axes())) == svg(draw_elapsed(RUNS, EVENT, new_axes()))
