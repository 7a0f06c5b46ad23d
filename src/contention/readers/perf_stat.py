"""Counters of ``perf stat``: its text, ``-x`` with any separator, ``-j``, and intervals by ``-I``.

Table ``counters``: one row per event, with the share of the time in which it was counted; a count
from less than all of it is scaled by the tool and flagged. ``<not counted>`` and ``<not
supported>`` are missing, with that as their status. With a comma as separator and as decimal mark
a row cannot be cut into cells: it is refused, with what to do.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from contention.errors import ContentionError, ReadError
from contention.measurements import Flag
from contention.readers.benchmark_runs import Run, table_of_rows
from contention.readers.forms import ColumnForm, TableForm
from contention.readers.json_documents import JsonText, begins_as_json
from contention.readers.number_style import NumberStyle, decide_style
from contention.readers.numbers import read_number
from contention.readers.reading import Options, Reader, Reading, Recognition
from contention.readers.source import SourceText

__all__ = ["READER"]

NAME = "perf_stat"

EXAMPLE = """\

 Performance counter stats for './server':

          4,005.95 msec task-clock                #    3.998 CPUs utilized
            12,432      context-switches          #    3.103 K/sec
    14,376,827,291      cycles                    #    3.589 GHz
   <not supported>      branches

       1.002032105 seconds time elapsed
"""

_COLUMNS = (
    ColumnForm("time_s", "time since the start, of intervals", "s"),
    ColumnForm("place", "CPU, core or socket, where they are told apart"),
    ColumnForm("event", "name of the event"),
    ColumnForm("value", "count, or time in the unit beside it"),
    ColumnForm("unit", "unit of the value, such as msec; empty for counts"),
    ColumnForm("status", "counted, not counted, or not supported"),
    ColumnForm("running_pct", "share of the time in which the event was counted", "%"),
)
_SUMMARY = (
    ColumnForm("elapsed_s", "seconds time elapsed", "s"),
    ColumnForm("user_s", "seconds user", "s"),
    ColumnForm("sys_s", "seconds sys", "s"),
)

_TITLE = re.compile(r"\s*Performance counter stats for .*")
_NOT = r"<not counted>|<not supported>"
_NUMBER = r"\d[\d.,'\u00a0\u202f]{0,30}"
_EVENT = r"[A-Za-z][\w.:/=,-]{0,120}"
_ROW = re.compile(
    rf"\s*(?:(?P<time>\d{{1,9}}[.,]\d{{9}})\s+)?(?:(?P<place>CPU\d{{1,5}}|S\d{{1,4}}\S{{0,20}})\s+)?"
    rf"(?P<value>{_NUMBER}|{_NOT})\s+(?:(?P<unit>msec|nsec|usec|sec|Joules|Bytes|KiB|MiB)\s+)?"
    rf"(?P<event>{_EVENT})\s*(?:#.{{0,120}}?)?(?:\(\s?\+-.{{0,20}}?\))?\s*"
    rf"(?:\(\s?(?P<running>{_NUMBER})\s?%\))?\s*"
)
_TIME = re.compile(rf"\s*(?P<value>{_NUMBER})\s+seconds (?P<what>time elapsed|user|sys)\b.*")
_SUMMARY_OF = {"time elapsed": "elapsed_s", "user": "user_s", "sys": "sys_s"}
_SEPARATORS = (";", "|", "\t", ",", ":", "@", "~")
_VALUE = re.compile(rf"{_NOT}|\d+(?:[.,]\d+)?")
_PLACE = re.compile(r"CPU\d{1,5}|S\d{1,4}\S{0,20}|\d{1,5}")


@dataclass(frozen=True)
class _Cell:
    line: int
    time: str
    place: str
    event: str
    value: str
    unit: str
    running: str


@dataclass
class _Capture:
    cells: list[_Cell] = field(default_factory=list)
    times: list[tuple[int, str, str]] = field(default_factory=list)
    flags: list[Flag] = field(default_factory=list)
    style: NumberStyle = field(default_factory=NumberStyle)


def _separator(lines: Iterable[str]) -> str:
    """The separator of ``-x`` rows; empty where no separator makes rows of most lines."""
    filled = [line for line in lines if line.strip() and not line.startswith("#")]
    for mark in _SEPARATORS:
        rows = sum(_split(line, mark) is not None for line in filled)
        if rows and rows * 2 > len(filled):
            return mark
    return ""


def _split(line: str, mark: str) -> tuple[list[str], int] | None:
    """The cells of a row, and where its value stands: an event's name is two cells behind it."""
    cells = [cell.strip() for cell in line.split(mark)]
    for at in range(min(4, len(cells) - 3)):
        before_fit = all(
            re.fullmatch(r"\d{1,9}[.,]\d{9}", c) or _PLACE.fullmatch(c) for c in cells[:at]
        )
        event = cells[at + 2]
        whole = _VALUE.fullmatch(cells[at]) and re.fullmatch(r"[A-Za-z]{0,12}", cells[at + 1])
        if before_fit and whole and re.fullmatch(_EVENT, event):
            return cells, at
    return None


