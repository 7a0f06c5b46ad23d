"""Where the time of traced sessions went: by event, by statement, or by slice of time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from contention.errors import ReadError, UsageError
from contention.measurements import Flag, Histogram, Table
from contention.readers.trace10046_scan import BUFFER_BYTES, Scanned, scan_files
from contention.readers.trace_profile_tables import ProfileTables
from contention.readers.trace_scan.growth import rows
from contention.readers.trace_scan.layout import (
    CALLS,
    WAITS,
)

__all__ = ["GROUPINGS", "TraceProfile", "profile", "profile_of"]

GROUPINGS = ("event", "statement", "slice")


@dataclass(frozen=True)
class TraceProfile:
    """Waits, calls and time of one or several traces, in sum.

    Attributes
    ----------
    by : str
        ``event``, ``statement`` or ``slice``. Each table but ``records`` and ``wait_histograms``
        has a first column ``statement``, or ``from_s``, the begin of a slice by the clock of the
        trace, in the other two cases.
    paths : tuple of str
        The traces.
    waits : Table
        ``event``, ``idle`` (yes or no), ``times_waited``, ``total_waited_s``, ``mean_wait_s``,
        ``max_wait_s``; the longest in sum first.
    calls : Table
        ``call``, ``count``, ``cpu_s``, ``elapsed_s``, ``disk``, ``query``, ``current``,
        ``misses``, ``rows``, without what recursive calls took, which count by themselves.
    time : Table
        ``elapsed_s`` and ``cpu_s`` of the calls, ``waited_s`` and ``idle_s``, and
        ``unaccounted_s``: elapsed time less CPU time and all waits but those between two
        calls. A wait outside of any call makes it too small, perhaps negative.
    records : Table
        How many lines of each ``kind`` there are.
    wait_histograms : tuple of Histogram
        Waits of each event by their length in seconds, in powers of two of a microsecond.
    traced_s : float
        Seconds from the first to the last time stamp, each process and file by itself, in sum.
    lines, size : int
        Lines and bytes.
    flags : tuple of Flag
        What could not be taken at face value.
    facts : tuple of (str, str)
        What the traces say of themselves, such as ``("MODULE NAME", "SQL*Plus")``.
    """

    by: str
    paths: tuple[str, ...]
    waits: Table
    calls: Table
    time: Table
    records: Table
    wait_histograms: tuple[Histogram, ...]
    traced_s: float
    lines: int
    size: int
    flags: tuple[Flag, ...]
    facts: tuple[tuple[str, str], ...]

    @property
    def tables(self) -> tuple[Table, ...]:
        """Those that have rows: time, waits, calls, records."""
        every = (self.time, self.waits, self.calls, self.records)
        return tuple(table for table in every if len(table))


def profile(
    paths: str | Path | Sequence[str | Path],
    by: str = "event",
    *,
    slice_s: float = 10.0,
    unit: str | None = None,
) -> TraceProfile:
    """Profile raw 10046 traces of any size.

    Files are read block by block, in memory that depends on how many different events,
    statements, cursors and slices there are, and not on their size. Several traces, of sessions
    that did the same work or were merged by ``trcsess``, count as the sum of their parts.

    Parameters
    ----------
    paths : path or sequence of paths
        Traces, which may be gzip archives.
    by : str
        ``event``, ``statement`` or ``slice``: of what there is one profile each.
    slice_s : float
        Seconds of a slice. A wait and a call count where they end.
    unit : str, optional
        ``us`` or ``cs``. When not given, hundredths of a second where the heading of a trace says
        Oracle 8 or 7, else microseconds.

    Returns
    -------
    TraceProfile
        Of all traces together.

    Raises
    ------
    ReadError
        When a file cannot be read, or there is no wait and no call in any.
    UsageError
        When ``by``, ``slice_s`` or ``unit`` is none of these.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> line = "WAIT #1: nam='log file sync' ela= {} p1=1 p2=2 p3=0 obj#=-1 tim={}"
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder) / "x.trc"
    ...     _ = path.write_text(chr(10).join([line.format(85, 1000), line.format(15, 2000), ""]))
    ...     waits = profile(path).waits
    >>> waits.column("times_waited").values, waits.column("mean_wait_s").values
    ((2,), (5e-05,))
    """
    chosen = [paths] if isinstance(paths, str | Path) else list(paths)
    return profile_of(chosen, by, slice_s=slice_s, unit=unit)[0]


def profile_of(
    sources: Sequence[Any],
    by: str,
    *,
    slice_s: float = 10.0,
    unit: str | None = None,
    buffer_bytes: int = BUFFER_BYTES,
) -> tuple[TraceProfile, Scanned]:
    """A profile, and the sums that it was made of; as :func:`profile` otherwise.

    Parameters
    ----------
    sources : sequence of path, or of (name, file)
        As :func:`scan_files` takes them.
    by, slice_s, unit
        As for :func:`profile`.
    buffer_bytes : int
        As for :func:`scan_files`.

    Returns
    -------
    tuple of TraceProfile and Scanned
        Both of all sources.

    Examples
    --------
    >>> import io
    >>> line = b"WAIT #1: nam='log file sync' ela= 85 p1=1 tim=1000085" + bytes([10])
    >>> profile_of([("x.trc", io.BytesIO(line))], "event")[0].time.column("waited_s").values
    (8.5e-05,)
    """
    if by not in GROUPINGS:
        raise UsageError(f"by is one of {', '.join(GROUPINGS)}", found=repr(by))
    if not slice_s * 1e6 >= 1 or not np.isfinite(slice_s):
        raise UsageError("a slice lasts a microsecond or more", found=repr(slice_s))
    if unit not in (None, "us", "cs"):
        raise UsageError("the unit of time of a trace is us or cs", found=repr(unit))
    unit_us = None if unit is None else {"us": 1, "cs": 10_000}[unit]
    slice_us = round(slice_s * 1e6)
    found = scan_files(
        sources, GROUPINGS.index(by), slice_us, unit_us=unit_us, buffer_bytes=buffer_bytes
    )
    if not rows(found.sums, WAITS).size and not rows(found.sums, CALLS).size:
        raise ReadError(
            "there is no wait and no call in this trace",
            path=", ".join(found.paths) or None,
            found=f"{found.lines} lines",
            expected="lines such as \"WAIT #1: nam='log file sync' ela= 85 ... tim=1349341486\"",
        )
    tables = ProfileTables(found, by, slice_us)
    made = TraceProfile(
        by,
        found.paths,
        tables.waits,
        tables.calls,
        tables.time,
        tables.records,
        tables.wait_histograms,
        tables.traced_s,
        found.lines,
        found.size,
        found.flags,
        found.facts,
    )
    return made, found
