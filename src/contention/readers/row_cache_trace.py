"""Event 10222: the trace of row cache gets, with or without start and end marks.

Tables:

* ``stamps``: every ``time=`` value, in order: ``event`` (the kernel function, or ``start`` or
  ``end`` of a marked get), ``cid`` (cache number; missing where the record prints none),
  ``time``, in the unit of the trace.
* ``gets``: one row per marked get, in order of start: ``cid``, ``start``, ``end``,
  ``elapsed`` and ``pure`` as printed (``pure`` is elapsed time without nested gets, missing
  where it is not printed), ``parent`` (cid of the get around it). Absent from a trace without
  ``Start time=`` and ``End time=`` lines.

A get that is started and never ended keeps its row, without an end, and is flagged.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from contention.errors import ReadError
from contention.measurements import Flag, Provenance, Table, Value
from contention.readers.cells import table_of_values
from contention.readers.forms import ColumnForm, TableForm
from contention.readers.reading import Options, Reader, Reading, Recognition
from contention.readers.source import SourceText

__all__ = ["READER"]

NAME = "row_cache_trace"

EXAMPLE = """\
kqrfrpo : freed to fixed free list po=1a time=1000
  ##--- cid = 17, Start time=1000 ---
kqrpre1 : done po=1b cid=17 flg=2 hash=3c time=1090
  ##--- cid = 17, End time=1155, Elapsed = 155 (1155-1000) ---
