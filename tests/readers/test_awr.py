"""AWR sections: aligned, and with blanks collapsed to one."""

import pytest

from contention.errors import ReadError
from contention.measurements import Table
from contention.readers import Reading, read_source
from contention.readers.awr_sections import SECTIONS
from contention.readers.source import decode

GAP = "\u00a0"


def head(name: str, *left_out: str) -> str:
    """The heading line of a section, blanks collapsed."""
    columns = SECTIONS[name].columns
    return " ".join(one.headings[0] for one in columns if one.headings[0] not in left_out)


ALIGNED = """\
WORKLOAD REPOSITORY report for

DB Name         DB Id    Instance     Inst Num Startup Time    Release     RAC
------------ ----------- ------------ -------- --------------- ----------- ---
EXAMPLE       123456789 example              1 01-Nov-18 06:00 12.1.0.2.0  NO

Load Profile                    Per Second   Per Transaction  Per Exec  Per Call
~~~~~~~~~~~~~~~            ---------------   --------------- --------- ---------
      Redo size (bytes):          11,431.3          20,020.5
             DB Time(s):              66.2             373.6      0.00    195.01

Top 10 Foreground Events by Total Wait Time
~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
                                           Total Wait       Wait   % DB Wait
Event                                Waits Time (sec)    Avg(ms)   time Class
------------------------------ ----------- ---------- ---------- ------ --------
latch: row cache objects           196,081     9185.8      46.85   23.0 Concurre
library cache: mutex X               27.9K       3856      10.49    9.6 Concurre
DB CPU                                         3554.8               8.9
Wait Classes by Total Wait Time
~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
                                        Total Wait     Wait   % DB   Active
Wait Class                  Waits       Time (sec)     (ms)   time Sessions
---------------- ---------------- ---------------- -------- ------ --------
Concurrency               563,662           13,041     23.1   32.6     21.7

SQL ordered by Elapsed Time              DB/Inst: EXAMPLE/example  Snaps: 1-2
-> Resources reported for a block include those of its statements.

        Elapsed                  Elapsed Time
        Time (s)    Executions  per Exec (s)  %Total   %CPU    %IO    SQL Id
---------------- -------------- ------------- ------ ------ ------ -------------
        24,895.6             42        592.75   62.3   14.3     .0 22thkvvjndnmj
Module: a program
DECLARE something

        20,423.6     42,533,404          0.00   51.1   12.8     .0 241pfd82cu4wj
begin something

          -------------------------------------------------------------

Child Latch Statistics                    DB/Inst: EXAMPLE/example  Snaps: 1-2

                          Child            Get                            Spin &
Latch Name                  Num       Requests       Misses      Sleeps Sleeps 1->3+
---------------------- -------- -------------- ------------ ----------- ------------
row cache objects             9    638,804,551   56,606,984      65,237 56542348/0/0/0

Dictionary Cache Stats                    DB/Inst: EXAMPLE/example  Snaps: 1-2
-> "Pct Misses"  should be very low

                                   Get    Pct    Scan   Pct      Mod      Final
Cache                         Requests   Miss    Reqs  Miss     Reqs      Usage
------------------------- ------------ ------ ------- ----- -------- ----------
dc_global_oids             212,933,433    0.0       0              0         69
dc_users                   ############   0.0       0              0         89
          -------------------------------------------------------------

Dictionary Cache Stats                    DB/Inst: EXAMPLE/example  Snaps: 1-2

                                   Get    Pct    Scan   Pct      Mod      Final
Cache                         Requests   Miss    Reqs  Miss     Reqs      Usage
------------------------- ------------ ------ ------- ----- -------- ----------
dc_objects                 212,938,294    0.0       0            117      3,585
"""

