"""The tests of redis-benchmark, line by line, in all the forms that it prints."""

from __future__ import annotations

import csv as csv_format
import re
from dataclasses import dataclass, field

from contention.measurements import Flag
from contention.readers.benchmark_runs import COMPLETE, RUN_COLUMNS, Run
from contention.readers.buckets import Bucket, Buckets
from contention.readers.forms import ColumnForm
from contention.readers.quantities import plain_number, seconds
from contention.readers.source import SourceText

__all__ = ["BLOCK", "CLIENTS", "QUIET", "REDIS_COLUMNS", "RedisTests"]

_LATENCIES = ("avg", "min", "p50", "p95", "p99", "max")
_NAMES = {
    "avg": "response_time_s",
    "min": "latency_min_s",
    "p50": "latency_p50_s",
    "p95": "latency_p95_s",
    "p99": "latency_p99_s",
    "p99.9": "latency_p99_9_s",
    "max": "latency_max_s",
}
REDIS_COLUMNS = (
    *RUN_COLUMNS,
    ColumnForm("requests", "completed requests"),
    ColumnForm("payload_bytes", "size of a value", "bytes"),
    *(
        ColumnForm(_NAMES[name], f"{words} of the latency", "s")
        for name, words in (
            ("min", "minimum"), ("p50", "median"), ("p95", "95th percentile"),
            ("p99", "99th percentile"), ("p99.9", "99.9th percentile"), ("max", "maximum"),
        )
    ),
)  # fmt: skip

BLOCK = re.compile(r".*====== (.{1,200}) ======\s*")
_COMPLETED = re.compile(r"(\d{1,18}) requests completed in (\S{1,20}) seconds")
CLIENTS = re.compile(r"(\d{1,9}) parallel clients")
_PAYLOAD = re.compile(r"(\d{1,12}) bytes payload")
_RATE = re.compile(r"(?:throughput summary: )?([\d.,]{1,30}) requests per second")
_CUMULATIVE = re.compile(
    r"[\d.]{1,10}% <= (\d{1,12}(?:\.\d{1,9})?) milliseconds \(cumulative count (\d{1,18})\)"
)
_DISTRIBUTION = re.compile(r"(Latency by percentile|Cumulative) distribution.*:")
_SUMMARY = re.compile(r"avg\s{1,20}min\s{1,20}p50\s{1,20}p95\s{1,20}p99\s{1,20}max")
QUIET = re.compile(
    r"\s*(\S.{0,200}?): ([\d.,]{1,30}) requests per second((?:, p[\d.]{1,6}=[\d.,]{1,20} m?sec"
    r"|, p[\d.]{1,6}=[\d.,]{1,20} ms){0,6})\s*"
)
_QUANTILE = re.compile(r"(p[\d.]{1,6})=([\d.,]{1,20})")
_PROGRESS = re.compile(r".*: rps=[\d.]{1,20} \(overall: .*")


