"""Report sections as the tool prints them: columns cut at the line of dashes."""

from __future__ import annotations

import re
from collections.abc import Sequence

from contention.measurements import Flag
from contention.readers.awr_report import (
    END_OF_REPORT,
    RULE,
    Part,
    Report,
    flag_unknown,
    report_ruler,
)
from contention.readers.awr_rows import first_keyword
from contention.readers.awr_section import AwrColumn, Section
from contention.readers.awr_sections import SECTIONS
from contention.readers.awr_titles import same_heading
from contention.readers.cells import Row
from contention.readers.headings import identifier
from contention.readers.number_text import looks_numeric, says_missing
from contention.readers.rulers import Ruler, join_headings, split_row

__all__ = ["columns_under_headings", "ends_section", "read_aligned"]


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
    legend = " ".join(line.strip() for line in report.lines[start : min(end, start + 12)])
    blank_is_zero = bool(re.search(r"null is\s+truly 0", legend))
    while index < end:
        line = report.lines[index].expandtabs(8)
        found = report_ruler(line)
        if found is not None and ruler is not None and set(found.spans) < set(ruler.spans):
            found = None
            _take_sum(report, part, index)
            index += 1
        elif found is not None:
            ruler = found
            section, columns = _aligned_columns(report, index, ruler, section, start)
            part = report.part(section, columns, index)
            part.blank_is_zero = part.blank_is_zero or blank_is_zero
        elif ruler is not None and part is not None:
            if ends_section(line) or END_OF_REPORT.fullmatch(line) or _starts_other(report, index):
                flag_unknown(report, index, end)
                return
            _take_aligned(part, line, index, ruler)
        index += 1


def _take_sum(report: Report, part: Part | None, index: int) -> None:
    """Check the line of sums below a second, shorter ruler; it is no row of the section."""
    below = report.lines[index + 1] if index + 1 < len(report.lines) else ""
    words = below.split()
    if part is None or len(words) < 2 or words[0].lower() != "sum":
        return
    printed = _whole(words[1])
    parts = [_whole(row.cells[1] or "0") for row in part.rows if len(row.cells) > 1]
    if printed is None or None in parts or printed != sum(filter(None, parts)):
        reason = "the sum that is printed is not that of the rows"
        part.flags.append(Flag(index + 2, None, below.strip()[:80], reason))


def _whole(text: str) -> int | None:
    digits = re.sub(r"[,. ]", "", text)
    return int(digits) if digits.isdigit() and len(digits) < 40 else None


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
) -> tuple[Section, tuple[AwrColumn, ...]]:
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
    return columns_under_headings(section, headings)


def columns_under_headings(
    section: Section, headings: Sequence[str]
) -> tuple[Section, tuple[AwrColumn, ...]]:
    """The columns that some headings name, and the section that they belong to.

    Parameters
    ----------
    section : Section
        The section of the title.
    headings : sequence of str
        As printed, left to right.

    Returns
    -------
    tuple
        The section, or its variant, and one column per heading. A heading that the section does
        not know is a column of its own.

    Examples
    --------
    >>> columns = columns_under_headings(SECTIONS["latch_activity"], ["Latch", "Con Id"])[1]
    >>> [(column.name, column.kind) for column in columns]
    [('latch_name', 'text'), ('con_id', 'auto')]
    """
    headings = [heading.strip(" `\u00a0") for heading in headings]
    for heading, other in section.variants:
        if any(same_heading(printed, AwrColumn(heading)) for printed in headings):
            section = SECTIONS[other]
            break
    left = list(section.columns)
    made: list[AwrColumn] = []
    for position, heading in enumerate(headings, 1):
        known = next((column for column in left if same_heading(heading, column)), None)
        if known is not None:
            left.remove(known)
            made.append(known)
            continue
        name = "inst_num" if heading == "I#" else identifier(heading) or f"column_{position}"
        while name in {column.name for column in (*made, *section.columns)}:
            name += "_2"
        made.append(AwrColumn(heading, "auto", name))
    return section, tuple(made)


def _take_aligned(part: Part, line: str, index: int, ruler: Ruler) -> None:
    if not line.strip() or line.lstrip().startswith("->"):
        return
    split = split_row(line, ruler)
    cells = (*split.cells, *(None,) * (len(part.columns) - len(split.cells)))
    if part.section.statements:
        _take_statement_line(part, line, index, cells)
    elif part.section.wraps:
        _take_wrapped(part, line, index, ruler)
    elif _has_numbers(part, split.cells):
        part.rows.append(Row(index + 1, cells))
    elif not _is_heading_line(line, part.columns):
        reason = split.problem or "no number where this section prints numbers"
        part.flags.append(Flag(index + 1, None, line.strip()[:80], f"not a row: {reason}"))


def _has_numbers(part: Part, cells: Sequence[str | None]) -> bool:
    numbers = [
        cell
        for cell, column in zip(cells, part.columns, strict=False)
        if cell is not None and column.kind in ("number", "size", "auto")
    ]
    return any(looks_numeric(number) or says_missing(number) for number in numbers)


def _is_heading_line(line: str, columns: Sequence[AwrColumn]) -> bool:
    words = {word.lower() for column in columns for one in column.headings for word in one.split()}
    return all(word.lower() in words for word in line.split())


def _take_statement_line(part: Part, line: str, index: int, cells: tuple[str | None, ...]) -> None:
    """A row of a statement, a module line under it, or its text, of which one word is kept."""
    names = [column.name for column in part.columns]
    keys = [at for at, name in enumerate(names) if name in ("sql_id", "hash_value")]
    pairs = list(zip(cells, part.columns, strict=False))
    numbers = [c for c, column in pairs if c is not None and column.kind in ("number", "auto")]
    read = all(looks_numeric(number) or says_missing(number) for number in numbers)
    if numbers and read and cells[0] is not None and all(cells[at] is not None for at in keys):
        part.rows.append(Row(index + 1, cells))
    elif part.rows:
        if "sql_text" not in names:
            part.columns = (*part.columns, AwrColumn("SQL Text", "sql"))
            part.rows = [Row(row.line, (*row.cells, None)) for row in part.rows]
        last = part.rows[-1]
        if last.cells[-1] is None and not line.startswith("Module:"):
            part.rows[-1] = Row(last.line, (*last.cells[:-1], first_keyword(line)))


def _take_wrapped(part: Part, line: str, index: int, ruler: Ruler) -> None:
    """A parameter, or the next piece of the cells of the last one."""
    pieces = [line[left:right] for left, right in ruler.spans]
    if pieces[0].strip() or not part.rows:
        part.rows.append(Row(index + 1, tuple(piece.strip() or None for piece in pieces)))
        return
    last = part.rows[-1]
    glued: list[str | None] = []
    for cell, piece, (left, right) in zip(last.cells, pieces, ruler.spans, strict=True):
        if cell is None or not piece.strip():
            glued.append(cell if cell is not None else piece.strip() or None)
            continue
        width = right - left
        gap = " " if len(cell) % width == width - 1 else ""
        glued.append(cell + gap + piece.rstrip())
    part.rows[-1] = Row(last.line, tuple(glued))
