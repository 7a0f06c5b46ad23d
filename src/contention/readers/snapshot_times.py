"""The time stamps that people put between snapshots of a process."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime

import numpy as np

from contention.measurements import Flag, MemorySeries, Provenance

__all__ = ["SnapshotClock", "memory_over_snapshots", "time_of_line"]

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_DATE = re.compile(
    r"\s*[A-Za-z]{3},? +(?:([A-Za-z]{3}) +(\d{1,2})|(\d{1,2}) +([A-Za-z]{3}))"
    r"(?: +(\d{4}))? +(\d\d):(\d\d):(\d\d)(?: ([AP]M))?(?: [A-Z]{2,5}|[+-]\d{2,4})?"
    r"(?: +(\d{4}))?\s*"
)
_ISO = re.compile(r"\s*(\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d{1,9})?)(Z|[+-]\d\d:?\d\d)?\s*")
_EPOCH = re.compile(r"\s*(\d{9,10}(?:\.\d{1,9})?)\s*")
_CLOCK = re.compile(r"\s*(?:top - )?(\d\d):(\d\d):(\d\d)(?: up .*)?\s*")
_DAY_S = 86_400.0


def time_of_line(line: str) -> tuple[float, bool] | None:
    """The moment that a line names, and whether it is only a time of day; None for another line.

    Parameters
    ----------
    line : str
        A line alone: what ``date`` prints, a date of ISO 8601, seconds since 1970, a clock, or
        the first line of ``top``.

    Returns
    -------
    tuple of (float, bool) or None
        Seconds since 1970 on the clock that was printed, or of the day.

    Examples
    --------
    >>> time_of_line("Mon Jan  5 10:00:00 UTC 2026"), time_of_line("2026-01-05T10:00:00Z")
    ((1767607200.0, False), (1767607200.0, False))
    >>> time_of_line("top - 10:00:05 up 3 days,  1:20,  1 user"), time_of_line("x")
    ((36005.0, True), None)
    """
    if iso := _ISO.fullmatch(line):
        return _iso(iso)
    if epoch := _EPOCH.fullmatch(line):
        return float(epoch[1]), False
    if date := _DATE.fullmatch(line):
        return _date(date)
    if clock := _CLOCK.fullmatch(line):
        hours, minutes, seconds = map(int, clock.groups())
        return (hours * 3600.0 + minutes * 60 + seconds, True) if hours < 24 else None
    return None


def _iso(iso: re.Match[str]) -> tuple[float, bool] | None:
    zone = (iso[2] or "Z").replace("Z", "+00:00")
    try:
        moment = datetime.fromisoformat(iso[1].replace(",", ".").replace(" ", "T") + zone)
    except ValueError:
        return None
    return moment.timestamp(), False


def _date(date: re.Match[str]) -> tuple[float, bool] | None:
    month, day = (date[1], date[2]) if date[1] else (date[4], date[3])
    year = date[5] or date[10]
    if month.lower() not in _MONTHS or year is None:
        return None
    hour = int(date[6]) % 12 + 12 * (date[9] == "PM") if date[9] else int(date[6])
    text = (
        f"{year}-{_MONTHS.index(month.lower()) + 1:02}-{int(day):02}T{hour:02}:{date[7]}:{date[8]}"
    )
    try:
        return datetime.fromisoformat(f"{text}+00:00").timestamp(), False
    except ValueError:
        return None


class SnapshotClock:
    """The times of snapshots, one after the other; clocks of the day go on after midnight.

    Examples
    --------
    >>> clock = SnapshotClock()
    >>> clock.see(1, "23:59:50"), clock.take(), clock.see(9, "00:00:10"), clock.take()
    (True, 86390.0, True, 86410.0)
    """

    def __init__(self) -> None:
        self._next: float | None = None
        self._last: float | None = None
        self._days = 0.0
        self.flags: list[Flag] = []

    def see(self, number: int, line: str) -> bool:
        """Take a line as the time of the next snapshot, if it is one."""
        found = time_of_line(line)
        if found is None:
            return False
        moment, of_day = found
        if of_day:
            moment += self._days
            if self._last is not None and moment < self._last:
                self._days += _DAY_S
                moment += _DAY_S
        elif self._last is not None and moment <= self._last:
            reason = "not later than the time before"
            self.flags.append(Flag(number, "time_s", line.strip()[:60], reason))
        self._next = self._last = moment
        return True

    def take(self) -> float | None:
        """The time of the snapshot that begins; None where none was printed before it."""
        moment, self._next = self._next, None
        return moment


def memory_over_snapshots(
    label: str,
    points: Sequence[tuple[int, float | None, float]],
    provenance: Provenance,
    restarts_at: Sequence[int] = (),
) -> MemorySeries | None:
    """A memory series from snapshots; by time where all have one, else by their numbers.

    Parameters
    ----------
    label : str
        Name of the series.
    points : sequence of (int, float or None, float)
        Number of the snapshot, its time in seconds, and kilobytes held.
    provenance : Provenance
        The capture.
    restarts_at : sequence of int
        Indexes of the points at which a new process begins.

    Returns
    -------
    MemorySeries or None
        None for fewer than two points. A point that is not later than the one before is left out.

    Examples
    --------
    >>> memory_over_snapshots("a", [(1, 100.0, 4), (2, 160.0, 5)], Provenance("x")).step.tolist()
    [0.0, 60.0]
    """
    timed = all(time is not None for _, time, _ in points)
    steps = [float(time if timed and time is not None else number) for number, time, _ in points]
    kept = [at for at, step in enumerate(steps) if at == 0 or step > max(steps[:at])]
    if len(kept) < 2:
        return None
    first = steps[0] if timed else 0.0
    return MemorySeries(
        label,
        np.array([steps[at] - first for at in kept]),
        np.array([points[at][2] * 1024 for at in kept]),
        "s" if timed else "run",
        resolution_bytes=1024.0,
        provenance=provenance,
        restarts=tuple(steps[at] - first for at in kept if at in restarts_at),
    )
