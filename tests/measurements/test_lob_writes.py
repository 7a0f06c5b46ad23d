"""Costs of writing an object, from tables under several names."""

import numpy as np
import pytest

from contention.errors import MeasurementError, MissingColumnError
from contention.measurements import LobWrites
from contention.readers import read_source
from contention.readers.source import decode

HEAD = "chunk_bytes,buffer_bytes,direct_reads,direct_writes"


def writes(*texts: str) -> LobWrites:
    readings = [read_source(decode(text.encode(), "w.csv")) for text in texts]
    return LobWrites.from_tables(table for reading in readings for table in reading.tables)


def test_a_csv_and_a_table_of_runs_give_the_same_rows() -> None:
    runs = """\
LOB...chunk size 8192 8192
LOB...buffer size 2048 4096
STAT...physical reads direct (lob) 63 31
STAT...session logical reads 3,004 1,260
STAT...physical writes direct (lob) 79 47
"""
    found = writes(runs)
    same = writes(f"{HEAD},logical_reads\n8192,2048,63,79,3004\n8192,4096,31,47,1260\n")
    assert found.frame().equals(same.frame())
    assert found.logical_reads.tolist() == [3004, 1260]
    assert np.isnan(found.lob_bytes).all()


def test_tables_are_joined_and_what_they_lack_is_missing() -> None:
    found = writes(f"{HEAD}\n8192,2048,63,79\n", f"{HEAD},logical_reads\n8192,4096,31,47,9\n")
    assert len(found) == 2
    assert np.isnan(found.logical_reads[0])


def test_a_row_without_a_size_is_left_out_and_flagged() -> None:
    found = writes(f"{HEAD}\n8192,2048,63,79\n8192,,31,47\n8192,4096,31,47\n")
    assert len(found) == 2
    assert found.flags[0].line == 3


def test_no_usable_table_names_the_columns_found_and_needed() -> None:
    with pytest.raises(MissingColumnError, match="direct_writes") as caught:
        writes("sessions,throughput\n1,100\n2,190\n")
    assert "throughput" in str(caught.value)


def test_no_usable_row_is_an_error() -> None:
    with pytest.raises(MeasurementError, match="no row has a chunk size"):
        writes(f"{HEAD}\n8192,,63,79\n,2048,31,47\n")


def test_the_object_s_size_must_be_one_and_in_all_rows() -> None:
    assert writes(f"{HEAD}\n8192,2048,63,79\n").common_lob_bytes == 0
    one = f"{HEAD},lob_bytes\n8192,2048,63,79,130000\n8192,4096,31,47,"
    assert writes(one + "130000\n").common_lob_bytes == 130_000
    for other in ("140000\n", "\n"):
        with pytest.raises(MeasurementError, match="one size of the object"):
            _ = writes(one + other).common_lob_bytes