kqrfrpo : freed to heap po=1b time=1155
"""

_FUNCTION = re.compile(r"\s*(kq[a-zA-Z0-9_]+)\s*:")
_CID = re.compile(r"\bcid ?= ?(\d{1,6})\b")
_TIME = re.compile(r"\btime=(\d{1,20})\b")
_START = re.compile(r"\bcid = (\d{1,6}), Start time=(\d{1,20})\b")
_END = re.compile(
    r"\bcid = (\d{1,6}), End time=(\d{1,20}), Elapsed = (\d{1,20}) \((\d{1,20})-(\d{1,20})\)"
)
_PURE = re.compile(r"\bPure = (\d{1,20}) \((\d{1,20})-(\d{1,20})\)")

Cell = tuple[str | None, Value]
_MISSING: Cell = (None, None)


@dataclass
class _Get:
    line: int
    cid: Cell
    start: Cell
    parent: Cell
    end: Cell = _MISSING
    elapsed: Cell = _MISSING
    pure: Cell = _MISSING


@dataclass
class _Trace:
    gets: list[_Get] = field(default_factory=list)
    open: list[_Get] = field(default_factory=list)
    stamps: list[tuple[int, Cell, Cell, Cell]] = field(default_factory=list)
    flags: list[Flag] = field(default_factory=list)
    function: str | None = None
    cid: Cell = _MISSING

    def take(self, number: int, line: str) -> None:
        """Read one line of the trace."""
        if match := _START.search(line):
            parent = self.open[-1].cid if self.open else _MISSING
            get = _Get(number, _whole(match[1]), _whole(match[2]), parent)
            self.gets.append(get)
            self.open.append(get)
            self.stamps.append((number, ("start", "start"), _whole(match[1]), _whole(match[2])))
            self.function = None
        elif match := _END.search(line):
            self._end(number, line, match)
            self.stamps.append((number, ("end", "end"), _whole(match[1]), _whole(match[2])))
            self.function = None
        else:
            self._record(number, line)

    def _end(self, number: int, line: str, match: re.Match[str]) -> None:
        cid, end, elapsed = match[1], int(match[2]), int(match[3])
        get = next((one for one in reversed(self.open) if one.cid[0] == cid), None)
        if get is None:
            self._flag(number, cid, "the end of a get that was not started; left out")
            return
        while self.open[-1] is not get:
            skipped = self.open.pop()
            self._flag(skipped.line, skipped.cid[0] or "", "this get is not ended")
        self.open.pop()
        get.end, get.elapsed = _whole(match[2]), _whole(match[3])
        if int(match[4]) - int(match[5]) != elapsed or end - int(str(get.start[0])) != elapsed:
            self._flag(number, match[3], "elapsed is not end minus start")
        pure = _PURE.search(line)
        if pure is not None:
            get.pure = _whole(pure[1])
            if int(pure[2]) - int(pure[3]) != int(pure[1]):
                self._flag(number, pure[1], "pure is not the printed difference")
        elif "Pure" in line:
            self._flag(number, line.strip()[-40:], "pure cannot be read; missing")

    def _record(self, number: int, line: str) -> None:
        head = _FUNCTION.match(line)
        if head is not None:
            self.function, self.cid = head[1], _MISSING
        elif not line.strip():
            self.function = None
        before_sql = line.partition("SQL=")[0]
        if match := _CID.search(before_sql):
            self.cid = _whole(match[1])
        times = _TIME.findall(line)
        for text in times:
            event: Cell = (self.function, self.function) if self.function else _MISSING
            self.stamps.append((number, event, self.cid, _whole(text)))
        if "time=" in line and not times:
            self._flag(number, line.strip()[-40:], "a time that cannot be read; left out")
        elif line.lstrip().startswith("##") and "cid" in line:
            self._flag(number, line.strip()[:80], "a mark of a get that cannot be read; left out")

    def _flag(self, number: int, found: str, reason: str) -> None:
        self.flags.append(Flag(number, None, found, reason))


def _whole(text: str) -> Cell:
    return (text, int(text))


def _tables(trace: _Trace, provenance: Provenance) -> list[Table]:
    made = []
    if trace.gets:
        names = ("cid", "start", "end", "elapsed", "pure", "parent")
        columns = {name: [getattr(get, name) for get in trace.gets] for name in names}
        lines = [get.line for get in trace.gets]
        made.append(table_of_values("gets", columns, lines, provenance, flags=trace.flags))
    if trace.stamps:
        columns = {
            name: [stamp[k] for stamp in trace.stamps]
            for k, name in enumerate(("event", "cid", "time"), 1)
        }
        flags = () if trace.gets else trace.flags
        lines = [stamp[0] for stamp in trace.stamps]
        made.append(table_of_values("stamps", columns, lines, provenance, flags=flags))
    return made


def _sniff(source: SourceText) -> Recognition:
    records = sum(bool(_FUNCTION.match(line)) for line in source.lines)
    times = sum(bool(_TIME.search(line)) for line in source.lines)
    if records and times:
        return Recognition(NAME, 0.9, f"{records} records of row cache functions, {times} times")
    return Recognition(NAME, 0.0, "no record such as 'kqrpre1 : done ... time='")


def _read(source: SourceText, options: Options) -> Reading:
    del options
    trace = _Trace()
    for number, line in enumerate(source.lines, 1):
        trace.take(number, line)
    for get in trace.open:
        trace.flags.append(Flag(get.line, None, get.cid[0] or "", "this get is not ended"))
    tables = _tables(trace, source.provenance(NAME))
    if not tables:
        raise ReadError(
            "there is no time in this trace",
            path=source.path,
            found=source.lines[0].strip()[:60],
            expected="records such as 'kqrpre1 : done ... cid=17 ... time=1459184804'",
        )
    issues = list(source.flags)
    if not trace.gets:
        reason = "no line marks the start and end of a get: only the stamps are read"
        issues.append(Flag(None, None, "", reason))
    return Reading(NAME, tuple(tables), (), (), tuple(issues), source.path)


READER = Reader(
    NAME,
    "event 10222 traces of row cache gets",
    _sniff,
    _read,
    EXAMPLE,
    traits=(
        "with and without marks of start and end; wrapped lines and SQL texts inside records",
        "gets inside gets: the pure time is without them",
        "a get that is started and never ended keeps its row and is flagged",
    ),
    gives=(
        TableForm(
            "stamps",
            "one record with a time",
            (
                ColumnForm("event", "kernel function, or start or end of a marked get"),
                ColumnForm("cid", "number of the cache"),
                ColumnForm("time", "clock, in the unit of the trace"),
            ),
        ),
        TableForm(
            "gets",
            "one marked get, in order of the start",
            (
                ColumnForm("cid", "number of the cache"),
                ColumnForm("start", "clock at its start"),
                ColumnForm("end", "clock at its end"),
                ColumnForm("elapsed", "elapsed time, as printed"),
                ColumnForm("pure", "the same without gets inside it, as printed"),
                ColumnForm("parent", "cache of the get around it"),
            ),
        ),
    ),
)
