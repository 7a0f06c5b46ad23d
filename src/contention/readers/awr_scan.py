"""The sections of a report: where each begins, and how its rows are printed."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from contention.measurements import Flag
from contention.readers.awr_aligned import read_aligned
from contention.readers.awr_report import Report, flag_unknown, report_ruler
from contention.readers.awr_rows import cut_row
from contention.readers.awr_sections import AwrColumn, Section
from contention.readers.awr_titles import match_heading, section_at
from contention.readers.cells import Row

__all__ = ["scan"]


def scan(lines: Sequence[str]) -> Report:
    """Find and read the sections of a report.

    Parameters
    ----------
    lines : sequence of str
        The whole capture.

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
    report = Report(lines)
    titles = [index for index, line in enumerate(lines) if section_at(line) is not None]
    first = titles[0] if titles else len(lines)
    flag_unknown(report, 0, first)
    names = _known_names(lines, titles)
    for start, end in itertools.pairwise([*titles, len(lines)]):
        section = section_at(lines[start])
        assert section is not None
        _read_section(report, section, start, end, names)
    return report


def _known_names(lines: Sequence[str], titles: Sequence[int]) -> list[str]:
    """Latch names that some section prints as its only text column."""
    names: set[str] = set()
    for start, end in itertools.pairwise([*titles, len(lines)]):
        section = section_at(lines[start])
        if section is None or section.columns[0].heading != "Latch Name":
            continue
        if sum(column.kind not in ("number", "counts") for column in section.columns) > 1:
            continue
        trial = Report(lines)
        _read_section(trial, section, start, end, ())
        for part in trial.parts.values():
            names.update(row.cells[0] for row in part.rows if row.cells[0])
    return sorted(names)


def _read_section(
    report: Report, section: Section, start: int, end: int, names: Sequence[str]
) -> None:
    lines = report.lines
    for index in range(start, end):
        ruler = report_ruler(lines[index])
        if ruler is not None:
            read_aligned(report, section, start, end)
            return
        columns = match_heading(lines[index], section) if index > start else None
        if columns is not None:
            _read_collapsed(report, section, columns, start=index + 1, end=end, names=names)
            return
    report.issue(start, f"section {section.name}: no heading with its columns follows; not read")


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
        if not line.strip():
            flag_unknown(report, index, end)
            return
        cut = cut_row(line, columns, names, section.fills_left)
        if cut.cells:
            part.rows.append(Row(index + 1, cut.cells))
        if cut.problem:
            made = "" if cut.cells else "; the line is left out"
            part.flags.append(Flag(index + 1, None, line.strip()[:80], cut.problem + made))
