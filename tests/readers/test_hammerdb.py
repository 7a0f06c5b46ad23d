"""HammerDB: new orders and transactions are never swapped, and failures are told."""

from pathlib import Path

import pytest

from contention.errors import ReadError
from contention.readers import Reading, read_several, read_source
from contention.readers.hammerdb import READER
from contention.readers.source import decode

INPUTS = Path(__file__).parent / "inputs" / "hammerdb"


def reading(name: str) -> Reading:
    return read_source(decode((INPUTS / name).read_bytes(), name))


def text(content: str) -> Reading:
    return read_source(decode(content.encode(), "x"), "hammerdb")


def test_numbers_are_told_by_the_word_behind_them_in_both_orders() -> None:  # B11
    old, new = (reading(name).table("runs") for name in (
        "old_order_two_runs.log", "new_order_unfinished.log",
    ))  # fmt: skip
    assert old.column("nopm").values == (13207, 26400)
    assert old.column("tpm").values == (60501, 0)
    assert new.column("nopm").values[0] == 42332
    assert new.column("tpm").values[0] == 97427


def test_throughput_is_new_orders_per_second() -> None:
    (sweep,) = reading("old_order_two_runs.log").sweeps
    assert sweep.label == "sql_server_tproc_c"
    assert sweep.sessions.tolist() == [4.0, 16.0]
    assert sweep.throughput_per_s.tolist() == pytest.approx([13207 / 60, 440.0])
    assert sweep.duration_s.tolist() == [300.0, 300.0]


def test_failed_users_and_zeros_are_flagged() -> None:
    found = reading("old_order_two_runs.log")
    told = [(flag.line, flag.column) for flag in found.flags]
    assert told == [(11, "tpm"), (7, "failed_users")]
    assert found.table("runs").column("failed_users").values == (1, 0)
    assert found.table("runs").column("rampup_s").values == (120, None)


def test_a_run_without_a_result_is_unfinished() -> None:
    found = reading("new_order_unfinished.log")
    assert found.table("runs").column("status").values == ("complete", "unfinished")
    assert found.sweeps[0].sessions.tolist() == [8.0]


def test_both_orders_in_one_folder_stay_apart_by_product(tmp_path: Path) -> None:  # tricky 16
    for name in ("old_order_two_runs.log", "new_order_unfinished.log"):
        (tmp_path / name).write_bytes((INPUTS / name).read_bytes())
    (tmp_path / "more.log").write_text(READER.example)
    found = {
        sweep.label: (sweep.sessions.tolist(), sweep.throughput_per_s.round(2).tolist())
        for one in read_several([tmp_path])
        for sweep in one.sweeps
    }
    assert found == {
        "postgresql_tproc_c": ([8.0, 8.0], [700.0, 705.53]),
        "sql_server_tproc_c": ([4.0, 16.0], [220.12, 440.0]),
    }


def test_results_that_cannot_be_read_are_flagged() -> None:
    found = text(READER.example + "Vuser 1:TEST RESULT : System achieved nothing\n")
    assert any("cannot be read" in flag.reason for flag in found.flags)
    found = text(READER.example.replace("42000 NOPM", "42.5 NOPM"))
    assert found.table("runs").column("nopm").values == (None,)
    assert not found.sweeps
    assert text(READER.example.replace("42000 NOPM", "42,000 NOPM")).sweeps


def test_a_log_without_a_run_is_refused() -> None:
    with pytest.raises(ReadError, match="no run of HammerDB"):
        text("nothing of the kind\n")
