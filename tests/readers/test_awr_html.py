"""AWR in HTML: tables by their summaries, in any locale, and nothing shifted or zeroed."""

import time
from pathlib import Path

import pytest

from contention.readers import Reading, read_source
from contention.readers.awr_html import READER
from contention.readers.html_tables import html_tables
from contention.readers.source import decode

INPUTS = Path(__file__).parent / "inputs" / "awr_html"


@pytest.fixture(scope="module")
def report() -> Reading:
    name = "another_locale_two_instances.html"
    page = (INPUTS / name).read_text(encoding="utf-8")
    return read_source(decode(page.encode("cp1251"), name))


def test_dates_are_read_in_the_declared_character_set(report: Reading) -> None:  # tricky input 8
    assert report.table("snapshots").column("snap_time").values[0] == "08-Ноя-25 16:11"
    assert any("was read as cp1251" in flag.reason for flag in report.flags)


def test_a_cut_row_is_kept_and_flagged_and_a_blank_is_missing(report: Reading) -> None:  # 8
    load = report.table("load_profile")
    assert load.column("name").values == ("Redo size (bytes):", "L")
    assert load.column("per_second").values == (5048932.5, None)
    assert [flag.line for flag in load.flags] == [9]
    assert report.table("snapshots").column("sessions").values == (951, None)


def test_numbers_with_suffixes_overflow_and_no_leading_zero(report: Reading) -> None:  # 7, B3
    events = report.table("foreground_wait_events")
    assert events.column("waits").values == (27900, 120, None)
    assert events.column("total_wait_time_s").values == (33, 0.6, 1200)
    assert events.column("avg_wait").unit == "s"
    assert events.column("avg_wait").values == pytest.approx((0.0012, 1.23e-5, 2.0))
    time_outs = next(c for c in events.columns if c.name.startswith("pct_time"))
    assert time_outs.values == (None, 0, 0)


def test_instances_keep_their_column_and_cut_names_are_no_keys(report: Reading) -> None:  # 6, 9
    assert report.table("foreground_wait_events").column("i").values == (1, 2, 2)
    latches = report.table("latch_activity")
    assert latches.column("latch_name").values == ("Memory Queue Message Sub",) * 2
    assert latches.column("get_requests").values == (4, 7)


def test_sections_are_listed_with_their_status(report: Reading) -> None:  # B5, B9
    sections = report.table("sections")
    status = dict(
        zip(sections.column("section").values, sections.column("status").values, strict=True)
    )
    assert status["load_profile"] == "present"
    assert status["buffer_wait_statistics"] == "no_data"
    assert status["nothing_at_all"] == "empty"
    assert report.table("odd_new").column("value").values == (1,)


def test_waits_are_a_profile_without_the_cpu() -> None:
    found = read_source(decode(READER.example.encode(), "x.html"))
    (waits,) = found.waits
    assert waits.event == ("log file sync",)
    assert waits.times_waited.tolist() == [36000]
    assert waits.total_waited_s.tolist() == [54]
    assert not found.flags


def test_a_page_without_its_end_is_flagged() -> None:
    cut = READER.example.replace("End of Report", "")
    (flag,) = read_source(decode(cut.encode(), "x.html")).flags
    assert "no 'End of Report'" in flag.reason


def test_nested_and_unclosed_tables_are_tables_of_their_own() -> None:
    page = "<table><tr><td>a<table summary='in'><tr><td>b</table><td>c</tr></table><table><tr><th>d"
    assert [(t.summary, [row.cells for row in t.rows]) for t in html_tables([page])] == [
        ("", [("a",), ("c",)]),
        ("in", [("b",)]),
        ("", [("d",)]),
    ]


def test_a_report_of_ten_megabytes_is_cut_in_seconds() -> None:
    table = READER.example[READER.example.index("<table summary") : READER.example.index("<p>End")]
    page = READER.example.replace(table, table * (10_000_000 // len(table)))
    began = time.process_time()
    tables = html_tables(page.split("\n"))
    assert len(tables) > 10_000
    assert time.process_time() - began < 6
