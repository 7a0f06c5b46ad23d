"""What the columns of a table measure: recognised by name and unit.

===============  ==========================================================================
role             column names (prefixes such as ``avg_``, ``total_``, ``measured_`` may come first)
===============  ==========================================================================
sessions         sessions, threads, clients, users, concurrency, n, processes, connections
throughput       throughput, tps, qps, rate, ops, iops, and any of these with ``_per_s``
executions       executions, execs, transactions, txns, requests, operations, calls, queries
duration         duration, elapsed, run_time, measured_time; seconds unless it names a unit
response time    response_time, latency, elapsed_per_exec with a unit; ``us_per_exec``
CPU time         cpu_time, seconds unless it names a unit; cpu_s, cpu_ms ...
wait time        wait_time, concurrency_wait_time; seconds unless it names a unit
label            platform, label, system, series, group, configuration, variant
step             step, run, iteration, cycle, loop
time             time, seconds, timestamp, t; seconds unless it names a unit, or a date
bytes            bytes, kb, mb, gb, tb, or a name that ends in one of them; memory, mem, rss,
                 heap, pga, sga, vsz where the heading or the cells name a unit
state            state, phase, label
process          process, pid, restart, restarts, boot, generation: a new value is a new process
===============  ==========================================================================

Throughput without a unit is per second; ``bytes`` is its own unit. A response time or a memory
column without a unit is an error that says how to name it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from contention.errors import ReadError
from contention.measurements import Column, Table
from contention.readers.headings import BYTES_PER_UNIT, SECONDS_PER_UNIT, unit_of

__all__ = [
    "MEASURES",
    "find_role",
    "measure_names",
    "memory_unit",
    "role_of",
    "seconds_factor",
]

_SESSIONS = "sessions|session|threads|clients|users|concurrency|n|processes|connections"
_EVENTS = "executions|execs|transactions|txns|requests|operations|calls|queries"
_RATE = r"throughput|tps|qps|rate|ops|iops|rps"
_UNIT = r"(?:_(?:ns|us|ms|cs|s|sec|secs|seconds|min|minutes|msec|usec))?"
_MEMORY = "memory|mem|rss|heap|pga|sga|vsz"
_SIZES = "bytes|byte|kb|mb|gb|tb|kib|mib|gib|tib"

_PATTERNS: dict[str, re.Pattern[str]] = {
    role: re.compile(pattern)
    for role, pattern in {
        "sessions": _SESSIONS,
        "throughput": rf"(?:{_RATE})(?:_per_(?:s|sec|second))?|(?:{_EVENTS})_per_(?:s|sec|second)"
        rf"|throughput_(?:{_RATE}|{_EVENTS}|op|req|tx|txn)(?:_per_(?:s|sec|second))?",
        "executions": _EVENTS,
        "duration": rf"(?:duration|elapsed|elapsed_time|run_time|runtime|measured_time){_UNIT}",
        "response_time": rf"(?:response_time|latency|response|elapsed_per_exec){_UNIT}"
        r"|(?:us|ms|s|ns)_per_(?:exec|execution|call|transaction|txn|request|operation|op)",
        "cpu_time": rf"cpu_time{_UNIT}|cpu_(?:us|ms|cs|s|sec|secs|seconds)",
        "wait_time": rf"(?:wait_time|concurrency_wait_time|concurrency_wait){_UNIT}",
        "label": "platform|label|system|series|group|configuration|variant",
        "step": "step|run|iteration|cycle|loop",
        "time": rf"(?:time|timestamp|t){_UNIT}|seconds",
        "bytes": rf"(?:[a-z0-9_]+_)?(?:{_SIZES})|(?:{_MEMORY})",
        "state": "state|phase|label",
        "process": "process|process_id|pid|restarts?|boot|generation",
    }.items()
}
_PREFIX = re.compile(
    r"(?:avg|average|mean|total|test|measured|observed|parallel|concurrent|number_of|num|active)_"
)

MEASURES = (
    "sessions",
    "throughput",
    "executions",
    "duration",
    "response_time",
    "cpu_time",
    "wait_time",
)


def measure_names(names: Iterable[str]) -> set[str]:
    """Of some column names, those that must hold numbers if the table is a sweep or a memory log.

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
    >>> sorted(measure_names(["sessions", "throughput", "comment"]))
    ['sessions', 'throughput']
    """
    listed = list(names)
    has = {role: any(role_of(name, role) for name in listed) for role in _PATTERNS}
    roles: tuple[str, ...] = ()
    if has["sessions"] and (has["throughput"] or has["executions"]):
        roles = MEASURES
    elif has["bytes"] and (has["step"] or has["time"]):
        roles = ("step", "bytes")
    return {name for name in listed if any(role_of(name, role) for role in roles)}


def role_of(name: str, role: str) -> bool:
    """Whether a column of that name can play a role.

    Parameters
    ----------
    name : str
        Identifier of the column.
    role : str
        One of the module's roles, with underscores.

    Returns
    -------
    bool
        Whether the name, or the name without a known prefix, is one of the role's.

    Examples
    --------
    >>> role_of("us_per_exec", "response_time"), role_of("parallel_sessions", "sessions")
    (True, True)
    >>> role_of("model_us_per_exec", "response_time")
    False
    """
    pattern = _PATTERNS[role]
    return bool(pattern.fullmatch(name) or pattern.fullmatch(_PREFIX.sub("", name, count=1)))


def find_role(table: Table, role: str, *, besides: Iterable[str] = ()) -> Column | None:
    """The first column that plays a role, exact names before prefixed ones.

    Parameters
    ----------
    table : Table
        Any table.
    role : str
        One of the module's roles.
    besides : iterable of str
        Columns that are taken already.

    Returns
    -------
    Column or None
        None when there is none.

    Examples
    --------
    >>> from contention.measurements import Provenance
    >>> t = Table("t", (Column("tps", "tps", ("5",), (5,)),), (2,), Provenance("a"))
    >>> find_role(t, "throughput").name
    'tps'
    """
    taken = set(besides)
    free = [column for column in table.columns if column.name not in taken]
    for column in free:
        if _PATTERNS[role].fullmatch(column.name):
            return column
    return next((column for column in free if role_of(column.name, role)), None)


def seconds_factor(column: Column, table: Table, *, default: float | None) -> float:
    """Seconds per unit of a column.

    Parameters
    ----------
    column : Column
        A column of times.
    table : Table
        Its table, for the message.
    default : float or None
        Used when neither heading nor cells name a unit; None makes that an error.

    Returns
    -------
    float
        The factor.

    Raises
    ------
    ReadError
        When there is no unit and no default.

    Examples
    --------
    >>> from contention.measurements import Provenance
    >>> column = Column("latency_ms", "latency_ms", ("1",), (1,), "ms")
    >>> seconds_factor(column, Table("t", (column,), (2,), Provenance("a")), default=None)
    0.001
    """
    unit = column.unit or unit_of(column.heading)
    if unit in SECONDS_PER_UNIT:
        return SECONDS_PER_UNIT[unit]
    if unit or default is None:
        raise ReadError(
            "the unit of this time is not known",
            path=table.provenance.source,
            line=1,
            column=column.heading,
            found=unit or "no unit",
            expected="a unit in the heading",
            hint=f"name the column {column.name}_s, {column.name}_ms or {column.name}_us",
        )
    return default


def memory_unit(column: Column, table: Table) -> int:
    """Bytes per unit of a memory column.

    Parameters
    ----------
    column : Column
        A column of sizes.
    table : Table
        Its table, for the message.

    Returns
    -------
    int
        1, 1024, and so on.

    Raises
    ------
    ReadError
        When neither heading nor cells name a unit of size.

    Examples
    --------
    >>> from contention.measurements import Provenance
    >>> column = Column("mem_kb", "mem_kb", ("1",), (1,), "kb")
    >>> memory_unit(column, Table("t", (column,), (2,), Provenance("a")))
    1024
    """
    unit = column.unit or unit_of(column.heading)
    if unit in BYTES_PER_UNIT:
        return BYTES_PER_UNIT[unit]
    raise ReadError(
        "the unit of this size is not known",
        path=table.provenance.source,
        line=1,
        column=column.heading,
        found=unit or "no unit",
        expected="a unit in the heading",
        hint=f"name the column {column.name}_bytes, {column.name}_kb or {column.name}_mb",
    )
