"""The maps that bpftrace prints as text: histograms, counts, statistics.

A histogram's rows are half-open, ``[256, 512)``; ``K``, ``M`` and ``G`` are steps of 2^10. Rows of
one value are ``[0]``; old builds print ``[0, 1]`` with both ends inside, and ``(...,0]`` for what
lies below zero. All values are whole numbers, so each is written half-open.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field

from contention.measurements import Flag
from contention.readers.benchmark_runs import Run
from contention.readers.bpftrace_series import (
    is_series_end,
    is_series_frame,
    series_row,
    series_run,
)
from contention.readers.buckets import Bucket, Buckets, unit_of_name
from contention.readers.quantities import plain_number

__all__ = ["BpftraceText", "bucket_row", "map_heading"]

_LABEL = re.compile(r"(@\w{0,100})(?:\[(.{0,2000})\])?: ?(.{0,2000})")
_END = r"-?\d{1,20}[KMGTPE]?"
_ROW = re.compile(
    rf"([\[(])(\.\.\.|{_END})(?:, ?(\.\.\.|{_END}))?([\])])\s+(-?\d{{1,20}})\s\|[@ ]*\|?\s*"
)
_STATS = re.compile(r"count (-?\d{1,20}), average (-?\d{1,20}), total (-?\d{1,20})")
_LOST = re.compile(r"Lost (\d{1,18}) events")
_SCALE: dict[str, int] = {"": 0, "K": 1, "M": 2, "G": 3, "T": 4, "P": 5, "E": 6}


def map_heading(line: str) -> re.Match[str] | None:
    """Name, keys and value of a line such as ``@reads[dd]: 12``; None for another line.

    Examples
    --------
    >>> map_heading("@usecs[dd, 4]: ").groups()
    ('@usecs', 'dd, 4', '')
    """
    return _LABEL.fullmatch(line)


def bucket_row(number: int, line: str) -> Bucket | None:
    """The bucket of a histogram's row; None for another line.

    Examples
    --------
    >>> row = bucket_row(1, "[512, 1K)             17 |@@@@@    |")
    >>> row.lower, row.upper, row.count
    (512, 1024, 17)
    >>> bucket_row(1, "(..., 0)               1 |@@   |").upper
    0
    """
    match = _ROW.fullmatch(line)
    if match is None:
        return None
    opened, low, high, closed, count = match.groups()
    lower: float
    upper: float
    if low == "...":
        lower, upper = -math.inf, _value(high or "0")
    elif high == "...":
        lower, upper = _value(low), math.inf
    else:
        lower, upper = _value(low), _value(high or low)
    if closed == "]" and "..." not in (low, high):
        upper += 1
    if opened == "(" and low != "...":
        lower += 1
    return Bucket(number, lower, upper, int(count))


def _value(text: str) -> int:
    scale = text[-1] if text[-1].isalpha() else ""
    return int(text.removesuffix(scale)) << (10 * _SCALE[scale])


@dataclass
class BpftraceText:
    """Everything that the text holds.

    Attributes
    ----------
    histograms : list of Buckets
        Histograms, in the order of the capture.
    counts, stats, series : list of Run
        Values of maps, statistics, and time series.
    flags : list of Flag
        What could not be taken at face value.
    """

    unit: str = ""
    histograms: list[Buckets] = field(default_factory=list)
    counts: list[Run] = field(default_factory=list)
    stats: list[Run] = field(default_factory=list)
    series: list[Run] = field(default_factory=list)
    flags: list[Flag] = field(default_factory=list)
    current: Buckets | None = None
    pending: tuple[int, str] | None = None
    in_series: bool = False

    def take(self, number: int, line: str) -> None:
        """Read one line; text that the program printed itself is passed over."""
        text = line.rstrip()
        heading, row = map_heading(text), bucket_row(number, text)
        if row is not None:
            self._bucket(number, row)
        elif heading is not None:
            self._close("")
            self._heading(number, heading)
        elif (self.pending or self.in_series) and self._series(number, text):
            return
        elif not text:
            self.current = None
        elif lost := _LOST.fullmatch(text):
            reason = "events were lost: the counts are too low"
            self.flags.append(Flag(number, None, lost[1], reason))
        elif self.in_series:
            self.flags.append(Flag(number, None, text[:80], "a row that cannot be read; left out"))
        elif self.pending is not None:
            self._unknown(*self.pending)
        elif self.current is not None:
            reason = "a row of a histogram that cannot be read; left out"
            self.current.flags.append(Flag(number, None, text[:80], reason))

    def _series(self, number: int, text: str) -> bool:
        """Whether the line is of a time series; its rows are kept."""
        row = series_row(text)
        if row is not None and self.pending is not None:
            heading = map_heading(f"{self.pending[1]}:")
            name, keys = (heading[1], heading[2]) if heading else (self.pending[1], None)
            self.series.append(series_run(number, name, keys, *row))
            self.in_series = True
        elif is_series_end(text) and self.in_series:
            self.pending, self.in_series = None, False
        else:
            return is_series_frame(text)
        return True

    def _bucket(self, number: int, row: Bucket) -> None:
        if self.current is None:
            line, label = self.pending or (number, "data")
            self.current = Buckets(label, line, unit_of_name(label) or self.unit)
            self.histograms.append(self.current)
            self.pending = None
        if self.current.rows and self.current.rows[-1].upper > row.lower:
            reason = "the rows do not increase: this is not one histogram"
            self.current.flags.append(Flag(number, None, self.current.label, reason))
        if row.count < 0:
            reason = "a negative count: the row is left out"
            self.current.flags.append(Flag(number, "count", str(row.count), reason))
            return
        self.current.rows.append(row)

    def _heading(self, number: int, heading: re.Match[str]) -> None:
        name, keys, value = heading.groups()
        label = name if keys is None else f"{name}[{keys}]"
        stats = _STATS.fullmatch(value)
        self.pending = None
        if not value:
            self.pending = (number, label)
            return
        row = Run(number)
        row.put("map", name, name)
        row.put("keys", keys, keys)
        if stats:
            for column, text in zip(("count", "average", "total"), stats.groups(), strict=True):
                row.put(column, text, int(text))
            self.stats.append(row)
            return
        whole = plain_number(value)
        row.put("value", value, value if whole is None else whole)
        self.counts.append(row)

    def _unknown(self, line: int, label: str) -> None:
        reason = "a layout that is not known under this name; left out"
        self.flags.append(Flag(line, None, label, reason))
        self.pending = None

    def _close(self, found: str) -> None:
        if self.in_series:
            reason = "no line 'v____v' behind the last row: the series may be cut"
            self.flags.append(Flag(self.series[-1].line, None, "", reason))
            self.pending, self.in_series = None, False
        if self.pending is not None:
            self._unknown(*self.pending)
        if self.current is not None:
            reason = "no empty line behind the last row: the histogram may be cut"
            last = self.current.rows[-1].line if self.current.rows else self.current.line
            self.current.flags.append(Flag(last, None, found or self.current.label, reason))
            self.current = None

    def end(self) -> None:
        """Flag a histogram that ends with the file and not with an empty line."""
        self._close("")
        self.histograms = [one for one in self.histograms if one.rows]
