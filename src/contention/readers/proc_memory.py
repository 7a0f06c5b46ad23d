"""Memory of a process from ``/proc``: ``smaps``, ``smaps_rollup``, and the sizes in ``status``.

Tables ``totals`` and ``mappings``; the total of ``smaps`` is the sum of its mappings. A snapshot
begins with a line alone with a time, with ``Name:`` of ``status``, with each rollup, and where the
addresses of ``smaps`` begin anew. Two snapshots or more are memory series.
"""

from __future__ import annotations

import re

from contention.measurements import Flag
from contention.readers.memory_snapshots import MAP_FORMS, MemorySnapshots
from contention.readers.reading import Options, Reader, Reading, Recognition
from contention.readers.source import SourceText

__all__ = ["READER"]

NAME = "proc_memory"

EXAMPLE = """\
1767607200
55ab5f041000-55ab5f043000 r--p 00000000 fe:00 260386   /usr/bin/server
Size:                  8 kB
Rss:                   8 kB
Pss:                   4 kB
VmFlags: rd mr mw me
1767607260
55ab5f041000-55ab5f043000 r--p 00000000 fe:00 260386   /usr/bin/server
Size:                  8 kB
Rss:                   4 kB
Pss:                   2 kB
VmFlags: rd mr mw me
"""

_MAPPING = re.compile(
    r"\s*([0-9a-f]{1,16})-[0-9a-f]{1,16} (\S{4}) [0-9a-f]{1,16} \S{1,12} \d{1,20}\s*(.*)"
)
_FIELD = re.compile(r"\s*([A-Za-z_]{2,30}):\s+(\S{1,20}) kB\s*")
_PID = re.compile(r"\s*(\d{1,10})\s*")
_STATUS = re.compile(r"\s*([A-Za-z][A-Za-z_]{1,40}):\s*(.*)")
_FIELDS = {"Size": "size_kb", "Rss": "rss_kb", "Pss": "pss_kb", "Swap": "swap_kb"}
_OF_STATUS = {"VmSize": "size_kb", "VmRSS": "rss_kb", "VmSwap": "swap_kb"}


_NEEDED = {
    "smaps": {"Size", "Rss", "Pss"},
    "rollup": {"Rss", "Pss"},
    "status": {"VmSize", "VmRSS"},
}


class _Capture(MemorySnapshots):
    kind = ""
    timed = False

    def __init__(self) -> None:
        super().__init__()
        self.parts: list[tuple[int, str, set[str]]] = []

    def take(self, number: int, line: str) -> None:
        """Read one line."""
        mapping, sized, status = (p.fullmatch(line) for p in (_MAPPING, _FIELD, _STATUS))
        if not line.strip():
            return
        if mapping:
            self._mapping(number, mapping)
        elif sized:
            self._size(number, sized)
        elif status:
            self._status(number, status)
        elif self.clock.see(number, line):
            self.timed = True
        else:
            self.leave_out(number, line)

    def _mapping(self, number: int, mapping: re.Match[str]) -> None:
        rollup = mapping[3].strip() == "[rollup]"
        rows = self.snapshots[-1].mappings if self.snapshots else []
        falls = bool(rows) and int(mapping[1], 16) <= (rows[-1].number("address") or 0)
        if not rows or self.timed or rollup or falls or self.kind != "smaps":
            self.begin(number)
            self.timed = False
        self.kind = "rollup" if rollup else "smaps"
        self.parts.append((number, self.kind, set()))
        self.snapshots[-1].add(number, mapping[1], mapping[2], mapping[3])

    def _size(self, number: int, sized: re.Match[str]) -> None:
        name, text = sized[1], sized[2]
        if name in _OF_STATUS:
            self._of_status(number)
            self.parts[-1][2].add(name)
            self.snapshots[-1].add_total(number, {_OF_STATUS[name]: text})
            self._doubt(number, _OF_STATUS[name], text)
        elif name in _FIELDS and self.snapshots and self.snapshots[-1].mappings:
            self.parts[-1][2].add(name)
            row = self.snapshots[-1].mappings[-1]
            row.put(_FIELDS[name], text, int(text) if text.isdecimal() else None)
            self._doubt(number, _FIELDS[name], text)

    def _doubt(self, number: int, column: str, text: str) -> None:
        if not text.isdecimal():
            reason = "text where a size belongs; the value is missing"
            self.flags.append(Flag(number, column, text, reason))

    def _of_status(self, number: int) -> None:
        if self.kind != "status" or self.timed:
            self._begin_status(number)

    def _begin_status(self, number: int) -> None:
        self.begin(number)
        self.kind, self.timed = "status", False
        self.parts.append((number, "status", set()))

    def _status(self, number: int, status: re.Match[str]) -> None:
        if status[1] == "Name":
            self._begin_status(number)
        elif status[1] == "VmFlags" and self.parts:
            self.parts[-1][2].add("VmFlags")
        elif status[1] == "Pid" and self.kind == "status" and (pid := _PID.fullmatch(status[2])):
            self.snapshots[-1].pid = int(pid[1])

    def end(self) -> None:
        """Flag parts without a size that they have, and a last snapshot that stops early."""
        flagged = any("VmFlags" in names for _, _, names in self.parts)
        for line, kind, names in self.parts:
            needed = _NEEDED[kind] | ({"VmFlags"} if kind == "smaps" and flagged else set())
            if needed - names:
                reason = f"without {', '.join(sorted(needed - names))}: it may be cut"
                self.flags.append(Flag(line, None, kind, reason))
        last = [one.mappings[-1] for one in self.snapshots if one.mappings][-2:]
        if len(last) == 2 and last[0].value("mapping") != last[1].value("mapping"):
            before = last[0].value("mapping")
            reason = f"the snapshot before ended with {before}: this one may be cut"
            self.flags.append(Flag(last[1].line, "mapping", str(last[1].value("mapping")), reason))


def _sniff(source: SourceText) -> Recognition:
    mappings = sum(bool(_MAPPING.fullmatch(line)) for line in source.lines)
    sizes = sum(
        bool(match) and match[1] in {*_FIELDS, *_OF_STATUS}
        for match in map(_FIELD.fullmatch, source.lines)
        if match is not None
    )
    if sizes:
        return Recognition(NAME, 0.9, f"{mappings} mappings, {sizes} sizes such as 'Rss: 8 kB'")
    return Recognition(NAME, 0.0, "no size such as 'Rss:  8 kB' or 'VmRSS:  8 kB'")


def _read(source: SourceText, options: Options) -> Reading:
    capture = _Capture()
    for number, line in enumerate(source.lines, 1):
        capture.take(number, line)
    capture.end()
    return capture.reading(NAME, source, "/proc/PID/smaps, smaps_rollup or status")


READER = Reader(
    NAME,
    "memory of a process from /proc: smaps, smaps_rollup, status",
    _sniff,
    _read,
    EXAMPLE,
    traits=(
        "mappings with their sizes, sums of all, and the Vm lines of status",
        "several snapshots, told apart by times, names, rollups, or addresses that begin anew",
        "memory in RAM, and with shared parts divided, over the snapshots",
    ),
    gives=MAP_FORMS,
)
