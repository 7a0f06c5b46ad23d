"""Rows and sections of an AWR report that need a decision."""

from contention.measurements import Table
from contention.readers import Reading, read_source
from contention.readers.awr_rows import cut_row, first_keyword
from contention.readers.awr_sections import SECTIONS
from contention.readers.source import decode


def read(text: str) -> Reading:
    return read_source(decode(text.encode(), "awr.txt"), "awr")


def values(table: Table, row: int) -> list[object]:
    return [column.values[row] for column in table.columns]


def test_a_lone_latch_name_falls_back_to_kernel_functions() -> None:
    columns = SECTIONS["latch_miss_sources"].columns
    assert cut_row("shared pool kghalo 0 1 2", columns).cells[:2] == ("shared pool", "kghalo")
    doubtful = cut_row("some latch find it 0 1 2", columns)
    assert doubtful.cells == (None, None, "0", "1", "2")
    assert "ways" in doubtful.problem


def test_very_long_rows_are_not_tried() -> None:
    columns = SECTIONS["top_events"].columns
    assert "more than" in cut_row("a " * 200, columns).problem


def test_a_statement_is_cut_to_its_keyword() -> None:
    assert first_keyword("select/*+ x */ 1") == "select"
    assert first_keyword("  ") == ""


def test_a_column_that_is_not_known_keeps_its_own_heading() -> None:
    text = (
        "Latch Activity                           DB/Inst: E/e  Snaps: 1-2\n\n"
        "                                    Get   Moon\n"
        "Latch                          Requests  Phase\n"
        "------------------------ -------------- ------\n"
        "shared pool                   9,508,833    0.7\n"
    )
    table = read(text).table("latch_activity")
    assert table.names == ("latch_name", "get_requests", "moon_phase")
    assert values(table, 0) == ["shared pool", 9508833, 0.7]


def test_a_section_that_repeats_with_other_columns_is_left_out_and_said_so() -> None:
    text = "Latch Sleep Breakdown\nLatch Name Get Requests Misses\nshared pool 9 2\n\n"
    reading = read(text + text.replace(" Misses", "").replace(" 9 2", " 9"))
    assert len(reading.table("latch_sleep_breakdown")) == 1
    assert "other columns" in reading.issues[0].reason


def test_a_list_of_another_length_is_missing_and_flagged() -> None:
    text = "Child Latch Statistics\nLatch Name Child Num Spin & Sleeps 1->3+\nshared pool 9 5/0/0\n"
    table = read(text).table("child_latch_statistics")
    assert values(table, 0) == ["shared pool", 9, None, None, None, None]
    assert "3 values where 4 belong" in table.flags[0].reason
