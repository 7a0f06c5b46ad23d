"""Report sections as the tool prints them: columns cut at the line of dashes."""

from __future__ import annotations

import re
from collections.abc import Sequence

from contention.measurements import Flag
from contention.readers.awr_report import RULE, Part, Report, flag_unknown, report_ruler
from contention.readers.awr_rows import first_keyword
from contention.readers.awr_sections import AwrColumn, Section
from contention.readers.awr_titles import squashed
from contention.readers.cells import Row
from contention.readers.headings import identifier
from contention.readers.number_text import looks_numeric, says_missing
from contention.readers.rulers import Ruler, join_headings, split_row

__all__ = ["ends_section", "read_aligned"]


def read_aligned(report: Report, section: Section, start: int, end: int) -> None:
    """Read a section whose columns have a ruler, over all its pages.

    Parameters
    ----------
    report : Report
        Receives the rows.
    section : Section
        The section.
    start, end : int
        Index of its title line, and of the next title.

    Examples
    --------
    >>> from contention.readers.awr_sections import SECTIONS
    >>> lines = ["Latch Activity", "", "Latch Name   Requests", "------------ --------",
    ...          "shared pool         9"]
    >>> report = Report(lines)
    >>> read_aligned(report, SECTIONS["latch_activity"], 0, len(lines))
    >>> report.parts["latch_activity"].rows[0].cells
    ('shared pool', '9')
    """
    index = start
    ruler: Ruler | None = None
    part: Part | None = None
    while index < end:
        line = report.lines[index].expandtabs(8)
        found = report_ruler(line)
        if found is not None:
            ruler = found
            columns = _aligned_columns(report, index, ruler, section, start)
            part = report.part(section, columns, index)
        elif ruler is not None and part is not None:
            if ends_section(line) or _starts_other(report, index):
                flag_unknown(report, index, end)
                return
            _take_aligned(part, line, index, ruler)
        index += 1


def ends_section(line: str) -> bool:
    """Whether a line is the long line of dashes that ends a section.

    Parameters
    ----------
    line : str
        One line of the capture.

    Returns
    -------
    bool
        Whether it is made of 20 dashes or more.

    Examples
    --------
    >>> ends_section("          " + 61 * "-"), ends_section("----- -----")
    (True, False)
    """
    return bool(re.fullmatch(r"\s*-{20,}\s*", line))


def _starts_other(report: Report, index: int) -> bool:
    line = report.lines[index]
    below = report.lines[index + 1].strip() if index + 1 < len(report.lines) else ""
    return "DB/Inst:" in line or bool(re.fullmatch(r"~{5,}.*", below))


def _aligned_columns(
    report: Report, index: int, ruler: Ruler, section: Section, start: int
) -> tuple[AwrColumn, ...]:
    lines = report.lines
    top = index
    while top - 1 >= start and index - top < 4:
        above = lines[top - 1].expandtabs(8)
        if not above.strip() or RULE.search(above) or above.lstrip().startswith("->"):
            break
        if report.title(above) is section and "Per Second" not in above:
            break
        if join_headings([above], ruler) is None:
            break
        top -= 1
    headings = join_headings([line.expandtabs(8) for line in lines[top:index]], ruler)
    headings = headings or ("",) * len(ruler)
    if not section.columns[0].heading:
        headings = ("", *headings[1:])
    left = list(section.columns)
    made: list[AwrColumn] = []
    for position, heading in enumerate(headings, 1):
        known = next((c for c in left if _same_heading(heading, c.heading)), None)
        if known is not None:
            del left[: left.index(known) + 1]
            made.append(known)
        else:
            name = identifier(heading) or f"column_{position}"
            while name in {column.name for column in made}:
                name += "_2"
            made.append(AwrColumn(heading, "auto", name))
    return tuple(made)


def _same_heading(printed: str, known: str) -> bool:
    return squashed(printed) == squashed(known) or (known == "Latch Name" and printed == "Latch")


def _take_aligned(part: Part, line: str, index: int, ruler: Ruler) -> None:
    if not line.strip() or line.lstrip().startswith("->"):
        return
    split = split_row(line, ruler)
    statements = part.section.name == "sql_by_elapsed_time"
    enough, kinds = (all, ("number",)) if statements else (any, ("number", "auto"))
    numbers = [
        cell
        for cell, column in zip(split.cells, part.columns, strict=False)
        if cell is not None and column.kind in kinds
    ]
    if numbers and enough(looks_numeric(n) or says_missing(n) for n in numbers):
        missing = (None,) * (len(part.columns) - len(split.cells))
        part.rows.append(Row(index + 1, (*split.cells, *missing)))
    elif statements and part.rows:
        _take_statement(part, line)
    elif not _is_heading_line(line, part.columns):
        reason = split.problem or "no number where this section prints numbers"
        part.flags.append(Flag(index + 1, None, line.strip()[:80], f"not a row: {reason}"))


def _is_heading_line(line: str, columns: Sequence[AwrColumn]) -> bool:
    words = {word.lower() for column in columns for word in column.heading.split()}
    return all(word.lower() in words for word in line.split())


def _take_statement(part: Part, line: str) -> None:
    """Under a row of SQL: a module line, or the statement, of which the first word is kept."""
    names = [column.name for column in part.columns]
    if "sql_text" not in names:
        part.columns = (*part.columns, AwrColumn("SQL Text", "sql"))
        part.rows = [Row(row.line, (*row.cells, None)) for row in part.rows]
    last = part.rows[-1]
    if last.cells[-1] is None and not line.startswith("Module:"):
        part.rows[-1] = Row(last.line, (*last.cells[:-1], first_keyword(line)))
