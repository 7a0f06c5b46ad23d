"""sysbench: every run a row, of every version, and what does not agree is said."""

from math import exp, log, sqrt
from pathlib import Path

import pytest

from contention.errors import ReadError
from contention.readers import Reading, read_source
from contention.readers.source import decode
from contention.readers.sysbench import READER
from contention.readers.sysbench_intervals import interval_of

INPUTS = Path(__file__).parent / "inputs" / "sysbench"


def reading(name: str) -> Reading:
    return read_source(decode((INPUTS / name).read_bytes(), name))


def text(content: str) -> Reading:
    return read_source(decode(content.encode(), "x"), "sysbench")


def reasons(found: Reading) -> list[tuple[int | None, str | None, str]]:
    return [(flag.line, flag.column, flag.reason) for flag in found.flags]


def test_two_workloads_of_one_file_are_two_runs_and_two_sweeps() -> None:
    found = reading("version_0_5_two_workloads.txt")
    runs = found.table("runs")
    assert runs.column("workload").values == ("oltp_read_only", "oltp_read_write")
    assert runs.column("version").values == ("0.5", "0.5")
    assert runs.column("transactions").values == (1000, 1000)
    assert runs.column("errors").values == (3, 3)
    assert [sweep.label for sweep in found.sweeps] == ["oltp_read_only", "oltp_read_write"]
    # The sum of the latencies, 39.9 s, over 1,000 events.
    assert found.sweeps[0].response_time_s.tolist() == pytest.approx([0.0399])
    assert found.sweeps[0].throughput_per_s.tolist() == [50.0]
    assert not found.flags


def test_microseconds_and_milliseconds_of_one_file_have_one_unit() -> None:  # B16
    column = reading("version_0_5_two_workloads.txt").table("intervals")
    assert column.column("latency_percentile_s").values[:2] == pytest.approx((0.00254422, 0.00254))
    assert column.column("latency_percentile_s").unit == "s"


def test_a_last_interval_without_threads_is_kept_and_is_no_row_of_a_sweep() -> None:
    found = reading("version_0_5_two_workloads.txt")
    assert found.table("intervals").column("sessions").values == (2, 2, 0, 2, 2, 0)
    assert [sweep.sessions.tolist() for sweep in found.sweeps] == [[2.0], [2.0]]


def test_a_failed_start_is_a_row_and_not_a_point_of_the_sweep() -> None:
    found = reading("failed_start_then_a_run.txt")
    assert found.table("runs").column("status").values == ("failed", "complete")
    assert found.table("runs").column("sessions").values == (900, 8)
    assert found.sweeps[0].sessions.tolist() == [8.0]
    assert (1, None, "the run is failed; no row of a sweep") in reasons(found)
    # An error line within the good run is told too.
    assert [line for line, _, reason in reasons(found) if "reported an error" in reason] == [5, 18]


def test_intervals_without_a_colon_behind_the_errors_are_read() -> None:
    found = reading("interval_lines_alone.txt")
    assert found.table("intervals").column("errors_per_s").values == (1.0, 0.0)
    assert found.table("intervals").column("others_per_s").values == (90.02, 82.98)
    assert found.table("runs").column("status").values == ("unfinished",)
    assert not found.sweeps


def test_a_percentile_outside_minimum_and_maximum_is_kept_and_flagged() -> None:  # B15
    found = reading("percentile_outside_the_range.txt")
    runs = found.table("runs")
    assert runs.column("latency_percentile_s").values == (0.24002,)
    assert runs.column("throughput_per_s").values == (4.14,)
    assert reasons(found) == [
        (23, "latency_percentile_s", "inconsistent: not between minimum and maximum")
    ]


def test_the_cap_of_the_tool_is_flagged() -> None:  # B15
    capped = READER.example.replace("25.10", "100000.00").replace("71.00", "181000.00")
    ((_, column, reason),) = reasons(text(capped))
    assert column == "latency_percentile_s"
    assert "no latency above 100 s" in reason


