"""The largest single write that a table of direct I/O suggests."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from contention.models.chunk_rewrite import ChunkLayout, chunk_rewrites
from contention.models.chunk_table import ChunkTable

__all__ = ["largest_write_candidates"]

MAXIMUM_LIMITS = 200_000
MAXIMUM_PIECES = 2_000


def largest_write_candidates(
    table: ChunkTable, overhead_bytes: int, lob_bytes: int
) -> tuple[int, ...]:
    """The limits on a single write that make the most counts exact for one object size.

    Every whole number from the payload of a block to the largest buffer is tried. A limit
    changes the counts of the buffers above it only.

    Parameters
    ----------
    table : ChunkTable
        The counts.
    overhead_bytes : int
        Bytes of each block that hold no data.
    lob_bytes : int
        Size of the object.

    Returns
    -------
    tuple of int
        All limits that reach the most; none when there is nothing to try.

    Examples
    --------
    >>> from contention.models.chunk_table import chunk_table
    >>> table = chunk_table([8192] * 2, [32_528, 32_768], [0, 5], [16, 21])
    >>> largest_write_candidates(table, 60, 129_025)
    (32528,)
    """
    limits = np.arange(table.block_bytes - overhead_bytes, int(table.buffer_bytes.max()))
    if not 0 < limits.size <= MAXIMUM_LIMITS:
        return ()
    exact = np.zeros(limits.size, dtype=np.int64)
    for row in range(len(table)):
        layout = ChunkLayout(int(table.chunk_bytes[row]), table.block_bytes, overhead_bytes)
        buffer = int(table.buffer_bytes[row])
        whole = chunk_rewrites(layout, buffer, lob_bytes)
        inside = np.full(limits.size, whole.reads[0] / layout.blocks)
        split = limits < min(buffer, lob_bytes)
        if -(-lob_bytes // buffer) > MAXIMUM_PIECES:
            return ()
        inside[split] = _inside(layout.payload_bytes, buffer, lob_bytes, limits[split])
        reads = layout.blocks * inside
        exact += reads == table.reads[row]
        exact += reads + whole.least_writes == table.writes[row]
    return tuple(limits[exact == exact.max()].tolist())


def _inside(p: int, buffer: int, lob: int, limits: NDArray[np.int64]) -> NDArray[np.int64]:
    """Pieces that start inside a chunk, for many limits at once."""
    inside = np.zeros(limits.size, dtype=np.int64)
    if not limits.size:
        return inside
    for start in range(0, lob, buffer):
        length = min(buffer, lob - start)
        for piece in range(-(-length // int(limits.min()))):
            offsets = piece * limits
            inside += (offsets < length) & ((start + offsets) % p != 0)
    return inside
