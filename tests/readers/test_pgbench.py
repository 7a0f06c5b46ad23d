"""pgbench: runs of all versions, kept apart, with what was measured of each."""

from pathlib import Path

import pytest

from contention.errors import ReadError
from contention.readers import Reading, read_source
from contention.readers.pgbench import READER
from contention.readers.pgbench_progress import progress_of
from contention.readers.source import decode

INPUTS = Path(__file__).parent / "inputs" / "pgbench"


def reading(name: str) -> Reading:
    return read_source(decode((INPUTS / name).read_bytes(), name))


def text(content: str) -> Reading:
    return read_source(decode(content.encode(), "x"), "pgbench")


def reasons(found: Reading) -> list[tuple[int | None, str | None, str]]:
    return [(flag.line, flag.column, flag.reason) for flag in found.flags]


def test_one_line_of_throughput_is_enough_since_version_14() -> None:  # B13
    content = READER.example.replace("1206.102000 (without", "2770.785214 (without")
    (rate,) = text(content).table("runs").column("throughput_per_s").values
    assert rate == 2770.785214
    assert text(READER.example).sweeps[0].response_time_s.tolist() == [0.006615]


def test_the_rate_without_connecting_counts_and_the_other_is_kept() -> None:
    runs = reading("version_13_scales_mixed_with_noise.txt").table("runs")
    assert runs.column("throughput_per_s").values == (800.0, 640.0, 1000.0)
    assert runs.column("throughput_with_connections_per_s").values == (799.75, 639.75, 999.75)
    assert runs.lines == (3, 22, 33)


def test_scales_of_one_file_are_different_sweeps() -> None:  # tricky input 17
    found = reading("version_13_scales_mixed_with_noise.txt")
    assert {sweep.label: sweep.sessions.tolist() for sweep in found.sweeps} == {
        "builtin_tpc_b_sort_of_scale_30": [16.0, 32.0],
        "builtin_tpc_b_sort_of_scale_70": [16.0],
    }
    assert not found.flags


def test_a_rate_with_connections_alone_is_taken_and_said() -> None:
    content = (INPUTS / "version_13_scales_mixed_with_noise.txt").read_text()
    cut = content[: content.index("tps = 1000.0")]
    found = text(cut)
    assert found.table("runs").column("throughput_per_s").values[2] == 999.75
    ((line, column, reason),) = reasons(found)
    assert (line, column) == (41, "throughput_per_s")
    assert "no line 'tps = ... (excluding" in reason


def test_a_limited_run_has_failures_retries_lag_and_statements() -> None:
    found = reading("version_15_limit_retries_statements.txt")
    runs = found.table("runs")
    expected = {
        "failed": 1, "retried": 3, "retries": 4, "skipped": 2, "above_latency_limit": 1,
        "lag_mean_s": 0.000095, "connection_time_s": 0.0045, "response_time_stddev_s": 0.000604,
        "workload": "transfer.sql scale 1 prepared", "version": "15.4", "maximum_tries": 3,
    }  # fmt: skip
    assert {name: runs.column(name).values[0] for name in expected} == pytest.approx(expected)
    statements = found.table("statements")
    assert statements.column("failed").values == (0, 1)
    assert statements.column("retries").values == (0, 4)
    assert statements.column("response_time_s").values == pytest.approx((2e-6, 0.00031))
    assert str(statements.column("statement").values[1]).startswith("UPDATE accounts")


def test_an_interval_without_a_result_is_missing_never_zero() -> None:
    found = reading("version_15_limit_retries_statements.txt")
    intervals = found.table("intervals")
    assert intervals.column("response_time_s").values == (None, 0.001049)
    assert intervals.column("lag_s").values == (0.0, 0.000093)
    assert intervals.column("failed").values == (0, 1)
    missing = [
        (line, column) for line, column, reason in reasons(found) if "not a number" in reason
    ]
    assert missing == [(3, "response_time_s"), (3, "response_time_stddev_s")]


def test_a_rate_limit_shows_in_littles_law() -> None:
    # 197.56 per s times 1.181 ms is 0.233 of 4 sessions.
    found = reading("version_15_limit_retries_statements.txt")
    assert any("X R = 0.233 of 4 sessions" in reason for _, _, reason in reasons(found))


def test_scripts_have_rows_of_their_own() -> None:
    found = reading("several_scripts_reconnecting.txt")
    scripts = found.table("scripts")
    assert scripts.column("transactions").values == (70, 30)
    assert scripts.column("response_time_s").values == pytest.approx((0.001102, 0.005251))
    assert found.table("runs").column("throughput_per_s").values == (483.970884,)
    assert found.table("runs").column("transactions_expected").values == (100,)
    assert found.table("statements").column("script").values == ("<builtin: select only>",)
    assert found.table("intervals").column("time_s").values == (1796127811.25,)
    # Connecting takes the rest of the two sessions' time.
    assert ["X R = 1.14 of 2" in reason for _, _, reason in reasons(found)] == [True]


def test_an_aborted_and_an_unfinished_run_are_no_point_of_a_sweep() -> None:
    found = reading("aborted_and_unfinished.txt")
    assert found.table("runs").column("status").values == ("aborted", "unfinished")
    assert not found.sweeps
    told = [reason for _, _, reason in reasons(found)]
    assert "the tool says that the run was aborted" in told
    assert told.count("the tool reported an error") == 2


def test_fewer_transactions_than_asked_for_and_a_wrong_rate_are_flagged() -> None:
    content = (INPUTS / "several_scripts_reconnecting.txt").read_text().replace("100/100", "90/100")
    assert any(
        "100 transactions were asked for" in reason for _, _, reason in reasons(text(content))
    )
    wrong = READER.example.replace("1206.102000", "1406.102000")
    assert any("12050 in 10 s are 1205.00 per s" in reason for _, _, reason in reasons(text(wrong)))


def test_a_script_that_is_cut_is_flagged() -> None:
    content = (INPUTS / "several_scripts_reconnecting.txt").read_text()
    cut = content[: content.index(" - latency stddev = 2.011")]
    assert (20, "response_time_stddev_s") in [
        (line, column) for line, column, _ in reasons(text(cut))
    ]


def test_numbers_that_cannot_be_read_are_missing_and_flagged() -> None:
    found = text(READER.example.replace("tps = 1206.102000", "tps = -nan"))
    assert found.table("runs").column("throughput_per_s").values == (None,)
    assert not found.sweeps
    assert any(column == "throughput_per_s" for _, column, _ in reasons(found))


def test_a_damaged_progress_line_is_left_out_and_said() -> None:
    found = text(READER.example.replace("stddev 2.100, 0 failed", "stddev 2.100, many failed"))
    assert len(found.table("intervals")) == 1
    assert (3, None, "a progress line that cannot be read; left out") in reasons(found)
    alone = "progress: x\nprogress: 1.0 s, oh tps\n"
    assert read_source(decode(alone.encode(), "x"), "pgbench").issues
    assert progress_of(1, "none", 1) is None


def test_a_script_of_windows_and_one_from_the_input_have_names() -> None:
    named = READER.example.replace("<builtin: TPC-B (sort of)>", r"C:\bench\a.sql")
    assert text(named).sweeps[0].label == "a_sql_scale_50"
    unnamed = READER.example.replace("<builtin: TPC-B (sort of)>", "-")
    assert text(unnamed).sweeps[0].label == "script_scale_50"


def test_text_without_a_run_is_refused() -> None:
    with pytest.raises(ReadError, match="no run of pgbench"):
        text("nothing of the kind\n")
