"""Raw trace files of event 10046: each wait and each database call of a session.

Tables, each only when the trace has such lines. ``cursor`` is the printed number; ``sql_id`` is
known where the trace shows which statement the cursor runs.

* ``waits`` (cursor, sql_id, event, ela_us, p1_name, p1, p2_name, p2, p3_name, p3, obj, tim):
  one row per wait, its parameters with their names.
* ``calls`` (call, cursor, sql_id, cpu_us, elapsed_us, disk, query, current, misses, rows, depth,
  goal, plan_hash, tim): lines ``PARSE``, ``EXEC``, ``FETCH`` and ``CLOSE``. The elapsed time of
  a call includes the calls that it makes, whose ``depth`` is one more.
* ``statements`` (cursor, sql_id, command, length, depth, user_id, command_type, hash, tim): what
  each cursor was parsed from, without the text.

Each statement also gives call statistics and a wait profile, to the microsecond, named by the
SQL ID or, where it is not known, by the cursor as ``cursor_1``. In the call statistics the part
of recursive calls is taken out of the calls that caused them.

Times are in microseconds, as from version 9 on. Bind values, row sources (``STAT``), commits
(``XCTEND``) and other lines are not read. The text of a statement is skipped up to its end, so
that a text which looks like a line of the trace does no harm.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

from contention.errors import ReadError
from contention.measurements import Flag, Provenance, Table, Value
from contention.readers.call_sums import statistics_of_calls
from contention.readers.cells import table_of_values
from contention.readers.reading import Options, Reader, Reading, Recognition
from contention.readers.source import SourceText
from contention.readers.trace_scan.growth import BETWEEN_CALLS
from contention.readers.wait_sums import profiles_of_waits

__all__ = ["READER"]

NAME = "trace10046"

EXAMPLE = """\
PARSING IN CURSOR #7 len=6 dep=1 uid=84 oct=2 lid=84 tim=1000 hv=12 ad='a' sqlid='abcdefgh12345'
INSERT
END OF STMT
PARSE #7:c=0,e=41,p=0,cr=0,cu=0,mis=1,r=0,dep=1,og=2,plh=0,tim=1100
WAIT #7: nam='db file scattered read' ela= 277 file#=3 block#=16505 blocks=1 obj#=0 tim=1400
EXEC #7:c=100,e=420,p=1,cr=2,cu=5,mis=0,r=1,dep=1,og=2,plh=0,tim=1600
"""

_WAIT = re.compile(r"WAIT #(\d{1,20}): nam='(.{0,100}?)' ela= ?(\d{1,18}) (.*)")
_PARAMETER = re.compile(r"([^\s=][^=]{0,60}?)= ?(-?[0-9a-zA-Z]{1,20})(?:\s+|$)")
_CALL = re.compile(r"(PARSE|EXEC|FETCH|CLOSE) #(\d{1,20}):(\S+)")
_PAIR = re.compile(r"([a-z]{1,4})=(-?\d{1,20})")
_PARSING = re.compile(r"PARSING IN CURSOR #(\d{1,20}) (.*)")
_FIELD = re.compile(r"([a-z]{2,5})=(?:'([^']*)'|(-?\d{1,20}))(?:\s|$)")
_CALL_NAMES = {
    "c": "cpu_us",
    "e": "elapsed_us",
    "p": "disk",
    "cr": "query",
    "cu": "current",
    "mis": "misses",
    "r": "rows",
    "dep": "depth",
    "og": "goal",
    "plh": "plan_hash",
    "tim": "tim",
}
_NEEDED = {"PARSE": 8, "EXEC": 8, "FETCH": 8, "CLOSE": 2}
_STATEMENT_NAMES = {
    "len": "length",
    "dep": "depth",
    "uid": "user_id",
    "oct": "command_type",
    "hv": "hash",
    "tim": "tim",
}
_UNITS = {"ela_us": "us", "cpu_us": "us", "elapsed_us": "us"}

Cell = tuple[str | None, Value]
_MISSING: Cell = (None, None)


def _whole(text: str) -> Cell:
    return (text, int(text)) if re.fullmatch(r"-?\d+", text) else (text, text)


@dataclass
class _Trace:
    rows: dict[str, list[tuple[int, dict[str, Cell]]]] = field(
        default_factory=lambda: {"waits": [], "calls": [], "statements": []}
    )
    flags: list[Flag] = field(default_factory=list)
    sql_ids: dict[str, str] = field(default_factory=dict)
    text_from: int = 0

    def take(self, number: int, line: str) -> None:
        """Read one line of the trace."""
        if self.text_from:
            self._text(line)
        elif line.startswith("WAIT #"):
            self._wait(number, line)
        elif line.startswith("PARSING IN CURSOR #"):
            self._parsing(number, line)
        elif re.match(r"(?:PARSE|EXEC|FETCH|CLOSE) #\d", line):
            self._call(number, line)

    def _text(self, line: str) -> None:
        if line.strip() == "END OF STMT":
            self.text_from = 0
            return
        statement = self.rows["statements"][-1][1]
        if statement["command"] == _MISSING and line.strip():
            word = line.split(maxsplit=1)[0][:40]
            statement["command"] = (word, word)

    def _wait(self, number: int, line: str) -> None:
        match = _WAIT.fullmatch(line.rstrip())
        found = _PARAMETER.findall(match[4]) if match else []
        rest = _PARAMETER.sub("", match[4]).strip() if match else line
        named = {name.strip(): text for name, text in found}
        if match is None or rest or ("tim" not in named and "obj#" in named):
            self._flag(number, line, "a wait that cannot be read; left out")
            return
        cells: dict[str, Cell] = {
            **self._cursor(match[1]),
            "event": (match[2], match[2]),
            "ela_us": (match[3], int(match[3])),
        }
        parameters = [(k, v) for k, v in named.items() if k not in ("obj#", "tim")]
        for position in range(3):
            name, text = parameters[position] if position < len(parameters) else (None, None)
            cells[f"p{position + 1}_name"] = (name, name)
            cells[f"p{position + 1}"] = _whole(text) if text is not None else _MISSING
        for name, key in (("obj", "obj#"), ("tim", "tim")):
            cells[name] = _whole(named[key]) if key in named else _MISSING
        self.rows["waits"].append((number, cells))

    def _call(self, number: int, line: str) -> None:
        match = _CALL.fullmatch(line.rstrip())
        pairs = [_PAIR.fullmatch(part) for part in match[3].split(",")] if match else [None]
        values = {pair[1]: pair[2] for pair in pairs if pair is not None}
        short = match is not None and len(values) < _NEEDED[match[1]]
        if match is None or None in pairs or short:
            self._flag(number, line, "a call that cannot be read; left out")
            return
        cells: dict[str, Cell] = {"call": (match[1], match[1]), **self._cursor(match[2])}
        for key, name in _CALL_NAMES.items():
            cells[name] = _whole(values[key]) if key in values else _MISSING
        self.rows["calls"].append((number, cells))

    def _parsing(self, number: int, line: str) -> None:
        match = _PARSING.fullmatch(line)
        named = (
            {key: quoted or plain for key, quoted, plain in _FIELD.findall(match[2])}
            if match
            else {}
        )
        self.text_from = number
        if match is None or "len" not in named or "tim" not in named:
            self._flag(number, line, "a statement's heading that cannot be read; its cells miss")
        cursor = match[1] if match else ""
        self.sql_ids.pop(cursor, None)
        if "sqlid" in named:
            self.sql_ids[cursor] = named["sqlid"]
        cells = {**self._cursor(cursor), "command": _MISSING}
        for key, name in _STATEMENT_NAMES.items():
            cells[name] = _whole(named[key]) if named.get(key) else _MISSING
        self.rows["statements"].append((number, cells))

    def _cursor(self, number: str) -> dict[str, Cell]:
        sql_id = self.sql_ids.get(number)
        return {"cursor": _whole(number) if number else _MISSING, "sql_id": (sql_id, sql_id)}

    def _flag(self, number: int, line: str, reason: str) -> None:
        self.flags.append(Flag(number, None, line.strip()[:80], reason))

    def end(self) -> None:
        """Flag a trace that ends within a statement's text, and waits without their end."""
        if self.text_from:
            reason = "the trace ends within the text of this statement"
            self.flags.append(Flag(self.text_from, None, "PARSING IN CURSOR", reason))
        stamped = [cells["tim"] != _MISSING for _, cells in self.rows["waits"]]
        for (number, cells), whole in zip(self.rows["waits"], stamped, strict=True):
            if any(stamped) and not whole:
                reason = "a wait without a time stamp, which others have: it may be cut"
                self.flags.append(Flag(number, "tim", cells["event"][0] or "", reason))
        self.flags.sort(key=lambda flag: flag.line or 0)


