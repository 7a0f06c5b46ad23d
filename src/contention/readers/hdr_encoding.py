"""The compressed histograms in logs of HdrHistogram: versions 0, 1 and 2, whole numbers or not.

A histogram counts values in sub-buckets whose width doubles from bucket to bucket. With d
significant digits there are B sub-buckets, the least power of two that is 2 * 10^d or more; the
index i stands for values from (s mod) 2^(b + m) on, where m is the least power of two that is told
apart. Versions 0 and 1 hold each count as it is, version 2 as a number of 1 to 9 bytes in which a
negative number stands for as many zeros.
"""

from __future__ import annotations

import base64
import binascii
import math
import struct
import zlib
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from contention.errors import ReadError

__all__ = ["EncodedHistogram", "decoded"]

_PLAIN = {0x1C849308: 0, 0x1C849301: 1, 0x1C849303: 2}
_COMPRESSED = {0x1C849309: 0, 0x1C849302: 1, 0x1C849304: 2}
_DOUBLE = 0x0C72124F
_WORD = 0xF0
_LARGEST = 32 * 2**20
_LONGEST_NUMBER = 9
_MOST_DIGITS = 5

Whole = NDArray[np.int64]
Array = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class EncodedHistogram:
    """The cells of one histogram in which something was counted.

    Attributes
    ----------
    version : int
        Of the encoding, 0 to 2.
    scheme : tuple
        Significant digits, least magnitude and ratio: histograms that agree in it can be added.
    lower, upper : ndarray
        Ends of the cells, half-open.
    count : ndarray
        Values in each cell.
    size : int
        Bytes that were unpacked.
    """

    version: int
    scheme: tuple[int, int, float]
    lower: Array
    upper: Array
    count: Whole
    size: int


def decoded(text: str) -> EncodedHistogram:
    """The histogram that a text of base64 holds.

    Parameters
    ----------
    text : str
        As a log has it.

    Returns
    -------
    EncodedHistogram
        Its cells.

    Raises
    ------
    ReadError
        When the text is cut or damaged, or is no such histogram.

    Examples
    --------
    >>> import base64, struct, zlib
    >>> head = struct.pack(">iiiiqqd", 0x1C849303 + 0x10, 2, 0, 2, 1, 3_600_000, 1.0)
    >>> packed = zlib.compress(head + bytes([0x09, 0x04]))  # five zeros, then a count of 2
    >>> whole = struct.pack(">ii", 0x1C849304 + 0x10, len(packed)) + packed
    >>> one = decoded(base64.b64encode(whole).decode())
    >>> one.lower.tolist(), one.upper.tolist(), one.count.tolist()
    ([5.0], [6.0], [2])
    """
    try:
        packed = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError) as error:
        raise ReadError(f"a histogram is not whole base64: {error}", found=text[:20]) from error
    try:
        return _unpacked(packed)
    except (struct.error, zlib.error) as error:
        raise ReadError(f"a histogram is cut or damaged: {error}", found=text[:20]) from error


def _unpacked(packed: bytes) -> EncodedHistogram:
    cookie, length = struct.unpack_from(">Ii", packed)
    if cookie == _DOUBLE:
        cookie, length = struct.unpack_from(">Ii", packed, 16)
        packed = packed[16:]
    if cookie & ~_WORD not in _COMPRESSED:
        raise ReadError(
            "this is no compressed histogram",
            found=f"it begins with {cookie:#010x}",
            expected="a histogram of version 0, 1 or 2",
        )
    if length != len(packed) - 8:
        raise ReadError(
            "a histogram is cut",
            found=f"{len(packed) - 8} bytes",
            expected=f"{length} bytes, as its head says",
        )
    unpacker = zlib.decompressobj()
    plain = unpacker.decompress(packed[8:], _LARGEST)
    if not unpacker.eof:
        raise ReadError("a histogram is cut, or larger than 32 MiB", found=f"{len(plain)} bytes")
    return _cells(plain)


