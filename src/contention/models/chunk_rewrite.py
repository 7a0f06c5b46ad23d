"""Rewriting of LOB chunks: what a stream of writes of one buffer size costs in direct I/O.

A large object (LOB) is stored in chunks of whole blocks. Each block keeps a few bytes for
itself, so a chunk of c blocks of B bytes holds p = c (B - h) bytes of the object. The object of
S bytes is written in pieces that follow each other. A piece that starts inside a chunk reads
that chunk first, and every chunk that a piece touches is written whole. A write longer than the
largest single write w is carried out in pieces of w bytes and a rest.

With u(S) pieces that start inside a chunk: reads = c u(S), writes = c (ceil(S / p) + u(S)).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from contention.errors import UsageError
from contention.models.sweep_arrays import Array

__all__ = ["ChunkLayout", "ChunkWrites", "chunk_rewrites", "starts_inside"]


@dataclass(frozen=True)
class ChunkLayout:
    """How a chunk is laid out in blocks.

    Attributes
    ----------
    chunk_bytes : int
        Size of a chunk: a whole number of blocks.
    block_bytes : int
        Size of a block, B.
    overhead_bytes : int
        Bytes of each block that hold no data of the object, h.

    Examples
    --------
    >>> ChunkLayout(32_768).payload_bytes
    32528
    """

    chunk_bytes: int
    block_bytes: int = 8192
    overhead_bytes: int = 60

    def __post_init__(self) -> None:
        if self.block_bytes < 1 or self.chunk_bytes < 1 or self.chunk_bytes % self.block_bytes:
            raise UsageError(
                "a chunk is a whole number of blocks",
                found=f"{self.chunk_bytes} bytes in blocks of {self.block_bytes}",
                expected="a multiple of the block size",
            )
        if not 0 <= self.overhead_bytes < self.block_bytes:
            raise UsageError(
                "the overhead is less than a block",
                found=f"{self.overhead_bytes} bytes",
                expected=f"0 to {self.block_bytes - 1}",
            )

    @property
    def blocks(self) -> int:
        """Blocks of a chunk, c."""
        return self.chunk_bytes // self.block_bytes

    @property
    def payload_bytes(self) -> int:
        """Bytes of the object that a chunk holds, p = c (B - h)."""
        return self.blocks * (self.block_bytes - self.overhead_bytes)


@dataclass(frozen=True)
class ChunkWrites:
    """Direct I/O of writing one object, in blocks; arrays of one shape.

    Attributes
    ----------
    buffer_bytes : ndarray
        Bytes of each write.
    reads, writes : ndarray
        Blocks read and written.
    least_writes : int
        Blocks written when no chunk is rewritten.
    """

    buffer_bytes: Array
    reads: Array
    writes: Array
    least_writes: int

    @property
    def total(self) -> Array:
        """Blocks read and written."""
        return self.reads + self.writes


def starts_inside(
    payload_bytes: int, buffer_bytes: int, lob_bytes: int, largest_write_bytes: int = 0
) -> int:
    """How many pieces of a written object start inside a chunk, u.

    Piece j of write k starts at k b + j w. The k for which that is a multiple of p are one
    residue class modulo p / gcd(b, p), or none; they are counted, not tried.

    Parameters
    ----------
    payload_bytes : int
        Bytes that a chunk holds, p; positive.
    buffer_bytes : int
        Bytes of each write, b; positive.
    lob_bytes : int
        Bytes of the object, S; not negative.
    largest_write_bytes : int
        Largest single write, w; 0 for no limit.

    Returns
    -------
    int
        Their number.

    Raises
    ------
    UsageError
        When a size is not positive.

    Examples
    --------
    The article's table for chunks of 16,384 bytes has 30 and 0 blocks of 2 per chunk:

    >>> starts_inside(16_264, 8_192, 130_000), starts_inside(16_264, 16_264, 130_000)
    (15, 0)
    """
    p, b, size = int(payload_bytes), int(buffer_bytes), int(lob_bytes)
    w = int(largest_write_bytes) or max(b, size, 1)
    if min(p, b, w) < 1 or size < 0:
        raise UsageError("sizes are positive", found=f"p={p}, b={b}, S={size}, w={w}")
    divisor = int(np.gcd(b, p))
    period = p // divisor
    inside = 0
    for offset in range(0, min(b, size), w):
        count = -((offset - size) // b)
        inside += count
        if offset % divisor == 0:
            inverse = pow(b // divisor, -1, period) if period > 1 else 0
            first = (-offset // divisor) * inverse % period
            inside -= max(0, -((first - count) // period))
    return inside


def chunk_rewrites(
    layout: ChunkLayout,
    buffer_bytes: ArrayLike,
    lob_bytes: int,
    largest_write_bytes: int = 0,
) -> ChunkWrites:
    """Blocks read and written when an object is written in buffers of one size.

    Parameters
    ----------
    layout : ChunkLayout
        The chunks.
    buffer_bytes : array_like of int
        Bytes of each write, b; positive.
    lob_bytes : int
        Bytes of the object, S; positive.
    largest_write_bytes : int
        Largest single write, w; 0 for no limit.

    Returns
    -------
    ChunkWrites
        One value per buffer size.

    Raises
    ------
    UsageError
        When a size is not positive.

    References
    ----------
    The scenario is that of "LOB writes in chunks" (author not named in the copy), whose tables
    the example repeats: 32,768-byte chunks, buffers of 2,048, 24,396 and 32,528 bytes.

    Examples
    --------
    >>> io = chunk_rewrites(ChunkLayout(32_768), [2_048, 24_396, 32_528], 130_000)
    >>> io.reads.tolist(), io.writes.tolist()
    ([252.0, 16.0, 0.0], [268.0, 32.0, 16.0])
    """
    sizes = np.atleast_1d(np.asarray(buffer_bytes))
    if lob_bytes < 1 or not np.all(sizes >= 1):
        raise UsageError("sizes are positive", found=f"LOB {lob_bytes}, buffers {sizes.min()}")
    p, c = layout.payload_bytes, layout.blocks
    inside = np.array(
        [starts_inside(p, int(b), lob_bytes, largest_write_bytes) for b in sizes.ravel()],
        dtype=np.float64,
    ).reshape(sizes.shape)
    least = c * -(-int(lob_bytes) // p)
    return ChunkWrites(sizes.astype(np.float64), c * inside, least + c * inside, least)
