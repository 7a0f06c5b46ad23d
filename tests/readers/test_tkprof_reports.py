"""tkprof reports of several releases: plans, head and trailer, overall totals, failures."""

from pathlib import Path

import pytest

from contention.readers import Reading, read_source
from contention.readers.source import decode
from contention.readers.tkprof_head import ReportFacts
from contention.readers.tkprof_statements import text_digest

INPUTS = Path(__file__).parent / "inputs" / "tkprof"


def read(text: str) -> Reading:
    return read_source(decode(text.encode(), "x.prf"), "tkprof")


def composed(name: str) -> Reading:
    return read_source(decode((INPUTS / name).read_bytes(), name))


def column(reading: Reading, table: str, name: str) -> tuple[object, ...]:
    return reading.table(table).column(name).values


def reasons(reading: Reading) -> str:
    return "; ".join(str(flag) for flag in reading.flags)


def test_a_report_of_8i_has_explained_plans_and_no_identifiers() -> None:
    reading = composed("release_8i_explained_plan.txt")
    assert column(reading, "plans", "operation") == (
        "TABLE ACCESS BY INDEX ROWID",
        "INDEX RANGE SCAN",
    )
    assert column(reading, "plans", "object") == ("EMP", None)
    assert column(reading, "plans", "object_id") == (None, 2861)
    assert column(reading, "plans", "cr") == (None, None)
    explained = reading.table("explained_plans")
    assert {name: explained.column(name).values for name in explained.names[2:]} == {
        "node": (1, 2, 3, 4),
        "parent": (None, 1, 2, 2),
        "depth": (0, 1, 2, 2),
        "rows": (0, 9, 12, 0),
        "operation": (
            "SELECT STATEMENT",
            "TABLE ACCESS (BY INDEX ROWID)",
            "INDEX (RANGE SCAN)",
            "PARTITION RANGE (ITERATOR)",
        ),
        "goal": ("CHOOSE", "ANALYZED", "ANALYZED", None),
        "object": (None, "EMP", "EMP_DEPT", None),
        "object_type": (None, None, "NON-UNIQUE", None),
        "partition_start": (None, None, None, "KEY"),
        "partition_stop": (None, None, None, "4"),
    }
    assert column(reading, "statements", "parsing_user")[:2] == (26, 26)
    assert column(reading, "statements", "parsing_schema")[:2] == ("SCOTT", "SCOTT")
    assert column(reading, "statements", "optimizer_mode")[:2] == ("CHOOSE", "CHOOSE")
    assert [(flag.line, flag.reason) for flag in reading.flags] == [
        (66, "the plan of this statement could not be explained"),
        (95, "the statements listed made 0 of these calls: not all are listed"),
    ]


def test_two_roots_partitions_and_objects_of_a_plan_are_kept_apart() -> None:
    plans = composed("release_11_spanish_two_roots.txt").table("plans")
    assert plans.column("depth").values == (0, 1, 2, 0)
    assert plans.column("parent").values == (None, 1, 2, None)
    assert plans.column("object").values == (None, None, "VENTAS_ID", "CLIENTES")
    assert plans.column("object_id").values == (None, None, 70155, None)
    assert plans.column("partition_start").values == (None, "1", "1", None)
    assert plans.column("partition_stop").values == (None, "4", "4", None)
    assert plans.column("rows_avg").values == (20, 100, 100, 20)
    assert plans.column("card").values == (None, 10, 10, 20)


def test_a_date_in_another_language_is_read() -> None:
    report = composed("release_11_spanish_two_roots.txt").table("report")
    assert report.column("written").values == ("Mié Dic 9 16:17:18 2015",)
    assert report.column("written_at").values == ("2015-12-09 16:17:18",)
    assert report.column("elapsed_s").values == (12,)
    assert report.column("elapsed_s").unit == "s"
    latin = (INPUTS / "release_11_spanish_two_roots.txt").read_text(encoding="utf-8")
    again = read_source(decode(latin.encode("latin-1"), "x.prf"))
    assert again.table("report").column("written_at").values == ("2015-12-09 16:17:18",)
    assert column(again, "statements", "text_digest") == column(
        composed("release_11_spanish_two_roots.txt"), "statements", "text_digest"
    )
    facts = ReportFacts()
    assert facts.take(2, "TKPROF: Release 19.0.0.0.0 - Development on 2019/3/4 5:06")
    assert facts.cells["written_at"] == ("2019/3/4 5:06", None)
    assert "a date in a form that is not known" in facts.flags[0].reason
    assert facts.number("lines") is None


@pytest.mark.parametrize(
    ("month", "number"),
    [
        ("Fri Mar", "03"),
        ("금 Mar", "03"),
        ("Juin", "06"),
        ("juil.", "07"),
        ("Mär", "03"),
        ("Ago", "08"),
        ("Ene", "01"),
        ("Foo", None),
    ],
)
def test_months_of_several_languages_are_known(month: str, number: str | None) -> None:
    facts = ReportFacts()
    facts.take(2, f"TKPROF: Release 10.2.0.1.0 - Production on {month} 3 08:15:00 2003")
    expected = None if number is None else f"2003-{number}-03 08:15:00"
    assert facts.cells["written_at"][1] == expected


