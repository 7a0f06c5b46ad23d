"""The sections of an AWR, ASH or Statspack report that are read, and their columns.

A report may print a subset of a section's columns, in this order.
"""

from __future__ import annotations

from contention.readers.awr_latch_sections import LATCH_SECTIONS
from contention.readers.awr_object_sections import OBJECT_SECTIONS
from contention.readers.awr_section import Section, columns_of
from contention.readers.awr_wait_sections import WAIT_SECTIONS

__all__ = ["SECTIONS"]

_ACTIVE_SESSIONS = (
    Section(
        "top_sql_with_top_events",
        ("Top SQL with Top Events",),
        columns_of(
            "SQL ID|sql_id",
            "Plan Hash",
            "Executions",
            "% Activity",
            "Event|text",
            "% Event",
            "Top Row Source|any",
            "% RwSrc",
            "SQL Text|sql",
        ),
        holds="one statement and one event that its sessions were sampled in",
    ),
    Section(
        "top_events",
        ("Top Events",),
        columns_of(
            "Event|text",
            "Event Class|class",
            "Session Type|session",
            "% Activity",
            "Avg Active Sessions",
        ),
        holds="one event that sessions were sampled in",
    ),
    Section(
        "top_event_parameters",
        ("Top Event P1/P2/P3 Values",),
        columns_of(
            "Event|text",
            "% Event",
            "P1, P2, P3 Values|quoted|p",
            "% Activity",
            "Parameter 1|any",
            "Parameter 2|any",
            "Parameter 3|any",
        ),
        holds="one event with its parameters",
    ),
)

SECTIONS: dict[str, Section] = {
    section.name: section
    for section in (*WAIT_SECTIONS, *LATCH_SECTIONS, *OBJECT_SECTIONS, *_ACTIVE_SESSIONS)
}
