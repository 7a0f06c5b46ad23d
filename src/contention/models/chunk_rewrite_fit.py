"""Fit of the chunk-rewrite model: the block's overhead, the object's size, the largest write.

Counts are whole numbers and the model has no error term: a cell is exact or it is not. The fit
takes the values that make the most cells exact and reports all of them, so an interval here is
the set of values that the counts do not exclude, at any confidence.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from contention.errors import FitError
from contention.models.chunk_ranges import LobRange, best_common_range, cell_ranges
from contention.models.chunk_rewrite import ChunkLayout, ChunkWrites, chunk_rewrites
from contention.models.chunk_table import ChunkTable, chunk_table
from contention.models.fit_summary import summary_text
from contention.models.intervals import Interval
from contention.models.largest_write import largest_write_candidates
from contention.models.sweep_arrays import Array

__all__ = ["ChunkRewriteFit", "fit_chunk_rewrites"]


@dataclass(frozen=True)
class ChunkRewriteFit:
    """Values of the model that make the most cells exact.

    Attributes
    ----------
    table : ChunkTable
        The counts fitted.
    overheads_bytes : tuple of int
        Every overhead of a block that makes as many cells exact.
    lob : LobRange
        Object sizes that agree with the most cells, and how many those are.
    largest_writes_bytes : tuple of int
        Every largest single write that makes as many cells exact; (0,) for no limit.
    ranges : ndarray
        For each row, reads and writes, the least and greatest object size that gives the count.
    """

    table: ChunkTable
    overheads_bytes: tuple[int, ...]
    lob: LobRange
    largest_writes_bytes: tuple[int, ...]
    ranges: NDArray[np.int64]

    @property
    def n(self) -> int:
        """Rows fitted."""
        return len(self.table)

    @property
    def overhead_bytes(self) -> int:
        """The middle one of the overheads."""
        return self.overheads_bytes[len(self.overheads_bytes) // 2]

    @property
    def largest_write_bytes(self) -> int:
        """The middle one of the largest single writes; 0 for no limit."""
        return self.largest_writes_bytes[len(self.largest_writes_bytes) // 2]

    @property
    def cells_total(self) -> int:
        """Counts that were given."""
        return int(self.table.known.sum())

    @property
    def cells_exact(self) -> int:
        """Counts that the model gives exactly."""
        return self.lob.cells

    @property
    def exact(self) -> NDArray[np.bool_]:
        """Whether each count is exact, shape (rows, 2); False where it was not given."""
        inside = (self.ranges[:, :, 0] <= self.lob.low) & (self.lob.low <= self.ranges[:, :, 1])
        return np.asarray(inside & self.table.known)

    @property
    def params(self) -> dict[str, float]:
        """Overhead of a block, and the middle of the object sizes."""
        middle = (self.lob.low + self.lob.high) / 2
        return {"overhead_bytes": float(self.overhead_bytes), "lob_bytes": middle}

    @property
    def bse(self) -> dict[str, float]:
        """None: the model has no error term."""
        return dict.fromkeys(self.params, float("nan"))

    @property
    def derived(self) -> dict[str, float]:
        """Payload of a block, and the largest single write where there is one."""
        payload = float(self.table.block_bytes - self.overhead_bytes)
        limit = {"largest_write_bytes": float(self.largest_write_bytes)}
        return {"block_payload_bytes": payload, **(limit if self.largest_write_bytes else {})}

    @property
    def units(self) -> dict[str, str]:
        """Bytes, all of them."""
        return dict.fromkeys([*self.params, *self.derived], "bytes")

    @property
    def verdict(self) -> str:
        """How many cells are exact."""
        return f"{self.cells_exact} of {self.cells_total} counts are exact"

    @property
    def warnings(self) -> tuple[str, ...]:
        """What the counts leave open."""
        found = []
        if len(self.overheads_bytes) > 1:
            found.append(
                f"the overhead of a block is not identified: {len(self.overheads_bytes)} values"
                f" from {self.overheads_bytes[0]} to {self.overheads_bytes[-1]} do equally well"
            )
        if 2 * self.cells_exact < self.cells_total:
            found.append("most counts are not exact: the model does not describe this table")
        return tuple(found)

    def conf_int(self, alpha: float = 0.05) -> dict[str, Interval]:
        """Values that the counts do not exclude; the same at any confidence."""
        del alpha
        low, high = self.overheads_bytes[0], self.overheads_bytes[-1]
        block = self.table.block_bytes
        ends = {
            "overhead_bytes": (float(low), float(high)),
            "lob_bytes": (float(self.lob.low), float(self.lob.high)),
            "block_payload_bytes": (float(block - high), float(block - low)),
        }
        if self.largest_write_bytes:
            writes = self.largest_writes_bytes
            ends["largest_write_bytes"] = (float(writes[0]), float(writes[-1]))
        return ends

    def layout(self, chunk_bytes: int) -> ChunkLayout:
        """A chunk of that size with the fitted overhead."""
        return ChunkLayout(int(chunk_bytes), self.table.block_bytes, self.overhead_bytes)

    def costs(self, chunk_bytes: int, buffer_bytes: ArrayLike) -> ChunkWrites:
        """Direct I/O at some buffer sizes, for the least fitted object."""
        limit = self.largest_write_bytes
        return chunk_rewrites(self.layout(chunk_bytes), buffer_bytes, self.lob.low, limit)

    def predict(self, x: ArrayLike) -> Array:
        """Blocks read and written, shape (rows, 2), for rows of chunk size and buffer size."""
        rows = np.asarray(x, dtype=np.int64).reshape(-1, 2).tolist()
        made = [self.costs(chunk, buffer) for chunk, buffer in rows]
        return np.array([(io.reads[0], io.writes[0]) for io in made]).reshape(-1, 2)

    def summary(self) -> str:
        """Estimates with the values not excluded, verdict and warnings, as text."""
        return summary_text("Chunk rewrites", self)


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