def test_overall_totals_are_held_against_the_statements() -> None:
    reading = composed("release_11_spanish_two_roots.txt")
    # Non-recursive: 5 calls listed of 7. Recursive: 20 rows listed, 19 in the overall total.
    assert [(flag.line, flag.column, flag.found, flag.reason) for flag in reading.flags] == [
        (74, "count", "7", "the statements listed made 5 of these calls: not all are listed"),
        (84, "rows", "19", "inconsistent: the statements listed have 20"),
        (87, "rows", "19", "inconsistent: the statements listed have 20"),
    ]


def test_overall_times_are_held_within_the_rounding_of_each_statement() -> None:
    text = (INPUTS / "release_8i_explained_plan.txt").read_text()
    # Two statements with CPU 0.03 and 0.03 s: the sum of two, and the total, may each be 0.01 off.
    text = text.replace("12      0.06       0.11", "12      0.02       0.11")
    assert "the statements listed have 0.06 (found '0.02')" in reasons(read(text))
    text = text.replace("12      0.02       0.11", "12      0.03       0.11")
    assert "the statements listed have 0.06" not in reasons(read(text))


def test_text_with_stars_and_a_heading_of_calls_is_one_statement() -> None:  # tricky input 1
    reading = composed("release_21_stars_in_text_and_error.txt")
    assert column(reading, "calls", "count") == (1, 1000, 0, 1001)
    assert column(reading, "statements", "sql_id") == ("8q0zz4m1n7xkc",)
    assert column(reading, "statements", "command") == ("insert",)
    assert column(reading, "waits", "event") == (
        "an event that has a name longer than forty characters",
        "latch: cache buffers chains",
    )
    assert column(reading, "waits", "times_waited") == (2, 14)
    assert column(reading, "plans", "starts") == (1, 1)
    assert [(flag.line, flag.reason) for flag in reading.flags] == [
        (33, "a line of stars within the text of a statement")
    ]


def test_statements_that_failed_to_parse_are_listed_with_their_errors() -> None:
    failed = composed("release_21_stars_in_text_and_error.txt").table("failed")
    assert failed.column("error").values == ("ORA-00942", "ORA-00950")
    assert failed.column("command").values == ("select", "drop")
    assert failed.column("text_digest").values[1] == text_digest("drop tabel t")
    assert failed.lines == (21, 25)
    text = (INPUTS / "release_21_stars_in_text_and_error.txt").read_text()
    silent = read(text.replace("Error encountered: ORA-00950\n", ""))
    assert column(silent, "failed", "error") == ("ORA-00942", None)


def test_collapsed_copies_give_the_same_numbers() -> None:  # tricky input 14
    full = composed("release_21_stars_in_text_and_error.txt")
    copy = composed("blanks_collapsed.txt")
    for table, names in (
        ("calls", ("count", "cpu_s", "elapsed_s", "disk", "query", "current", "rows")),
        ("waits", ("times_waited", "max_wait_s", "total_waited_s")),
        ("plans", ("rows_max", "operation", "object", "cr", "time_us", "starts")),
        ("statements", ("parsing_user", "parsing_schema", "recursive_depth", "misses_in_parse")),
    ):
        for name in names:
            assert column(copy, table, name) == column(full, table, name), name
    assert column(copy, "plans", "depth") == (None, None)
    assert copy.flags == ()


def test_a_report_without_its_last_lines_is_flagged() -> None:
    text = (INPUTS / "blanks_collapsed.txt").read_text()
    assert "it is a part of one" in reasons(read(text.replace("3 elapsed seconds", "3 elapsed")))
    old = (INPUTS / "release_8i_explained_plan.txt").read_text()
    assert "it is a part of one" not in reasons(read(old))
    newer = old.replace("Release 8.1.7.4.0", "Release 10.2.0.4.0")
    assert "it is a part of one" in reasons(read(newer))


def test_layout_and_release_do_not_change_the_digest_of_a_text() -> None:
    assert text_digest("SELECT SUM(N) \nFROM\n T WHERE A = :B1") == text_digest(
        "SELECT SUM( N ) FROM T WHERE A=:B1 "
    )
    assert text_digest("select 'a b'") != text_digest("select 'ab'")


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("  many  SELECT STATEMENT", "not a step of a plan"),
        ("   1  2  3  SELECT STATEMENT", "not a step of a plan"),
    ],
)
def test_a_step_of_an_explained_plan_that_cannot_be_read_is_flagged(line: str, reason: str) -> None:
    text = (INPUTS / "release_8i_explained_plan.txt").read_text()
    first = "      0  SELECT STATEMENT   GOAL: CHOOSE"
    assert first in text
    assert reason in reasons(read(text.replace(first, line)))


@pytest.mark.parametrize(
    ("was", "now", "reason"),
    [
        (
            "        20         20         20  SORT",
            "     a few         20         20  SORT",
            "not a step",
        ),
        ("(cr=1480 pr=40 pw=0 time=300100 us)", "(pr=40 pw=0 ti", "its figures cannot be read"),
        (
            "Execute      1      0.00       0.00",
            "Execute      1      0.00       0.0x",
            "not a number",
        ),
    ],
)
def test_a_damaged_line_of_a_report_is_flagged(was: str, now: str, reason: str) -> None:
    text = (INPUTS / "release_11_spanish_two_roots.txt").read_text(encoding="utf-8")
    assert was in text
    assert reason in reasons(read(text.replace(was, now, 1)))
