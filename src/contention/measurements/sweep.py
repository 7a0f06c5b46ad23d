"""A load sweep: what a system did at each number of sessions."""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from contention.errors import MeasurementError
from contention.measurements.provenance import Flag, Provenance

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Sweep"]

Array = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Sweep:
    """Throughput, and what else was measured, at each number of sessions.

    Rows are sorted by sessions. A repeated session count is a replicate: it is kept.

    Attributes
    ----------
    label : str
        Name of the series, such as ``solaris_plsql``; ``data`` when the capture gives none.
    sessions : ndarray, shape (n,)
        Sessions that ran at once, N; each positive and finite.
    throughput_per_s : ndarray, shape (n,)
        Completed executions per second, X; each positive and finite.
    response_time_s : ndarray, shape (n,), optional
        Mean elapsed seconds of one execution as the system timed it, R; NaN where missing.
    cpu_time_s : ndarray, shape (n,), optional
        CPU seconds used by the executions over the whole interval; NaN where missing.
    wait_time_s : ndarray, shape (n,), optional
        Seconds waited for latches and mutexes over the whole interval; NaN where missing.
    duration_s : ndarray, shape (n,), optional
        Length of each measured interval; NaN where missing.
    provenance : Provenance
        The capture.
    flags : tuple of Flag
        Cells that could not be taken at face value.

    Raises
    ------
    MeasurementError
        When sessions or throughput are missing, not positive or not finite, or shapes differ.

    Examples
    --------
    >>> sweep = Sweep("data", [3, 1], [290.0, 100.0])
    >>> sweep.sessions.tolist(), sweep.throughput_per_s.tolist()
    ([1.0, 3.0], [100.0, 290.0])
    """

    label: str
    sessions: Array
    throughput_per_s: Array
    response_time_s: Array | None = None
    cpu_time_s: Array | None = None
    wait_time_s: Array | None = None
    duration_s: Array | None = None
    provenance: Provenance = field(default_factory=lambda: Provenance("memory"))
    flags: tuple[Flag, ...] = ()

    def __post_init__(self) -> None:
        sessions = np.asarray(self.sessions, dtype=np.float64)
        if sessions.ndim != 1 or sessions.size == 0:
            raise self._unfit("a sweep needs at least one row of sessions and throughput")
        order = np.argsort(sessions, kind="stable")
        for item in fields(self):
            value = getattr(self, item.name)
            if item.name in _ARRAYS and value is not None:
                array = np.asarray(value, dtype=np.float64)
                if array.shape != sessions.shape:
                    raise self._unfit(
                        f"{item.name} has {array.size} values for {sessions.size} session counts"
                    )
                array = array[order]
                array.setflags(write=False)
                object.__setattr__(self, item.name, array)
        for name in ("sessions", "throughput_per_s"):
            self._require_positive(name)

    @property
    def _unfit(self) -> partial[MeasurementError]:
        return partial(MeasurementError, path=self.provenance.source)

    def _require_positive(self, name: str) -> None:
        values: Array = getattr(self, name)
        bad = np.flatnonzero(~(np.isfinite(values) & (values > 0)))
        if bad.size:
            raise self._unfit(
                f"series {self.label}: {name} must be positive and finite",
                column=name,
                found=f"{values[bad[0]]:g} at {self.sessions[bad[0]]:g} sessions",
                hint="remove or correct that row; a missing value is an empty cell",
            )

    def __len__(self) -> int:
        return int(self.sessions.size)

    @property
    def distinct_sessions(self) -> int:
        """How many different session counts were measured."""
        return int(np.unique(self.sessions).size)

    def frame(self) -> pd.DataFrame:
        """The sweep as a frame: its label, and one column for each quantity that was measured."""
        import pandas as pd  # noqa: PLC0415

        columns = {name: getattr(self, name) for name in _ARRAYS if getattr(self, name) is not None}
        return pd.DataFrame({"series": self.label, **columns})

    def up_to(self, sessions: float) -> Sweep:
        """The part of the sweep with at most that many sessions."""
        keep = self.sessions <= sessions
        parts: dict[str, Any] = {
            name: None if getattr(self, name) is None else getattr(self, name)[keep]
            for name in _ARRAYS
        }
        return replace(self, **parts)


_ARRAYS = (
    "sessions",
    "throughput_per_s",
    "response_time_s",
    "cpu_time_s",
    "wait_time_s",
    "duration_s",
)
