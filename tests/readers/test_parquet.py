"""Parquet files: typed columns with units, bounded, and never half read."""

import datetime
import io
from decimal import Decimal

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from contention.errors import ReadError
from contention.readers import Reading, parquet, read_source
from contention.readers.source import decode


def packed(table: pa.Table, **options: object) -> bytes:
    content = io.BytesIO()
    pq.write_table(table, content, **options)
    return content.getvalue()


def reading(columns: dict[str, list[object]]) -> Reading:
    return read_source(decode(packed(pa.table(columns)), "mine.parquet"))


def test_a_file_is_a_sweep() -> None:
    found = reading({"sessions": [1, 2], "tps": [90.5, 170.0], "latency_ms": [11.0, None]})
    assert found.format == "parquet"
    assert found.table("data").lines == (1, 2)
    assert found.sweeps[0].throughput_per_s.tolist() == [90.5, 170.0]
    assert found.table("data").column("latency_ms").values == (11, None)
    assert not found.flags


def test_a_number_that_is_none_is_missing_and_flagged() -> None:
    found = reading({"step": [1, 2], "bytes": [10.0, float("nan")]})
    assert found.table("data").column("bytes").values == (10, None)
    assert [(flag.line, flag.column) for flag in found.flags] == [(2, "bytes")]


def test_a_unit_in_the_metadata_of_a_field_counts() -> None:
    field = pa.field("latency", pa.float64(), metadata={"unit": "us"})
    schema = pa.schema([pa.field("sessions", pa.int64()), pa.field("tps", pa.int64()), field])
    table = pa.table({"sessions": [1], "tps": [90], "latency": [250.0]}, schema=schema)
    found = read_source(decode(packed(table), "mine.parquet"))
    assert found.sweeps[0].response_time_s.tolist() == [0.00025]


def test_dates_decimals_texts_and_truth_values_are_cells() -> None:
    found = reading(
        {
            "day": [datetime.date(2026, 1, 5)],
            "cost": [Decimal("1.50")],
            "host": ["a"],
            "warm": [True],
            "raw": [b"x"],
            "span": [datetime.timedelta(seconds=90)],
        }
    )
    row = {column.name: column.values[0] for column in found.table("data").columns}
    assert row == {
        "day": "2026-01-05", "cost": 1.5, "host": "a", "warm": "true", "raw": "x", "span": 90,
    }  # fmt: skip


def test_lists_are_left_out_and_flagged() -> None:
    found = reading({"sessions": [1], "tags": [["a"]], "tps": [90]})
    assert found.table("data").names == ("sessions", "tps")
    assert [(flag.column, "left out" in flag.reason) for flag in found.flags] == [("tags", True)]
    with pytest.raises(ReadError, match="no column of plain values"):
        reading({"tags": [["a"]]})


def test_a_file_without_rows_is_refused() -> None:
    with pytest.raises(ReadError, match="a heading and no row"):
        reading({"sessions": [], "tps": []})


def test_bounds_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    data = packed(pa.table({"sessions": [1, 2], "tps": [90, 170]}))
    monkeypatch.setattr(parquet, "MAXIMUM_CELLS", 3)
    with pytest.raises(ReadError, match="more than 3 cells"):
        read_source(decode(data, "x"))
    monkeypatch.setattr(parquet, "MAXIMUM_BYTES", 10)
    with pytest.raises(ReadError, match="unpacks to more than"):
        read_source(decode(data, "x"))


def test_a_damaged_page_is_refused() -> None:
    data = packed(pa.table({"sessions": [1, 2], "tps": [90, 170]}), write_page_checksum=True)
    damaged = data[:8] + bytes([data[8] ^ 255]) + data[9:]
    with pytest.raises(ReadError, match="cannot be read"):
        read_source(decode(damaged, "x"))
    with pytest.raises(ReadError, match="cannot be read"):
        read_source(decode(b"PAR1PAR1", "x"))


def test_a_time_that_no_clock_shows_is_refused() -> None:
    table = pa.table({"a": pa.array([2**60], type=pa.timestamp("us"))})
    with pytest.raises(ReadError, match="no date or number"):
        read_source(decode(packed(table), "x"))
