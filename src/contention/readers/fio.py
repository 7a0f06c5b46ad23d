"""Results of fio: JSON, JSON+ and terse lines.

Text before and after the JSON, as fio prints it for warnings and with several formats at once, is
passed over; lines that name an error are flagged. Table ``jobs``: one row per job and direction.
Table ``runs``: one row per group of jobs that ran at once; its sessions are the requests kept in
flight, jobs times queue depth, and its throughput and response time those of all directions.
``iops_mean`` is not used: with logs of each request it counts log entries. Bins of JSON+ are
histograms.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from contention.errors import ReadError
from contention.measurements import Flag
from contention.readers.benchmark_runs import (
    COMPLETE,
    RUN_COLUMNS,
    Run,
    little_flags,
    table_of_rows,
)
from contention.readers.buckets import Bucket, Buckets
from contention.readers.fio_forms import JOB_COLUMNS, PERCENTILE_COLUMNS
from contention.readers.fio_jobs import Direction, Job, job_of_json, jobs_of_terse
from contention.readers.forms import TableForm
from contention.readers.json_documents import JsonText
from contention.readers.reading import Options, Reader, Reading, Recognition
from contention.readers.run_readings import reading_of_runs
from contention.readers.source import SourceText

__all__ = ["READER"]

NAME = "fio"

EXAMPLE = """\
{
  "fio version" : "fio-3.33",
  "global options" : {"ioengine" : "libaio", "iodepth" : "4", "rw" : "randread", "bs" : "4k"},
  "jobs" : [
    {
      "jobname" : "reads", "groupid" : 0, "error" : 0,
      "read" : {
        "bw_bytes" : 16384000, "iops" : 4000.0, "runtime" : 10000, "total_ios" : 40000,
        "lat_ns" : {"min" : 90000, "max" : 9000000, "mean" : 995000.0, "N" : 40000},
        "clat_ns" : {"percentile" : {"50.000000" : 970000, "99.000000" : 2500000}}
      }
    }
  ]
}
"""

_SHAPE = ("rw", "readwrite", "bs", "blocksize", "ioengine")


def _json_at(source: SourceText) -> int | None:
    """The line where the JSON starts: the first that is an opening brace alone, or begins one."""
    for number, line in enumerate(source.lines, 1):
        if line.startswith("{"):
            return number
    return None


def _sniff(source: SourceText) -> Recognition:
    terse = sum(jobs_of_terse(line, 1) is not None for line in source.lines)
    if terse:
        return Recognition(NAME, 0.95, f"{terse} terse lines")
    start = _json_at(source)
    if start is not None:
        head = "\n".join(source.lines[start - 1 : start + 4])
        if '"fio version"' in head[:4000]:
            return Recognition(NAME, 0.97, 'JSON with "fio version"')
    if any(line.startswith("fio-") for line in source.lines) and any(
        "IOPS=" in line or "iops=" in line for line in source.lines
    ):
        reason = "the normal report of fio: run it again with --output-format=json"
        return Recognition(NAME, 0.3, reason)
    return Recognition(NAME, 0.0, 'no JSON with "fio version", and no terse line')


def _jobs(source: SourceText, flags: list[Flag]) -> list[Job]:
    terse = [(at, jobs_of_terse(line, at)) for at, line in enumerate(source.lines, 1)]
    found = [job for _, job in terse if job is not None]
    if found:
        return found
    start = _json_at(source)
    if start is None:
        raise ReadError(
            "there is no JSON and no terse line of fio in this capture",
            path=source.path,
            found=source.lines[0].strip()[:60],
            expected="what fio writes with --output-format=json, json+ or terse",
            hint="run fio again with --output-format=json",
        )
    document, behind = JsonText(source, start).first_document()
    around = [*range(1, start), *range(behind, len(source.lines) + 1)]
    for number in around:
        text = source.lines[number - 1]
        if "error" in text.lower() or text.startswith("fio: "):
            reason = "a message outside the JSON"
            flags.append(Flag(number, None, text.strip()[:80], reason))
    report = document.value
    entries = report.get("jobs") if isinstance(report, Mapping) else None
    if not isinstance(entries, list):
        raise ReadError(
            "the JSON has no list of jobs",
            path=source.path,
            line=document.line,
            found=str(report)[:60],
            expected='"jobs" : [ ... ]',
        )
    shared = report.get("global options")
    made = []
    for entry in entries:
        if isinstance(entry, Mapping):
            line = _line_of(source, start, str(entry.get("jobname")))
            made.append(job_of_json(entry, shared if isinstance(shared, Mapping) else {}, line))
        else:
            flags.append(Flag(start, None, str(entry)[:60], "no job; left out"))
    return made


def _line_of(source: SourceText, start: int, name: str) -> int:
    """The line that names a job; the start of the JSON where none does."""
    for number in range(start, len(source.lines) + 1):
        text = source.lines[number - 1]
        if '"jobname"' in text and f'"{name}"' in text:
            return number
    return start


def _mean(parts: Sequence[tuple[float, float | None]]) -> float | None:
    """The mean of values weighted by rates; None where one is missing."""
    total = sum(weight for weight, _ in parts)
    known = [(weight, value) for weight, value in parts if value is not None]
    if len(known) < len(parts) or not total:
        return None
    return sum(weight * value for weight, value in known) / total


def _run(number: int, jobs: Sequence[Job]) -> Run:
    run = Run(jobs[0].line)
    run.put("run", None, number)
    failed = [job.error for job in jobs if job.error]
    parts = [direction for job in jobs for direction in job.directions]
    run.put("status", None, "failed" if failed else COMPLETE if parts else "unfinished")
    first = jobs[0].options
    shape = [first[key] for key in _SHAPE if key in first]
    run.put("workload", None, " ".join(dict.fromkeys([jobs[0].name, *shape])))
    names = [job.name for job in jobs]
    alone = {job.name for job in jobs if names.count(job.name) == 1}
    if any(job.options for job in jobs):
        sessions = sum(job.depth * (job.jobs if job.name in alone else 1) for job in jobs)
        run.put("sessions", None, sessions)
    rates = [(part.iops or 0.0, part.latency_mean_s) for part in parts]
    run.put("throughput_per_s", None, math.fsum(rate for rate, _ in rates) if parts else None)
    run.put("response_time_s", None, _mean(rates))
    durations = [part.runtime_s for part in parts if part.runtime_s is not None]
    run.put("duration_s", None, max(durations, default=None))
    return run


def _row(number: int, job: Job, part: Direction) -> Run:
    row = Run(job.line)
    row.put("run", None, number)
    row.put("job", job.name, job.name)
    row.put("direction", part.kind, part.kind)
    row.put("error", None, job.error)
    for column, value in (
        ("throughput_per_s", part.iops),
        ("bandwidth_bytes_per_s", part.bandwidth_bytes_per_s),
        ("requests", part.ios),
        ("duration_s", part.runtime_s),
        ("latency_min_s", part.latency_min_s),
        ("response_time_s", part.latency_mean_s),
        ("latency_max_s", part.latency_max_s),
    ):
        row.put(column, None, value)
    return row


def _check(row: Run) -> list[Flag]:
    flags = []
    rate, done, duration = (
        row.number(name) for name in ("throughput_per_s", "requests", "duration_s")
    )
    if rate and done and duration and abs(rate * duration / done - 1) > 0.05:
        reason = f"inconsistent: {done:.0f} in {duration:g} s are {done / duration:.2f} per s"
        flags.append(Flag(row.line, "throughput_per_s", f"{rate:g}", reason))
    low, mean, high = (
        row.number(name) for name in ("latency_min_s", "response_time_s", "latency_max_s")
    )
    if low is not None and mean is not None and high is not None and not low <= mean <= high:
        reason = "inconsistent: not between minimum and maximum"
        flags.append(Flag(row.line, "response_time_s", f"{mean:.6g}", reason))
    return flags


def _percentile_rows(number: int, job: Job, part: Direction) -> list[Run]:
    rows = []
    for percent, value in sorted(part.percentiles.items()):
        row = Run(job.line)
        row.put("run", None, number)
        row.put("job", job.name, job.name)
        row.put("direction", part.kind, part.kind)
        row.put("percentile", None, percent)
        row.put("latency_s", None, value)
        rows.append(row)
    return rows


def _buckets(job: Job, part: Direction) -> Buckets:
    one = Buckets(f"{job.name} {part.kind}", job.line, "ns")
    bins = sorted(part.bins, key=lambda bucket: bucket.lower)
    one.rows = [Bucket(job.line, b.lower, b.upper, b.count) for b in bins]
    if part.ios is not None and one.rows and one.total != part.ios:
        reason = f"inconsistent: the bins hold {one.total} of {part.ios} requests"
        one.flags.append(Flag(job.line, "requests", str(part.ios), reason))
    return one


def _read(source: SourceText, options: Options) -> Reading:
    flags: list[Flag] = []
    jobs = _jobs(source, flags)
    if not jobs:
        raise ReadError(
            "the report of fio has no job",
            path=source.path,
            found='"jobs" : [ ]',
            expected="at least one job that ran",
        )
    groups = [
        [job for job in jobs if job.group == group]
        for group in dict.fromkeys(job.group for job in jobs)
    ]
    runs = [_run(number, group) for number, group in enumerate(groups, 1)]
    numbered = [
        (number, job, part)
        for number, group in enumerate(groups, 1)
        for job in group
        for part in job.directions
    ]
    rows = [_row(*one) for one in numbered]
    told = [flag for row in rows for flag in _check(row)] + [f for job in jobs for f in job.flags]
    provenance = source.provenance(NAME)
    histograms = [one for one in (_buckets(job, part) for _, job, part in numbered) if one.rows]
    made = [one.measurement(provenance) for one in histograms]
    flags += [flag for one in histograms for flag in one.flags]
    tables = [table_of_rows("runs", RUN_COLUMNS, runs, provenance, flags=little_flags(runs))]
    if rows:
        tables.append(table_of_rows("jobs", JOB_COLUMNS, rows, provenance, flags=told))
    else:
        flags += told
    percentiles = [row for one in numbered for row in _percentile_rows(*one)]
    if percentiles:
        tables.append(table_of_rows("percentiles", PERCENTILE_COLUMNS, percentiles, provenance))
    found = [one for one in made if one is not None]
    return reading_of_runs(NAME, source, tables, options, issues=flags, histograms=found)


READER = Reader(
    NAME,
    "results of fio: JSON, JSON+ and terse",
    _sniff,
    _read,
    EXAMPLE,
    traits=(
        "JSON between warnings and a normal report; messages outside it are flagged",
        "latencies in nanoseconds of version 3, in microseconds of version 2 and of terse lines",
        "groups of jobs that ran at once are one run; its sessions are jobs times queue depth",
        "engines that wait for each request have a queue depth of 1, whatever was asked for",
        "iops_mean is not used, and flagged where it is far from iops",
        "bins of JSON+ are histograms, checked against the number of requests",
    ),
    gives=(
        TableForm("runs", "one group of jobs that ran at once", RUN_COLUMNS),
        TableForm("jobs", "one job in one direction", JOB_COLUMNS),
        TableForm("percentiles", "one percentile of the latency", PERCENTILE_COLUMNS),
    ),
    ends="the closing brace of the JSON; terse lines have no mark of their end",
    long_lines=True,
)
