"""Titles and headings of AWR sections: which line is which."""

from __future__ import annotations

import re
from collections.abc import Sequence

from contention.readers.awr_sections import SECTIONS, AwrColumn, Section

__all__ = ["is_awr", "match_heading", "section_at", "squashed"]

_BY_TITLE = {title.lower(): section for section in SECTIONS.values() for title in section.titles}
_LONGEST_TITLE = max(map(len, _BY_TITLE))


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
    title = re.split(r"\s{2,}|\t", line[: _LONGEST_TITLE + 120].strip(), maxsplit=1)[0]
    return _BY_TITLE.get(title.strip().lower())


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
    found = _subsequence(wanted, section.columns)
    if found is None or len(found) < 2:
        return None
    if not section.columns[0].heading and section.columns[0] not in found:
        found = (section.columns[0], *found)
    return found


def _subsequence(wanted: str, columns: tuple[AwrColumn, ...]) -> tuple[AwrColumn, ...] | None:
    if not wanted:
        return ()
    for index, column in enumerate(columns):
        heading = squashed(column.heading)
        if heading and wanted.startswith(heading):
            rest = _subsequence(wanted[len(heading) :], columns[index + 1 :])
            if rest is not None:
                return (column, *rest)
    return None


def is_awr(lines: Sequence[str]) -> bool:
    """Whether a capture holds a section title with a heading of that section below it.

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
        section = section_at(line)
        if section is None:
            continue
        names = {squashed(word) for column in section.columns for word in column.heading.split()}
        for below in lines[index : index + 14]:
            if match_heading(below, section) is not None:
                return True
            words = [squashed(word) for word in below.split()]
            if len(words) > 1 and below is not line and all(word in names for word in words):
                return True
        if "DB/Inst:" in line or "Per Second" in line:
            return True
    return False
