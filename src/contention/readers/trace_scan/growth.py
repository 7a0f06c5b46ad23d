"""Tables that start small and get twice the room when the scan finds too little in them."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from contention.errors import ReadError
from contention.readers.trace_scan.layout import (
    BY,
    CONTEXT,
    CONTEXTS,
    FULL,
    MASK,
    MEMORY,
    NOTES,
    ODD,
    POOL,
    ROOM,
    ROW0,
    SLICE,
    SLOTS,
    STATEMENTS,
    TABLES,
    UNIT,
    USED,
    WIDTH,
    WIDTHS,
    WORDS,
)

__all__ = ["Sums", "grown", "new_sums", "rows"]

BETWEEN_CALLS = "SQL*Net message from client"
_START = 256
_MOST = 2**20
_NOTED = (ODD, NOTES)
_NAME_BYTES = 32
_NAMES = {WORDS: "events", STATEMENTS: "statements"}


class Sums(NamedTuple):
    """What the scan keeps: the array that ``layout`` describes, and the bytes of names."""

    memory: NDArray[np.int64]
    pool: NDArray[np.uint8]


def new_sums(by: int, slice_us: int = 0, *, start: int = _START) -> Sums:
    """Tables without a row, but for the first name: the wait that no call is in progress at.

    Parameters
    ----------
    by : int
        ``BY_EVENT``, ``BY_STATEMENT`` or ``BY_SLICE``.
    slice_us : int
        Microseconds of a slice.
    start : int
        Rows that there is room for at first; a power of two, 16 or more.

    Returns
    -------
    Sums
        Of which :func:`grown` makes larger ones.

    Examples
    --------
    >>> rows(new_sums(by=0), CONTEXTS).size
    0
    """
    from contention.readers.trace_scan.rows import NONE, name_of  # noqa: PLC0415

    memory = _laid_out(dict.fromkeys(TABLES, start))
    memory[BY], memory[SLICE], memory[UNIT] = by, slice_us, 1
    sums = Sums(memory, np.zeros(_NAME_BYTES * max(start, 32), dtype=np.uint8))
    name = np.array(list(BETWEEN_CALLS.ljust(32).encode()), dtype=np.uint8)
    with np.errstate(over="ignore"):
        name_of(name, name.view(np.uint64), 0, len(BETWEEN_CALLS), NONE, *sums, WORDS)
    return sums


def _laid_out(room: dict[int, int]) -> NDArray[np.int64]:
    """An array with empty tables of so many rows each."""
    headings = {}
    place = MEMORY
    for table in TABLES:
        slots = 0 if table in _NOTED else 4 * room[table]
        headings[table] = (place, slots - 1, place + slots, WIDTHS[table], room[table])
        place += slots + room[table] * WIDTHS[table]
    memory = np.zeros(place, dtype=np.int64)
    for table, (slots, mask, row, width, rows_of_table) in headings.items():
        for name, number in (
            (SLOTS, slots),
            (MASK, mask),
            (ROW0, row),
            (WIDTH, width),
            (ROOM, rows_of_table),
        ):
            memory[table + name] = number
        memory[slots:row] = -1
    return memory


def rows(sums: Sums, table: int) -> NDArray[np.int64]:
    """The rows of a table, in the order in which they were made.

    Parameters
    ----------
    sums : Sums
        Of which the rows are a view.
    table : int
        One of ``layout.TABLES``.

    Returns
    -------
    ndarray of int
        One line per row.

    Examples
    --------
    >>> rows(new_sums(by=0), CONTEXTS).size
    0
    """
    m = sums.memory
    first, used, width = (int(m[table + name]) for name in (ROW0, USED, WIDTH))
    return m[first : first + used * width].reshape(used, width)


def grown(sums: Sums, path: str) -> Sums:
    """The same sums with twice the room in every table that is half full.

    Parameters
    ----------
    sums : Sums
        Left as they are.
    path : str
        The trace, for the message.

    Returns
    -------
    Sums
        With the same rows in the same order.

    Raises
    ------
    ReadError
        When a table has a million rows, which no trace of a database at work has.

    Examples
    --------
    >>> small = new_sums(by=0, start=16)
    >>> grown(small, "x.trc").memory.size == small.memory.size
    True
    """
    old = sums.memory
    room = {}
    for table in TABLES:
        much = 2 * int(old[table + USED]) >= int(old[table + ROOM]) and table not in _NOTED
        room[table] = int(old[table + ROOM]) * (2 if much else 1)
        if room[table] > _MOST:
            raise ReadError(
                f"there are more than {_MOST} different {_NAMES.get(table, 'cursors or groups')}",
                path=path,
                expected="the events and statements of a database at work",
                hint="profile by event, or cut the trace in parts",
            )
    memory = _laid_out(room)
    memory[: TABLES[0]] = old[: TABLES[0]]
    memory[FULL] = 0
    for table in TABLES:
        _move(sums, memory, table)
    memory[CONTEXT] += memory[CONTEXTS + ROW0] - old[CONTEXTS + ROW0]
    pool = sums.pool
    if 2 * int(old[POOL]) > pool.size:
        pool = np.concatenate([pool, np.zeros_like(pool)])
    return Sums(memory, pool)


def _move(sums: Sums, memory: NDArray[np.int64], table: int) -> None:
    """Copy the rows of a table, and enter them anew where they are found by their keys."""
    from contention.readers.trace_scan.rows import row_of  # noqa: PLC0415

    before = rows(sums, table)
    if table not in _NOTED:
        for first, second in before[:, :2]:
            row_of(memory, table, int(first), int(second))
    memory[table + USED] = len(before)
    rows(Sums(memory, sums.pool), table)[:] = before