COLLAPSED = f"""\
Top 10 Foreground Events by Total Wait Time
{head("top_events_by_wait_time", "Wait Class", "% Total Call Time")}
latch: row cache objects 196,081 9185.8 46.85 23
DB CPU {GAP}  3554.8 {GAP}  8.9

Latch Activity
{head("latch_activity", "NoWait Requests", "Pct NoWait Miss")}
row cache objects 1,916,333,412 7.5 0 9186

Latch Miss Sources
{head("latch_miss_sources")}
row cache objects kqreqd: reget 0 157,629 3,121
row cache objects kqrpre: find obj 0 33,484 179,972

Mutex Sleep Summary
{head("mutex_sleep_summary", "Wait Time (s)")}
Library Cache kglhdgn2 106 161,608 1,191,330

Top Events
{head("top_events")}
CPU + Wait for CPU CPU FOREGROUND 45.57 18.39

Top Event P1/P2/P3 Values
{head("top_event_parameters")}
library cache: mutex X 12.92 "595386336", "3143916060672", "1" 0.66 idn value where
latch: row cache objects   "6490257608","411","0" 11.94 address number tries

Top SQL with Top Events
{head("top_sql_with_top_events", "Top Row Source", "% RwSrc")}
241pfd82cu4wj {GAP}  2048 84.37 CPU + Wait for CPU 34.99 begin
"""


def read(text: str) -> Reading:
    return read_source(decode(text.encode(), "awr.txt"), "awr")


def values(table: Table, row: int) -> list[object]:
    return [column.values[row] for column in table.columns]


def test_aligned_sections_are_cut_at_the_ruler() -> None:
    reading = read(ALIGNED)
    assert [table.name for table in reading.tables] == [
        "report",
        "sections",
        "load_profile",
        "top_events_by_wait_time",
        "wait_classes",
        "sql_by_elapsed_time",
        "child_latch_statistics",
        "dictionary_cache",
    ]
    events = reading.table("top_events_by_wait_time")
    assert values(events, 2) == ["DB CPU", None, 3554.8, None, 8.9, None]
    assert events.column("wait_class").values[0] == "Concurre"


def test_the_load_profile_keeps_its_statistics_without_the_colon() -> None:
    table = read(ALIGNED).table("load_profile")
    assert values(table, 1) == ["DB Time(s)", 66.2, 373.6, 0.0, 195.01]
    assert values(table, 0) == ["Redo size (bytes)", 11431.3, 20020.5, None, None]


def test_a_rounded_count_is_flagged() -> None:
    table = read(ALIGNED).table("top_events_by_wait_time")
    assert table.column("waits").values[1] == pytest.approx(27900)
    assert "K is 1000" in table.flags[0].reason


def test_of_a_statement_only_the_first_keyword_is_kept() -> None:
    table = read(ALIGNED).table("sql_by_elapsed_time")
    assert table.column("sql_text").values == ("DECLARE", "begin")
    assert table.column("sql_id").values == ("22thkvvjndnmj", "241pfd82cu4wj")
    assert table.column("executions").values == (42, 42533404)


def test_spin_and_sleeps_are_four_whole_numbers() -> None:
    table = read(ALIGNED).table("child_latch_statistics")
    assert values(table, 0)[-4:] == [56542348, 0, 0, 0]
    assert table.names[-4:] == ("spin", "sleeps1", "sleeps2", "sleeps3")


def test_pages_of_a_section_are_one_table_and_overflow_is_missing() -> None:
    table = read(ALIGNED).table("dictionary_cache")
    assert table.column("cache").values == ("dc_global_oids", "dc_users", "dc_objects")
    assert table.column("get_requests").values == (212933433, None, 212938294)
    assert table.column("scan_pct_miss").values == (None, None, None)
    assert len(table.flags) == 1


def test_unknown_sections_are_listed_with_their_line() -> None:
    text = ALIGNED.replace("Wait Classes by Total Wait Time", "Wait Colours by Total Wait Time")
    table = read(text).table("sections")
    row = table.row(title="Wait Colours by Total Wait Time")
    assert values(table, row)[2:] == ["unread", 20]
    assert values(table, table.row(title="Load Profile"))[2:] == ["present", 7]
    assert values(table, table.row(section="time_model"))[2:] == ["absent", None]


def test_collapsed_rows_equal_aligned_ones() -> None:
    events = read(COLLAPSED).table("top_events_by_wait_time")
    assert values(events, 0) == ["latch: row cache objects", 196081, 9185.8, 46.85, 23]
    assert values(events, 1) == ["DB CPU", None, 3554.8, None, 8.9]
    (flag,) = read(COLLAPSED).flags
    assert "a part of a report" in flag.reason


