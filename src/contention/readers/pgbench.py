"""Output of pgbench, before and after version 14: runs, progress, scripts and statements.

Table ``runs``: one row per summary. ``throughput_per_s`` is the rate without the time to connect,
where both are printed. A run that the tool calls aborted, or that has no summary, is no row of a
sweep. Runs of different scripts, scales or query modes are different sweeps. Lines of other
tools between two runs are passed over. Logs by ``--log`` are read by
:mod:`contention.readers.pgbench_log`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from contention.errors import ReadError
from contention.measurements import Flag
from contention.readers.benchmark_runs import Run, little_flags, table_of_rows
from contention.readers.forms import TableForm
from contention.readers.pgbench_progress import PROGRESS_COLUMNS, is_progress, progress_of
from contention.readers.pgbench_runs import (
    PGBENCH_COLUMNS,
    SCRIPT_COLUMNS,
    STATEMENT_COLUMNS,
    PgbenchRun,
)
from contention.readers.reading import Options, Reader, Reading, Recognition
from contention.readers.run_readings import reading_of_runs
from contention.readers.source import SourceText

__all__ = ["READER"]

NAME = "pgbench"

EXAMPLE = """\
pgbench (16.2)
starting vacuum...end.
progress: 5.0 s, 1200.0 tps, lat 6.640 ms stddev 2.100, 0 failed
progress: 10.0 s, 1210.0 tps, lat 6.590 ms stddev 2.050, 0 failed
transaction type: <builtin: TPC-B (sort of)>
scaling factor: 50
query mode: simple
number of clients: 8
number of threads: 2
maximum number of tries: 1
duration: 10 s
number of transactions actually processed: 12050
number of failed transactions: 0 (0.000%)
latency average = 6.615 ms
latency stddev = 2.075 ms
initial connection time = 11.250 ms
tps = 1206.102000 (without initial connection time)
"""

_BANNER = re.compile(r"\s*pgbench \((?:PostgreSQL\) )?(\d[\w.]{0,15}).*")
_TYPE = re.compile(r"\s*transaction type: (.{1,400}?)\s*")
_CLIENTS = re.compile(r"\s*number of clients: \d{1,9}\s*")
_TPS = re.compile(r"\s*tps = \S{1,40} \((?:in|ex)cluding|\s*tps = \S{1,40} \(without")
_ERROR = re.compile(
    r"\s*(?:pgbench: (?:error|fatal): .*|client \d{1,9} (?:script \d{1,9} )?aborted.*)"
)


@dataclass
class _Capture:
    runs: list[PgbenchRun] = field(default_factory=list)
    progress: list[Run] = field(default_factory=list)
    flags: list[Flag] = field(default_factory=list)
    issues: list[Flag] = field(default_factory=list)
    version: str = ""
    open_progress: int = 0

    def take(self, number: int, line: str) -> None:
        """Read one line."""
        banner, kind = _BANNER.fullmatch(line), _TYPE.fullmatch(line)
        if banner:
            self.version = banner[1]
        elif kind:
            self._begin(number, kind[1])
        elif is_progress(line):
            self._progress(number, line)
        elif _ERROR.fullmatch(line) and "aborted;" not in line:
            reason = "the tool reported an error"
            self.issues.append(Flag(number, None, line.strip()[:80], reason))
        elif self.runs:
            self.runs[-1].take(number, line)

    def _begin(self, number: int, script: str) -> None:
        row = Run(number)
        row.put("script", script, script)
        if self.version:
            row.put("version", self.version, self.version)
        self.runs.append(PgbenchRun(row, len(self.runs) + 1))
        self.version, self.open_progress = "", 0

    def _progress(self, number: int, line: str) -> None:
        self.open_progress = number
        found = progress_of(number, line, len(self.runs) + 1)
        if found is None:
            reason = "a progress line that cannot be read; left out"
            self.flags.append(Flag(number, None, line.strip()[:80], reason))
            return
        row, bad = found
        self.progress.append(row)
        self.flags += [
            Flag(number, column, text, "not a number: nothing was measured; the value is missing")
            for column, text in bad
        ]

    def end(self) -> None:
        """Finish every run; progress behind the last summary is a run of its own."""
        if self.open_progress:
            self.runs.append(PgbenchRun(Run(self.open_progress), len(self.runs) + 1))
        for run in self.runs:
            run.end()


def _sniff(source: SourceText) -> Recognition:
    summaries = sum(bool(_TPS.match(line)) for line in source.lines)
    heads = sum(bool(_TYPE.fullmatch(line) or _CLIENTS.fullmatch(line)) for line in source.lines)
    progress = sum(is_progress(line) for line in source.lines)
    reason = f"{summaries} lines 'tps = ...', {progress} progress lines"
    if heads and (summaries or progress):
        return Recognition(NAME, 0.97, reason)
    if heads > 1 or progress:
        return Recognition(NAME, 0.9, reason)
    return Recognition(NAME, 0.0, "no 'transaction type:' with 'tps = ...', and no progress line")


def _read(source: SourceText, options: Options) -> Reading:
    capture = _Capture()
    for number, line in enumerate(source.lines, 1):
        capture.take(number, line)
    capture.end()
    if not capture.runs:
        raise ReadError(
            "there is no run of pgbench in this capture",
            path=source.path,
            found=source.lines[0].strip()[:60],
            expected="a summary that starts with 'transaction type:', or progress lines",
        )
    provenance = source.provenance(NAME)
    rows = [run.row for run in capture.runs]
    told = [flag for run in capture.runs for flag in run.flags] + little_flags(rows)
    tables = [table_of_rows("runs", PGBENCH_COLUMNS, rows, provenance, flags=told)]
    for name, columns, found, flags in (
        ("intervals", PROGRESS_COLUMNS, capture.progress, capture.flags),
        ("scripts", SCRIPT_COLUMNS, [one for run in capture.runs for one in run.scripts], []),
        (
            "statements",
            STATEMENT_COLUMNS,
            [one for run in capture.runs for one in run.statements],
            [],
        ),
    ):
        if found:
            tables.append(table_of_rows(name, columns, found, provenance, flags=flags))
    lost = [] if capture.progress else capture.flags
    return reading_of_runs(NAME, source, tables, options, issues=(*capture.issues, *lost))


READER = Reader(
    NAME,
    "output of pgbench, of all versions",
    _sniff,
    _read,
    EXAMPLE,
    traits=(
        "one rate since version 14, two before: the one without the time to connect counts",
        "several runs in one file, with output of other tools between them",
        "runs of different scripts, scales and query modes are kept apart",
        "progress lines with failures, lag and retries, clocks, and intervals without a result",
        "latencies of scripts and statements, with failures and retries",
        "aborted and unfinished runs are no row of a sweep; rates and Little's law are checked",
    ),
    gives=(
        TableForm("runs", "one run", PGBENCH_COLUMNS),
        TableForm("intervals", "one progress line", PROGRESS_COLUMNS),
        TableForm("scripts", "one script of a run with several", SCRIPT_COLUMNS),
        TableForm("statements", "one statement, where latencies were asked for", STATEMENT_COLUMNS),
    ),
)
