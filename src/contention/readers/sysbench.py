"""Output of sysbench 0.5 and 1.x: one row for each run, and its interval lines.

Table ``runs``: one row per run of the file, complete, failed or unfinished. Table ``intervals``:
one row per interval line. A latency histogram is a measurement of its own. The response time is
the sum of all latencies over the number of events, which has more digits than the printed mean.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from contention.errors import ReadError
from contention.measurements import Flag, Histogram, Provenance, Table
from contention.readers.benchmark_runs import Run, little_flags, table_of_rows
from contention.readers.forms import ColumnForm, TableForm
from contention.readers.reading import Options, Reader, Reading, Recognition
from contention.readers.run_readings import reading_of_runs
from contention.readers.source import SourceText
from contention.readers.sysbench_histogram import bucket_of, is_histogram_heading
from contention.readers.sysbench_intervals import (
    INTERVAL_COLUMNS,
    interval_of,
    looks_like_interval,
)
from contention.readers.sysbench_runs import SYSBENCH_COLUMNS, SysbenchRun

__all__ = ["READER"]

NAME = "sysbench"

EXAMPLE = """\
sysbench 1.0.20 (using system LuaJIT 2.1.0-beta3)

Running the test with following options:
Number of threads: 4
Report intermediate results every 5 second(s)

Threads started!

[ 5s ] thds: 4 tps: 200.00 qps: 4000.00 (r/w/o: 2800.00/800.00/400.00) lat (ms,95%): 25.30
[ 10s ] thds: 4 tps: 200.00 qps: 4000.00 (r/w/o: 2800.00/800.00/400.00) lat (ms,95%): 24.90
SQL statistics:
    queries performed:
        read:                            28000
        write:                           8000
        other:                           4000
        total:                           40000
    transactions:                        2000   (200.00 per sec.)
    queries:                             40000  (4000.00 per sec.)
    ignored errors:                      0      (0.00 per sec.)
    reconnects:                          0      (0.00 per sec.)

General statistics:
    total time:                          10.0000s
    total number of events:              2000

Latency (ms):
         min:                                    9.00
         avg:                                   19.90
         max:                                   71.00
         95th percentile:                       25.10
         sum:                                39800.00

Threads fairness:
    events (avg/stddev):           500.0000/4.00
    execution time (avg/stddev):   9.9500/0.01
