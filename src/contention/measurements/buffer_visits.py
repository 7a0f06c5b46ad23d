"""Visits to buffers of a database's cache, by the code that made them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from contention.errors import MeasurementError, MissingColumnError
from contention.measurements.provenance import Flag, Provenance
from contention.measurements.table import Table

__all__ = ["BufferVisits", "buffer_visits"]

Integers = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class BufferVisits:
    """Visits to buffers during one piece of work, by cause.

    Attributes
    ----------
    causes : tuple of str
        As the capture names them, such as ``ktspbwh1: ktspfsrch``.
    visits : ndarray of int, shape (causes,)
        Visits of each; zero or more.
    unread : tuple of str
        Causes whose count is missing: the total is then a lower bound.
    provenance : Provenance
        The capture.
    flags : tuple of Flag
        What could not be taken at face value.

    Raises
    ------
    MeasurementError
        When there is no cause, a count is negative, or shapes differ.

    Examples
    --------
    >>> BufferVisits(("a: search", "b: undo"), [7, 6]).of("search")
    7
    """

    causes: tuple[str, ...]
    visits: Integers
    unread: tuple[str, ...] = ()
    provenance: Provenance = field(default_factory=lambda: Provenance("memory"))
    flags: tuple[Flag, ...] = ()

    def __post_init__(self) -> None:
        array = np.array(self.visits, dtype=np.int64)
        array.setflags(write=False)
        object.__setattr__(self, "visits", array)
        if array.shape != (len(self.causes),) or not self.causes or (array < 0).any():
            raise MeasurementError(
                "buffer visits need one count per cause, none negative, at least one",
                path=self.provenance.source,
                found=f"{len(self.causes)} causes, counts {array.tolist()[:20]}",
            )

    @property
    def total(self) -> int:
        """Visits of all causes."""
        return int(self.visits.sum())

    def of(self, function: str) -> int | None:
        """Visits by one function, in all places that it was called from; None if it has none."""
        wanted = function.lower()
        kept = [
            int(count)
            for cause, count in zip(self.causes, self.visits, strict=True)
            if wanted in (cause.lower(), cause.rpartition(":")[2].strip().lower())
        ]
        return sum(kept) if kept else None


def buffer_visits(tables: Sequence[Table]) -> BufferVisits:
    """The visits in a capture: a snapshot by cause, or columns ``cause`` and ``visits``.

    Parameters
    ----------
    tables : sequence of Table
        What a reader made of the capture. The first that is understood is used; of a capture
        with several snapshots, the first snapshot.

    Returns
    -------
    BufferVisits
        In the order of the capture. A cause of a snapshot counts all its columns Why0, Why1, ...

    Raises
    ------
    MissingColumnError
        When no table has the columns.
    MeasurementError
        When a count is negative or none can be read.

    Examples
    --------
    >>> from contention.measurements import Column
    >>> cause = Column("cause", "cause", ("kdswh02: kdsgrp",), ("kdswh02: kdsgrp",))
    >>> visits = Column("visits", "visits", ("2",), (2,))
    >>> buffer_visits([Table("data", (cause, visits), (2,), Provenance("a.csv"))]).total
    2
    """
    for table in tables:
        if {"cause", "visits"} <= set(table.names):
            return _measured(table, table.column("cause").text, ["visits"], range(len(table)))
        if table.name == "visits" and {"location", "function", "why0"} <= set(table.names):
            places = zip(table.column("location").text, table.column("function").text, strict=True)
            causes = tuple(f"{location}: {function}" for location, function in places)
            why = [name for name in table.names if name.startswith("why")]
            block = table.column("block").values
            return _measured(table, causes, why, [i for i, b in enumerate(block) if b == block[0]])
    raise MissingColumnError(
        "the capture holds no buffer visits",
        path=tables[0].provenance.source if tables else None,
        found="; ".join(", ".join(table.names) for table in tables)[:400] or "no table",
        expected="columns cause and visits, or a snapshot with Why0 and its causes",
    )


def _measured(
    table: Table, causes: Sequence[str | None], columns: Sequence[str], rows: Sequence[int]
) -> BufferVisits:
    kept: list[tuple[str, int]] = []
    unread: list[str] = []
    for at in rows:
        cause = causes[at] or f"line {table.lines[at]}"
        counts = [table.column(name).values[at] for name in columns]
        whole = [int(c) for c in counts if isinstance(c, int | float) and float(c).is_integer()]
        if len(whole) == len(counts):
            kept.append((cause, sum(whole)))
        else:
            unread.append(cause)
    if not kept:
        raise MeasurementError(
            "no count of visits can be read",
            path=table.provenance.source,
            line=table.lines[0],
            expected="whole numbers",
        )
    names, visits = zip(*kept, strict=True)
    return BufferVisits(
        tuple(names), np.array(visits), tuple(unread), table.provenance, table.flags
    )
