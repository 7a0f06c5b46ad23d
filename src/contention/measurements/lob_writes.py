"""What it cost to write one large object (LOB), by chunk size and write buffer size."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from contention.errors import MeasurementError, MissingColumnError
from contention.measurements.provenance import Flag
from contention.measurements.table import Table

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["LobWrites"]

_NAMES = {
    "chunk_bytes": ("chunk_bytes", "chunk_size"),
    "buffer_bytes": ("buffer_bytes", "write_buffer_size", "buffer_size"),
    "direct_reads": ("direct_reads", "physical_reads_direct_lob"),
    "direct_writes": ("direct_writes", "physical_writes_direct_lob"),
    "logical_reads": ("logical_reads", "session_logical_reads"),
    "lob_bytes": ("lob_bytes", "lob_size"),
}
_NEEDED = ("chunk_bytes", "buffer_bytes", "direct_reads", "direct_writes")

Column = NDArray[np.float64]


@dataclass(frozen=True)
class LobWrites:
    """One row per run: an object written in buffers of one size.

    Attributes
    ----------
    chunk_bytes, buffer_bytes : ndarray
        Size of the object's chunks, and of each write.
    direct_reads, direct_writes : ndarray
        Blocks read and written past the buffer cache; NaN where not known.
    logical_reads : ndarray
        Blocks read from the buffer cache or past it; NaN where not known.
    lob_bytes : ndarray
        Size of the object; NaN where not known.
    flags : tuple of Flag
        Rows that were left out.

    Examples
    --------
    >>> from contention.measurements import Provenance
    >>> from contention.measurements.table import Column
    >>> made = {"chunk_bytes": 8192, "buffer_bytes": 2048, "direct_reads": 63, "direct_writes": 79}
    >>> columns = tuple(Column(n, n, (str(v),), (v,)) for n, v in made.items())
    >>> LobWrites.from_tables([Table("t", columns, (2,), Provenance("a.csv"))]).direct_reads
    array([63.])
    """

    chunk_bytes: Column
    buffer_bytes: Column
    direct_reads: Column
    direct_writes: Column
    logical_reads: Column
    lob_bytes: Column
    flags: tuple[Flag, ...] = ()

    def __len__(self) -> int:
        return self.chunk_bytes.size

    @classmethod
    def from_tables(cls, tables: Iterable[Table]) -> LobWrites:
        """The rows of all tables that have the columns needed, under any of their known names.

        Raises
        ------
        MissingColumnError
            When no table has the columns.
        MeasurementError
            When no row has both sizes.
        """
        seen = list(tables)
        usable = [table for table in seen if _has_all(table)]
        if not usable:
            shown = "; ".join(f"{table.name}: {', '.join(table.names)}" for table in seen)
            raise MissingColumnError(
                "no table says what writing an object cost",
                path=seen[0].provenance.source if seen else None,
                found=shown[:400] or "no table",
                expected=f"columns {', '.join(_NEEDED)}",
                hint="rename the columns of the first line",
            )
        columns = {
            name: np.concatenate([_numbers(table, name) for table in usable]) for name in _NAMES
        }
        lines = [line for table in usable for line in table.lines]
        kept = ~np.isnan(columns["chunk_bytes"]) & ~np.isnan(columns["buffer_bytes"])
        flags = tuple(
            Flag(line, None, "", "no chunk size or no buffer size; the row is left out")
            for line, keep in zip(lines, kept, strict=True)
            if not keep
        )
        if not kept.any():
            raise MeasurementError(
                "no row has a chunk size and a buffer size",
                path=usable[0].provenance.source,
                found=f"{len(lines)} rows",
            )
        return cls(**{name: values[kept] for name, values in columns.items()}, flags=flags)

    @property
    def common_lob_bytes(self) -> int:
        """The size of the object where all rows state the same one; 0 where none states it.

        Raises
        ------
        MeasurementError
            When some rows state a size and others another one, or none.
        """
        stated = self.lob_bytes[~np.isnan(self.lob_bytes)]
        if not stated.size:
            return 0
        if stated.size < len(self) or np.unique(stated).size > 1:
            raise MeasurementError(
                "the rows do not state one size of the object",
                found=f"{np.unique(stated).size} sizes in {stated.size} of {len(self)} rows",
                expected="the same lob_bytes in all rows, or none",
                hint="analyse objects of different sizes in separate files",
            )
        return int(stated[0])

    def frame(self) -> pd.DataFrame:
        """One row per run, one column per measurement."""
        import pandas as pd  # noqa: PLC0415

        return pd.DataFrame({name: getattr(self, name) for name in _NAMES})


def _find(table: Table, name: str) -> str | None:
    return next((alias for alias in _NAMES[name] if alias in table.names), None)


def _has_all(table: Table) -> bool:
    return all(_find(table, name) is not None for name in _NEEDED)


def _numbers(table: Table, name: str) -> Column:
    found = _find(table, name)
    return np.full(len(table), np.nan) if found is None else table.numbers(found)
