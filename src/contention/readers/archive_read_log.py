"""Logs of a program that reads a Java archive entry by entry, with the time that each took.

Table ``entries``, one row per entry:

* ``block``: which run of the log, from 1; ``entry``: its number in the run; ``name``;
* ``next_ms``, ``next_at``: milliseconds to find the entry, and the clock after it, in
  milliseconds since 1970;
* ``inserted_rows``, ``stored_bytes``: rows inserted, and the size of the stored object at that
  moment, in bytes;
* ``insert_time``: the clock of the insert in seconds of the day; ``insert_zone``, its time zone
  as printed; ``insert_local_s``: the same as seconds since 1970 on a clock of that zone;
* ``read_ms``, ``read_at``: milliseconds to read the entry, and the clock after it.

Table ``elapsed``: see :mod:`contention.readers.session`. An entry of which a line is missing
keeps its row and is flagged. A log that stops after an entry is not known to be cut.
"""

from __future__ import annotations

import calendar
import re
from dataclasses import dataclass, field

from contention.errors import ReadError
from contention.measurements import Flag, Value
from contention.readers.cells import table_of_values
from contention.readers.forms import ColumnForm, TableForm
from contention.readers.reading import Options, Reader, Reading, Recognition
from contention.readers.session import ELAPSED_FORM, session_tables
from contention.readers.source import SourceText

__all__ = ["READER", "is_archive_read_log"]

NAME = "archive_read_log"

EXAMPLE = """\
------ NextJarEntry: 1, Name: a.txt ------
         getNextEntry ElapsedMills: 2, at: 1600000000100
         Insert DB 1 row, blob size 4096 at Sun Sep 13 14:26:40 CEST 2020
         readContent ElapsedMills: 17, at: 1600000000117
Elapsed: 00:00:00.15
"""

_ENTRY = re.compile(r"\s*-+ NextJarEntry: (\d{1,9}), Name: (.{1,1000}?) -+\s*")
_NEXT = re.compile(r"\s*getNextEntry ElapsedMills: (\d{1,15}), at: (\d{1,15})\s*")
_READ = re.compile(r"\s*readContent ElapsedMills: (\d{1,15}), at: (\d{1,15})\s*")
_MONTHS = tuple(calendar.month_abbr)[1:]
_INSERT = re.compile(
    r"\s*Insert DB (\d{1,12}) rows?, blob size (\d{1,20}) at [A-Z][a-z]{2}"
    rf" ({'|'.join(_MONTHS)}) (\d\d) (\d\d):(\d\d):(\d\d) ([A-Z]{{1,5}}) ([1-9]\d{{3}})\s*"
)
_LIKE = re.compile(r"\s*(?:-+ NextJarEntry|getNextEntry|readContent|Insert DB)\b.*")
_COLUMNS = (
    "block", "entry", "name", "next_ms", "next_at", "inserted_rows", "stored_bytes",
    "insert_time", "insert_zone", "insert_local_s", "read_ms", "read_at",
)  # fmt: skip

Cell = tuple[str | None, Value]


def _whole(text: str) -> Cell:
    return (text, int(text))


def _insert_cells(match: re.Match[str]) -> dict[str, Cell]:
    rows, size, month, day, hours, minutes, seconds, zone, year = match.groups()
    clock = f"{hours}:{minutes}:{seconds}"
    moment = (int(year), _MONTHS.index(month) + 1, int(day))
    time = (int(hours), int(minutes), int(seconds))
    local = calendar.timegm((*moment, *time, 0, 0, 0))
    return {
        "inserted_rows": _whole(rows),
        "stored_bytes": _whole(size),
        "insert_time": (clock, time[0] * 3600 + time[1] * 60 + time[2]),
        "insert_zone": (zone, zone),
        "insert_local_s": (f"{month} {day} {clock} {year}", local),
    }


