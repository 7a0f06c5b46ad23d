"""wrk: units as printed, impossible durations missing, errors told."""

from pathlib import Path

import pytest

from contention.errors import ReadError
from contention.readers import Reading, read_source
from contention.readers.source import decode
from contention.readers.wrk import READER

INPUTS = Path(__file__).parent / "inputs" / "wrk"


def reading(name: str, reader: str | None = None) -> Reading:
    return read_source(decode((INPUTS / name).read_bytes(), name), reader)


def text(content: str) -> Reading:
    return read_source(decode(content.encode(), "x"), "wrk")


def test_latencies_have_one_unit_whatever_was_printed() -> None:
    found = text(READER.example)
    runs = found.table("runs")
    expected = {
        "sessions": 64, "threads": 4, "throughput_per_s": 49000.0, "response_time_s": 0.00128,
        "response_time_stddev_s": 0.0007342, "latency_max_s": 0.0101, "latency_p99_s": 0.0042,
        "requests": 1470000, "duration_s": 30.0,
    }  # fmt: skip
    assert {name: runs.column(name).values[0] for name in expected} == pytest.approx(expected)
    assert not found.flags
    assert found.sweeps[0].sessions.tolist() == [64.0]


def test_a_duration_that_ran_over_is_missing_and_flagged() -> None:  # B14, tricky input 18
    found = reading("two_runs_one_broken.txt")
    assert found.table("runs").column("duration_s").values == (10.0, None)
    assert (16, "duration_s", "more than a year: a counter ran over; the value is missing") in [
        (flag.line, flag.column, flag.reason) for flag in found.flags
    ]


def test_a_latency_without_a_unit_is_missing_never_milliseconds() -> None:  # B14
    found = reading("two_runs_one_broken.txt")
    assert found.table("runs").column("latency_max_s").values == (0.0025, None)
    assert found.table("runs").column("response_time_s").values == (0.0001, None)


def test_a_run_that_did_nothing_is_no_point_and_errors_are_told() -> None:
    found = reading("two_runs_one_broken.txt")
    assert found.sweeps[0].sessions.tolist() == [2.0]
    told = {flag.column for flag in found.flags}
    assert {"socket_errors", "status_errors"} <= told
    assert found.table("runs").column("socket_errors").values == (3, None)


def test_the_spectrum_of_the_second_version_is_left_to_its_reader() -> None:
    name = "second_version_with_spectrum.txt"
    runs = reading(name).table("runs")
    assert runs.column("latency_p75_s").values == (0.0011,)
    assert reading(name, "hdr_histogram").histograms[0].total == 20_000


def test_a_run_without_its_end_is_unfinished_and_a_wrong_rate_is_flagged() -> None:
    found = text(READER.example.replace("Transfer/sec:     14.10MB\n", ""))
    assert found.table("runs").column("status").values == ("unfinished",)
    wrong = text(READER.example.replace("49000.00", "59000.00"))
    assert any("1470000 in 30 s are 49000.00" in flag.reason for flag in wrong.flags)


def test_text_without_a_run_is_refused() -> None:
    with pytest.raises(ReadError, match="no run of wrk"):
        text("nothing of the kind\n")
