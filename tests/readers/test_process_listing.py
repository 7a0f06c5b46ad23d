"""Snapshots of processes: memory over time, restarts, and what tools round."""

from pathlib import Path

import pytest

from contention.errors import ReadError
from contention.measurements import Provenance
from contention.readers import Reading, read_source
from contention.readers.snapshot_times import SnapshotClock, memory_over_snapshots, time_of_line
from contention.readers.source import decode

INPUTS = Path(__file__).parent / "inputs" / "process_listing"


def reading(name: str) -> Reading:
    return read_source(decode((INPUTS / name).read_bytes(), name))


def test_a_command_is_a_series_and_a_new_process_a_restart() -> None:
    found = reading("ps_aux_past_midnight.txt")
    series = {one.label: one for one in found.memory}
    assert list(series) == ["server --port 80", "worker 4712", "worker 4713"]
    server = series["server --port 80"]
    assert server.step.tolist() == [0, 60]
    assert server.bytes.tolist() == [51200 * 1024, 40960 * 1024]
    assert server.restarts == (60.0,)
    assert series["worker 4712"].bytes.tolist() == [2048 * 1024, 2052 * 1024]
    assert not found.flags


def test_sizes_that_top_shortens_are_flagged_as_rounded() -> None:
    found = reading("top_in_batches.txt")
    table = found.table("processes")
    assert table.column("rss_kb").values == (1.5 * 1024**2, 900 * 1024)
    assert table.column("vsz_kb").values[0] == 10.5 * 1024**2
    assert table.column("shared_kb").values == (6164, 6164)
    assert [flag.line for flag in found.flags if "rounded" in flag.reason] == [8, 8, 14, 14]
    assert found.memory[0].step.tolist() == [0, 10]


def test_dates_of_several_forms_are_times() -> None:
    found = reading("dates_of_several_forms.txt")
    times = found.table("processes").column("time_s").values
    assert times == (1767607200, 1767607260.5, 1767607320, 1767607380, 1767607440)
    assert found.table("processes").column("rss_kb").values == (1000, 1004, 1008, 1012, None)
    assert found.memory[0].step.tolist() == [0, 60.5, 120, 180]


def test_without_times_the_snapshots_are_counted() -> None:
    text = "PID RSS COMMAND\n1 10 a\nPID RSS COMMAND\n1 12 a\n"
    (series,) = read_source(decode(text.encode(), "x")).memory
    assert series.step.tolist() == [1, 2]
    assert series.step_unit == "run"


def test_a_time_that_is_not_later_and_a_short_row_are_flagged() -> None:
    text = (
        "2026-01-05T10:01:00Z\nPID RSS COMMAND\n1 10 a\n2026-01-05T10:00:00Z\nPID RSS COMMAND\n"
        "1 12 a\n1 12\n"
    )
    found = read_source(decode(text.encode(), "x"))
    assert [(flag.line, flag.reason) for flag in found.flags] == [
        (7, "2 cells where 3 belong; left out"),
        (4, "not later than the time before"),
    ]
    assert not found.memory


@pytest.mark.parametrize(
    "line", ["25:00:00", "2026-13-05T10:00:00Z", "Mon Foo  5 10:00:00 UTC 2026", "word",
             "Mon Jan 45 10:00:00 UTC 2026", "Mon Jan  5 10:00:00 UTC"],
)  # fmt: skip
def test_lines_that_are_no_times(line: str) -> None:
    assert time_of_line(line) is None


def test_hours_of_twelve_and_points_that_go_back() -> None:
    noon, night = (time_of_line(f"Mon Jan  5 12:00:00 {half} UTC 2026") for half in ("PM", "AM"))
    assert noon is not None
    assert night is not None
    assert noon[0] - night[0] == 43_200
    clock = SnapshotClock()
    assert not clock.see(1, "no time")
    assert clock.take() is None
    points = [(1, 10.0, 4.0), (2, 5.0, 5.0), (3, 20.0, 6.0)]
    series = memory_over_snapshots("a", points, Provenance("x"))
    assert series is not None
    assert series.step.tolist() == [0, 10]


def test_text_without_a_process_is_refused() -> None:
    with pytest.raises(ReadError, match="no process"):
        read_source(decode(b"nothing of the kind\n", "x"), "process_listing")
