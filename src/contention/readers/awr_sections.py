"""The sections of an AWR or ASH text report that are read, and their columns.

A report may print a subset of a section's columns, in this order. Each table and its columns:

* ``load_profile``: statistic, per_second, per_transaction, per_exec, per_call
* ``top_events_by_wait_time``: event, waits, total_wait_time_sec, wait_avg_ms, pct_db_time,
  wait_class
* ``sql_by_elapsed_time``: elapsed_time_s, executions, elapsed_time_per_exec_s, pct_total,
  pct_cpu, pct_io, sql_id, sql_module, sql_text
* ``latch_activity``: latch_name, get_requests, pct_get_miss, avg_slps_per_miss, wait_time_s,
  nowait_requests, pct_nowait_miss
* ``latch_sleep_breakdown``: latch_name, get_requests, misses, sleeps, spin_gets
* ``latch_miss_sources``: latch_name, where, nowait_misses, sleeps, waiter_sleeps
* ``mutex_sleep_summary``: mutex_type, location, sleeps, wait_time_ms
* ``child_latch_statistics``: latch_name, child_num, get_requests, misses, sleeps, and the
  column ``Spin & Sleeps 1->3+`` as four: spin, sleeps1, sleeps2, sleeps3
* ``dictionary_cache``: cache, get_requests, pct_miss, scan_reqs, scan_pct_miss, mod_reqs,
  final_usage
* ``top_sql_with_top_events``: sql_id, plan_hash, executions, pct_activity, event, pct_event,
  top_row_source, pct_rwsrc, sql_text
* ``top_events``: event, event_class, session_type, pct_activity, avg_active_sessions
* ``top_event_parameters``: event, pct_event, p1, p2, p3 (the column ``P1, P2, P3 Values``),
  pct_activity, parameter_1, parameter_2, parameter_3
"""

from __future__ import annotations

from dataclasses import dataclass

from contention.readers.headings import identifier

__all__ = ["SECTIONS", "AwrColumn", "Section", "columns_of"]


@dataclass(frozen=True)
class AwrColumn:
    """A column of a section.

    Attributes
    ----------
    heading : str
        As printed, blanks collapsed.
    kind : str
        ``number``, ``text`` (words), ``any`` (words and numbers), ``sql_id``, ``sql``,
        ``class`` (a wait class), ``session`` (FOREGROUND or BACKGROUND), ``mutex`` (a mutex
        type), ``where`` (a place in the kernel), ``counts`` (``1/0/0/0``), ``quoted``
        (a list of quoted values), ``name`` (one word), ``maybe_name`` (one word or blank) or
        ``object_type`` (TABLE, INDEX, LOB, ...).
    name : str
        Name of the column in the table.
    """

    heading: str
    kind: str = "number"
    own_name: str = ""

    @property
    def name(self) -> str:
        """The own name, or the identifier of the heading."""
        return self.own_name or identifier(self.heading)


@dataclass(frozen=True)
class Section:
    """A section of a report.

    Attributes
    ----------
    name : str
        Name of its table.
    titles : tuple of str
        As printed by the versions known.
    columns : tuple of AwrColumn
        In the order of printing.
    fills_left : bool
        Whether a row with fewer numbers than columns has its last ones blank.
    blank : tuple of (str, str)
        Name of a row and of a column that the tool never fills in that row.
    """

    name: str
    titles: tuple[str, ...]
    columns: tuple[AwrColumn, ...]
    fills_left: bool = False
    blank: tuple[tuple[str, str], ...] = ()


def columns_of(*parts: str) -> tuple[AwrColumn, ...]:
    """Columns from their parts.

    Parameters
    ----------
    *parts : str
        ``heading``, ``heading|kind`` or ``heading|kind|name``, one per column.

    Returns
    -------
    tuple of AwrColumn
        In order; a column without a kind holds numbers.

    Examples
    --------
    >>> [column.name for column in columns_of("Event|text", "Time|number|pct_total")]
    ['event', 'pct_total']
    """
    return tuple(AwrColumn(*part.split("|")) for part in parts)


_ALL = (
    Section(
        "load_profile",
        ("Load Profile",),
        columns_of("|any|statistic", "Per Second", "Per Transaction", "Per Exec", "Per Call"),
        fills_left=True,
    ),
    Section(
        "top_events_by_wait_time",
        ("Top 10 Foreground Events by Total Wait Time",),
        columns_of(
            "Event|text",
            "Waits",
            "Total Wait Time (sec)",
            "Wait Avg(ms)",
            "% DB time",
            "Wait Class|class",
        ),
    ),
    Section(
        "sql_by_elapsed_time",
        ("SQL ordered by Elapsed Time",),
        columns_of(
            "Elapsed Time (s)|number",
            "Executions|number",
            "Elapsed Time per Exec (s)|number",
            "%Total",
            "%CPU",
            "%IO",
            "SQL Id|sql_id",
            "SQL Module|any",
            "SQL Text|sql",
        ),
    ),
    Section(
        "latch_activity",
        ("Latch Activity",),
        columns_of(
            "Latch Name|text",
            "Get Requests",
            "Pct Get Miss",
            "Avg Slps /Miss",
            "Wait Time (s)",
            "NoWait Requests",
            "Pct NoWait Miss",
        ),
    ),
    Section(
        "latch_sleep_breakdown",
        ("Latch Sleep Breakdown",),
        columns_of("Latch Name|text", "Get Requests", "Misses", "Sleeps", "Spin Gets"),
    ),
    Section(
        "latch_miss_sources",
        ("Latch Miss Sources",),
        columns_of("Latch Name|text", "Where|where", "NoWait Misses", "Sleeps", "Waiter Sleeps"),
    ),
    Section(
        "mutex_sleep_summary",
        ("Mutex Sleep Summary",),
        columns_of("Mutex Type|mutex", "Location|any", "Sleeps", "Wait Time (ms)"),
    ),
    Section(
        "child_latch_statistics",
        ("Child Latch Statistics",),
        columns_of(
            "Latch Name|text",
            "Child Num",
            "Get Requests",
            "Misses",
            "Sleeps",
            "Spin & Sleeps 1->3+|counts|spin_and_sleeps",
        ),
    ),
    Section(
        "dictionary_cache",
        ("Dictionary Cache Stats", "Dictionary Cache Statistics"),
        columns_of(
            "Cache|text",
            "Get Requests",
            "Pct Miss",
            "Scan Reqs",
            "Pct Miss|number|scan_pct_miss",
            "Mod Reqs",
            "Final Usage",
        ),
    ),
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
    ),
)

SECTIONS: dict[str, Section] = {section.name: section for section in _ALL}
