"""Files too large to be loaded: time and memory stay bounded, and the message says the size."""

import resource
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from contention.readers.trace10046 import READER as TRACE

MEGABYTE = 10**6
READ = """
import pathlib, re, sys
from contention.cli import main
code = main(["read", *sys.argv[1:]])
status = pathlib.Path("/proc/self/status").read_text()
print(code, int(re.search("VmHWM:\\s+(\\d+)", status)[1]) // 1024, file=sys.stderr)
"""


def read(*words: str) -> tuple[int, int, float, str, str]:
    """Exit code, largest memory in MiB, CPU seconds, and both outputs of "contention read".

    The memory is that of the process since it began; what ``getrusage`` says of a child also
    counts the memory of the process that it was forked from.
    """
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(
        [sys.executable, "-c", READ, *words], capture_output=True, text=True, timeout=120
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    *told, last = done.stderr.splitlines()
    code, memory = map(int, last.split())
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return code, memory, seconds, done.stdout, "\n".join(told)


@pytest.fixture
def big(tmp_path: Path) -> Iterator[Path]:
    path = tmp_path / "big.txt"
    yield path
    path.unlink(missing_ok=True)


@pytest.mark.slow
@pytest.mark.parametrize("start", [b"", b"a,b\n1,2\n", b'[{"a": "', b"<html>"])
def test_a_line_of_100_megabytes_is_refused_at_once(big: Path, start: bytes) -> None:
    with big.open("wb") as file:
        file.write(start)
        for _ in range(100):
            file.write(b"x" * MEGABYTE)
    code, memory, seconds, _, told = read(str(big))
    assert code == 3
    assert "larger than 64 MiB" in told
    assert memory < 400
    assert seconds < 20


@pytest.mark.slow
def test_a_line_of_60_megabytes_is_refused_with_its_number(big: Path) -> None:
    big.write_bytes(b"a,b\n" + b"1," * (30 * MEGABYTE) + b"\n")
    code, memory, seconds, _, told = read(str(big))
    assert code == 3
    assert "line 2: a line is longer than 100000 characters" in told
    assert memory < 900
    assert seconds < 20


@pytest.mark.slow
def test_a_trace_with_a_line_of_100_megabytes_is_read_around_it(big: Path) -> None:
    example = TRACE.example.encode()
    with big.open("wb") as file:
        file.write(example)
        for _ in range(100):
            file.write(b"x" * MEGABYTE)
        file.write(b"\n" + example)
    code, memory, seconds, out, told = read(str(big))
    assert code == 0
    assert "too long to be one of a trace" in told
    assert "db file scattered read" in out
    assert memory < 400
    assert seconds < 60
