"""Text of AWR reports, whole or in sections, aligned as printed or with collapsed blanks.

A whole report gives its head as table ``report``, the list of its sections as table ``sections``,
and one table per section that is read, named and with the columns listed in
:mod:`contention.readers.awr_sections`. A section printed over several pages is one table.
Columns are cut at the line of dashes, never at blanks. Numbers follow the American style unless
the report shows another; K, M and G of counts are multiples of 1000, flagged as rounded, and
those of memory sizes are binary. Of a statement only the first keyword is kept. Sections of
active session history are read where they stand alone.

Pages in HTML are read by :mod:`contention.readers.awr_html`. A report that compares two periods
is refused.
"""

from __future__ import annotations

import re

from contention.errors import ReadError
from contention.readers.awr_forms import report_forms
from contention.readers.awr_head import Head, take_text_head
from contention.readers.awr_pairs import take_pairs
from contention.readers.awr_reading import Scanned, no_rows, reading_of, style_of
from contention.readers.awr_report import END_OF_REPORT
from contention.readers.awr_scan import scan
from contention.readers.awr_sections import SECTIONS
from contention.readers.awr_titles import REPORT_HEAD, is_awr, section_at
from contention.readers.reading import Options, Reader, Reading, Recognition
from contention.readers.source import SourceText
from contention.readers.statspack_sections import is_statspack

__all__ = ["COMPARISON", "READER", "refuse_comparison"]

NAME = "awr"

EXAMPLE = """\
WORKLOAD REPOSITORY report for

DB Name         DB Id    Instance     Inst Num Startup Time    Release     RAC
------------ ----------- ------------ -------- --------------- ----------- ---
EXAMPLE       1000000001 example             1 01-Jan-20 08:45 11.2.0.4.0  NO

              Snap Id      Snap Time      Sessions Curs/Sess
            --------- ------------------- -------- ---------
Begin Snap:        41 02-Jan-20 10:00:00        64       1.5
  End Snap:        42 02-Jan-20 11:00:00        66       1.6
   Elapsed:               60.00 (mins)
   DB Time:              125.10 (mins)

Latch Sleep Breakdown                DB/Inst: EXAMPLE/example  Snaps: 41-42
-> ordered by misses desc

                                       Get                                 Spin
Latch Name                        Requests       Misses      Sleeps        Gets
-------------------------- --------------- ------------ ----------- -----------
shared pool                      9,508,833        9,378         629       8,787
          -------------------------------------------------------------

End of Report
"""

COMPARISON = re.compile(r"\s*WORKLOAD REPOSITORY COMPARE PERIOD REPORT", re.I)
"""The first line of a report that compares two periods."""

_ACTIVE_SESSIONS = {"top_sql_with_top_events", "top_events", "top_event_parameters"}


def _sniff(source: SourceText) -> Recognition:
    head = " ".join(line[:300] for line in source.lines[:40]).lower()
    if "<html" in head or "<table" in head:
        return Recognition(NAME, 0.2, "an HTML page, which another reader reads")
    if is_statspack(source.lines):
        return Recognition(NAME, 0.2, "a Statspack report, or sections of one")
    if any(COMPARISON.match(line[:80]) for line in source.lines[:40]):
        return Recognition(NAME, 0.9, "an AWR report that compares two periods")
    if is_awr(source.lines):
        known = {s.name for line in source.lines if (s := section_at(line)) is not None}
        return Recognition(NAME, 0.9, f"AWR sections: {', '.join(sorted(known))}")
    return Recognition(NAME, 0.0, "no title of an AWR section with its heading below")


def refuse_comparison(source: SourceText, heads: list[int]) -> None:
    """Nothing, unless the capture compares two periods or holds several reports.

    Parameters
    ----------
    source : SourceText
        The capture.
    heads : list of int
        Index of the first line of each report in it.

    Raises
    ------
    ReadError
        Saying what to give in its place.
    """
    for index, line in enumerate(source.lines[:200]):
        if COMPARISON.search(line[:400]):
            raise ReadError(
                "this report compares two periods: its columns are not those of one report",
                path=source.path,
                line=index + 1,
                found=line.strip()[:60],
                expected="a report of one period",
                hint="make one report of each period, and compare these",
            )
    if len(heads) > 1:
        raise ReadError(
            f"the capture holds {len(heads)} reports",
            path=source.path,
            line=heads[1] + 1,
            found=source.lines[heads[1]].strip()[:60],
            expected="one report in a file",
            hint=f"cut it before lines {', '.join(str(head + 1) for head in heads[1:9])}",
        )


def _read(source: SourceText, options: Options) -> Reading:
    lines = source.lines
    heads = [index for index, line in enumerate(lines) if REPORT_HEAD.match(line[:80])]
    refuse_comparison(source, heads)
    report = scan(lines, has_head=bool(heads))
    head = None
    if heads:
        head = Head("AWR", heads[0] + 1)
        first = min((seen.line - 1 for seen in report.seen.values()), default=len(lines))
        take_text_head(head, lines, first)
    found = Scanned(
        report,
        head,
        take_pairs(lines) if head else {},
        [section for section in SECTIONS.values() if section.name not in _ACTIVE_SESSIONS],
        any(END_OF_REPORT.fullmatch(line[:300]) for line in lines[-5:]),
    )
    reading = reading_of(source, found, NAME, style_of(lines), options)
    if not any(part.rows for part in report.parts.values()):
        raise no_rows(source, report, tuple(SECTIONS.values()))
    return reading


READER = Reader(
    NAME,
    "AWR reports as text, whole or in sections",
    _sniff,
    _read,
    EXAMPLE,
    traits=(
        "reports of 10g to 23ai: titles and headings by their alternatives, columns by name",
        "columns cut at the line of dashes; pages of one section joined; cut names kept as rows",
        "sections that end at any long line of dashes, or at the next heading",
        "12.3us, 4.5ms and 6s in one column of averages; 27.9K of counts, 5,120K of memory",
        "#### and negative counters are missing and flagged; 1.2E+10 and .6 are numbers",
        "'No data exists', absent and unread sections are listed in table sections",
        "values of parameters over several lines are joined within their column",
        "an instance that restarted between the snapshots is flagged",
        "copies with blanks collapsed to one: only unambiguous cells are read",
        "a report that compares two periods, or several reports in a file, are refused",
    ),
    gives=report_forms(SECTIONS.values()),
    ends="the line 'End of Report'; without it a part of a report is flagged as such",
)
