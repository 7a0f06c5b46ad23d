"""A whole AWR report as text: head, sections on several pages, units, and what is not there."""

from pathlib import Path

import pytest

from contention.errors import ReadError
from contention.readers import Reading, read_source
from contention.readers.source import decode

INPUT = Path(__file__).parent / "inputs" / "awr" / "release_19_whole.txt"
TEXT = INPUT.read_text()


def report(text: str = TEXT) -> Reading:
    return read_source(decode(text.encode(), "awr.txt"))


def row(reading: Reading, table: str, at: int) -> dict[str, object]:
    return {column.name: column.values[at] for column in reading.table(table).columns}


def test_the_head_is_the_key_of_the_report() -> None:  # B7, tricky input 9
    head = row(report(), "report", 0)
    expected = {
        "db": "DEMO", "dbid": 4711000815, "instance": "demo2", "inst_no": 2, "rac": "YES",
        "version": "19.0.0.0.0", "host": "bench7", "cpus": 16, "begin_snap": 1200,
        "end_snap": 1201, "elapsed_s": 3600, "db_time_s": 7200,
    }  # fmt: skip
    assert {name: head[name] for name in expected} == expected


def test_a_missing_field_of_the_head_is_missing_and_the_others_stay() -> None:  # B1
    head = row(report(TEXT.replace("16     8       2     125.50", "               ")), "report", 0)
    assert head["cpus"] is None
    assert head["host"] == "bench7"
    assert head["db"] == "DEMO"


def test_average_waits_have_one_unit_whatever_is_printed() -> None:  # B3, tricky input 7
    events = report().table("top_events_by_wait_time")
    assert events.column("event").values[0] == "DB CPU"
    assert events.column("waits").values == (None, 27900, 1200, 120000)
    assert events.column("wait_avg_ms").values == pytest.approx((None, 1.2, 2.0, 0.0123))
    assert events.column("wait_avg_ms").unit == "ms"
    assert events.column("pct_db_time").values == (50.0, 0.5, 0.1, 0.0)


def test_pages_are_one_table_and_cut_names_are_rows_of_their_own() -> None:  # tricky input 6
    latches = report().table("latch_activity")
    assert latches.column("latch_name").values == (
        "Memory Queue Message Sub", "Memory Queue Message Sub", "cache buffers chains",
        "row cache objects",
    )  # fmt: skip
    assert latches.column("get_requests").values == (45, 45, 1234567890, 800000)
    assert latches.lines == (45, 46, 47, 55)


def test_an_overflow_and_not_applicable_are_missing_and_flagged_never_zero() -> None:
    reading = report()
    latches = reading.table("latch_activity")
    assert latches.column("nowait_requests").values == (0, 0, None, 4000)
    assert latches.column("pct_nowait_miss").values == (None, None, 0.0, 0.0)
    assert (47, "nowait_requests") in [(flag.line, flag.column) for flag in latches.flags]


def test_a_section_ends_at_any_line_of_dashes() -> None:  # B2
    mutexes = report().table("mutex_sleep_summary")
    assert [row(report(), "mutex_sleep_summary", 0)[n] for n in ("sleeps", "wait_time_ms")] == [
        1200, 36,
    ]  # fmt: skip
    assert len(mutexes) == 1
    assert report().table("dictionary_cache").column("final_usage").values == (120,)


def test_sections_say_whether_they_are_there() -> None:  # B5, B9
    sections = report().table("sections")
    status = dict(
        zip(sections.column("section").values, sections.column("status").values, strict=True)
    )
    assert status["load_profile"] == "present"
    assert status["Buffer Wait Statistics"] == "no_data"
    assert status["segments_by_logical_reads"] == "absent"


def test_waits_of_the_report_are_a_profile() -> None:
    (waits,) = report().waits
    assert waits.at("log file sync", "total_waited_s") == 33
    assert waits.at("cursor: pin S wait on X", "times_waited") == 1200


def test_form_feeds_and_line_ends_do_not_change_the_tables() -> None:
    paged = TEXT.replace("Latch Activity  ", "\fLatch Activity  ").replace("\n", "\r\n")
    for name in ("report", "latch_activity", "top_events_by_wait_time"):
        same = [column.values for column in report(paged).table(name).columns]
        assert same == [column.values for column in report().table(name).columns]


def test_an_instance_that_started_between_the_snapshots_is_flagged() -> None:
    restarted = TEXT.replace("2 05-Jan-26 08:00 SYS", "2 05-Jan-26 10:30 SYS")
    assert any(
        "restart" in flag.reason or "started" in flag.reason for flag in report(restarted).flags
    )


def test_a_report_without_its_end_is_flagged() -> None:
    cut = TEXT[: TEXT.index("End of Report")]
    assert any("End of Report" in flag.reason for flag in report(cut).flags)


def test_a_comparison_of_two_periods_is_refused() -> None:
    text = (INPUT.parents[2] / "refused" / "awr" / "two_periods.txt").read_text()
    with pytest.raises(ReadError):
        read_source(decode(text.encode(), "x"), "awr")
