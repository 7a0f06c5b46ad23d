"""Gets and mean times of locks, from tables of any reader."""

import pytest

from contention.errors import MeasurementError, MissingColumnError
from contention.readers import Reading, read_source
from contention.readers.source import decode


def read(text: str, **options: object) -> Reading:
    return read_source(decode(text.encode(), "x.csv"), options=options)


def test_one_lock_needs_no_name() -> None:
    (lock,) = read("sessions,messages,gets,avg_ns\n1,10,30,500\n2,9,40,600\n").locks
    assert (lock.label, lock.mean_get_ns.tolist()) == ("lock", [500, 600])


@pytest.mark.parametrize(
    ("heading", "factor"),
    [("a_avg_us", 1e3), ("a_mean_ms", 1e6), ("ns_per_a_get", 1), ("a_average_get_s", 1e9)],
)
def test_the_unit_of_the_mean_time_is_converted(heading: str, factor: float) -> None:
    reading = read(f"px,msgs,a_gets,{heading}\n1,10,30,5\n2,9,40,7\n")
    (lock,) = reading.locks
    assert lock.label == "a"
    assert lock.mean_get_ns.tolist() == [5 * factor, 7 * factor]
    assert reading.flags == ()


def test_several_locks_share_the_sessions() -> None:
    text = "sessions,messages,a_gets,a_avg_ns,b_gets,b_avg_ns\n1,10,30,5,60,7\n"
    assert [lock.label for lock in read(text).locks] == ["a", "b"]


def test_gets_without_a_mean_time_make_no_lock() -> None:
    reading = read("sessions,messages,gets\n1,10,30\n")
    assert reading.locks == ()
    with pytest.raises(MissingColumnError, match="no use of a lock") as caught:
        reading.require_locks()
    assert "avg_ns" in str(caught.value)


def test_a_row_with_a_missing_value_is_left_out_and_flagged() -> None:
    reading = read("sessions,messages,gets,avg_ns\n1,10,30,500\n2,,40,600\n")
    assert reading.locks[0].sessions.tolist() == [1]
    assert [(flag.line, flag.reason.split(":")[0]) for flag in reading.flags] == [
        (3, "a value is missing")
    ]


def test_a_table_without_a_complete_row_makes_no_lock() -> None:
    assert read("sessions,messages,gets,avg_ns\n1,,30,500\n2,9,,600\n").locks == ()


def test_a_value_that_cannot_be_is_refused_when_the_lock_is_asked_for() -> None:
    text = "sessions,messages,gets,avg_ns\n1,10,0,500\n"
    assert read(text).locks == ()
    with pytest.raises(MeasurementError, match="gets must be positive"):
        read(text, measures="lock")


def test_a_capture_without_histogram_is_refused_when_one_is_asked_for() -> None:
    with pytest.raises(MissingColumnError, match="no histogram"):
        read("sessions,messages,gets,avg_ns\n1,10,30,500\n", measures="histogram")
