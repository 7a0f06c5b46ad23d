"""The sections of a report: where each begins, and how its rows are printed."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Sequence

from contention.measurements import Flag
from contention.readers.awr_aligned import ends_section, read_aligned
from contention.readers.awr_report import END_OF_REPORT, Report, Seen, flag_unknown, report_ruler
from contention.readers.awr_rows import CutRow, cut_row
from contention.readers.awr_section import AwrColumn, Section
from contention.readers.awr_titles import match_heading, plain_title, section_at
from contention.readers.cells import Row
from contention.readers.number_text import looks_numeric
from contention.readers.rulers import Ruler

__all__ = ["NO_DATA", "scan"]

NO_DATA = re.compile(r"\s*No data exists for this section of the report\.?\s*", re.I)

_ELISION = re.compile(r"\.{2,}|…+|\[\.{3}\]")
_UNDERLINE = re.compile(r"\s*~{5,}.*")
_HEADS = re.compile(r"\s{0,2}(?:Database|DB Name|Host Name|Snapshot)\b")
_PLACED = re.compile(r" DB/Inst:| for DB: .{1,80} Snaps?: ")


def scan(
    lines: Sequence[str],
    title: Callable[[str], Section | None] = section_at,
    *,
    has_head: bool = False,
) -> Report:
    """Find and read the sections of a report.

    Parameters
    ----------
    lines : sequence of str
        The whole capture.
    title : callable
        From a line to the section whose title it is, or None.
    has_head : bool
        Whether the lines before the first section are the head of a report, read elsewhere.

    Returns
    -------
    Report
        Its parts, and flags for the lines that belong to none.

    Examples
    --------
    >>> lines = ["Latch Sleep Breakdown", "Latch Name Get Requests Misses", "shared pool 9 2"]
    >>> scan(lines).parts["latch_sleep_breakdown"].rows[0].cells
    ('shared pool', '9', '2')
    """
    report = Report(lines, title)
    titles = [index for index in range(len(lines)) if _is_title(report, index)]
    if not has_head:
        flag_unknown(report, 0, titles[0] if titles else len(lines))
    names = _known_names(report, titles)
    for start, end in itertools.pairwise([*titles, len(lines)]):
        section = title(lines[start])
        name = plain_title(lines[start])[:60]
        seen = report.seen.setdefault(name, Seen(start + 1, "", section.name if section else ""))
        if any(NO_DATA.fullmatch(line) for line in lines[start + 1 : min(end, start + 12)]):
            seen.status = "no_data"
        elif section is None:
            seen.status = "unread"
        else:
            _read_section(report, section, start, end, names)
    return report


def _is_title(report: Report, index: int) -> bool:
    line = report.lines[index][:300]
    if not line.strip() or END_OF_REPORT.fullmatch(line):
        return False
    if report.title(line) is not None or _PLACED.search(line):
        return True
    below = report.lines[index + 1][:300] if index + 1 < len(report.lines) else ""
    if not _UNDERLINE.match(below) or _HEADS.match(line):
        return False
    return bool(re.match(r"\s{0,2}[A-Za-z]", line))


def _known_names(report: Report, titles: Sequence[int]) -> list[str]:
    """Latch names that some section prints as its only text column."""
    names: set[str] = set()
    for start, end in itertools.pairwise([*titles, len(report.lines)]):
        section = report.title(report.lines[start])
        if section is None or section.columns[0].name != "latch_name":
            continue
        if sum(column.kind not in ("number", "counts") for column in section.columns) > 1:
            continue
        trial = Report(report.lines, report.title)
        _read_section(trial, section, start, end, ())
        for part in trial.parts.values():
            names.update(row.cells[0] for row in part.rows if row.cells[0])
    return sorted(names)


def _read_section(
    report: Report, section: Section, start: int, end: int, names: Sequence[str]
) -> None:
    lines = report.lines
    for index in range(start, end):
        ruler = report_ruler(lines[index].expandtabs(8))
        if ruler is not None and (section.wraps or _in_line(lines, index + 1, end, ruler)):
            read_aligned(report, section, start, end)
            return
        columns = match_heading(lines[index], section) if index > start else None
        below = index + 1
        if ruler is not None:
            columns = _columns_under(section, len(ruler))
        elif columns is not None and below < end and report_ruler(lines[below]) is not None:
            continue
        if columns is not None:
            _read_collapsed(report, section, columns, start=below, end=end, names=names)
            return
    report.issue(start, f"section {section.name}: no heading with its columns follows; not read")


def _in_line(lines: Sequence[str], start: int, end: int, ruler: Ruler) -> bool:
    """Whether the rows under a ruler keep to it: their numbers end where its columns end."""
    ends = {right for _, right in ruler.spans[1:]}
    kept = lost = 0
    for line in lines[start:end]:
        text = line.expandtabs(8)
        if not text.strip() or ends_section(text):
            break
        numbers = [m.end() for m in re.finditer(r"\S+", text) if looks_numeric(m.group())]
        hit = any(at in ends for at in numbers)
        kept, lost = kept + (hit and bool(numbers)), lost + (not hit and bool(numbers))
    return kept >= lost


def _columns_under(section: Section, count: int) -> tuple[AwrColumn, ...] | None:
    """The columns under a ruler whose headings lost their places, where their number tells."""
    if count == len(section.columns):
        return section.columns
    if section.fills_left and 1 < count < len(section.columns):
        return section.columns[:count]
    return None


def _read_collapsed(
    report: Report,
    section: Section,
    columns: tuple[AwrColumn, ...],
    *,
    start: int,
    end: int,
    names: Sequence[str],
) -> None:
    part = report.part(section, columns, start - 1)
    for index in range(start, end):
        line = report.lines[index]
        if not line.strip() or ends_section(line) or END_OF_REPORT.fullmatch(line):
            flag_unknown(report, index, end)
            return
        if _ELISION.fullmatch(line.strip()):
            part.flags.append(
                Flag(index + 1, None, line.strip(), "rows were left out of the capture here")
            )
            continue
        cut = _cut(line, columns, names, section)
        if cut.cells:
            part.rows.append(Row(index + 1, cut.cells))
        if cut.problem:
            made = "" if cut.cells else "; the line is left out"
            part.flags.append(Flag(index + 1, None, line.strip()[:80], cut.problem + made))


def _cut(
    line: str, columns: tuple[AwrColumn, ...], names: Sequence[str], section: Section
) -> CutRow:
    """Cut a row, knowing the cells that the tool never fills in a row of that name."""
    blank = {
        column for name, column in section.blank if re.match(rf"{re.escape(name)}\s+[\d#.]", line)
    }
    printed = tuple(column for column in columns if column.name not in blank)
    cut = cut_row(line, printed, names, section.fills_left)
    if not cut.cells:
        return cut
    left = iter(cut.cells)
    cells = tuple(None if column.name in blank else next(left) for column in columns)
    return CutRow(cells, cut.problem)
