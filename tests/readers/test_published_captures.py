"""The captures of the studies are read whole: totals that their source prints elsewhere."""

from pathlib import Path

import pytest

from contention.readers import read

DATA = Path(__file__).parents[2] / "data"


def capture(study: str, name: str) -> Path:
    return DATA / study / "raw" / name


@pytest.mark.parametrize("path", sorted(DATA.glob("*/raw/*")), ids=lambda path: path.name)
def test_each_capture_is_recognised_by_one_reader_and_read_without_doubt(path: Path) -> None:
    told = {"duration_s": 600, "call": "test_proc_nd(1000, 1, 5)", "unit": "ms"}
    reading = read(path, options=told)
    assert reading.tables
    # The articles print parts of reports, and one script adds up what it prints.
    known = (
        *("left out of the capture", "overflow: ", "wrapped: "),
        "a part of a report: there is no line 'End of Report'",
        *("ends the report: it is a part of one", "sums since the start, or added up again"),
    )
    doubts = [flag for flag in reading.flags if not any(what in flag.reason for what in known)]
    assert doubts == []


def test_six_sweeps_of_nine_points() -> None:
    sweeps = [
        sweep
        for name in ("exec_stats_plsql.txt", "exec_stats_java.txt")
        for sweep in read(capture("row_cache", name), options={"duration_s": 600}).sweeps
    ]
    assert [len(sweep) for sweep in sweeps] == [9] * 6
    assert all(sweep.sessions.tolist() == [1, 3, 6, 12, 18, 24, 36, 42, 48] for sweep in sweeps)


def test_child_latches_sum_to_the_total_of_the_report() -> None:
    report = read(capture("row_cache", "awr.txt"))
    total = report.table("latch_activity").column("get_requests").values[0]
    children = report.table("child_latch_statistics")
    parts = children.column("get_requests").values
    # The report's snapshots bracket those of the children: equal to within 0.003 %.
    assert sum(map(int, parts)) == pytest.approx(int(total), rel=3e-5)  # type: ignore[arg-type]
    sleeps = report.table("latch_miss_sources").column("sleeps").values
    breakdown = report.table("latch_sleep_breakdown").column("sleeps").values[0]
    assert sum(map(int, sleeps)) == pytest.approx(int(breakdown), rel=2e-3)  # type: ignore[arg-type]


def test_the_hash_of_the_dump_is_the_decimal_one_of_the_session() -> None:
    dump = read(capture("subscriber_leak", "incident_user.txt")).table("heap")
    session = read(capture("subscriber_leak", "add_remove_session.txt")).table("table_1")
    assert (
        dump.column("value").values[dump.row(name="hash")] == session.column("hash_value").values[0]
    )


def test_the_leak_log_ends_at_the_size_that_the_view_shows() -> None:
    reading = read(capture("subscriber_leak", "add_remove_session.txt"))
    after = next(series for series in reading.memory if series.label == "after remove")
    shown = reading.table("table_1").column("kb").values[-1]
    assert after.bytes[-1] == shown * 1024  # type: ignore[operator]
