"""Snapshots of a process's memory map, as readers of it collect them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from contention.errors import ReadError
from contention.measurements import Flag, MemorySeries, Provenance, Table
from contention.readers.benchmark_runs import Run, table_of_rows
from contention.readers.forms import ColumnForm, TableForm
from contention.readers.quantities import plain_number
from contention.readers.reading import Reading
from contention.readers.snapshot_times import SnapshotClock, memory_over_snapshots
from contention.readers.source import SourceText

__all__ = ["MAP_FORMS", "MemorySnapshots", "Snapshot"]

_SIZES = {
    "size_kb": "address space",
    "rss_kb": "memory in RAM",
    "pss_kb": "memory in RAM, shared parts divided",
    "dirty_kb": "memory that was written to",
    "swap_kb": "memory on the swap device",
}
_SIZE_COLUMNS = tuple(ColumnForm(name, meaning, "kb") for name, meaning in _SIZES.items())
_WHEN = (
    ColumnForm("snapshot", "number of the snapshot, from 1"),
    ColumnForm("time_s", "its time, since 1970 or of the day", "s"),
    ColumnForm("pid", "process number, where it is printed"),
)
_MAPPINGS = (
    *_WHEN,
    ColumnForm("address", "first address"),
    ColumnForm("mode", "permissions"),
    ColumnForm("mapping", "file, or a name in brackets"),
    *_SIZE_COLUMNS,
)
_TOTALS = (*_WHEN, *_SIZE_COLUMNS)
MAP_FORMS = (
    TableForm("totals", "one snapshot: its total as printed, or the sum of its mappings", _TOTALS),
    TableForm("mappings", "one mapping in one snapshot", _MAPPINGS),
)


@dataclass
class Snapshot:
    """One snapshot.

    Attributes
    ----------
    number, line : int
        Its number, and the line at which it starts.
    time_s : float or None
        Its time.
    pid : int or None
        The process.
    mappings : list of Run
        Its mappings.
    total : Run or None
        Its total, where it is printed.
    """

    number: int
    line: int
    time_s: float | None
    pid: int | None = None
    mappings: list[Run] = field(default_factory=list)
    total: Run | None = None

    def add(self, line: int, address: str, mode: str, mapping: str) -> Run:
        """Add a mapping, without sizes as yet."""
        row = self._row(line)
        row.put("address", address, int(address, 16))
        row.put("mode", mode, mode)
        row.put("mapping", mapping.strip() or None, mapping.strip() or None)
        self.mappings.append(row)
        return row

    def add_total(self, line: int, sizes: Mapping[str, str]) -> None:
        """Add sizes to the printed total."""
        self.total = self.total or self._row(line)
        for name, text in sizes.items():
            if text.isdecimal():
                self.total.put(name, text, plain_number(text))

    def _row(self, line: int) -> Run:
        row = Run(line)
        row.put("snapshot", None, self.number)
        if self.time_s is not None:
            row.put("time_s", None, self.time_s)
        if self.pid is not None:
            row.put("pid", str(self.pid), self.pid)
        return row

    def settled(self, flags: list[Flag]) -> Run:
        """The total: as printed and checked against the mappings, or their sum."""
        sums = {
            name: int(sum(row.number(name) or 0 for row in self.mappings))
            for name in _SIZES
            if any(name in row.cells for row in self.mappings)
        }
        if self.total is None:
            made = self._row(self.line)
            for name, value in sums.items():
                made.put(name, None, value)
            return made
        for name, value in sums.items():
            told = self.total.number(name)
            if told is not None and told != value:
                reason = f"inconsistent: the mappings add up to {value}"
                flags.append(Flag(self.total.line, name, f"{told:g}", reason))
        return self.total


@dataclass
class MemorySnapshots:
    """All snapshots of a capture."""

    snapshots: list[Snapshot] = field(default_factory=list)
    flags: list[Flag] = field(default_factory=list)
    clock: SnapshotClock = field(default_factory=SnapshotClock)

    def begin(self, line: int, pid: int | None = None) -> Snapshot:
        """Begin a snapshot, at the time that was printed before it."""
        made = Snapshot(len(self.snapshots) + 1, line, self.clock.take(), pid)
        self.snapshots.append(made)
        return made

    def leave_out(self, number: int, line: str) -> None:
        """Flag a line that says nothing."""
        reason = "no mapping and no size; left out"
        self.flags.append(Flag(number, None, line.strip()[:60], reason))

    def reading(self, name: str, source: SourceText, expected: str) -> Reading:
        """The reading of all snapshots; ReadError, with what was expected, where there is none."""
        tables, memory = self._results(source.provenance(name))
        if not tables:
            raise ReadError(
                "there is no size of memory in this capture",
                path=source.path,
                found=source.lines[0].strip()[:60],
                expected=expected,
            )
        return Reading(
            name, tuple(tables), memory=tuple(memory), issues=source.flags, path=source.path
        )

    def _results(self, provenance: Provenance) -> tuple[list[Table], list[MemorySeries]]:
        """The tables, and the memory in RAM over the snapshots; nothing without a snapshot."""
        kept = [one for one in self.snapshots if one.mappings or one.total is not None]
        if not kept:
            return [], []
        totals = [one.settled(self.flags) for one in kept]
        flags = [*self.flags, *self.clock.flags]
        tables = [table_of_rows("totals", _TOTALS, totals, provenance, flags=flags)]
        mappings = [row for one in kept for row in one.mappings]
        if mappings:
            tables.append(table_of_rows("mappings", _MAPPINGS, mappings, provenance))
        found = (_series(name, kept, totals, provenance) for name in ("rss_kb", "pss_kb"))
        return tables, [one for one in found if one is not None]


def _series(
    name: str, kept: Sequence[Snapshot], totals: Sequence[Run], provenance: Provenance
) -> MemorySeries | None:
    points = [
        (one.number, one.time_s, value)
        for one, total in zip(kept, totals, strict=True)
        if (value := total.number(name)) is not None
    ]
    pids = [one.pid for one in kept]
    restarts = [at for at in range(1, len(pids)) if pids[at] != pids[at - 1]]
    return memory_over_snapshots(name.removesuffix("_kb"), points, provenance, restarts)
