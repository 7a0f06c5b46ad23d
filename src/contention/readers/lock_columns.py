"""From a table with sessions, messages, gets and a mean time to the use of one or more locks.

Columns, for a lock called ``latch``:

* sessions: as for load sweeps, or ``px``;
* messages: ``messages`` or ``msgs``, or the names that load sweeps know for executions; those
  of the traced session alone;
* gets: ``latch_gets``, or ``gets`` where there is one lock only;
* mean time of a get: ``latch_avg_ns`` (also ``mean``; ``us``, ``ms``, ``s``), ``avg_ns``, or
  ``ns_per_latch_get``.
"""

from __future__ import annotations

import re

import numpy as np

from contention.measurements import Column, Flag, LockUse, Table
from contention.readers.columns import find_role
from contention.readers.headings import SECONDS_PER_UNIT

__all__ = ["locks_from"]

_MESSAGES = {"messages", "msgs"}
_GETS = re.compile(r"(?:(?P<lock>[a-z]\w*?)_)?gets")
_MEANS = (
    re.compile(r"(?:(?P<lock>[a-z]\w*?)_)?(?:avg|mean|average)(?:_get)?_(?P<unit>ns|us|ms|s)"),
    re.compile(r"(?P<unit>ns|us|ms|s)_per_(?:(?P<lock>[a-z]\w*?)_)?get"),
)


def locks_from(table: Table) -> tuple[LockUse, ...]:
    """The locks whose gets and mean times are columns of a table.

    A row in which one of the four values is missing is left out and flagged.

    Parameters
    ----------
    table : Table
        Any table.

    Returns
    -------
    tuple of LockUse
        Empty when the table has not all the columns of one lock, or no row with all values.

    Raises
    ------
    MeasurementError
        When a value is zero or negative.

    Examples
    --------
    >>> from contention.measurements import Provenance
    >>> names = ("sessions", "messages", "gets", "avg_us")
    >>> cells = (1, 100, 900, 2.5)
    >>> columns = [Column(n, n, (str(c),), (c,)) for n, c in zip(names, cells)]
    >>> locks_from(Table("t", tuple(columns), (2,), Provenance("a")))[0].mean_get_ns.tolist()
    [2500.0]
    """
    by_name = {column.name: column for column in table.columns}
    sessions = find_role(table, "sessions") or by_name.get("px")
    messages = next((by_name[n] for n in by_name if n in _MESSAGES), None)
    messages = messages or find_role(table, "executions")
    if sessions is None or messages is None:
        return ()
    gets = {match["lock"]: by_name[n] for n in by_name if (match := _GETS.fullmatch(n))}
    means: dict[str | None, tuple[Column, str]] = {}
    for name, column in by_name.items():
        for pattern in _MEANS:
            if match := pattern.fullmatch(name):
                means.setdefault(match["lock"], (column, match["unit"]))
    found = []
    for lock, column in gets.items():
        if lock in means:
            parts = (sessions, messages, column, means[lock][0])
            factor = round(SECONDS_PER_UNIT[means[lock][1]] * 1e9)
            use = _use(table, lock or "lock", parts, factor)
            found += [use] if use is not None else []
    return tuple(found)


def _use(table: Table, label: str, parts: tuple[Column, ...], factor: int) -> LockUse | None:
    arrays = np.array([table.numbers(column.name) for column in parts])
    complete = ~np.isnan(arrays).any(axis=0)
    if not complete.any():
        return None
    flags = [
        Flag(table.lines[at], None, label, "a value is missing: the row is left out of the lock")
        for at in np.flatnonzero(~complete)
    ]
    sessions, messages, gets, mean = arrays[:, complete]
    return LockUse(label, sessions, messages, gets, mean * factor, table.provenance, tuple(flags))
