"""The sections that a Statspack report titles in its own way, and how it is told from AWR.

The other sections are those of AWR, with the headings of Statspack among their columns.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from contention.readers.awr_report import report_ruler
from contention.readers.awr_section import Section, columns_of
from contention.readers.awr_sections import SECTIONS
from contention.readers.awr_titles import section_at

__all__ = ["STATSPACK_SECTIONS", "is_statspack", "statspack_section_at"]

_STATSPACK_ONLY = {"top_timed_events", "instance_activity"}
_AWR_ONLY = {
    "top_events_by_wait_time",
    "top_sql_with_top_events",
    "top_events",
    "top_event_parameters",
}
_LONGEST_LINE = 300


_OWN = (
    SECTIONS["load_profile"],
    SECTIONS["instance_activity"],
    Section(
        "top_timed_events",
        ("Top N Timed Events",),
        columns_of(
            "Event|text",
            "Waits",
            "Time (s)|number|time_s",
            "(ms)~Avg wait (ms)|number|avg_wait_ms|ms",
            "Time~%Total Call Time|number|pct_total_call_time",
        ),
        holds="one of the events that took most time, or the CPU",
        blank=(("CPU time", "waits"), ("CPU time", "avg_wait_ms")),
    ),
)

STATSPACK_SECTIONS: dict[str, Section] = {section.name: section for section in _OWN}
"""The sections that a Statspack report prints in its own way."""

_BY_TITLE = {title.lower(): section for section in _OWN for title in section.titles}
_HEADING_WORDS = {"avg", "%total", "wait", "call", "per", "second", "transaction", "exec"}


def statspack_section_at(line: str) -> Section | None:
    """The section whose title the line is, alone or before its first headings.

    Copies that lost their blanks join the title with the headings on its line.

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
    >>> statspack_section_at("Load ProfilePer Second Per Transaction").name
    'load_profile'
    >>> statspack_section_at("Top 5 Timed Events Avg %Total").name
    'top_timed_events'
    >>> statspack_section_at("Instance Activity Stats show nothing") is None
    True
    """
    return _section_at(line.strip()[:_LONGEST_LINE])


@lru_cache(maxsize=4096)
def _section_at(line: str) -> Section | None:
    low = re.sub(r"^top \d{1,3} ", "top n ", line.lower())
    for title, section in _BY_TITLE.items():
        if not low.startswith(title):
            continue
        rest = low[len(title) :].split()
        if not rest or rest[0].startswith("db/inst:") or set(rest) <= _HEADING_WORDS:
            return section
    found = section_at(line)
    return None if found is not None and found.name in STATSPACK_SECTIONS else found


def _only_here(section: Section) -> bool:
    return section.name in _STATSPACK_ONLY or section.name.startswith("segments_by_")


def is_statspack(lines: Sequence[str]) -> bool:
    """Whether a capture is a Statspack report, or holds a section that only Statspack prints so.

    Parameters
    ----------
    lines : sequence of str
        The whole capture.

    Returns
    -------
    bool
        False for an AWR report, whatever else it holds.

    Examples
    --------
    >>> is_statspack(["STATSPACK report for"]), is_statspack(["WORKLOAD REPOSITORY report for"])
    (True, False)
    """
    found = False
    for index, line in enumerate(lines):
        text = line.strip()[:_LONGEST_LINE]
        if "WORKLOAD REPOSITORY" in text:
            return False
        if re.match(r"STATSPACK\b.*\breport for", text, re.I):
            return True
        section = statspack_section_at(text)
        if section is not None and section.name in _AWR_ONLY:
            return False
        if section is not None and _only_here(section):
            below = lines[index + 1 : index + 10]
            found = found or any(report_ruler(one.expandtabs(8)) is not None for one in below)
    return found
