"""redis-benchmark: the forms of all its generations, by name and never by position."""

from pathlib import Path

import pytest

from contention.errors import ReadError
from contention.readers import Reading, read_source
from contention.readers.redis_benchmark import READER
from contention.readers.source import decode

INPUTS = Path(__file__).parent / "inputs" / "redis_benchmark"


def reading(name: str, **options: object) -> Reading:
    return read_source(decode((INPUTS / name).read_bytes(), name), options=options)


def text(content: str) -> Reading:
    return read_source(decode(content.encode(), "x"), "redis_benchmark")


def reasons(found: Reading) -> list[tuple[int | None, str | None, str]]:
    return [(flag.line, flag.column, flag.reason) for flag in found.flags]


def test_the_full_form_has_clients_latencies_and_a_histogram() -> None:
    found = text(READER.example)
    runs = found.table("runs")
    expected = {
        "workload": "GET", "sessions": 4, "throughput_per_s": 100000.0, "requests": 20000,
        "duration_s": 0.2, "response_time_s": 3.9e-5, "latency_p99_s": 6.3e-5,
        "latency_max_s": 0.000287, "payload_bytes": 3,
    }  # fmt: skip
    assert {name: runs.column(name).values[0] for name in expected} == pytest.approx(expected)
    (histogram,) = found.histograms
    assert histogram.count.tolist() == [402, 11354, 8244]
    assert histogram.upper.tolist() == [0.016, 0.04, 0.288]
    assert found.sweeps[0].sessions.tolist() == [4.0]


def test_the_quiet_form_reads_results_and_no_progress() -> None:
    runs = reading("quiet_with_progress.txt").table("runs")
    assert runs.column("workload").values == ("SET", "GET")
    assert runs.column("throughput_per_s").values == (8347.25, 133333.34)
    assert runs.column("latency_p50_s").values == pytest.approx((0.005951, 2.3e-5))
    assert runs.column("latency_p99_9_s").values == (0.018623, None)


def test_commas_in_names_and_a_warning_do_not_shift_the_columns() -> None:  # B18
    found = reading("csv_with_heading.csv")
    runs = found.table("runs")
    assert runs.column("workload").values == ("JSON.GET a,b", "GET")
    assert runs.column("throughput_per_s").values == (50000.0, 181818.19)
    assert runs.column("latency_max_s").values == (0.001127, 0.000191)
    assert (1, None, "no row of the table; passed over") in reasons(found)


def test_two_columns_without_a_heading_are_a_rate_and_the_option_gives_sessions() -> None:
    found = reading("csv_of_two_columns.csv")
    assert found.table("runs").column("throughput_per_s").values == (100000.0, 46948.36)
    assert not found.sweeps
    assert "no number of sessions" in reasons(found)[0][2]
    given = reading("csv_of_two_columns.csv", sessions=50)
    assert [sweep.label for sweep in given.sweeps] == ["ping_inline", "mset_10_keys"]
    assert given.sweeps[0].sessions.tolist() == [50.0]


def test_the_full_form_of_old_builds_ends_with_the_rate() -> None:
    found = reading("old_full_form.txt")
    assert found.sweeps[0].throughput_per_s.tolist() == [98039.22]
    assert not found.histograms


@pytest.mark.parametrize(
    ("was", "now", "column", "reason"),
    [
        ("count 20000)", "count 19000)", "requests", "count 19000 of 20000"),
        ("0.047     0.063", "0.047     0.963", "latency_p99_s", "not between"),
        ("100000.00 requests", "1,0 requests", "throughput_per_s", "text where"),
        ("        0.039     0.008", "x       0.039     0.008", "status", "no summary"),
    ],
)
def test_what_does_not_agree_is_flagged(was: str, now: str, column: str, reason: str) -> None:
    assert was in READER.example
    found = text(READER.example.replace(was, now))
    assert column in [told for _, told, why in reasons(found) if reason in why]


def test_rows_and_columns_that_do_not_fit_are_left_out_and_flagged() -> None:
    content = '"test","rps","mood"\n"GET","1.00","good"\n"SET","1.00"\n'
    found = text(content)
    assert found.table("runs").column("workload").values == ("GET",)
    assert [flag.reason for flag in found.table("runs").flags] == [
        "a column that is not known; left out",
        "2 cells where 3 belong; the row is left out",
    ]
    quiet = text("GET: 10.50 requests per second, p42=1.000 msec\n")
    assert "a percentile that has no column; left out" in [why for _, _, why in reasons(quiet)]


def test_text_without_a_test_is_refused() -> None:
    with pytest.raises(ReadError, match="no test of redis-benchmark"):
        text("nothing of the kind\n")
