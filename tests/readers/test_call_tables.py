"""CSV files of calls and waits: grouped, converted to seconds, missing where absent."""

import math

import pytest

from contention.errors import MeasurementError, MissingColumnError
from contention.readers import Reading, read_source
from contention.readers.source import decode

CALLS = """\
system,run,call,count,cpu_ms,elapsed_ms,disk
A,before,Execute,100,1500,1600.5,0
A,before,Fetch,100,10,12.0,0
A,after,Execute,100,1700,2600.5,35
"""
WAITS = """\
run,event,times_waited,max_wait_s,total_waited_s
before,log file sync,3,0.01,0.02
after,db file sequential read,35,0.11,0.38
after,"latch: x, y",1,,0.004
"""


def read(text: str, **options: object) -> Reading:
    return read_source(decode(text.encode(), "x.csv"), options=options)


def test_calls_are_grouped_by_run_and_in_seconds() -> None:
    before, after = read(CALLS).calls
    assert (before.system, before.run, before.call) == ("A", "before", ("execute", "fetch"))
    assert before.elapsed_s.tolist() == pytest.approx([1.6005, 0.012])
    assert before.resolution_s == pytest.approx(1e-4)
    assert after.total("disk") == 35
    assert math.isnan(after.total("query"))


def test_waits_are_grouped_by_run() -> None:
    before, after = read(WAITS).waits
    assert before.event == ("log file sync",)
    assert after.at("db file sequential read", "total_waited_s") == 0.38
    assert math.isnan(after.at("latch: x, y", "max_wait_s"))
    assert after.resolution_s == pytest.approx(1e-3)


def test_a_cell_that_is_no_number_is_missing_and_flagged() -> None:
    reading = read(CALLS.replace("2600.5", "slow"))
    assert math.isnan(reading.calls[1].total("elapsed_s"))
    assert [flag.line for flag in reading.calls[1].flags] == [4]
    assert reading.calls[0].flags == ()


def test_a_negative_time_is_refused_with_its_line() -> None:
    with pytest.raises(MeasurementError, match="negative") as caught:
        read(CALLS.replace("2600.5", "-1"), measures="calls")
    assert (caught.value.line, caught.value.column) == (4, "elapsed_ms")


def test_a_table_that_is_no_measurement_stays_a_table_and_says_why() -> None:
    twice = WAITS + "after,db file sequential read,1,0.01,0.01\n"
    reading = read(twice)
    assert len(reading.table("data")) == 4
    assert any("listed twice" in str(flag) for flag in reading.flags)
    with pytest.raises(MeasurementError, match="listed twice"):
        read(twice, measures="calls")


def test_a_table_of_neither_is_refused_where_calls_are_wanted() -> None:
    assert read(CALLS, measures="calls").calls
    assert read(WAITS, measures="calls").waits
    with pytest.raises(MissingColumnError, match="neither calls nor waits"):
        read("sessions,throughput\n1,100\n", measures="calls")


def test_a_column_that_is_needed_makes_the_difference() -> None:
    assert read(CALLS.replace("elapsed_ms", "spent")).calls == ()
    assert read(WAITS.replace("event", "name")).waits == ()
