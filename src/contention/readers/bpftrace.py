"""Output of bpftrace, as text and as JSON: histograms, counts and statistics of its maps.

Table ``buckets``: every bucket, half-open. Table ``maps``: values of maps, one row each. Table
``stats``: counts, averages and totals. Table ``series``: time series. The unit of a histogram is
what its name says, such as ``@usecs``, or the option ``unit``. A histogram that is printed several
times has a number behind its name. What a program prints itself is passed over.
"""

from __future__ import annotations

from contention.errors import ContentionError, ReadError
from contention.readers.benchmark_runs import table_of_rows
from contention.readers.bpftrace_json import is_record, take_record
from contention.readers.bpftrace_series import series_row
from contention.readers.bpftrace_text import BpftraceText, bucket_row, map_heading
from contention.readers.buckets import BUCKET_FORM, bucket_table, tell_apart
from contention.readers.forms import ColumnForm, TableForm
from contention.readers.json_documents import JsonText, begins_as_json
from contention.readers.reading import Options, Reader, Reading, Recognition
from contention.readers.source import SourceText

__all__ = ["READER"]

NAME = "bpftrace"

EXAMPLE = """\
Attaching 3 probes...

@usecs[dd]:
[256, 512)            12 |@@@@@@@@@@@@@                                       |
[512, 1K)             48 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@|
[1K, 2K)               0 |                                                    |
[2K, 4K)               3 |@@@                                                 |

@reads[dd]: 63
"""

_MAPS = (
    ColumnForm("map", "name of the map"),
    ColumnForm("keys", "its keys, as printed"),
    ColumnForm("value", "its value"),
)
_SERIES = (
    ColumnForm("map", "name of the map"),
    ColumnForm("keys", "its keys, as printed"),
    ColumnForm("time", "start of the interval, as printed"),
    ColumnForm("value", "value in the interval; missing where there was none"),
)
_STATS = (
    ColumnForm("map", "name of the map"),
    ColumnForm("keys", "its keys, as printed"),
    ColumnForm("count", "number of events"),
    ColumnForm("average", "mean, rounded down by the tool"),
    ColumnForm("total", "sum"),
)


def _is_json(source: SourceText) -> bool:
    """Whether it is JSON; a bucket such as ``[2, 4)`` begins with a bracket too."""
    first = next((line for line in source.lines if line.strip()), "")
    return begins_as_json(source) and bucket_row(1, first.rstrip()) is None


def _sniff(source: SourceText) -> Recognition:
    if _is_json(source):
        try:
            first, _ = JsonText(source).first_document()
        except ContentionError as error:
            return Recognition(NAME, 0.0, error.message)
        if is_record(first.value):
            return Recognition(NAME, 0.95, f"a JSON record of the type {first.value['type']}")
        return Recognition(NAME, 0.0, 'JSON, but no record with "type" and "data"')
    maps = sum(bool(map_heading(line.rstrip())) for line in source.lines)
    rows = sum(bool(bucket_row(1, line.rstrip()) or series_row(line)) for line in source.lines)
    if maps and (rows or maps * 2 >= sum(bool(line.strip()) for line in source.lines)):
        return Recognition(NAME, 0.95, f"{maps} maps such as '@reads[dd]:', {rows} rows")
    if sum(bool(bucket_row(1, line.rstrip())) for line in source.lines) > 1:
        return Recognition(NAME, 0.9, f"{rows} buckets such as '[512, 1K)   48 |@@@|'")
    return Recognition(NAME, 0.0, "no map such as '@reads[dd]: 63' and no JSON record")


def _read(source: SourceText, options: Options) -> Reading:
    found = BpftraceText(str(options.get("unit", "")))
    if _is_json(source):
        for document in JsonText(source).documents():
            take_record(document, found)
    else:
        for number, line in enumerate(source.lines, 1):
            found.take(number, line)
        found.end()
    tell_apart(found.histograms)
    provenance = source.provenance(NAME)
    made = [one.measurement(provenance) for one in found.histograms]
    tables = [bucket_table(found.histograms, provenance)] if found.histograms else []
    for name, columns, rows in (
        ("maps", _MAPS, found.counts),
        ("stats", _STATS, found.stats),
        ("series", _SERIES, found.series),
    ):
        if rows:
            tables.append(table_of_rows(name, columns, rows, provenance))
    if not tables:
        raise ReadError(
            "there is no map of bpftrace in this capture",
            path=source.path,
            found=source.lines[0].strip()[:60],
            expected="lines such as '@reads[dd]: 63', histograms, or JSON records",
            hint="; ".join(flag.reason for flag in found.flags[:3]) or None,
        )
    return Reading(
        NAME,
        tuple(tables),
        issues=(*source.flags, *found.flags),
        path=source.path,
        histograms=tuple(one for one in made if one is not None),
    )


READER = Reader(
    NAME,
    "output of bpftrace, text and JSON",
    _sniff,
    _read,
    EXAMPLE,
    traits=(
        "hist, lhist and hist with sub-buckets; K, M and G are steps of 1,024",
        "open ends such as (..., 0) and [10, ...); rows of one value; the layouts of old builds",
        "JSON with one record a line or over several lines, whose buckets include both ends",
        "histograms printed again: numbered, and flagged where each holds all that was before",
        "maps with keys, counts, statistics; lost events are flagged",
        "time series of tseries, old layout and new; intervals without a value",
        "layouts that are not known are flagged and left out",
    ),
    gives=(
        BUCKET_FORM,
        TableForm("maps", "one value of a map", _MAPS),
        TableForm("stats", "count, average and total of one key", _STATS),
        TableForm("series", "one interval of a time series", _SERIES),
    ),
    long_lines=True,
)
