"""Profiles of a raw 10046 trace of 200 MB, beside awk in one line and a regex for each line.

What was tried for the wait profile of 224 MB, on one core, before the compiled scan was written:
awk 0.40 s; numpy over blocks 0.50 s without any check of a line; polars 0.85 s and 270 MB of
memory; pyarrow 1.0 s and 300 MB; bytes of each line in Python 1.2 s; a regex over blocks 1.5 s;
RE2 over blocks 4.6 s. None of these skips the texts of statements.
"""

from __future__ import annotations

import atexit
import functools
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from benchmarks.cases import BenchmarkCase
from benchmarks.trace_pieces import write_trace
from contention.readers import TraceProfile, profile

__all__ = ["awk_name", "cases", "peak_memory_mb", "trace_of"]

Waits = dict[str, tuple[int, int]]
Calls = dict[str, tuple[int, int]]

SIZE = 210_000_000
_WAIT = re.compile(r"WAIT #\d+: nam='([^']*)' ela= ?(\d+)")
_CALL = re.compile(r"(PARSE|EXEC|FETCH|CLOSE) #\d+:c=\d+,e=\d+.*?(?:,r=(\d+))?,dep=")
_AWK_WAITS = r"""/^WAIT #/ { split($0, part, "\047"); at = index($0, "ela= ")
count[part[2]]++; sum[part[2]] += substr($0, at + 5) + 0 }
END { for (event in count) print event "\t" count[event] "\t" sum[event] }"""
_AWK_CALLS = r"""/^(PARSE|EXEC|FETCH|CLOSE) #/ { split($0, part, /[#:,=]/); count[$1]++
cpu[$1] += part[4]; elapsed[$1] += part[6]; disk[$1] += part[8]; query[$1] += part[10]
if ($1 != "CLOSE") rows[$1] += part[16] }
END { for (kind in count) print kind "\t" count[kind] "\t" rows[kind] + 0 }"""
_PEAK = """
import sys
from contention.readers import profile
profile(sys.argv[1], sys.argv[2])
print(next(line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM")))
"""
_KINDS = {"PARSE": "parse", "EXEC": "execute", "FETCH": "fetch", "CLOSE": "close"}


def awk_name() -> str:
    """The awk to compare with: mawk, or any other where there is none."""
    return "mawk" if shutil.which("mawk") else "awk"


@functools.cache
def trace_of(size: int) -> Path:
    """A trace of at least that many bytes, which lasts as long as the process."""
    folder = tempfile.mkdtemp(prefix="trace10046-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    path = Path(folder) / f"{size}.trc"
    write_trace(path, size, turns=min(20_000, max(200, size // 20_000)))
    return path


def on_one_core(run: Callable[[], Any]) -> Any:
    """Run it, and what it starts, on one core."""
    if not hasattr(os, "sched_setaffinity"):
        return run()
    every = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(every)})
    try:
        return run()
    finally:
        os.sched_setaffinity(0, every)


def awk(program: str, path: Path) -> dict[str, tuple[int, int]]:
    """What a line of awk prints: a name and two numbers."""
    done = subprocess.run(
        [awk_name(), program, str(path)], capture_output=True, text=True, check=True
    )
    lines = (line.split("\t") for line in done.stdout.splitlines())
    return {name: (int(count), int(float(total))) for name, count, total in lines}


def waits_by_regex(path: Path) -> Waits:
    """Waits by event, a regex for each line."""
    found: dict[str, list[int]] = {}
    with path.open(encoding="utf-8") as file:
        for line in file:
            if match := _WAIT.match(line):
                sums = found.setdefault(match[1], [0, 0])
                sums[0] += 1
                sums[1] += int(match[2])
    return {event: (count, total) for event, (count, total) in found.items()}


def calls_by_regex(path: Path) -> Calls:
    """Number and rows of calls by kind, a regex for each line."""
    found: dict[str, list[int]] = {}
    with path.open(encoding="utf-8") as file:
        for line in file:
            if match := _CALL.match(line):
                sums = found.setdefault(match[1], [0, 0])
                sums[0] += 1
                sums[1] += int(match[2] or 0)
    return {kind: (count, rows) for kind, (count, rows) in found.items()}


def waits_agree(ours: TraceProfile, other: Waits) -> bool:
    """The same sums, but for a wait that the others count and that stands in a statement's text."""
    names = ("event", "times_waited", "total_waited_s")
    columns = (ours.waits.column(name).values for name in names)
    sums = {event: (n, round(1e6 * total)) for event, n, total in zip(*columns, strict=True)}
    return "x" not in sums and sums == {e: pair for e, pair in other.items() if e != "x"}


def calls_agree(ours: TraceProfile, other: Calls) -> bool:
    """As many calls and rows of each kind."""
    sums = dict.fromkeys(_KINDS.values(), (0, 0))
    columns = (ours.calls.column(name).values for name in ("call", "count", "rows"))
    for call, count, rows in zip(*columns, strict=True):
        sums[call] = (sums[call][0] + count, sums[call][1] + rows)
    return sums == {_KINDS[kind]: pair for kind, pair in other.items()}


def peak_memory_mb(path: Path, by: str = "event") -> float:
    """The most memory that a process held which did nothing but profile the trace."""
    done = subprocess.run(
        [sys.executable, "-c", _PEAK, str(path), by], capture_output=True, text=True, check=True
    )
    return int(done.stdout) / 1024


def cases(size: int = SIZE) -> list[BenchmarkCase]:
    """Waits by event, and calls by statement, each beside awk and a regex."""
    path = trace_of(size)
    megabytes = path.stat().st_size // 10**6
    waits, calls = f"waits of a {megabytes} MB trace", f"calls of a {megabytes} MB trace"
    line, regex = f"{awk_name()}, one line, by event", "Python, a regex for each line"
    by_kind = f"{awk_name()}, one line, by kind"

    def pinned(run: Callable[..., Any], *arguments: Any) -> Callable[[], Any]:
        return lambda: on_one_core(lambda: run(*arguments))

    return [
        BenchmarkCase(
            waits, pinned(profile, path), pinned(awk, _AWK_WAITS, path), line, waits_agree
        ),
        BenchmarkCase(
            waits, pinned(profile, path), pinned(waits_by_regex, path), regex, waits_agree
        ),
        BenchmarkCase(
            calls,
            pinned(profile, path, "statement"),
            pinned(awk, _AWK_CALLS, path),
            by_kind,
            calls_agree,
        ),
        BenchmarkCase(
            calls,
            pinned(profile, path, "statement"),
            pinned(calls_by_regex, path),
            regex,
            calls_agree,
        ),
    ]
