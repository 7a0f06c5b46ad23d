"""From single calls of a trace to call statistics: how many, how long, how many blocks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from contention.measurements import CallStatistics, Table

__all__ = ["statistics_of_calls"]

_US = 1e-6
_KINDS = {"PARSE": "parse", "EXEC": "execute", "FETCH": "fetch", "CLOSE": "close"}
_NUMBERS = ("cpu_us", "elapsed_us", "disk", "query", "current", "rows")
_NESTED = 5
"""The first so many numbers of a call include those of the calls that it caused."""

_CLOCKS_US = 100

Array = NDArray[np.float64]
Numbers = tuple[float, ...]


def statistics_of_calls(
    calls: Table,
    *,
    run: str = "",
    system: str = "",
    between: Sequence[tuple[int, str]] = (),
    process: Sequence[str] = (),
) -> tuple[CallStatistics, ...]:
    """Call statistics per statement of a table of single calls.

    A call is printed when it ends, after the recursive calls that it caused, and its times and
    blocks include theirs. Here each call keeps its own part only, so that the statements add up:
    what calls one level deeper took since the last call at this level or above is subtracted.
    Recursive calls between two calls are no part of either: those that took longer than the
    next call, or after which the session waited for its client, are not subtracted. Where the
    clocks of CPU and of elapsed time make the rest negative, it is zero.

    Parameters
    ----------
    calls : Table
        With columns ``call``, ``cursor``, ``sql_id``, ``cpu_us``, ``elapsed_us``, ``disk``,
        ``query``, ``current``, ``rows`` and ``depth``.
    run, system : str
        Names of the run and of what was measured.
    between : sequence of (int, str)
        Line and process at which no call was in progress.
    process : sequence of str
        The process of each call, where there are several.

    Returns
    -------
    tuple of CallStatistics
        In order of first appearance.

    Examples
    --------
    >>> from contention.measurements import Provenance
    >>> from contention.readers.cells import table_of_values
    >>> names = ("call", "cursor", "sql_id", "cpu_us", "elapsed_us", "disk", "query", "current",
    ...          "rows", "depth")
    >>> rows = [("EXEC", 2, "child", 10, 30, 1, 1, 0, 0, 1),
    ...         ("EXEC", 1, "top", 50, 100, 1, 9, 0, 1, 0)]
    >>> cells = {n: [(str(r[i]), r[i]) for r in rows] for i, n in enumerate(names)}
    >>> table = table_of_values("calls", cells, [1, 2], Provenance("x"))
    >>> [(s.statement, round(1e6 * s.total("elapsed_s"))) for s in statistics_of_calls(table)]
    [('child', 30), ('top', 70)]
    """
    sums: dict[str, dict[str, list[Numbers]]] = {}
    for statement, kind, numbers in _own_parts(calls, between, process):
        sums.setdefault(statement, {}).setdefault(kind, []).append(numbers)
    made = []
    for statement, kinds in sums.items():
        counts = np.array([len(found) for found in kinds.values()], dtype=np.float64)
        totals = np.array([np.maximum(np.sum(found, axis=0), 0.0) for found in kinds.values()]).T
        made.append(
            CallStatistics(
                statement,
                tuple(kinds),
                counts,
                cpu_s=totals[0] * _US,
                elapsed_s=totals[1] * _US,
                disk=totals[2],
                query=totals[3],
                current=totals[4],
                rows=totals[5],
                run=run,
                system=system,
                resolution_s=_US,
                provenance=calls.provenance,
            )
        )
    return tuple(made)


def _own_parts(
    calls: Table, between: Sequence[tuple[int, str]], process: Sequence[str]
) -> Iterator[tuple[str, str, Numbers]]:
    """Statement, kind of call and own numbers of each call, in order."""
    stacks: dict[str, dict[int, Array]] = {}
    pauses = sorted(between, reverse=True)
    columns = [calls.column(name).values for name in ("sql_id", "cursor", "call", "depth")]
    numbers = np.array([calls.numbers(name) for name in _NUMBERS]).T
    whole = np.nan_to_num(numbers)
    for at, (sql_id, cursor, kind, depth) in enumerate(zip(*columns, strict=True)):
        while pauses and pauses[-1][0] < calls.lines[at]:
            for deep in [deep for deep in stacks.get(pauses[-1][1], ()) if deep]:
                del stacks[pauses[-1][1]][deep]
            pauses.pop()
        own = whole[at].copy()
        if isinstance(depth, int):
            _take_out(own, stacks.setdefault(process[at] if process else "", {}), depth)
        named = "no_cursor" if cursor is None else f"cursor_{cursor}"
        statement = str(sql_id) if sql_id else named
        yield statement, _KINDS.get(str(kind), str(kind).lower()), tuple(own)


def _take_out(own: Array, below: dict[int, Array], level: int) -> None:
    """Subtract what calls one level deeper took, and note what this one took."""
    taken = own[:_NESTED].copy()
    children = below.get(level + 1)
    if children is not None and children[1] <= own[1] + _CLOCKS_US:
        own[:_NESTED] -= children
    for deep in [deep for deep in below if deep > level]:
        del below[deep]
    below[level] = below.get(level, np.zeros(_NESTED)) + taken
