"""Fit of the chunk-rewrite model: the block's overhead, the object's size, the largest write.

All values are searched. Those that make the most counts exact are kept, all of them.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from contention.errors import FitError
from contention.models.chunk_ranges import LobRange, best_common_range, cell_ranges
from contention.models.chunk_rewrite_result import ChunkRewriteFit
from contention.models.chunk_table import ChunkTable, chunk_table
from contention.models.largest_write import largest_write_candidates

__all__ = ["fit_chunk_rewrites"]


def _best(
    table: ChunkTable, overheads: Sequence[int], bound: int, largest_write: int
) -> tuple[LobRange, tuple[int, ...]]:
    """The most exact cells over some overheads, and all that reach it."""
    best, reached = LobRange(1, 0, -1), []
    for overhead in overheads:
        found = _range_of(table, overhead, bound, largest_write)
        if found.cells > best.cells:
            best, reached = found, [overhead]
        elif found.cells == best.cells:
            reached.append(overhead)
    return best, tuple(reached)


def _ranges(table: ChunkTable, overhead: int, bound: int, largest_write: int) -> NDArray[np.int64]:
    payloads = (table.blocks * (table.block_bytes - overhead)).tolist()
    reads, writes = table.reads / table.blocks, table.writes / table.blocks
    buffers = table.buffer_bytes.tolist()
    counts = reads.tolist(), writes.tolist()
    return cell_ranges(payloads, buffers, *counts, bound=bound, largest_write=largest_write)


def _range_of(table: ChunkTable, overhead: int, bound: int, largest_write: int) -> LobRange:
    ranges = _ranges(table, overhead, bound, largest_write)[table.known]
    if table.lob_bytes:
        inside = (ranges[:, 0] <= table.lob_bytes) & (table.lob_bytes <= ranges[:, 1])
        return LobRange(table.lob_bytes, table.lob_bytes, int(inside.sum()))
    return best_common_range(ranges, bound)


def fit_chunk_rewrites(
    chunk_bytes: ArrayLike,
    buffer_bytes: ArrayLike,
    direct_reads: ArrayLike,
    direct_writes: ArrayLike,
    *,
    block_bytes: int = 8192,
    lob_bytes: int = 0,
    overhead_bytes: int | None = None,
    largest_write_bytes: int | None = None,
) -> ChunkRewriteFit:
    """Fit the chunk-rewrite model to counts of blocks read and written directly.

    Parameters
    ----------
    chunk_bytes, buffer_bytes : array_like of int
        Chunk size and write buffer size of each row; positive.
    direct_reads, direct_writes : array_like of float
        Blocks read and written directly while the object was written; NaN where not known.
    block_bytes : int
        Size of a block.
    lob_bytes : int
        Size of the object, the same in all rows; 0 to infer it.
    overhead_bytes : int, optional
        Bytes of each block that hold no data; searched up to a sixteenth of a block by default.
    largest_write_bytes : int, optional
        Largest single write; 0 for no limit. By default it is searched, and adopted when it
        makes more cells exact than no limit does.

    Returns
    -------
    ChunkRewriteFit
        The values with the most exact cells.

    Raises
    ------
    UsageError, MeasurementError
        When the table is not one of such counts.
    FitError
        When no count is exact whatever the values.

    References
    ----------
    The model is that of :mod:`contention.models.chunk_rewrite`. The example is the part of the
    article's table with chunks of 8,192 bytes and buffers up to 16,384 bytes.

    Examples
    --------
    >>> fit = fit_chunk_rewrites([8192] * 4, [2048, 4096, 8132, 16384], [63, 31, 0, 7],
    ...                          [79, 47, 16, 23])
    >>> fit.verdict, fit.overheads_bytes, fit.lob.low, fit.lob.high
    ('8 of 8 counts are exact', (60,), 129025, 130112)
    """
    counts = chunk_bytes, buffer_bytes, direct_reads, direct_writes
    table = chunk_table(*counts, block_bytes=block_bytes, lob_bytes=lob_bytes)
    bound = table.greatest_lob_bytes
    searched = range(block_bytes // 16 + 1) if overhead_bytes is None else [overhead_bytes]
    limits: tuple[int, ...] = (largest_write_bytes or 0,)
    lob, overheads = _best(table, searched, bound, limits[0])
    middle = overheads[len(overheads) // 2]
    if largest_write_bytes is None and lob.cells < table.known.sum():
        tried = largest_write_candidates(table, middle, lob.low)
        found = {limit: _range_of(table, middle, bound, limit) for limit in tried}
        most = max((one.cells for one in found.values()), default=0)
        if most > lob.cells:
            limits = tuple(limit for limit, one in found.items() if one.cells == most)
            lob, overheads = found[limits[len(limits) // 2]], (middle,)
    if not lob.cells:
        raise FitError(
            "no count follows from the chunk-rewrite model",
            found=f"{int(table.known.sum())} counts",
            expected="blocks read and written directly while one object is written",
            hint="check the block size and the units of the counts",
        )
    limit = limits[len(limits) // 2]
    ranges = _ranges(table, overheads[len(overheads) // 2], bound, limit)
    return ChunkRewriteFit(table, overheads, lob, limits, ranges)
