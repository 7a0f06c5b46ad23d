"""What the database calls of one statement cost: how often, how long, how many blocks."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial

import numpy as np
from numpy.typing import NDArray

from contention.errors import MeasurementError
from contention.measurements.provenance import Flag, Provenance

__all__ = ["CallStatistics"]

Array = NDArray[np.float64]

_ARRAYS = ("count", "cpu_s", "elapsed_s", "disk", "query", "current", "rows")


@dataclass(frozen=True, eq=False)
class CallStatistics:
    """Counts, seconds and blocks of each kind of call that a statement made.

    Attributes
    ----------
    statement : str
        Identifier of the statement, such as its SQL ID; or ``overall_recursive`` and
        ``overall_non_recursive`` for the sums over a whole report.
    call : tuple of str
        Kind of call of each row: ``parse``, ``execute``, ``fetch``; and ``total``, their sum as
        the tool printed it.
    count : ndarray, shape (n,)
        Calls made. NaN is a missing value, in this and every other array.
    cpu_s, elapsed_s : ndarray, shape (n,)
        Seconds of CPU, and seconds from begin to end.
    disk : ndarray, shape (n,)
        Blocks read from disk.
    query, current : ndarray, shape (n,)
        Blocks taken from memory in consistent mode, and in current mode.
    rows : ndarray, shape (n,)
        Rows processed.
    run : str
        Name of the run, such as ``before``; empty when the capture gives none.
    system : str
        What was measured, such as a version; empty when the capture gives none.
    repeat : str
        Which repetition of the run it is; empty when the capture gives none.
    resolution_s : float
        Unit to which the tool rounded the seconds.
    provenance : Provenance
        The capture.
    flags : tuple of Flag
        Cells that could not be taken at face value.
    digest : str
        Digest of the statement's text, by which it is known where another capture names it
        otherwise; empty when the capture gives no text.

    Raises
    ------
    MeasurementError
        When a kind of call occurs twice, shapes differ, or a number is negative or infinite.

    Examples
    --------
    >>> zero = [0, 0]
    >>> calls = CallStatistics("7pj2", ("parse", "execute"), [1, 20], [0, 3.1], [0, 4.6],
    ...                        zero, zero, zero, zero)
    >>> calls.at("execute", "count"), calls.total("elapsed_s")
    (20.0, 4.6)
    """

    statement: str
    call: tuple[str, ...]
    count: Array
    cpu_s: Array
    elapsed_s: Array
    disk: Array
    query: Array
    current: Array
    rows: Array
    run: str = ""
    system: str = ""
    resolution_s: float = 0.01
    provenance: Provenance = field(default_factory=lambda: Provenance("memory"))
    flags: tuple[Flag, ...] = ()
    repeat: str = ""
    digest: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "call", tuple(self.call))
        if not self.call or len(set(self.call)) != len(self.call):
            raise self._unfit(
                "call statistics need at least one row, and each kind of call once",
                found=", ".join(self.call) or "no row",
                hint="give each statement, run and system its own name",
            )
        for name in _ARRAYS:
            array = np.array(getattr(self, name), dtype=np.float64)
            if array.shape != (len(self.call),):
                raise self._unfit(f"{name} has {array.size} values for {len(self.call)} calls")
            bad = np.flatnonzero((array < 0) | np.isinf(array))
            if bad.size:
                raise self._unfit(
                    f"statement {self.statement}: {name} is negative or infinite",
                    column=name,
                    found=f"{array[bad[0]]:g} in row {self.call[bad[0]]}",
                )
            array.setflags(write=False)
            object.__setattr__(self, name, array)

    @property
    def _unfit(self) -> partial[MeasurementError]:
        return partial(MeasurementError, path=self.provenance.source)

    def __len__(self) -> int:
        return len(self.call)

    def at(self, call: str, quantity: str) -> float:
        """One quantity of one kind of call.

        A kind of call that is not listed was not made, so its quantities are zero.
        """
        values: Array = getattr(self, quantity)
        return float(values[self.call.index(call)]) if call in self.call else 0.0

    def total(self, quantity: str) -> float:
        """A quantity over all kinds of call: as printed, or their sum where no total is printed.

        NaN when a value that it needs is missing.
        """
        if "total" in self.call:
            return self.at("total", quantity)
        return float(np.sum(getattr(self, quantity)))
