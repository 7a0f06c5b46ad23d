"""Logs of HdrHistogram (``.hlog``): one compressed histogram for each interval of time.

The histograms of one tag are added up and become one measurement. The log names no unit: the
option ``unit`` does. ``Interval_Max`` is printed in another unit than the histogram counts in, by
default a million times larger; it is a check of each histogram.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from contention.errors import ReadError
from contention.measurements import Flag
from contention.readers.benchmark_runs import Run, table_of_rows
from contention.readers.buckets import Bucket, Buckets
from contention.readers.forms import ColumnForm, TableForm
from contention.readers.hdr_encoding import EncodedHistogram, decoded
from contention.readers.reading import Options, Reader, Reading, Recognition
from contention.readers.source import SourceText

__all__ = ["READER"]

NAME = "hdr_log"

EXAMPLE = """\
#[Histogram log format version 1.3]
#[StartTime: 1780000000.250 (seconds since epoch), Thu May 28 20:26:40 UTC 2026]
"StartTimestamp","Interval_Length","Interval_Max","Interval_Compressed_Histogram"
0.125,1.002,2.507,HISTFAAAACZ42pNpmSzMwMDAxgABTFCaEURcm7yEwf4DRGCrdMB3JhYAdcEGqQ==
Tag=write,0.125,1.002,0.000,HISTFAAAACN42pNpmSzMwMDAzAABTFCaEURcm7yEwf4DRGA1Cx8AYNYFRg==
"""

_FORMAT = re.compile(r"#\[Histogram log format version ([\d.]{1,10})\]")
_TIME = re.compile(r"#\[(StartTime|BaseTime):? (\d{1,12}(?:\.\d{1,9})?) .{0,100}")
_NUMBER = r"(\d{1,15}(?:\.\d{1,9})?)"
_ROW = re.compile(
    rf"(?:Tag=([^,\s]{{1,200}}),)?{_NUMBER},{_NUMBER},{_NUMBER},([A-Za-z0-9+/=]{{8,100000}})"
)
_LIKE = re.compile(r"(?:Tag=[^,]{1,200},)?\d[\d.]{0,30},.{0,200}")
_HEADING = re.compile(r'"?StartTimestamp"?,"?Interval_Length"?,.{0,200}')
_YEAR = 365 * 86_400
_MOST_BYTES = 256 * 2**20
_SCALES = (1.0, 1e3, 1e6, 1e9)

_INTERVALS = (
    ColumnForm("tag", "tag of the histogram; missing where it has none"),
    ColumnForm("start_s", "start of the interval, as printed", "s"),
    ColumnForm("started_at_s", "the same in seconds since 1970, where the log says its start", "s"),
    ColumnForm("length_s", "length of the interval", "s"),
    ColumnForm("printed_max", "largest value, as printed, mostly in another unit"),
    ColumnForm("count", "values in the interval"),
    ColumnForm("mean", "their mean, by the middles of the cells, in the unit of the histogram"),
    ColumnForm("max", "largest value that the last cell holds"),
    ColumnForm("encoding", "version of the encoding, 0 to 2"),
)


@dataclass
class _Capture:
    times: dict[str, float] = field(default_factory=dict)
    rows: list[Run] = field(default_factory=list)
    sums: dict[tuple[str, tuple[int, int, float]], dict[float, list[float]]] = field(
        default_factory=dict
    )
    lines: dict[str, int] = field(default_factory=dict)
    flags: list[Flag] = field(default_factory=list)
    unpacked: int = 0

    def take(self, number: int, line: str) -> None:
        """Read one line."""
        text = line.strip()
        if match := _TIME.fullmatch(text):
            self.times[match[1]] = float(match[2])
        elif match := _ROW.fullmatch(text):
            self._row(number, match)
        elif text and not text.startswith("#") and not _HEADING.fullmatch(text):
            reason = "a line that cannot be read; left out"
            self.flags.append(Flag(number, None, text[:60], reason))

    def _row(self, number: int, match: re.Match[str]) -> None:
        if self.unpacked > _MOST_BYTES:
            reason = "left out: the histograms before it are 256 MiB unpacked"
            self.flags.append(Flag(number, None, match[0][:60], reason))
            return
        row = Run(number)
        for name, text in zip(
            ("start_s", "length_s", "printed_max"), match.groups()[1:4], strict=True
        ):
            row.put(name, text, float(text))
        if match[1]:
            row.put("tag", match[1], match[1])
        self.rows.append(row)
        try:
            one = decoded(match[5])
        except ReadError as error:
            found = error.found or match[5][:20]
            self.flags.append(
                Flag(number, "count", found, f"{error.message}; its counts are missing")
            )
            return
        self.unpacked += one.size
        total = int(one.count.sum())
        row.put("encoding", str(one.version), one.version)
        row.put("count", str(total), total)
        if total:
            middles = (one.lower + one.upper) / 2
            mean = float((middles * one.count).sum() / total)
            row.put("mean", None, round(mean, 6))
            row.put("max", None, float(one.upper[-1]))
        self._check(number, match[4], one)
        self._add(number, match[1] or "data", one)

    def _check(self, number: int, printed: str, one: EncodedHistogram) -> None:
        """Flag a largest value that the last cell does not hold in any usual unit."""
        low, high = (one.lower[-1], one.upper[-1]) if one.count.size else (0.0, 0.0)
        unit = 10.0 ** -len(printed.partition(".")[2])
        fits = any(
            (float(printed) - unit) * scale <= high and low <= (float(printed) + unit) * scale
            for scale in _SCALES
        )
        if not fits:
            reason = f"inconsistent: the last cell holds {low:g} to {high:g}, in no usual unit this"
            self.flags.append(Flag(number, "printed_max", printed, reason))

    def _add(self, number: int, label: str, one: EncodedHistogram) -> None:
        cells = self.sums.setdefault((label, one.scheme), {})
        self.lines.setdefault(label, number)
        for low, high, count in zip(
            one.lower.tolist(), one.upper.tolist(), one.count.tolist(), strict=True
        ):
            cell = cells.setdefault(low, [high, 0])
            cell[1] += count

    def end(self) -> None:
        """Add the times since 1970."""
        start, base = self.times.get("StartTime"), self.times.get("BaseTime")
        for row in self.rows:
            printed = row.number("start_s") or 0.0
            if base is not None:
                row.put("started_at_s", None, base + printed)
            elif start is not None:
                relative = printed < start - _YEAR
                row.put("started_at_s", None, start + printed if relative else printed)

    def histograms(self, unit: str) -> Iterator[Buckets]:
        """The sums, one for each tag; two where the precision changed within it."""
        labels = [label for label, _ in self.sums]
        for (label, scheme), cells in self.sums.items():
            line = self.lines[label]
            made = Buckets(label, line, unit)
            if labels.count(label) > 1:
                made.label = f"{label} {scheme[0]} digits from {2 ** scheme[1] * scheme[2]:g}"
                reason = "histograms of different precision under one tag are not added"
                made.flags.append(Flag(line, None, label, reason))
            made.rows = [
                Bucket(line, low, cells[low][0], int(cells[low][1])) for low in sorted(cells)
            ]
            if made.rows:
                yield made


def _sniff(source: SourceText) -> Recognition:
    named = sum(bool(_FORMAT.fullmatch(line.strip())) for line in source.lines[:50])
    rows = sum(bool(_ROW.fullmatch(line.strip())) for line in source.lines[:200])
    packed = any("HIST" in line for line in source.lines[:200])
    if rows and (named or packed):
        return Recognition(NAME, 0.97, f"{rows} intervals with a compressed histogram")
    return Recognition(NAME, 0.0, "no line such as '0.127,1.007,2.769,HISTFAAA...'")


def _read(source: SourceText, options: Options) -> Reading:
    capture = _Capture()
    for number, line in enumerate(source.lines, 1):
        capture.take(number, line)
    capture.end()
    if not capture.rows:
        raise ReadError(
            "there is no interval in this log",
            path=source.path,
            found=source.lines[0].strip()[:60],
            expected="lines such as '0.127,1.007,2.769,HISTFAAA...'",
            hint="; ".join(flag.reason for flag in capture.flags[:2]) or None,
        )
    provenance = source.provenance(NAME)
    sums = list(capture.histograms(str(options.get("unit", ""))))
    made = [one.measurement(provenance) for one in sums]
    table = table_of_rows("intervals", _INTERVALS, capture.rows, provenance, flags=capture.flags)
    return Reading(
        NAME,
        (table,),
        issues=(*source.flags, *(flag for one in sums for flag in one.flags)),
        path=source.path,
        histograms=tuple(one for one in made if one is not None),
    )


READER = Reader(
    NAME,
    "logs of HdrHistogram (.hlog)",
    _sniff,
    _read,
    EXAMPLE,
    traits=(
        "compressed histograms of versions 0, 1 and 2, also those of fractions",
        "tags: one histogram each, all intervals added up",
        "times since the start of the log, since a base time, or since 1970",
        "the printed maximum is held against each histogram; the unit is an option",
        "a histogram that is cut or damaged is missing and flagged, the others are kept",
    ),
    gives=(TableForm("intervals", "one interval; the histograms are measurements", _INTERVALS),),
)