def test_the_file_test_has_its_own_rates_and_a_histogram() -> None:
    found = reading("files_with_histogram.txt")
    row = found.table("runs")
    assert row.column("workload").values == ("fileio",)
    assert row.column("read_mib_per_s").values == (0.62,)
    # 100 events in 1.5 s, for the tool prints no rate of events.
    assert row.numbers("throughput_per_s") == pytest.approx([100 / 1.5])
    assert "reads_per_s" not in found.table("intervals").names
    (histogram,) = found.histograms
    assert histogram.unit == "ms"
    assert histogram.count.tolist() == [60.0, 40.0]
    step = log(1e8) / 1023
    middle = sqrt(histogram.lower[0] * histogram.upper[0])
    assert histogram.upper[0] / histogram.lower[0] == pytest.approx(exp(step))
    assert middle == pytest.approx(1.443, abs=5e-4)


def test_buckets_that_do_not_add_up_to_the_events_are_flagged() -> None:
    content = (INPUTS / "files_with_histogram.txt").read_text().replace("    40\n", "    41\n")
    assert "the buckets hold 101 of 100 events" in str(reasons(text(content)))


def test_littles_law_is_checked() -> None:
    # 200 per s times 19.9 ms is 3.98 of 4 sessions: fine. With half the time it is 1.99.
    halved = READER.example.replace("39800.00", "19900.00").replace("19.90\n", "9.95\n")
    (flag,) = text(halved).flags
    assert flag.line == 1
    assert "X R = 1.99 of 4 sessions" in flag.reason
    doubled = READER.example.replace("39800.00", "79600.00").replace("19.90\n", "39.80\n")
    assert "more than there are" in text(doubled).flags[0].reason


@pytest.mark.parametrize(
    ("was", "now", "column"),
    [
        (
            "read:                            28000",
            "read:                            28001",
            "queries",
        ),
        ("(200.00 per sec.)", "(250.00 per sec.)", "throughput_per_s"),
    ],
)
def test_counts_and_rates_that_disagree_are_flagged(was: str, now: str, column: str) -> None:
    flags = text(READER.example.replace(was, now)).flags
    assert column in [flag.column for flag in flags if "inconsistent" in flag.reason]


def test_a_number_that_cannot_be_read_is_missing_and_flagged() -> None:
    found = text(READER.example.replace("2000   (200.00", "2k     (200.00"))
    assert found.table("runs").column("transactions").values == (None,)
    assert (17, "transactions", "text where a number belongs; the value is missing") in reasons(
        found
    )
    found = text(READER.example.replace("10.0000s", "10.0000x"))
    assert found.table("runs").column("duration_s").values == (None,)


def test_a_run_that_was_killed_is_unfinished() -> None:
    cut = READER.example[: READER.example.index("General statistics")]
    found = text(cut)
    assert found.table("runs").column("status").values == ("unfinished",)
    assert not found.sweeps
    assert any("killed, or the capture is cut" in reason for _, _, reason in reasons(found))


def test_an_interval_line_that_cannot_be_read_is_left_out_and_said() -> None:
    found = text(
        READER.example.replace(
            "tps: 200.00 qps: 4000.00 (r/w/o: 2800.00/800.00/400.00) lat (ms,95%): 25.30", "tps:"
        )
    )
    assert len(found.table("intervals")) == 1
    assert (9, None, "an interval line that cannot be read; left out") in reasons(found)
    damaged = text(READER.example.replace("(ms,95%): 25.30", "(ms,95%): nan"))
    assert damaged.table("intervals").column("latency_percentile_s").values == (None, 0.0249)
    assert (9, "latency_percentile_s") in [(line, column) for line, column, _ in reasons(damaged)]
    assert interval_of(1, "no interval", 1) is None


def test_a_run_that_did_nothing_is_no_point() -> None:
    idle = READER.example.replace("2000   (200.00 per sec.)", "0      (0.00 per sec.)").replace(
        "events:              2000", "events:              0"
    )
    found = text(idle)
    assert not found.sweeps
    assert any("completed nothing" in reason for _, _, reason in reasons(found))


def test_text_without_a_run_is_refused() -> None:
    with pytest.raises(ReadError, match="no run of sysbench"):
        text("nothing of the kind\n")
