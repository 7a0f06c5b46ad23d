"""Accumulation by reloading: each failed operation loads every registered item again."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from contention.errors import UsageError
from contention.models.sweep_arrays import Array

__all__ = ["ReloadAccumulation", "reload_accumulation"]


@dataclass(frozen=True)
class ReloadAccumulation:
    """Memory that is left when every failed add loads all subscribers and frees none.

    Attributes
    ----------
    chunks : float
        Chunks of the kind that one subscriber takes once per load, counted in a heap dump.
    subscribers : float
        Subscribers that each reload loads, s; positive.
    heap_bytes : float
        Bytes of the whole heap, all kinds of chunk.

    Notes
    -----
    Assumes one chunk of that kind per subscriber and load, nothing freed between loads, and a
    heap that holds nothing else. Adding all s subscribers once more fails s times and loads s
    each time: the cost of a pass is s squared loads, not s.
    """

    chunks: float
    subscribers: float
    heap_bytes: float

    @property
    def reloads(self) -> float:
        """Loads of all subscribers that the heap holds, chunks / s; the last one broke off."""
        return self.chunks / self.subscribers

    @property
    def bytes_per_failed_add(self) -> float:
        """Bytes that one failed add leaves behind, heap / reloads."""
        return self.heap_bytes / self.reloads

    @property
    def bytes_per_load(self) -> float:
        """Bytes that one subscriber takes in one load, heap / chunks."""
        return self.heap_bytes / self.chunks

    @property
    def bytes_per_pass(self) -> float:
        """Bytes that one pass over all subscribers leaves, s squared loads."""
        return self.subscribers**2 * self.bytes_per_load

    @property
    def passes(self) -> float:
        """Passes over all subscribers that the heap holds."""
        return self.reloads / self.subscribers

    def bytes_after(self, failed_adds: ArrayLike, subscribers: ArrayLike | None = None) -> Array:
        """Bytes left after that many failed adds, k s times the bytes of one load.

        Parameters
        ----------
        failed_adds : array_like
            Failed adds, k; zero or more.
        subscribers : array_like, optional
            Subscribers at that time; those of the dump by default.

        Returns
        -------
        ndarray
            Bytes, in the broadcast shape.
        """
        s = self.subscribers if subscribers is None else subscribers
        adds = np.asarray(failed_adds, dtype=np.float64)
        return adds * np.asarray(s, dtype=np.float64) * self.bytes_per_load

    def failed_adds_to(self, limit_bytes: float) -> float:
        """Failed adds until that many bytes are left behind."""
        return float(limit_bytes) / self.bytes_per_failed_add


def reload_accumulation(chunks: float, subscribers: float, heap_bytes: float) -> ReloadAccumulation:
    """Reloads, and bytes per failed add, that a heap dump implies.

    Parameters
    ----------
    chunks : float
        Chunks of the kind that one subscriber takes once per load.
    subscribers : float
        Subscribers at the time.
    heap_bytes : float
        Bytes of the whole heap.

    Returns
    -------
    ReloadAccumulation
        The accumulation.

    Raises
    ------
    UsageError
        When a figure is not positive.

    References
    ----------
    Counting argument; the figures of the example are the article's heap dump.

    Examples
    --------
    >>> heap = reload_accumulation(607_686, 1020, 524_659_800)
    >>> round(heap.reloads, 1), round(heap.bytes_per_failed_add)
    (595.8, 880641)
    """
    for name, value in (
        ("chunks", chunks),
        ("subscribers", subscribers),
        ("heap_bytes", heap_bytes),
    ):
        if not (math.isfinite(value) and value > 0):
            raise UsageError(f"{name} must be finite and positive", found=f"{value:g}")
    return ReloadAccumulation(float(chunks), float(subscribers), float(heap_bytes))
