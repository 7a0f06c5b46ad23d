"""Buffered writes: which buffer sizes explain sizes that were read before the last write."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from contention.errors import MeasurementError

__all__ = ["BufferedWrites", "find_buffer_sizes"]


@dataclass(frozen=True)
class BufferedWrites:
    """The buffer sizes that explain a set of stored sizes.

    Attributes
    ----------
    candidates : tuple of int
        Bytes, ascending: every size that explains all cases.
    cases : int
        Number of pairs of length and stored size.
    tried : int
        Number of sizes tried.
    """

    candidates: tuple[int, ...]
    cases: int
    tried: int

    def stored(self, length: int, buffer_bytes: int) -> int:
        """Bytes that are stored while the last, partly filled buffer waits."""
        return length // buffer_bytes * buffer_bytes


def find_buffer_sizes(
    length_bytes: Sequence[int], stored_bytes: Sequence[int], largest: int
) -> BufferedWrites:
    r"""Find the buffer sizes B with stored = B floor(length / B) in every case.

    A program that copies through a buffer of B bytes has written whole buffers only until it
    flushes the last one. A size that is read before that is a multiple of B, and short by less
    than B.

    Parameters
    ----------
    length_bytes : sequence of int
        True lengths, not negative.
    stored_bytes : sequence of int
        Sizes read, one for each length.
    largest : int
        The largest buffer to try, in bytes.

    Returns
    -------
    BufferedWrites
        With no candidate when no buffer of up to ``largest`` bytes explains the sizes.

    Raises
    ------
    MeasurementError
        When lengths and sizes differ in number, or one is negative or there is none.

    Examples
    --------
    >>> find_buffer_sizes([1000, 30], [960, 0], 512).candidates
    (48, 60, 64, 80, 96, 120, 160, 192, 240, 320, 480)
    """
    if len(length_bytes) != len(stored_bytes) or not length_bytes:
        raise MeasurementError(
            "every length needs a stored size",
            found=f"{len(length_bytes)} lengths, {len(stored_bytes)} stored sizes",
        )
    if min(*length_bytes, *stored_bytes, 0) < 0:
        raise MeasurementError("lengths and stored sizes are not negative")
    pairs = [(int(a), int(b)) for a, b in zip(length_bytes, stored_bytes, strict=True)]
    found = tuple(
        size for size in range(1, largest + 1) if all(a // size * size == b for a, b in pairs)
    )
    return BufferedWrites(found, len(pairs), max(largest, 0))
