"""Tables in JSON, in the shapes that programs write."""

from pathlib import Path

import pytest

from contention.errors import ReadError, TruncatedError
from contention.readers import Reading, read_source
from contention.readers.source import decode

INPUTS = Path(__file__).parent / "inputs" / "json_table"


def reading(name: str) -> Reading:
    return read_source(decode((INPUTS / name).read_bytes(), name))


def text(content: str) -> Reading:
    return read_source(decode(content.encode(), "x"), "json_table")


def test_records_of_one_a_line_have_the_columns_of_their_inner_objects() -> None:
    found = reading("one_record_a_line.ndjson")
    table = found.table("data")
    assert table.lines == (1, 2)
    assert table.names == ("sessions", "throughput", "latency_mean_ms", "latency_p95_ms")
    assert table.column("latency_p95_ms").values == (20, None)
    assert [(flag.line, flag.column) for flag in found.flags] == [(2, "latency_p95_ms")]
    assert found.sweeps[0].response_time_s.tolist() == pytest.approx([0.0104, 0.011])


def test_lists_by_column_are_a_table() -> None:
    (sweep,) = reading("columns.json").sweeps
    assert sweep.sessions.tolist() == [1.0, 2.0, 4.0]
    assert sweep.throughput_per_s.tolist() == [95.0, 180.0, 330.0]


def test_rows_under_headings_are_a_memory_log_with_its_unit() -> None:
    (series,) = reading("rows_under_headings.json").memory
    assert series.bytes.tolist() == [100 * 2**20, 101.5 * 2**20]


def test_tables_of_one_object_are_told_apart_by_their_keys() -> None:
    found = reading("object_of_tables.json")
    assert [table.name for table in found.tables] == ["before", "after"]
    assert [sweep.label for sweep in found.sweeps] == ["before_data", "after_data"]
    (flag,) = found.flags
    assert (flag.column, flag.found) == ("errors", "[1, 2]")
    assert "left out" in flag.reason


def test_what_is_no_record_is_left_out_and_flagged() -> None:
    found = text('[{"sessions": 1, "tps": 90},\n7,\n{"sessions": 2, "tps": 170}]\n')
    assert found.table("data").lines == (1, 3)
    assert [(flag.line, flag.found) for flag in found.flags] == [(2, "7")]
    rows = text('{"columns": ["step", "bytes"], "rows": [[1, 10], [2], [3, 30]]}\n')
    assert rows.table("data").column("step").values == (1, 3)
    assert "no row of 2 cells" in rows.flags[0].reason


def test_numbers_too_large_for_a_float_are_missing_and_flagged() -> None:
    found = text('[{"step": 1, "bytes": 1e999}, {"step": 2, "bytes": 5}]\n')
    assert found.table("data").column("bytes").values == (None, 5)
    assert [flag.column for flag in found.flags] == ["bytes"]


def test_integers_stay_exact() -> None:
    found = text('[{"a": 12345678901234567890123}, {"a": 1}]\n')
    assert found.table("data").column("a").values == (12345678901234567890123, 1)


@pytest.mark.parametrize(
    ("content", "line", "message"),
    [
        ('[{"a": 1},\n {"a": "x', 2, "ends before it is complete"),
        ('[{"a": 1},\n', 1, "ends before it is complete"),
        ('{"a": [1, 2', 1, "ends before it is complete"),
        ('[{"a": 1}\n {"a": 2}]\n', 1, "not JSON"),
        ("[{'a': 1}]\n", 1, "not JSON"),
    ],
)
def test_json_that_is_cut_or_damaged_says_where(content: str, line: int, message: str) -> None:
    with pytest.raises(ReadError, match=message) as caught:
        text(content)
    assert caught.value.line == line
    assert isinstance(caught.value, TruncatedError) == message.startswith("ends")


def test_deep_nesting_is_refused() -> None:
    with pytest.raises(ReadError, match="nested too deeply"):
        text("[" * 50_000 + "]" * 50_000)


def test_a_line_may_be_long() -> None:
    records = ", ".join(f'{{"step": {n}, "bytes": {n * 10}}}' for n in range(1, 8001))
    found = read_source(decode(f"[{records}]\n".encode(), "long.json"))
    assert len(found.table("data")) == 8000
    assert found.memory[0].bytes[-1] == 80_000


def test_empty_tables_of_an_object_are_left_out_and_a_whole_of_them_is_refused() -> None:
    found = text('{"a": {"columns": ["x"], "data": []}, "b": [{"x": 1}]}\n')
    assert [table.name for table in found.tables] == ["b"]
    assert "left out" in found.flags[0].reason
    with pytest.raises(ReadError, match="no row that can be read"):
        text('{"columns": ["x"], "data": []}\n')
