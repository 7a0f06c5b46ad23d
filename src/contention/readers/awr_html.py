"""AWR reports in HTML: every table of the report, named after its section.

Tables are found by their ``summary``, which stays English in every locale, and else by the heading
above. Those that are known have the names that the text form has, such as ``load_profile``,
``top_events_by_wait_time``, ``latch_activity`` and ``dictionary_cache``; others are named after
their summary or heading. ``sections`` lists every table with its status, and sections of which the
report says that there is no data. Waits of the first table of events are a wait profile. A ``K``,
``M`` or ``G`` behind a count is a multiple of 1,000, and flagged as rounded.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from contention.errors import MeasurementError, ReadError
from contention.measurements import Flag, Provenance, Table, WaitProfile
from contention.readers.awr_titles import section_of_summary
from contention.readers.benchmark_runs import Run, table_of_rows
from contention.readers.cells import Cells, Row, build_table
from contention.readers.forms import ColumnForm, TableForm
from contention.readers.headings import identifier, identifiers
from contention.readers.html_tables import HtmlRow, HtmlTable, html_tables
from contention.readers.reading import Options, Reader, Reading, Recognition
from contention.readers.source import SourceText

__all__ = ["READER"]

NAME = "awr_html"

EXAMPLE = """\
<html><head><title>AWR Report for DB: DEMO, Inst: demo1, Snaps: 10-11</title></head><body>
<h1>WORKLOAD REPOSITORY report for</h1>
<table summary="This table displays database instance information">
<tr><th>DB Name</th><th>DB Id</th><th>Instance</th><th>Inst num</th><th>Release</th></tr>
<tr><td>DEMO</td><td>4711</td><td>demo1</td><td>1</td><td>19.0.0.0.0</td></tr></table>
<table summary="This table displays load profile">
<tr><th></th><th>Per Second</th><th>Per Transaction</th></tr>
<tr><td>DB Time(s):</td><td>7.1</td><td>0.2</td></tr>
<tr><td>Executes (SQL):</td><td>1,520.5</td><td>41.0</td></tr></table>
<table summary="This table displays top 10 wait events by total wait time">
<tr><th>Event</th><th>Waits</th><th>Total Wait Time (sec)</th><th>Avg Wait</th><th>% DB</th></tr>
<tr><td>DB CPU</td><td>&#160;</td><td>120</td><td>&#160;</td><td>55.1</td></tr>
<tr><td>log file sync</td><td>36,000</td><td>54</td><td>1.50ms</td><td>24.8</td></tr></table>
<p>End of Report</p></body></html>
"""

_TITLE = re.compile(r"<title>\s{0,9}AWR (?:RAC )?Report\b", re.I)
_REPOSITORY = re.compile(r"WORKLOAD REPOSITORY (?:PDB |RAC )?report", re.I)
_COMPARED = re.compile(r"WORKLOAD REPOSITORY COMPARE|<title>\s{0,9}AWR (?:Compare|Diff)", re.I)
_OTHER = re.compile(r"<title>\s{0,9}(?:ADDM|ASH) Report", re.I)
_NO_DATA = re.compile(r"No data exists for this section of the report", re.I)
_LAST = re.compile(r"End of Report", re.I)
_SUMMARY = re.compile(r"this table (?:displays|lists|shows)(?: the)? ", re.I)
_OF_THE_HEAD = {
    "database instance information": "instance",
    "snapshot information": "snapshots",
    "host information": "host",
    "instance efficiency": "instance_efficiency",
}
_LONGEST_NAME = 60

_SECTIONS = (
    ColumnForm("section", "name of the table, as here"),
    ColumnForm("heading", "what the report calls it"),
    ColumnForm("status", "present, empty, or no_data where the report says so"),
    ColumnForm("rows", "number of rows"),
)


@dataclass
class _Report:
    tables: list[Table] = field(default_factory=list)
    sections: list[Run] = field(default_factory=list)
    flags: list[Flag] = field(default_factory=list)
    taken: set[str] = field(default_factory=set)

    def add(self, found: HtmlTable, provenance: Provenance) -> None:
        """Read one table of the page."""
        name = self._name(found)
        heading, body = _parts(found)
        status = "present" if body else "empty"
        self._section(found.line, name, found.summary or found.above, status, len(body))
        if not body or not any(heading):
            return
        flags: list[Flag] = []
        width = len(heading)
        rows = []
        for row in body:
            cells = [cell or None for cell in row.cells[:width]]
            if len(row.cells) != width:
                reason = f"{len(row.cells)} cells where {width} belong"
                flags.append(Flag(row.line, None, " ".join(row.cells)[:60], reason))
            rows.append(Row(row.line, tuple(cells + [None] * (width - len(cells)))))
        headings = tuple(text or ("name" if at == 0 else "") for at, text in enumerate(heading))
        cells_ = Cells(headings, rows, identifiers(headings), texts={"name"}, kilo=1000)
        self.tables.append(build_table(name, cells_, provenance, flags))

    def no_data(self, line: int, heading: str) -> None:
        """List a section of which the report says that there is no data."""
        name = identifier(heading)[:_LONGEST_NAME] or "unnamed"
        self._section(line, name, heading, "no_data", 0)

    def _section(self, line: int, name: str, heading: str, status: str, rows: int) -> None:
        made = Run(line)
        made.put("section", name, name)
        made.put("heading", heading, heading[:200] or None)
        made.put("status", status, status)
        made.put("rows", str(rows), rows)
        self.sections.append(made)

    def _name(self, found: HtmlTable) -> str:
        told = found.summary or found.above
        section = section_of_summary(told)
        text = _SUMMARY.sub("", told)
        heads = (name for start, name in _OF_THE_HEAD.items() if text.lower().startswith(start))
        known = section.name if section is not None else next(heads, None)
        base = known or identifier(text)[:_LONGEST_NAME].strip("_") or "table"
        base = "listed_sections" if base == "sections" else base
        name, number = base, 1
        while name in self.taken:
            number += 1
            name = f"{base}_{number}"
        self.taken.add(name)
        return name


def _parts(found: HtmlTable) -> tuple[tuple[str, ...], list[HtmlRow]]:
    """The headings of a table, and its rows; without heading cells, the first row names them."""
    if not found.rows:
        return (), []
    first = found.rows[0]
    body = [row for row in found.rows[1:] if not row.heading and any(row.cells)]
    return first.cells, body


def _waits(tables: Sequence[Table], provenance: Provenance) -> list[WaitProfile]:
    """The wait profile of the first table of events; the CPU is no event."""
    for table in tables:
        if table.name not in ("top_events_by_wait_time", "foreground_wait_events"):
            continue
        times = next((n for n in table.names if n.startswith("total_wait_time")), None)
        if "event" not in table.names or "waits" not in table.names or times is None:
            continue
        events = table.column("event").text
        unit = table.column(times).unit
        kept = [at for at, event in enumerate(events) if event and event.upper() != "DB CPU"]
        if not kept or unit not in ("s", "", "ms"):
            continue
        seconds = table.numbers(times)[kept] / (1000 if unit == "ms" else 1)
        try:
            return [
                WaitProfile(
                    "instance",
                    tuple(str(events[at]) for at in kept),
                    table.numbers("waits")[kept],
                    np.full(len(kept), np.nan),
                    seconds,
                    resolution_s=1.0,
                    provenance=provenance,
                    flags=table.flags,
                )
            ]
        except MeasurementError:
            continue
    return []


def _sniff(source: SourceText) -> Recognition:
    head = "\n".join(source.lines[:400])[:200_000]
    if _TITLE.search(head) or (_REPOSITORY.search(head) and "<" in head[:200]):
        return Recognition(NAME, 0.95, "the title of an AWR report in HTML")
    if _COMPARED.search(head):
        return Recognition(NAME, 0.9, "a comparison of two periods in HTML")
    return Recognition(NAME, 0.0, "no title of an AWR report in HTML")


def _read(source: SourceText, options: Options) -> Reading:
    del options
    head = "\n".join(source.lines[:400])[:200_000]
    if _COMPARED.search(head):
        raise ReadError(
            "this report compares two periods, side by side in each table",
            path=source.path,
            found=source.lines[0][:60],
            expected="the report of one period",
            hint="make a report of each period, and compare the two",
        )
    report = _Report()
    provenance = source.provenance(NAME)
    found = html_tables(source.lines)
    for table in found:
        report.add(table, provenance)
    for number, line in enumerate(source.lines, 1):
        if _NO_DATA.search(line):
            report.no_data(number, _heading_before(source.lines, number))
    if not report.tables:
        raise ReadError(
            "there is no table of an AWR report in this page",
            path=source.path,
            found=f"{len(found)} tables",
            expected="tables with a summary, such as 'This table displays load profile'",
        )
    flags = list(report.flags)
    if not any(_LAST.search(line) for line in source.lines[-200:]):
        reason = "no 'End of Report': the page is cut, or a part of one"
        flags.append(Flag(len(source.lines), None, source.lines[-1].strip()[:60], reason))
    if any(_OTHER.search(line) for line in source.lines):
        flags.append(Flag(None, None, "ADDM or ASH report", "a report inside the report"))
    sections = table_of_rows("sections", _SECTIONS, report.sections, provenance)
    return Reading(
        NAME,
        (*report.tables, sections),
        issues=(*source.flags, *flags),
        path=source.path,
        waits=tuple(_waits(report.tables, provenance)),
    )


def _heading_before(lines: Sequence[str], number: int) -> str:
    """The words of the last heading before a line."""
    for line in reversed(lines[max(0, number - 30) : number]):
        if match := re.search(r"<h[1-6][^<>]{0,200}>(.{0,400})", line, re.I):
            return " ".join(re.sub(r"<[^<>]{0,200}>", " ", match[1]).split())[:100]
    return ""


READER = Reader(
    NAME,
    "AWR reports in HTML",
    _sniff,
    _read,
    EXAMPLE,
    traits=(
        "tables found by their summary, which is English in every locale, else by their heading",
        "dates and headings in the character set that the page declares",
        "cut rows are kept and flagged; a blank cell is missing, never zero",
        "average waits with us, ms or s; K, M and G are multiples of 1,000, flagged as rounded",
        "sections without data are listed; comparisons of two periods are refused",
        "reports of several instances keep their column of instances",
    ),
    gives=(
        TableForm("sections", "one table or section of the report", _SECTIONS),
        TableForm("*", "one row of a table of the report", (), "one for each heading"),
    ),
    ends="the words 'End of Report'",
    long_lines=True,
)
