"""The sections of a Statspack report that are read, their columns, and their titles.

Each table and its columns:

* ``load_profile``: statistic, per_second, per_transaction, per_exec, per_call
* ``top_timed_events``: event, waits, time_s, avg_wait_ms, pct_total_call_time
* ``instance_activity``: statistic, total, per_second, per_transaction
* ``segments_by_logical_reads``, ``..._physical_reads``, ``..._row_lock_waits``,
  ``..._itl_waits``, ``..._buffer_busy_waits``: owner, tablespace, object_name, subobject_name,
  object_type, a count named as the section (``logical_reads``), pct_total

The latch, mutex and dictionary cache sections are those of AWR.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from contention.readers.awr_report import report_ruler
from contention.readers.awr_sections import SECTIONS, Section, columns_of
from contention.readers.awr_titles import section_at

__all__ = ["STATSPACK_SECTIONS", "is_statspack", "statspack_section_at"]

_SEGMENTS = ("Logical Reads", "Physical Reads", "Row Lock Waits", "ITL Waits", "Buffer Busy Waits")
_AWR_ONLY = {
    "top_events_by_wait_time",
    "sql_by_elapsed_time",
    "top_sql_with_top_events",
    "top_events",
    "top_event_parameters",
}
_LONGEST_LINE = 300


def _segments(what: str) -> Section:
    name = what.lower().replace(" ", "_")
    last_word = what.rsplit(maxsplit=1)[-1]
    return Section(
        f"segments_by_{name}",
        (f"Segments by {what}",),
        columns_of(
            "Owner|name",
            "Tablespace|name",
            "Object Name|name",
            "Subobject Name|maybe_name|subobject_name",
            "Obj. Type|object_type|object_type",
            f"{what if len(what.split()) < 3 else last_word}|number|{name}",
            "Pct Total|number|pct_total",
        ),
    )


_OWN = (
    Section(
        "load_profile",
        ("Load Profile",),
        columns_of("|any|statistic", "Per Second", "Per Transaction", "Per Exec", "Per Call"),
        fills_left=True,
    ),
    Section(
        "top_timed_events",
        ("Top 5 Timed Events",),
        columns_of(
            "Event|text",
            "Waits",
            "Time (s)|number|time_s",
            "(ms)|number|avg_wait_ms",
            "Time|number|pct_total_call_time",
        ),
        blank=(("CPU time", "waits"), ("CPU time", "avg_wait_ms")),
    ),
    Section(
        "instance_activity",
        ("Instance Activity Stats",),
        columns_of(
            "Statistic|any|statistic",
            "Total",
            "per Second",
            "per Trans|number|per_transaction",
        ),
    ),
    *map(_segments, _SEGMENTS),
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


@cache
def _section_at(line: str) -> Section | None:
    for title, section in _BY_TITLE.items():
        if not line.lower().startswith(title):
            continue
        rest = line[len(title) :].lower().split()
        if not rest or rest[0].startswith("db/inst:") or set(rest) <= _HEADING_WORDS:
            return section
    found = section_at(line)
    return None if found is not None and found.name in STATSPACK_SECTIONS else found


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
        awr = section_at(text)
        if awr is not None and awr.name in _AWR_ONLY:
            return False
        section = statspack_section_at(text)
        if section is not None and section.name not in SECTIONS:
            below = lines[index + 1 : index + 10]
            found = found or any(report_ruler(one.expandtabs(8)) is not None for one in below)
    return found
