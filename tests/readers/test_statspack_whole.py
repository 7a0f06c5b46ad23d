"""A whole Statspack report: its head, and cells that are blank."""

from pathlib import Path

from contention.readers import read_source
from contention.readers.source import decode

INPUT = Path(__file__).parent / "inputs" / "statspack" / "whole_report.txt"


def test_the_head_says_whose_report_it_is() -> None:
    report = read_source(decode(INPUT.read_bytes(), "sp.txt")).table("report")
    row = {column.name: column.values[0] for column in report.columns}
    expected = {
        "kind": "Statspack", "dbid": 4711000815, "instance": "demo", "inst_no": 1, "cpus": 16,
        "begin_snap": 10, "end_snap": 11, "elapsed_s": 1800, "db_time_s": 3600,
    }  # fmt: skip
    assert {name: row[name] for name in expected} == expected


def test_blank_cells_are_missing_and_zeros_are_zero() -> None:  # tricky input 7
    latches = read_source(decode(INPUT.read_bytes(), "sp.txt")).table("latch_activity")
    assert latches.column("avg_slps_per_miss").values == (0.1, None)
    assert latches.column("pct_nowait_miss").values == (0.0, None)
    assert latches.column("nowait_requests").values == (123456, 0)


def test_the_cpu_has_no_waits_and_events_are_a_profile() -> None:
    reading = read_source(decode(INPUT.read_bytes(), "sp.txt"))
    events = reading.table("top_timed_events")
    assert events.column("waits").values == (None, 18000)
    (waits,) = reading.waits
    assert waits.event == ("log file sync",)
    assert waits.total_waited_s.tolist() == [36]