def _from_rows(source: SourceText, mark: str, capture: _Capture) -> None:
    for number, line in enumerate(source.lines, 1):
        found = _split(line, mark)
        if found is None:
            if line.strip() and not line.startswith("#"):
                reason = "no row of a counter; left out"
                capture.flags.append(Flag(number, None, line.strip()[:60], reason))
            continue
        cells, at = found
        rest = [cell for cell in cells[at + 3 :] if not cell.endswith("%")]
        running = rest[1] if len(rest) > 1 else ""
        if mark == "," and running and "." not in running:
            raise ReadError(
                "the comma is the separator and the decimal mark: this row cannot be cut",
                path=source.path,
                line=number,
                found=line.strip()[:80],
                expected="a decimal point, or another separator",
                hint="run perf stat again with LC_ALL=C, with -x';', or with -j",
            )
        before = cells[:at]
        time = next((cell for cell in before if re.fullmatch(r"\d{1,9}[.,]\d{9}", cell)), "")
        place = next((cell for cell in before if cell != time), "")
        capture.cells.append(
            _Cell(number, time, place, cells[at + 2], cells[at], cells[at + 1], running)
        )


def _from_text(source: SourceText, capture: _Capture) -> None:
    inside = False
    for number, line in enumerate(source.lines, 1):
        inside = inside or bool(_TITLE.fullmatch(line)) or line.startswith("#")
        time, row = _TIME.fullmatch(line), _ROW.fullmatch(line)
        if not inside:
            continue
        if time:
            capture.times.append((number, _SUMMARY_OF[time["what"]], time["value"]))
        elif row:
            texts = {name: text or "" for name, text in row.groupdict().items()}
            capture.cells.append(_Cell(number, **texts))
        elif re.match(rf"\s*(?:{_NUMBER}|{_NOT})\s", line):
            reason = "a line of a counter that cannot be read; left out"
            capture.flags.append(Flag(number, None, line.strip()[:60], reason))


def _from_json(source: SourceText, capture: _Capture) -> None:
    for document in JsonText(source).documents():
        record = document.value
        if not isinstance(record, dict) or "event" not in record:
            reason = "no record of a counter; left out"
            capture.flags.append(Flag(document.line, None, str(record)[:60], reason))
            continue
        place = next((str(record[key]) for key in ("cpu", "core", "socket") if key in record), "")
        texts = [str(record.get(key, "")) for key in ("counter-value", "unit", "pcnt-running")]
        time = str(record.get("interval", ""))
        capture.cells.append(
            _Cell(document.line, time, place, str(record["event"]), texts[0], *texts[1:])
        )


def _row(cell: _Cell, capture: _Capture) -> Run:
    row = Run(cell.line)
    status = "counted"
    value = None
    if cell.value.startswith("<"):
        status = cell.value.strip("<>")
    else:
        value = _value(cell.line, "value", cell.value, capture)
    row.put("event", cell.event, cell.event)
    row.put("value", cell.value, value)
    row.put("status", None, status)
    if cell.time:
        row.put("time_s", cell.time, _value(cell.line, "time_s", cell.time, capture))
    if cell.place:
        row.put("place", cell.place, cell.place)
    if cell.unit:
        row.put("unit", cell.unit, cell.unit)
    if cell.running:
        share = _value(cell.line, "running_pct", cell.running, capture)
        row.put("running_pct", cell.running, share)
        if isinstance(share, int | float) and share < 100 and value is not None:
            reason = f"counted for {share:g} % of the time, and scaled by the tool"
            capture.flags.append(Flag(cell.line, "value", cell.value, reason))
    return row


