"""Titles and headings of AWR sections: which line is which."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from contention.readers.awr_section import AwrColumn, Section
from contention.readers.awr_sections import SECTIONS

__all__ = [
    "REPORT_HEAD",
    "is_awr",
    "match_heading",
    "plain_title",
    "same_heading",
    "section_at",
    "section_of_summary",
    "squashed",
]

REPORT_HEAD = re.compile(r"\s*WORKLOAD REPOSITORY (?:PDB )?(?:RAC )?report\b", re.I)
"""The first line of an AWR report."""

_BY_TITLE = {title.lower(): section for section in SECTIONS.values() for title in section.titles}
_LONGEST_TITLE = max(map(len, _BY_TITLE))
_TOP = re.compile(r"top \d{1,3} ")
_SUMMARIES = tuple(
    (summary, section) for section in SECTIONS.values() for summary in section.summaries
)


def squashed(text: str) -> str:
    """The text in lower case without blanks, to compare headings.

    Parameters
    ----------
    text : str
        A heading.

    Returns
    -------
    str
        The same without blanks.

    Examples
    --------
    >>> squashed("Avg Slps  /Miss") == squashed("Avg Slps/Miss")
    True
    """
    return re.sub(r"\s+", "", text).lower()


@cache
def _printed(column: AwrColumn) -> tuple[str, ...]:
    return tuple(squashed(heading) for heading in column.headings)


def same_heading(printed: str, column: AwrColumn) -> bool:
    """Whether a printed heading is one of a column's.

    Parameters
    ----------
    printed : str
        As printed, in any case and with any blanks.
    column : AwrColumn
        A column of a section.

    Returns
    -------
    bool
        Whether it is.

    Examples
    --------
    >>> same_heading("Avg  Slps/Miss", AwrColumn("Slps~Avg Slps /Miss"))
    True
    """
    return squashed(printed) in _printed(column)


def plain_title(line: str) -> str:
    """The title that a line starts with: up to two blanks, or to what names the database.

    Parameters
    ----------
    line : str
        One line of the capture.

    Returns
    -------
    str
        Its start, without blanks at its ends.

    Examples
    --------
    >>> plain_title("Wait Events (fg and bg) DB/Inst: T/t  Snaps: 1-2")
    'Wait Events (fg and bg)'
    >>> plain_title("SQL ordered by Elapsed time for DB: T  Instance: t")
    'SQL ordered by Elapsed time'
    """
    start = line[: _LONGEST_TITLE + 120].strip()
    return re.split(r"\s{2,}|\t| DB/Inst:| for DB: ", start, maxsplit=1)[0].strip()


def section_at(line: str) -> Section | None:
    """The section whose title the line is, alone or before two blanks and other text.

    Parameters
    ----------
    line : str
        One line of the capture.

    Returns
    -------
    Section or None
        None when the line is no title that is known.

    Examples
    --------
    >>> section_at("Latch Activity    DB/Inst: T/t  Snaps: 1-2").name
    'latch_activity'
    >>> section_at("Top Events matter") is None
    True
    """
    return _BY_TITLE.get(_TOP.sub("top n ", plain_title(line).lower(), count=1))


def section_of_summary(summary: str) -> Section | None:
    """The section of a page's table, by the description that the table has as an attribute.

    Parameters
    ----------
    summary : str
        The description, such as ``This table displays load profile``.

    Returns
    -------
    Section or None
        None when it is of no section that is known.

    Examples
    --------
    >>> section_of_summary("This table displays top 10 wait events by total wait time").name
    'top_events_by_wait_time'
    """
    text = " ".join(summary[:300].lower().split()).removeprefix("this table displays ")
    text = _TOP.sub("top n ", text.removeprefix("the "), count=1)
    return next((section for start, section in _SUMMARIES if text.startswith(start)), None)


def match_heading(line: str, section: Section) -> tuple[AwrColumn, ...] | None:
    """The columns that a heading line with collapsed blanks names, or None.

    Parameters
    ----------
    line : str
        As printed.
    section : Section
        The section it stands in.

    Returns
    -------
    tuple of AwrColumn or None
        A subsequence of the section's columns; None when the line is not made of them.

    Examples
    --------
    >>> section = SECTIONS["mutex_sleep_summary"]
    >>> [c.name for c in match_heading("Mutex Type Location Sleeps Wait Time (ms)", section)]
    ['mutex_type', 'location', 'sleeps', 'wait_time_ms']
    """
    wanted = squashed(line)
    if len(wanted) > 400:
        return None
    found = _subsequence(wanted, section.columns, 0, {})
    if found is None or len(found) < 2:
        return None
    if not section.columns[0].heading and section.columns[0] not in found:
        found = (section.columns[0], *found)
    return found


_Found = tuple[AwrColumn, ...] | None


def _subsequence(
    wanted: str,
    columns: tuple[AwrColumn, ...],
    first: int,
    known: dict[tuple[int, int], _Found],
) -> _Found:
    if not wanted:
        return ()
    place = (len(wanted), first)
    if place not in known:
        known[place] = _search(wanted, columns, first, known)
    return known[place]


def _search(
    wanted: str,
    columns: tuple[AwrColumn, ...],
    first: int,
    known: dict[tuple[int, int], _Found],
) -> _Found:
    for index in range(first, len(columns)):
        for heading in _printed(columns[index]):
            if heading and wanted.startswith(heading):
                rest = _subsequence(wanted[len(heading) :], columns, index + 1, known)
                if rest is not None:
                    return (columns[index], *rest)
    return None


def is_awr(lines: Sequence[str]) -> bool:
    """Whether a capture is an AWR report, or holds a section title with its heading below it.

    Parameters
    ----------
    lines : sequence of str
        The whole capture.

    Returns
    -------
    bool
        Whether one section at least can be read.

    Examples
    --------
    >>> is_awr(["Latch Sleep Breakdown", "Latch Name Get Requests Misses Sleeps Spin Gets"])
    True
    """
    for index, line in enumerate(lines):
        if REPORT_HEAD.match(line[:80]):
            return True
        section = section_at(line)
        if section is None:
            continue
        names = {
            squashed(word)
            for column in section.columns
            for heading in column.headings
            for word in heading.split()
        }
        for below in lines[index : index + 14]:
            if match_heading(below, section) is not None:
                return True
            words = [squashed(word) for word in below.split()]
            if len(words) > 1 and below is not line and all(word in names for word in words):
                return True
        if "DB/Inst:" in line or "Per Second" in line:
            return True
    return False