def test_two_texts_side_by_side_are_parted_by_what_the_report_knows() -> None:
    reading = read(COLLAPSED)
    sources = reading.table("latch_miss_sources")
    assert sources.column("latch_name").values == ("row cache objects",) * 2
    assert sources.column("where").values == ("kqreqd: reget", "kqrpre: find obj")
    assert values(reading.table("mutex_sleep_summary"), 0) == [
        "Library Cache",
        "kglhdgn2 106",
        161608,
        1191330,
    ]
    assert values(reading.table("top_events"), 0)[:3] == [
        "CPU + Wait for CPU",
        "CPU",
        "FOREGROUND",
    ]


def test_event_parameters_are_whole_numbers() -> None:
    table = read(COLLAPSED).table("top_event_parameters")
    assert table.column("p1").values == (595386336, 6490257608)
    assert table.column("p2").values == (3143916060672, 411)
    assert table.column("pct_event").values == (12.92, None)
    assert table.column("parameter_3").values == ("where", "tries")


def test_a_blank_plan_hash_is_missing() -> None:
    table = read(COLLAPSED).table("top_sql_with_top_events")
    assert values(table, 0) == [
        "241pfd82cu4wj",
        None,
        2048,
        84.37,
        "CPU + Wait for CPU",
        34.99,
        "begin",
    ]


def test_a_blank_without_a_trace_makes_the_row_ambiguous_not_guessed() -> None:
    text = COLLAPSED.replace(f"{GAP}  3554.8 {GAP}  8.9", "3554.8 8.9")
    table = read(text).table("top_events_by_wait_time")
    assert values(table, 1) == ["DB CPU", None, None, None, None]
    assert table.flags[0].line == 4
    assert "ways to read this row" in table.flags[0].reason


def test_a_row_that_does_not_fit_is_left_out_and_flagged() -> None:
    text = COLLAPSED.replace(
        "row cache objects 1,916,333,412 7.5 0 9186", "x 1 2 3 4 5 6\ny 1 2 3 4"
    )
    table = read(text).table("latch_activity")
    assert table.column("latch_name").values == ("y",)
    assert "left out" in table.flags[0].reason


def test_a_title_without_its_heading_is_an_issue() -> None:
    reading = read("Latch Activity\nnot its heading\n\n" + COLLAPSED)
    assert reading.issues[0].line == 1
    assert "no heading" in reading.issues[0].reason


def test_a_capture_without_sections_is_an_error() -> None:
    with pytest.raises(ReadError, match="no row of a section that is read"):
        read("nothing\nof the kind\n")


def test_statements_go_on_over_pages() -> None:
    rest = ALIGNED.partition("SQL ordered by Elapsed Time")[2]
    section = "SQL ordered by Elapsed Time" + rest.partition("Child Latch")[0]
    table = read(section + section).table("sql_by_elapsed_time")
    assert table.column("sql_text").values == ("DECLARE", "begin") * 2
    assert table.flags == ()


def test_an_aligned_cell_that_is_no_number_is_missing_and_flagged() -> None:
    table = read(ALIGNED.replace("212,938,294", "    unknown")).table("dictionary_cache")
    assert table.column("get_requests").values[-1] is None
    assert table.column("final_usage").values[-1] == 3585
    assert any(flag.found == "unknown" for flag in table.flags)


def test_an_aligned_line_without_numbers_is_no_row_and_flagged() -> None:
    text = ALIGNED.replace(
        "dc_objects                 212,938,294", "a remark\ndc_objects" + " " * 17 + "212,938,294"
    )
    assert any("not a row" in flag.reason for flag in read(text).table("dictionary_cache").flags)


def test_a_collapsed_load_profile_fills_from_the_left() -> None:
    text = f"Load Profile\n {head('load_profile')}\nRedo size (bytes): 11,431.3 20,020.5\n"
    table = read(text).table("load_profile")
    assert values(table, 0) == ["Redo size (bytes)", 11431.3, 20020.5, None, None]
