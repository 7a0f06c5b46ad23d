"""Output of mysqlslap and mariadb-slap: blocks for each concurrency, and ``--csv``.

The tool prints how long all queries took and how many each client ran, rounded down. The
throughput is clients times queries per client over the mean time, so it may be up to one query
per client higher; where that is more than 1 % it is flagged. A time of 0.000 s gives no rate.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from contention.errors import ReadError
from contention.measurements import Flag
from contention.readers.benchmark_runs import (
    COMPLETE,
    RUN_COLUMNS,
    Run,
    table_of_rows,
)
from contention.readers.forms import ColumnForm, TableForm
from contention.readers.quantities import plain_number
from contention.readers.reading import Options, Reader, Reading, Recognition
from contention.readers.run_readings import reading_of_runs
from contention.readers.source import SourceText

__all__ = ["READER"]

NAME = "mysqlslap"

EXAMPLE = """\
Benchmark
\tRunning for engine innodb
\tAverage number of seconds to run all queries: 0.500 seconds
\tMinimum number of seconds to run all queries: 0.480 seconds
\tMaximum number of seconds to run all queries: 0.530 seconds
\tNumber of clients running queries: 8
\tAverage number of queries per client: 125

"""

_COLUMNS = (
    *(column for column in RUN_COLUMNS if column.name not in ("response_time_s", "duration_s")),
    ColumnForm("duration_s", "mean time to run all queries", "s"),
    ColumnForm("duration_min_s", "shortest time", "s"),
    ColumnForm("duration_max_s", "longest time", "s"),
    ColumnForm("queries_per_client", "queries of each client, rounded down"),
)
_TIMES = {"Average": "duration_s", "Minimum": "duration_min_s", "Maximum": "duration_max_s"}
_TIME = re.compile(
    r"\s*(Average|Minimum|Maximum) number of seconds to run all queries: (\S{1,30}) seconds\s*"
)
_ENGINE = re.compile(r"\s*Running for engine (\S{1,60})\s*")
_CLIENTS = re.compile(r"\s*Number of clients running queries: (\d{1,9})\s*")
_QUERIES = re.compile(r"\s*Average number of queries per client: (\d{1,12})\s*")
_ROW = re.compile(
    r"([\w-]{0,60}),([\w-]{1,60}),(\d{1,12}\.\d{3}),(\d{1,12}\.\d{3}),(\d{1,12}\.\d{3}),"
    r"(\d{1,9}),(\d{1,12})\s*"
)


@dataclass
class _Capture:
    runs: list[Run] = field(default_factory=list)
    flags: list[Flag] = field(default_factory=list)

    def take(self, number: int, line: str) -> None:
        """Read one line."""
        row = _ROW.fullmatch(line)
        if row:
            self._row(number, row)
        elif line.strip() == "Benchmark":
            self._begin(number)
        elif self.runs:
            self._of_block(number, line)

    def _begin(self, number: int) -> Run:
        self.runs.append(Run(number))
        self.runs[-1].put("run", None, len(self.runs))
        self.runs[-1].put("workload", None, "queries")
        return self.runs[-1]

    def _row(self, number: int, row: re.Match[str]) -> None:
        run = self._begin(number)
        run.put("workload", row[2], " ".join(part for part in row.group(1, 2) if part))
        for column, text in zip(_TIMES.values(), row.group(3, 4, 5), strict=True):
            self._time(number, column, text)
        run.put("sessions", row[6], int(row[6]))
        run.put("queries_per_client", row[7], int(row[7]))
        run.put("status", None, COMPLETE)

    def _of_block(self, number: int, line: str) -> None:
        run = self.runs[-1]
        if time := _TIME.fullmatch(line):
            self._time(number, _TIMES[time[1]], time[2])
        elif engine := _ENGINE.fullmatch(line):
            run.put("workload", engine[1], f"queries {engine[1]}")
        elif clients := _CLIENTS.fullmatch(line):
            run.put("sessions", clients[1], int(clients[1]))
        elif queries := _QUERIES.fullmatch(line):
            run.put("queries_per_client", queries[1], int(queries[1]))
            run.put("status", None, COMPLETE)

    def _time(self, number: int, column: str, text: str) -> None:
        value = plain_number(text)
        self.runs[-1].put(column, text, value)
        if value is None:
            reason = "text where a number belongs; the value is missing"
            self.flags.append(Flag(number, column, text, reason))

    def end(self) -> None:
        """Make the rates, and flag what they lack."""
        for run in self.runs:
            if "status" not in run.cells:
                run.put("status", None, "unfinished")
                reason = "no number of queries in this block: the capture is cut"
                self.flags.append(Flag(run.line, "status", "", reason))
            sessions, queries = run.number("sessions"), run.number("queries_per_client")
            duration = run.number("duration_s")
            low, high = run.number("duration_min_s"), run.number("duration_max_s")
            if None not in (low, duration, high) and not low <= duration <= high:  # type: ignore[operator]
                reason = "inconsistent: not between minimum and maximum"
                self.flags.append(Flag(run.line, "duration_s", f"{duration:g}", reason))
            if sessions is None or queries is None or duration is None:
                continue
            if duration == 0 or queries == 0:
                reason = "no time or no query was counted, so there is no rate"
                self.flags.append(Flag(run.line, "throughput_per_s", f"{duration:g} s", reason))
                run.put("throughput_per_s", None, None)
                continue
            run.put("throughput_per_s", None, sessions * queries / duration)
            if queries < 100:
                reason = f"queries per client are rounded down: up to {100 / queries:.2g} % higher"
                self.flags.append(Flag(run.line, "throughput_per_s", f"{queries:g}", reason))


def _sniff(source: SourceText) -> Recognition:
    times = sum(bool(_TIME.fullmatch(line)) for line in source.lines)
    rows = sum(bool(_ROW.fullmatch(line)) for line in source.lines)
    filled = sum(bool(line.strip()) for line in source.lines)
    if times or (rows and rows * 2 > filled):
        return Recognition(NAME, 0.95, f"{times} times of all queries, {rows} rows of its CSV")
    return Recognition(NAME, 0.0, "no 'number of seconds to run all queries' and no row of its CSV")


def _read(source: SourceText, options: Options) -> Reading:
    capture = _Capture()
    for number, line in enumerate(source.lines, 1):
        capture.take(number, line)
    capture.end()
    if not capture.runs:
        raise ReadError(
            "there is no run of mysqlslap in this capture",
            path=source.path,
            found=source.lines[0].strip()[:60],
            expected="'Benchmark' with times below it, or rows such as 'innodb,mixed,0.5,...'",
        )
    table = table_of_rows(
        "runs", _COLUMNS, capture.runs, source.provenance(NAME), flags=capture.flags
    )
    return reading_of_runs(NAME, source, [table], options)


READER = Reader(
    NAME,
    "output of mysqlslap and mariadb-slap",
    _sniff,
    _read,
    EXAMPLE,
    traits=(
        "blocks of text for each concurrency and engine, and the rows of --csv",
        "the rate is clients times queries over the mean time; what rounding hides is flagged",
        "a time of 0.000 s gives no rate",
    ),
    gives=(TableForm("runs", "one concurrency", _COLUMNS),),
)
