"""Text of Statspack report sections, aligned as printed or with collapsed blanks.

One table per section that is present, named and with the columns listed in
:mod:`contention.readers.statspack_sections`. A section printed over several pages is one table.
Where the blanks are lost, the kinds of the columns say which words belong where, and a row that
can be read in several ways has the doubtful cells missing and flagged. The row ``CPU time`` of
the timed events never has waits. A line of dots marks rows that were left out of the capture.

As in AWR reports, the sections have no footer that survives copying, so a capture cut at the
end of a row is not known to be cut.
"""

from __future__ import annotations

from contention.errors import ReadError
from contention.readers.awr import reading_of
from contention.readers.awr_scan import scan
from contention.readers.reading import Options, Reader, Reading, Recognition
from contention.readers.report_forms import forms_of_sections
from contention.readers.source import SourceText
from contention.readers.statspack_sections import (
    STATSPACK_SECTIONS,
    is_statspack,
    statspack_section_at,
)

__all__ = ["READER"]

NAME = "statspack"

EXAMPLE = """\
Instance Activity Stats  DB/Inst: EXAMPLE/example  Snaps: 1-2

Statistic                                      Total     per Second    per Trans
--------------------------------- ------------------ -------------- ------------
physical writes direct (lob)                   4,431            0.1          0.3
user commits                                      17            0.0          1.0
"""


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
    del options
    reading = reading_of(source, scan(source.lines, statspack_section_at), NAME)
    if not reading.tables:
        raise ReadError(
            "there is no row of a section that is read",
            path=source.path,
            line=reading.issues[0].line if reading.issues else 1,
            found=source.lines[0].strip()[:60],
            expected="one of: " + ", ".join(s.titles[0] for s in STATSPACK_SECTIONS.values()),
        )
    return reading


READER = Reader(
    NAME,
    "Statspack sections as text",
    _sniff,
    _read,
    EXAMPLE,
    traits=(
        "sections as printed, with pages joined, or with blanks collapsed by copying",
        "a row that can be read in several ways has the doubtful cells missing and flagged",
        "overflow is missing, never zero; names that the report cuts are no keys",
    ),
    gives=forms_of_sections(STATSPACK_SECTIONS.values()),
)
