"""Percentile distributions of HdrHistogram, the ``.hgrm`` text.

Each row says that ``TotalCount`` values are no larger than ``Value``; two neighbouring rows are a
bucket. Values are printed with a fixed number of decimals, so the bucket from just above one
value up to the next is written half-open one unit of the last decimal higher. The three lines
behind the rows, with mean, maximum and count, are checks. The text names no unit: the option
``unit`` does.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from contention.errors import ReadError
from contention.measurements import Flag
from contention.readers.benchmark_runs import Run, table_of_rows
from contention.readers.buckets import BUCKET_FORM, Bucket, Buckets, bucket_table
from contention.readers.forms import ColumnForm, TableForm
from contention.readers.quantities import plain_number
from contention.readers.reading import Options, Reader, Reading, Recognition
from contention.readers.source import SourceText

__all__ = ["READER"]

NAME = "hdr_histogram"

EXAMPLE = """\
       Value     Percentile TotalCount 1/(1-Percentile)

       0.500 0.000000000000          4           1.00
       1.000 0.500000000000         50           2.00
       2.000 0.750000000000         75           4.00
       8.000 1.000000000000        100
#[Mean    =        2.480, StdDeviation   =        2.750]
#[Max     =        8.000, Total count    =          100]
#[Buckets =           12, SubBuckets     =         2048]
"""

_HEADING = re.compile(r"\s*\"?Value\"?[\s,]+\"?Percentile\"?[\s,]+\"?TotalCount\"?[\s,]+.{0,40}")
_ROW = re.compile(
    r"\s*(\d{1,20}(?:\.(\d{1,9}))?)[\s,]+([\d.]{1,20})[\s,]+(\d{1,20})(?:[\s,]+(\S{1,20}))?\s*"
)
_MEAN = re.compile(r"#\[Mean\s{1,9}=\s{1,20}(\S{1,30}), StdDeviation\s{1,9}=\s{1,20}(\S{1,30})\]")
_MAX = re.compile(r"#\[Max\s{1,9}=\s{1,20}(\S{1,30}), Total count\s{1,9}=\s{1,20}(\d{1,20})\]")
_INFINITE = ("inf", "infinity", "∞")
_LAST = re.compile(r"#\[Buckets\s{1,9}=.{1,60}\]")

_WITHIN = 0.001
"""A mean is made of the middles of cells, whose width is mostly a thousandth."""

_PERCENTILES = (
    ColumnForm("value", "no larger than this, in the unit of the capture"),
    ColumnForm("percentile", "share of all values, from 0 to 1"),
    ColumnForm("total_count", "number of values that are no larger"),
)
_SUMMARY = (
    ColumnForm("mean", "mean of all values"),
    ColumnForm("stddev", "their standard deviation"),
    ColumnForm("max", "largest value"),
    ColumnForm("total_count", "number of values"),
)


@dataclass
class _Capture:
    rows: list[Run] = field(default_factory=list)
    decimals: int = 0
    summary: Run | None = None
    whole: bool = False
    last_line: int = 0
    flags: list[Flag] = field(default_factory=list)
    commas: bool = False

    def take(self, number: int, line: str) -> None:
        """Read one line."""
        text = line.strip()
        row, mean, most = _ROW.fullmatch(line), _MEAN.fullmatch(text), _MAX.fullmatch(text)
        if row and not self.whole:
            self._row(number, row)
        elif mean or most:
            self.summary = self.summary or Run(number)
            names = ("mean", "stddev") if mean else ("max", "total_count")
            for name, cell in zip(names, (mean or most).groups(), strict=True):  # type: ignore[union-attr]
                self.summary.put(name, cell, plain_number(cell))
                if plain_number(cell) is None:
                    reason = "text where a number belongs; the value is missing"
                    self.flags.append(Flag(number, name, cell, reason))
        elif _LAST.fullmatch(text):
            self.whole = True
        elif text and self.rows:
            reason = "a row that cannot be read; left out"
            self.flags.append(Flag(number, None, text[:60], reason))
        self.last_line = number if text else self.last_line

    def _row(self, number: int, row: re.Match[str]) -> None:
        made = Run(number)
        for name, text in zip(
            ("value", "percentile", "total_count"), row.group(1, 3, 4), strict=True
        ):
            made.put(name, text, plain_number(text))
        self.decimals = max(self.decimals, len(row[2] or ""))
        before = self.rows[-1] if self.rows else None
        if before is not None and any(
            (made.number(name) or 0) < (before.number(name) or 0)
            for name in ("value", "total_count")
        ):
            reason = "values or counts fall: the row is left out"
            self.flags.append(Flag(number, None, row[0].strip()[:60], reason))
            return
        self.rows.append(made)
        if self.commas and made.number("percentile") == 1 and (row[5] or "").lower() in _INFINITE:
            self.whole = True

    def histogram(self, unit: str) -> Buckets:
        """The buckets between the rows; rows of one value are one bucket."""
        made = Buckets("data", self.rows[0].line, unit)
        step = 10.0**-self.decimals
        lower, seen = 0.0, 0
        for row in self.rows:
            value, count = row.number("value") or 0.0, int(row.number("total_count") or 0)
            upper = round(value + step, self.decimals)
            if count == seen:
                continue
            if made.rows and upper <= made.rows[-1].upper:
                last = made.rows.pop()
                made.rows.append(
                    Bucket(last.line, last.lower, last.upper, last.count + count - seen)
                )
            else:
                made.rows.append(
                    Bucket(row.line, lower if made.rows else value, upper, count - seen)
                )
            lower, seen = upper, count
        return made

    def check(self) -> None:
        """Flag what the lines behind the rows contradict, and that they are missing."""
        if not self.whole:
            reason = (
                "neither '#[Buckets = ...]' nor the last row of 1.0 ends it: the capture is cut"
            )
            self.flags.append(Flag(self.last_line, None, "", reason))
        if self.summary is None:
            return
        last = self.rows[-1].number("value") or 0.0
        below = max((row.number("value") or 0.0 for row in self.rows), key=lambda v: (v < last, v))
        told, found = self.summary.number("total_count"), self.rows[-1].number("total_count")
        if told is not None and told != found:
            reason = f"inconsistent: the last row says {found:g}"
            self.flags.append(Flag(self.summary.line, "total_count", f"{told:g}", reason))
        highest = self.summary.number("max")
        if highest is not None and not min(below, last) <= highest <= last:
            reason = f"inconsistent: the last row ends at {last:g}"
            self.flags.append(Flag(self.summary.line, "max", f"{highest:g}", reason))
        mean, most = self.summary.number("mean"), self.summary.number("max")
        if mean is not None and most is not None and mean > most:
            reason = "inconsistent: larger than the maximum"
            self.flags.append(Flag(self.summary.line, "mean", f"{mean:g}", reason))
        spread = self.summary.number("stddev")
        if spread is not None and most is not None and spread > (most + 10.0**-self.decimals) / 2:
            reason = "inconsistent: larger than half the maximum, which no values have"
            self.flags.append(Flag(self.summary.line, "stddev", f"{spread:g}", reason))

    def check_mean(self, histogram: Buckets) -> None:
        """Flag a mean that the buckets do not allow."""
        mean = self.summary.number("mean") if self.summary is not None else None
        if self.summary is None or mean is None or not histogram.total:
            return
        least = sum(row.lower * row.count for row in histogram.rows) / histogram.total
        most = sum(row.upper * row.count for row in histogram.rows) / histogram.total
        if not least * (1 - _WITHIN) <= mean <= most * (1 + _WITHIN):
            reason = f"inconsistent: the rows allow {least:.6g} to {most:.6g}"
            self.flags.append(Flag(self.summary.line, "mean", f"{mean:g}", reason))


def _sniff(source: SourceText) -> Recognition:
    rows = sum(bool(_ROW.fullmatch(line)) for line in source.lines)
    first = next((line for line in source.lines if line.strip()), "")
    if any(_HEADING.fullmatch(line) for line in source.lines) and rows:
        sure = 0.95 if _HEADING.fullmatch(first) else 0.8
        return Recognition(NAME, sure, f"the heading of percentiles, {rows} rows")
    return Recognition(NAME, 0.0, "no heading 'Value Percentile TotalCount' with rows under it")


def _read(source: SourceText, options: Options) -> Reading:
    capture = _Capture(commas=any("," in line for line in source.lines if _HEADING.fullmatch(line)))
    start = next((at for at, line in enumerate(source.lines) if _HEADING.fullmatch(line)), None)
    for number, line in enumerate(source.lines if start is not None else (), 1):
        if start is not None and number > start + 1:
            capture.take(number, line)
    if not capture.rows:
        raise ReadError(
            "there is no row of percentiles in this capture",
            path=source.path,
            found=source.lines[0].strip()[:60],
            expected="'Value Percentile TotalCount 1/(1-Percentile)', and rows of numbers",
        )
    capture.check()
    provenance = source.provenance(NAME)
    histogram = capture.histogram(str(options.get("unit", "")))
    capture.check_mean(histogram)
    made = histogram.measurement(provenance)
    tables = [
        table_of_rows("percentiles", _PERCENTILES, capture.rows, provenance, flags=capture.flags)
    ]
    if histogram.rows:
        tables.append(bucket_table([histogram], provenance))
    if capture.summary is not None:
        tables.append(table_of_rows("summary", _SUMMARY, [capture.summary], provenance))
    return Reading(
        NAME,
        tuple(tables),
        issues=source.flags,
        path=source.path,
        histograms=() if made is None else (made,),
    )


READER = Reader(
    NAME,
    "percentile distributions of HdrHistogram (.hgrm)",
    _sniff,
    _read,
    EXAMPLE,
    traits=(
        "counts between percentiles become buckets; rows of one value are joined",
        "the last row with inf, or with nothing, in its last column",
        "mean, maximum and count behind the rows are checked",
        "separated by blanks or by commas; the unit is an option, for the text names none",
    ),
    gives=(
        TableForm("percentiles", "one printed row", _PERCENTILES),
        BUCKET_FORM,
        TableForm("summary", "the lines behind the rows", _SUMMARY),
    ),
    ends="the line '#[Buckets = ...]'; separated by commas, the row of 1.0 with infinity",
)