def _value(line: int, column: str, text: str, capture: _Capture) -> int | float | None:
    printed = read_number(text, capture.style)
    if printed.reason:
        reason = f"{printed.reason}; the value is missing"
        capture.flags.append(Flag(line, column, text, reason))
    return printed.value


def _sniff(source: SourceText) -> Recognition:
    if begins_as_json(source):
        return _sniff_json(source)
    titles = sum(bool(_TITLE.fullmatch(line)) for line in source.lines)
    if titles:
        return Recognition(NAME, 0.85, f"{titles} titles 'Performance counter stats for'")
    head = source.lines[:200]
    if any(re.match(r"#\s+time\s.*\bcounts\b.*\bevents\b", line) for line in head):
        return Recognition(NAME, 0.9, "the heading of intervals: time, counts, events")
    mark = _separator(head)
    if mark and any(re.search(rf"task-clock|cycles|{_NOT}", line) for line in head):
        return Recognition(NAME, 0.9, f"rows of counters, separated by {mark!r}")
    return Recognition(NAME, 0.0, "no 'Performance counter stats for', no rows of -x, no -j")


def _sniff_json(source: SourceText) -> Recognition:
    try:
        first, _ = JsonText(source).first_document()
    except ContentionError as error:
        return Recognition(NAME, 0.0, error.message)
    if isinstance(first.value, dict) and {"counter-value", "event"} <= set(first.value):
        return Recognition(NAME, 0.97, 'a JSON record with "counter-value" and "event"')
    return Recognition(NAME, 0.0, 'JSON, but no record with "counter-value"')


def _read(source: SourceText, options: Options) -> Reading:
    capture = _Capture()
    if begins_as_json(source):
        _from_json(source, capture)
    elif any(_TITLE.fullmatch(line) for line in source.lines) or not _separator(source.lines):
        _from_text(source, capture)
    else:
        _from_rows(source, _separator(source.lines), capture)
    if not capture.cells:
        raise ReadError(
            "there is no counter in this capture",
            path=source.path,
            found=source.lines[0].strip()[:60],
            expected="what perf stat prints, with or without -x, -j and -I",
            hint="; ".join(flag.reason for flag in capture.flags[:2]) or None,
        )
    printed = [text for cell in capture.cells for text in (cell.value, cell.running, cell.time)]
    printed += [text for _, _, text in capture.times]
    capture.style = decide_style(printed) or NumberStyle("undecided", "undecided")
    rows = [_row(cell, capture) for cell in capture.cells]
    provenance = source.provenance(NAME)
    summaries = _summaries(capture)
    tables = [table_of_rows("counters", _COLUMNS, rows, provenance, flags=capture.flags)]
    if summaries:
        tables.append(table_of_rows("summary", _SUMMARY, summaries, provenance))
    return Reading(NAME, tuple(tables), issues=source.flags, path=source.path)


def _summaries(capture: _Capture) -> Sequence[Run]:
    made: list[Run] = []
    for line, column, text in capture.times:
        if not made or column == "elapsed_s":
            made.append(Run(line))
        made[-1].put(column, text, _value(line, column, text, capture))
    return made


READER = Reader(
    NAME,
    "counters of perf stat",
    _sniff,
    _read,
    EXAMPLE,
    traits=(
        "text with marks between thousands in any locale, rows of -x, records of -j, intervals",
        "<not counted> and <not supported> are missing, with that as their status",
        "counts from less than all of the time are scaled by the tool, and flagged",
        "a comma as separator and decimal mark at once is refused, with what to do",
    ),
    gives=(
        TableForm("counters", "one event", _COLUMNS),
        TableForm("summary", "the times at the end of the text", _SUMMARY),
    ),
)
