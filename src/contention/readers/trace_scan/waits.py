"""One line of a wait."""

from __future__ import annotations

from contention.readers.compiling import compiled
from contention.readers.trace_scan.calls import forget_below
from contention.readers.trace_scan.layout import (
    BARE,
    BARE_LINE,
    BITS,
    LINE,
    STAMPED,
    UNIT,
    WAITS,
    WORDS,
    Bytes,
    Integers,
)
from contention.readers.trace_scan.rows import NONE, group_of, name_of, row_of, stamp
from contention.readers.trace_scan.words import digits_end, number, quote_at, starts, word

__all__ = ["take_wait"]

_NAM, _ELA, _TIM, _OBJ = word(": nam='"), word("' ela="), word(" tim="), word("obj#")


@compiled
def _parameter(buf: Bytes, at: int, end: int) -> tuple[int, int]:
    """Ends of a name and of its value in ``file#=3 block#=16505``; -1 where there is none."""
    key = at
    while key < end and buf[key] != 61:
        key += 1
    place = key + 1
    if place < end and buf[place] == 32:
        place += 1
    if place < end and buf[place] == 45:
        place += 1
    first = place
    while place < end and (48 <= buf[place] <= 57 or 97 <= (buf[place] | 32) <= 122):
        place += 1
    if key in (at, end) or key - at > 61 or not first < place <= first + 20:
        return -1, -1
    if place < end and buf[place] != 32:
        return -1, -1
    return key, place


@compiled
def _is_whole(buf: Bytes, at: int, end: int) -> bool:
    """Whether parameters without a time stamp can be read to the end and name no object."""
    while True:
        while at < end and buf[at] == 32:
            at += 1
        if at == end:
            return True
        key, after = _parameter(buf, at, end)
        if key < 0 or (key - at == 4 and starts(buf, at, key, _OBJ)):
            return False
        at = after


@compiled
def _time_stamp(buf: Bytes, at: int, end: int) -> int:
    """What ``tim=`` at the end of the line says; -1 where there is none, -2 for a cut line."""
    place, value, power = end - 1, 0, 1
    while place > at and end - place <= 18 and 48 <= buf[place] <= 57:
        value += (buf[place] - 48) * power
        power *= 10
        place -= 1
    if power > 1 and place - at >= 4 and starts(buf, place - 4, end, _TIM):
        return value
    return -1 if _is_whole(buf, at, end) else -2


@compiled
def take_wait(buf: Bytes, wide: Integers, at: int, end: int, m: Integers, pool: Bytes) -> bool:
    """Count a wait; False where the line cannot be read."""
    colon = digits_end(buf, at + 6, end)
    if not (0 < colon - at - 6 <= 20 and starts(buf, colon, end, _NAM)):
        return False
    name = colon + 7
    quote = quote_at(wide, name, end)
    while quote < end and not starts(buf, quote, end, _ELA):
        quote = quote_at(wide, quote + 1, end)
    first = quote + 6
    if first < end and buf[first] == 32:
        first += 1
    last = digits_end(buf, first, end)
    ela = number(buf, first, last)
    if ela < 0 or last >= end or buf[last] != 32 or quote - name > 100:
        return False
    tim = _time_stamp(buf, last, end)
    if tim == -2:
        return False
    _add_wait(buf, wide, name, quote, at + 6, colon, ela * m[UNIT], tim, m, pool)
    return True


@compiled
def _add_wait(
    buf: Bytes,
    wide: Integers,
    name: int,
    name_end: int,
    cursor: int,
    cursor_end: int,
    ela: int,
    tim: int,
    m: Integers,
    pool: Bytes,
) -> None:
    if tim >= 0:
        tim *= m[UNIT]
        m[STAMPED] += 1
        stamp(m, tim, ela)
    else:
        if m[BARE] == 0:
            m[BARE_LINE] = m[LINE]
        m[BARE] += 1
    event = name_of(buf, wide, name, name_end, NONE, m, pool, WORDS)
    if m[event + 2] == 0:
        forget_below(m, 1)
    row = row_of(m, WAITS, group_of(buf, wide, cursor, cursor_end, tim, m, pool), m[event + 2])
    if m[row + 2] == 0:
        m[row + 5] = m[LINE]
    m[row + 2] += 1
    m[row + 3] += ela
    m[row + 4] = max(m[row + 4], ela)
    m[event + BITS + _bits(ela)] += 1


@compiled
def _bits(number: int) -> int:
    """Binary digits of a number."""
    bits = 0
    for step in (32, 16, 8, 4, 2, 1):
        if number >> step > 0:
            number >>= step
            bits += step
    return bits + (number > 0)
