"""tkprof reports: calls, waits, row sources, totals; wrapped, collapsed, cut and damaged."""

import pytest

from contention.errors import ContentionError, ReadError
from contention.readers import READERS, Reading, read_source
from contention.readers.source import decode
from contention.readers.tkprof_statements import text_digest

HEADING = "call     count       cpu    elapsed       disk      query    current        rows"
CALLS = f"""\
{HEADING}
------- ------  -------- ---------- ---------- ---------- ----------  ----------
Parse        1      0.00       0.00          0          0          0           0
Execute 100000     41.03      40.49          1       3272     515757      100000
Fetch        0      0.00       0.00          0          0          0           0
------- ------  -------- ---------- ---------- ---------- ----------  ----------
total   100001     41.03      40.50          1       3272     515757      100000
"""
STARS = "*" * 80 + "\n"
MISSES = "Misses in library cache during parse: 1"
MORE_MISSES = MISSES.replace("parse", "execute")
MODE = "Optimizer mode: ALL_ROWS"
USER = "Parsing user id: 103     (recursive depth: 1)"
CAPTURED = "Number of plan statistics captured: 1"
STEPS = """\
Rows (1st) Rows (avg) Rows (max)  Row Source Operation
---------- ---------- ----------  ---------------------------------------------------
"""
WAITS = "Elapsed times include waiting on following events:"
STATEMENT = f"""\
SQL ID: dqhz25akp92bp Plan Hash: 0

INSERT


{CALLS}
{MISSES}
{MORE_MISSES}
{MODE}
{USER}
{CAPTURED}

{STEPS}\
         0          0          0  LOAD TABLE CONVENTIONAL  (cr=783 pr=7 pw=0 time=195740 us)


{WAITS}
  Event waited on                             Times   Max. Wait  Total Waited
  ----------------------------------------   Waited  ----------  ------------
  db file sequential read                         3        0.00          0.00
  enq: IV -  contention                          10        0.00          0.00
  log file switch (private strand flush incomplete)
                                                  1        0.01          0.01
  control file sequential read                   20        0.00          0.00
{STARS}"""
RULER = "------- ------ -------- ---------- ---------- ---------- ---------- ----------"
SHORT = f"call count cpu elapsed disk query current rows\n{RULER}"
COLLAPSED = f"""\
OVERALL TOTALS FORALLNON-RECURSIVE STATEMENTS
{SHORT}
Parse 16 0.00 0.02 0 0 0 0
Execute 23 3.09 4.57 6 13894 18366 17
Fetch 3 0.00 0.00 0 6 0 3
{RULER}
total 42 3.10 4.59 6 13900 18366 20
OVERALL TOTALS FORALLRECURSIVE STATEMENTS
{SHORT}
Parse 230212 5.39 5.14 0 0 0 0
Execute 230215 176.87 173.89 47 692034 175390 176321
Fetch 153422 4.22 3.96 5 230821 3 77048
{RULER}
total 613849 186.49 183.01 52 922855 175393 253369
"""
ONE_COLUMN = f"""\
{STARS}
select

{CALLS}
Rows     Row Source Operation
-------  ---------------------------------------------------
      4  HASH GROUP BY (cr=2757 pr=0 pw=0 time=7301 us cost=10 size=186 card=62)
    638   VIEW  (cr=2757 pr=0 pw=0 time=6971 us cost=9 size=186 card=62)
      2    INDEX UNIQUE SCAN SOME_PK (cr=3 r=1 w=2 time=35 us)(object id 28943)

{STARS}"""


def read(text: str) -> Reading:
    return read_source(decode(text.encode(), "x.prf"), "tkprof")


def column(reading: Reading, table: str, name: str) -> tuple[object, ...]:
    return reading.table(table).column(name).values


def unexpected(reading: Reading) -> list[str]:
    """All flags but the one that every part of a report has."""
    return [str(flag) for flag in reading.flags if "it is a part of one" not in flag.reason]


def reasons(reading: Reading) -> str:
    return "; ".join(str(flag) for flag in reading.flags)


