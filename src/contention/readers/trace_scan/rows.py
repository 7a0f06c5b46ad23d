"""Rows found by numbers or by names."""

from __future__ import annotations

from contention.readers.compiling import compiled
from contention.readers.trace_scan.layout import (
    BY,
    BY_SLICE,
    BY_STATEMENT,
    CONTEXT,
    CONTEXTS,
    CURSORS,
    FULL,
    KINDS,
    LINE,
    MASK,
    POOL,
    ROOM,
    ROW0,
    SLICE,
    SLOTS,
    STATEMENTS,
    USED,
    WIDTH,
    WORDS,
    Bytes,
    Integers,
)
from contention.readers.trace_scan.words import code_of, word

__all__ = [
    "NONE",
    "context_row",
    "count_kind",
    "cursor_key",
    "group_of",
    "name_of",
    "note",
    "row_of",
    "stamp",
]

NONE = word("")
_CURSOR = word("cursor_")
_MARGIN = 8
_NAME_MARGIN = 512
_CODE = 0x3FFFFFFFFFFFFFFF


@compiled
def row_of(m: Integers, table: int, first: int, second: int) -> int:
    """Place of the row of two numbers, which is made where there is none."""
    mask = int(m[table + MASK])
    place = int(first) * 0x1E3779B97F4A7C15 + int(second) * 0x42B2AE3D27D4EB4F
    place = (place ^ (place >> 29)) & mask
    slots = m[table + SLOTS]
    while True:
        row = m[slots + place]
        if row < 0:
            break
        if m[row] == first and m[row + 1] == second:
            return int(row)
        place = (place + 1) & mask
    row = m[table + ROW0] + m[table + USED] * m[table + WIDTH]
    m[slots + place] = row
    m[table + USED] += 1
    if m[table + USED] + _MARGIN > m[table + ROOM]:
        m[FULL] = 1
    m[row] = first
    m[row + 1] = second
    return int(row)


@compiled
def name_of(
    buf: Bytes,
    wide: Integers,
    at: int,
    end: int,
    prefix: Integers,
    m: Integers,
    pool: Bytes,
    table: int,
) -> int:
    """Row of the name that is the prefix and these bytes; its place in the pool is its number."""
    code = code_of(wide, at, end) ^ prefix.size
    before = m[table + USED]
    row = row_of(m, table, code, prefix.size + end - at)
    if m[table + USED] > before:
        place = m[POOL]
        m[row + 2] = place
        for i in range(prefix.size):
            pool[place + i] = prefix[i]
        place += prefix.size
        for i in range(at, end):
            pool[place + i - at] = buf[i]
        m[POOL] = place + end - at + 1
        if m[POOL] + _NAME_MARGIN > pool.size:
            m[FULL] = 1
    return row


@compiled
def note(m: Integers, table: int, reason: int, at: int, end: int) -> None:
    """Remember where a line is."""
    row = m[table + ROW0] + m[table + USED] * 4
    m[table + USED] += 1
    m[row] = m[LINE]
    m[row + 1] = reason
    m[row + 2] = at
    m[row + 3] = end


@compiled
def count_kind(buf: Bytes, wide: Integers, at: int, end: int, m: Integers, pool: Bytes) -> None:
    """Count a record of that kind."""
    kind = name_of(buf, wide, at, end, NONE, m, pool, WORDS)
    m[row_of(m, KINDS, 0, m[kind + 2]) + 2] += 1


@compiled
def cursor_key(buf: Bytes, at: int, end: int) -> int:
    """The number of a cursor, of which there may be 20 digits; -1 where there is none."""
    value = 0 if at < end else -1
    for i in range(at, end):
        value = (value * 10 + (buf[i] - 48)) & _CODE
    return value


@compiled
def context_row(m: Integers, file: int, process: int) -> int:
    """Row of a process in a file."""
    before = m[CONTEXTS + USED]
    row = row_of(m, CONTEXTS, file, process)
    if m[CONTEXTS + USED] > before:
        m[row + 2] = -1
        m[row + 3] = -1
        m[row + 5] = before
    return row


@compiled
def group_of(
    buf: Bytes, wide: Integers, at: int, end: int, tim: int, m: Integers, pool: Bytes
) -> int:
    """What the record counts towards: its statement, its slice of time, or the whole."""
    if m[BY] == BY_STATEMENT:
        before = m[CURSORS + USED]
        row = row_of(m, CURSORS, m[m[CONTEXT] + 5], cursor_key(buf, at, end))
        if m[CURSORS + USED] > before:
            m[row + 2] = m[name_of(buf, wide, at, end, _CURSOR, m, pool, STATEMENTS) + 2]
        return int(m[row + 2])
    if m[BY] == BY_SLICE:
        last = m[m[CONTEXT] + 3]
        return int((tim if tim >= 0 else last) // m[SLICE])
    return 0


@compiled
def stamp(m: Integers, tim: int, took: int) -> None:
    """Widen the time that the process was traced."""
    context = m[CONTEXT]
    if m[context + 3] < 0 or tim - took < m[context + 2]:
        m[context + 2] = tim - took
    m[context + 3] = max(m[context + 3], tim)
