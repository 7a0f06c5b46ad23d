"""Output of redis-benchmark: in full, quiet (``-q``), and as CSV, of all generations.

Table ``runs``: one row per test. The quiet form and CSV do not say how many clients ran; the
option ``sessions`` does. Percentile rows with cumulative counts are a histogram. Progress that
overwrites itself on the terminal is passed over.
"""

from __future__ import annotations

import re

from contention.errors import ReadError
from contention.readers.benchmark_runs import little_flags, table_of_rows
from contention.readers.forms import TableForm
from contention.readers.reading import Options, Reader, Reading, Recognition
from contention.readers.redis_tests import BLOCK, CLIENTS, QUIET, REDIS_COLUMNS, RedisTests
from contention.readers.run_readings import reading_of_runs
from contention.readers.source import SourceText

__all__ = ["READER"]

NAME = "redis_benchmark"

EXAMPLE = """\
====== GET ======
  20000 requests completed in 0.20 seconds
  4 parallel clients
  3 bytes payload
  keep alive: 1

Latency by percentile distribution:
0.000% <= 0.015 milliseconds (cumulative count 402)
50.000% <= 0.039 milliseconds (cumulative count 11756)
100.000% <= 0.287 milliseconds (cumulative count 20000)

Summary:
  throughput summary: 100000.00 requests per second
  latency summary (msec):
          avg       min       p50       p95       p99       max
        0.039     0.008     0.039     0.047     0.063     0.287
"""

_HEADING = '"test","rps"'


def _is_csv(source: SourceText) -> bool:
    filled = [line for line in source.lines if line.strip() and not line.startswith("WARNING")]
    if not filled:
        return False
    if filled[0].startswith(_HEADING):
        return True
    pairs = [re.fullmatch(r'"[^"]{1,200}","\d{1,12}\.\d\d"\s*', line) for line in filled]
    return all(pairs)


def _sniff(source: SourceText) -> Recognition:
    if _is_csv(source):
        return Recognition(NAME, 0.9, 'rows such as "GET","181818.19"')
    blocks = sum(bool(BLOCK.fullmatch(line)) for line in source.lines)
    clients = sum(bool(CLIENTS.fullmatch(line.strip())) for line in source.lines)
    quiet = sum(bool(QUIET.fullmatch(line)) for line in source.lines)
    if (blocks and clients) or quiet:
        return Recognition(NAME, 0.95, f"{blocks} tests in full, {quiet} results in a line")
    return Recognition(
        NAME, 0.0, "no '====== GET ======' and no 'GET: 8347.25 requests per second'"
    )


def _read(source: SourceText, options: Options) -> Reading:
    capture = RedisTests()
    if _is_csv(source):
        capture.take_csv(source)
    else:
        for number, line in enumerate(source.lines, 1):
            capture.take(number, line)
    if not capture.runs:
        raise ReadError(
            "there is no test of redis-benchmark in this capture",
            path=source.path,
            found=source.lines[0].strip()[:60],
            expected="'====== GET ======', 'GET: 8347.25 requests per second', or its CSV",
        )
    capture.end(options.get("sessions"))
    provenance = source.provenance(NAME)
    made = [one.measurement(provenance) for one in capture.histograms()]
    flags = [*capture.flags, *little_flags(capture.runs)]
    table = table_of_rows("runs", REDIS_COLUMNS, capture.runs, provenance, flags=flags)
    histograms = [one for one in made if one is not None]
    return reading_of_runs(NAME, source, [table], options, histograms=histograms)


READER = Reader(
    NAME,
    "output of redis-benchmark",
    _sniff,
    _read,
    EXAMPLE,
    traits=(
        "the full form with percentiles and cumulative counts, which are a histogram",
        "the quiet form, with progress that overwrites itself, and commas between thousands",
        "CSV of two columns without a heading, and of eight with one; commas inside test names",
        "a warning above the CSV is passed over and flagged",
        "clients are printed by the full form alone; the option sessions gives them",
    ),
    gives=(TableForm("runs", "one test", REDIS_COLUMNS),),
)
