"""Tables of statements and of sampled waits, as servers and samplers export them."""

import math

import pytest

from contention.errors import MeasurementError, ReadError, UsageError
from contention.readers import Reading, read_source
from contention.readers.source import decode

STATEMENTS = """\
run,repeat,queryid,query,calls,total_exec_time,rows,shared_blks_hit,shared_blks_read
old,1,-475,"UPDATE t SET a = a + $1
  WHERE id = $2",12000,2031.25,12000,148471,7
old,1,165,"SELECT a, b FROM t",20,4.5,200,60,0
old,1,166,"SELECT a,  b FROM t",10,1.5,100,30,0
new,1,999,"UPDATE t SET a = a + $1 WHERE id = $2",12000,24171.5,12000,486269,1
"""
SAMPLES = """\
run,query,wait_event_type,wait_event,samples,interval_ms
old,SELECT,IO,DataFileRead,30,20.5
old,SELECT,,,50,20.5
new,SELECT,Lock,tuple,70,20.0
"""


def read(text: str, **options: object) -> Reading:
    return read_source(decode(text.encode(), "x.csv"), options=options)


def test_a_row_for_each_statement_is_its_executions() -> None:
    old, other, new = read(STATEMENTS, unit="ms").calls
    assert (old.statement, old.run, old.repeat) == (
        "UPDATE t SET a = a + $1 WHERE id = $2",
        "old",
        "1",
    )
    assert new.statement == old.statement
    assert (old.call, old.at("execute", "count")) == (("execute",), 12000)
    assert old.total("elapsed_s") == pytest.approx(2.03125)
    assert (old.total("disk"), old.total("query"), old.total("rows")) == (7, 148471, 12000)
    assert math.isnan(old.total("cpu_s"))
    assert other.statement == "SELECT a, b FROM t"


def test_rows_of_one_statement_are_added_up() -> None:
    other = read(STATEMENTS.replace("a,  b", "a, b"), unit="ms").calls[1]
    assert other.total("count") == 30
    assert other.total("elapsed_s") == pytest.approx(0.006)


def test_a_unit_in_the_heading_goes_before_the_one_that_is_told() -> None:
    named = STATEMENTS.replace("total_exec_time", "total_exec_time_us")
    assert read(named, unit="ms").calls[0].total("elapsed_s") == pytest.approx(2.03125e-3)
    ids = STATEMENTS.replace("query,calls", "text,calls").replace("total_exec_time", "elapsed")
    assert read(ids).calls[0].statement == "-475"
    assert read(ids).calls[0].total("elapsed_s") == pytest.approx(2031.25)


def test_a_time_of_unknown_unit_is_told_and_refused_only_where_calls_are_wanted() -> None:
    reading = read(STATEMENTS)
    assert reading.calls == ()
    assert any("the unit of this time is not known" in str(flag) for flag in reading.flags)
    with pytest.raises(ReadError, match="unit of this time"):
        read(STATEMENTS, measures="calls")
    with pytest.raises(UsageError, match="a unit of time"):
        read(STATEMENTS, unit="parsec")


def test_samples_become_seconds_by_their_interval() -> None:
    old, new = read(SAMPLES).waits
    assert old.event == ("IO:DataFileRead", "not waiting")
    assert old.total_waited_s.tolist() == pytest.approx([0.615, 1.025])
    assert old.waited_s == pytest.approx(0.615)
    assert (old.sample_interval_s, old.statement) == (pytest.approx(0.0205), "SELECT")
    assert math.isnan(old.at("IO:DataFileRead", "times_waited"))
    assert new.at("Lock:tuple", "total_waited_s") == pytest.approx(1.4)


def test_samples_of_one_event_are_added_up() -> None:
    assert read(SAMPLES.replace("IO,DataFileRead", ",")).waits[0].total_waited_s.tolist() == (
        pytest.approx([1.64])
    )


def test_the_interval_is_one_for_each_run_in_the_table_or_told() -> None:
    bare = SAMPLES.replace(",interval_ms", "").replace(",20.5", "").replace(",20.0", "")
    assert read(bare, sample_interval_ms=10).waits[0].waited_s == pytest.approx(0.3)
    with pytest.raises(ReadError, match="samples become seconds"):
        read(bare, measures="calls")
    with pytest.raises(ReadError, match="2 different intervals"):
        read(SAMPLES.replace("50,20.5", "50,30"), measures="calls")


def test_other_names_of_counted_waits_are_understood() -> None:
    text = "run,event,count,time_waited_ms\nold,read,4,250\n"
    assert read(text).waits[0].waited_s == pytest.approx(0.25)
    with pytest.raises(MeasurementError, match="negative"):
        read(SAMPLES.replace("30,", "-30,"), measures="calls")
