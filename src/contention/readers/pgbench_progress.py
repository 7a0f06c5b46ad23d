"""Progress lines of pgbench, as ``-P`` prints them on the standard error."""

from __future__ import annotations

import re

from contention.readers.benchmark_runs import Run
from contention.readers.forms import ColumnForm
from contention.readers.quantities import plain_number, seconds

__all__ = ["PROGRESS_COLUMNS", "is_progress", "progress_of"]

PROGRESS_COLUMNS = (
    ColumnForm("run", "number of the run in the capture, from 1"),
    ColumnForm("time_s", "time since the start, or since 1970 with --progress-timestamp", "s"),
    ColumnForm("throughput_per_s", "transactions per second since the last line"),
    ColumnForm("response_time_s", "mean latency since the last line", "s"),
    ColumnForm("response_time_stddev_s", "its standard deviation", "s"),
    ColumnForm("failed", "failed transactions"),
    ColumnForm("lag_s", "mean delay behind the schedule of a rate limit", "s"),
    ColumnForm("skipped", "transactions that the rate limit skipped"),
    ColumnForm("retried", "transactions that were retried"),
    ColumnForm("retries", "retries"),
)

_PROGRESS = re.compile(
    r"\s*progress: ([\d.]{1,20}) s, (\S{1,30}) tps, lat (\S{1,30}) (\w{1,3}) stddev ([^\s,]{1,30})"
    r"((?:, [^,]{1,40}){0,8})\s*"
)
_EXTRAS = {
    "failed": re.compile(r"(\d{1,18}) failed"),
    "lag_s": re.compile(r"lag (\S{1,30}) ms"),
    "skipped": re.compile(r"(\d{1,18}) skipped"),
    "retried": re.compile(r"(\d{1,18}) retried"),
    "retries": re.compile(r"(\d{1,18}) retries"),
}


def is_progress(line: str) -> bool:
    """Whether the line begins as a progress line does.

    Examples
    --------
    >>> is_progress("progress: 1.0 s, 6046.7 tps, lat 0.657 ms stddev 0.753, 0 failed")
    True
    """
    return line.lstrip().startswith("progress: ") and " tps" in line


def progress_of(number: int, line: str, run: int) -> tuple[Run, list[tuple[str, str]]] | None:
    """The row of a progress line, and its cells that cannot be read.

    Parameters
    ----------
    number : int
        Line of the capture.
    line : str
        Its text.
    run : int
        Number of the run.

    Returns
    -------
    tuple of (Run, list of (column, text)) or None
        None where the line is no whole progress line.

    Examples
    --------
    >>> row, bad = progress_of(1, "progress: 5.0 s, 0.0 tps, lat NaN ms stddev NaN", 1)
    >>> row.value("throughput_per_s"), [column for column, _ in bad]
    (0.0, ['response_time_s', 'response_time_stddev_s'])
    """
    match = _PROGRESS.fullmatch(line)
    if match is None:
        return None
    time, rate, latency, unit, deviation, extras = match.groups()
    row = Run(number)
    row.put("run", None, run)
    row.put("time_s", time, plain_number(time))
    row.put("throughput_per_s", rate, plain_number(rate))
    row.put("response_time_s", latency, seconds(latency, unit))
    row.put("response_time_stddev_s", deviation, seconds(deviation, unit))
    for extra in filter(None, extras.split(", ")):
        if not _extra(row, extra):
            return None
    bad = [(column, text or "") for column, (text, value) in row.cells.items() if value is None]
    return row, bad


def _extra(row: Run, text: str) -> bool:
    for column, pattern in _EXTRAS.items():
        if match := pattern.fullmatch(text):
            value = seconds(match[1], "ms") if column == "lag_s" else plain_number(match[1])
            row.put(column, match[1], value)
            return True
    return False
