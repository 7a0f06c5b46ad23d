"""Several captures: one sweep of one session count each, and never a silent mixture."""

from pathlib import Path

import numpy as np
import pytest

from contention.errors import ReadError
from contention.readers import Reading, read_several
from contention.readers.pgbench import READER as PGBENCH
from contention.readers.sysbench import READER as SYSBENCH


def pgbench(clients: int, rate: float, *, scale: int = 50, version: str = "16.2") -> str:
    text = PGBENCH.example.replace("number of clients: 8", f"number of clients: {clients}")
    text = text.replace("tps = 1206.102000", f"tps = {rate:.6f}").replace("(16.2)", f"({version})")
    done = round(rate * 10)
    return (
        text.replace("processed: 12050", f"processed: {done}")
        .replace("average = 6.615", f"average = {1000 * clients / rate:.3f}")
        .replace("factor: 50", f"factor: {scale}")
    )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for clients, rate in ((1, 180.0), (16, 1900.0), (4, 640.0)):
        (tmp_path / f"pg_{clients}.txt").write_text(pgbench(clients, rate))
    return tmp_path


def points(reading: Reading) -> dict[str, list[tuple[float, float]]]:
    return {
        sweep.label: list(
            zip(sweep.sessions.tolist(), sweep.throughput_per_s.tolist(), strict=True)
        )
        for sweep in reading.sweeps
    }


def test_a_file_for_each_session_count_makes_one_sweep(folder: Path) -> None:
    readings = read_several(sorted(folder.glob("*.txt")))
    assert points(readings[0]) == {
        "builtin_tpc_b_sort_of_scale_50": [(1.0, 180.0), (4.0, 640.0), (16.0, 1900.0)]
    }
    assert [one.sweeps for one in readings[1:]] == [(), ()]
    (sweep,) = readings[0].sweeps
    assert sweep.provenance.source == "pg_1.txt and 2 more"
    assert len(sweep.provenance.sha256) == 64
    assert sweep.response_time_s == pytest.approx([1 / 180, 4 / 640, 16 / 1900], rel=1e-3)


def test_a_folder_is_its_files_and_what_is_no_capture_is_told(folder: Path) -> None:
    (folder / "notes.md").write_text("It was a dark night.\nNothing was measured.\n")
    (folder / ".hidden").write_text("x\n")
    (folder / "deeper").mkdir()
    readings = read_several([folder])
    assert len(readings[0].sweeps[0]) == 3
    told = [flag for reading in readings for flag in reading.issues]
    assert [(flag.found, flag.reason.split(";")[1]) for flag in told] == [
        ("notes.md", " passed over")
    ]


def test_scales_and_versions_stay_apart(folder: Path) -> None:
    (folder / "pg_8_big.txt").write_text(pgbench(8, 700.0, scale=900))
    (folder / "pg_8_old.txt").write_text(pgbench(8, 1000.0, version="15.1"))
    (folder / "pg_9_old.txt").write_text(pgbench(9, 1010.0, version="15.1"))
    found: dict[str, list[tuple[float, float]]] = {}
    for reading in read_several([folder]):
        found |= points(reading)
    assert found == {
        "builtin_tpc_b_sort_of_scale_50_16.2": [(1.0, 180.0), (4.0, 640.0), (16.0, 1900.0)],
        "builtin_tpc_b_sort_of_scale_50_15.1": [(8.0, 1000.0), (9.0, 1010.0)],
        "builtin_tpc_b_sort_of_scale_900": [(8.0, 700.0)],
    }


def test_tools_are_never_mixed(folder: Path) -> None:
    (folder / "sysbench.txt").write_text(SYSBENCH.example)
    found = [label for reading in read_several([folder]) for label in points(reading)]
    assert sorted(found) == ["builtin_tpc_b_sort_of_scale_50", "oltp_read_write"]


def test_repeated_runs_of_a_session_count_are_replicates(folder: Path) -> None:
    (folder / "pg_4_again.txt").write_text(pgbench(4, 650.0))
    (sweep,) = read_several([folder])[0].sweeps
    assert sweep.sessions.tolist() == [1.0, 4.0, 4.0, 16.0]


def test_whole_sweeps_are_compared_not_joined(tmp_path: Path) -> None:
    for name, rate in (("old", 100), ("new", 130)):
        text = f"sessions,throughput\n1,{rate}\n2,{2 * rate}\n"
        (tmp_path / f"{name}.csv").write_text(text)
    found = [label for reading in read_several([tmp_path]) for label in points(reading)]
    assert found == ["new", "old"]


def test_what_only_some_files_measure_is_missing_in_the_others(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("sessions,throughput,latency_ms\n1,100,10\n")
    (tmp_path / "b.csv").write_text("sessions,throughput\n2,190\n")
    (sweep,) = read_several([tmp_path])[0].sweeps
    assert sweep.response_time_s is not None
    np.testing.assert_array_equal(sweep.response_time_s, [0.01, np.nan])


def test_flags_of_a_row_name_the_file_that_it_came_from(folder: Path) -> None:
    (folder / "pg_2.txt").write_text(
        pgbench(2, 300.0).replace("average = 6.667", "average = 1.000")
    )
    (sweep,) = read_several([folder])[0].sweeps
    (flag,) = sweep.flags
    assert flag.reason.startswith("pg_2.txt: Little's law")


def test_one_file_alone_is_as_it_is(folder: Path) -> None:
    (reading,) = read_several([folder / "pg_4.txt"])
    assert points(reading) == {"builtin_tpc_b_sort_of_scale_50": [(4.0, 640.0)]}


def test_a_folder_without_a_capture_says_so(tmp_path: Path) -> None:
    with pytest.raises(ReadError, match="this is a folder, and no reader recognises"):
        read_several([tmp_path])
