"""Statspack sections: aligned, with collapsed blanks, cut, and told from AWR."""

import re
from functools import reduce
from pathlib import Path

import pytest

from contention.errors import ContentionError, ReadError
from contention.measurements import Table
from contention.readers import Reading, read_source, recognise_source
from contention.readers.source import decode

PUBLISHED = Path(__file__).parents[2] / "data" / "lob_chunk_writes" / "raw" / "statspack.txt"

TEMPLATE = """\
STATSPACK report for

Database    DB Id    Instance     Inst Num  Startup Time   Release     RAC
~~~~~~~~ ----------- ------------ -------- --------------- ----------- ---
          1000000001 example             1 01-Jan-20 08:45 11.2.0.4.0  NO

Load Profile              Per Second    Per Transaction    @B
~~~~~~~~~~~~      ------------------  ----------------- ----------- -----------
      DB time(s):                0.5                1.0        0.25        0.00
       Redo size:           11,431.3           20,020.5
    Transactions:                0.6

Top 5 Timed Events                                                    @A
~~~~~~~~~~~~~~~~~~                                                   wait   Call
@E    Time (s)   (ms)   Time
----------------------------------------- ------------ ----------- ------ ------
CPU time                                                       524          88.6
log file sync                                   27,068           6      0     .6
          -------------------------------------------------------------
Instance Activity Stats  DB/Inst: EXAMPLE/example  Snaps: 1-2

Statistic                                      Total     per Second    per Trans
--------------------------------- ------------------ -------------- ------------
physical writes direct (lob)                   4,431            0.1          0.3
session logical reads                  5,156,896,997      630,504.6 ############
          -------------------------------------------------------------
Instance Activity Stats  DB/Inst: EXAMPLE/example  Snaps: 1-2

Statistic                                      Total     per Second    per Trans
--------------------------------- ------------------ -------------- ------------
user commits                                      17            0.0          1.0
          -------------------------------------------------------------
Segments by Logical Reads  DB/Inst: EXAMPLE/example  Snaps: 1-2
-> End Segment Logical Reads Threshold:     10000

                                           @C       Logical   Pct
@D Tablespace Object Name          Name         Type         Reads Total
---------- ---------- -------------------- ------------ ----- ------------ -----
SYS        SYSTEM     COL$                              TABLE  278,324,368  93.4
SHOP       USERS      SALES                JANUARY      TABLE    3,725,952   1.2
          -------------------------------------------------------------
Segments by Physical Reads  DB/Inst: EXAMPLE/example  Snaps: 1-2

                                           @C      Physical   Pct
@D Tablespace Object Name          Name         Type         Reads Total
---------- ---------- -------------------- ------------ ----- ------------ -----
SYS        SYSTEM     COL$                              TABLE      406,270  67.0
          -------------------------------------------------------------
Library Cache Activity  DB/Inst: EXAMPLE/example  Snaps: 1-2
"""
HEADINGS = {
    "@A": "Avg %Total",
    "@B": "Per Exec    Per Call",
    "@C": "Subobject    Obj.",
    "@D": "Owner     ",
    "@E": f"{'Event':<49}Waits",
}
ALIGNED = reduce(lambda text, mark: text.replace(mark, HEADINGS[mark]), HEADINGS, TEMPLATE)


def source(text: str):  # type: ignore[no-untyped-def]
    return decode(text.encode(), "statspack.txt")


def read(text: str) -> Reading:
    return read_source(source(text))


def rows(table: Table) -> list[tuple[object, ...]]:
    return list(zip(*(column.values for column in table.columns), strict=True))


def collapsed(text: str) -> str:
    """As copies from web pages have it: one blank at most, none at the ends."""
    return "\n".join(re.sub(r" +", " ", line).strip() for line in text.splitlines()) + "\n"


def test_sections_are_tables_over_all_their_pages() -> None:
    reading = read(ALIGNED)
    assert reading.format == "statspack"
    assert [table.name for table in reading.tables] == [
        "report",
        "sections",
        "load_profile",
        "top_timed_events",
        "instance_activity",
        "segments_by_logical_reads",
        "segments_by_physical_reads",
    ]
    assert rows(reading.table("instance_activity")) == [
        ("physical writes direct (lob)", 4431, 0.1, 0.3),
        ("session logical reads", 5156896997, 630504.6, None),
        ("user commits", 17, 0.0, 1.0),
    ]
    assert rows(reading.table("top_timed_events")) == [
        ("CPU time", None, 524, None, 88.6),
        ("log file sync", 27068, 6, 0, 0.6),
    ]


