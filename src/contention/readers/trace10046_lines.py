"""Lines of a trace to rows: waits, calls, statements, bind values, row sources, commits, errors."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from contention.measurements import Flag, Value
from contention.readers.trace10046_binds import read_binds
from contention.readers.trace10046_row_sources import row_source, whole
from contention.readers.trace10046_scan import CONTINUED, LIMITED, REASONS
from contention.readers.trace10046_texts import Patience, end_of_statement, line_behind
from contention.readers.trace_scan.layout import (
    ODD_CALL,
    ODD_ERROR,
    ODD_HEADING,
    ODD_MARK,
    ODD_TEXT,
    ODD_WAIT,
)

__all__ = ["CALL", "WAIT", "Row", "TraceLines"]

Cell = tuple[str | None, Value]
Row = tuple[int, dict[str, Cell]]

WAIT = re.compile(r"WAIT #(\d{1,20}): nam='((?:(?!' ela=).){0,100})' ela= ?(\d{1,18}) (.*)")
CALL = re.compile(
    r"(PARSE|EXEC|FETCH|CLOSE|UNMAP|SORT UNMAP|RPC EXEC|LOB[A-Z]{1,20})(?: #(\d{1,20}))?:\s*(\S.*)"
)
_IS_CALL = re.compile(r"(?:PARSE|EXEC|FETCH|CLOSE|UNMAP|SORT UNMAP) #|RPC EXEC|LOB")
_PARAMETER = re.compile(r"([^\s=][^=]{0,60}?)= ?(-?[0-9a-zA-Z]{1,20})(?:\s+|$)")
_STAMP = re.compile(r" tim=(\d{1,18})$")
_PAIR = re.compile(r"([a-z]{1,4})=(-?\d{1,20})")
_OF_BIND = re.compile(r" {1,4}(?:Bind#\d|bind \d|oac|kxs|bfp|value=)")
_KNOWN = re.compile(r"(?:c|e|p|cr|cu|mis|r|dep|tim)=")
_PARSING = re.compile(r"PARSING IN CURSOR #(\d{1,20}) .*")
_FAILED = re.compile(r"PARSE ERROR #(\d{1,20}):(.*)")
_ERROR = re.compile(r"ERROR #(\d{1,20}):err=(\d{1,6}) tim=(\d{1,18})")
_COMMIT = re.compile(r"XCTEND rlbk=(\d), rd_only=(\d)(?:, tim=(\d{1,18}))?")
_FIELD = re.compile(r"(?<!\S)([a-z]{2,5})=(?:'([^']*)'|(-?\d{1,20}))(?:\s|$)")
_FACT = re.compile(r"\*\*\* ([A-Z ]{2,24}):\((.*)\)")
_PROCESS = re.compile(r"\*\*\* \[ Unix process pid: (\d{1,18})")
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
_NEEDED = {"PARSE": 8, "EXEC": 8, "FETCH": 8}
_STATEMENT_NAMES = {
    "len": "length",
    "dep": "depth",
    "uid": "user_id",
    "oct": "command_type",
    "hv": "hash",
    "tim": "tim",
}
_TIMES = ("ela_us", "cpu_us", "elapsed_us")
_MISSING: Cell = (None, None)


@dataclass
class TraceLines:
    """What was read so far; ``take`` reads a line, with the text that follows it."""

    lines: tuple[str, ...]
    encoding: str
    unit_us: int = 1
    rows: dict[str, list[Row]] = field(default_factory=dict)
    flags: list[Flag] = field(default_factory=list)
    statements: dict[tuple[str, str], str] = field(default_factory=dict)
    process: str = ""
    patience: Patience = field(default_factory=Patience)

    def read(self) -> None:
        """Read every line."""
        at = 0
        while at < len(self.lines):
            at = self.take(at)
        self._check_stamps()
        self.flags.sort(key=lambda flag: flag.line or 0)

    def same_columns(self) -> dict[str, list[Row]]:
        """The rows of each table, with a process in all of them where the trace names any."""
        if self.process:
            for rows in self.rows.values():
                for _, cells in rows:
                    if "cursor" in cells:
                        cells.setdefault("process", _MISSING)
        return self.rows

    def take(self, at: int) -> int:
        """Read the line of that index; return the index of the next to read."""
        line, number = self.lines[at], at + 1
        if line.startswith("WAIT #"):
            self._wait(number, line)
        elif line.startswith("PARSING IN CURSOR #"):
            return self._parsing(at)
        elif line.startswith("BINDS #"):
            return self._binds(at, number)
        elif _OF_BIND.match(line):
            return self._binds(at, at)
        elif line.startswith("PARSE ERROR #"):
            return self._failed(at)
        elif _IS_CALL.match(line):
            self._call(number, line)
        elif line.startswith("STAT #"):
            self._source(number, line)
        elif line.startswith("*** "):
            self._fact(number, line)
        elif line.startswith(("XCTEND ", "ERROR #", "DEADLOCK")):
            self._end(number, line.rstrip())
        return number

    def _add(self, table: str, number: int, cells: dict[str, Cell]) -> None:
        self.rows.setdefault(table, []).append((number, cells))

    def _flag(self, number: int, line: str, reason: str) -> None:
        self.flags.append(Flag(number, None, line.strip()[:80], reason))

    def _cursor(self, number: str | None) -> dict[str, Cell]:
        name = self.statements.get((self.process, number or ""))
        cells = {"cursor": whole(number or None), "sql_id": (name, name)}
        if self.process:
            cells["process"] = whole(self.process)
        return cells

    def _time(self, text: str) -> Cell:
        return (text, int(text) * self.unit_us)

    def _wait(self, number: int, line: str) -> None:
        match = WAIT.fullmatch(line.rstrip())
        found = _PARAMETER.findall(match[4]) if match else []
        rest = _PARAMETER.sub("", match[4]).strip() if match else line
        named = {name.strip(): text for name, text in found}
        stamp = _STAMP.search(match[4]) if match else None
        if match is None or (stamp is None and (rest or "obj#" in named)):
            self._flag(number, line, REASONS[ODD_WAIT])
            return
        if stamp is not None:
            named["tim"] = stamp[1]
        if rest:
            self._flag(number, line, "parameters of a wait that cannot be read; left out")
        cells: dict[str, Cell] = {
            **self._cursor(match[1]),
            "event": (match[2], match[2]),
            "ela_us": self._time(match[3]),
        }
        parameters = [(k, v) for k, v in named.items() if k not in ("obj#", "tim")]
        for position in range(3):
            name, text = parameters[position] if position < len(parameters) else (None, None)
            cells[f"p{position + 1}_name"] = (name, name)
            cells[f"p{position + 1}"] = whole(text)
        for name, key in (("obj", "obj#"), ("tim", "tim")):
            cells[name] = whole(named.get(key))
        self._add("waits", number, cells)

    def _call(self, number: int, line: str) -> None:
        match = CALL.fullmatch(line.rstrip())
        lenient = line.startswith(("LOB", "RPC"))
        parts = match[3].split(",") if match else []
        pairs = [_PAIR.fullmatch(part.strip() if lenient else part) for part in parts]
        values = {pair[1]: pair[2] for pair in pairs if pair is not None}
        bad = [part for part, pair in zip(parts, pairs, strict=True) if pair is None]
        unreadable = not lenient if bad else False
        unreadable = unreadable or any(_KNOWN.match(part.strip()) for part in bad)
        if (
            match is None
            or unreadable
            or (match[2] is None and not lenient)
            or len(values) < _NEEDED.get(match[1], 2)
            or any(values.get(key, "-").startswith("-") or len(values[key]) > 18 for key in "ce")
        ):
            self._flag(number, line, REASONS[ODD_CALL])
            return
        cells: dict[str, Cell] = {"call": (match[1], match[1]), **self._cursor(match[2])}
        for key, name in _CALL_NAMES.items():
            text = values.get(key)
            cells[name] = self._time(text) if text and name in _TIMES else whole(text)
        self._add("calls", number, cells)

    def _parsing(self, at: int) -> int:
        line = self.lines[at]
        match = _PARSING.fullmatch(line.rstrip())
        named = {k: quoted or plain for k, quoted, plain in _FIELD.findall(line)}
        if match is None or "len" not in named or "tim" not in named:
            self._flag(at + 1, line, REASONS[ODD_HEADING])
        length = int(named["len"]) if named.get("len", "-").isdecimal() else None
        end, exact = end_of_statement(self.lines, at + 1, length, self.encoding, self.patience)
        if end is None:
            self._flag(at + 1, line, REASONS[ODD_TEXT])
        elif end == len(self.lines):
            reason = "the trace ends within the text of this statement"
            self._flag(at + 1, "PARSING IN CURSOR", reason)
        elif not exact:
            self._flag(at + 1, line, REASONS[ODD_MARK])
        key = (self.process, match[1] if match else "")
        self.statements.pop(key, None)
        if named.get("sqlid"):
            self.statements[key] = named["sqlid"]
        elif named.get("hv"):
            self.statements[key] = f"hash_{named['hv']}"
        words = " ".join(self.lines[at + 1 : min(at + 20, end or at + 1)]).split(maxsplit=1)
        command = words[0][:40] if words else None
        cells = {**self._cursor(match[1] if match else None), "command": (command, command)}
        for name, column in _STATEMENT_NAMES.items():
            cells[column] = whole(named.get(name) or None)
        self._add("statements", at + 1, cells)
        return at + 1 if end is None else end + 1

    def _failed(self, at: int) -> int:
        line = self.lines[at]
        match = _FAILED.fullmatch(line.rstrip())
        named = {k: plain for k, _, plain in _FIELD.findall(match[2] if match else "")}
        length = int(named["len"]) if named.get("len", "-").isdecimal() else -1
        behind = line_behind(
            self.lines,
            at + 1,
            length,
            lambda _: True,
            encoding=self.encoding,
            patience=self.patience,
        )
        if match is None or not named.get("err") or behind is None:
            self._flag(at + 1, line, REASONS[ODD_ERROR])
        cells = {"kind": ("parse", "parse"), **self._cursor(match[1] if match else None)}
        self._add(
            "errors",
            at + 1,
            {**cells, "error": whole(named.get("err")), "tim": whole(named.get("tim"))},
        )
        return at + 1 if behind is None else behind

    def _binds(self, at: int, first: int) -> int:
        cursor = re.match(r"BINDS #(\d{1,20})", self.lines[at])
        rows, behind, whole = read_binds(self.lines, first, self.encoding, self.patience)
        for number, cells in rows:
            self._add("binds", number, {**self._cursor(cursor[1] if cursor else None), **cells})
        if not whole:
            self._flag(rows[-1][0], self.lines[rows[-1][0] - 1], "the trace ends before its value")
        return behind

    def _source(self, number: int, line: str) -> None:
        found = row_source(line.rstrip())
        if found is None:
            self._flag(number, line, "a row source that cannot be read; left out")
        else:
            self._add("row_sources", number, {**self._cursor(found[0]), **found[1]})

    def _end(self, number: int, line: str) -> None:
        commit, error = _COMMIT.fullmatch(line), _ERROR.fullmatch(line)
        if commit:
            names = ("rollback", "read_only", "tim")
            cells = {name: whole(commit[place]) for place, name in enumerate(names, 1)}
            self._add("transactions", number, cells)
        elif error:
            cells = {"kind": ("call", "call"), **self._cursor(error[1]), "error": whole(error[2])}
            self._add("errors", number, {**cells, "tim": whole(error[3])})
        elif line.startswith("DEADLOCK"):
            cells = {"kind": ("deadlock", "deadlock"), **self._cursor(None)}
            self._add("errors", number, {**cells, "error": ("60", 60), "tim": _MISSING})
        else:
            self._flag(number, line, "a commit or an error that cannot be read; left out")

    def _fact(self, number: int, line: str) -> None:
        if match := _PROCESS.match(line):
            self.process = match[1]
        elif match := _FACT.match(line):
            name = match[1].lower()
            cells = {"name": (name, name), "value": (match[2], match[2])}
            self._add("session", number, cells)
        elif line.startswith("*** DUMP FILE SIZE"):
            self._flag(number, line, LIMITED)
        elif line.startswith("*** TRACE CONTINUED"):
            self._flag(number, line, CONTINUED)

    def _check_stamps(self) -> None:
        """Flag waits without their time stamp, where others have one."""
        waits = self.rows.get("waits", [])
        bare = [row for row in waits if row[1]["tim"] == _MISSING]
        if len(bare) == len(waits):
            return
        for number, cells in bare:
            reason = "a wait without a time stamp, which others have: it may be cut"
            self.flags.append(Flag(number, "tim", cells["event"][0] or "", reason))
