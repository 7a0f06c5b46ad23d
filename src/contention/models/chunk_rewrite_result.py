"""What a fit of the chunk-rewrite model says: values, exact cells, intervals, predictions.

Counts are whole numbers and the model has no error term: a cell is exact or it is not. The fit
takes the values that make the most cells exact and reports all of them, so an interval here is
the set of values that the counts do not exclude, at any confidence.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from contention.models.chunk_ranges import LobRange
from contention.models.chunk_rewrite import ChunkLayout, ChunkWrites, chunk_rewrites
from contention.models.chunk_table import ChunkTable
from contention.models.fit_summary import summary_text
from contention.models.intervals import Interval
from contention.models.sweep_arrays import Array

__all__ = ["ChunkCell", "ChunkRewriteFit"]


@dataclass(frozen=True)
class ChunkCell:
    """One count and what the model gives for it.

    Attributes
    ----------
    chunk_bytes, buffer_bytes : int
        The run.
    counted : str
        ``reads`` or ``writes``.
    measured, modelled : float
        Blocks.
    exact : bool
        Whether they are equal.
    """

    chunk_bytes: int
    buffer_bytes: int
    counted: str
    measured: float
    modelled: float
    exact: bool


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
    def cells(self) -> tuple[ChunkCell, ...]:
        """Every count that was given, row by row."""
        table = self.table
        modelled = self.predict(np.column_stack([table.chunk_bytes, table.buffer_bytes]))
        measured = np.column_stack([table.reads, table.writes])
        return tuple(
            ChunkCell(
                int(table.chunk_bytes[row]),
                int(table.buffer_bytes[row]),
                ("reads", "writes")[kind],
                float(measured[row, kind]),
                float(modelled[row, kind]),
                bool(self.exact[row, kind]),
            )
            for row, kind in np.argwhere(table.known)
        )

    def exact_cells(self, lob_bytes: ArrayLike) -> NDArray[np.int64]:
        """How many counts are exact for an object of each size, all else as fitted."""
        size = np.asarray(lob_bytes, dtype=np.int64)[..., None]
        known = self.ranges[self.table.known]
        return np.asarray(((known[:, 0] <= size) & (size <= known[:, 1])).sum(axis=-1))

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
