"""Which columns hold numbers, and what happens to cells that do not fit."""

from contention.measurements import Provenance, Table
from contention.readers.cells import Cells, Row, build_table

HERE = Provenance("t.txt")


def table(*columns: tuple[str, list[str | None]], **options: object) -> Table:
    headings = tuple(heading for heading, _ in columns)
    rows = [
        Row(line, tuple(cells))
        for line, cells in enumerate(zip(*(c for _, c in columns), strict=True), 2)
    ]
    return build_table("t", Cells(headings, rows, **options), HERE)  # type: ignore[arg-type]


def test_a_column_of_numbers_with_one_text_has_one_missing_flagged_cell() -> None:
    made = table(("n", ["1", "x", "3"]))
    assert made.column("n").values == (1, None, 3)
    assert made.column("n").text == ("1", "x", "3")
    assert [(flag.line, flag.column, flag.found) for flag in made.flags] == [(3, "n", "x")]


def test_a_column_of_texts_keeps_its_texts() -> None:
    made = table(("list", ["7, 10", "8, 8", "17"]))
    assert made.column("list").values == ("7, 10", "8, 8", "17")
    assert made.flags == ()


def test_addresses_stay_text() -> None:
    made = table(("addr", ["0000000182", "0000000978"]))
    assert made.column("addr").values == ("0000000182", "0000000978")


def test_a_blank_is_missing_without_a_flag() -> None:
    made = table(("n", ["1", None]))
    assert made.column("n").values == (1, None)
    assert made.flags == ()


def test_the_decimal_mark_is_decided_over_columns() -> None:
    made = table(("a", ["1,132", "265"]), ("b", ["8,096,318", "5"]))
    assert made.column("a").values == (1132, 265)


def test_columns_that_contradict_each_other_decide_for_themselves() -> None:
    made = table(("a", ["1,5", "2,25"]), ("b", ["8,096,318", "5"]))
    assert made.column("a").values == (1.5, 2.25)
    assert made.column("b").values == (8096318, 5)


def test_an_ambiguous_column_is_missing_and_flagged_cell_by_cell() -> None:
    made = table(("a", ["1,234", "2,345"]))
    assert made.column("a").values == (None, None)
    assert len(made.flags) == 2


def test_overflow_is_missing_even_if_it_is_all_there_is() -> None:
    made = table(("x", ["####"]))
    assert made.column("x").values == (None,)
    assert "overflow" in made.flags[0].reason


def test_mixed_units_become_one() -> None:
    made = table(("wait", ["12us", "3ms", "1.5s"]))
    assert made.column("wait").unit == "s"
    assert made.column("wait").values == (12 * 1e-6, 3 * 1e-3, 1.5)
    assert len(made.flags) == 2


def test_a_unit_in_the_cell_is_converted_to_that_of_the_heading() -> None:
    made = table(("wait_ms", ["12.5us", "3"]))
    assert made.column("wait_ms").values == (0.0125, 3)
    assert [flag.line for flag in made.flags] == [2]


def test_a_bare_number_among_numbers_with_units_is_missing() -> None:
    made = table(("wait", ["12us", "3us", "4"]))
    assert made.column("wait").values == (12, 3, None)
    assert "no unit" in made.flags[0].reason


def test_a_size_in_a_column_of_times_is_missing() -> None:
    made = table(("wait_ms", ["1", "2", "3MB"]))
    assert made.column("wait_ms").values == (1, 2, None)


def test_a_count_is_whole_so_its_comma_groups_thousands() -> None:
    made = table(("COUNT(*)", ["11,884", "667"]), ("size", ["1,234", "7"]))
    assert made.column("count").values == (11884, 667)
    assert made.column("size").values == (None, 7)
    assert [flag.column for flag in made.flags] == ["size"]
    decimal = table(("CNT", ["1,234", "0,5"]))
    assert decimal.column("cnt").values == (1.234, 0.5)
