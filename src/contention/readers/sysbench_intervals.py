"""Interval lines of sysbench, of all versions: rates and the latency percentile since the last.

Version 0.5 prints ``[ 10s] threads: 4, tps: 410.20, reads: ..., response time: 12.34ms (95%)``,
with the unit on the number; version 1 prints ``[ 10s ] thds: 4 tps: 410.20 qps: ... (r/w/o:
...) lat (ms,95%): 12.34 err/s: 0.00``. Some builds leave out the colon behind ``err/s``.
"""

from __future__ import annotations

import re

from contention.readers.benchmark_runs import Run
from contention.readers.forms import ColumnForm
from contention.readers.quantities import plain_number, seconds

__all__ = ["INTERVAL_COLUMNS", "interval_of", "looks_like_interval"]

INTERVAL_COLUMNS = (
    ColumnForm("run", "number of the run in the capture, from 1"),
    ColumnForm("time_s", "time since the start of the run", "s"),
    ColumnForm("sessions", "threads that ran; 0 in a last line after they have ended"),
    ColumnForm("throughput_per_s", "transactions, or events, per second"),
    ColumnForm("queries_per_s", "queries per second"),
    ColumnForm("reads_per_s", "reads per second"),
    ColumnForm("writes_per_s", "writes per second"),
    ColumnForm("others_per_s", "other statements per second"),
    ColumnForm("read_mib_per_s", "MiB read per second, of the file test"),
    ColumnForm("written_mib_per_s", "MiB written per second, of the file test"),
    ColumnForm("fsyncs_per_s", "synchronisations per second, of the file test"),
    ColumnForm("percentile", "which percentile of the latency is printed, in percent"),
    ColumnForm("latency_percentile_s", "that percentile", "s"),
    ColumnForm("errors_per_s", "errors per second"),
    ColumnForm("reconnects_per_s", "reconnects per second"),
)

_HEAD = re.compile(r"\s*\[\s{0,9}([\d.]{1,15})\s?s\s?\]\s(.*)")
_N = r"([^\s,;()/]{1,30})"
_FIELDS = {
    "sessions": re.compile(rf"\b(?:thds|threads):? {_N}"),
    "throughput_per_s": re.compile(rf"\b(?:tps|eps):? {_N}"),
    "queries_per_s": re.compile(rf"\bqps:? {_N}"),
    "reads_per_s": re.compile(rf"(?:\(r/w/o:? {_N}/|\breads:? {_N}(?=,|$|\s(?!MiB)))"),
    "writes_per_s": re.compile(
        rf"(?:\(r/w/o:? [^\s/]{{1,30}}/{_N}/|\bwrites:? {_N}(?=,|$|\s(?!MiB)))"
    ),
    "others_per_s": re.compile(rf"\(r/w/o:? [^\s/]{{1,30}}/[^\s/]{{1,30}}/{_N}\)"),
    "read_mib_per_s": re.compile(rf"\breads: {_N} MiB/s"),
    "written_mib_per_s": re.compile(rf"\bwrites: {_N} MiB/s"),
    "fsyncs_per_s": re.compile(rf"\bfsyncs: {_N}/s"),
    "errors_per_s": re.compile(rf"\b(?:errors|err/s):? {{1,3}}{_N}"),
    "reconnects_per_s": re.compile(rf"\b(?:reconnects|reconn/s):? {{1,3}}{_N}"),
}
_LATENCY = re.compile(r"\blat(?:ency)? \((\w{1,3}), ?([\d.]{1,9})%\): ([^\s,]{1,30})")
_RESPONSE = re.compile(r"\bresponse time: ([^\s,]{1,30}) \(([\d.]{1,9})%\)")
_NEEDED = ("throughput_per_s", "read_mib_per_s")


def looks_like_interval(line: str) -> bool:
    """Whether the line begins as an interval line does.

    Parameters
    ----------
    line : str
        A line of a capture.

    Returns
    -------
    bool
        Whether it starts with a time in square brackets and names a rate.

    Examples
    --------
    >>> looks_like_interval("[ 10s ] thds: 4 tps: 43.01 qps: 1397.23 err/s 1.00")
    True
    """
    match = _HEAD.fullmatch(line)
    return bool(match and re.search(r"\b(?:tps|eps|qps|reads)\b", match[2]))


def interval_of(number: int, line: str, run: int) -> tuple[Run, list[tuple[str, str]]] | None:
    """The row of an interval line, and its cells that cannot be read.

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
        None where the line is no whole interval line.

    Examples
    --------
    >>> row, _ = interval_of(7, "[ 5s ] thds: 4 tps: 43.01 lat (ms,95%): 8.5 err/s 1.00", 1)
    >>> row.value("latency_percentile_s"), row.value("errors_per_s")
    (0.0085, 1.0)
    """
    match = _HEAD.fullmatch(line)
    if match is None:
        return None
    row, bad = Run(number), []
    row.put("run", None, run)
    row.put("time_s", match[1], plain_number(match[1]))
    for column, pattern in _FIELDS.items():
        found = pattern.search(match[2])
        if found is None:
            continue
        text = next(group for group in found.groups() if group is not None)
        row.put(column, text, plain_number(text))
        if plain_number(text) is None:
            bad.append((column, text))
    if not any(column in row.cells for column in _NEEDED):
        return None
    bad += _latency(row, match[2])
    return row, bad


def _latency(row: Run, text: str) -> list[tuple[str, str]]:
    later, earlier = _LATENCY.search(text), _RESPONSE.search(text)
    if later is not None:
        unit, percentile, printed = later.groups()
        value = seconds(printed, unit)
    elif earlier is not None:
        printed, percentile = earlier.groups()
        value = seconds(printed)
    else:
        return []
    row.put("percentile", percentile, plain_number(percentile))
    row.put("latency_percentile_s", printed, value)
    return [] if value is not None else [("latency_percentile_s", printed)]
