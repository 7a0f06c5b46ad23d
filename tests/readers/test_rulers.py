"""Columns are where the dashes are."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contention.readers.rulers import join_headings, ruler_of, split_row


def split(line: str, ruler: str) -> tuple[str | None, ...]:
    found = ruler_of(ruler)
    assert found is not None
    return split_row(line, found).cells


def test_an_empty_cell_does_not_shift_its_neighbours() -> None:
    assert split("DB CPU            3554.8", "-------- -------- ------") == (
        "DB CPU",
        None,
        "3554.8",
    )


def test_a_cell_with_blanks_stays_whole() -> None:
    assert split("free memory  17", "------------ --") == ("free memory", "17")


def test_a_word_that_sticks_out_goes_to_the_only_column_it_touches() -> None:
    assert split("1  1234567 9", "-- ----    --") == ("1", "1234567", "9")


def test_a_word_across_two_columns_makes_no_cells() -> None:
    ruler = ruler_of("--- ---")
    assert ruler is not None
    row = split_row("a bcdef", ruler_of("--- ---") or ruler)
    assert row.cells == ("a", "bcdef") or row.problem
    assert split_row(" 123456 ", ruler).cells == ()
    assert "across" in split_row(" 123456 ", ruler).problem


def test_pieces_out_of_line_are_taken_in_order_and_said_so() -> None:
    ruler = ruler_of("---- ----")
    assert ruler is not None
    row = split_row("  12345678    9", ruler)
    assert row.cells == ("12345678", "9")
    assert "order" in row.problem


def test_pipes_separate_whatever_the_dashes_say() -> None:
    ruler = ruler_of("---------| ---------- |--")
    assert ruler is not None
    assert split_row(" 1 |  8,096,318 | x", ruler).cells == ("1", "8,096,318", "x")
    assert split_row("Linux    |            |", ruler).cells == ("Linux", None, None)
    assert split_row("1 | 2", ruler).cells == ()


def test_markdown_tables_have_outer_pipes() -> None:
    ruler = ruler_of("|:---|---:|")
    assert ruler is not None
    assert split_row("| a | 7 |", ruler).cells == ("a", "7")


@pytest.mark.parametrize("line", ["", "   ", "- x -", "--- RUN = 1 ---", "====", "|", "| |"])
def test_other_lines_are_no_rulers(line: str) -> None:
    assert ruler_of(line) is None


def test_headings_over_several_lines_are_joined_downwards() -> None:
    ruler = ruler_of("------ ---------- ----------")
    assert ruler is not None
    lines = ["       Total Wait       Wait", "Waits  Time (sec)    Avg(ms)"]
    assert join_headings(lines, ruler) == ("Waits", "Total Wait Time (sec)", "Wait Avg(ms)")


WORD = st.text("abcXYZ019.,", min_size=1, max_size=6)


@given(st.lists(st.tuples(WORD, st.integers(6, 9), st.booleans()), min_size=2, max_size=6))
def test_aligned_cells_come_back(cells: list[tuple[str, int, bool]]) -> None:
    line = " ".join(w.rjust(n) if right else w.ljust(n) for w, n, right in cells)
    assert split(line, " ".join("-" * n for _, n, _ in cells)) == tuple(w for w, _, _ in cells)
