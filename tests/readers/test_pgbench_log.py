"""Logs of pgbench: columns told by their number, and sums made into means."""

from math import sqrt
from pathlib import Path

import pytest

from contention.errors import ReadError
from contention.readers import Reading, read_source
from contention.readers.pgbench_log import READER
from contention.readers.source import decode

INPUTS = Path(__file__).parent / "inputs" / "pgbench_log"


def reading(name: str) -> Reading:
    return read_source(decode((INPUTS / name).read_bytes(), name))


def text(content: str) -> Reading:
    return read_source(decode(content.encode(), "x"), "pgbench_log")


def test_single_transactions_are_a_histogram_of_their_latencies() -> None:
    found = text(READER.example)
    assert found.table("transactions").column("latency_us").values == (1798, 2089, 1181, 1078)
    assert found.table("transactions").column("time_s").values[0] == 1767607200.605512
    (histogram,) = found.histograms
    assert histogram.total == 4
    assert histogram.unit == "us"


def test_skipped_and_failed_transactions_have_no_latency() -> None:
    table = reading("lag_and_retries.log").table("transactions")
    assert table.column("status").values == ("done", "skipped", "failed")
    assert table.column("latency_us").values == (1798, None, None)
    assert table.column("lag_us").values == (66, 900, 70)
    assert table.column("retries").values == (0, 0, 2)


def test_a_seventh_column_is_what_its_values_allow_and_it_is_said() -> None:
    found = reading("seventh_column_lag.log")
    assert found.table("transactions").column("lag_us").values == (660, 140)
    assert [(flag.column, "up to 660" in flag.reason) for flag in found.flags] == [("lag_us", True)]
    tries = text("0 1 1798 0 1767607200 605512 1\n0 2 1700 0 1767607200 705512 0\n")
    assert tries.table("transactions").column("retries").values == (1, 0)


def test_intervals_have_means_deviations_and_rates_where_they_are_whole() -> None:
    table = reading("intervals_of_version_15.log").table("intervals")
    assert table.column("response_time_s").values == (0.002, 0.002, 0.002)
    # 500 of mean 2,000 and mean square 5,000,000: the variance is 1,000,000.
    assert table.column("response_time_stddev_s").values[1] == pytest.approx(sqrt(1e6) / 1e6)
    assert table.column("throughput_per_s").values == (None, 100.0, None)
    row = {column.name: column.values[1] for column in table.columns}
    assert row["lag_mean_s"] == pytest.approx(1e-5)
    assert (row["skipped"], row["retried"], row["retries"], row["failed"]) == (3, 4, 5, 13)


def test_intervals_of_old_versions_and_empty_ones() -> None:
    found = reading("intervals_of_version_13.log")
    table = found.table("intervals")
    assert table.column("response_time_s").values == (0.002, None, 0.002)
    assert table.column("latency_min_s").values == (0.001, None, 0.003)
    assert [(flag.line, flag.column) for flag in found.flags] == [(3, "response_time_s")]


def test_rows_unlike_the_others_are_left_out_and_flagged() -> None:
    found = text(READER.example + "0 3 what\n0 3 1200 0 1767607200 605512 7\n")
    assert len(found.table("transactions")) == 4
    assert [flag.line for flag in found.flags if "left out" in flag.reason] == [5, 6]
    sums = (INPUTS / "intervals_of_version_13.log").read_text() + "1767607230 1\n"
    assert [flag.line for flag in text(sums).flags if "left out" in flag.reason] == [4]
    squares = text("1767607200 100 200000 1 1000 9000\n1767607210 100 200000 1 1000 9000\n")
    assert [flag.column for flag in squares.flags] == ["response_time_stddev_s"] * 2


def test_other_rows_are_refused() -> None:
    with pytest.raises(ReadError, match="no rows of a log of pgbench"):
        text("a b c\n")
