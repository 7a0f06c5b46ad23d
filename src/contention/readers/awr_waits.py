"""What a report says of calls and waits, as measurements."""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np

from contention.errors import ContentionError
from contention.measurements import CallStatistics, Table, WaitProfile
from contention.readers.reading import Options

__all__ = ["measured"]

STATEMENT = "database"

_TABLES = (
    ("foreground_wait_events", "total_wait_time_s", ("pct_db_time", "pct_total_call_time")),
    ("wait_events", "total_wait_time_s", ("pct_db_time", "pct_total_call_time")),
    ("top_timed_events", "time_s", ("pct_total_call_time",)),
    ("top_events_by_wait_time", "total_wait_time_sec", ("pct_db_time", "pct_total_call_time")),
)
_NO_EVENT = {"DB CPU", "CPU time"}


def measured(
    tables: Mapping[str, Table], options: Options
) -> tuple[tuple[CallStatistics, ...], tuple[WaitProfile, ...]]:
    """The calls of all sessions as one statement, and their waits.

    The waits are those of the fullest section of events. An event without a percentage is idle,
    and left out; of events that the report cut to the same name, the later ones are numbered.

    Parameters
    ----------
    tables : mapping of str to Table
        The tables of a report, by name.
    options : mapping
        ``run`` and ``system`` name what was measured.

    Returns
    -------
    tuple
        Call statistics, where the report has the time model; and wait profiles.
    """
    waits = next(
        (
            found
            for name, time, shares in _TABLES
            if (found := _waits(tables, name, time, shares, options)) is not None
        ),
        None,
    )
    calls = _calls(tables, options)
    return (() if calls is None else (calls,)), (() if waits is None else (waits,))


def _waits(
    tables: Mapping[str, Table],
    name: str,
    time: str,
    shares: tuple[str, ...],
    options: Options,
) -> WaitProfile | None:
    table = tables.get(name)
    if table is None or not {"event", "waits", time} <= set(table.names):
        return None
    share = next((one for one in shares if one in table.names), None)
    column = table.column(time)
    kept: dict[str, tuple[float, float]] = {}
    decimals = 0
    for row, event in enumerate(table.column("event").values):
        idle = share is not None and table.column(share).text[row] is None
        if not isinstance(event, str) or event in _NO_EVENT or idle:
            continue
        named, number = event, 1
        while named in kept:
            number += 1
            named = f"{event} ({number})"
        kept[named] = (table.numbers("waits")[row], table.numbers(time)[row])
        decimals = max(decimals, len((column.text[row] or "").partition(".")[2]))
    if not kept:
        return None
    times, total = zip(*kept.values(), strict=True)
    try:
        return WaitProfile(
            STATEMENT,
            tuple(kept),
            np.array(times),
            np.full(len(kept), math.nan),
            np.array(total),
            run=str(options.get("run", "")),
            system=str(options.get("system", "")),
            resolution_s=10.0**-decimals,
            provenance=table.provenance,
            flags=table.flags,
        )
    except ContentionError:
        return None


def _calls(tables: Mapping[str, Table], options: Options) -> CallStatistics | None:
    model = tables.get("time_model")
    if model is None or "time_s" not in model.names:
        return None
    seconds = _by_statistic(model, "time_s")
    if "DB time" not in seconds or "DB CPU" not in seconds:
        return None
    activity = tables.get("instance_activity")
    counts = _by_statistic(activity, "total") if activity is not None else {}
    unknown = np.array([math.nan])
    return CallStatistics(
        STATEMENT,
        ("total",),
        np.array([counts.get("execute count", math.nan)]),
        np.array([seconds["DB CPU"]]),
        np.array([seconds["DB time"]]),
        unknown,
        unknown,
        unknown,
        unknown,
        run=str(options.get("run", "")),
        system=str(options.get("system", "")),
        resolution_s=0.1,
        provenance=model.provenance,
        flags=model.flags,
    )


def _by_statistic(table: Table, column: str) -> dict[str, float]:
    names = table.column("statistic").values
    return {
        str(name): float(value)
        for name, value in zip(names, table.numbers(column), strict=True)
        if not math.isnan(value) and value >= 0
    }
