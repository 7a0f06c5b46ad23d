"""What a statement, a session or a system waited for."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from functools import partial

import numpy as np
from numpy.typing import NDArray

from contention.errors import MeasurementError
from contention.measurements.provenance import Flag, Provenance

__all__ = ["NOT_WAITING", "WaitProfile"]

NOT_WAITING = "not waiting"
"""Stands among the sampled events for the samples in which nothing was waited for."""

Array = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class WaitProfile:
    """How often, how long at most, and how long in sum each event was waited for.

    Attributes
    ----------
    statement : str
        Identifier of the statement, as in :class:`CallStatistics`.
    event : tuple of str
        Names of the events, each once.
    times_waited : ndarray, shape (n,)
        Number of waits. NaN is a missing value, in this and every other array.
    max_wait_s : ndarray, shape (n,)
        The longest wait in seconds.
    total_waited_s : ndarray, shape (n,)
        All waits together in seconds.
    run, system, repeat : str
        As in :class:`CallStatistics`.
    resolution_s : float
        Unit to which the tool rounded the seconds.
    provenance : Provenance
        The capture.
    flags : tuple of Flag
        Cells that could not be taken at face value.
    sample_interval_s : float
        Seconds from one sample to the next, where the waits were sampled and not counted: a total
        is then a number of samples times this interval. NaN where they were counted.
    digest : str
        As in :class:`CallStatistics`.

    Raises
    ------
    MeasurementError
        When an event occurs twice, shapes differ, or a number is negative or infinite.

    Examples
    --------
    >>> waits = WaitProfile("7pj2", ("log file sync",), [4], [0.02], [0.05])
    >>> waits.at("log file sync", "times_waited"), waits.at("latch free", "times_waited")
    (4.0, 0.0)
    """

    statement: str
    event: tuple[str, ...]
    times_waited: Array
    max_wait_s: Array
    total_waited_s: Array
    run: str = ""
    system: str = ""
    resolution_s: float = 0.01
    provenance: Provenance = field(default_factory=lambda: Provenance("memory"))
    flags: tuple[Flag, ...] = ()
    repeat: str = ""
    sample_interval_s: float = math.nan
    digest: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "event", tuple(self.event))
        if len(set(self.event)) != len(self.event):
            twice = next(name for name in self.event if self.event.count(name) > 1)
            raise self._unfit(
                f"statement {self.statement}: an event is listed twice",
                found=twice,
                hint="give each statement, run and system its own name",
            )
        for name in ("times_waited", "max_wait_s", "total_waited_s"):
            array = np.array(getattr(self, name), dtype=np.float64)
            if array.shape != (len(self.event),):
                raise self._unfit(f"{name} has {array.size} values for {len(self.event)} events")
            bad = np.flatnonzero((array < 0) | np.isinf(array))
            if bad.size:
                raise self._unfit(
                    f"statement {self.statement}: {name} is negative or infinite",
                    column=name,
                    found=f"{array[bad[0]]:g} for {self.event[bad[0]]}",
                )
            array.setflags(write=False)
            object.__setattr__(self, name, array)

    @property
    def _unfit(self) -> partial[MeasurementError]:
        return partial(MeasurementError, path=self.provenance.source)

    def __len__(self) -> int:
        return len(self.event)

    def at(self, event: str, quantity: str) -> float:
        """One quantity of one event; zero for an event that is not listed, as none was waited."""
        values: Array = getattr(self, quantity)
        return float(values[self.event.index(event)]) if event in self.event else 0.0

    @property
    def waited_s(self) -> float:
        """Seconds waited for all events together; NaN when one of them is missing."""
        waiting = [event != NOT_WAITING for event in self.event]
        return float(np.sum(self.total_waited_s[waiting]))
