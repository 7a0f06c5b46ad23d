"""Sections of a report about latches, mutexes and the shared pool's caches."""

from __future__ import annotations

from contention.readers.awr_section import Section, columns_of

__all__ = ["LATCH_SECTIONS"]

_LATCH = "Latch Name~Latch|text|latch_name"
_SPIN = "Spin & Sleeps 1->3+|counts|spin_and_sleeps"

LATCH_SECTIONS = (
    Section(
        "latch_activity",
        ("Latch Activity", "Latch Statistics"),
        columns_of(
            _LATCH,
            "Get Requests",
            "Pct Get Miss",
            "Avg Slps /Miss",
            "Wait Time (s)",
            "NoWait Requests",
            "Pct NoWait Miss",
        ),
        summaries=("latch statistics", "latch activity"),
        holds="the use of one latch",
    ),
    Section(
        "latch_sleep_breakdown",
        ("Latch Sleep Breakdown",),
        columns_of(_LATCH, "Get Requests", "Misses", "Sleeps", "Spin Gets"),
        summaries=("latch sleep", "latch breakdown"),
        holds="how the misses of one latch ended",
    ),
    Section(
        "latch_miss_sources",
        ("Latch Miss Sources",),
        columns_of(_LATCH, "Where|where", "NoWait Misses", "Sleeps", "Waiter Sleeps"),
        summaries=("latch miss",),
        holds="the misses of one latch at one place in the code",
    ),
    Section(
        "mutex_sleep_summary",
        ("Mutex Sleep Summary", "Mutex Sleep"),
        columns_of(
            "Mutex Type|mutex",
            "Location|any",
            "Sleeps",
            "Wait Time (ms)",
            "Wait Time (s)",
        ),
        summaries=("mutex sleep",),
        holds="the sleeps for mutexes of one type at one place in the code",
    ),
    Section(
        "parent_latch_statistics",
        ("Parent Latch Statistics",),
        columns_of(_LATCH, "Get Requests", "Misses", "Sleeps", _SPIN),
        summaries=("parent latch",),
        holds="the use of one latch that has children",
    ),
    Section(
        "child_latch_statistics",
        ("Child Latch Statistics",),
        columns_of(_LATCH, "Child Num", "Get Requests", "Misses", "Sleeps", _SPIN),
        summaries=("child latch",),
        holds="the use of one child of a latch",
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
        summaries=("dictionary cache statistics", "dictionary cache stats"),
        holds="the use of one cache of the data dictionary",
    ),
    Section(
        "library_cache",
        ("Library Cache Activity", "Library Cache Statistics"),
        columns_of(
            "Namespace|any",
            "Get Requests",
            "Pct Miss|number|get_pct_miss",
            "Pin Requests",
            "Pct Miss|number|pin_pct_miss",
            "Reloads",
            "Invali- dations~Invalidations|number|invalidations",
        ),
        summaries=("library cache statistics", "library cache activity"),
        holds="the use of one namespace of the library cache",
    ),
)
