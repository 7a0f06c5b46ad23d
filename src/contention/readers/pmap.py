"""Memory maps by ``pmap``, plain and with ``-x``, ``-X`` or ``-XX``.

Tables ``totals`` and ``mappings``. A total that differs from the sum of its mappings is flagged,
and so is a snapshot without one. Two snapshots or more are memory series of the totals in RAM. A
line alone with a time before a snapshot is its time.
"""

from __future__ import annotations

import re

from contention.measurements import Flag
from contention.readers.memory_snapshots import MAP_FORMS, MemorySnapshots
from contention.readers.quantities import plain_number
from contention.readers.reading import Options, Reader, Reading, Recognition
from contention.readers.source import SourceText

__all__ = ["READER"]

NAME = "pmap"

EXAMPLE = """\
4711:   server --port 80
Address           Kbytes     RSS   Dirty Mode  Mapping
000056221bf59000     188     180       0 r-x-- server
000056221c049000     224     156     100 rw---   [ heap ]
---------------- ------- ------- -------
total kB             412     336     100
"""

_PROCESS = re.compile(r"\s*(\d{1,10}):\s+\S.*")
_PLAIN = re.compile(r"\s*([0-9a-f]{8,16})\s+(\d{1,15})K\s+(\S{4,6})\s*(.*)")
_PLAIN_TOTAL = re.compile(r"\s*total\s+(\d{1,15})K\s*")
_EXTENDED_HEADING = re.compile(r"\s*Address\s+Kbytes\s+RSS\s+Dirty\s+Mode\s+Mapping\s*")
_EXTENDED = re.compile(
    r"\s*([0-9a-f]{8,16})\s+(\d{1,15})\s+(\d{1,15}|-)\s+(\d{1,15}|-)\s+(\S{4,6})\s*(.*)"
)
_EXTENDED_TOTAL = re.compile(r"\s*total kB\s+(\d{1,15})\s+(\d{1,15}|-)\s+(\d{1,15}|-)\s*")
_EXTENDED_NAMES = ("size_kb", "rss_kb", "dirty_kb")
_WIDE_NAMES = {"Size": "size_kb", "Rss": "rss_kb", "Pss": "pss_kb", "Swap": "swap_kb"}
_RULER = re.compile(r"[-=\s]*")


class _Capture(MemorySnapshots):
    header: tuple[str, ...] = ()

    def take(self, number: int, line: str) -> None:
        """Read one line."""
        process = _PROCESS.fullmatch(line)
        if process:
            self.begin(number, int(process[1]))
            self.header = ()
        elif _RULER.fullmatch(line) or _EXTENDED_HEADING.fullmatch(line):
            return
        elif line.split()[:2] == ["Address", "Perm"]:
            self.header = tuple(line.split())
        elif not (self._of_snapshot(number, line) or self.clock.see(number, line)):
            self.leave_out(number, line)

    def _of_snapshot(self, number: int, line: str) -> bool:
        if not self.snapshots:
            return False
        return self._wide(number, line) if self.header else self._narrow(number, line)

    def _narrow(self, number: int, line: str) -> bool:
        current = self.snapshots[-1]
        if row := _PLAIN.fullmatch(line):
            current.add(number, row[1], row[3], row[4]).put("size_kb", row[2], int(row[2]))
        elif row := _EXTENDED.fullmatch(line):
            made = current.add(number, row[1], row[5], row[6])
            for name, text in zip(_EXTENDED_NAMES, row.group(2, 3, 4), strict=True):
                made.put(name, text, plain_number(text))
        elif total := _PLAIN_TOTAL.fullmatch(line):
            current.add_total(number, {"size_kb": total[1]})
        elif total := _EXTENDED_TOTAL.fullmatch(line):
            current.add_total(number, dict(zip(_EXTENDED_NAMES, total.groups(), strict=True)))
        else:
            return False
        return True

    def _wide(self, number: int, line: str) -> bool:
        """A row of ``-X``: cells under a heading of many columns, the mapping last."""
        width = len(self.header)
        cells = line.split(maxsplit=width - 1)
        if len(cells) < width - 1 or not re.fullmatch(r"[0-9a-f]{8,16}", cells[0]):
            return self._wide_total(number, line)
        mapping = cells[-1] if len(cells) == width else ""
        made = self.snapshots[-1].add(number, cells[0], cells[1], mapping)
        for word, text in zip(self.header, cells, strict=False):
            if word in _WIDE_NAMES:
                made.put(_WIDE_NAMES[word], text, plain_number(text))
        return True

    def _wide_total(self, number: int, line: str) -> bool:
        sizes = line.replace("KB", " ").split()
        names = self.header[self.header.index("Size") :] if "Size" in self.header else ()
        if len(sizes) < 3 or not all(size.isdecimal() for size in sizes):
            return False
        pairs = zip(names, sizes, strict=False)
        told = {_WIDE_NAMES[word]: size for word, size in pairs if word in _WIDE_NAMES}
        self.snapshots[-1].add_total(number, told)
        return True

    def end(self) -> None:
        """Flag snapshots without a total."""
        for one in self.snapshots:
            if one.total is None:
                last = one.mappings[-1].line if one.mappings else one.line
                reason = "no total behind these mappings: the capture is cut"
                self.flags.append(Flag(last, "size_kb", "", reason))


def _sniff(source: SourceText) -> Recognition:
    processes = sum(bool(_PROCESS.fullmatch(line)) for line in source.lines)
    rows = sum(
        bool(_PLAIN.fullmatch(line) or _EXTENDED.fullmatch(line))
        or line.split()[:2] == ["Address", "Perm"]
        for line in source.lines
    )
    if processes and rows:
        return Recognition(NAME, 0.95, f"{processes} processes, {rows} mappings or headings")
    return Recognition(NAME, 0.0, "no line '4711:   command' with mappings below it")


def _read(source: SourceText, options: Options) -> Reading:
    capture = _Capture()
    for number, line in enumerate(source.lines, 1):
        capture.take(number, line)
    capture.end()
    return capture.reading(
        NAME, source, "what pmap prints: '4711:   command', mappings, and a total"
    )


READER = Reader(
    NAME,
    "memory maps by pmap",
    _sniff,
    _read,
    EXAMPLE,
    traits=(
        "plain, -x, -X and -XX; several snapshots, with times between them",
        "totals are checked against the mappings, and a snapshot without one is flagged",
        "memory in RAM over the snapshots; a new process number is a restart",
    ),
    gives=MAP_FORMS,
    ends="the total of every snapshot",
)
