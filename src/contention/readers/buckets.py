"""Buckets of a histogram as a reader collects them, and the histogram made of them."""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from contention.errors import MeasurementError
from contention.measurements import Flag, Histogram, Provenance, Table
from contention.readers.benchmark_runs import Run, table_of_rows
from contention.readers.forms import ColumnForm, TableForm

__all__ = ["BUCKET_FORM", "Bucket", "Buckets", "bucket_table", "tell_apart", "unit_of_name"]

_COLUMNS = (
    ColumnForm("histogram", "label of the histogram"),
    ColumnForm("lower", "lower end of the bucket, in it; empty where it is open"),
    ColumnForm("upper", "upper end of the bucket, not in it; empty where it is open"),
    ColumnForm("count", "events in the bucket"),
    ColumnForm("unit", "unit of the ends, where it is known"),
)
BUCKET_FORM = TableForm("buckets", "one bucket, zero counts included", _COLUMNS)

_FEWEST = 3

_UNITS = {
    **dict.fromkeys(("ns", "nsec", "nsecs", "nanoseconds"), "ns"),
    **dict.fromkeys(("us", "usec", "usecs", "microseconds"), "us"),
    **dict.fromkeys(("ms", "msec", "msecs", "milliseconds"), "ms"),
    **dict.fromkeys(("s", "sec", "secs", "seconds"), "s"),
    **dict.fromkeys(("bytes", "byte"), "bytes"),
    **dict.fromkeys(("kb", "kbytes", "kib"), "kb"),
}


def unit_of_name(name: str) -> str:
    """The unit that a word of a name says; empty where none does.

    Parameters
    ----------
    name : str
        Such as ``@usecs`` or ``read_latency_ns``.

    Returns
    -------
    str
        ``ns``, ``us``, ``ms``, ``s``, ``bytes``, ``kb``, or empty.

    Examples
    --------
    >>> unit_of_name("@usecs"), unit_of_name("@read_ns[dd]"), unit_of_name("@size")
    ('us', 'ns', '')
    """
    words = re.findall(r"[a-z]+", name.lower())
    return next((_UNITS[word] for word in reversed(words) if word in _UNITS), "")


@dataclass(frozen=True)
class Bucket:
    """One bucket: lower <= value < upper.

    Attributes
    ----------
    line : int
        Its line in the capture.
    lower, upper : float
        Ends; infinite where they are open.
    count : int
        Events in it.
    """

    line: int
    lower: float
    upper: float
    count: int


@dataclass
class Buckets:
    """A histogram that is being read.

    Attributes
    ----------
    label : str
        What the capture calls it, with its keys.
    line : int
        Line at which it starts.
    unit : str
        Unit of the ends.
    rows : list of Bucket
        In the order of the capture.
    flags : list of Flag
        What could not be taken at face value.
    """

    label: str
    line: int
    unit: str = ""
    rows: list[Bucket] = field(default_factory=list)
    flags: list[Flag] = field(default_factory=list)

    @property
    def total(self) -> int:
        """Events in all buckets."""
        return sum(row.count for row in self.rows)

    def measurement(self, provenance: Provenance) -> Histogram | None:
        """The histogram without empty buckets at its ends; None, and flagged, where it is none.

        Examples
        --------
        >>> one = Buckets("us", 1, "us", [Bucket(2, 0, 1, 0), Bucket(3, 1, 2, 7)])
        >>> one.measurement(Provenance("a")).total
        7.0
        """
        occupied = [at for at, row in enumerate(self.rows) if row.count]
        if not occupied:
            return None
        kept = self.rows[occupied[0] : occupied[-1] + 1]
        try:
            return Histogram(
                self.label,
                [row.lower for row in kept],  # type: ignore[arg-type]
                [row.upper for row in kept],  # type: ignore[arg-type]
                [row.count for row in kept],  # type: ignore[arg-type]
                self.unit,
                provenance,
                tuple(self.flags),
            )
        except MeasurementError as error:
            reason = f"{error.message}; no histogram is made of it"
            self.flags.append(Flag(self.line, error.column, error.found or "", reason))
            return None


def tell_apart(histograms: Sequence[Buckets]) -> None:
    """Number the histograms that share a label, and flag those of three or more that only grow.

    Parameters
    ----------
    histograms : sequence of Buckets
        In the order of the capture; their labels and flags are changed.

    Examples
    --------
    >>> prints = [Buckets("@us", at, "us", [Bucket(at, 0, 1, at)]) for at in (1, 2, 3)]
    >>> tell_apart(prints)
    >>> [one.label for one in prints], len(prints[2].flags)
    (['@us 1', '@us 2', '@us 3'], 1)
    """
    by_label: dict[str, list[Buckets]] = {}
    for one in histograms:
        by_label.setdefault(one.label, []).append(one)
    for label, same in by_label.items():
        if len(same) < 2:
            continue
        growing = all(_holds(after, before) for before, after in itertools.pairwise(same))
        if growing and len(same) >= _FEWEST:
            reason = (
                f"printed {len(same)} times, and each holds all that was before: unless that is"
                " chance, they are sums since the start, and the last is all"
            )
            same[-1].flags.append(Flag(same[-1].line, None, label, reason))
        for number, one in enumerate(same, 1):
            one.label = f"{label} {number}"


def _holds(after: Buckets, before: Buckets) -> bool:
    """Whether a histogram counts at least as much in every bucket of another, and more in all."""
    counts = {row.lower: row.count for row in after.rows}
    grown = all(counts.get(row.lower, 0) >= row.count for row in before.rows)
    return grown and after.total > before.total


def bucket_table(
    histograms: Sequence[Buckets], provenance: Provenance, flags: Iterable[Flag] = ()
) -> Table:
    """All buckets of a capture as the table ``buckets``.

    Parameters
    ----------
    histograms : sequence of Buckets
        With at least one row in all.
    provenance : Provenance
        The capture.
    flags : iterable of Flag
        Further flags of the table.

    Returns
    -------
    Table
        One row per bucket.

    Examples
    --------
    >>> one = Buckets("us", 1, "us", [Bucket(3, 1, 2, 7)])
    >>> bucket_table([one], Provenance("a")).column("upper").values
    (2,)
    """
    rows = []
    for one in histograms:
        for bucket in one.rows:
            row = Run(bucket.line)
            row.put("histogram", one.label, one.label)
            for name, end in (("lower", bucket.lower), ("upper", bucket.upper)):
                row.put(name, None, _plain(end))
            row.put("count", str(bucket.count), bucket.count)
            if one.unit:
                row.put("unit", one.unit, one.unit)
            rows.append(row)
    own = [flag for one in histograms for flag in one.flags]
    return table_of_rows("buckets", _COLUMNS, rows, provenance, flags=[*own, *flags])


def _plain(end: float) -> int | float | None:
    if not math.isfinite(end):
        return None
    return int(end) if float(end).is_integer() else end
