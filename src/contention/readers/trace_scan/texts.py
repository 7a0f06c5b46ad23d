"""Where a text ends that may look like the trace itself."""

from __future__ import annotations

from contention.readers.compiling import compiled
from contention.readers.trace_scan.layout import PATIENCE, Bytes, Integers
from contention.readers.trace_scan.words import line_end, starts, word

__all__ = ["is_end", "text_end"]

LINE_END, QUOTE, STATEMENT = range(3)
_END = word("END OF STMT")


@compiled
def is_end(buf: Bytes, at: int, end: int) -> bool:
    """Whether the line says END OF STMT and nothing else."""
    if not starts(buf, at, end, _END):
        return False
    at += _END.size
    while at < end and (buf[at] == 32 or buf[at] == 13):
        at += 1
    return at == end


@compiled
def _fits(buf: Bytes, wide: Integers, at: int, stop: int, tail: int) -> bool:
    """Whether a text can end here: at a line's end, a closing quote, or END OF STMT."""
    if tail == QUOTE:
        if at >= stop or buf[at] != 34:
            return False
        at += 1
    if at < stop and buf[at] == 13:
        at += 1
    if at < stop and buf[at] != 10:
        return False
    return tail != STATEMENT or is_end(buf, at + 1, line_end(wide, at + 1, stop))


@compiled
def text_end(
    buf: Bytes, wide: Integers, at: int, stop: int, length: int, tail: int, m: Integers
) -> int:
    """End of a text of that length, in bytes or characters, with or without CR; or -1.

    A trace in which many lengths are wrong runs out of patience: only bytes are counted then.
    """
    if at + length <= stop and _fits(buf, wide, at + length, stop, tail):
        return at + length
    if m[PATIENCE] < 0:
        return -1
    bare = characters = 0
    place = at
    while place <= stop and characters <= length:
        if (bare == length or characters == length) and _fits(buf, wide, place, stop, tail):
            return place
        if place < stop and buf[place] != 13:
            bare += 1
            characters += not 128 <= buf[place] <= 191
        place += 1
    m[PATIENCE] -= place - at
    return -1
