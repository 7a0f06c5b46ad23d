"""BenchBase: units by the keys, and every doubt told."""

from pathlib import Path

import pytest

from contention.errors import ReadError
from contention.readers import Reading, read_source
from contention.readers.benchbase import READER
from contention.readers.source import decode

INPUTS = Path(__file__).parent / "inputs" / "benchbase"


def text(content: str) -> Reading:
    return read_source(decode(content.encode(), "x"), "benchbase")


def test_a_summary_is_one_point_with_latencies_in_seconds() -> None:
    found = text(READER.example)
    runs = found.table("runs")
    expected = {
        "sessions": 8, "throughput_per_s": 1000.0, "goodput_per_s": 996.5, "duration_s": 60,
        "response_time_s": 0.00798, "latency_95th_s": 0.016, "latency_max_s": 0.09,
        "workload": "tpcc POSTGRES 10", "requests": 60000,
    }  # fmt: skip
    assert {name: runs.column(name).values[0] for name in expected} == pytest.approx(expected)
    assert found.sweeps[0].label == "tpcc_postgres_10"
    assert not found.flags


def test_milliseconds_are_not_taken_for_microseconds() -> None:
    name = "milliseconds_stopped.json"
    found = read_source(decode((INPUTS / name).read_bytes(), name))
    runs = found.table("runs")
    assert runs.column("response_time_s").values == (0.0395,)
    assert runs.column("latency_99th_s").values == (0.09,)
    assert runs.column("status").values == ("unfinished",)
    assert not found.sweeps
    assert [flag.found for flag in found.flags if "not known" in flag.reason] == [
        "Best Latency (fortnights)"
    ]


def test_several_summaries_of_one_file_are_a_sweep() -> None:
    more = READER.example.replace('"terminals": "8"', '"terminals": "4"').replace("7980", "3990")
    (sweep,) = text(READER.example + more).sweeps
    assert sweep.sessions.tolist() == [4.0, 8.0]


@pytest.mark.parametrize(
    ("was", "now", "column", "reason"),
    [
        ('Requests": 60000', 'Requests": 70000', "throughput_per_s", "70000 in"),
        ('": 16000', '": 1000', "latency_95th_s", "smaller than"),
        ('": 7980', '": 1980', "response_time_s", "X R = 1.98 of 8"),
        ('"terminals": "8"', '"terminals": "many"', "sessions", "no number, or"),
        ("Average Latency (micro", "Average Latency (mega", "response_time_s", "no known unit"),
    ],
)
def test_what_does_not_agree_is_flagged(was: str, now: str, column: str, reason: str) -> None:
    assert was in READER.example
    flags = text(READER.example.replace(was, now)).flags
    assert [flag.column for flag in flags if reason in flag.reason] == [column]


def test_another_object_is_refused_with_its_line() -> None:
    with pytest.raises(ReadError, match="no summary of BenchBase") as caught:
        text(READER.example + '{"a": 1}\n')
    assert caught.value.line == 18
