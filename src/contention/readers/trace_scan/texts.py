"""Where a text ends that may look like the trace itself."""

from __future__ import annotations

from contention.readers.compiling import compiled
from contention.readers.trace_scan.layout import (
    Bytes,
    Integers,
)
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
def text_end(buf: Bytes, wide: Integers, at: int, stop: int, length: int, tail: int) -> int:
    """End of a text of that length, in bytes or characters, with or without CR; or -1."""
    if at + length <= stop and _fits(buf, wide, at + length, stop, tail):
        return at + length
    bare = characters = 0
    while at <= stop and characters <= length:
        if (bare == length or characters == length) and _fits(buf, wide, at, stop, tail):
            return at
        if at < stop and buf[at] != 13:
            bare += 1
            characters += not 128 <= buf[at] <= 191
        at += 1
    return -1
