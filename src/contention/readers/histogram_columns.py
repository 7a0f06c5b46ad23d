"""From a table of buckets, or of single latencies, to histograms.

Buckets: columns ``lower``, ``upper`` and ``count``, the ends with a unit in their names
(``lower_us``), in a column ``unit``, or told by the option ``unit``. An empty upper end is open.

Latencies: one column of times such as ``latency_ms``, one row for each request, and neither
sessions nor throughput. Values are counted in buckets whose width is at most one per cent of the
value and one unit of the last digit printed.

A column ``label`` (or ``series``, ``group``, ``histogram``, ``key``, ``script``, ``operation``,
``op``, ``kind``, ``type``, ``request``, ``statement``) tells histograms apart.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from contention.errors import MeasurementError, ReadError
from contention.measurements import Column, Flag, Histogram, Provenance, Table
from contention.readers.columns import find_role, role_of, seconds_factor
from contention.readers.headings import SECONDS_PER_UNIT, unit_of

__all__ = ["bucket_names", "histogram_of_latencies", "histograms_from"]

Array = NDArray[np.float64]

_LABELS = ("histogram", "key", "script", "operation", "op", "kind", "type", "request", "statement")
_ENDS = ("lower", "upper")
_BUCKETS_PER_DECADE = 250  # ends 0.93 % apart


def bucket_names(names: Sequence[str]) -> set[str]:
    """Of some column names, those that must hold numbers if the table is one of buckets.

    Examples
    --------
    >>> sorted(bucket_names(["lower_us", "upper_us", "count", "note"]))
    ['count', 'lower_us', 'upper_us']
    """
    found = {part: name for name in names for part in _ENDS if _is_end(name, part)}
    return {*found.values(), "count"} if len(found) == 2 and "count" in names else set()


def _is_end(name: str, part: str) -> bool:
    head, _, unit = name.partition("_")
    return head == part and (not unit or unit in SECONDS_PER_UNIT)


def histograms_from(
    table: Table, options: Mapping[str, object] | None = None
) -> tuple[Histogram, ...]:
    """The histograms of a table.

    Parameters
    ----------
    table : Table
        Any table.
    options : mapping, optional
        ``unit``: the unit of buckets that name none.

    Returns
    -------
    tuple of Histogram
        Empty when the table has neither buckets nor single latencies.

    Raises
    ------
    MeasurementError
        When buckets overlap, or a count or a latency is negative.
    ReadError
        When the unit of latencies is not known.

    Examples
    --------
    >>> names, cells = ("lower", "upper", "count"), ((1, 2), (2, 4), (30, 10))
    >>> columns = [Column(n, n, tuple(map(str, c)), c) for n, c in zip(names, cells)]
    >>> histograms_from(Table("t", tuple(columns), (2, 3), Provenance("a")))[0].total
    40.0
    """
    names = bucket_names(table.names)
    if names:
        return _of_buckets(table, names, options or {})
    single = find_role(table, "response_time")
    others = ("sessions", "throughput", "executions", "step")
    if single is None or any(role_of(n, role) for n in table.names for role in others):
        return ()
    return _of_latencies(table, single)


def _labels(table: Table, column: Column | None) -> list[str]:
    named = column or next((c for c in table.columns if c.name in _LABELS), None)
    texts = named.text if named is not None else (None,) * len(table)
    return [(text or "").strip() or "data" for text in texts]


def _of_buckets(
    table: Table, names: set[str], options: Mapping[str, object]
) -> tuple[Histogram, ...]:
    lower, upper = (next(n for n in names if _is_end(n, part)) for part in _ENDS)
    unit = unit_of(table.column(lower).heading) or unit_of(table.column(upper).heading)
    if not unit and "unit" in table.names:
        told = {text for text in table.column("unit").text if text}
        if len(told) > 1:
            raise MeasurementError(
                "the buckets have several units",
                path=table.provenance.source,
                column="unit",
                found=", ".join(sorted(told)),
                hint="give every bucket in one unit",
            )
        unit = told.pop() if told else ""
    unit = unit or str(options.get("unit") or "")
    ends = np.array([table.numbers(lower), table.numbers(upper)])
    ends[1, [text is None for text in table.column(upper).text]] = np.inf
    counts = table.numbers("count")
    complete = np.isfinite(ends[0]) & ~np.isnan(ends[1]) & np.isfinite(counts)
    labels = np.array(_labels(table, find_role(table, "label")))
    found = []
    for label in dict.fromkeys(labels.tolist()):
        mine = labels == label
        flags = tuple(
            Flag(table.lines[at], None, label, "an end or the count is missing: bucket left out")
            for at in np.flatnonzero(mine & ~complete)
        )
        used = np.flatnonzero(mine & complete)
        if used.size:
            used = used[np.argsort(ends[0][used], kind="stable")]
            values = (ends[0][used], ends[1][used], counts[used])
            found.append(Histogram(label, *values, unit, table.provenance, flags))
    return tuple(found)


def _of_latencies(table: Table, column: Column) -> tuple[Histogram, ...]:
    try:
        factor = seconds_factor(column, table, default=None)
    except ReadError as error:
        error.line = None
        raise
    unit = next(name for name, seconds in SECONDS_PER_UNIT.items() if seconds == factor)
    values = table.numbers(column.name)
    labels = np.array(_labels(table, find_role(table, "label")))
    return tuple(
        histogram_of_latencies(values[labels == label], unit, label=label, origin=table.provenance)
        for label in dict.fromkeys(labels.tolist())
        if np.isfinite(values[labels == label]).any()
    )


def histogram_of_latencies(
    values: Array,
    unit: str,
    *,
    label: str = "data",
    origin: Provenance,
    flags: tuple[Flag, ...] = (),
) -> Histogram:
    """Count single latencies in fine buckets.

    Parameters
    ----------
    values : ndarray, shape (n,)
        Latencies in ``unit``, zero or more; NaN where one could not be read.
    unit : str
        Their unit.
    label : str
    origin : Provenance
    flags : tuple of Flag

    Returns
    -------
    Histogram
        Where there are at most 500 different values, a bucket for each, as wide as the smallest
        step between two of them; otherwise buckets at most 1 % and a step wide. Empty buckets are
        left out.

    Raises
    ------
    MeasurementError
        When a latency is negative, or there is none.

    Examples
    --------
    >>> found = histogram_of_latencies(np.array([3.0, 1.0, 3.0]), "ms", origin=Provenance("a"))
    >>> found.lower.tolist(), found.upper.tolist(), found.count.tolist()
    ([1.0, 3.0], [3.0, 5.0], [1.0, 2.0])
    """
    there = values[np.isfinite(values)]
    if there.size == 0 or np.any(there < 0):
        raise MeasurementError(
            "latencies must be zero or more, and there must be one",
            path=origin.source,
            found=f"{there.min():g}" if there.size else "no latency",
        )
    different, repeats = np.unique(there, return_counts=True)
    counts = repeats.astype(np.float64)
    steps = np.diff(different)
    step = float(steps.min()) if steps.size else max(float(different[0]), 1.0) * 0.01
    if different.size <= 500:
        lower, upper = different, np.maximum(different + step, np.nextafter(different, np.inf))
        return Histogram(
            label, lower, np.minimum(upper, _next(different)), counts, unit, origin, flags
        )
    least = max(float(different[different > 0][0]), step)
    decades = np.log10(float(different[-1]) / least)
    ends = least * 10.0 ** (
        np.arange(np.ceil(decades * _BUCKETS_PER_DECADE) + 2) / _BUCKETS_PER_DECADE
    )
    ends = np.unique(np.concatenate([[0.0], np.ceil(ends / step - 1e-6) * step]))
    at = np.searchsorted(ends, there + 1e-6 * step, side="right") - 1
    tally = np.bincount(at, minlength=ends.size - 1)[: ends.size - 1].astype(np.float64)
    used = tally > 0
    return Histogram(label, ends[:-1][used], ends[1:][used], tally[used], unit, origin, flags)


def _next(values: Array) -> Array:
    return np.append(values[1:], np.inf)
