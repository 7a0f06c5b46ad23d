"""One line of a database call."""

from __future__ import annotations

from contention.readers.compiling import compiled
from contention.readers.trace_scan.layout import (
    BELOW,
    CALLS,
    CONTEXT,
    CPU,
    CURRENT,
    DEEPEST,
    DEPTH,
    DISK,
    ELAPSED,
    LINE,
    MISSES,
    NESTED,
    PAIRS,
    QUERY,
    ROWS,
    SCRATCH,
    TIM,
    UNIT,
    WORDS,
    Bytes,
    Integers,
)
from contention.readers.trace_scan.rows import NONE, group_of, name_of, row_of, stamp
from contention.readers.trace_scan.words import digits_end

__all__ = ["forget_below", "take_call"]

_CLOCKS_US = 100


@compiled
def _place_of(key: int) -> int:
    """Which of the numbers of a call the letters name; -1 for none."""
    if key < 1 << 8:
        return (
            CPU
            if key == 99
            else ELAPSED
            if key == 101
            else DISK
            if key == 112
            else (ROWS if key == 114 else -1)
        )
    if key < 1 << 16:
        return QUERY if key == 25458 else CURRENT if key == 25461 else -1
    return MISSES if key == 7170419 else DEPTH if key == 6579568 else TIM if key == 7629165 else -1


@compiled
def _pairs(buf: Bytes, at: int, end: int, strict: bool, m: Integers) -> int:
    """Read ``c=0,e=41,...``; return how many pairs there are, -1 where one cannot be read."""
    for i in range(PAIRS):
        m[SCRATCH + i] = -1
    count = 0
    while at < end:
        key = 0
        while at < end and 97 <= buf[at] <= 122 and key < 1 << 24:
            key = (key << 8) + buf[at]
            at += 1
        named = key > 0 and at < end and buf[at] == 61
        at += 1
        place = _place_of(key) if named else -1
        negative = at < end and buf[at] == 45
        at += negative
        first, value = at, 0
        while at < end and 48 <= buf[at] <= 57:
            value = (value * 10 + (buf[at] - 48)) & 0x3FFFFFFFFFFFFFFF
            at += 1
        readable = 0 < at - first <= 20 and (at == end or buf[at] == 44)
        if strict and not (named and readable):
            return -1
        if place >= 0:
            if negative or not readable or at - first > 18:
                return -1
            m[SCRATCH + place] = value
        while at < end and buf[at] != 44:
            at += 1
        at += 1
        if strict and at == end:
            return -1
        count += 1
    return count


@compiled
def take_call(buf: Bytes, wide: Integers, at: int, end: int, m: Integers, pool: Bytes) -> bool:
    """Count a call; False where the line cannot be read."""
    kind_end = at
    while kind_end < end and 65 <= buf[kind_end] <= 90 and kind_end - at < 24:
        kind_end += 1
        if kind_end < end and buf[kind_end] == 32 and buf[kind_end + 1] != 35:
            kind_end += 1
    lenient = buf[at] == 76 or buf[at] == 82
    cursor = kind_end
    if cursor + 1 < end and buf[cursor] == 32:
        cursor += 2
    colon = digits_end(buf, cursor, end)
    if colon >= end or buf[colon] != 58 or not (lenient or 0 < colon - cursor <= 20):
        return False
    first = colon + 1
    while lenient and first < end and buf[first] == 32:
        first += 1
    count = _pairs(buf, first, end, not lenient, m)
    full = buf[at] == 69 or buf[at] == 70 or buf[at] == 80
    if count < (8 if full else 2) or m[SCRATCH + CPU] < 0 or m[SCRATCH + ELAPSED] < 0:
        return False
    m[SCRATCH + CPU] *= m[UNIT]
    m[SCRATCH + ELAPSED] *= m[UNIT]
    tim = m[SCRATCH + TIM]
    if tim >= 0:
        tim *= m[UNIT]
        stamp(m, tim, m[SCRATCH + ELAPSED])
    kind = name_of(buf, wide, at, kind_end, NONE, m, pool, WORDS)
    _add_call(m, group_of(buf, wide, cursor, colon, tim, m, pool), m[kind + 2])
    return True


@compiled
def _add_call(m: Integers, group: int, kind: int) -> None:
    """Add the own part of a call: without what calls one level deeper took since the last.

    Calls that took longer than this one were none of its own, such as those between two calls.
    """
    row = row_of(m, CALLS, group, kind)
    if m[row + 3] == 0:
        m[row + 2] = m[LINE]
    m[row + 3] += 1
    for i in range(CPU, ROWS + 1):
        m[row + 4 + i] += max(m[SCRATCH + i], 0)
    level = min(m[SCRATCH + DEPTH], DEEPEST - 1)
    if level < 0:
        return
    context = m[CONTEXT]
    here = context + BELOW + NESTED * level
    inside = m[here + NESTED + ELAPSED] <= m[SCRATCH + ELAPSED] + _CLOCKS_US * m[UNIT]
    for i in range(NESTED):
        if inside:
            m[row + 4 + i] -= m[here + NESTED + i]
        m[here + i] += max(m[SCRATCH + i], 0)
    forget_below(m, level + 1)
    m[context + 4] = level


@compiled
def forget_below(m: Integers, level: int) -> None:
    """Forget what calls of that depth and deeper took."""
    first = m[CONTEXT] + BELOW
    for place in range(first + NESTED * level, first + NESTED * (m[m[CONTEXT] + 4] + 1)):
        m[place] = 0
