"""A memory log: bytes held after each step of a workload, or at each moment."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial

import numpy as np
from numpy.typing import NDArray

from contention.errors import MeasurementError
from contention.measurements.provenance import Flag, Provenance

__all__ = ["MemorySeries"]

Array = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class MemorySeries:
    """Bytes held after each step.

    Attributes
    ----------
    label : str
        Name of the series, such as ``after remove``; ``data`` when the capture gives none.
    step : ndarray, shape (n,)
        Run number, or seconds since the start; strictly increasing.
    bytes : ndarray, shape (n,)
        Bytes held; zero or more. NaN is a missing reading.
    step_unit : str
        ``run`` or ``s``.
    resolution_bytes : float
        Unit to which the tool rounded, such as 1024 for a log in KB; 1 when exact.
    provenance : Provenance
        The capture.
    flags : tuple of Flag
        Cells that could not be taken at face value.
    restarts : tuple of float
        First step of each process after the first, where the capture tells of restarts.

    Raises
    ------
    MeasurementError
        When steps do not increase, shapes differ, or a byte count is negative or infinite.

    Examples
    --------
    >>> MemorySeries("data", [1, 2], [1000, 2000]).bytes.tolist()
    [1000.0, 2000.0]
    """

    label: str
    step: Array
    bytes: Array
    step_unit: str = "run"
    resolution_bytes: float = 1.0
    provenance: Provenance = field(default_factory=lambda: Provenance("memory"))
    flags: tuple[Flag, ...] = ()
    restarts: tuple[float, ...] = ()

    def __post_init__(self) -> None:
        for name in ("step", "bytes"):
            array = np.array(getattr(self, name), dtype=np.float64)
            array.setflags(write=False)
            object.__setattr__(self, name, array)
        if self.step.ndim != 1 or self.step.shape != self.bytes.shape or self.step.size == 0:
            raise self._unfit("a memory series needs as many byte counts as steps, at least one")
        if self.step_unit not in ("run", "s"):
            raise self._unfit("unknown step unit", found=self.step_unit, expected="run or s")
        if not np.all(np.isfinite(self.step)) or np.any(np.diff(self.step) <= 0):
            raise self._unfit(
                f"series {self.label}: steps must increase from row to row",
                column="step",
                hint="sort the log, and give each series its own label",
            )
        bad = np.flatnonzero((self.bytes < 0) | np.isinf(self.bytes))
        if bad.size:
            raise self._unfit(
                f"series {self.label}: a byte count is negative or infinite",
                column="bytes",
                found=f"{self.bytes[bad[0]]:g} at step {self.step[bad[0]]:g}",
            )

    @property
    def _unfit(self) -> partial[MeasurementError]:
        return partial(MeasurementError, path=self.provenance.source)

    def __len__(self) -> int:
        return int(self.step.size)
