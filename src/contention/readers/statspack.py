"""Statspack reports as text, whole or in sections, aligned or with collapsed blanks.

A whole report gives its head as table ``report``, the list of its sections as table ``sections``,
and one table per section that is read. A section printed over several pages is one table.
Where the blanks are lost, the kinds of the columns say which words belong where, and a row that
can be read in several ways has the doubtful cells missing and flagged. The row ``CPU time`` of
the timed events never has waits. A line of dots marks rows that were left out of the capture.
"""

from __future__ import annotations

import re

from contention.readers.awr import refuse_comparison
from contention.readers.awr_forms import report_forms
from contention.readers.awr_head import Head, take_text_head
from contention.readers.awr_pairs import take_pairs
from contention.readers.awr_reading import Scanned, no_rows, reading_of, style_of
from contention.readers.awr_report import END_OF_REPORT
from contention.readers.awr_scan import scan
from contention.readers.awr_sections import SECTIONS
from contention.readers.reading import Options, Reader, Reading, Recognition
from contention.readers.source import SourceText
from contention.readers.statspack_sections import (
    STATSPACK_SECTIONS,
    is_statspack,
    statspack_section_at,
)

__all__ = ["READER"]

NAME = "statspack"

EXAMPLE = """\
STATSPACK report for

Database    DB Id    Instance     Inst Num  Startup Time   Release     RAC
~~~~~~~~ ----------- ------------ -------- --------------- ----------- ---
          1000000001 example             1 01-Jan-20 08:45 11.2.0.4.0  NO

Snapshot       Snap Id     Snap Time      Sessions Curs/Sess Comment
~~~~~~~~    ---------- ------------------ -------- --------- ------------------
Begin Snap:         41 02-Jan-20 10:00:00       64       1.5
  End Snap:         42 02-Jan-20 11:00:00       66       1.6
   Elapsed:      60.00 (mins) Av Act Sess:       2.1
   DB time:     125.10 (mins)      DB CPU:      19.78 (mins)

Instance Activity Stats  DB/Inst: EXAMPLE/example  Snaps: 41-42

Statistic                                      Total     per Second    per Trans
--------------------------------- ------------------ -------------- ------------
physical writes direct (lob)                   4,431            0.1          0.3
user commits                                      17            0.0          1.0
          -------------------------------------------------------------

End of Report ( sp_41_42.lst )
"""

_HEAD = re.compile(r"\s*STATSPACK\b.{0,40}\breport for", re.I)
_SECTIONS = {**STATSPACK_SECTIONS, **SECTIONS}
for _name in (
    "top_events_by_wait_time",
    "top_sql_with_top_events",
    "top_events",
    "top_event_parameters",
    "wait_classes",
    "foreground_wait_classes",
):
    del _SECTIONS[_name]


def _sniff(source: SourceText) -> Recognition:
    head = " ".join(source.lines[:40]).lower()
    if "<html" in head or "<table" in head:
        return Recognition(NAME, 0.1, "an HTML page: Statspack reports are plain text")
    if not is_statspack(source.lines):
        return Recognition(NAME, 0.0, "no heading of a Statspack report or of its sections")
    found = [statspack_section_at(line) for line in source.lines]
    names = sorted({section.name for section in found if section is not None})
    return Recognition(NAME, 0.9, f"Statspack sections: {', '.join(names) or 'none'}")


def _read(source: SourceText, options: Options) -> Reading:
    lines = source.lines
    heads = [index for index, line in enumerate(lines) if _HEAD.match(line[:80])]
    refuse_comparison(source, heads)
    report = scan(lines, statspack_section_at, has_head=bool(heads))
    head = None
    if heads:
        head = Head("Statspack", heads[0] + 1)
        first = min((seen.line - 1 for seen in report.seen.values()), default=len(lines))
        take_text_head(head, lines, first)
    found = Scanned(
        report,
        head,
        take_pairs(lines) if head else {},
        tuple(_SECTIONS.values()),
        any(END_OF_REPORT.fullmatch(line[:300]) for line in lines[-5:]),
    )
    reading = reading_of(source, found, NAME, style_of(lines), options)
    if not any(part.rows for part in report.parts.values()):
        raise no_rows(source, report, tuple(_SECTIONS.values()))
    return reading


READER = Reader(
    NAME,
    "Statspack reports as text, whole or in sections",
    _sniff,
    _read,
    EXAMPLE,
    traits=(
        "whole reports and single sections; CR LF line ends; pages of one section joined",
        "columns cut at the line of dashes; names that the tool cut are rows, not keys",
        "a blank percentage is zero where the section says so, and missing elsewhere",
        "#### is missing and flagged; .6 is a number; 71K of counts is rounded and flagged",
        "statistics of three kinds under one title are three tables",
        "values of parameters over several lines are joined within their column",
        "copies with blanks collapsed to one: only unambiguous cells are read",
    ),
    gives=report_forms(_SECTIONS.values()),
    ends="the line 'End of Report'; without it a part of a report is flagged as such",
)
