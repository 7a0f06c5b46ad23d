"""A block of a trace, line by line."""

from __future__ import annotations

from contention.readers.compiling import compiled
from contention.readers.trace_scan.calls import take_call
from contention.readers.trace_scan.headings import take_bind, take_error, take_heading
from contention.readers.trace_scan.layout import (
    BLOCK,
    CONTEXT,
    DISCARD,
    FINAL,
    FLUSH,
    FORCED,
    FULL,
    GROW,
    LINE,
    MORE,
    NOTES,
    ODD,
    ODD_CALL,
    ODD_LENGTH,
    ODD_WAIT,
    ROOM,
    SKIP,
    TEXT,
    USED,
    Bytes,
    Integers,
)
from contention.readers.trace_scan.rows import context_row, count_kind, note
from contention.readers.trace_scan.texts import is_end
from contention.readers.trace_scan.waits import take_wait
from contention.readers.trace_scan.words import digits_end, line_end, number, starts, word

__all__ = ["scan"]

_WAIT, _STARS, _PID = word("WAIT #"), word("*** "), word("*** [ Unix process pid: ")
_PARSING, _FAILED = word("PARSING IN CURSOR #"), word("PARSE ERROR #")
_PARSE, _EXEC, _FETCH, _CLOSE = word("PARSE #"), word("EXEC #"), word("FETCH #"), word("CLOSE #")
_UNMAP, _SORT, _REMOTE, _LOB = word("UNMAP #"), word("SORT UNMAP #"), word("RPC EXEC"), word("LOB")
_STAT, _BINDS, _ERROR, _END = word("STAT #"), word("BINDS #"), word("ERROR #"), word("XCTEND ")
_DEADLOCK, _RPC = word("DEADLOCK"), word("RPC CALL")


@compiled
def scan(
    buf: Bytes, wide: Integers, at: int, stop: int, how: int, m: Integers, pool: Bytes
) -> tuple[int, int]:
    """Take the whole lines between two places.

    Parameters
    ----------
    buf : array of uint8, or bytearray
        The block.
    at, stop : int
        Where it begins and ends in ``buf``.
    how : int
        ``BLOCK``; ``FINAL`` where the trace ends at ``stop``; ``FORCED`` where the buffer is full
        and holds no whole record.
    t : Integers
        Added to in place.

    Returns
    -------
    tuple of int
        Up to where it was taken, and why no further: ``MORE`` bytes are needed, a table must
        ``GROW``, or what was noted must be taken away (``FLUSH``).
    """
    while at < stop:
        if m[SKIP] > 0:
            at = _skipped(buf, at, stop, m, pool)
            continue
        if m[FULL]:
            return at, GROW
        if m[ODD + USED] + 2 > m[ODD + ROOM] or m[NOTES + USED] + 1 > m[NOTES + ROOM]:
            return at, FLUSH
        end = line_end(wide, at, stop)
        if end == stop and how != FINAL:
            return (_part_of_line(at, stop, m, pool) if how == FORCED else at), MORE
        m[LINE] += 1
        after = _line(buf, wide, at, end, stop, how, m, pool)
        if after < 0:
            m[LINE] -= 1
            return at, MORE
        if how == FORCED:
            how = BLOCK
        at = end + 1
        while at < after:
            m[LINE] += 1
            at = line_end(wide, at, after) + 1
        at = after
    return at, MORE


@compiled
def _skipped(buf: Bytes, at: int, stop: int, m: Integers, pool: Bytes) -> int:
    """Place behind what is to be skipped of a long text."""
    after = min(stop, at + int(m[SKIP]))
    m[SKIP] -= after - at
    for i in range(at, after):
        m[LINE] += buf[i] == 10
    return after


@compiled
def _part_of_line(at: int, stop: int, m: Integers, pool: Bytes) -> int:
    """Leave out what there is of a line that does not fit into the buffer."""
    if not m[DISCARD]:
        m[DISCARD] = 1
        m[LINE] += 1
        if not m[TEXT]:
            note(m, ODD, ODD_LENGTH, at, min(stop, at + 80))
        m[LINE] -= 1
    return stop


@compiled
def _line(
    buf: Bytes, wide: Integers, at: int, end: int, stop: int, how: int, m: Integers, pool: Bytes
) -> int:
    """Take a line, and the text that follows it; place behind, or -1 for more bytes."""
    after, line_stop = min(end + 1, stop), end
    while end > at and (buf[end - 1] == 13 or buf[end - 1] == 32):
        end -= 1
    if m[DISCARD]:
        m[DISCARD] = 0
    elif m[TEXT]:
        m[TEXT] = not is_end(buf, at, end)
    elif at < end and buf[at] == 87:
        if starts(buf, at, end, _WAIT) and not take_wait(buf, wide, at, end, m, pool):
            note(m, ODD, ODD_WAIT, at, end)
    elif at < end and buf[at] == 32:
        return take_bind(buf, wide, at, line_stop, stop, how, m, pool)
    elif at < end and buf[at] == 80 and starts(buf, at, end, _PARSING):
        return take_heading(buf, wide, at, line_stop, stop, how, m, pool)
    elif at < end and buf[at] == 80 and starts(buf, at, end, _FAILED):
        return take_error(buf, wide, at, line_stop, stop, how, m, pool)
    elif at < end:
        _other(buf, wide, at, end, m, pool)
    return after


@compiled
def _is_call(buf: Bytes, at: int, end: int) -> bool:
    first = buf[at]
    if first == 70 or first == 69:
        return starts(buf, at, end, _FETCH) or starts(buf, at, end, _EXEC)
    if first == 80 or first == 67:
        return starts(buf, at, end, _PARSE) or starts(buf, at, end, _CLOSE)
    if first == 76 or first == 82:
        return starts(buf, at, end, _LOB) or starts(buf, at, end, _REMOTE)
    return (first == 85 or first == 83) and (
        starts(buf, at, end, _UNMAP) or starts(buf, at, end, _SORT)
    )


@compiled
def _other(buf: Bytes, wide: Integers, at: int, end: int, m: Integers, pool: Bytes) -> None:
    """Take a call, or count a line that is neither a wait nor a call."""
    if _is_call(buf, at, end):
        if not take_call(buf, wide, at, end, m, pool):
            note(m, ODD, ODD_CALL, at, end)
    elif buf[at] == 42:
        _stars(buf, wide, at, end, m, pool)
    elif starts(buf, at, end, _STAT):
        count_kind(buf, wide, at, at + 4, m, pool)
    elif starts(buf, at, end, _BINDS) or starts(buf, at, end, _ERROR):
        count_kind(buf, wide, at, at + 5, m, pool)
    elif starts(buf, at, end, _END):
        count_kind(buf, wide, at, at + 6, m, pool)
    elif starts(buf, at, end, _DEADLOCK) or starts(buf, at, end, _RPC):
        count_kind(buf, wide, at, at + 8, m, pool)


@compiled
def _stars(buf: Bytes, wide: Integers, at: int, end: int, m: Integers, pool: Bytes) -> None:
    """Note what the trace says of itself, and which process the next lines are of."""
    if not starts(buf, at, end, _STARS) or end < at + 5:
        return
    if not (65 <= buf[at + 4] <= 90 or buf[at + 4] == 91):
        return
    note(m, NOTES, 0, at, end)
    if starts(buf, at, end, _PID):
        first = at + _PID.size
        process = number(buf, first, digits_end(buf, first, end))
        m[CONTEXT] = context_row(m, m[m[CONTEXT]], process + 1)
