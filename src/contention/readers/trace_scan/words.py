"""Words and numbers in bytes; ``wide`` are the same bytes, eight to a number."""

from __future__ import annotations

import numpy as np

from contention.readers.compiling import compiled
from contention.readers.trace_scan.layout import Bytes, Integers

__all__ = ["code_of", "digits_end", "field", "line_end", "number", "quote_at", "starts", "word"]

_LOW = np.uint64(0x7F7F7F7F7F7F7F7F)
_LINE_FEEDS = np.uint64(0x0A0A0A0A0A0A0A0A)
_QUOTES = np.uint64(0x2727272727272727)
_ALL = np.uint64(0xFFFFFFFFFFFFFFFF)
_ONE, _ONES = np.uint64(1), np.uint64(0x0101010101010101)
_HALF, _WHOLE = np.uint64(32), np.uint64(64)
_PRIME, _BASIS = np.uint64(0x9E3779B97F4A7C15), np.uint64(0x42B2AE3D27D4EB4F)
_POSITIVE = np.uint64(0x3FFFFFFFFFFFFFFF)


def word(text: str) -> Integers:
    """The bytes of a word, to compare with."""
    return np.frombuffer(text.encode(), dtype=np.uint8)


@compiled
def starts(buf: Bytes, at: int, stop: int, named: Integers) -> bool:
    """Whether the word stands there."""
    if at + named.size > stop:
        return False
    for i in range(named.size):  # noqa: SIM110
        if buf[at + i] != named[i]:
            return False
    return True


@compiled
def _zeros(eight: Integers) -> Integers:
    """The highest bit of each byte that is zero."""
    return ~(((eight & _LOW) + _LOW) | eight | _LOW)


@compiled
def line_end(wide: Integers, at: int, stop: int) -> int:
    """Place of the next line feed, or ``stop``."""
    return _found(wide, at, stop, _LINE_FEEDS)


@compiled
def quote_at(wide: Integers, at: int, stop: int) -> int:
    """Place of the next single quote, or ``stop``."""
    return _found(wide, at, stop, _QUOTES)


@compiled
def _found(wide: Integers, at: int, stop: int, eight: Integers) -> int:
    """Place of the next byte that stands eight times in ``eight``, or ``stop``."""
    if at >= stop:
        return stop
    place = at >> 3
    found = _zeros(wide[place] ^ eight) & (_ALL << np.uint64((at & 7) << 3))
    while found == 0:
        place += 1
        if place << 3 >= stop:
            return stop
        found = _zeros(wide[place] ^ eight)
    below = (found & (~found + _ONE)) - _ONE
    bytes_before = (((below & _ONES) * _ONES) >> np.uint64(56)) - _ONE
    return min((place << 3) + int(bytes_before), stop)


@compiled
def code_of(wide: Integers, at: int, end: int) -> int:
    """A number that names of as many bytes share only by rare chance."""
    shift = np.uint64((at & 7) << 3)
    place = at >> 3
    code: Integers = _BASIS
    while at < end:
        eight = wide[place] >> shift
        place += 1
        if shift > 0:
            eight |= wide[place] << (_WHOLE - shift)
        if end - at < 8:
            eight &= ~(_ALL << np.uint64((end - at) << 3))
        code = (code ^ eight) * _PRIME
        code ^= code >> _HALF
        at += 8
    return int(code & _POSITIVE)


@compiled
def digits_end(buf: Bytes, at: int, stop: int) -> int:
    """Place behind the digits."""
    while at < stop and 48 <= buf[at] <= 57:
        at += 1
    return at


@compiled
def number(buf: Bytes, at: int, end: int) -> int:
    """The digits as a number; -1 where there is none, or more than 18 digits."""
    if end <= at or end - at > 18:
        return -1
    value: int = 0
    for i in range(at, end):
        value = value * 10 + (buf[i] - 48)
    return int(value)


@compiled
def field(buf: Bytes, at: int, end: int, named: Integers) -> int:
    """Place behind the word where it begins a field; -1 where no field does."""
    while at < end:
        if (buf[at - 1] == 32 or buf[at - 1] == 58) and starts(buf, at, end, named):
            return at + int(named.size)
        at += 1
    return -1
