"""Logs of pgbench by ``--log``: one row per transaction, or per interval.

Neither has a heading, and the columns depend on options and version; they are told by their
number. Table ``transactions``: ``--log`` alone, with 6 columns; a seventh is the lag of a rate
limit or the retries, whichever its values allow, and flagged. Table ``intervals``: with
``--aggregate-interval``, 6, 10, 11 or 15 columns; sums and sums of squares become mean and
standard deviation. Each thread of pgbench writes a file of its own, with its clients only.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from contention.errors import ContentionError, ReadError
from contention.measurements import Flag, Histogram, Table
from contention.readers.benchmark_runs import Run, table_of_rows
from contention.readers.forms import ColumnForm, TableForm
from contention.readers.histogram_columns import histograms_from
from contention.readers.reading import Options, Reader, Reading, Recognition
from contention.readers.source import SourceText

__all__ = ["READER"]

NAME = "pgbench_log"

EXAMPLE = """\
0 1 1798 0 1767607200 605512
1 1 2089 0 1767607200 605902
0 2 1181 0 1767607200 606811
1 2 1078 0 1767607200 607004
"""

_TRANSACTIONS = (
    ColumnForm("client", "number of the client"),
    ColumnForm("transaction", "number of the transaction of that client"),
    ColumnForm("status", "done, skipped, failed, serialization or deadlock"),
    ColumnForm("latency_us", "time that it took", "us"),
    ColumnForm("script", "number of the script"),
    ColumnForm("time_s", "clock at its end, since 1970", "s"),
    ColumnForm("lag_us", "delay behind the schedule of a rate limit", "us"),
    ColumnForm("retries", "how often it was tried again"),
)
_INTERVALS = (
    ColumnForm("time_s", "start of the interval, since 1970", "s"),
    ColumnForm("transactions", "transactions in it"),
    ColumnForm(
        "throughput_per_s", "transactions per second; empty for the first and last interval"
    ),
    ColumnForm("response_time_s", "mean latency", "s"),
    ColumnForm("response_time_stddev_s", "its standard deviation", "s"),
    ColumnForm("latency_min_s", "shortest latency", "s"),
    ColumnForm("latency_max_s", "longest latency", "s"),
    ColumnForm("lag_mean_s", "mean delay behind the schedule of a rate limit", "s"),
    ColumnForm("lag_max_s", "longest delay", "s"),
    ColumnForm("skipped", "transactions that the rate limit skipped"),
    ColumnForm("retried", "transactions that were tried again"),
    ColumnForm("retries", "how often"),
    ColumnForm("failed", "transactions that failed, of serialization or deadlock"),
)
_CELL = r"\d{1,20}"
_TRANSACTION = re.compile(
    rf"(\d{{1,9}}) (\d{{1,12}}) (\d{{1,15}}|skipped|failed|serialization|deadlock) (\d{{1,6}})"
    rf" (\d{{9,10}}) (\d{{1,6}})(?: ({_CELL}))?(?: ({_CELL}))?\s*"
)
_INTERVAL = re.compile(rf"(\d{{9,10}})((?: {_CELL}){{5}})((?: {_CELL}){{4,9}})?\s*")
_WIDTHS = (6, 10, 11, 15)
_MANY_RETRIES = 100


def _shape(source: SourceText) -> str:
    """``transactions``, ``intervals``, or nothing."""
    filled = [line for line in source.lines if line.strip()]
    singles = sum(bool(_TRANSACTION.fullmatch(line)) for line in filled)
    sums = sum(_width(line) > 0 for line in filled)
    if singles * 2 > len(filled):
        return "transactions"
    return "intervals" if sums * 2 > len(filled) else ""


def _width(line: str) -> int:
    match = _INTERVAL.fullmatch(line)
    width = len(line.split()) if match else 0
    return width if width in _WIDTHS else 0


def _sniff(source: SourceText) -> Recognition:
    shape = _shape(source)
    if shape:
        return Recognition(NAME, 0.85, f"rows of {shape}, of whole numbers with a clock")
    return Recognition(NAME, 0.0, "no rows such as '0 1 1798 0 1767607200 605512'")


def _transactions(source: SourceText, flags: list[Flag]) -> list[Run]:
    found = [
        (number, _TRANSACTION.fullmatch(line))
        for number, line in enumerate(source.lines, 1)
        if line.strip()
    ]
    matches = [match for _, match in found if match is not None]
    sevenths = [int(match[7]) for match in matches if match[7] and not match[8]]
    retries = bool(sevenths) and max(sevenths) < _MANY_RETRIES
    if sevenths:
        what = "retries" if retries else "lag_us"
        reason = f"a seventh column; its values, up to {max(sevenths)}, make it {what}"
        flags.append(Flag(found[0][0], what, str(sevenths[0]), reason))
    usual = Counter(len(match[0].split()) for match in matches).most_common(1)
    rows = []
    for number, match in found:
        if match is None or len(match[0].split()) != usual[0][0]:
            reason = "no row like the others; left out"
            flags.append(Flag(number, None, source.lines[number - 1].strip()[:60], reason))
            continue
        rows.append(_transaction(number, match, retries=retries))
    return rows


def _transaction(number: int, match: re.Match[str], *, retries: bool) -> Run:
    row = Run(number)
    row.put("client", match[1], int(match[1]))
    row.put("transaction", match[2], int(match[2]))
    done = match[3].isdecimal()
    row.put("status", match[3], "done" if done else match[3])
    row.put("latency_us", match[3], int(match[3]) if done else None)
    row.put("script", match[4], int(match[4]))
    row.put("time_s", f"{match[5]} {match[6]}", int(match[5]) + int(match[6]) / 1e6)
    if match[8]:
        row.put("lag_us", match[7], int(match[7]))
        row.put("retries", match[8], int(match[8]))
    elif match[7]:
        row.put("retries" if retries else "lag_us", match[7], int(match[7]))
    return row


def _intervals(source: SourceText, flags: list[Flag]) -> list[Run]:
    found = [(number, line) for number, line in enumerate(source.lines, 1) if line.strip()]
    usual = Counter(_width(line) for _, line in found if _width(line)).most_common(1)[0][0]
    rows = []
    for number, line in found:
        if _width(line) != usual:
            reason = f"no row of {usual} numbers like the others; left out"
            flags.append(Flag(number, None, line.strip()[:60], reason))
        else:
            rows.append(_interval(number, [int(cell) for cell in line.split()], flags))
    _rates(rows)
    return rows


def _moments(count: int, total: int, squares: int) -> tuple[float | None, float | None]:
    """Mean and standard deviation, in seconds, of microseconds added up."""
    if not count:
        return None, None
    mean = total / count
    variance = squares / count - mean**2
    return mean / 1e6, math.sqrt(variance) / 1e6 if variance >= 0 else None


def _interval(number: int, cells: Sequence[int], flags: list[Flag]) -> Run:
    row = Run(number)
    start, count, total, squares, low, high = cells[:6]
    mean, deviation = _moments(count, total, squares)
    row.put("time_s", str(start), start)
    row.put("transactions", str(count), count)
    row.put("response_time_s", str(total), mean)
    row.put("response_time_stddev_s", str(squares), deviation)
    row.put("latency_min_s", str(low), low / 1e6 if count else None)
    row.put("latency_max_s", str(high), high / 1e6 if count else None)
    if count and not low <= total / count <= high:
        reason = "inconsistent: the mean is not between minimum and maximum"
        flags.append(Flag(number, "response_time_s", str(total), reason))
    if count and deviation is None:
        reason = "inconsistent: the sum of squares is too small"
        flags.append(Flag(number, "response_time_stddev_s", str(squares), reason))
    if len(cells) >= 10 and any(cells[6:10]):
        lag, _ = _moments(count, cells[6], cells[7])
        row.put("lag_mean_s", str(cells[6]), lag)
        row.put("lag_max_s", str(cells[9]), cells[9] / 1e6)
    names = ("skipped", "retried", "retries")
    for name, cell in zip(names, cells[10:13], strict=False):
        row.put(name, str(cell), cell)
    if len(cells) == 15:
        row.put("failed", f"{cells[13]} {cells[14]}", cells[13] + cells[14])
    return row


def _rates(rows: Sequence[Run]) -> None:
    """Rates of the intervals that are whole: neither the first nor the last."""
    starts = [row.number("time_s") or 0.0 for row in rows]
    steps = [after - before for before, after in pairwise(starts)]
    length = min((step for step in steps if step > 0), default=0.0)
    for at, row in enumerate(rows):
        whole = 0 < at < len(rows) - 1 and length > 0
        count = row.number("transactions") or 0.0
        row.put("throughput_per_s", None, count / length if whole else None)


def _read(source: SourceText, options: Options) -> Reading:
    shape = _shape(source)
    if not shape:
        raise ReadError(
            "these are no rows of a log of pgbench",
            path=source.path,
            line=1,
            found=source.lines[0].strip()[:60],
            expected="6 to 8 columns for each transaction, or 6, 10, 11 or 15 for each interval",
        )
    flags: list[Flag] = []
    single = shape == "transactions"
    rows = _transactions(source, flags) if single else _intervals(source, flags)
    columns = _TRANSACTIONS if single else _INTERVALS
    table = table_of_rows(shape, columns, rows, source.provenance(NAME), flags=flags)
    histograms: tuple[Histogram, ...] = ()
    refused: dict[str, ContentionError] = {}
    if single:
        try:
            histograms = histograms_from(_latencies(table), options)
        except ContentionError as error:
            refused = {"histogram": error}
    return Reading(
        NAME,
        (table,),
        issues=source.flags,
        path=source.path,
        refused=refused,
        histograms=histograms,
    )


def _latencies(table: Table) -> Table:
    return Table("latencies", (table.column("latency_us"),), table.lines, table.provenance)


READER = Reader(
    NAME,
    "logs of pgbench by --log, single or aggregated",
    _sniff,
    _read,
    EXAMPLE,
    traits=(
        "single transactions, with lag and retries; skipped and failed ones have no latency",
        "aggregated intervals of all versions, told by the number of their columns",
        "a seventh column is lag or retries, whichever its values allow, and flagged",
        "sums and sums of squares become mean and standard deviation, and are checked",
        "single latencies are a histogram",
    ),
    gives=(
        TableForm("transactions", "one transaction", _TRANSACTIONS),
        TableForm("intervals", "one interval", _INTERVALS),
    ),
)
