"""Planning a write buffer: which sizes avoid rewriting LOB chunks, and what the others cost."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from contention.errors import UsageError
from contention.models.chunk_rewrite import ChunkLayout, ChunkWrites, chunk_rewrites

__all__ = ["BufferPlan", "plan_write_buffers"]

MAXIMUM_SIZES = 1_000_000


@dataclass(frozen=True)
class BufferPlan:
    """The buffer sizes of a range, and the direct I/O of each.

    Attributes
    ----------
    layout : ChunkLayout
        The chunks.
    lob_bytes : int
        Bytes of the object.
    largest_write_bytes : int
        Largest single write; 0 for no limit.
    costs : ChunkWrites
        One value per whole size of the range.
    """

    layout: ChunkLayout
    lob_bytes: int
    largest_write_bytes: int
    costs: ChunkWrites

    @property
    def safe_bytes(self) -> tuple[int, ...]:
        """Buffer sizes that read nothing back: no chunk is written twice."""
        return tuple(int(b) for b in self.costs.buffer_bytes[self.costs.reads == 0])

    @property
    def least_blocks(self) -> int:
        """Blocks written by a safe buffer; nothing is read."""
        return self.costs.least_writes

    @property
    def worst_bytes(self) -> int:
        """The size that costs most; of several the smallest."""
        return int(self.costs.buffer_bytes[int(np.argmax(self.costs.total))])

    @property
    def worst_blocks(self) -> int:
        """Blocks read and written at the worst size."""
        return int(self.costs.total.max())

    @property
    def worst_ratio(self) -> float:
        """Direct I/O at the worst size over that of a safe one."""
        return self.worst_blocks / self.least_blocks

    def cost_ratio(self, buffer_bytes: int) -> float:
        """Direct I/O at one size over that of a safe one."""
        io = chunk_rewrites(self.layout, buffer_bytes, self.lob_bytes, self.largest_write_bytes)
        return float(io.total[0]) / self.least_blocks


def plan_write_buffers(
    layout: ChunkLayout,
    lob_bytes: int,
    smallest_bytes: int = 2048,
    largest_bytes: int = 65_536,
    largest_write_bytes: int = 0,
) -> BufferPlan:
    """Which buffer sizes of a range avoid rewrites, and what the worst costs.

    Parameters
    ----------
    layout : ChunkLayout
        The chunks.
    lob_bytes : int
        Bytes of the object, S; positive.
    smallest_bytes, largest_bytes : int
        The range of buffer sizes, ends included; at most a million sizes.
    largest_write_bytes : int
        Largest single write, w; 0 for no limit.

    Returns
    -------
    BufferPlan
        Safe sizes and costs.

    Raises
    ------
    UsageError
        When a size is not positive or the range is empty or too long.

    References
    ----------
    The multiples of the payload are the article's N (chunk size - K), see
    :mod:`contention.models.chunk_rewrite`.

    Examples
    --------
    >>> plan = plan_write_buffers(ChunkLayout(8_192), 130_000, 2_048, 32_767)
    >>> plan.safe_bytes, plan.least_blocks, plan.worst_bytes, plan.worst_blocks
    ((8132, 16264, 24396, 32528), 16, 2048, 142)
    """
    if not 1 <= smallest_bytes <= largest_bytes < smallest_bytes + MAXIMUM_SIZES:
        raise UsageError(
            "the range of buffer sizes is empty or too long",
            found=f"{smallest_bytes} to {largest_bytes}",
            expected=f"1 to {MAXIMUM_SIZES} sizes, from 1 byte",
        )
    sizes = np.arange(smallest_bytes, largest_bytes + 1)
    costs = chunk_rewrites(layout, sizes, lob_bytes, largest_write_bytes)
    return BufferPlan(layout, int(lob_bytes), int(largest_write_bytes), costs)
