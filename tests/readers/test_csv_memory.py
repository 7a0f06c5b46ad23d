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


def test_a_memory_log_without_a_usable_row_is_an_error() -> None:
    with pytest.raises(ReadError, match="no row with both a step and a size") as caught:
        read("step,bytes\n1,much\n")
    assert caught.value.line == 2


def test_missing_memory_columns_are_named() -> None:
    with pytest.raises(MissingColumnError, match="no memory log"):
        read("step,colour\n1,red\n", measures="memory")
