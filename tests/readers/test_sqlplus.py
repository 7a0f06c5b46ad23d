"""SQL*Plus spools: columns by ruler, groups, page breaks, sessions with prompts."""

import pytest

from contention.errors import MeasurementError, MissingColumnError, ReadError, UsageError
from contention.readers import Reading, read_source
from contention.readers.source import decode

SWEEP = """\
SESSIONS   EXECUTIONS CPU_TIME_S US_PER_EXEC
--------   ---------- ---------- -----------
Solairs
       1    8,096,318        413          51
       3   21,850,342      1,212          57

AIX
       1    6,535,357        251          65
      48   19,214,011      2,815       1,306
"""

SESSION = """\
12:21:00 SQL > select
\tPOOL           NAME                      BYTES         MB
\t-------------- -------------------- ---------- ----------
\tshared pool    free memory           857211040        818
\tshared pool    KGLH0                  77214832         74

12:21:00 SQL > exec
\t--------------------RUN = 1 --------------------
\tAfter Add: Subscriber Count = 1020, Library Cache Mem(KB) = 664
\tAfter Remove: Subscriber Count = 0, Library Cache Mem(KB) = 406
\t--------------------RUN = 2 --------------------
\tAfter Add: Subscriber Count = 1020, Library Cache Mem(KB) = 1090
\tAfter Remove: Subscriber Count = 0, Library Cache Mem(KB) = 807

Elapsed: 00:00:30.93

12:21:31 SQL > select
\tPOOL           NAME                      BYTES         MB
\t-------------- -------------------- ---------- ----------
\tshared pool    KGLH0                  80141904         76

12:21:32 SQL > exec
BEGIN
*
ERROR at line 1:
ORA-00600: internal error code, arguments: [heap-size], [0x08F4BEDC8], [0], [524288176]
ORA-06512: at "SYS.PACKAGE", line 926
ORA-06512: at line 1
"""


def read(text: str, **options: object) -> Reading:
    return read_source(decode(text.encode(), "s.lst"), "sqlplus", options=options)


def test_group_lines_become_a_column_as_printed() -> None:
    table = read(SWEEP).table("table_1")
    assert table.column("group").values == ("Solairs", "Solairs", "AIX", "AIX")
    assert table.column("executions").values == (8096318, 21850342, 6535357, 19214011)
    assert table.column("executions").text[0] == "8,096,318"
    assert table.lines == (4, 5, 8, 9)
    assert table.flags == ()


def test_groups_give_sweeps_with_mapped_labels() -> None:
    options = {
        "duration_s": 600.0,
        "label_suffix": "plsql",
        "labels": {"Solairs": "solaris", "AIX": "aix"},
    }
    first, second = read(SWEEP, **options).sweeps
    assert (first.label, second.label) == ("solaris_plsql", "aix_plsql")
    assert first.throughput_per_s.tolist() == [8096318 / 600, 21850342 / 600]
    assert second.response_time_s is not None
    assert second.response_time_s.tolist() == pytest.approx([65e-6, 1306e-6])
    assert first.cpu_time_s is not None
    assert first.cpu_time_s.tolist() == [413, 1212]


def test_a_group_without_a_label_is_an_error() -> None:
    with pytest.raises(UsageError, match="no entry for the group AIX"):
        read(SWEEP, duration_s=600, labels={"Solairs": "solaris"})


def test_without_a_duration_there_is_no_sweep_and_a_reason() -> None:
    reading = read(SWEEP)
    assert reading.sweeps == ()
    with pytest.raises(MissingColumnError, match="duration_s"):
        reading.require_sweeps()


def test_a_session_gives_tables_log_timings_and_errors() -> None:
    reading = read(SESSION)
    assert [table.name for table in reading.tables] == [
        "table_1",
        "runs",
        "prompts",
        "elapsed",
        "errors",
    ]
    assert reading.flags == ()


def test_results_with_one_heading_are_one_table_with_blocks() -> None:
    table = read(SESSION).table("table_1")
    assert table.column("block").values == (1, 1, 2)
    assert table.column("bytes").values == (857211040, 77214832, 80141904)
    assert table.lines == (4, 5, 20)
    assert table.row(block=2, name="KGLH0") == 2


