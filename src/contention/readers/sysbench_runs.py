"""The summary of a sysbench run, line by line: counts, rates and latencies of all versions."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from contention.measurements import Flag
from contention.readers.benchmark_runs import COMPLETE, RUN_COLUMNS, Run
from contention.readers.forms import ColumnForm
from contention.readers.quantities import plain_number, seconds

__all__ = ["SYSBENCH_COLUMNS", "SysbenchRun"]

_RUN, _STATUS, _WORKLOAD, _SESSIONS, _RATE, _RESPONSE, _DURATION = RUN_COLUMNS

SYSBENCH_COLUMNS = (
    _RUN,
    _STATUS,
    ColumnForm("version", "version of sysbench"),
    _WORKLOAD,
    _SESSIONS,
    _RATE,
    _RESPONSE,
    _DURATION,
    ColumnForm("transactions", "completed transactions"),
    ColumnForm("events", "completed events"),
    ColumnForm("reads", "read statements"),
    ColumnForm("writes", "write statements"),
    ColumnForm("others", "other statements"),
    ColumnForm("queries", "all statements"),
    ColumnForm("errors", "ignored errors"),
    ColumnForm("reconnects", "reconnects"),
    ColumnForm("read_mib_per_s", "MiB read per second, of the file test"),
    ColumnForm("written_mib_per_s", "MiB written per second, of the file test"),
    ColumnForm("transferred_mib_per_s", "MiB moved per second, of the memory test"),
    ColumnForm("latency_min_s", "shortest latency", "s"),
    ColumnForm("latency_mean_s", "mean latency, as printed", "s"),
    ColumnForm("latency_max_s", "longest latency", "s"),
    ColumnForm("percentile", "which percentile is printed, in percent"),
    ColumnForm("latency_percentile_s", "that percentile of the latency", "s"),
    ColumnForm("latency_sum_s", "sum of all latencies", "s"),
)

_N = r"(\S{1,30})"
_COUNTS = {
    "reads": re.compile(rf"read: {{1,40}}{_N}"),
    "writes": re.compile(rf"write: {{1,40}}{_N}"),
    "others": re.compile(rf"other: {{1,40}}{_N}"),
    "queries": re.compile(rf"total: {{1,40}}{_N}"),
    "errors": re.compile(rf"ignored errors: {{1,40}}{_N} {{1,9}}\(.*"),
    "reconnects": re.compile(rf"reconnects: {{1,40}}{_N} {{1,9}}\(.*"),
    "events": re.compile(rf"total number of events: {{1,40}}{_N}"),
    "read_mib_per_s": re.compile(rf"read, MiB/s: {{1,40}}{_N}"),
    "written_mib_per_s": re.compile(rf"written, MiB/s: {{1,40}}{_N}"),
    "transferred_mib_per_s": re.compile(rf"\S{{1,30}} MiB transferred \({_N} MiB/sec\)"),
    "events_per_s": re.compile(rf"(?:events per second|events/s \(eps\)): {{1,40}}{_N}"),
}
_TRANSACTIONS = re.compile(rf"transactions: {{1,40}}{_N} {{1,9}}\({_N} per sec\.\)")
_TIMES = {
    "duration_s": re.compile(rf"(?:total time|time elapsed): {{1,40}}{_N}"),
    "event_time_s": re.compile(rf"total time taken by event execution: {{1,40}}{_N}"),
}
_LATENCIES = {
    "latency_min_s": re.compile(rf"min: {{1,40}}{_N}"),
    "latency_mean_s": re.compile(rf"avg: {{1,40}}{_N}"),
    "latency_max_s": re.compile(rf"max: {{1,40}}{_N}"),
    "latency_sum_s": re.compile(rf"sum: {{1,40}}{_N}"),
}
_PERCENTILE = re.compile(
    r"(?:approx\. {1,9})?([\d.]{1,9})(?:th|st|nd|rd)? percentile: {1,40}(\S{1,30})"
)
_UNIT = re.compile(r"(?:Latency|response time)(?: \((\w{1,3})\))?:")
_THREADS = re.compile(r"Number of threads: (\d{1,9})")
_FAIR_END = re.compile(r"execution time \(avg/stddev\): {1,40}\S{1,40}/\S{1,40}")
_WORKLOADS = (
    (re.compile(r"Prime numbers limit:.*|CPU speed:"), "cpu"),
    (re.compile(r"Running memory speed test.*"), "memory"),
    (re.compile(r"Extra file open flags:.*|File operations:"), "fileio"),
)
_CAP_S = 100.0


@dataclass
class SysbenchRun:
    """A run that is being read."""

    row: Run
    number: int
    unit: str = ""
    where: dict[str, int] = field(default_factory=dict)
    flags: list[Flag] = field(default_factory=list)
    fatal: Flag | None = None
    last_line: int = 0

    def take(self, number: int, line: str) -> None:
        """Read one line of the options or the summary."""
        text = line.strip()
        self.last_line = number
        threads, transactions = _THREADS.fullmatch(text), _TRANSACTIONS.fullmatch(text)
        percentile, unit = _PERCENTILE.fullmatch(text), _UNIT.fullmatch(text)
        if threads:
            self.row.put("sessions", threads[1], int(threads[1]))
        elif unit:
            self.unit = unit[1] or ""
        elif transactions:
            self._number(number, "transactions", transactions[1])
            self._number(number, "throughput_per_s", transactions[2])
        elif percentile:
            self._number(number, "percentile", percentile[1])
            self._time(number, "latency_percentile_s", percentile[2], self.unit)
        elif _FAIR_END.fullmatch(text):
            self.row.put("status", text, COMPLETE)
        else:
            self._other(number, text)

    def _other(self, number: int, text: str) -> None:
        for column, pattern in _COUNTS.items():
            if match := pattern.fullmatch(text):
                self._number(number, column, match[1])
                return
        for patterns, unit in ((_TIMES, "s"), (_LATENCIES, self.unit)):
            for column, pattern in patterns.items():
                if match := pattern.fullmatch(text):
                    self._time(number, column, match[1], unit)
                    return
        for pattern, workload in _WORKLOADS:
            if pattern.fullmatch(text):
                self.row.put("workload", text, workload)

    def _number(self, number: int, column: str, text: str) -> None:
        self._put(number, column, text, plain_number(text), "text where a number belongs")

    def _time(self, number: int, column: str, text: str, unit: str) -> None:
        self._put(number, column, text, seconds(text, unit), "no time with a known unit")

    def _put(
        self, number: int, column: str, text: str, value: float | int | None, reason: str
    ) -> None:
        self.row.put(column, text, value)
        self.where[column] = number
        if value is None:
            self._flag(column, text, f"{reason}; the value is missing")

    def _flag(self, column: str, found: str, reason: str) -> None:
        self.flags.append(Flag(self.where.get(column, self.row.line), column, found, reason))

    def end(self) -> None:
        """Derive what follows, and flag what does not agree."""
        row = self.row
        row.put("run", None, self.number)
        if row.value("status") is None:
            row.put("status", None, "failed" if self.fatal else "unfinished")
            reason = "no summary behind this run: it was killed, or the capture is cut"
            self.flags.append(Flag(self.last_line, "status", "", reason))
        if self.fatal:
            self.flags.append(self.fatal)
        self._name()
        self._rates()
        self._check()

    def _name(self) -> None:
        row = self.row
        if row.value("queries") is not None and row.value("workload") is None:
            reads, writes = row.number("reads") or 0, row.number("writes") or 0
            kind = "read_write" if reads and writes else "read_only" if reads else "write_only"
            row.put("workload", None, f"oltp_{kind}")

    def _rates(self) -> None:
        row = self.row
        events, duration = row.number("events"), row.number("duration_s")
        per_second = row.cells.pop("events_per_s", None)
        if row.number("throughput_per_s") is None and "throughput_per_s" not in row.cells:
            if per_second is not None:
                row.cells["throughput_per_s"] = per_second
            elif events is not None and duration:
                row.put("throughput_per_s", None, events / duration)
        spent = row.cells.pop("event_time_s", None)
        if spent is not None and "latency_sum_s" not in row.cells:
            row.cells["latency_sum_s"] = spent
        total = row.number("latency_sum_s")
        if events and total is not None:
            row.put("response_time_s", None, total / events)
        elif "latency_mean_s" in row.cells:
            row.cells["response_time_s"] = row.cells["latency_mean_s"]

    def _check(self) -> None:
        row = self.row
        parts = [row.number(name) for name in ("reads", "writes", "others")]
        queries = row.number("queries")
        if None not in parts and queries is not None and sum(filter(None, parts)) != queries:
            total = f"{sum(filter(None, parts)):.0f}"
            self._flag("queries", f"{queries:.0f}", f"inconsistent: the parts add up to {total}")
        low, high = row.number("latency_min_s"), row.number("latency_max_s")
        if low is not None and high is not None:
            for column in ("latency_mean_s", "latency_percentile_s"):
                value = row.number(column)
                if value is not None and not low <= value <= high:
                    text = row.cells[column][0] or ""
                    self._flag(column, text, "inconsistent: not between minimum and maximum")
        if (row.number("latency_percentile_s") or 0) >= _CAP_S:
            text = row.cells["latency_percentile_s"][0] or ""
            self._flag("latency_percentile_s", text, "the tool counts no latency above 100 s")
        done, duration = (
            row.number("transactions") or row.number("events"),
            row.number("duration_s"),
        )
        rate = row.number("throughput_per_s")
        if done and duration and rate and abs(rate * duration / done - 1) > 0.01:
            reason = f"inconsistent: {done:.0f} in {duration:g} s are {done / duration:.2f} per s"
            self._flag("throughput_per_s", f"{rate:g}", reason)
