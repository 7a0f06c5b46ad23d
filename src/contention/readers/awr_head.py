"""The head of a report: which database, which instance, from when to when."""

from __future__ import annotations

import datetime
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from contention.measurements import Flag, Provenance, Table, Value
from contention.readers.awr_dates import report_time
from contention.readers.cells import table_of_values
from contention.readers.forms import ColumnForm
from contention.readers.number_style import NumberStyle
from contention.readers.numbers import read_number
from contention.readers.rulers import join_headings, ruler_of, split_row

__all__ = ["REPORT_COLUMNS", "Head", "take_text_head"]

REPORT_COLUMNS = (
    ColumnForm("kind", "AWR or Statspack, with what the head calls itself"),
    ColumnForm("db", "name of the database"),
    ColumnForm("dbid", "identifier of the database; with instance and snapshots the report's key"),
    ColumnForm("instance", "name of the instance"),
    ColumnForm("inst_no", "number of the instance"),
    ColumnForm("version", "release of the database"),
    ColumnForm("rac", "whether the database has several instances"),
    ColumnForm("cdb", "whether the database holds containers"),
    ColumnForm("container", "name of the container, in a report of one"),
    ColumnForm("role", "role of the database"),
    ColumnForm("host", "name of the host"),
    ColumnForm("platform", "operating system of the host"),
    ColumnForm("cpus", "processors, as the operating system counts them"),
    ColumnForm("cores", "cores of the host"),
    ColumnForm("sockets", "sockets of the host"),
    ColumnForm("memory_gb", "memory of the host", "gb"),
    ColumnForm("startup_time", "when the instance started"),
    ColumnForm("begin_snap", "number of the first snapshot"),
    ColumnForm("end_snap", "number of the last snapshot"),
    ColumnForm("begin_time", "when the first snapshot was taken"),
    ColumnForm("end_time", "when the last snapshot was taken"),
    ColumnForm("begin_sessions", "sessions at the first snapshot"),
    ColumnForm("end_sessions", "sessions at the last snapshot"),
    ColumnForm("elapsed_s", "time from the first to the last snapshot, rounded by the tool", "s"),
    ColumnForm("db_time_s", "time in calls of all sessions, rounded by the tool", "s"),
    ColumnForm("db_cpu_s", "CPU time in calls of all sessions, rounded by the tool", "s"),
)

_FIELDS = {
    "db name": "db",
    "database": "db",
    "db id": "dbid",
    "container db id": "",
    "instance": "instance",
    "inst num": "inst_no",
    "startup time": "startup_time",
    "release": "version",
    "rac": "rac",
    "cdb": "cdb",
    "container name": "container",
    "pdb name": "container",
    "db role": "role",
    "role": "role",
    "host name": "host",
    "name": "host",
    "platform": "platform",
    "cpus": "cpus",
    "cores": "cores",
    "sockets": "sockets",
    "memory(gb)": "memory_gb",
    "memory (gb)": "memory_gb",
    "memory (g)": "memory_gb",
}
_NUMBERS = {"dbid", "inst_no", "cpus", "cores", "sockets", "memory_gb", "begin_snap", "end_snap"}
_NUMBERS |= {"begin_sessions", "end_sessions"}
_TIMES = {"startup_time", "begin_time", "end_time"}
_SNAP = re.compile(
    r"\s*(Begin|End) Snap:\s{1,40}(\d{1,12})\s{1,40}(\S.{4,40}?\d\d:\d\d(?::\d\d)?)"
    r"(?:\s{1,40}([\d,#]{1,12}))?(?:\s.{0,200})?",
    re.I,
)
_ELAPSED = re.compile(r"\s*Elapsed:\s{1,60}([\d.,#]{1,20})\s{0,4}\(mins?\)", re.I)
_DB_TIME = re.compile(r"\s*DB time:\s{1,60}([\d.,#]{1,20})\s{0,4}\(mins?\)", re.I)
_DB_CPU = re.compile(r"\bDB CPU:\s{1,40}([\d.,#]{1,20})\s{0,4}\(mins?\)", re.I)
_TOLERANCE_S = 90.0


