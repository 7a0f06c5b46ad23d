"""Spreadsheets: sheets as tables, whatever people put above, below and into the cells."""

import pytest

from contention.errors import ReadError
from contention.readers import Reading, read_source, workbook
from contention.readers.source import decode
from readers.workbooks import xlsx, zipped

SWEEP: list[list[object]] = [["sessions", "throughput"], [1, 95.5], [2, 180.25], [4, 330]]


def text(data: bytes, **options: object) -> Reading:
    return read_source(decode(data, "mine.xlsx"), options=options)


def test_a_sheet_is_a_sweep() -> None:
    found = text(xlsx(SWEEP))
    assert found.format == "spreadsheet"
    assert found.table("one").lines == (2, 3, 4)
    assert found.sweeps[0].throughput_per_s.tolist() == [95.5, 180.25, 330.0]
    assert not found.flags


def test_sheets_are_tables_of_their_own() -> None:
    found = text(xlsx(SWEEP, [["step", "rss_kb"], [1, 100], [2, 110]], [["a note"]]))
    assert [table.name for table in found.tables] == ["one", "two"]
    assert found.memory[0].bytes.tolist() == [102_400.0, 112_640.0]
    assert [(flag.found, "left out" in flag.reason) for flag in found.flags] == [("three", True)]


def test_a_title_above_the_headings_is_passed_over_and_told() -> None:
    found = text(xlsx([["Run of Monday"], [], *SWEEP]))
    assert found.table("one").lines == (4, 5, 6)
    assert [(flag.line, flag.found) for flag in found.flags] == [(1, "Run of Monday")]


def test_a_row_of_units_belongs_to_the_headings() -> None:
    found = text(xlsx([["sessions", "throughput", "latency"], [None, None, "(ms)"], [1, 90, 11]]))
    assert found.table("one").column("latency_ms").unit == "ms"
    assert found.sweeps[0].response_time_s.tolist() == [0.011]


def test_an_error_of_a_formula_is_missing_and_flagged() -> None:
    found = text(xlsx([["sessions", "throughput"], [1, 90], [2, "#DIV/0!"], [4, 300]]))
    assert found.table("one").column("throughput").values == (90, None, 300)
    assert (3, "throughput") in [(flag.line, flag.column) for flag in found.flags]


def test_cells_merged_downwards_have_the_value_at_their_top() -> None:
    rows = [["platform", "sessions", "tps"], ["old", 1, 90], [None, 2, 170], ["new", 1, 99]]
    found = text(xlsx(rows, merged="A2:A3"))
    assert found.table("one").column("platform").values == ("old", "old", "new")
    assert ["merged cells" in flag.reason for flag in found.flags] == [True]


def test_a_formula_without_a_stored_result_is_missing_and_flagged() -> None:
    found = text(xlsx([["sessions", "throughput"], [1, 90], [2, "=B2*2"], [4, 300]]))
    assert found.table("one").column("throughput").values == (90, None, 300)
    assert (3, "one!B3") in [(flag.line, flag.found) for flag in found.flags]


def test_a_hidden_row_is_read_and_told() -> None:
    data = xlsx(SWEEP, hidden=3)
    found = text(data)
    assert len(found.table("one")) == 3
    assert [(flag.line, "hidden" in flag.reason) for flag in found.flags] == [(3, True)]


def test_cells_beside_the_table_and_empty_rows_are_no_rows() -> None:
    rows = [*SWEEP[:2], [None, None, "a remark"], [None, None], *SWEEP[2:]]
    found = text(xlsx(rows))
    assert found.table("one").lines == (2, 5, 6)
    assert [(flag.line, flag.reason) for flag in found.flags] == [
        (3, "cells beside the table; left out")
    ]


def test_texts_with_a_decimal_comma_need_evidence_or_the_option() -> None:
    data = xlsx([["sessions", "throughput"], ["1", "1,234"], ["2", "2,468"]])
    with pytest.raises(ReadError):
        text(data)
    found = text(data, decimal=",")
    assert found.sweeps[0].throughput_per_s.tolist() == [1.234, 2.468]


@pytest.mark.parametrize("rows", [[["only a text"]], [[1, 2], [3, 4]], [["a", "b"]]])
def test_a_workbook_without_a_table_is_refused(rows: list[list[object]]) -> None:
    with pytest.raises(ReadError, match="no sheet holds a table"):
        text(xlsx(rows))


def test_an_archive_that_swells_is_refused_before_it_is_unpacked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(workbook, "MAXIMUM_BYTES", 1000)
    with pytest.raises(ReadError, match="unpacks to more than"):
        text(xlsx(SWEEP))


def test_a_sheet_with_too_many_cells_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workbook, "MAXIMUM_CELLS", 5)
    with pytest.raises(ReadError, match="more than 5 cells"):
        text(xlsx(SWEEP))


def test_damaged_workbooks_are_refused() -> None:
    with pytest.raises(ReadError, match="cannot be read"):
        text(zipped({"xl/workbook.xml": "<workbook", "[Content_Types].xml": "<Types"}))
    with pytest.raises(ReadError, match=r"save it as \.xlsx"):
        text(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600)


def test_other_archives_are_no_spreadsheets() -> None:
    with pytest.raises(ReadError, match="ZIP archive"):
        text(zipped({"a.txt": "x"}))
    with pytest.raises(ReadError, match="ZIP archive"):
        text(xlsx(SWEEP)[:-30])