def test_collapsed_blanks_change_nothing() -> None:
    plain, copied = read(ALIGNED), read(collapsed(ALIGNED))
    assert [table.name for table in copied.tables] == [table.name for table in plain.tables]
    for table in plain.tables[2:]:
        names, wanted = table.names, rows(table)
        found = copied.table(table.name)
        width = len(found.names)
        assert found.names == names[:width]
        assert rows(found) == [row[:width] for row in wanted]


def test_overflow_is_missing_and_flagged() -> None:
    flags = read(ALIGNED).table("instance_activity").flags
    assert [(flag.line, flag.column) for flag in flags] == [(25, "per_transaction")]


def test_sections_that_are_not_read_are_said() -> None:
    text = ALIGNED.replace("Library Cache Activity", "Colour Cache Activity")
    table = read(text).table("sections")
    assert table.column("status").values[table.row(title="Colour Cache Activity")] == "unread"
    titled = read(ALIGNED)
    row = titled.table("sections").row(section="library_cache")
    assert titled.table("sections").column("status").values[row] == "empty"
    assert any("library_cache" in flag.reason for flag in titled.issues)


def test_a_collapsed_row_that_can_be_read_in_two_ways_is_missing_and_flagged() -> None:
    text = collapsed(ALIGNED).replace("log file sync 27,068 6 0 .6", "log file sync 6 .6")
    table = read(text).table("top_timed_events")
    assert rows(table)[1] == ("log file sync", None, None, None, None)
    assert "ways to read this row" in table.flags[0].reason


def test_a_collapsed_row_with_too_many_numbers_is_left_out_and_flagged() -> None:
    text = collapsed(ALIGNED).replace("27,068 6 0 .6", "27,068 6 0 0 .6")
    table = read(text).table("top_timed_events")
    assert len(table) == 1
    assert "left out" in table.flags[0].reason


def test_a_collapsed_heading_with_another_number_of_columns_is_not_read() -> None:
    text = collapsed(ALIGNED).replace("------------ ----- ------------ -----", "----- -----")
    reading = read(text)
    assert "segments_by_logical_reads" not in [table.name for table in reading.tables]
    assert any("no heading" in flag.reason for flag in reading.issues)


@pytest.mark.parametrize("text", [ALIGNED, collapsed(ALIGNED), PUBLISHED.read_text()])
def test_a_capture_cut_at_any_line_never_changes_a_cell(text) -> None:
    lines = text.splitlines(keepends=True)
    whole = read(text)
    for count in range(len(lines)):
        try:
            part = read_source(source("".join(lines[:count])), "statspack")
        except ContentionError:
            continue
        for table in [one for one in part.tables if one.name not in ("report", "sections")]:
            full = whole.table(table.name)
            assert rows(table) == rows(full)[: len(table)]


@pytest.mark.parametrize("text", [ALIGNED, PUBLISHED.read_text()])
def test_carriage_returns_change_nothing(text) -> None:
    changed = read(text.replace("\n", "\r\n"))
    assert [rows(table) for table in changed.tables] == [rows(t) for t in read(text).tables]


def test_the_published_copy_is_read_whole() -> None:
    reading = read(PUBLISHED.read_text())
    assert [len(table) for table in reading.tables] == [12, 5, 7, 5]
    activity = {row[0]: row[1] for row in rows(reading.table("instance_activity"))}
    parts = activity["db block gets direct"] + activity["db block gets from cache"]
    assert parts == activity["db block gets"]
    segments = reading.table("segments_by_logical_reads")
    assert rows(segments)[2] == (
        "TEST", "TEST", "SYS_LOB0000056448C00", None, "LOB", 289808, 15.7
    )  # fmt: skip
    left_out = [flag for flag in reading.flags if "left out of the capture" in flag.reason]
    assert [flag.line for flag in left_out] == [28, 32, 37]


@pytest.mark.parametrize("text", [ALIGNED, PUBLISHED.read_text()])
def test_it_is_recognised_by_one_reader(text) -> None:
    assert [one.reader for one in recognise_source(source(text)) if one.accepts] == ["statspack"]


@pytest.mark.parametrize(
    "head",
    ["WORKLOAD REPOSITORY report for\n\n", "Top 10 Foreground Events by Total Wait Time\n\n"],
)
def test_sections_of_an_awr_report_are_left_to_awr(head) -> None:
    text = head + ALIGNED.partition("RAC\n")[2]
    named = {one.reader: one for one in recognise_source(source(text))}
    assert not named["statspack"].accepts


def test_prose_is_refused_with_what_is_read() -> None:
    with pytest.raises(ReadError, match="no row of a section") as caught:
        read_source(source("nothing\nof the kind\n"), "statspack")
    assert "Instance Activity Stats" in str(caught.value)
    page = source("<html>\nTop 5 Timed Events\n")
    assert not any(one.accepts for one in recognise_source(page))
