"""What one traced session did with one lock, at each number of sessions."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from contention.errors import MeasurementError
from contention.measurements.provenance import Flag, Provenance

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["LockUse"]

Array = NDArray[np.float64]
_ARRAYS = ("sessions", "messages", "gets", "mean_get_ns")


@dataclass(frozen=True, eq=False)
class LockUse:
    """Gets of one lock by one session, and their mean time, at each number of sessions.

    Rows are sorted by sessions. A repeated session count is a replicate: it is kept.

    Attributes
    ----------
    label : str
        Name of the lock, such as ``latch``; ``lock`` when the capture gives none.
    sessions : ndarray, shape (n,)
        Sessions that ran at once, N.
    messages : ndarray, shape (n,)
        Messages, or other units of work, that the traced session completed.
    gets : ndarray, shape (n,)
        Times that it got the lock.
    mean_get_ns : ndarray, shape (n,)
        Mean nanoseconds from asking for the lock to releasing it.
    provenance : Provenance
        The capture.
    flags : tuple of Flag
        Cells that could not be taken at face value.

    Raises
    ------
    MeasurementError
        When shapes differ, or a value is missing, infinite, zero or negative.

    Examples
    --------
    >>> use = LockUse("latch", [1, 2], [11884, 11640], [108318, 148303], [2497, 2562])
    >>> use.ns_per_message.round().tolist()
    [22759.0, 32642.0]
    """

    label: str
    sessions: Array
    messages: Array
    gets: Array
    mean_get_ns: Array
    provenance: Provenance = field(default_factory=lambda: Provenance("memory"))
    flags: tuple[Flag, ...] = ()

    def __post_init__(self) -> None:
        arrays = {
            item.name: np.array(getattr(self, item.name), dtype=np.float64)
            for item in fields(self)
            if item.name in _ARRAYS
        }
        sessions = arrays["sessions"]
        if sessions.ndim != 1 or not sessions.size or len({a.shape for a in arrays.values()}) > 1:
            raise MeasurementError(
                f"lock {self.label}: each session count needs messages, gets and a mean time",
                path=self.provenance.source,
            )
        for name, array in arrays.items():
            bad = np.flatnonzero(~(np.isfinite(array) & (array > 0)))
            if bad.size:
                raise MeasurementError(
                    f"lock {self.label}: {name} must be positive and finite",
                    path=self.provenance.source,
                    column=name,
                    found=f"{array[bad[0]]:g} at {sessions[bad[0]]:g} sessions",
                    hint="correct or remove that row",
                )
        order = np.argsort(sessions, kind="stable")
        for name, array in arrays.items():
            ordered = array[order]
            ordered.setflags(write=False)
            object.__setattr__(self, name, ordered)

    def __len__(self) -> int:
        return int(self.sessions.size)

    @property
    def gets_per_message(self) -> Array:
        """Gets for each message."""
        return self.gets / self.messages

    @property
    def ns_per_message(self) -> Array:
        """Nanoseconds for each message: gets per message times the mean time of a get."""
        return self.gets_per_message * self.mean_get_ns

    @property
    def total_messages(self) -> Array:
        """Messages of all sessions, if each did what the traced one did."""
        return self.messages * self.sessions

    def frame(self) -> pd.DataFrame:
        """The lock's use as a frame, with what follows per message."""
        import pandas as pd  # noqa: PLC0415

        columns = (*_ARRAYS, "gets_per_message", "ns_per_message")
        return pd.DataFrame({"lock": self.label, **{n: getattr(self, n) for n in columns}})
