"""Lines that a text follows: statements, statements that cannot be parsed, bind values."""

from __future__ import annotations

from contention.readers.compiling import compiled
from contention.readers.trace_scan.layout import (
    AVL,
    BLOCK,
    BY,
    BY_STATEMENT,
    CONTEXT,
    CURSORS,
    FINAL,
    FORCED,
    LINE,
    ODD,
    ODD_ERROR,
    ODD_HEADING,
    ODD_MARK,
    ODD_TEXT,
    PATIENCE,
    SKIP,
    STATEMENTS,
    TEXT,
    TEXT_LINE,
    Bytes,
    Integers,
)
from contention.readers.trace_scan.rows import (
    NONE,
    count_kind,
    cursor_key,
    name_of,
    note,
    row_of,
)
from contention.readers.trace_scan.texts import LINE_END, QUOTE, STATEMENT, is_end, text_end
from contention.readers.trace_scan.words import digits_end, field, line_end, number, starts, word

__all__ = ["take_bind", "take_error", "take_heading"]

_HEADING = 19
_ERROR = 13
_LONGEST_VALUE = 65_536
_SHORT = 4_096
_LEN, _SQL_ID, _HV, _TIM = word("len="), word("sqlid='"), word("hv="), word("tim=")
_AVL, _VALUE = word("avl="), word('value="')
_HASH, _CURSOR = word("hash_"), word("cursor_")


@compiled
def _of(buf: Bytes, at: int, end: int, name: Bytes) -> int:
    """The number of a field; -1 where it has none."""
    first = field(buf, at, end, name)
    last = digits_end(buf, first, end)
    if first < 0 or (last < end and buf[last] != 32 and buf[last] != 13):
        return -1
    return number(buf, first, last)


@compiled
def take_heading(
    buf: Bytes, wide: Integers, at: int, end: int, stop: int, how: int, m: Integers, pool: Bytes
) -> int:
    """Take ``PARSING IN CURSOR`` with its text; place behind it, or -1 for more bytes."""
    text = min(end + 1, stop)
    cursor = at + _HEADING
    cursor_end = digits_end(buf, cursor, end)
    length = _of(buf, cursor_end, end, _LEN)
    readable = length >= 0 and cursor_end > cursor and _of(buf, cursor_end, end, _TIM) >= 0
    after = _behind(buf, wide, text, stop, length, how, m)
    if after == -1:
        return -1
    if after < -2:
        after = -after
        if length >= 0:
            note(m, ODD, ODD_MARK, at, end)
    if not readable:
        note(m, ODD, ODD_HEADING, at, end)
    if after == -2:
        m[TEXT] = 1
        m[TEXT_LINE] = m[LINE]
        m[SKIP] = length if how == FORCED and length > 0 else 0
        after = text if how == FORCED else stop
    elif after == text:
        note(m, ODD, ODD_TEXT, at, end)
    count_kind(buf, wide, at, at + 7, m, pool)
    if m[BY] == BY_STATEMENT and cursor_end > cursor:
        row = row_of(m, CURSORS, m[m[CONTEXT] + 5], cursor_key(buf, cursor, cursor_end))
        m[row + 2] = m[_statement(buf, wide, cursor, cursor_end, end, m, pool) + 2]
    return after


@compiled
def _behind(
    buf: Bytes, wide: Integers, text: int, stop: int, length: int, how: int, m: Integers
) -> int:
    """Place behind END OF STMT; -1 for more bytes, -2 to be searched, ``text`` for no end.

    Negative where the text is not as long as it should be.
    """
    found = text_end(buf, wide, text, stop, length, STATEMENT, m) if length >= 0 else -1
    if found < 0 and length > 0:  # the length of some texts counts a byte of value zero behind them
        found = text_end(buf, wide, text, stop, length - 1, STATEMENT, m)
    if found >= 0:
        found = line_end(wide, line_end(wide, found, stop) + 1, stop)
        return -1 if found == stop and how == BLOCK else min(found + 1, stop)
    window = 4 * length + 1_064 if length >= 0 else _LONGEST_VALUE
    if m[PATIENCE] < 0:
        window = min(window, _SHORT)
    if stop - text < window and how == BLOCK:
        return -1
    line = text
    while line < min(stop, text + window):
        end = line_end(wide, line, stop)
        if is_end(buf, line, end):
            return -min(end + 1, stop)
        line = end + 1
    m[PATIENCE] -= line - text
    near = stop - text <= (length + 13 if length >= 0 else window)
    return -2 if how == FORCED or near else text


@compiled
def _statement(
    buf: Bytes, wide: Integers, cursor: int, cursor_end: int, end: int, m: Integers, pool: Bytes
) -> int:
    """Name of the statement: its SQL ID, its hash value, or else its cursor."""
    first = field(buf, cursor_end, end, _SQL_ID)
    last = first
    if first > 0:
        while last < end and last - first < 64 and buf[last] != 39:
            last += 1
    if first > 0 and last + 1 < end:
        first = -1 if buf[last + 1] not in (13, 32) else first
    if 0 < first < last < end:
        return name_of(buf, wide, first, last, NONE, m, pool, STATEMENTS)
    first = field(buf, cursor_end, end, _HV)
    last = digits_end(buf, first, end)
    ended = last >= end or buf[last] == 32 or buf[last] == 13
    if 0 < first < last < first + 21 and ended:
        return name_of(buf, wide, first, last, _HASH, m, pool, STATEMENTS)
    return name_of(buf, wide, cursor, min(cursor_end, cursor + 20), _CURSOR, m, pool, STATEMENTS)


@compiled
def take_error(
    buf: Bytes, wide: Integers, at: int, end: int, stop: int, how: int, m: Integers, pool: Bytes
) -> int:
    """Take ``PARSE ERROR`` and its text, which has no end mark; as :func:`take_heading`."""
    text = min(end + 1, stop)
    length = _of(buf, at + _ERROR, end, _LEN)
    if how == BLOCK and stop - text <= 2 * length + 64:
        return -1
    found = text_end(buf, wide, text, stop, length, LINE_END, m) if length >= 0 else -1
    count_kind(buf, wide, at, at + 11, m, pool)
    if found >= 0:
        return min(line_end(wide, found, stop) + 1, stop)
    note(m, ODD, ODD_ERROR, at, end)
    if how == FORCED:
        m[SKIP] = max(length, 0)
    return stop if how == FINAL and stop - text < length else text


@compiled
def take_bind(
    buf: Bytes, wide: Integers, at: int, end: int, stop: int, how: int, m: Integers, pool: Bytes
) -> int:
    """Take a line of bind values, whose text may go on over lines; as :func:`take_heading`."""
    after = min(end + 1, stop)
    first = at
    while first < end and buf[first] == 32:
        first += 1
    if not starts(buf, first, end, _VALUE):
        length = _of(buf, first, end, _AVL)
        if length >= 0:
            m[AVL] = length
        return after
    length = m[AVL]
    if not 0 <= length <= _LONGEST_VALUE:
        return after
    first += 7
    if how == BLOCK and stop - first <= 2 * length + 64:
        return -1
    found = text_end(buf, wide, first, stop, length, QUOTE, m)
    m[AVL] = -1
    return after if found < 0 else min(line_end(wide, found, stop) + 1, stop)
