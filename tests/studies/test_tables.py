"""Tables of a run are found by their columns, and data of another kind is refused."""

import pytest

from contention.errors import MeasurementError
from contention.readers import read_source
from contention.readers.source import decode
from contention.studies.tables import frame_with, require_table

PLAIN = read_source(decode(b"entry,elapsed_s\na,1\n", "plain.csv"))
RICH = read_source(decode(b"entry,elapsed_s,bytes\nb,2,10\n", "rich.csv"))
OTHER = read_source(decode(b"sessions,throughput\n1,2\n", "other.csv"))


def test_rows_of_every_table_with_the_columns_come_together():
    frame = frame_with([("p", PLAIN), ("o", OTHER), ("r", RICH)], ["entry", "elapsed_s"])
    assert frame.capture.tolist() == ["p", "r"]
    assert frame.entry.tolist() == ["a", "b"]
    assert frame["bytes"].isna().tolist() == [True, False]


def test_without_such_a_table_the_frame_is_empty_and_has_the_columns():
    frame = frame_with([("o", OTHER)], ["call", "errno"])
    assert frame.empty
    assert list(frame.columns) == ["capture", "call", "errno"]


def test_one_alternative_is_enough():
    require_table("toy", [OTHER, PLAIN], [("call", "errno"), ("elapsed_s",)])


def test_data_of_another_kind_is_refused_with_what_it_holds():
    with pytest.raises(MeasurementError, match="study toy finds nothing") as caught:
        require_table("toy", [OTHER], [("call", "errno"), ("elapsed_s",)])
    assert caught.value.found == "data: sessions, throughput"
    assert caught.value.expected == "a table with columns call and errno, or elapsed_s"
    assert caught.value.path == "other.csv"
