"""Snapshots of processes: ``ps`` with a heading, and ``top -b``.

Table ``processes``: one row per process and snapshot. A snapshot begins with each heading; a line
alone with a time before it, as ``date`` prints it, or the first line of ``top``, is its time.
Sizes are kilobytes, as both tools count; ``top`` shortens large ones to ``m`` and ``g``, which is
flagged as rounded. A command that runs once in each snapshot is one memory series, and a new
process number a restart; a command that runs several times is a series for each process.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from contention.errors import ReadError
from contention.measurements import Flag, MemorySeries, Provenance
from contention.readers.benchmark_runs import Run, table_of_rows
from contention.readers.forms import ColumnForm, TableForm
from contention.readers.quantities import plain_number
from contention.readers.reading import Options, Reader, Reading, Recognition
from contention.readers.snapshot_times import SnapshotClock, memory_over_snapshots
from contention.readers.source import SourceText

__all__ = ["READER"]

NAME = "process_listing"

EXAMPLE = """\
Mon Jan  5 10:00:00 UTC 2026
    PID   RSS    VSZ COMMAND
   4711 51200 204800 server --port 80
Mon Jan  5 10:01:00 UTC 2026
    PID   RSS    VSZ COMMAND
   4711 51712 204800 server --port 80
"""

_MAXIMUM_SERIES = 200
_COLUMNS = (
    ColumnForm("snapshot", "number of the snapshot, from 1"),
    ColumnForm("time_s", "its time, since 1970 or of the day", "s"),
    ColumnForm("pid", "process number"),
    ColumnForm("user", "user who runs it"),
    ColumnForm("rss_kb", "memory in RAM", "kb"),
    ColumnForm("vsz_kb", "address space", "kb"),
    ColumnForm("pss_kb", "memory in RAM, shared parts divided", "kb"),
    ColumnForm("shared_kb", "memory in RAM that may be shared", "kb"),
    ColumnForm("command", "the command, as printed"),
)
_NAMES = {
    "PID": "pid",
    "USER": "user",
    "UID": "user",
    "RSS": "rss_kb",
    "RES": "rss_kb",
    "RSZ": "rss_kb",
    "VSZ": "vsz_kb",
    "VIRT": "vsz_kb",
    "PSS": "pss_kb",
    "SHR": "shared_kb",
    "COMMAND": "command",
    "CMD": "command",
    "ARGS": "command",
    "COMM": "command",
}
_SIZES = {"rss_kb", "vsz_kb", "pss_kb", "shared_kb"}
_SCALE = {"m": 1024.0, "g": 1024.0**2, "t": 1024.0**3}
_BESIDE = re.compile(r"\s*(?:Tasks:|Threads:|%?Cpu|[KMG]iB (?:Mem|Swap)|Mem:|Swap:|Every \d).*")


def _heading(line: str) -> list[str] | None:
    """The column names of a heading; None for another line."""
    words = line.split()
    known = {_NAMES.get(word) for word in words}
    is_heading = "pid" in known and bool(known & _SIZES) and len(words) <= 40
    return words if is_heading and all(word.upper() == word for word in words) else None


@dataclass
class _Capture:
    rows: list[Run] = field(default_factory=list)
    flags: list[Flag] = field(default_factory=list)
    clock: SnapshotClock = field(default_factory=SnapshotClock)
    heading: list[str] | None = None
    time: float | None = None
    snapshots: int = 0

    def take(self, number: int, line: str) -> None:
        """Read one line."""
        heading = _heading(line)
        if heading is not None:
            self.heading = heading
            self.snapshots += 1
            self.time = self.clock.take()
        elif not line.strip() or _BESIDE.fullmatch(line):
            return
        elif self.clock.see(number, line):
            self.heading = None
        elif self.heading is not None:
            self._row(number, line)

    def _row(self, number: int, line: str) -> None:
        assert self.heading is not None
        cells = line.split(maxsplit=len(self.heading) - 1)
        if len(cells) < len(self.heading):
            reason = f"{len(cells)} cells where {len(self.heading)} belong; left out"
            self.flags.append(Flag(number, None, line.strip()[:60], reason))
            return
        row = Run(number)
        row.put("snapshot", None, self.snapshots)
        if self.time is not None:
            row.put("time_s", None, self.time)
        for word, text in zip(self.heading, cells, strict=True):
            column = _NAMES.get(word)
            if column in _SIZES:
                row.put(column, text, self._size(number, column, text))
            elif column is not None:
                whole = plain_number(text) if column == "pid" else None
                row.put(column, text, text if whole is None else whole)
        self.rows.append(row)

    def _size(self, number: int, column: str, text: str) -> float | int | None:
        scale = _SCALE.get(text[-1:].lower())
        value = plain_number(text[:-1] if scale else text)
        if value is None:
            reason = "text where a size belongs; the value is missing"
            self.flags.append(Flag(number, column, text, reason))
            return None
        if scale:
            self.flags.append(Flag(number, column, text, "rounded by the tool; the value is kept"))
            return value * scale
        return value

    def memory(self, provenance: Provenance) -> list[MemorySeries]:
        """The memory in RAM of each command, or of each process of a command."""
        by_command: dict[str, list[Run]] = {}
        for row in self.rows:
            if row.number("rss_kb") is not None:
                command = str(row.value("command") or f"pid {row.value('pid')}")
                by_command.setdefault(command, []).append(row)
        made = []
        for command, rows in by_command.items():
            seen = [row.value("snapshot") for row in rows]
            alone = len(set(seen)) == len(seen)
            groups = {"": rows} if alone else _by_pid(rows)
            for pid, own in groups.items():
                made.append(_series(f"{command} {pid}".strip(), own, provenance))
        return [one for one in made if one is not None and one.bytes.any()][:_MAXIMUM_SERIES]


def _by_pid(rows: list[Run]) -> dict[str, list[Run]]:
    groups: dict[str, list[Run]] = {}
    for row in rows:
        groups.setdefault(str(row.value("pid")), []).append(row)
    return groups


def _series(label: str, rows: list[Run], provenance: Provenance) -> MemorySeries | None:
    pids = [row.value("pid") for row in rows]
    restarts = [at for at in range(1, len(rows)) if pids[at] != pids[at - 1]]
    points = [
        (int(row.number("snapshot") or 0), row.number("time_s"), row.number("rss_kb") or 0.0)
        for row in rows
    ]
    return memory_over_snapshots(label, points, provenance, restarts)


def _sniff(source: SourceText) -> Recognition:
    headings = sum(_heading(line) is not None for line in source.lines)
    if headings:
        return Recognition(NAME, 0.9, f"{headings} headings with PID and a size")
    return Recognition(NAME, 0.0, "no heading with PID and RSS, RES, VSZ or VIRT")


def _read(source: SourceText, options: Options) -> Reading:
    capture = _Capture()
    for number, line in enumerate(source.lines, 1):
        capture.take(number, line)
    if not capture.rows:
        raise ReadError(
            "there is no process in this capture",
            path=source.path,
            found=source.lines[0].strip()[:60],
            expected="a heading such as 'PID RSS VSZ COMMAND', and rows below it",
            hint="; ".join(flag.reason for flag in capture.flags[:2]) or None,
        )
    provenance = source.provenance(NAME)
    flags = [*capture.flags, *capture.clock.flags]
    table = table_of_rows("processes", _COLUMNS, capture.rows, provenance, flags=flags)
    memory = tuple(capture.memory(provenance))
    return Reading(NAME, (table,), memory=memory, issues=source.flags, path=source.path)


READER = Reader(
    NAME,
    "snapshots of processes by ps and top",
    _sniff,
    _read,
    EXAMPLE,
    traits=(
        "ps with any columns that have a heading; top -b, with its own first lines",
        "times between snapshots: of date, of ISO 8601, seconds since 1970, clocks past midnight",
        "a new process number of the same command is a restart",
        "sizes that top shortens to m and g are flagged as rounded",
    ),
    gives=(TableForm("processes", "one process in one snapshot", _COLUMNS),),
)
