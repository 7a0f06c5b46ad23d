"""Delimited memory logs."""

import pytest

from contention.errors import MeasurementError, MissingColumnError, ReadError
from contention.readers import Reading, read_source
from contention.readers.source import decode


def read(text: str, **options: object) -> Reading:
    return read_source(decode(text.encode(), "mine.csv"), "csv", options=options)


def test_step_and_bytes_are_enough() -> None:
    (series,) = read("step,bytes\n1,1000\n2,1500\n").memory
    assert series.bytes.tolist() == [1000, 1500]
    assert (series.label, series.step_unit, series.resolution_bytes) == ("data", "run", 1)


@pytest.mark.parametrize(
    ("heading", "cells", "bytes_", "resolution"),
    [
        ("kb", ("4", "8"), [4096, 8192], 1024),
        ("rss_mb", ("1.5", "2.25"), [1.5 * 2**20, 2.25 * 2**20], 2**20 / 100),
        ("Memory (KB)", ("4", "8"), [4096, 8192], 1024),
        ("memory", ("4KB", "8KB"), [4096, 8192], 1024),
        ("heap_bytes", ("4", "8"), [4, 8], 1),
    ],
)
def test_sizes_are_bytes_and_know_their_resolution(
    heading: str, cells: tuple[str, str], bytes_: list[float], resolution: float
) -> None:
    (series,) = read(f"run,{heading}\n1,{cells[0]}\n2,{cells[1]}\n").memory
    assert series.bytes.tolist() == bytes_
    assert series.resolution_bytes == pytest.approx(resolution)


def test_a_memory_column_without_a_unit_is_an_error() -> None:
    with pytest.raises(ReadError, match="unit of this size") as caught:
        read("step,rss\n1,10\n")
    assert "rss_kb" in str(caught.value)


def test_states_give_one_series_each() -> None:
    series = read("run,state,kb\n1,Init,4\n1,After,9\n2,Init,5\n2,After,11\n").memory
    assert [(one.label, one.step.tolist()) for one in series] == [
        ("init", [1, 2]),
        ("after", [1, 2]),
    ]


@pytest.mark.parametrize(
    ("heading", "cells"),
    [
        ("time_s", ("0", "90")),
        ("seconds", ("0", "90")),
        ("timestamp", ("1700000000", "1700000090")),
        ("timestamp", ("2024-05-01T12:00:00", "2024-05-01T12:01:30")),
        ("time_min", ("0", "1.5")),
    ],
)
def test_times_are_seconds(heading: str, cells: tuple[str, str]) -> None:
    (series,) = read(f"{heading},bytes\n{cells[0]},10\n{cells[1]},20\n").memory
    assert series.step.tolist() == [0, 90]
    assert series.step_unit == "s"


def test_a_time_that_is_none_is_an_error_with_its_line() -> None:
    with pytest.raises(ReadError, match="neither seconds nor a date") as caught:
        read("timestamp,bytes\n2024-05-01,10\nlater,20\n")
    assert caught.value.line == 3


def test_steps_that_do_not_increase_are_an_error() -> None:
    with pytest.raises(MeasurementError, match="steps must increase"):
        read("step,bytes\n2,10\n1,20\n")


@pytest.mark.parametrize("heading", ["process", "pid", "restarts"])
def test_a_new_process_is_a_restart(heading: str) -> None:
    (series,) = read(f"step,{heading},bytes\n1,7,10\n2,7,20\n3,8,5\n4,8,15\n").memory
    assert series.restarts == (3.0,)
    assert series.flags == ()


def test_steps_that_begin_anew_are_continued_and_flagged() -> None:
    (series,) = read("step,bytes\n1,10\n2,20\n3,30\n1,5\n2,15\n0,4\n1,9\n").memory
    assert series.step.tolist() == [1, 2, 3, 4, 5, 6, 7]
    assert series.restarts == (4.0, 6.0)
    assert [(flag.line, flag.found) for flag in series.flags] == [(5, "1"), (7, "0")]
    assert "begin anew" in series.flags[0].reason


@pytest.mark.parametrize("steps", ["1,2,3,2,3", "1,2,1,1,2", "1,2,3,1"])
def test_steps_that_go_back_in_any_other_way_are_an_error(steps: str) -> None:
    rows = "".join(f"{step},10\n" for step in steps.split(","))
    with pytest.raises(MeasurementError, match="steps must increase"):
        read(f"step,bytes\n{rows}")


def test_a_memory_log_without_a_usable_row_is_an_error() -> None:
    with pytest.raises(ReadError, match="no row with both a step and a size") as caught:
        read("step,bytes\n1,much\n")
    assert caught.value.line == 2


def test_missing_memory_columns_are_named() -> None:
    with pytest.raises(MissingColumnError, match="no memory log"):
        read("step,colour\n1,red\n", measures="memory")


def test_a_table_of_a_dashboard_has_times_in_milliseconds_and_units_in_its_cells() -> None:
    text = (
        '"Time","db {pod=""a""}"\n1767225600000,1.25 GiB\n1767225660000,1.5 GiB\n'
        "1767225720000,2 GiB\n"
    )
    (series,) = read_source(decode(text.encode(), "x.csv")).memory
    assert series.step.tolist() == [0, 60, 120]
    assert series.bytes.tolist() == [1.25 * 2**30, 1.5 * 2**30, 2 * 2**30]
