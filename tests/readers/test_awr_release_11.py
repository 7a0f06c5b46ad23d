"""An AWR report of release 11 as text: counters that wrapped, segments, wrapped parameters."""

from pathlib import Path

from contention.readers import Reading, read_source
from contention.readers.source import decode

INPUT = Path(__file__).parent / "inputs" / "awr" / "release_11_activity_segments_parameters.txt"


def report() -> Reading:
    return read_source(decode(INPUT.read_bytes(), "awr.txt"))


def test_a_counter_that_wrapped_is_missing_and_flagged() -> None:  # B4
    activity = report().table("instance_activity")
    assert activity.column("total").text[0] == "-1,294,967,296"
    assert activity.column("total").values == (None, 123456, 12_000_000_000)
    assert [(flag.line, flag.column) for flag in activity.flags] == [(28, "total")]


def test_exponents_of_narrow_columns_are_numbers() -> None:  # tricky input 7
    activity = report().table("instance_activity")
    assert activity.column("per_transaction").values == (-1200.0, 3.4, 100_000.0)


def test_a_value_over_two_lines_is_one_cell() -> None:  # B6
    parameters = report().table("parameters")
    assert parameters.column("begin_value").text == (
        "/u01/app/oracle/admin/demo/adump_with_a_long_name",
        "8192",
    )
    assert parameters.column("end_value").values == (None, None)
    assert len(parameters) == 2


def test_a_segment_without_a_subobject_shifts_no_column() -> None:
    segments = report().table("segments_by_logical_reads")
    assert segments.column("subobject_name").values == (None, "P2026")
    assert segments.column("object_type").values == ("TABLE", "INDEX")
    assert segments.column("logical_reads").values == (90000, 9424)
    assert segments.column("pct_total").values == (72.9, 7.63)


def test_titles_of_older_releases_name_the_same_table() -> None:  # B9
    events = report().table("top_events_by_wait_time")
    assert events.column("total_wait_time_sec").values == (1200, 54)
    assert events.column("wait_avg_ms").values == (None, 2)
    assert report().table("report").column("db_time_s").values == (1800,)