@dataclass
class _Log:
    rows: list[tuple[int, dict[str, Cell]]] = field(default_factory=list)
    flags: list[Flag] = field(default_factory=list)
    block: int = 0

    def take(self, number: int, line: str) -> None:
        """Read one line of the log."""
        if match := _ENTRY.fullmatch(line):
            last = self.rows[-1][1]["entry"][1] if self.rows else None
            self.block += not isinstance(last, int) or int(match[1]) <= last
            cells: dict[str, Cell] = {
                "block": (str(self.block), self.block),
                "entry": _whole(match[1]),
                "name": (match[2], match[2]),
            }
            self.rows.append((number, cells))
        elif match := _NEXT.fullmatch(line):
            self._add(number, line, {"next_ms": _whole(match[1]), "next_at": _whole(match[2])})
        elif match := _READ.fullmatch(line):
            self._add(number, line, {"read_ms": _whole(match[1]), "read_at": _whole(match[2])})
        elif match := _INSERT.fullmatch(line):
            self._add(number, line, _insert_cells(match))
        elif _LIKE.fullmatch(line):
            self._flag(number, line, "an incomplete line of an entry; left out")

    def _add(self, number: int, line: str, cells: dict[str, Cell]) -> None:
        if not self.rows or set(cells) & set(self.rows[-1][1]):
            self._flag(number, line, "not inside an entry, or printed twice; left out")
        else:
            self.rows[-1][1].update(cells)

    def _flag(self, number: int, line: str, reason: str) -> None:
        self.flags.append(Flag(number, None, line.strip()[:80], reason))

    def close(self) -> None:
        """Flag the entries that are not complete."""
        for number, cells in self.rows:
            missing = [name for name in _COLUMNS if name not in cells]
            if missing:
                found = str(cells["name"][0])
                reason = f"this entry is incomplete, the log may be cut: no {', '.join(missing)}"
                self.flags.append(Flag(number, None, found, reason))


def is_archive_read_log(lines: tuple[str, ...]) -> bool:
    """Whether a capture has the heading of an entry.

    Parameters
    ----------
    lines : tuple of str
        The whole capture.

    Returns
    -------
    bool
        Whether one of the lines is such a heading.

    Examples
    --------
    >>> is_archive_read_log(("------ NextJarEntry: 1, Name: a.txt ------",))
    True
    """
    return any(_ENTRY.fullmatch(line) for line in lines)


def _sniff(source: SourceText) -> Recognition:
    hits = sum(bool(_ENTRY.fullmatch(line)) for line in source.lines)
    if hits:
        return Recognition(NAME, 0.95, f"{hits} headings 'NextJarEntry'")
    return Recognition(NAME, 0.0, "no heading 'NextJarEntry'")


def _read(source: SourceText, options: Options) -> Reading:
    del options
    log = _Log()
    for number, line in enumerate(source.lines, 1):
        log.take(number, line)
    log.close()
    if not log.rows:
        raise ReadError(
            "there is no entry in this log",
            path=source.path,
            found=source.lines[0].strip()[:60],
            expected="headings such as '------ NextJarEntry: 1, Name: a.txt ------'",
        )
    provenance = source.provenance(NAME)
    empty: Cell = (None, None)
    columns = {name: [cells.get(name, empty) for _, cells in log.rows] for name in _COLUMNS}
    units = {
        "next_ms": "ms", "read_ms": "ms", "next_at": "ms", "read_at": "ms",
        "stored_bytes": "bytes", "insert_time": "s", "insert_local_s": "s",
    }  # fmt: skip
    lines = [number for number, _ in log.rows]
    table = table_of_values("entries", columns, lines, provenance, flags=log.flags, units=units)
    others = [one for one in session_tables(source.lines, provenance) if one.name == "elapsed"]
    return Reading(NAME, (table, *others), (), (), source.flags, source.path)


READER = Reader(
    NAME,
    "times of reading an archive, entry by entry",
    _sniff,
    _read,
    EXAMPLE,
    traits=(
        "several runs in one log, entries of which a line is missing",
        "local clocks with a time zone beside clocks in milliseconds since 1970",
    ),
    gives=(
        TableForm(
            "entries",
            "one entry of the archive that was read",
            (
                ColumnForm("block", "run of the log, from 1"),
                ColumnForm("entry", "number of the entry in its run"),
                ColumnForm("name", "name of the entry"),
                ColumnForm("next_ms", "time to find the entry", "ms"),
                ColumnForm("next_at", "clock after it was found, since 1970", "ms"),
                ColumnForm("inserted_rows", "rows inserted"),
                ColumnForm("stored_bytes", "size of the stored object at the insert", "bytes"),
                ColumnForm("insert_time", "clock of the insert, of the day", "s"),
                ColumnForm("insert_zone", "time zone of that clock, as printed"),
                ColumnForm("insert_local_s", "the same since 1970, in its own zone", "s"),
                ColumnForm("read_ms", "time to read the entry", "ms"),
                ColumnForm("read_at", "clock after it was read, since 1970", "ms"),
            ),
        ),
        ELAPSED_FORM,
    ),
)
