"""A report while it is read: the sections found so far, and the lines that fit none."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from contention.measurements import Flag
from contention.readers.awr_section import AwrColumn, Section
from contention.readers.awr_titles import section_at
from contention.readers.cells import Row
from contention.readers.number_text import looks_numeric
from contention.readers.rulers import Ruler, ruler_of

__all__ = ["END_OF_REPORT", "RULE", "Part", "Report", "Seen", "flag_unknown", "report_ruler"]

RULE = re.compile(r"[-~=]{3,}")
END_OF_REPORT = re.compile(r"\s*End of Report(?:\s*\(.{0,200}\))?\s*", re.I)
"""The last line of a report."""

_WRITTEN = re.compile(r"\s*Report written to .{1,200}", re.I)


@dataclass
class Part:
    """What has been read of one section.

    Attributes
    ----------
    section : Section
        Which one.
    printed : tuple of AwrColumn
        The columns of its heading.
    columns : tuple of AwrColumn
        Those of the rows: also the statement printed below a row.
    rows : list of Row
        Top to bottom.
    flags : list of Flag
        Lines that could not be taken at face value.
    blank_is_zero : bool
        Whether the section says that a blank percentage is zero.
    """

    section: Section
    printed: tuple[AwrColumn, ...]
    columns: tuple[AwrColumn, ...]
    rows: list[Row] = field(default_factory=list)
    flags: list[Flag] = field(default_factory=list)
    blank_is_zero: bool = False


@dataclass
class Seen:
    """A title that the report prints.

    Attributes
    ----------
    line : int
        The first line that has it, from 1.
    status : str
        ``no_data`` where the report says so, ``unread`` where the section is not one that is
        read, and empty where its rows tell.
    section : str
        Name of the section, where it is known.
    """

    line: int
    status: str = ""
    section: str = ""


@dataclass
class Report:
    """What has been read of a report.

    Attributes
    ----------
    lines : sequence of str
        The whole capture.
    title : callable
        From a line to the section whose title it is, or None.
    parts : dict of str to Part
        By name of the section's table.
    issues : list of Flag
        Lines that belong to no section that is read.
    seen : dict of str to Seen
        The titles of the report.
    """

    lines: Sequence[str]
    title: Callable[[str], Section | None] = section_at
    parts: dict[str, Part] = field(default_factory=dict)
    issues: list[Flag] = field(default_factory=list)
    seen: dict[str, Seen] = field(default_factory=dict)

    def issue(self, index: int, reason: str) -> None:
        """Flag a line, counted from 0."""
        self.issues.append(Flag(index + 1, None, self.lines[index].strip()[:80], reason))

    def part(self, section: Section, columns: tuple[AwrColumn, ...], index: int) -> Part:
        """The part of a section, new or continued; one apart when its columns differ."""
        part = self.parts.setdefault(section.name, Part(section, columns, columns))
        if part.printed != columns:
            self.issue(index, f"section {section.name} repeats with other columns; left out")
            return Part(section, columns, columns)
        return part


def report_ruler(line: str) -> Ruler | None:
    """A ruler of at least two columns; the tildes under a title count as the first.

    Parameters
    ----------
    line : str
        One line of the capture.

    Returns
    -------
    Ruler or None
        None when the line is no ruler of two columns or more.

    Examples
    --------
    >>> report_ruler("~~~~~   ----- ---").spans
    ((0, 8), (8, 13), (14, 17))
    """
    if "~" in line and "-" in line:
        ruler = ruler_of(line.replace("~", "-"))
        if ruler is not None and len(ruler) > 1:
            return Ruler(((0, ruler.spans[1][0]), *ruler.spans[1:]))
        return None
    ruler = ruler_of(line)
    return ruler if ruler is not None and len(ruler) > 1 else None


def flag_unknown(report: Report, start: int, end: int) -> None:
    """Flag the first paragraph that belongs to no section, and each that begins with a title.

    Parameters
    ----------
    report : Report
        Receives the flags.
    start, end : int
        Index of the first line, and of the one after the last.
    """
    fresh = first = True
    for index in range(start, end):
        line = report.lines[index]
        text = line.strip()
        rule = bool(
            RULE.fullmatch(text) or END_OF_REPORT.fullmatch(text) or _WRITTEN.fullmatch(text)
        )
        if text and fresh and not rule and (first or _like_a_title(line)):
            report.issue(index, "not a section that is read")
            first = False
        fresh = not text or rule


def _like_a_title(line: str) -> bool:
    return not line[0].isspace() and not any(map(looks_numeric, line.split()[:40]))
