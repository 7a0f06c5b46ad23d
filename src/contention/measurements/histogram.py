"""A histogram as a tracing tool prints it: how many events fell into each bucket."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from contention.errors import MeasurementError
from contention.measurements.provenance import Flag, Provenance

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Histogram"]

Array = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Histogram:
    """Counts of events in half-open buckets.

    A bucket holds the values v with lower <= v < upper. Buckets do not overlap and increase;
    between two of them there may be a gap, in which nothing was counted.

    Attributes
    ----------
    label : str
        Name of the histogram; ``data`` when the capture gives none.
    lower, upper : ndarray, shape (n,)
        Ends of the buckets, in ``unit``. Only the first lower end may be minus infinity, and
        only the last upper end infinity.
    count : ndarray, shape (n,)
        Events in each bucket; whole numbers, zero or more.
    unit : str
        Unit of the ends, such as ``ns``; empty when the capture names none.
    provenance : Provenance
        The capture.
    flags : tuple of Flag
        Cells that could not be taken at face value.

    Raises
    ------
    MeasurementError
        When shapes differ, a bucket is empty or overlaps the next, or a count is missing,
        negative or not whole.

    Examples
    --------
    >>> histogram = Histogram("get", [1024, 2048], [2048, 4096], [30, 10], "ns")
    >>> histogram.total
    40.0
    """

    label: str
    lower: Array
    upper: Array
    count: Array
    unit: str = ""
    provenance: Provenance = field(default_factory=lambda: Provenance("memory"))
    flags: tuple[Flag, ...] = ()

    def __post_init__(self) -> None:
        for name in ("lower", "upper", "count"):
            array = np.array(getattr(self, name), dtype=np.float64)
            array.setflags(write=False)
            object.__setattr__(self, name, array)
        shapes = {self.lower.shape, self.upper.shape, self.count.shape}
        if len(shapes) > 1 or self.lower.ndim != 1 or self.lower.size == 0:
            raise self._unfit("a histogram needs as many counts as buckets, at least one")
        self._check_ends()
        bad = np.flatnonzero(
            ~np.isfinite(self.count) | (self.count < 0) | (self.count != np.floor(self.count))
        )
        if bad.size:
            raise self._unfit(
                "a count must be a whole number, zero or more",
                column="count",
                found=f"{self.count[bad[0]]:g} from {self.lower[bad[0]]:g}",
            )

    def _check_ends(self) -> None:
        ends = np.concatenate([self.lower, self.upper])
        inner = np.concatenate([self.lower[1:], self.upper[:-1]])
        if np.isnan(ends).any() or np.isinf(inner).any():
            raise self._unfit("only the outermost ends may be open, and none missing")
        empty = np.flatnonzero(~(self.lower < self.upper))
        overlapping = np.flatnonzero(self.upper[:-1] > self.lower[1:])
        for where, what in (
            (empty, "a bucket must end above its start"),
            (overlapping, "buckets must increase and not overlap"),
        ):
            if where.size:
                at = int(where[0])
                found = f"{self.lower[at]:g} to {self.upper[at]:g}"
                raise self._unfit(what, column="upper", found=found)

    def _unfit(
        self, message: str, *, column: str | None = None, found: str | None = None
    ) -> MeasurementError:
        return MeasurementError(
            f"histogram {self.label}: {message}",
            path=self.provenance.source,
            column=column,
            found=found,
        )

    def __len__(self) -> int:
        return int(self.lower.size)

    @property
    def total(self) -> float:
        """Events in all buckets."""
        return float(self.count.sum())

    def frame(self) -> pd.DataFrame:
        """The histogram as a frame: its label and unit, the ends and the counts."""
        import pandas as pd  # noqa: PLC0415

        return pd.DataFrame(
            {
                "histogram": self.label,
                "lower": self.lower,
                "upper": self.upper,
                "count": self.count,
                "unit": self.unit,
            }
        )