def test_a_statement_has_its_calls_waits_steps_and_facts() -> None:
    reading = read(STATEMENT)
    assert unexpected(reading) == []
    assert column(reading, "calls", "call") == ("Parse", "Execute", "Fetch", "total")
    assert column(reading, "calls", "elapsed_s") == (0.0, 40.49, 0.0, 40.5)
    assert column(reading, "calls", "current") == (0, 515757, 0, 515757)
    assert column(reading, "plans", "time_us") == (195740,)
    assert column(reading, "plans", "operation") == ("LOAD TABLE CONVENTIONAL",)
    facts = reading.table("statements")
    assert {name: facts.column(name).values[0] for name in facts.names} == {
        "statement": 1,
        "sql_id": "dqhz25akp92bp",
        "scope": "statement",
        "label": "dqhz25akp92bp",
        "command": "INSERT",
        "text_digest": text_digest("INSERT"),
        "plan_hash": 0,
        "misses_in_parse": 1,
        "misses_in_execute": 1,
        "optimizer_mode": "ALL_ROWS",
        "parsing_user": 103,
        "parsing_schema": None,
        "recursive_depth": 1,
        "plan_statistics": 1,
    }


def test_an_event_wrapped_over_two_lines_is_one_event() -> None:
    waits = read(STATEMENT).table("waits")
    assert waits.column("event").values == (
        "db file sequential read",
        "enq: IV -  contention",
        "log file switch (private strand flush incomplete)",
        "control file sequential read",
    )
    assert waits.column("times_waited").values == (3, 10, 1, 20)
    assert waits.column("max_wait_s").values == (0.0, 0.0, 0.01, 0.0)


def test_collapsed_blanks_do_not_matter() -> None:
    reading = read(COLLAPSED)
    assert unexpected(reading) == []
    assert column(reading, "calls", "scope") == ("non_recursive",) * 4 + ("recursive",) * 4
    # Parse + Execute + Fetch = 613,849 calls; CPU 3.09 against a total of 3.10 is rounding.
    assert column(reading, "calls", "count")[4:] == (230212, 230215, 153422, 613849)
    assert column(reading, "calls", "cpu_s")[:4] == (0.0, 3.09, 0.0, 3.1)
    collapsed = read(" ".join(STATEMENT.split(" ")).replace("  ", " "))
    assert column(collapsed, "waits", "times_waited") == (3, 10, 1, 20)
    assert column(collapsed, "plans", "cr") == (783,)


def test_measurements_are_named_by_statement_run_and_system() -> None:
    source = decode((STATEMENT + COLLAPSED).encode(), "x.prf")
    reading = read_source(source, options={"run": "before", "system": "12.1.0.1"})
    assert [c.statement for c in reading.calls] == [
        "dqhz25akp92bp",
        "overall_non_recursive",
        "overall_recursive",
    ]
    calls, waits = reading.calls[0], reading.waits[0]
    assert (calls.run, calls.system, calls.resolution_s) == ("before", "12.1.0.1", 0.01)
    assert calls.at("execute", "elapsed_s") == 40.49
    assert calls.total("elapsed_s") == 40.5
    assert waits.at("control file sequential read", "times_waited") == 20
    assert waits.statement == "dqhz25akp92bp"


def test_a_statement_without_an_identifier_is_named_by_its_text() -> None:
    first, again = read(ONE_COLUMN), read(ONE_COLUMN.replace("select", "  select"))
    other = read(ONE_COLUMN.replace("select", "delete"))
    assert first.calls[0].statement == again.calls[0].statement != other.calls[0].statement
    assert first.calls[0].statement.startswith("text_")
    twice = read(ONE_COLUMN + ONE_COLUMN)
    assert twice.calls[1].statement == f"{twice.calls[0].statement}#2"


def test_older_row_sources_have_one_count_and_a_depth() -> None:
    reading = read(ONE_COLUMN)
    assert column(reading, "plans", "rows_first") == (4, 638, 2)
    assert column(reading, "plans", "rows_max") == (None, None, None)
    assert column(reading, "plans", "depth") == (0, 1, 2)
    assert column(reading, "plans", "size_bytes") == (186, 186, None)
    assert column(reading, "plans", "pr") == (0, 0, 1)
    assert column(reading, "plans", "pw") == (0, 0, 2)


@pytest.mark.parametrize(
    "head",
    [
        "SQL ID: dqhz25akp92bp\nPlan Hash: 7",
        "SQL ID : dqhz25akp92bp\nPlan Hash: 7",
        "SQL ID: dqhz25akp92bp Plan Hash: 7",
    ],
)
def test_every_form_of_the_identifier_is_read(head: str) -> None:
    reading = read(STATEMENT.replace("SQL ID: dqhz25akp92bp Plan Hash: 0", head))
    assert column(reading, "statements", "sql_id") == ("dqhz25akp92bp",)
    assert column(reading, "statements", "plan_hash") == (7,)