@dataclass
class RedisTests:
    """All tests of a capture, as they are read."""

    runs: list[Run] = field(default_factory=list)
    flags: list[Flag] = field(default_factory=list)
    counts: list[list[tuple[int, float, int]]] = field(default_factory=list)
    in_block: bool = False
    counting: bool = False
    in_summary: bool = False

    def begin(self, number: int, test: str) -> Run:
        """Start a row."""
        self.runs.append(Run(number))
        self.counts.append([])
        self.runs[-1].put("run", None, len(self.runs))
        self.runs[-1].put("workload", test, test)
        return self.runs[-1]

    def take(self, number: int, line: str) -> None:
        """Read one line of the full or the quiet form."""
        block, quiet = BLOCK.fullmatch(line), QUIET.fullmatch(line)
        if block:
            self.begin(number, block[1])
            self.in_block, self.counting, self.in_summary = True, False, False
        elif quiet and not _PROGRESS.fullmatch(line) and quiet[1] != "throughput summary":
            self._quiet(number, quiet)
        elif self.in_block:
            self._of_block(number, line.strip())

    def _quiet(self, number: int, quiet: re.Match[str]) -> None:
        run = self.begin(number, quiet[1])
        self.in_block = False
        run.put("status", None, COMPLETE)
        self._number(number, "throughput_per_s", quiet[2])
        for name, text in _QUANTILE.findall(quiet[3]):
            if name in _NAMES:
                self._time(number, _NAMES[name], text)
            else:
                reason = "a percentile that has no column; left out"
                self.flags.append(Flag(number, None, f"{name}={text}", reason))

    def _of_block(self, number: int, text: str) -> None:
        cumulative, rate = _CUMULATIVE.fullmatch(text), _RATE.fullmatch(text)
        run = self.runs[-1]
        if self._setting(number, text):
            return
        if kind := _DISTRIBUTION.fullmatch(text):
            self.counting = kind[1].startswith("Latency")
        elif cumulative and self.counting:
            self.counts[-1].append((number, float(cumulative[1]), int(cumulative[2])))
        elif rate:
            self._number(number, "throughput_per_s", rate[1])
            if not text.startswith("throughput"):
                run.put("status", None, COMPLETE)
        elif _SUMMARY.fullmatch(text):
            self.in_summary = True
        elif self.in_summary and len(text.split()) == len(_LATENCIES):
            for name, cell in zip(_LATENCIES, text.split(), strict=True):
                self._time(number, _NAMES[name], cell)
            run.put("status", None, COMPLETE)
            self.in_block = self.in_summary = False

    def _setting(self, number: int, text: str) -> bool:
        run = self.runs[-1]
        if completed := _COMPLETED.fullmatch(text):
            run.put("requests", completed[1], int(completed[1]))
            self._time(number, "duration_s", completed[2], "s")
        elif clients := CLIENTS.fullmatch(text):
            run.put("sessions", clients[1], int(clients[1]))
        elif payload := _PAYLOAD.fullmatch(text):
            run.put("payload_bytes", payload[1], int(payload[1]))
        else:
            return False
        return True

    def _number(self, number: int, column: str, text: str) -> None:
        self._put(number, column, text, _grouped(text))

    def _time(self, number: int, column: str, text: str, unit: str = "ms") -> None:
        value = _grouped(text)
        self._put(number, column, text, None if value is None else seconds(str(value), unit))

    def _put(self, number: int, column: str, text: str, value: float | int | None) -> None:
        self.runs[-1].put(column, text, value)
        if value is None:
            reason = "text where a number belongs; the value is missing"
            self.flags.append(Flag(number, column, text, reason))

    def take_csv(self, source: SourceText) -> None:
        """Read the rows of a CSV, with or without a heading."""
        names = ["test", "rps"]
        for number, line in enumerate(source.lines, 1):
            if not line.startswith('"'):
                if line.strip():
                    reason = "no row of the table; passed over"
                    self.flags.append(Flag(number, None, line.strip()[:60], reason))
                continue
            cells = next(csv_format.reader([line]), [])
            if cells[:2] == ["test", "rps"]:
                names = cells
            elif len(cells) != len(names):
                reason = f"{len(cells)} cells where {len(names)} belong; the row is left out"
                self.flags.append(Flag(number, None, line[:60], reason))
            else:
                self._row(number, dict(zip(names, cells, strict=True)))

    def _row(self, number: int, cells: dict[str, str]) -> None:
        run = self.begin(number, cells.pop("test"))
        run.put("status", None, COMPLETE)
        self._number(number, "throughput_per_s", cells.pop("rps"))
        for name, text in cells.items():
            short = name.removesuffix("_latency_ms")
            if short in _NAMES:
                self._time(number, _NAMES[short], text)
            else:
                reason = "a column that is not known; left out"
                self.flags.append(Flag(number, None, f"{name}: {text}", reason))

    def end(self, sessions: object) -> None:
        """Settle every run."""
        for run in self.runs:
            if "status" not in run.cells:
                run.put("status", None, "unfinished")
                reason = "no summary behind this test: it was stopped, or the capture is cut"
                self.flags.append(Flag(run.line, "status", str(run.value("workload")), reason))
            if "sessions" not in run.cells and isinstance(sessions, int):
                run.put("sessions", None, sessions)
            low, high = run.number("latency_min_s"), run.number("latency_max_s")
            for column in ("response_time_s", "latency_p50_s", "latency_p95_s", "latency_p99_s"):
                value = run.number(column)
                if value is None or low is None or high is None or low <= value <= high:
                    continue
                reason = "inconsistent: not between minimum and maximum"
                self.flags.append(Flag(run.line, column, f"{value:.6g}", reason))

    def histograms(self) -> list[Buckets]:
        """The buckets between the percentile rows of each test."""
        made = []
        for run, counts in zip(self.runs, self.counts, strict=True):
            one = Buckets(str(run.value("workload")), run.line, "ms")
            lower, seen = 0.0, 0
            for line, value, count in counts:
                upper = round(value + 0.001, 6)
                if count > seen and upper > lower:
                    one.rows.append(Bucket(line, lower, upper, count - seen))
                    lower, seen = upper, count
            requests = run.number("requests")
            if counts and requests is not None and seen != requests:
                reason = f"inconsistent: the percentiles count {seen} of {requests:.0f} requests"
                self.flags.append(Flag(counts[-1][0], "requests", f"{requests:.0f}", reason))
            made.append(one)
        return made


def _grouped(text: str) -> float | int | None:
    """A number with a decimal point, and perhaps commas between thousands."""
    if re.fullmatch(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?", text):
        text = text.replace(",", "")
    return plain_number(text)
