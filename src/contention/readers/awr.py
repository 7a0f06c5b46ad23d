"""Text of AWR and ASH report sections, aligned as printed or with collapsed blanks.

One table per section that is present, named and with the columns listed in
:mod:`contention.readers.awr_sections`. A section printed over several pages is one table.
Numbers follow the American style unless the report shows another; K, M and G are multiples of
1000, flagged as rounded. Of a statement only the first keyword is kept. A section that is not
known is flagged with its line. Reports in HTML are read by :mod:`contention.readers.awr_html`.

The sections have no footer that survives copying, so a capture cut at the end of a row is not
known to be cut.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from contention.errors import ReadError
from contention.measurements import Flag, Provenance, Table
from contention.readers.awr_report import Part, Report
from contention.readers.awr_scan import scan
from contention.readers.awr_sections import SECTIONS, AwrColumn
from contention.readers.awr_titles import is_awr, section_at
from contention.readers.cells import Cells, Row, build_table
from contention.readers.number_style import NumberStyle, decide_style
from contention.readers.reading import Options, Reader, Reading, Recognition
from contention.readers.report_forms import forms_of_sections
from contention.readers.source import SourceText
from contention.readers.statspack_sections import is_statspack

__all__ = ["READER", "reading_of"]

NAME = "awr"

EXAMPLE = """\
Load Profile
 Per Second Per Transaction
DB Time(s): 12.5 80.1
DB CPU(s): 3.1 19.9

Latch Sleep Breakdown
Latch Name Get Requests Misses Sleeps Spin Gets
shared pool 9,508,833 9,378 629 8,787
"""

MAXIMUM_STYLE_WORDS = 200
_COUNT_NAMES = ("spin", "sleeps1", "sleeps2", "sleeps3")


def _table(part: Part, provenance: Provenance, style: NumberStyle) -> Table:
    columns: list[AwrColumn] = []
    for column in part.columns:
        if column.kind == "counts":
            columns.extend(AwrColumn(column.heading, "number", name) for name in _COUNT_NAMES)
        elif column.kind == "quoted":
            names = ("p1", "p2", "p3")
            columns.extend(AwrColumn(column.heading, "number", name) for name in names)
        else:
            columns.append(column)
    flags = list(part.flags)
    width = len(part.columns)
    rows = []
    for row in part.rows:
        cells = (*row.cells, *(None,) * (width - len(row.cells)))
        rows.append(Row(row.line, _spread(cells, part.columns, row.line, flags)))
    made = Cells(
        tuple(column.heading for column in columns),
        rows,
        tuple(column.name for column in columns),
        {column.name for column in columns if column.kind == "number"},
        {column.name for column in columns if column.kind not in ("number", "auto")},
        kilo=1000,
        style=style,
    )
    return build_table(part.section.name, made, provenance, flags)


def _spread(
    cells: tuple[str | None, ...], columns: Sequence[AwrColumn], line: int, flags: list[Flag]
) -> tuple[str | None, ...]:
    """Cut the cells that print several values; take the colon off a statistic's name."""
    spread: list[str | None] = []
    for cell, column in zip(cells, columns, strict=True):
        if column.kind in ("counts", "quoted"):
            count = 4 if column.kind == "counts" else 3
            pattern = r"[^/]+" if column.kind == "counts" else r'(?<=")[^",]+(?=")'
            values = re.findall(pattern, cell or "")
            if cell is not None and len(values) != count:
                reason = f"{len(values)} values where {count} belong; missing"
                flags.append(Flag(line, column.name, cell, reason))
                values = []
            spread.extend(value.strip() for value in values)
            spread.extend([None] * (count - len(values)))
        elif column.name == "statistic" and cell is not None:
            spread.append(cell.rstrip(" :"))
        else:
            spread.append(cell)
    return tuple(spread)


def _sniff(source: SourceText) -> Recognition:
    head = " ".join(source.lines[:40]).lower()
    if "<html" in head or "<table" in head:
        return Recognition(NAME, 0.2, "an HTML page, and this reads the text form")
    if is_statspack(source.lines):
        return Recognition(NAME, 0.2, "a Statspack report, or sections of one")
    if is_awr(source.lines):
        known = {s.name for line in source.lines if (s := section_at(line)) is not None}
        return Recognition(NAME, 0.9, f"AWR sections: {', '.join(sorted(known))}")
    return Recognition(NAME, 0.0, "no title of an AWR section with its heading below")


def reading_of(source: SourceText, report: Report, name: str) -> Reading:
    """The tables of a report that was scanned; none when no section has a row.

    Parameters
    ----------
    source : SourceText
        The capture.
    report : Report
        What was found in it.
    name : str
        Name of the reader.

    Returns
    -------
    Reading
        With a flag for each line that fits nowhere.

    Examples
    --------
    >>> from contention.readers.source import decode
    >>> source = decode(EXAMPLE.encode(), "awr.txt")
    >>> [table.name for table in reading_of(source, scan(source.lines), "awr").tables]
    ['load_profile', 'latch_sleep_breakdown']
    """
    words = (word for line in source.lines for word in line.split()[:MAXIMUM_STYLE_WORDS])
    style = decide_style(words)
    if style is None or style.comma == "undecided":
        style = NumberStyle("thousands", "decimal")
    provenance = source.provenance(name)
    tables = tuple(_table(part, provenance, style) for part in report.parts.values() if part.rows)
    unread = [flag for part in report.parts.values() if not part.rows for flag in part.flags]
    return Reading(name, tables, (), (), (*source.flags, *report.issues, *unread), source.path)


def _read(source: SourceText, options: Options) -> Reading:
    del options
    report = scan(source.lines)
    reading = reading_of(source, report, NAME)
    if not reading.tables:
        raise ReadError(
            "there is no row of a section that is read",
            path=source.path,
            line=report.issues[0].line if report.issues else 1,
            found=source.lines[0].strip()[:60],
            expected="one of: " + ", ".join(s.titles[0] for s in SECTIONS.values()),
        )
    return reading


READER = Reader(
    NAME,
    "AWR and ASH sections as text",
    _sniff,
    _read,
    EXAMPLE,
    traits=(
        "sections as printed, with pages joined, or with blanks collapsed by copying",
        "titles of several releases; sections that are not known are flagged with their line",
        "K, M and G are multiples of 1,000, flagged as rounded; overflow is missing, never zero",
        "names that the report cuts are kept as they are, and are no keys",
    ),
    gives=forms_of_sections(SECTIONS.values()),
)
