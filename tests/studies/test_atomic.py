"""A reader sees the old file or the new one, and one build at a time."""

import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest

from contention.studies import atomic
from contention.studies.atomic import build_lock, publish, write_atomically

LOAD = f"""
import runpy, sys, time
from pathlib import Path
globals().update(runpy.run_path({atomic.__file__!r}))
"""


def test_a_file_is_written_with_its_folder_and_readable_by_all(tmp_path):
    path = tmp_path / "a" / "b" / "c.json"
    write_atomically(path, "µs\r\n")
    assert path.read_bytes() == "µs\r\n".encode()
    assert path.stat().st_mode & 0o777 == 0o644


@pytest.mark.parametrize("call", ["fsync", "replace"])
def test_an_interrupted_write_leaves_the_old_file_and_nothing_else(tmp_path, monkeypatch, call):
    path = tmp_path / "c.json"
    write_atomically(path, "old")

    def interrupt(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(*((atomic.os, call) if call == "fsync" else (Path, call)), interrupt)
    with pytest.raises(KeyboardInterrupt):
        write_atomically(path, "new")
    assert path.read_text() == "old"
    assert [item.name for item in tmp_path.iterdir()] == ["c.json"]


def test_a_file_is_never_seen_half_written(tmp_path):
    path = tmp_path / "c.txt"
    texts = {"a" * 200_000, "b" * 200_000}
    write_atomically(path, min(texts))
    writer = subprocess.Popen(
        [
            sys.executable,
            "-c",
            LOAD + "for n in range(25): write_atomically(Path(sys.argv[1]), 'ab'[n % 2] * 200_000)",
            str(path),
        ]
    )
    seen = set()
    while writer.poll() is None:
        seen.add(path.read_text())
    assert writer.returncode == 0
    assert seen <= texts


def test_publishing_writes_all_files_and_removes_what_an_earlier_run_left(tmp_path):
    publish(tmp_path, {"t/toy/a.csv": "1", "t/toy/b.csv": "2", "r.json": "3"}, owned=("t/toy",))
    (tmp_path / "t" / "other.csv").write_text("kept")
    publish(tmp_path, {"t/toy/b.csv": "4", "r.json": "5"}, owned=("t/toy",))
    found = {p.relative_to(tmp_path).as_posix(): p.read_text() for p in tmp_path.rglob("*.*")}
    assert found == {"t/toy/b.csv": "4", "t/other.csv": "kept", "r.json": "5"}


def test_the_document_that_vouches_for_the_others_appears_when_all_else_is_done(
    tmp_path, monkeypatch
):
    publish(tmp_path, {"t/a.csv": "1", "t/b.csv": "1", "r.json": "old"}, owned=("t",))
    write = atomic.write_atomically

    def killed_at_the_last(path, text):
        if path.name == "r.json":
            raise KeyboardInterrupt
        write(path, text)

    monkeypatch.setattr(atomic, "write_atomically", killed_at_the_last)
    with pytest.raises(KeyboardInterrupt):
        publish(tmp_path, {"t/b.csv": "2", "r.json": "new"}, owned=("t",))
    assert (tmp_path / "r.json").read_text() == "old"
    assert [item.name for item in (tmp_path / "t").iterdir()] == ["b.csv"]
    assert (tmp_path / "t" / "b.csv").read_text() == "2"


def test_the_lock_gives_an_empty_folder_and_clears_what_a_killed_build_left(tmp_path):
    build = tmp_path / "build"
    for leftover in (".work/toy-x/outcome.json", "results/.x.part", "tables/toy/.y.part"):
        (build / leftover).parent.mkdir(parents=True, exist_ok=True)
        (build / leftover).touch()
    (build / "results" / "toy.json").touch()
    with build_lock(build) as work:
        assert list(work.iterdir()) == []
        (work / "unfinished").touch()
        assert not list(build.rglob("*.part"))
    assert not work.exists()
    assert (build / "results" / "toy.json").exists()


def test_the_folder_goes_when_the_build_fails(tmp_path):
    with pytest.raises(ZeroDivisionError), build_lock(tmp_path) as work:
        raise ZeroDivisionError
    assert not work.exists()


def test_two_processes_hold_the_lock_one_after_the_other(tmp_path):
    program = LOAD + textwrap.dedent(
        """
        with build_lock(Path(sys.argv[1])):
            with open(sys.argv[2], "a") as log:
                print("in", file=log, flush=True)
                time.sleep(0.2)
                print("out", file=log, flush=True)
        """
    )
    log = tmp_path / "log"
    arguments = [sys.executable, "-c", program, str(tmp_path / "build"), str(log)]
    processes = [subprocess.Popen(arguments) for _ in range(2)]
    assert [process.wait() for process in processes] == [0, 0]
    assert log.read_text().split() == ["in", "out"] * 2


def test_the_lock_of_a_killed_process_is_free_at_once(tmp_path):
    program = (
        LOAD + "with build_lock(Path(sys.argv[1])): print('held', flush=True); time.sleep(600)"
    )
    holder = subprocess.Popen(
        [sys.executable, "-c", program, str(tmp_path)], stdout=subprocess.PIPE, text=True
    )
    assert holder.stdout.readline() == "held\n"
    holder.kill()
    holder.wait()
    holder.stdout.close()
    began = time.monotonic()
    with build_lock(tmp_path) as work:
        assert list(work.iterdir()) == []
    assert time.monotonic() - began < 5