def test_prompts_and_elapsed_are_times() -> None:
    reading = read(SESSION)
    assert reading.table("prompts").column("seconds").values == (44460, 44460, 44491, 44492)
    assert reading.table("prompts").column("command").values == ("select", "exec") * 2
    assert reading.table("elapsed").column("seconds").values == (30.93,)
    assert reading.table("elapsed").column("prompt").values == (2,)


def test_errors_have_arguments_as_exact_integers_with_their_text() -> None:
    errors = read(SESSION).table("errors")
    assert errors.column("code").values == ("ORA-00600", "ORA-06512", "ORA-06512")
    assert errors.column("argument_1").values[0] == "heap-size"
    assert errors.column("argument_2").values[0] == 0x08F4BEDC8
    assert errors.column("argument_2").text[0] == "0x08F4BEDC8"
    assert errors.column("argument_4").values[0] == 524288176
    assert errors.column("line").values == (None, 926, 1)
    assert errors.column("object").values[1] == "SYS.PACKAGE"


def test_a_log_in_a_session_gives_memory_series() -> None:
    after_add, after_remove = read(SESSION).memory
    assert (after_add.label, after_remove.label) == ("after add", "after remove")
    assert after_remove.bytes.tolist() == [406 * 1024, 807 * 1024]
    assert after_remove.resolution_bytes == 1024


def test_pipes_and_a_heading_over_two_lines() -> None:
    text = (
        "Parallel | Test       | Model\nSESSIONS | EXECUTIONS | US_PER_EXEC\n"
        "---------| ---------- | -----------\nSolairs  |            |\n"
        "       1 |  8,096,318 |          21\n---------| ---------- | -----------\n"
        "AIX      |            |\n      48 | 19,214,011 |         144\n"
    )
    table = read(text).table("table_1")
    assert table.names == (
        "parallel_sessions",
        "test_executions",
        "model_us_per_exec",
        "group",
        "block",
    )
    assert table.column("group").values == ("Solairs", "AIX")
    assert table.column("block").values == (1, 1)


def test_elided_rows_are_flagged_with_their_lines() -> None:
    table = read("NAME    CNT\n------- ---\na        17\n...\nb         2\n").table("table_1")
    assert table.column("cnt").values == (17, 2)
    assert [(flag.line, flag.found) for flag in table.flags] == [(4, "...")]


def test_a_page_break_is_no_new_result() -> None:
    page = "\nN  GETS\n-- ----\n 1   20\n 2   30\n"
    table = read(page * 3 + "\n6 rows selected.\n").table("table_1")
    assert table.column("block").values == (1,) * 6
    assert table.flags == ()


def test_a_footer_that_counts_other_rows_is_flagged() -> None:
    table = read("N  GETS\n-- ----\n 1   20\n\n2 rows selected.\n").table("table_1")
    assert "counts 2 rows, 1 were read" in table.flags[0].reason
    assert table.flags[0].line == 5


def test_records_over_several_lines_with_tabs_and_repeated_headings() -> None:
    heading = (
        "USERNAME\t\t     EVENT\n-------------------- --------------------\n"
        "TOTAL_WAITS\tAVG_WAIT\n----------- ------------\n"
    )
    rows = "OWNER_APP\t     resmgr:cpu quantum\n     218664   35.1636468\n\n"
    table = read(heading + rows + rows + heading + rows).table("table_1")
    assert table.names == ("username", "event", "total_waits", "avg_wait", "block")
    assert table.column("total_waits").values == (218664,) * 3
    assert table.column("avg_wait").values == (35.1636468,) * 3
    assert table.column("event").values == ("resmgr:cpu quantum",) * 3


def test_a_record_without_its_last_line_is_flagged() -> None:
    text = "A     B\n----- -----\nC     D\n----- -----\nx     y\n    1     2\nz     w\n"
    table = read(text).table("table_1")
    assert table.column("c").values == (1, None)
    assert "later lines are missing" in table.flags[0].reason


def test_a_text_that_fills_its_column_goes_on_in_the_next_line() -> None:
    text = "NAME   CNT\n----- ----\nabcde   17\nfgh\nshort    2\n"
    table = read(text).table("table_1")
    assert table.column("name").values == ("abcdefgh", "short")
    assert table.lines == (3, 5)


