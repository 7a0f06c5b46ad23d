"""Counts of direct I/O by chunk and buffer size, checked and of one length."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from contention.errors import MeasurementError, UsageError
from contention.models.sweep_arrays import Array

__all__ = ["ChunkTable", "chunk_table"]


@dataclass(frozen=True)
class ChunkTable:
    """Rows of counts.

    Attributes
    ----------
    chunk_bytes, buffer_bytes : ndarray of int
        Sizes of chunk and write buffer.
    reads, writes : ndarray
        Blocks read and written directly; NaN where not known.
    block_bytes : int
        Size of a block.
    lob_bytes : int
        Size of the object; 0 where not known.
    """

    chunk_bytes: NDArray[np.int64]
    buffer_bytes: NDArray[np.int64]
    reads: Array
    writes: Array
    block_bytes: int
    lob_bytes: int

    def __len__(self) -> int:
        return self.chunk_bytes.size

    @property
    def blocks(self) -> NDArray[np.int64]:
        """Blocks of a chunk, per row."""
        return self.chunk_bytes // self.block_bytes

    @property
    def known(self) -> NDArray[np.bool_]:
        """Whether reads and writes are given, shape (rows, 2)."""
        return ~np.isnan(np.column_stack([self.reads, self.writes]))

    @property
    def greatest_lob_bytes(self) -> int:
        """No object larger than this can give the counts: each of its chunks was written."""
        if self.lob_bytes:
            return self.lob_bytes
        if not np.isnan(self.writes).all():
            return int(max(1, np.nanmax(self.writes) * self.block_bytes))
        pieces = np.nanmax(self.reads / self.blocks) + 2
        return int(pieces * self.buffer_bytes.max())


def chunk_table(
    chunk_bytes: ArrayLike,
    buffer_bytes: ArrayLike,
    direct_reads: ArrayLike,
    direct_writes: ArrayLike,
    *,
    block_bytes: int = 8192,
    lob_bytes: int = 0,
) -> ChunkTable:
    """Check counts of direct I/O.

    Parameters
    ----------
    chunk_bytes, buffer_bytes : array_like of int
        Positive whole numbers; chunks are a whole number of blocks.
    direct_reads, direct_writes : array_like of float
        Zero or more; NaN where not known.
    block_bytes : int
        Size of a block; positive.
    lob_bytes : int
        Size of the object; 0 where not known.

    Returns
    -------
    ChunkTable
        Rows in the given order.

    Raises
    ------
    UsageError
        When the arrays differ in length or a size of the model is impossible.
    MeasurementError
        When a size or count of the table is impossible, or there are fewer than two buffers.

    Examples
    --------
    >>> len(chunk_table([8192, 8192], [2048, 4096], [63, 31], [79, float("nan")]))
    2
    """
    columns = [
        np.atleast_1d(np.asarray(column, dtype=np.float64))
        for column in (chunk_bytes, buffer_bytes, direct_reads, direct_writes)
    ]
    if len({column.shape for column in columns}) != 1 or columns[0].ndim != 1:
        raise UsageError("the columns of the counts differ in length")
    if block_bytes < 1 or lob_bytes < 0:
        raise UsageError("sizes are positive", found=f"block {block_bytes}, LOB {lob_bytes}")
    chunk, buffer, reads, writes = columns
    for name, sizes in (("chunk_bytes", chunk), ("buffer_bytes", buffer)):
        if not np.all((sizes >= 1) & (sizes == np.floor(sizes)) & (sizes < 2**40)):
            raise MeasurementError(f"{name} must be positive whole numbers", found=_first(sizes))
    if np.any(chunk % block_bytes):
        raise MeasurementError(
            "a chunk is a whole number of blocks",
            found=f"chunk_bytes {chunk[chunk % block_bytes > 0][0]:.0f}",
            expected=f"multiples of {block_bytes}",
            hint="set the parameter block_bytes",
        )
    for name, counts in (("direct_reads", reads), ("direct_writes", writes)):
        if np.any(counts < 0) or np.any(np.isinf(counts)):
            raise MeasurementError(f"{name} must be finite and not negative")
    if np.isnan(reads).all() and np.isnan(writes).all():
        raise MeasurementError("there is no count of direct reads or writes")
    if np.unique(buffer).size < 2:
        raise MeasurementError(
            "one buffer size cannot tell what the others cost",
            found=f"{len(buffer)} rows of one buffer size",
            expected="at least 2 different buffer sizes",
        )
    whole = chunk.astype(np.int64), buffer.astype(np.int64)
    return ChunkTable(*whole, reads, writes, int(block_bytes), int(lob_bytes))


def _first(sizes: Array) -> str:
    wrong = sizes[~((sizes >= 1) & (sizes == np.floor(sizes)) & (sizes < 2**40))]
    return f"{wrong[0]:g}"
