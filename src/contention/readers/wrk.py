"""Output of wrk and wrk2: one run for each ``Running ... test``.

``K`` behind a rate is 1,000. Latencies carry their unit; one without is missing and flagged, never
taken for milliseconds. A duration of more than a year is a counter that ran over: it is missing.
The detailed percentile spectrum of wrk2 is read by :mod:`contention.readers.hdr_histogram`.
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
    little_flags,
    table_of_rows,
)
from contention.readers.forms import ColumnForm, TableForm
from contention.readers.quantities import plain_number, seconds
from contention.readers.reading import Options, Reader, Reading, Recognition
from contention.readers.run_readings import reading_of_runs
from contention.readers.source import SourceText

__all__ = ["READER"]

NAME = "wrk"

EXAMPLE = """\
Running 30s test @ http://server:8080/index.html
  4 threads and 64 connections
  Thread Stats   Avg      Stdev     Max   +/- Stdev
    Latency     1.28ms  734.20us  10.10ms   81.96%
    Req/Sec    12.25k   660.12    13.33k    66.10%
  Latency Distribution
     50%    1.10ms
     99%    4.20ms
  1470000 requests in 30.00s, 423.06MB read
Requests/sec:  49000.00
Transfer/sec:     14.10MB
"""

_RUN, _STATUS, _WORKLOAD, _SESSIONS, _RATE, _RESPONSE, _DURATION = RUN_COLUMNS
_COLUMNS = (
    *RUN_COLUMNS,
    ColumnForm("threads", "threads of the tool"),
    ColumnForm("requests", "completed requests"),
    ColumnForm("response_time_stddev_s", "standard deviation of the latency", "s"),
    ColumnForm("latency_max_s", "longest latency", "s"),
    *(
        ColumnForm(f"latency_p{name}_s", f"{text}th percentile of the latency", "s")
        for name, text in (("50", "50"), ("75", "75"), ("90", "90"), ("99", "99"))
    ),
    ColumnForm("socket_errors", "errors of connect, read and write, and time-outs"),
    ColumnForm("status_errors", "responses that were neither 2xx nor 3xx"),
)
_YEAR_S = 365 * 86_400.0

_BEGINS = re.compile(r"\s*Running (\S{1,30}) test @ (\S{1,400})\s*")
_LOAD = re.compile(r"\s*(\d{1,9}) threads? and (\d{1,9}) connections?\s*")
_LATENCY = re.compile(
    r"\s*Latency\s{1,20}(\S{1,30})\s{1,20}(\S{1,30})\s{1,20}(\S{1,30})\s{1,20}\S+\s*"
)
_QUANTILE = re.compile(r"\s*(50|75|90|99)(?:\.000)?%\s{1,20}(\S{1,30})\s*")
_DONE = re.compile(r"\s*(\S{1,30}) requests in (\S{1,40}), \S{1,40} read\s*")
_ERRORS = re.compile(
    r"\s*Socket errors: connect (\d{1,18}), read (\d{1,18}), write (\d{1,18}),"
    r" timeout (\d{1,18})\s*"
)
_STATUS_ERRORS = re.compile(r"\s*Non-2xx or 3xx responses: (\d{1,18})\s*")
_RATE_LINE = re.compile(r"\s*Requests/sec:\s{1,20}(\S{1,40})\s*")
_ENDS = re.compile(r"\s*Transfer/sec:\s{1,20}\S{1,40}\s*")


@dataclass
class _Capture:
    runs: list[Run] = field(default_factory=list)
    flags: list[Flag] = field(default_factory=list)
    last_line: int = 0

    def take(self, number: int, line: str) -> None:
        """Read one line."""
        if begins := _BEGINS.fullmatch(line):
            self._close()
            self.runs.append(Run(number))
            self.runs[-1].put("run", None, len(self.runs))
            self.runs[-1].put("workload", begins[2], begins[2])
            self.last_line = number
        elif self.runs and line.strip():
            self.last_line = number
            self._of_run(number, line)

    def _of_run(self, number: int, line: str) -> None:
        run = self.runs[-1]
        if load := _LOAD.fullmatch(line):
            run.put("threads", load[1], int(load[1]))
            run.put("sessions", load[2], int(load[2]))
        elif latency := _LATENCY.fullmatch(line):
            names = ("response_time_s", "response_time_stddev_s", "latency_max_s")
            for name, text in zip(names, latency.groups(), strict=True):
                self._time(number, name, text)
        elif quantile := _QUANTILE.fullmatch(line):
            self._time(number, f"latency_p{quantile[1]}_s", quantile[2])
        elif done := _DONE.fullmatch(line):
            self._put(number, "requests", done[1], plain_number(done[1]), "no number")
            self._time(number, "duration_s", done[2])
        elif _ENDS.fullmatch(line):
            run.put("status", None, COMPLETE)
        else:
            self._counts(number, line)

    def _counts(self, number: int, line: str) -> None:
        run = self.runs[-1]
        if errors := _ERRORS.fullmatch(line):
            total = sum(map(int, errors.groups()))
            run.put("socket_errors", line.strip(), total)
            if total:
                reason = "requests failed: the rate and the latencies leave them out"
                self.flags.append(Flag(number, "socket_errors", line.strip()[:80], reason))
        elif status := _STATUS_ERRORS.fullmatch(line):
            run.put("status_errors", status[1], int(status[1]))
            reason = "the server answered with errors, which count as requests"
            self.flags.append(Flag(number, "status_errors", status[1], reason))
        elif rate := _RATE_LINE.fullmatch(line):
            self._put(number, "throughput_per_s", rate[1], plain_number(rate[1]), "no number")

    def _time(self, number: int, column: str, text: str) -> None:
        value = seconds(text)
        if value is not None and value > _YEAR_S:
            self._put(number, column, text, None, "more than a year: a counter ran over")
        else:
            self._put(number, column, text, value, "no time with a known unit")

    def _put(
        self, number: int, column: str, text: str, value: float | int | None, reason: str
    ) -> None:
        self.runs[-1].put(column, text, value)
        if value is None:
            self.flags.append(Flag(number, column, text, f"{reason}; the value is missing"))

    def _close(self) -> None:
        if not self.runs:
            return
        run = self.runs[-1]
        if "status" not in run.cells:
            run.put("status", None, "unfinished")
            reason = "no line 'Transfer/sec' behind this run: it failed, or the capture is cut"
            self.flags.append(Flag(self.last_line, "status", "", reason))
        rate, done, duration = (
            run.number(name) for name in ("throughput_per_s", "requests", "duration_s")
        )
        if rate and done and duration and abs(rate * duration / done - 1) > 0.02:
            reason = f"inconsistent: {done:.0f} in {duration:g} s are {done / duration:.2f} per s"
            self.flags.append(Flag(run.line, "throughput_per_s", f"{rate:g}", reason))

    def end(self) -> None:
        """Settle the last run."""
        self._close()


def _sniff(source: SourceText) -> Recognition:
    runs = sum(bool(_BEGINS.fullmatch(line)) for line in source.lines)
    loads = sum(bool(_LOAD.fullmatch(line)) for line in source.lines)
    if runs and loads:
        return Recognition(NAME, 0.97, f"{runs} lines 'Running ... test @', {loads} of connections")
    return Recognition(NAME, 0.0, "no 'Running 30s test @' with threads and connections")


def _read(source: SourceText, options: Options) -> Reading:
    capture = _Capture()
    for number, line in enumerate(source.lines, 1):
        capture.take(number, line)
    capture.end()
    if not capture.runs:
        raise ReadError(
            "there is no run of wrk in this capture",
            path=source.path,
            found=source.lines[0].strip()[:60],
            expected="'Running 30s test @ http://server/', and its results",
        )
    flags = [*capture.flags, *little_flags(capture.runs)]
    table = table_of_rows("runs", _COLUMNS, capture.runs, source.provenance(NAME), flags=flags)
    return reading_of_runs(NAME, source, [table], options)


READER = Reader(
    NAME,
    "output of wrk and wrk2",
    _sniff,
    _read,
    EXAMPLE,
    traits=(
        "several runs in one capture; the workload is the address",
        "latencies in the unit that they carry; without one they are missing and flagged",
        "durations and latencies of more than a year, and values such as -nan, are missing",
        "errors of sockets and of the server are counted and flagged",
        "rates and Little's law are checked",
    ),
    gives=(TableForm("runs", "one run", _COLUMNS),),
    ends="the line 'Transfer/sec' of every run",
)
