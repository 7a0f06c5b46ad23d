"""Which LOB sizes make the chunk-rewrite model give a measured count exactly.

Reads and writes never fall when the object grows, so the sizes that give one count are one
interval, or none. The best sizes of a table are those that lie in most intervals.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from contention.errors import MeasurementError

__all__ = ["LobRange", "best_common_range", "cell_ranges"]

MAXIMUM_PIECES = 200_000

Ranges = NDArray[np.int64]


@dataclass(frozen=True)
class LobRange:
    """Sizes of an object that agree with the most cells.

    Attributes
    ----------
    low, high : int
        The least and the greatest of them, in bytes.
    cells : int
        Cells that are exact there.
    """

    low: int
    high: int
    cells: int


def _pieces(buffer: int, bound: int, largest_write: int) -> NDArray[np.int64]:
    """Where the pieces of an object of at most that size start."""
    offsets = np.arange(0, min(buffer, bound), largest_write or max(buffer, bound))
    count = -(-bound // buffer)
    if count * offsets.size > MAXIMUM_PIECES:
        raise MeasurementError(
            "the object is written in too many pieces to search for its size",
            found=f"about {count * offsets.size:,} pieces of {buffer} bytes",
            expected=f"at most {MAXIMUM_PIECES:,}",
        )
    starts = (np.arange(count)[:, None] * buffer + offsets[None, :]).ravel()
    return starts[starts < bound].astype(np.int64)


def _sizes_with(jumps: NDArray[np.int64], count: int, bound: int) -> tuple[int, int]:
    """The sizes above exactly that many of the sorted jumps; low > high when there is none."""
    if not 0 <= count <= jumps.size:
        return 1, 0
    low = 1 if count == 0 else int(jumps[count - 1]) + 1
    high = int(jumps[count]) if count < jumps.size else bound
    return low, high


def cell_ranges(
    payloads: Sequence[int],
    buffers: Sequence[int],
    reads: Sequence[float],
    writes: Sequence[float],
    *,
    bound: int,
    largest_write: int = 0,
) -> Ranges:
    """For each measured count, the LOB sizes that give it.

    Parameters
    ----------
    payloads, buffers : sequence of int
        Bytes that a chunk holds, and of each write, per row.
    reads, writes : sequence of float
        Chunks read and written, per row; NaN where not known, then no size is excluded.
    bound : int
        The greatest size to consider.
    largest_write : int
        Largest single write; 0 for no limit.

    Returns
    -------
    ndarray
        Shape (rows, 2, 2): for reads and writes the least and greatest size; the least is
        above the greatest when no size gives the count.

    Raises
    ------
    MeasurementError
        When an object of the greatest size has too many pieces.

    Examples
    --------
    Sixteen writes and no read of chunks that hold 8,132 bytes:

    >>> cell_ranges([8132], [8132], [0], [16], bound=200_000)[0].tolist()
    [[1, 200000], [121981, 130112]]
    """
    found = np.empty((len(buffers), 2, 2), dtype=np.int64)
    for row, (p, b, r, w) in enumerate(zip(payloads, buffers, reads, writes, strict=True)):
        starts = _pieces(b, bound, largest_write)
        inside = starts[starts % p != 0]
        touched = np.sort(np.concatenate([np.arange(0, bound, p), inside]))
        for kind, (count, jumps) in enumerate(((r, inside), (w, touched))):
            if np.isnan(count):
                found[row, kind] = (1, bound)
            else:
                whole = int(count) if count == int(count) else -1
                found[row, kind] = _sizes_with(jumps, whole, bound)
    return found


def best_common_range(ranges: Ranges, bound: int) -> LobRange:
    """The sizes that lie in the most ranges; of several stretches the widest, then the least.

    Parameters
    ----------
    ranges : ndarray
        As :func:`cell_ranges` gives them; those not known are left out by the caller.
    bound : int
        The greatest size to consider.

    Returns
    -------
    LobRange
        The stretch and how many ranges hold it.

    Examples
    --------
    >>> best_common_range(np.array([[[1, 50], [40, 60]], [[45, 90], [95, 99]]]), 100)
    LobRange(low=45, high=50, cells=3)
    """
    pairs = ranges.reshape(-1, 2)
    pairs = pairs[pairs[:, 0] <= pairs[:, 1]]
    edges = np.unique(np.concatenate([[1, bound + 1], pairs[:, 0], pairs[:, 1] + 1]))
    change = np.zeros(edges.size, dtype=np.int64)
    np.add.at(change, np.searchsorted(edges, pairs[:, 0]), 1)
    np.add.at(change, np.searchsorted(edges, pairs[:, 1] + 1), -1)
    depth = np.cumsum(change)[:-1]
    best = int(depth.max())
    widths = np.where(depth == best, np.diff(edges), 0)
    at = int(np.argmax(widths))
    return LobRange(int(edges[at]), int(edges[at + 1]) - 1, best)