def test_text_that_looks_like_a_heading_is_text() -> None:
    text = (
        "select\n  call     count       cpu    elapsed       disk      query    current        rows"
    )
    reading = read(STATEMENT.replace("INSERT", text + "\nfrom calls"))
    assert column(reading, "calls", "count") == (1, 100000, 0, 100001)
    assert column(reading, "statements", "command") == ("select",)
    assert unexpected(reading) == []


def test_a_total_that_is_not_the_sum_is_flagged() -> None:
    off = read(STATEMENT.replace("total   100001", "total   100002"))
    assert "line 12, column count: the parts sum to 100001 (found '100002')" in reasons(off)
    off = read(STATEMENT.replace("41.03      40.50", "41.03      40.52"))
    assert "column elapsed_s: the parts sum to 40.49" in reasons(off)
    assert not unexpected(read(STATEMENT.replace("41.03      40.50", "41.03      40.51")))


def test_a_number_that_cannot_be_read_is_missing_and_flagged() -> None:
    reading = read(
        STATEMENT.replace("     515757      100000\nFetch", "     ######      100000\nFetch")
    )
    assert column(reading, "calls", "current") == (0, None, 0, 515757)
    assert "line 9, column current: not a number" in reasons(reading)
    reading = read(STATEMENT.replace("    10        0.00 ", "####        0.00 "))
    assert column(reading, "waits", "times_waited") == (3, None, 1, 20)
    assert "column times_waited: not a number" in reasons(reading)


def test_a_row_with_too_few_numbers_is_missing_and_flagged() -> None:
    reading = read(STATEMENT.replace("     515757      100000\nFetch", "     515757\nFetch"))
    assert column(reading, "calls", "count") == (1, None, 0, 100001)
    assert "6 numbers where 7 belong" in reasons(reading)


def test_a_wait_longer_than_all_waits_is_flagged() -> None:
    reading = read(STATEMENT.replace("        0.01          0.01", "        0.51          0.01"))
    assert "the longest wait is more than all waits together" in reasons(reading)


def test_an_event_without_numbers_is_flagged() -> None:
    text = STATEMENT.replace(" " * 50 + "1        0.01          0.01\n", "")
    assert "an event without its numbers" in reasons(read(text))


def test_a_report_spaced_by_blank_lines_loses_nothing() -> None:
    spaced = read(STATEMENT.replace("\n", "\n\n"))
    assert column(spaced, "waits", "times_waited") == (3, 10, 1, 20)
    assert column(spaced, "calls", "count") == (1, 100000, 0, 100001)
    assert column(spaced, "plans", "cr") == (783,)


@pytest.mark.parametrize("text", [STATEMENT + COLLAPSED, STATEMENT, ONE_COLUMN])
def test_no_cut_at_a_line_shortens_a_table_in_silence(text: str) -> None:
    whole = read(text)
    lines = text.splitlines(keepends=True)
    for count in range(1, len(lines)):
        try:
            part = read("".join(lines[:count]))
        except ContentionError:
            continue
        ended = lines[count - 1] == STARS or lines[count - 1].startswith("total")
        for table in part.tables:
            full = whole.table(table.name)
            for name in table.names:
                expected = full.column(name).values[: len(table)]
                assert part.flags or table.column(name).values == expected
        assert part.flags or ended or lines[count - 1].startswith("OVERALL"), count


def test_a_statement_without_calls_is_flagged() -> None:
    text = f"SQL ID: aaaaaaaaaaaaa Plan Hash: 1\n\nselect\n\n{STARS}\n{STATEMENT}"
    assert "a statement without a call table; left out" in reasons(read(text))


@pytest.mark.parametrize("name", [name for name in READERS if name != "tkprof"])
def test_another_tool_s_capture_is_an_error(name: str) -> None:
    with pytest.raises(ReadError, match="no call table"):
        read(READERS[name].example)


def test_a_second_row_and_a_strange_line_in_a_call_table_are_flagged() -> None:
    row = "Fetch        0      0.00       0.00          0          0          0           0\n"
    assert "a second row Fetch" in reasons(read(STATEMENT.replace(row, row + row)))
    assert "a line of a call table that cannot" in reasons(
        read(STATEMENT.replace(row, "?\n" + row))
    )
