"""Traces of system calls by ``strace`` or ``truss``, one call a line.

Table ``calls``, one row per call, in order of their start:

* ``number``: 1, 2, ...;
* ``pid``, ``time``: as far as the trace prints them; ``time`` in seconds, of the day for a clock;
* ``call``: the name; ``arguments``: all of them as printed; ``argument_1`` to ``argument_6``:
  cut at their commas, whole and hexadecimal numbers as integers, texts without their quotes;
* ``result``: the returned number; ``errno`` such as ``EPERM`` and ``error``, its text, for a call
  that failed; ``elapsed_s``: seconds spent in it, where the trace prints them.

A call that is interrupted in the trace (``<unfinished ...>``) is joined with the line that
resumes it, by process and name. Without that line it keeps its row, without a result, and is
flagged; a resumed line without its start too. Signals and exits are passed over. A call that
never returns (``= ?``) has no result, and that is no fault.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from contention.errors import ReadError
from contention.measurements import Flag, Table, Value
from contention.readers.cells import table_of_values
from contention.readers.forms import ColumnForm, TableForm
from contention.readers.reading import Options, Reader, Reading, Recognition
from contention.readers.source import SourceText
from contention.readers.system_call_arguments import argument_value, cut_arguments

__all__ = ["READER"]

NAME = "system_call_trace"

EXAMPLE = """\
4711  10:30:00 openat(AT_FDCWD, "/data/a,b", O_RDWR|O_CREAT, 0600) = 3 <0.000041>
4712  10:30:00 read(0,  <unfinished ...>
4711  10:30:01 mmap(NULL, 4096, PROT_READ|PROT_EXEC, MAP_SHARED, 3, 0) = 0x7f0000001000 <0.000009>
4712  10:30:02 <... read resumed> "x", 1) = 1 <1.200000>
4711  10:30:02 close(9)                = -1 EBADF (Bad file descriptor) <0.000007>
"""

_HEAD = (
    r"\s*(?:\[pid\s+(?P<pid1>\d{1,10})\]\s*|(?P<pid2>\d{1,10})(?:/\d{1,6})?:?\s+)?"
    r"(?P<time>\d\d:\d\d:\d\d(?:\.\d{1,9})?\s+|\d{1,12}\.\d{1,9}\s+)?"
)
_START = re.compile(_HEAD + r"(?P<call>[a-z_]\w{1,40})\((?P<rest>.*)")
_RESUMED = re.compile(_HEAD + r"<\.\.\. (?P<call>[a-z_]\w{1,40}) resumed>\s?(?P<rest>.*)")
_RETURN = re.compile(
    r"(?P<head>.*)\)\s*=\s*(?P<result>-?\d{1,20}|0x[0-9a-fA-F]{1,16}|\?)"
    r"(?:<[^<>]{0,4096}>)?(?P<more> [^<>]*?)?(?:\s*<(?P<elapsed>\d{1,9}\.\d{1,9})>)?\s*"
)
_TRUSS = re.compile(
    r"(?P<head>.*)\)\s+Err#(?P<code>\d{1,4})\s+(?P<errno>E[A-Z0-9]{1,20})\s*.{0,80}"
)
_ERRNO = re.compile(r"\s*(E[A-Z0-9]{1,20})(?: \((.*)\))?.*")
_CUT = re.compile(r"(?P<head>.*?),?\s*<unfinished \.\.\.>\s*")
_OTHER = re.compile(
    _HEAD + r"(?:---.*|\+\+\+.*|strace: .*|.*<detached \.\.\.>|\s+Received signal.*|\s*[*-]{3}.*)"
)
_ARGUMENTS = 6

Cell = tuple[str | None, Value]
_MISSING: Cell = (None, None)


@dataclass
class _Call:
    line: int
    pid: Cell
    time: Cell
    call: str
    arguments: str = ""
    result: Cell = _MISSING
    errno: Cell = _MISSING
    error: Cell = _MISSING
    elapsed_s: Cell = _MISSING
    open: bool = False

    def finish(self, text: str) -> bool:
        """Take the arguments and what was returned; False where the text is no such end."""
        if match := _TRUSS.fullmatch(text):
            self.result, self.errno = ("-1", -1), (match["errno"], match["errno"])
        elif match := _RETURN.fullmatch(text):
            self.result = (match["result"], _result(match["result"]))
            failed = _ERRNO.fullmatch(match["more"] or "")
            if failed:
                self.errno, self.error = (failed[1], failed[1]), (failed[2], failed[2])
            if match["elapsed"]:
                self.elapsed_s = (match["elapsed"], float(match["elapsed"]))
        else:
            return False
        self.arguments = _joined(self.arguments, match["head"])
        self.open = False
        return True


def _joined(first: str, then: str) -> str:
    """The arguments of both halves: the trace cuts them after a comma."""
    parts = [part.strip().strip(",").strip() for part in (first, then)]
    return ", ".join(part for part in parts if part)


def _result(text: str) -> Value:
    if text == "?":
        return None
    return int(text, 16) if text.startswith("0x") else int(text)


def _time(text: str | None) -> Cell:
    if text is None:
        return _MISSING
    text = text.strip()
    if ":" not in text:
        return (text, float(text))
    hours, minutes, seconds = text.split(":")
    whole = int(hours) * 3600 + int(minutes) * 60
    return (text, round(whole + float(seconds), 9) if "." in seconds else whole + int(seconds))


@dataclass
class _Trace:
    calls: list[_Call] = field(default_factory=list)
    flags: list[Flag] = field(default_factory=list)

    def take(self, number: int, line: str) -> None:
        """Read one line of the trace."""
        if match := _RESUMED.fullmatch(line):
            self._resume(number, line, match)
        elif match := _START.fullmatch(line):
            self._start(number, line, match)
        elif line.strip() and not _OTHER.fullmatch(line):
            self._flag(number, line, "not a system call; the line is left out")

    def _start(self, number: int, line: str, match: re.Match[str]) -> None:
        call = self._made(number, match)
        if cut := _CUT.fullmatch(match["rest"]):
            call.arguments, call.open = cut["head"], True
        elif not call.finish(match["rest"]):
            self._flag(number, line, "a call without its result; left out")
            return
        self.calls.append(call)

    def _resume(self, number: int, line: str, match: re.Match[str]) -> None:
        fresh = self._made(number, match)
        waiting = [
            one
            for one in self.calls
            if one.open and one.call == fresh.call and one.pid[1] == fresh.pid[1]
        ]
        call = waiting[-1] if waiting else fresh
        rest = match["rest"]
        if not call.finish(rest if ")" in rest.partition("=")[0] else f"){rest}"):
            self._flag(number, line, "the rest of a call without its result; left out")
        elif call is fresh:
            self.calls.append(call)
            self._flag(number, line, "the start of this call is not in the trace")

    def _made(self, number: int, match: re.Match[str]) -> _Call:
        pid = match["pid1"] or match["pid2"]
        cell: Cell = (pid, int(pid)) if pid else _MISSING
        return _Call(number, cell, _time(match["time"]), match["call"])

    def _flag(self, number: int, line: str, reason: str) -> None:
        self.flags.append(Flag(number, None, line.strip()[:80], reason))

    def close(self) -> None:
        """Flag the calls that the trace leaves open."""
        for call in self.calls:
            if call.open:
                self._flag(call.line, call.call, "this call is not resumed; its result is missing")


def _table(trace: _Trace, source: SourceText) -> Table:
    calls = trace.calls
    parts = [cut_arguments(call.arguments) for call in calls]
    columns: dict[str, list[Cell]] = {
        "number": [(str(at), at) for at in range(1, len(calls) + 1)],
        "pid": [call.pid for call in calls],
        "time": [call.time for call in calls],
        "call": [(call.call, call.call) for call in calls],
        "arguments": [(call.arguments or None, call.arguments or None) for call in calls],
    }
    for at in range(_ARGUMENTS):
        columns[f"argument_{at + 1}"] = [
            argument_value(cut[at]) if at < len(cut) else _MISSING for cut in parts
        ]
    for name in ("result", "errno", "error", "elapsed_s"):
        columns[name] = [getattr(call, name) for call in calls]
    units = {"time": "s", "elapsed_s": "s"}
    lines = [call.line for call in calls]
    provenance = source.provenance(NAME)
    return table_of_values("calls", columns, lines, provenance, flags=trace.flags, units=units)


def _sniff(source: SourceText) -> Recognition:
    hits = sum(_is_call(line) for line in source.lines)
    filled = sum(bool(line.strip()) for line in source.lines)
    if not hits:
        return Recognition(NAME, 0.0, "no line such as 'close(3) = 0'")
    sure = 0.5 + 0.45 * hits / filled if 2 * hits >= filled else 0.3
    return Recognition(NAME, sure, f"{hits} of {filled} lines are system calls")


def _is_call(line: str) -> bool:
    match = _START.fullmatch(line)
    if match is None:
        return bool(_RESUMED.fullmatch(line))
    rest = match["rest"]
    return bool(_RETURN.fullmatch(rest) or _TRUSS.fullmatch(rest) or _CUT.fullmatch(rest))


def _read(source: SourceText, options: Options) -> Reading:
    del options
    trace = _Trace()
    for number, line in enumerate(source.lines, 1):
        trace.take(number, line)
    trace.close()
    if not trace.calls:
        raise ReadError(
            "there is no system call in this capture",
            path=source.path,
            found=source.lines[0].strip()[:60],
            expected="lines such as 'close(3) = 0', as strace and truss write them",
        )
    table = _table(trace, source)
    return Reading(NAME, (table,), (), (), source.flags, source.path)


READER = Reader(
    NAME,
    "system calls, traced by strace or truss",
    _sniff,
    _read,
    EXAMPLE,
    traits=(
        "strace and truss, with and without process numbers, clocks and times spent",
        "interrupted calls joined with the line that resumes them, by process and name",
        "signals and exits passed over; a call that never returns has no result",
    ),
    gives=(
        TableForm(
            "calls",
            "one system call, in order of the start",
            (
                ColumnForm("number", "1, 2, ..."),
                ColumnForm("pid", "process or thread"),
                ColumnForm("time", "clock at the start", "s"),
                ColumnForm("call", "name of the call"),
                ColumnForm("arguments", "all arguments, as printed"),
                *(ColumnForm(f"argument_{at}", f"argument {at}") for at in range(1, 7)),
                ColumnForm("result", "returned number"),
                ColumnForm("errno", "symbol of the error, such as EPERM"),
                ColumnForm("error", "its text"),
                ColumnForm("elapsed_s", "time spent in the call", "s"),
            ),
        ),
    ),
)