def test_suppressed_keys_stay_missing() -> None:
    table = read("NAME   CNT\n----- ----\nabc     17\n         2\n").table("table_1")
    assert table.column("name").values == ("abc", None)


def test_overflow_is_missing_and_flagged() -> None:
    table = read("SQL> select\n\n         X\n----------\n##########\n").table("table_1")
    assert table.column("x").values == (None,)
    assert "overflow" in table.flags[0].reason


def test_text_where_a_number_belongs_is_missing_and_flagged() -> None:
    table = read("NAME   CNT\n----- ----\na       17\nb     oops\nc        3\n").table("table_1")
    assert table.column("cnt").values == (17, None, 3)
    assert table.flags[0].line == 4


def test_prose_after_the_rows_is_flagged_once_and_rows_after_it_are_kept() -> None:
    text = (
        "N  GETS\n-- ----\n 1   20\nThe result above shows a curve.\nMore about that here.\n"
        " 2   30\n"
    )
    table = read(text).table("table_1")
    assert table.column("gets").values == (20, 30)
    assert [flag.line for flag in table.flags] == [4]


def test_a_label_that_is_wider_than_its_column_still_names_a_group() -> None:
    table = read("N  GETS\n-- ----\nLinux box\n 1   20\n").table("table_1")
    assert table.column("group").values == ("Linux box",)


def test_a_label_without_rows_is_flagged() -> None:
    table = read("N  GETS\n-- ----\n 1   20\nLinux\n").table("table_1")
    assert table.flags[0].line == 4
    assert "no row under it" in table.flags[0].reason


def test_tables_without_a_ruler_are_not_invented() -> None:
    with pytest.raises(ReadError, match="no table in this capture"):
        read("NAME  CNT\nabc    17\n")


@pytest.mark.parametrize(
    "text",
    [
        "A heading of a page\n-------------------\nsome prose under it\n",
        "-----\n",
        "12 34\n-- --\n 1  2\n",
        "SQL> -- comment\n-------\nselect\n",
    ],
)
def test_rules_in_prose_are_no_tables(text: str) -> None:
    try:
        tables = read(text).tables
    except ReadError:
        tables = ()
    assert [table.name for table in tables if table.name.startswith("table")] == []


def test_a_heading_alone_is_an_error() -> None:
    with pytest.raises(ReadError, match="a heading and no row under it"):
        read("N  GETS\n-- ----\n")


def test_a_heading_without_rows_beside_a_table_is_an_issue() -> None:
    reading = read("N  GETS\n-- ----\n 1   20\n\nSQL> select\nM  HITS\n-- ----\n")
    assert any("no row under it" in flag.reason for flag in reading.issues)


def test_zero_sessions_do_not_hide_the_tables_and_are_refused_on_request() -> None:
    text = "SESSIONS THROUGHPUT\n-------- ----------\n       0         17\n"
    reading = read(text)
    assert len(reading.table("table_1")) == 1
    with pytest.raises(MeasurementError, match="sessions must be positive") as caught:
        reading.require_sweeps()
    assert (caught.value.path, caught.value.line) == ("s.lst", 3)


def test_two_results_of_one_sweep_are_two_series() -> None:
    text = "SQL> select\nSESSIONS TPS\n-------- ---\n       1  10\n" * 2
    assert [sweep.label for sweep in read(text).sweeps] == ["data_1", "data_2"]


def test_a_memory_table_gives_series() -> None:
    (series,) = read("RUN   MB\n--- ----\n  1    7\n  2 1252\n").memory
    assert series.bytes.tolist() == [7 * 2**20, 1252 * 2**20]


def test_rows_that_a_statement_changed_are_kept_with_its_prompt() -> None:
    text = "SQL> update\nSQL> delete\n200000 rows deleted.\n\nSQL> insert\n1 row created.\n"
    table = read_source(decode(text.encode(), "x.lst"), "sqlplus").table("changes")
    assert table.column("rows").values == (200000, 1)
    assert table.column("action").values == ("deleted", "created")
    assert table.column("prompt").values == (2, 3)
