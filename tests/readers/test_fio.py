"""fio: JSON between texts, the right units, and requests in flight as sessions."""

from pathlib import Path

import pytest

from contention.errors import ReadError
from contention.readers import Reading, read_source
from contention.readers.fio import READER
from contention.readers.source import decode

INPUTS = Path(__file__).parent / "inputs" / "fio"


def reading(name: str) -> Reading:
    return read_source(decode((INPUTS / name).read_bytes(), name))


def text(content: str) -> Reading:
    return read_source(decode(content.encode(), "x"), "fio")


def reasons(found: Reading) -> list[tuple[int | None, str | None, str]]:
    return [(flag.line, flag.column, flag.reason) for flag in found.flags]


def test_a_job_is_a_point_with_its_requests_in_flight() -> None:
    found = text(READER.example)
    (sweep,) = found.sweeps
    assert sweep.label == "reads_randread_4k_libaio"
    assert sweep.sessions.tolist() == [4.0]
    assert sweep.throughput_per_s.tolist() == [4000.0]
    assert sweep.response_time_s.tolist() == [0.000995]
    percentiles = found.table("percentiles")
    assert percentiles.column("percentile").values == (50.0, 99.0)
    assert percentiles.column("latency_s").values == (0.00097, 0.0025)
    assert found.table("jobs").column("bandwidth_bytes_per_s").values == (16384000,)
    assert not found.flags


def test_text_around_the_json_is_passed_over_and_messages_are_told() -> None:  # B17, tricky 19
    found = reading("messages_around_the_json.txt")
    assert found.table("jobs").column("job").values == ("log", "old")
    assert (1, None, "a message outside the JSON") in reasons(found)
    assert found.table("jobs").lines == (7, 15)


def test_an_engine_that_waits_has_no_queue() -> None:
    runs = reading("messages_around_the_json.txt").table("runs")
    assert runs.column("sessions").values[0] == 2


def test_iops_mean_is_not_used_and_old_units_are_microseconds() -> None:
    found = reading("messages_around_the_json.txt")
    jobs = found.table("jobs")
    assert jobs.column("throughput_per_s").values == (2000.0, 25.0)
    assert jobs.column("response_time_s").values == (0.0009800005, 0.0004)
    assert jobs.column("bandwidth_bytes_per_s").values == (8000 * 1024, 100 * 1024)
    assert (7, "iops_mean") in [(line, column) for line, column, _ in reasons(found)]
    assert found.table("percentiles").column("latency_s").values == (0.00085,)


def test_a_job_that_failed_is_no_point_and_doubts_are_flagged() -> None:
    found = reading("messages_around_the_json.txt")
    assert found.table("runs").column("status").values == ("complete", "failed")
    assert len(found.sweeps) == 1
    told = [reason for _, _, reason in reasons(found)]
    assert "inconsistent: not between minimum and maximum" in told
    assert "inconsistent: the bins hold 19999 of 20000 requests" in told
    assert "no job; left out" in told


def test_bins_have_the_ends_that_the_tool_divides_by() -> None:
    (histogram,) = reading("messages_around_the_json.txt").histograms
    # Below 128 one value each; 2,800 is the middle of 32 values from 2,784 on.
    assert histogram.lower.tolist() == [100, 2784]
    assert histogram.upper.tolist() == [101, 2816]
    assert histogram.unit == "ns"


def test_terse_lines_of_two_versions_are_read_by_their_widths() -> None:
    found = reading("terse_two_versions.txt")
    jobs = found.table("jobs")
    assert jobs.column("direction").values == ("read", "read", "write")
    assert jobs.column("throughput_per_s").values == (1000.0, 10.0, 500.0)
    assert jobs.column("response_time_s").values == pytest.approx((41.5e-6, 9e-6, 99e-6))
    assert jobs.column("duration_s").values == (2.0, 1.0, 1.0)
    assert found.table("percentiles").column("latency_s").values[:2] == pytest.approx((4e-5, 8e-5))
    # Terse lines do not say how many requests are in flight.
    assert not found.sweeps


def test_directions_of_a_run_are_weighted_by_their_rates() -> None:
    runs = reading("terse_two_versions.txt").table("runs")
    assert runs.column("throughput_per_s").values == (1000.0, 510.0)
    assert runs.numbers("response_time_s")[1] == pytest.approx((10 * 9e-6 + 500 * 99e-6) / 510)


def test_jobs_of_one_group_without_group_reporting_add_up() -> None:
    entry = READER.example[READER.example.index("    {\n") : READER.example.index("    }\n  ]")]
    found = text(READER.example.replace(entry, f"{entry}    }},\n{entry}"))
    (sweep,) = found.sweeps
    assert sweep.sessions.tolist() == [8.0]
    assert sweep.throughput_per_s.tolist() == [8000.0]


def test_a_rate_that_does_not_agree_is_flagged_and_a_bad_terse_part_left_out() -> None:
    found = text(READER.example.replace('"total_ios" : 40000', '"total_ios" : 70000'))
    assert any("70000 in 10 s are 7000.00" in reason for _, _, reason in reasons(found))
    line = (INPUTS / "terse_two_versions.txt").read_text().splitlines()[0]
    damaged = text(line.replace("41.5", "x") + "\n")
    assert any("cannot be read; left out" in reason for _, _, reason in reasons(damaged))
    assert damaged.table("runs").column("status").values == ("unfinished",)


def test_the_normal_report_is_refused_with_the_option_to_use() -> None:
    source = decode((INPUTS.parents[1] / "refused/fio/normal_report.txt").read_bytes(), "x")
    with pytest.raises(ReadError, match="output-format=json"):
        read_source(source)
