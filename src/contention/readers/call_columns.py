"""Columns of a table of calls or of waits, recognised by name.

==============  ===========================================================================
role            column names
==============  ===========================================================================
call            call: parse, execute, fetch, total or any other kind, in any case
count           count, calls, executions, execs
CPU, elapsed    cpu, cpu_time; elapsed, elapsed_time; total_time, exec_time, total_exec_time;
                total with a unit
blocks          disk or blks_read, query or blks_hit (any first part), current
rows            rows, rows_processed
event           event, event_waited_on, wait_event, event_name
kind of event   event_type, wait_event_type
times waited    times_waited, waits, total_waits, times, count
longest, all    max_wait; total_waited, total_wait, total_wait_time, time_waited, wait_time;
                total with a unit
samples         samples, sample_count
interval        interval, sample_interval, sampling_interval: from sample to sample
statement       statement, sql_id, sql_text, query_text; query where there is no column call;
                queryid, query_id
run             run, state
repeat          repeat, replicate, repetition, trial
system          system, version
==============  ===========================================================================

A time names its unit at the end, such as ``_ms``. Without one, ``cpu``, ``elapsed``,
``max_wait`` and ``total_waited`` are in seconds, and every other time needs to be told its unit.

Needed are, for calls, ``count``, ``elapsed`` and either ``call`` or ``statement``; for waits,
``event`` and either ``times_waited`` and ``total_waited``, or ``samples``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

__all__ = [
    "BLANK_UNIT_IS_SECONDS",
    "CALL_NUMBERS",
    "WAIT_NUMBERS",
    "call_names",
    "call_roles",
    "has_calls",
    "has_samples",
    "has_waits",
]

_UNIT = "(?:_(?:ns|us|ms|cs|s|min))?"
_TOTAL = "total_(?:ns|us|ms|cs|s|min)"
_PATTERNS = {
    role: re.compile(pattern)
    for role, pattern in {
        "call": "call",
        "count": "count|calls|executions|execs",
        "cpu_s": f"(?:total_)?cpu(?:_time)?{_UNIT}",
        "elapsed_s": f"(?:total_)?(?:elapsed|elapsed_time|exec_time){_UNIT}|total_time{_UNIT}"
        f"|{_TOTAL}",
        "disk": r"disk|(?:\w+_)?(?:blks|blocks)_read",
        "query": r"query|(?:\w+_)?(?:blks|blocks)_hit",
        "current": "current",
        "rows": "rows|rows_processed",
        "event": "event|event_waited_on|wait_event|event_name",
        "event_type": "event_type|wait_event_type",
        "times_waited": "times_waited|waits|total_waits|times|count",
        "max_wait_s": f"max_wait{_UNIT}",
        "total_waited_s": f"(?:total_(?:waited|wait|wait_time)|time_waited|wait_time){_UNIT}"
        f"|{_TOTAL}",
        "samples": "samples|sample_count",
        "interval_s": f"(?:(?:sample|sampling)_)?interval{_UNIT}",
        "run": "run|state",
        "repeat": "repeat|replicate|repetition|trial",
        "system": "system|version",
    }.items()
}
_STATEMENT = ("statement|sql_id", "sql_text|query_text", "queryid|query_id")
BLANK_UNIT_IS_SECONDS = re.compile("cpu(?:_time)?|elapsed(?:_time)?|max_wait|total_waited")
"""Names of times that are in seconds where they name no unit."""

CALL_NUMBERS = ("count", "cpu_s", "elapsed_s", "disk", "query", "current", "rows")
"""Roles that hold numbers in a table of calls."""

WAIT_NUMBERS = ("times_waited", "max_wait_s", "total_waited_s")
"""Roles that hold numbers in a table of waits."""

Roles = Mapping[str, str]


def call_roles(names: Iterable[str]) -> dict[str, str]:
    """The first column name of each role.

    Parameters
    ----------
    names : iterable of str
        Column names of one table.

    Returns
    -------
    dict of str to str
        Column name by role, for the roles that are there.

    Examples
    --------
    >>> roles = call_roles(["query", "calls", "total_exec_time_ms", "shared_blks_read"])
    >>> roles["statement"], roles["elapsed_s"], roles["disk"]
    ('query', 'total_exec_time_ms', 'shared_blks_read')
    """
    listed = list(names)
    text_of_statement = "query" if "query" in listed and "call" not in listed else None
    numeric = [name for name in listed if name != text_of_statement]
    found = {
        role: next((name for name in numeric if pattern.fullmatch(name)), None)
        for role, pattern in _PATTERNS.items()
    }
    statements = (_first(listed, _STATEMENT[0]), _first(listed, _STATEMENT[1]), text_of_statement)
    found["statement"] = next(filter(None, statements), _first(listed, _STATEMENT[2]))
    return {role: name for role, name in found.items() if name is not None}


def _first(names: Iterable[str], pattern: str) -> str | None:
    return next((name for name in names if re.fullmatch(pattern, name)), None)


def has_calls(roles: Roles) -> bool:
    """Whether a table with these roles is one of calls.

    Examples
    --------
    >>> has_calls(call_roles(["call", "count", "elapsed_s"])), has_calls(call_roles(["count"]))
    (True, False)
    """
    named = ("call" in roles or "statement" in roles) and "event" not in roles
    return named and {"count", "elapsed_s"} <= set(roles)


def has_waits(roles: Roles) -> bool:
    """Whether a table with these roles is one of counted waits.

    Examples
    --------
    >>> has_waits(call_roles(["event", "waits", "time_waited_ms"]))
    True
    """
    return {"event", "times_waited", "total_waited_s"} <= set(roles)


def has_samples(roles: Roles) -> bool:
    """Whether a table with these roles is one of sampled waits.

    Examples
    --------
    >>> has_samples(call_roles(["wait_event_type", "wait_event", "samples"]))
    True
    """
    return {"event", "samples"} <= set(roles) and not has_waits(roles)


def call_names(names: Iterable[str]) -> set[str]:
    """Of some column names, those that must hold numbers if the table is one of calls or waits.

    Parameters
    ----------
    names : iterable of str
        Column names of one table.

    Returns
    -------
    set of str
        Empty when the table is neither.

    Examples
    --------
    >>> sorted(call_names(["run", "event", "times_waited", "total_waited_s"]))
    ['times_waited', 'total_waited_s']
    """
    roles = call_roles(names)
    numbers: tuple[str, ...] = ()
    if has_calls(roles):
        numbers = CALL_NUMBERS
    elif has_waits(roles):
        numbers = WAIT_NUMBERS
    elif has_samples(roles):
        numbers = ("samples", "interval_s")
    return {roles[role] for role in numbers if role in roles}
