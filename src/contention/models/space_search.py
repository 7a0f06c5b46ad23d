"""Search for free space through blocks whose space is not free yet.

A table whose rows were deleted, but not committed, shows all its blocks as free. An insert that
looks for room visits each of them, asks the transaction of its rows whether it has committed,
and goes back to the bitmap for more.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from contention.errors import MeasurementError
from contention.models.intervals import Interval

__all__ = ["SpaceSearch", "space_search"]

Array = NDArray[np.float64]


@dataclass(frozen=True)
class SpaceSearch:
    """What one insert visits, split into what grows with the table and what may not.

    Attributes
    ----------
    block_visits : int
        Visits to data blocks, b.
    undo_visits : int
        Visits to the header of the undo segment, to ask for a commit.
    bitmap_visits : int
        Visits to bitmap blocks.
    other_visits : int
        All others; whether they grow with the table is not known from one snapshot.
    """

    block_visits: int
    undo_visits: int
    bitmap_visits: int
    other_visits: int

    @property
    def total(self) -> int:
        """All visits."""
        return self.block_visits + self.undo_visits + self.bitmap_visits + self.other_visits

    @property
    def undo_per_block(self) -> float:
        """Questions to the undo segment header per data block."""
        return self.undo_visits / self.block_visits

    @property
    def blocks_per_bitmap_visit(self) -> float:
        """Data blocks tried after each visit to a bitmap; infinite without such visits."""
        return self.block_visits / self.bitmap_visits if self.bitmap_visits else math.inf

    @property
    def visits_per_block(self) -> float:
        """Visits that each data block of the table costs: itself, undo and bitmap."""
        return 1.0 + self.undo_per_block + self.bitmap_visits / self.block_visits

    def rows_per_block(self, rows: float) -> float:
        """Rows in each visited block, if all the table's rows were in them."""
        return rows / self.block_visits

    def predict(self, blocks: ArrayLike) -> Array:
        """Visits of one insert into a table with so many such blocks: a stated extrapolation.

        Parameters
        ----------
        blocks : array_like
            Data blocks that look free and are not.

        Returns
        -------
        ndarray
            ``visits_per_block`` times the blocks, plus the other visits.
        """
        grown = self.total - self.other_visits
        tables = np.asarray(blocks, dtype=np.float64) * grown / self.block_visits
        return np.asarray(tables + self.other_visits)

    def bounds(self, blocks: float) -> Interval:
        """Visits if the other visits do not grow at all, or grow with the table.

        It is no statistical interval: a single snapshot has none.
        """
        grown = self.other_visits * float(blocks) / self.block_visits
        fixed = float(self.predict(blocks))
        ends = sorted((fixed, fixed - self.other_visits + grown))
        return (ends[0], ends[1])


def space_search(
    block_visits: int, undo_visits: int, bitmap_visits: int, total_visits: int
) -> SpaceSearch:
    """The cost of a search for space, from the visits of one insert.

    Parameters
    ----------
    block_visits : int
        Visits to data blocks; positive.
    undo_visits : int
        Visits to the undo segment header.
    bitmap_visits : int
        Visits to bitmap blocks.
    total_visits : int
        All visits; at least the sum of the three.

    Returns
    -------
    SpaceSearch
        The split, and what it predicts.

    Raises
    ------
    MeasurementError
        When a count is negative, no data block was visited, or the total is too small.

    References
    ----------
    Counting argument. The example is the article's snapshot.

    Examples
    --------
    >>> search = space_search(7061, 7060, 1457, 15595)
    >>> round(search.blocks_per_bitmap_visit, 2), round(search.rows_per_block(100_000), 1)
    (4.85, 14.2)
    """
    parts = (block_visits, undo_visits, bitmap_visits)
    if block_visits <= 0 or min(parts) < 0 or total_visits < sum(parts):
        raise MeasurementError(
            "these visits are no search for space",
            found=f"data blocks {block_visits}, undo {undo_visits}, bitmap {bitmap_visits}, "
            f"total {total_visits}",
            expected="visits to data blocks, and a total not below the parts",
        )
    others = total_visits - sum(parts)
    return SpaceSearch(int(block_visits), int(undo_visits), int(bitmap_visits), int(others))
