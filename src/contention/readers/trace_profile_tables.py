"""Tables of a profile, from the sums that a scan left."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from contention.measurements import Histogram, Provenance, Table
from contention.readers.cells import table_of_values
from contention.readers.idle_events import is_between_calls, is_idle
from contention.readers.trace10046_scan import Scanned
from contention.readers.trace_scan.growth import rows
from contention.readers.trace_scan.layout import (
    BITS,
    CALLS,
    CONTEXTS,
    KINDS,
    STATEMENTS,
    WAITS,
    WORDS,
)

__all__ = ["ProfileTables", "call_kind", "names_of"]

_TIMES = ("elapsed_s", "cpu_s", "waited_s", "idle_s", "unaccounted_s")
_KINDS = {"PARSE": "parse", "EXEC": "execute", "FETCH": "fetch", "CLOSE": "close"}
_CALL_COLUMNS = ("cpu_s", "elapsed_s", "disk", "query", "current", "misses", "rows")
_UNITS = dict.fromkeys(
    (
        "from_s",
        "elapsed_s",
        "cpu_s",
        "waited_s",
        "idle_s",
        "unaccounted_s",
        "traced_s",
        "total_waited_s",
        "mean_wait_s",
        "max_wait_s",
        "lower_s",
        "upper_s",
    ),
    "s",
)
Row = dict[str, Any]


class ProfileTables:
    """Tables of what was counted.

    Parameters
    ----------
    found : Scanned
        The sums.
    by : str
        What they were grouped by.
    slice_us : int
        Microseconds of a slice.

    Examples
    --------
    >>> import io
    >>> from contention.readers.trace10046_scan import scan_files
    >>> line = b"WAIT #1: nam='log file sync' ela= 85 p1=1 tim=1000085" + bytes([10])
    >>> found = scan_files([("x.trc", io.BytesIO(line))], by=0)
    >>> ProfileTables(found, "event", 0).records.column("kind").values
    ('WAIT',)
    """

    def __init__(self, found: Scanned, by: str, slice_us: int) -> None:
        self.found, self.by, self.slice_us = found, by, slice_us
        self.words = names_of(found, WORDS)
        self.statements = names_of(found, STATEMENTS)
        self.origin = Provenance(", ".join(found.paths), "", "trace10046")
        waits, calls = self._waits(), self._calls()
        self.waits = self._table("waits", waits)
        self.calls = self._table("calls", calls)
        self.time = self._table("time", self._time(waits, calls))
        self.records = self._table("records", self._records(waits, calls))

    @property
    def traced_s(self) -> float:
        """Seconds from the first to the last time stamp, each process by itself, in sum."""
        contexts = rows(self.found.sums, CONTEXTS)
        stamped = contexts[contexts[:, 3] >= 0]
        return float((stamped[:, 3] - stamped[:, 2]).sum()) / 1e6

    def _group(self, group: int) -> Row:
        if self.by == "statement":
            return {"statement": self.statements[group]}
        if self.by == "slice":
            return {"from_s": group * self.slice_us / 1e6 if group >= 0 else None}
        return {}

    def _waits(self) -> list[Row]:
        made = []
        for group, event, count, total, longest, line in rows(self.found.sums, WAITS).tolist():
            name = self.words[event]
            made.append(
                {
                    "line": line,
                    **self._group(group),
                    "event": name,
                    "idle": "yes" if is_idle(name) else "no",
                    "times_waited": count,
                    "total_waited_s": total / 1e6,
                    "mean_wait_s": total / count / 1e6,
                    "max_wait_s": longest / 1e6,
                }
            )
        return self._ordered(made, "total_waited_s")

    def _calls(self) -> list[Row]:
        made = []
        for group, kind, line, count, *sums in rows(self.found.sums, CALLS).tolist():
            name = self.words[kind]
            numbers = [sums[0] / 1e6, sums[1] / 1e6, *sums[2:]]
            made.append(
                {
                    "line": line,
                    **self._group(group),
                    "call": call_kind(name),
                    "count": count,
                    **dict(zip(_CALL_COLUMNS, numbers, strict=True)),
                }
            )
        return self._ordered(made, "elapsed_s")

    def _ordered(self, made: list[Row], key: str) -> list[Row]:
        """Slices by time, everything else the largest first."""
        made.sort(key=lambda row: row[key], reverse=True)
        if self.by == "slice":
            made.sort(key=lambda row: -1.0 if row["from_s"] is None else row["from_s"])
        return made

    def _time(self, waits: list[Row], calls: list[Row]) -> list[Row]:
        names = {"statement": "statement", "slice": "from_s"}.get(self.by)
        sums: dict[Any, Row] = {}
        for row in (*calls, *waits):
            key = row[names] if names else None
            own = sums.setdefault(
                key,
                {
                    "line": row["line"],
                    **({names: key} if names else {}),
                    **dict.fromkeys(_TIMES, 0.0),
                },
            )
            own["elapsed_s"] += row.get("elapsed_s", 0.0)
            own["cpu_s"] += row.get("cpu_s", 0.0)
            own["unaccounted_s"] += row.get("elapsed_s", 0.0) - row.get("cpu_s", 0.0)
            waited = row.get("total_waited_s", 0.0)
            own["idle_s" if row.get("idle") == "yes" else "waited_s"] += waited
            if not is_between_calls(row.get("event", "")):
                own["unaccounted_s"] -= waited
        for own in sums.values():
            for name in _TIMES:
                own[name] = round(own[name], 6)
        return self._ordered(list(sums.values()), "elapsed_s")

    def _records(self, waits: list[Row], calls: list[Row]) -> list[Row]:
        counts: dict[str, int] = {}
        if waits:
            counts["WAIT"] = sum(row["times_waited"] for row in waits)
        for _, kind, _, count, *_ in rows(self.found.sums, CALLS).tolist():
            counts[self.words[kind]] = counts.get(self.words[kind], 0) + count
        for _, kind, count in rows(self.found.sums, KINDS).tolist():
            counts[self.words[kind]] = counts.get(self.words[kind], 0) + count
        return [{"line": 1, "kind": kind, "count": count} for kind, count in counts.items()]

    @property
    def wait_histograms(self) -> tuple[Histogram, ...]:
        """Waits of each event by their length, in powers of two of a microsecond."""
        made = []
        for row in rows(self.found.sums, WORDS):
            counts = row[BITS:]
            filled = np.flatnonzero(counts)
            if filled.size:
                bits = np.arange(filled[0], filled[-1] + 1)
                lower = np.where(bits == 0, 0.0, 2.0 ** (bits - 1.0)) * 1e-6
                upper = 2.0**bits * 1e-6
                name = self.words[int(row[2])]
                made.append(Histogram(name, lower, upper, counts[bits], "s", self.origin))
        return tuple(made)

    def _table(self, name: str, made: list[Row]) -> Table:
        names = [key for key in made[0] if key != "line"] if made else []
        columns = {
            key: [(None if row[key] is None else str(row[key]), row[key]) for row in made]
            for key in names
        }
        lines = [row["line"] for row in made]
        return table_of_values(name, columns, lines, self.origin, units=_UNITS)


def names_of(found: Scanned, table: int) -> dict[int, str]:
    """The names of a table of names, by their numbers.

    Parameters
    ----------
    found : Scanned
        The sums.
    table : int
        ``WORDS`` or ``STATEMENTS``.

    Returns
    -------
    dict of int to str
        A name for each number that rows of other tables hold.

    Examples
    --------
    >>> from contention.readers.trace10046_scan import scan_files
    >>> names_of(scan_files([], by=0), WORDS)
    {0: 'SQL*Net message from client'}
    """
    pool: NDArray[np.uint8] = found.sums.pool
    made = {
        int(place): _decoded(bytes(pool[place : place + length]))
        for _, length, place in rows(found.sums, table)[:, :3]
    }
    return {place: "no_cursor" if name == "cursor_" else name for place, name in made.items()}


def call_kind(word: str) -> str:
    """The kind of call that a line's first word names, as reports of traces call it.

    Parameters
    ----------
    word : str
        Such as ``EXEC``.

    Returns
    -------
    str
        Such as ``execute``.

    Examples
    --------
    >>> call_kind("EXEC"), call_kind("SORT UNMAP")
    ('execute', 'sort unmap')
    """
    return _KINDS.get(word, word.lower())


def _decoded(name: bytes) -> str:
    """UTF-8, or else the encodings that a capture is read as where it is not."""
    for encoding in ("utf-8", "cp1252"):
        try:
            return name.decode(encoding)
        except UnicodeDecodeError:
            continue
    return name.decode("latin-1")
