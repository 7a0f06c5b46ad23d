"""Histograms of the BCC tools, such as ``biolatency`` and ``runqlat``.

Rows such as ``4 -> 7 : 12 |****|`` hold both ends; a linear histogram's row has one value. All
values are whole numbers, so each bucket is written half-open, in the unit of the heading. A line
with mean, total and count behind the rows is a check.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from contention.errors import ReadError
from contention.measurements import Flag
from contention.readers.buckets import (
    BUCKET_FORM,
    Bucket,
    Buckets,
    bucket_table,
    tell_apart,
    unit_of_name,
)
from contention.readers.reading import Options, Reader, Reading, Recognition
from contention.readers.source import SourceText

__all__ = ["READER"]

NAME = "bcc"

EXAMPLE = """\
Tracing block device I/O... Hit Ctrl-C to end.

disk = 'sda'
     usecs               : count     distribution
         0 -> 1          : 0        |                                        |
         2 -> 3          : 2        |****                                    |
         4 -> 7          : 20       |****************************************|

avg = 5 usecs, total: 115 usecs, count: 22
"""

_HEADING = re.compile(r"\s*([\w ()/%-]{1,60}?)\s+: count\s+distribution\s*")
_ROW = re.compile(r"\s*(\d{1,20})(?: -> (\d{1,20}))?\s+: (\d{1,20})\s*\|[* +]*\|?\s*")
_LIKE = re.compile(r"\s*\d{1,20}(?: ->.{0,200}|\s+:.{0,200})")
_KEY = re.compile(r"\s*(\w[\w. ]{0,40} = \S.{0,100}?)\s*")
_SUM = re.compile(
    r"\s*avg = (\d{1,20}) (\w{1,8}), total: (\d{1,24}) (\w{1,8}), count: (\d{1,20})\s*"
)


@dataclass
class _Capture:
    unit: str = ""
    histograms: list[Buckets] = field(default_factory=list)
    flags: list[Flag] = field(default_factory=list)
    sums: int = 0
    key: str = ""
    open: bool = False

    def take(self, number: int, line: str) -> None:
        """Read one line; what a tool says else is passed over."""
        heading, row = _HEADING.fullmatch(line), _ROW.fullmatch(line)
        total, key = _SUM.fullmatch(line), _KEY.fullmatch(line)
        if heading:
            label = self.key or heading[1]
            self.histograms.append(Buckets(label, number, unit_of_name(heading[1]) or self.unit))
            self.key, self.open = "", True
        elif total:
            self._check(number, total)
        elif self.open and row:
            self._row(number, row)
        elif self.open and _LIKE.fullmatch(line):
            reason = "a row that cannot be read; left out"
            self.histograms[-1].flags.append(Flag(number, None, line.strip()[:60], reason))
        else:
            self.open = self.open and not line.strip()
            self.key = key[1] if key else self.key

    def _row(self, number: int, row: re.Match[str]) -> None:
        lower, upper = int(row[1]), int(row[2] or row[1]) + 1
        rows = self.histograms[-1].rows
        if upper <= lower or (rows and rows[-1].upper > lower):
            reason = "the rows do not increase: this is not one histogram"
            self.histograms[-1].flags.append(Flag(number, None, row[0].strip()[:60], reason))
            return
        rows.append(Bucket(number, lower, upper, int(row[3])))

    def _check(self, number: int, total: re.Match[str]) -> None:
        self.sums += 1
        self.open = False
        if not self.histograms:
            return
        one = self.histograms[-1]
        count, summed = int(total[5]), int(total[3])
        if count != one.total:
            reason = f"inconsistent: the rows hold {one.total} of {count} events"
            one.flags.append(Flag(number, "count", total[5], reason))
        same = unit_of_name(total[4]) == one.unit
        least = sum(row.lower * row.count for row in one.rows)
        most = sum(row.upper * row.count for row in one.rows)
        if same and count == one.total and not least <= summed <= most:
            reason = f"inconsistent: the rows allow {least:.0f} to {most:.0f}"
            one.flags.append(Flag(number, None, f"total: {total[3]}", reason))

    def end(self) -> None:
        """Flag a last histogram without the line of totals that others have."""
        found = [one for one in self.histograms if one.rows]
        if found and self.sums and self.open:
            reason = "no line of totals, which others have: the histogram may be cut"
            found[-1].flags.append(Flag(found[-1].rows[-1].line, None, found[-1].label, reason))
        for one in self.histograms:
            if not one.rows:
                reason = "a heading without rows: nothing was counted, or the capture is cut"
                self.flags.append(Flag(one.line, None, one.label, reason))
        tell_apart(found)
        self.histograms = found


def _sniff(source: SourceText) -> Recognition:
    headings = sum(bool(_HEADING.fullmatch(line)) for line in source.lines)
    rows = sum(bool(_ROW.fullmatch(line)) for line in source.lines)
    if headings and rows:
        return Recognition(NAME, 0.95, f"{headings} headings ': count  distribution', {rows} rows")
    return Recognition(NAME, 0.0, "no heading ': count     distribution' with rows under it")


def _read(source: SourceText, options: Options) -> Reading:
    capture = _Capture(str(options.get("unit", "")))
    for number, line in enumerate(source.lines, 1):
        capture.take(number, line)
    capture.end()
    if not capture.histograms:
        raise ReadError(
            "there is no histogram of the BCC tools in this capture",
            path=source.path,
            found=source.lines[0].strip()[:60],
            expected="'usecs : count distribution', and rows such as '4 -> 7 : 12 |****|'",
        )
    provenance = source.provenance(NAME)
    made = [one.measurement(provenance) for one in capture.histograms]
    return Reading(
        NAME,
        (bucket_table(capture.histograms, provenance),),
        issues=(*source.flags, *capture.flags),
        path=source.path,
        histograms=tuple(one for one in made if one is not None),
    )


READER = Reader(
    NAME,
    "histograms of the BCC tools",
    _sniff,
    _read,
    EXAMPLE,
    traits=(
        "ranges with both ends inside, and linear histograms with one value a row",
        "units of the heading; keys such as disk = 'sda' name the histogram",
        "several histograms in one capture, as interval output has them",
        "the line of mean, total and count is checked against the rows",
    ),
    gives=(BUCKET_FORM,),
)
