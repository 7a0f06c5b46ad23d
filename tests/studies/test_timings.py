"""Times of the same work under several conditions, from logs and tables."""

import pytest

from contention.errors import MeasurementError, UsageError
from contention.readers import read_source
from contention.readers.source import decode
from contention.studies import collect_timings, compare_conditions

LOG = """\
------ NextJarEntry: 1, Name: a.txt ------
 getNextEntry ElapsedMills: 2, at: 1600000000100
 Insert DB 1 row, blob size 0 at Sun Sep 13 14:26:40 CEST 2020
 readContent ElapsedMills: 17, at: 1600000000117
"""
LISTING = """\
  Length      Date    Time    Name
---------  ---------- -----   ----
     4100  2021-11-03 09:15   a.txt
---------                     -------
     4100                     1 file
"""


def timings(**texts):
    return collect_timings(
        [read_source(decode(text.encode(), f"{name}.txt")) for name, text in texts.items()]
    )


def test_a_log_gets_its_sizes_from_a_listing_and_its_condition_from_its_name():
    found = timings(checked__cold_start=LOG, listing=LISTING)
    assert found.entries.to_dict("records") == [
        {
            "condition": "checked, cold start",
            "entry": "a.txt",
            "bytes": 4100,
            "elapsed_s": 0.017,
            "half_unit_s": 0.0005,
            "run": 1,
        }
    ]
    assert found.runs.elapsed_s.tolist() == [0.017]


def test_a_log_s_elapsed_time_is_the_time_of_its_run():
    found = timings(one=LOG + "Elapsed: 00:01:00.2\n")
    assert found.runs.elapsed_s.tolist() == [60.2]
    assert found.runs.half_unit_s.tolist() == [0.05]


def test_a_table_of_items_is_summed_by_condition():
    found = timings(t="entry,bytes,elapsed_s,condition\na,1,2.5,x\nb,2,3.5,x\na,1,9,y\nb,2,1,y\n")
    assert found.conditions == ["x", "y"]
    assert found.runs.elapsed_s.tolist() == [6, 10]
    assert found.runs.half_unit_s.tolist() == pytest.approx([0.1, 1.0])


def test_a_table_of_runs_counts_repeats():
    found = timings(t="condition,elapsed_s\nx,10\nx,12\ny,30\n")
    assert found.runs.run.tolist() == [1, 2, 1]
    reference, slowdowns = compare_conditions(found)
    assert reference == "x"
    assert slowdowns["y"].ratio == pytest.approx(30 / 120**0.5)


def test_repeated_items_make_repeated_runs():
    found = timings(t="entry,elapsed_s,condition\na,1,x\na,2,x\nb,3,x\nb,4,x\n")
    assert found.runs.elapsed_s.tolist() == [4, 6]


def test_without_a_condition_the_file_s_name_is_the_condition():
    found = timings(before="entry,elapsed_s\na,1\n", after="entry,elapsed_s\na,5\n")
    assert found.conditions == ["before", "after"]


def test_items_that_not_every_condition_has_are_left_out_with_a_note():
    found = timings(t="entry,elapsed_s,condition\na,1,x\nb,2,x\na,5,y\nb,##,y\n")
    assert found.runs.elapsed_s.tolist() == [1, 5]
    assert found.notes == (
        "the sums leave out 1 items that have no readable time under every condition: b",
    )


def test_runs_without_a_readable_time_are_left_out_with_a_note():
    found = timings(t="condition,elapsed_s\nx,10\ny,##\n")
    assert found.conditions == ["x"]
    assert "1 runs" in found.notes[0]


def test_items_repeated_unequally_are_refused():
    with pytest.raises(MeasurementError, match="repeats some of its items only"):
        timings(t="entry,elapsed_s,condition\na,1,x\na,2,x\nb,3,x\n")


@pytest.mark.parametrize("row", ["a,1,-2", "a,-1,2"])
def test_a_negative_time_or_size_is_refused_with_its_line(row):
    with pytest.raises(MeasurementError, match="negative") as caught:
        timings(t=f"entry,bytes,elapsed_s\n{row}\n")
    assert caught.value.line == 2


def test_the_baseline_is_the_fastest_or_the_one_that_is_named():
    found = timings(t="condition,elapsed_s\nx,10\ny,30\nz,5\n")
    reference, slowdowns = compare_conditions(found)
    assert (reference, list(slowdowns)) == ("z", ["y", "x"])
    reference, slowdowns = compare_conditions(found, "x")
    assert slowdowns["z"].ratio == 0.5
    with pytest.raises(UsageError, match="no condition w"):
        compare_conditions(found, "w")


def test_other_captures_hold_no_times():
    found = timings(t="sessions,throughput\n1,2\n2,4\n")
    assert found.entries.empty
    assert found.runs.empty