"""

_BANNER = re.compile(r"\s*sysbench \d[\w.-]{0,30}[: ].*")
_VERSION = re.compile(r"\s*sysbench (\d[\w.-]{0,30}?):? .*")
_OPTIONS = re.compile(r"\s*Running the test with following options:\s*")
_FATAL = re.compile(r"\s*(?:FATAL|ALERT|PANIC):.*")
_SUMMARY = re.compile(r"\s*(?:SQL statistics|OLTP test statistics|Threads fairness):\s*")

_HISTOGRAM_COLUMNS = (
    ColumnForm("run", "number of the run in the capture, from 1"),
    ColumnForm("lower_ms", "lower end of the bucket", "ms"),
    ColumnForm("upper_ms", "upper end of the bucket", "ms"),
    ColumnForm("count", "events in it"),
)


@dataclass
class _Capture:
    runs: list[SysbenchRun] = field(default_factory=list)
    intervals: list[Run] = field(default_factory=list)
    buckets: list[Run] = field(default_factory=list)
    flags: list[Flag] = field(default_factory=list)
    in_histogram: bool = False

    def take(self, number: int, line: str) -> None:
        """Read one line."""
        version = _VERSION.fullmatch(line)
        if _BANNER.fullmatch(line) and version:
            self._begin(number).put("version", version[1], version[1])
        elif _OPTIONS.fullmatch(line):
            if not self.runs or "sessions" in self.runs[-1].row.cells:
                self._begin(number)
        elif _FATAL.fullmatch(line):
            reason = "the tool reported an error"
            flag = Flag(number, None, line.strip()[:80], reason)
            run = self._current(number)
            run.fatal, run.last_line = run.fatal or flag, number
        elif looks_like_interval(line):
            self._interval(number, line)
        elif is_histogram_heading(line):
            self.in_histogram = True
        elif self.in_histogram and self._bucket(number, line):
            pass
        elif self.runs:
            self.in_histogram = False
            self.runs[-1].take(number, line)

    def _begin(self, number: int) -> Run:
        self.runs.append(SysbenchRun(Run(number), len(self.runs) + 1))
        return self.runs[-1].row

    def _current(self, number: int) -> SysbenchRun:
        if not self.runs:
            self._begin(number)
        return self.runs[-1]

    def _interval(self, number: int, line: str) -> None:
        run = self._current(number)
        run.last_line = number
        found = interval_of(number, line, run.number)
        if found is None:
            reason = "an interval line that cannot be read; left out"
            self.flags.append(Flag(number, None, line.strip()[:80], reason))
            return
        row, bad = found
        self.intervals.append(row)
        self.flags += [
            Flag(number, column, text, "no number with a known unit; the value is missing")
            for column, text in bad
        ]

    def _bucket(self, number: int, line: str) -> bool:
        bucket = bucket_of(line)
        if bucket is None:
            return False
        row = Run(number)
        row.put("run", None, self._current(number).number)
        for column, value in zip(("lower_ms", "upper_ms", "count"), bucket, strict=True):
            row.put(column, None, value)
        self.buckets.append(row)
        return True


def _histograms(
    runs: list[SysbenchRun], buckets: list[Run], provenance: Provenance
) -> tuple[list[Histogram], list[Flag]]:
    made, flags = [], []
    for run in runs:
        rows = [row for row in buckets if row.value("run") == run.number]
        if not rows:
            continue
        counts = [row.number("count") or 0 for row in rows]
        events = run.row.number("events")
        if events is not None and sum(counts) != events:
            reason = f"inconsistent: the buckets hold {sum(counts):.0f} of {events:.0f} events"
            flags.append(Flag(rows[0].line, "count", "", reason))
        label = f"run_{run.number}_latency" if len(runs) > 1 else "latency"
        ends = [[row.number(name) or 0 for row in rows] for name in ("lower_ms", "upper_ms")]
        made.append(Histogram(label, ends[0], ends[1], counts, "ms", provenance))  # type: ignore[arg-type]
    return made, flags


def _sniff(source: SourceText) -> Recognition:
    banners = sum(bool(_BANNER.fullmatch(line)) for line in source.lines)
    summaries = sum(bool(_SUMMARY.fullmatch(line)) for line in source.lines)
    intervals = sum(looks_like_interval(line) for line in source.lines)
    if banners or summaries or intervals:
        reason = f"{banners} banners of sysbench, {intervals} interval lines"
        return Recognition(NAME, 0.95 if banners else 0.9, reason)
    return Recognition(NAME, 0.0, "no banner, interval line or statistics of sysbench")


def _read(source: SourceText, options: Options) -> Reading:
    capture = _Capture()
    for number, line in enumerate(source.lines, 1):
        capture.take(number, line)
    if not capture.runs:
        raise ReadError(
            "there is no run of sysbench in this capture",
            path=source.path,
            found=source.lines[0].strip()[:60],
            expected="its banner, interval lines such as '[ 10s ] thds: 4 tps: 43.0', a summary",
        )
    for run in capture.runs:
        run.end()
    provenance = source.provenance(NAME)
    rows = [run.row for run in capture.runs]
    flags = [flag for run in capture.runs for flag in run.flags] + little_flags(rows)
    histograms, more = _histograms(capture.runs, capture.buckets, provenance)
    tables: list[Table] = [
        table_of_rows("runs", SYSBENCH_COLUMNS, rows, provenance, flags=flags + more)
    ]
    for name, columns, found, told in (
        ("intervals", INTERVAL_COLUMNS, capture.intervals, capture.flags),
        ("histogram", _HISTOGRAM_COLUMNS, capture.buckets, []),
    ):
        if found:
            tables.append(table_of_rows(name, columns, found, provenance, flags=told))
    lost = () if capture.intervals else tuple(capture.flags)
    return reading_of_runs(NAME, source, tables, options, issues=lost, histograms=histograms)


READER = Reader(
    NAME,
    "output of sysbench, 0.5 and 1.x",
    _sniff,
    _read,
    EXAMPLE,
    traits=(
        "several runs in one file, each a row; runs that failed or were killed are no sweep",
        "interval lines of version 0.5, with the unit on the number, and of version 1",
        "interval lines without the colon behind err/s, and last ones with no thread left",
        "tests of databases, CPU, memory, files, threads and mutexes",
        "percentiles outside minimum and maximum, or at the tool's limit of 100 s, are flagged",
        "counts, rates and Little's law are checked",
    ),
    gives=(
        TableForm("runs", "one run", SYSBENCH_COLUMNS),
        TableForm("intervals", "one interval line", INTERVAL_COLUMNS),
        TableForm("histogram", "one bucket of a latency histogram", _HISTOGRAM_COLUMNS),
    ),
    ends="the line 'execution time (avg/stddev)' of every run",
)
