"""Sections of a report about load, time and waits."""

from __future__ import annotations

from contention.readers.awr_section import Section, columns_of

__all__ = ["WAIT_SECTIONS"]

_EVENT = columns_of(
    "Event|text",
    "Waits",
    "%Time-outs~%Time -outs~%Time out~%Tim out~% Time outs|number|pct_timeouts",
    "Total Wait Time (s)|number|total_wait_time_s",
    "Avg wait (ms)~Avg wait~Wait Avg(ms)|number|avg_wait_ms|ms",
    "Waits /txn~Waits/txn|number|waits_per_transaction",
    "% DB time~%DB time|number|pct_db_time",
    "%Total Call Time~% bg time|number|pct_total_call_time",
)
_BUCKETS = columns_of(
    "<1ms|number|pct_under_1ms",
    "<2ms|number|pct_under_2ms",
    "<4ms|number|pct_under_4ms",
    "<8ms|number|pct_under_8ms",
    "<16ms|number|pct_under_16ms",
    "<32ms|number|pct_under_32ms",
    "<=1s|number|pct_to_1s",
    ">1s|number|pct_above_1s",
)
_CLASS = columns_of(
    "Wait Class|class",
    "Waits",
    "%Time -outs~%Time-outs~%Time out|number|pct_timeouts",
    "Total Wait Time (s)~Total Wait Time (sec)|number|total_wait_time_s",
    "Avg wait (ms)~Avg wait~Avg Wait (ms)~Wait Avg (ms)~Wait (ms)|number|avg_wait_ms|ms",
    "%DB time~% DB time|number|pct_db_time",
    "Avg Active Sessions~Active Sessions|number|avg_active_sessions",
    "Waits /txn|number|waits_per_transaction",
)

WAIT_SECTIONS = (
    Section(
        "load_profile",
        ("Load Profile",),
        columns_of("|any|statistic", "Per Second", "Per Transaction", "Per Exec", "Per Call"),
        fills_left=True,
        summaries=("load profile",),
        holds="one rate of the load profile",
    ),
    Section(
        "top_events_by_wait_time",
        (
            "Top N Foreground Events by Total Wait Time",
            "Top N Timed Foreground Events",
            "Top N Timed Events",
        ),
        columns_of(
            "Event|text",
            "Waits",
            "Total Wait Time (sec)~Time(s)~Time (s)|number|total_wait_time_sec",
            "Wait Avg(ms)~Avg wait (ms)~Avg Wait(ms)~Avg Wait~Wait Avg~(ms)|number|wait_avg_ms|ms",
            "% DB time|number|pct_db_time",
            "% Total Call Time~%Total Call Time~Time|number|pct_total_call_time",
            "Wait Class|class",
        ),
        summaries=("top n wait events", "top n timed", "top n foreground"),
        holds="one of the events that took most time, or the CPU",
    ),
    Section(
        "wait_classes",
        ("Wait Classes by Total Wait Time",),
        _CLASS,
        summaries=("wait class statistics ordered by total wait time",),
        holds="one class of waits",
    ),
    Section(
        "foreground_wait_classes",
        ("Foreground Wait Class",),
        _CLASS,
        summaries=("foreground wait class statistics",),
        holds="one class of waits of foreground processes",
    ),
    Section(
        "time_model",
        ("Time Model Statistics", "Time Model System Stats"),
        columns_of(
            "Statistic Name~Statistic|any|statistic",
            "Time (s)|number|time_s",
            "% of DB Time~% DB time|number|pct_db_time",
            "% of Total CPU Time|number|pct_total_cpu_time",
        ),
        summaries=("different time model statistics",),
        holds="one statistic of the time model",
    ),
    Section(
        "foreground_wait_events",
        ("Foreground Wait Events",),
        _EVENT,
        summaries=("foreground wait events",),
        holds="one event that foreground processes waited for",
    ),
    Section(
        "background_wait_events",
        ("Background Wait Events",),
        _EVENT,
        summaries=("background wait events",),
        holds="one event that background processes waited for",
    ),
    Section(
        "wait_events",
        ("Wait Events (fg and bg)", "Wait Events", "System Wait Events"),
        _EVENT,
        summaries=("wait events statistics", "system wait events"),
        holds="one event that any process waited for",
    ),
    Section(
        "wait_event_histogram",
        ("Wait Event Histogram",),
        columns_of("Event|text", "Total Waits~Waits|number|waits") + _BUCKETS,
        summaries=("total number of waits, and information about total wait time",),
        holds="percentages of the waits for one event, by their length",
    ),
    Section(
        "operating_system_statistics",
        ("OS Statistics", "Operating System Statistics"),
        columns_of(
            "Statistic|any|statistic",
            "Total~Value~Begin Value|number|value",
            "End Value|number|end_value",
        ),
        summaries=("operating systems statistics", "operating system statistics"),
        holds="one statistic of the operating system; times are in hundredths of a second",
    ),
    Section(
        "instance_activity",
        (
            "Instance Activity Stats",
            "Key Instance Activity Stats",
            "Other Instance Activity Stats",
        ),
        columns_of(
            "Statistic|any|statistic",
            "Total",
            "per Second",
            "per Trans|number|per_transaction",
        ),
        summaries=("instance activity statistics", "key instance activity statistics"),
        variants=(
            ("Begin Value", "instance_activity_absolute"),
            ("per Hour", "instance_activity_per_hour"),
        ),
        holds="the increase of one statistic over the interval",
    ),
    Section(
        "instance_activity_absolute",
        ("Instance Activity Stats - Absolute Values", "Instance Activity Stats - Absolute Valu"),
        columns_of(
            "Statistic|any|statistic",
            "Begin Value",
            "End Value",
        ),
        summaries=("absolute values of instance activity",),
        holds="one statistic at both ends of the interval",
    ),
    Section(
        "instance_activity_per_hour",
        ("Instance Activity Stats - Thread Activity", "Instance Activity Stats - Thread Activi"),
        columns_of("Statistic|any|statistic", "Total", "per Hour"),
        summaries=("thread activity stats",),
        holds="one statistic that is counted by hours",
    ),
)
