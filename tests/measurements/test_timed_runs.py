"""Timed runs: what counts as one, and what is refused."""

import pytest

from contention.errors import MeasurementError, MissingColumnError
from contention.measurements import TimedRuns, timed_runs
from contention.readers import read_source
from contention.readers.source import decode


def runs_of(text):
    return timed_runs(read_source(decode(text.encode(), "mine")).tables)


@pytest.mark.parametrize(
    ("name", "printed", "elapsed", "tick"),
    [
        ("elapsed_cs", "23", 0.23, 0.01),
        ("elapsed_s", "0.235", 0.235, 0.001),
        ("elapsed_ms", "235.5", 0.2355, 0.0001),
        ("duration_s", "2", 2, 1),
    ],
)
def test_the_tick_is_the_unit_of_the_last_printed_digit(name, printed, elapsed, tick):
    runs = runs_of(f"method,uuids,{name}\na,100,{printed}\n")
    assert runs.elapsed_s[0] == pytest.approx(elapsed)
    assert runs.tick_s == pytest.approx(tick)
    assert runs.events.tolist() == [0]


def test_a_log_of_timed_calls_names_items_and_method_by_its_arguments():
    runs = runs_of("=== mk(500, x, 50) ===\nsession ends = 10, Elapsed_CS = 40\n")
    assert (runs.method, runs.items.tolist(), runs.events.tolist()) == (("x",), [500], [10])


def test_a_row_that_lacks_a_value_is_left_out_and_counted():
    runs = runs_of("method,uuids,elapsed_cs\na,100,23\nb,100,\n")
    assert (runs.method, runs.left_out) == (("a",), 1)


@pytest.mark.parametrize(
    ("text", "error", "told"),
    [
        ("step,bytes\n1,100\n", MissingColumnError, "no timed runs"),
        ("method,uuids,elapsed_cs\na,0,5\n", MeasurementError, "must be positive"),
        ("method,uuids,elapsed_cs\na,10,5\na,10,6\n", MeasurementError, "run twice"),
        ("method,uuids,elapsed_cs\n,10,5\n,10,6\n", MeasurementError, "no row has a method"),
    ],
)
def test_what_is_no_timed_run_is_refused(text, error, told):
    with pytest.raises(error, match=told):
        runs_of(text)


def test_shapes_must_agree_and_numbers_be_there():
    with pytest.raises(MeasurementError, match="needs a method"):
        TimedRuns(("a",), [1, 2], [1.0], [0])
    with pytest.raises(MeasurementError, match="lacks a number"):
        TimedRuns(("a",), [1], [float("nan")], [0])


def test_a_run_is_found_by_method_and_events():
    runs = TimedRuns(("a", "a"), [10, 10], [1.0, 2.0], [0, 5])
    assert runs.row("a", 5) == 1
    assert runs.row("b", 0) is None
