"""Visits to buffers: from a snapshot or a plain table."""

import pytest

from contention.errors import MeasurementError, MissingColumnError
from contention.measurements import BufferVisits, buffer_visits
from contention.readers import READERS, read_source
from contention.readers.source import decode


def visits(text, name="csv"):
    return buffer_visits(read_source(decode(text.encode(), "mine"), name).tables)


def test_a_snapshot_counts_all_reasons_and_its_first_block_only():
    example = READERS["kcbsw"].example
    one = visits(example, "kcbsw")
    assert one.causes == ("kxxwh01: kxxget", "kyywh11: kyyscan")
    assert one.visits.tolist() == [1200, 36]
    assert visits(example + example, "kcbsw").total == one.total == 1236


def test_a_plain_table_and_a_function_called_from_two_places():
    one = visits("cause,visits\nx: scan,5\ny: SCAN,2\nother,1\n")
    assert one.of("scan") == 7
    assert one.of("other") == 1
    assert one.of("absent") is None
    assert one.total == 8


def test_a_count_that_cannot_be_read_is_named_and_not_zero():
    one = visits("cause,visits\na,5\nb,######\nc,2\nd,1.5\n")
    assert one.unread == ("b", "d")
    assert one.causes == ("a", "c")
    assert one.flags


@pytest.mark.parametrize(
    ("text", "error", "told"),
    [
        ("cause,visits\na,-5\n", MeasurementError, "none negative"),
        ("cause,visits\na,1.5\n", MeasurementError, "no count of visits"),
        ("event,waits\na,5\n", MissingColumnError, "no buffer visits"),
    ],
)
def test_what_cannot_be_visits_is_refused(text, error, told):
    with pytest.raises(error, match=told):
        visits(text)


def test_no_table_at_all_and_wrong_shapes():
    with pytest.raises(MissingColumnError):
        buffer_visits(())
    with pytest.raises(MeasurementError, match="one count per cause"):
        BufferVisits(("a",), [1, 2])
