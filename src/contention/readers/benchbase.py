"""Summaries of BenchBase, ``*.summary.json``: one run each.

Latencies are in microseconds, and the elapsed time in nanoseconds, as the keys say.
``throughput_per_s`` counts all requests, ``goodput_per_s`` those that succeeded. The sessions are
the terminals. The windows that BenchBase and OLTPBench write as CSV are read as delimited text.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from contention.errors import ContentionError, ReadError
from contention.measurements import Flag
from contention.readers.benchmark_runs import (
    COMPLETE,
    RUN_COLUMNS,
    Run,
    little_flags,
    table_of_rows,
)
from contention.readers.forms import ColumnForm, TableForm
from contention.readers.json_documents import JsonText, begins_as_json
from contention.readers.quantities import plain_number, seconds
from contention.readers.reading import Options, Reader, Reading, Recognition
from contention.readers.run_readings import reading_of_runs
from contention.readers.source import SourceText

__all__ = ["READER"]

NAME = "benchbase"

EXAMPLE = """\
{
  "Elapsed Time (nanoseconds)": 60000000000,
  "DBMS Type": "POSTGRES",
  "Benchmark Type": "tpcc",
  "Final State": "EXIT",
  "Measured Requests": 60000,
  "scalefactor": "10",
  "terminals": "8",
  "Latency Distribution": {
    "Minimum Latency (microseconds)": 1500,
    "Average Latency (microseconds)": 7980,
    "95th Percentile Latency (microseconds)": 16000,
    "Maximum Latency (microseconds)": 90000
  },
  "Throughput (requests/second)": 1000.0,
  "Goodput (requests/second)": 996.5
}
"""

_PERCENTILES = ("25th", "median", "75th", "90th", "95th", "99th")
_COLUMNS = (
    *RUN_COLUMNS,
    ColumnForm("goodput_per_s", "requests that succeeded, per second"),
    ColumnForm("requests", "measured requests"),
    ColumnForm("database", "type of the database"),
    ColumnForm("version", "version of the database"),
    ColumnForm("scale", "scale factor of the tables"),
    ColumnForm("isolation", "isolation level"),
    ColumnForm("latency_min_s", "shortest latency", "s"),
    *(ColumnForm(f"latency_{name}_s", f"{name} percentile", "s") for name in _PERCENTILES),
    ColumnForm("latency_max_s", "longest latency", "s"),
)
_TEXTS = {
    "DBMS Type": "database",
    "DBMS Version": "version",
    "isolation": "isolation",
    "scalefactor": "scale",
}
_NUMBERS = {
    "terminals": "sessions",
    "Measured Requests": "requests",
    "Throughput (requests/second)": "throughput_per_s",
    "Goodput (requests/second)": "goodput_per_s",
}
_LATENCY = re.compile(r"(\w{1,10})(?: Percentile)? Latency \((\w{1,20})\)")
_LATENCIES = {
    "Minimum": "latency_min_s",
    "Average": "response_time_s",
    "Median": "latency_median_s",
    "Maximum": "latency_max_s",
    **{name: f"latency_{name}_s" for name in _PERCENTILES if name != "median"},
}
_UNITS = {"microseconds": "us", "milliseconds": "ms", "nanoseconds": "ns", "seconds": "s"}
_ELAPSED = re.compile(r"Elapsed Time \((\w{1,20})\)")


def _is_summary(value: object) -> bool:
    return isinstance(value, dict) and "Latency Distribution" in value and "terminals" in value


def _sniff(source: SourceText) -> Recognition:
    if not begins_as_json(source):
        return Recognition(NAME, 0.0, "it does not begin with {")
    try:
        first, _ = JsonText(source).first_document()
    except ContentionError as error:
        return Recognition(NAME, 0.0, error.message)
    if _is_summary(first.value):
        return Recognition(NAME, 0.97, "a summary with terminals and a latency distribution")
    return Recognition(NAME, 0.0, 'JSON, but no "Latency Distribution" beside "terminals"')


def _run(summary: Mapping[str, Any], line: int, number: int, flags: list[Flag]) -> Run:
    run = Run(line)
    run.put("run", None, number)
    state = summary.get("Final State", "EXIT")
    run.put("status", str(state), COMPLETE if state in ("EXIT", "DONE") else "unfinished")
    for key, column in _TEXTS.items():
        if key in summary:
            run.put(column, str(summary[key]), str(summary[key]))
    for key, column in _NUMBERS.items():
        _put(run, column, summary.get(key), flags)
    for key, value in summary.items():
        if match := _ELAPSED.fullmatch(str(key)):
            _put(run, "duration_s", value, flags, _UNITS.get(match[1], match[1]))
    distribution = summary["Latency Distribution"]
    for key, value in distribution.items() if isinstance(distribution, dict) else ():
        match = _LATENCY.fullmatch(str(key))
        if match and match[1] in _LATENCIES:
            _put(run, _LATENCIES[match[1]], value, flags, _UNITS.get(match[2], match[2]))
        else:
            flags.append(Flag(line, None, str(key)[:60], "a latency that is not known; left out"))
    parts = [summary.get("Benchmark Type"), run.value("database"), run.value("scale")]
    run.put("workload", None, " ".join(str(part) for part in parts if part))
    return run


def _put(run: Run, column: str, value: object, flags: list[Flag], unit: str = "") -> None:
    if value is None:
        return
    text = str(value)
    number = seconds(text, unit) if unit else plain_number(text)
    run.put(column, text, number)
    if number is None:
        reason = "no number, or no known unit; the value is missing"
        flags.append(Flag(run.line, column, f"{text} {unit}".strip(), reason))


def _check(run: Run, flags: list[Flag]) -> None:
    rate, done, duration = (run.number(n) for n in ("throughput_per_s", "requests", "duration_s"))
    if rate and done and duration and abs(rate * duration / done - 1) > 0.01:
        reason = f"inconsistent: {done:.0f} in {duration:g} s are {done / duration:.2f} per s"
        flags.append(Flag(run.line, "throughput_per_s", f"{rate:g}", reason))
    order = ["latency_min_s", *(f"latency_{name}_s" for name in _PERCENTILES), "latency_max_s"]
    known = [(name, run.number(name)) for name in order if run.number(name) is not None]
    for (_, low), (name, high) in pairwise(known):
        if (low or 0) > (high or 0):
            reason = "inconsistent: smaller than the percentile below it"
            flags.append(Flag(run.line, name, f"{high:g}", reason))


def _read(source: SourceText, options: Options) -> Reading:
    flags: list[Flag] = []
    runs: list[Run] = []
    for document in JsonText(source).documents():
        if not _is_summary(document.value):
            raise ReadError(
                "this is no summary of BenchBase",
                path=source.path,
                line=document.line,
                found=str(document.value)[:60],
                expected='an object with "terminals" and "Latency Distribution"',
            )
        run = _run(document.value, document.line, len(runs) + 1, flags)
        _check(run, flags)
        runs.append(run)
    table = table_of_rows(
        "runs", _COLUMNS, runs, source.provenance(NAME), flags=[*flags, *little_flags(runs)]
    )
    return reading_of_runs(NAME, source, [table], options)


READER = Reader(
    NAME,
    "summaries of BenchBase",
    _sniff,
    _read,
    EXAMPLE,
    traits=(
        "the unit of every latency is the one that its key names",
        "throughput counts all requests, goodput those that succeeded",
        "runs that did not end by themselves are no row of a sweep",
        "rates, the order of the percentiles and Little's law are checked",
    ),
    gives=(TableForm("runs", "one summary", _COLUMNS),),
    ends="the closing brace of the object",
    long_lines=True,
)
