"""mysqlslap: rates from what it prints, and what its rounding hides."""

from pathlib import Path

import pytest

from contention.errors import ReadError
from contention.readers import Reading, read_source
from contention.readers.mysqlslap import READER
from contention.readers.source import decode

INPUTS = Path(__file__).parent / "inputs" / "mysqlslap"


def reading(name: str) -> Reading:
    return read_source(decode((INPUTS / name).read_bytes(), name))


def text(content: str) -> Reading:
    return read_source(decode(content.encode(), "x"), "mysqlslap")


def test_the_rate_is_clients_times_queries_over_the_mean_time() -> None:
    found = text(READER.example)
    assert found.sweeps[0].label == "queries_innodb"
    assert found.sweeps[0].throughput_per_s.tolist() == [2000.0]  # 8 * 125 / 0.5
    assert not found.flags


def test_rows_of_csv_are_told_by_their_places() -> None:
    found = reading("rows_of_csv.csv")
    runs = found.table("runs")
    assert runs.column("throughput_per_s").values == (16000.0, 248.0, None)
    assert [sweep.label for sweep in found.sweeps] == ["innodb_mixed", "mixed"]
    reasons = [(flag.line, flag.reason) for flag in found.flags]
    assert (2, "queries per client are rounded down: up to 3.2 % higher") in reasons
    assert (3, "no time or no query was counted, so there is no rate") in reasons


def test_blocks_are_one_sweep_and_times_out_of_range_are_flagged() -> None:
    found = reading("two_concurrencies.txt")
    assert found.sweeps[0].sessions.tolist() == [1.0, 4.0]
    assert found.sweeps[0].throughput_per_s.tolist() == [4000.0, 2000.0]
    assert [(flag.line, flag.column) for flag in found.flags] == [(8, "duration_s")]


def test_a_cut_block_and_a_time_that_is_none_are_flagged() -> None:
    cut = READER.example[: READER.example.index("\tAverage number of queries")]
    assert text(cut).table("runs").column("status").values == ("unfinished",)
    damaged = text(READER.example.replace("0.500 seconds", "nan seconds"))
    assert damaged.table("runs").column("duration_s").values == (None,)
    assert not damaged.sweeps


def test_text_without_a_run_is_refused() -> None:
    with pytest.raises(ReadError, match="no run of mysqlslap"):
        text("nothing of the kind\n")