def _cells(plain: bytes) -> EncodedHistogram:
    cookie = struct.unpack_from(">I", plain)[0]
    version = _PLAIN.get(cookie & ~_WORD)
    if version is None:
        raise ReadError("this is no histogram", found=f"it begins with {cookie:#010x}")
    ratio = 1.0
    if version == 0:
        digits, lowest, _, _ = struct.unpack_from(">iqqq", plain, 4)
        body = plain[32:]
    else:
        length, _, digits, lowest, _, ratio = struct.unpack_from(">iiiqqd", plain, 4)
        body = plain[40:]
        if length != len(body):
            raise ReadError("a histogram is cut", found=f"{len(body)} bytes of {length}")
    known = 0 <= digits <= _MOST_DIGITS and lowest >= 1 and math.isfinite(ratio) and ratio > 0
    if not known:
        raise ReadError(
            "the head of a histogram is damaged",
            found=f"{digits} digits, least value {lowest}, ratio {ratio:g}",
        )
    if version == 2:
        index, count = _numbers(body)
    else:
        word = ((cookie & _WORD) >> 4) & 0xE
        index, count = _words(body, word)
    magnitude = lowest.bit_length() - 1
    lower, width = _values(index, digits, magnitude)
    scheme = (digits, magnitude, ratio)
    return EncodedHistogram(
        version, scheme, lower * ratio, (lower + width) * ratio, count, len(plain)
    )


def _words(body: bytes, word: int) -> tuple[Whole, Whole]:
    """Index and count of the cells, where each count has as many bytes."""
    if word not in (2, 4, 8) or len(body) % word:
        raise ReadError("the counts of a histogram are cut", found=f"{len(body)} bytes by {word}")
    counts = np.frombuffer(body, dtype=f">i{word}").astype(np.int64)
    if (counts < 0).any():
        raise ReadError("a histogram has a negative count", found=str(int(counts.min())))
    index = np.flatnonzero(counts)
    return index, counts[index]


def _numbers(body: bytes) -> tuple[Whole, Whole]:
    """Index and count of the cells, where numbers of 1 to 9 bytes are counts or runs of zeros."""
    data = np.frombuffer(body, dtype=np.uint8).astype(np.uint64)
    if not data.size:
        nothing = np.empty(0, dtype=np.int64)
        return nothing, nothing
    ends = np.flatnonzero(data < 0x80)
    starts = np.concatenate([[0], ends[:-1] + 1]).astype(np.int64)
    if not ends.size or ends[-1] != data.size - 1 or (ends - starts >= _LONGEST_NUMBER).any():
        raise ReadError("the counts of a histogram are cut", found=f"{len(body)} bytes")
    place = np.arange(data.size) - np.repeat(starts, ends - starts + 1)
    parts = (data & np.uint64(0x7F)) << (place * 7).astype(np.uint64)
    numbers = np.bitwise_or.reduceat(parts, starts)
    signed = (numbers >> np.uint64(1)).astype(np.int64) ^ -(numbers & np.uint64(1)).astype(np.int64)
    steps = np.where(signed < 0, -signed, 1)
    if (steps > _LARGEST).any():
        raise ReadError("a histogram has too many cells", found=str(int(steps.max())))
    index = np.cumsum(steps) - steps
    counted = signed > 0
    return index[counted], signed[counted]


def _values(index: Whole, digits: int, magnitude: int) -> tuple[Array, Array]:
    """Lower end and width of the cells with these numbers."""
    half_bits = max(math.ceil(math.log2(2 * 10**digits)), 1) - 1
    half = 1 << half_bits
    bucket = (index >> half_bits) - 1
    inner = (index & (half - 1)) + np.where(bucket < 0, 0, half)
    power = np.maximum(bucket, 0) + magnitude
    if (power > 62).any():
        raise ReadError("a histogram has cells beyond 64 bits", found=f"2^{int(power.max())}")
    return np.ldexp(inner.astype(np.float64), power), np.ldexp(1.0, power)
