"""What bpftrace writes with ``-f json``: one record a line, or records over several lines.

The ends of a bucket are both inside, ``{"min": 2, "max": 3}``; without ``min`` or ``max`` the
bucket is open. All values are whole numbers, so each is written half-open.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any

from contention.measurements import Flag
from contention.readers.benchmark_runs import Run
from contention.readers.bpftrace_series import series_run
from contention.readers.bpftrace_text import BpftraceText
from contention.readers.buckets import Bucket, Buckets, unit_of_name
from contention.readers.json_documents import Document
from contention.readers.typed_cells import cell_text

__all__ = ["RECORD_TYPES", "is_record", "take_record"]

RECORD_TYPES = {
    *("hist", "lhist", "map", "stats", "value", "lost_events", "attached_probes", "printf"),
    *("time", "join", "cat", "syscall", "tseries", "str", "strftime", "error"),
}

_STATS = ("count", "average", "total")


def is_record(value: object) -> bool:
    """Whether a JSON value is a record of bpftrace.

    Examples
    --------
    >>> is_record({"type": "hist", "data": {"@": []}}), is_record({"type": "cat"})
    (True, False)
    """
    kind = value.get("type") if isinstance(value, dict) and "data" in value else None
    return isinstance(kind, str) and kind in RECORD_TYPES


def take_record(document: Document, found: BpftraceText) -> None:
    """Add a record to what was found.

    Examples
    --------
    >>> found = BpftraceText()
    >>> data = {"@us": [{"min": 2, "max": 3, "count": 5}]}
    >>> take_record(Document(1, {"type": "hist", "data": data}), found)
    >>> found.histograms[0].rows[0].upper
    4
    """
    record, line = document.value, document.line
    if not is_record(record):
        _flag(found, line, record, "no record of bpftrace; left out")
        return
    kind, data = record["type"], record["data"]
    if kind == "lost_events":
        lost = data.get("events") if isinstance(data, Mapping) else data
        _flag(found, line, lost, "events were lost: the counts are too low")
    elif kind in ("hist", "lhist", "map", "stats", "value", "tseries") and isinstance(
        data, Mapping
    ):
        for name, value in data.items():
            for keys, inner in _by_keys(value, is_stats=kind == "stats"):
                label = str(name) if keys is None else f"{name}[{keys}]"
                if kind in ("hist", "lhist"):
                    _take_histogram(label, inner, line, found)
                elif kind == "tseries":
                    _take_series(str(name), keys, inner, line, found)
                else:
                    _take_value(str(name), keys, inner, line, found)


def _by_keys(value: object, *, is_stats: bool) -> Iterator[tuple[str | None, Any]]:
    """The members of a map with keys; the value itself of one without."""
    bare = isinstance(value, Mapping) and not any(isinstance(v, Mapping) for v in value.values())
    if isinstance(value, Mapping) and not (is_stats and bare and set(value) <= set(_STATS)):
        for keys, inner in value.items():
            yield str(keys), inner
    else:
        yield None, value


def _take_value(name: str, keys: str | None, value: Any, line: int, found: BpftraceText) -> None:
    row = Run(line)
    row.put("map", name, name)
    row.put("keys", keys, keys)
    if isinstance(value, Mapping):
        for column in _STATS:
            cell = value.get(column)
            row.put(column, cell_text(cell), cell if isinstance(cell, int) else None)
        found.stats.append(row)
        return
    plain = value if isinstance(value, int | float) and not isinstance(value, bool) else None
    row.put("value", cell_text(value), plain if plain is not None else cell_text(value))
    found.counts.append(row)


def _take_histogram(label: str, value: Any, line: int, found: BpftraceText) -> None:
    one = Buckets(label, line, unit_of_name(label) or found.unit)
    members = value if isinstance(value, list) else [value]
    for member in members:
        bucket = _bucket(member, line)
        if bucket is None:
            reason = "a bucket that cannot be read; left out"
            one.flags.append(Flag(line, None, str(member)[:60], reason))
        else:
            one.rows.append(bucket)
    if one.rows:
        found.histograms.append(one)
    else:
        _flag(found, line, label, "an empty histogram")
        found.flags += one.flags


def _take_series(name: str, keys: str | None, value: Any, line: int, found: BpftraceText) -> None:
    for member in value if isinstance(value, list) else [value]:
        time = member.get("interval_start") if isinstance(member, Mapping) else None
        number = member.get("value") if isinstance(member, Mapping) else None
        if time is None or not (number is None or type(number) is int):
            _flag(found, line, member, "an interval that cannot be read; left out")
        else:
            found.series.append(series_run(line, name, keys, str(time), number))
    if value == []:
        _flag(found, line, name, "an empty time series")


def _bucket(member: object, line: int) -> Bucket | None:
    if not isinstance(member, Mapping):
        return None
    low, high, count = (member.get(key) for key in ("min", "max", "count"))
    whole = [value for value in (low, high, count) if value is not None]
    if count is None or len(whole) < 2 or not all(type(value) is int for value in whole):
        return None
    if count < 0 or (low is not None and high is not None and high < low):
        return None
    lower = -math.inf if low is None else low
    return Bucket(line, lower, math.inf if high is None else high + 1, count)


def _flag(found: BpftraceText, line: int, what: object, reason: str) -> None:
    found.flags.append(Flag(line, None, str(what)[:60], reason))