@dataclass
class Head:
    """What the head says, as printed, by column of the table ``report``.

    Attributes
    ----------
    kind : str
        What the report calls itself.
    line : int
        The line of that.
    cells : dict of str to (int, str)
        Line and printed text.
    """

    kind: str
    line: int
    cells: dict[str, tuple[int, str]] = field(default_factory=dict)

    def put(self, name: str, line: int, text: str | None) -> None:
        """Keep a cell, unless it is blank or there already.

        Examples
        --------
        >>> head = Head("AWR", 1)
        >>> head.put("db", 3, "T")
        >>> head.put("db", 9, "U")
        >>> head.cells
        {'db': (3, 'T')}
        """
        if name and text and text.strip():
            self.cells.setdefault(name, (line, text.strip()))

    def put_row(self, headings: Sequence[str], cells: Sequence[str | None], line: int) -> None:
        """Keep the cells whose headings are known.

        Examples
        --------
        >>> head = Head("AWR", 1)
        >>> head.put_row(["DB Name", "Edition"], ["T", "EE"], 3)
        >>> head.cells
        {'db': (3, 'T')}
        """
        for heading, cell in zip(headings, cells, strict=False):
            name = _FIELDS.get(" ".join(heading.lower().split()), "")
            self.put(name, line, cell)

    def table(self, provenance: Provenance, style: NumberStyle) -> Table:
        """The table ``report``, of one row; what is missing or inconsistent is flagged."""
        flags: list[Flag] = []
        values: dict[str, Value] = {"kind": self.kind}
        times: dict[str, datetime.datetime] = {}
        for name, (line, text) in self.cells.items():
            value: Value = text
            if name in _TIMES:
                moment = report_time(text)
                if moment is None:
                    reason = "a date that cannot be read; kept as printed"
                    flags.append(Flag(line, name, text, reason))
                else:
                    times[name] = moment
                    value = moment.isoformat(" ")
            elif name in _NUMBERS or name.endswith("_s"):
                printed = read_number(text, style, kilo=1000)
                value = printed.value
                if printed.reason:
                    flags.append(Flag(line, name, text, f"{printed.reason}; the value is missing"))
                if value is not None and name.endswith("_s"):
                    value = round(float(value) * 60, 6)
            values[name] = value
        flags.extend(self._missing(values))
        flags.extend(self._checked(values, times))
        columns = {
            column.name: [
                (self.cells[column.name][1] if column.name in self.cells else None,
                 values.get(column.name))
            ]
            for column in REPORT_COLUMNS
        }  # fmt: skip
        columns["kind"] = [(self.kind, self.kind)]
        units = {column.name: column.unit for column in REPORT_COLUMNS}
        return table_of_values("report", columns, [self.line], provenance, flags=flags, units=units)

    def _missing(self, values: Mapping[str, Value]) -> list[Flag]:
        needed = ("dbid", "inst_no", "begin_snap", "end_snap", "elapsed_s")
        return [
            Flag(self.line, name, self.kind, "the head of the report does not say; missing")
            for name in needed
            if name not in self.cells
        ]

    def _checked(
        self, values: Mapping[str, Value], times: Mapping[str, datetime.datetime]
    ) -> list[Flag]:
        found = []
        begin, end, start = (times.get(n) for n in ("begin_time", "end_time", "startup_time"))
        elapsed = values.get("elapsed_s")
        if begin and end and isinstance(elapsed, int | float):
            span = (end - begin).total_seconds()
            if abs(span - float(elapsed)) > _TOLERANCE_S:
                line, text = self.cells["elapsed_s"]
                reason = f"the snapshots are {span:g} s apart; the value is kept"
                found.append(Flag(line, "elapsed_s", text, reason))
        if start and begin and start > begin:
            line, text = self.cells["startup_time"]
            reason = (
                "the instance started after the first snapshot: every difference between the "
                "snapshots is wrong; kept"
            )
            found.append(Flag(line, "startup_time", text, reason))
        return found


def take_text_head(head: Head, lines: Sequence[str], end: int) -> None:
    """Read the lines of a head in a text report.

    Parameters
    ----------
    head : Head
        Receives what they say.
    lines : sequence of str
        The whole capture.
    end : int
        Index of the line behind the head.

    Examples
    --------
    >>> head = Head("AWR", 1)
    >>> take_text_head(head, ["DB Name  DB Id", "------- -----", "T          17", ""], 4)
    >>> head.cells
    {'db': (3, 'T'), 'dbid': (3, '17')}
    """
    for index in range(min(end, len(lines))):
        line = lines[index].expandtabs(8)[:400]
        snap = _SNAP.fullmatch(line)
        if snap:
            side = snap[1].lower()
            head.put(f"{side}_snap", index + 1, snap[2])
            head.put(f"{side}_time", index + 1, snap[3])
            head.put(f"{side}_sessions", index + 1, snap[4])
            continue
        for name, pattern in (("elapsed_s", _ELAPSED), ("db_time_s", _DB_TIME)):
            found = pattern.match(line)
            if found:
                head.put(name, index + 1, found[1])
        cpu = _DB_CPU.search(line)
        if cpu:
            head.put("db_cpu_s", index + 1, cpu[1])
        ruler = ruler_of(line.replace("~", "-"))
        if ruler is None or len(ruler) < 2 or index < 1 or index + 1 >= end:
            continue
        above = lines[index - 1].expandtabs(8)[:400]
        below = lines[index + 1].expandtabs(8)[:400]
        headings, cells = join_headings([above], ruler), split_row(below, ruler).cells
        if headings and cells and not _SNAP.fullmatch(below):
            head.put_row(headings, cells, index + 2)