def _table(name: str, rows: list[tuple[int, dict[str, Cell]]], provenance: Provenance) -> Table:
    columns = {column: [cells[column] for _, cells in rows] for column in rows[0][1]}
    return table_of_values(name, columns, [line for line, _ in rows], provenance, units=_UNITS)


def _sniff(source: SourceText) -> Recognition:
    records = sum(
        bool(_WAIT.fullmatch(line.rstrip()) or _CALL.fullmatch(line.rstrip()))
        for line in source.lines[:100_000]
    )
    if records:
        return Recognition(NAME, 0.95, f"{records} lines of waits and calls")
    return Recognition(NAME, 0.0, "no line such as \"WAIT #1: nam='...' ela= ...\"")


def _pauses(made: dict[str, Table]) -> list[int]:
    """Lines at which the session waited for its client, so that no call was in progress."""
    if "waits" not in made:
        return []
    waits = made["waits"]
    events = waits.column("event").values
    return [line for line, event in zip(waits.lines, events, strict=True) if event == BETWEEN_CALLS]


def _stream(path: Path, options: Options) -> Reading:
    from contention.readers.trace10046_profile import profile_file  # noqa: PLC0415 - compiles

    return profile_file(path, options)


def _read(source: SourceText, options: Options) -> Reading:
    if "by" in options or "slice_s" in options:
        from contention.readers.trace10046_profile import profile_text  # noqa: PLC0415 - compiles

        return profile_text(source, options)
    trace = _Trace()
    for number, line in enumerate(source.lines, 1):
        trace.take(number, line)
    trace.end()
    provenance = source.provenance(NAME)
    tables = tuple(_table(n, rows, provenance) for n, rows in trace.rows.items() if rows)
    if not any(table.name in ("waits", "calls") for table in tables):
        raise ReadError(
            "there is no wait and no call in this trace",
            path=source.path,
            found=source.lines[0].strip()[:60],
            expected="lines such as \"WAIT #1: nam='log file sync' ela= 85 ... tim=1349341486\"",
        )
    made = {table.name: table for table in tables}
    names = {name: str(options.get(name, "")) for name in ("run", "system")}
    return Reading(
        NAME,
        tables,
        issues=(*source.flags, *trace.flags),
        path=source.path,
        calls=statistics_of_calls(made["calls"], between=_pauses(made), **names)
        if "calls" in made
        else (),
        waits=profiles_of_waits(made["waits"], **names) if "waits" in made else (),
    )


READER = Reader(NAME, "raw traces of event 10046", _sniff, _read, EXAMPLE, stream=_stream)
