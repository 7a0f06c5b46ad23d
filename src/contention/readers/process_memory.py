"""What an out-of-memory incident tells about the memory of its process.

Tables: ``failed_allocation`` (``code``, ``bytes``, ``heap``, ``comment``): what could not be
had; ``memory_uses`` (``percent``, ``amount``, ``unit``, ``chunks``, ``comment``, ``heap``, ``ds``,
``dsprt``): the largest uses, two lines each, with amount and percentage rounded as printed;
``allocator`` (``name``, ``value``): the numbers of the process's allocator, such as ``blksz``,
``in_use_siz`` and ``client_alloc``; ``allocator_addresses`` (``name``, ``value``): its
hexadecimal ones.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from contention.measurements import Flag, Provenance, Table, Value
from contention.readers.cells import table_of_values
from contention.readers.headings import identifier
from contention.readers.oracle_errors import exact

__all__ = ["is_process_memory", "process_memory_tables"]

_USES = re.compile(r"\s*TOP (\d{1,4}) MEMORY USES FOR THIS PROCESS\s*")
_ALLOCATOR = re.compile(r"\s*REAL-FREE ALLOCATOR DUMP FOR THIS PROCESS\s*")
_FAILED = re.compile(
    r"\s*(ORA-\d{5}): .*when trying to allocate (\d{1,20}) bytes"
    r" \(([^,()]{0,80}),([^()]{0,80})\)\s*"
)
_USE = re.compile(
    r"\s*(\d{1,3})%\s+(\d{1,12})\s+(bytes|KB|MB|GB|TB),\s*(\d{1,12}) chunks:\s+\"([^\"]*)\"\s*"
)
_HEAP = re.compile(
    r"\s*(\S.*?)\s+ds=(0x[0-9a-fA-F]{1,32})\s+dsprt=(0x[0-9a-fA-F]{1,32}|\(nil\))\s*"
)
_PARTS = re.compile(r"([A-Za-z][\w-]*(?: [A-Za-z][\w-]*)?)[ =](0x[0-9a-fA-F]{1,32}|\d{1,20})(K?)")
_ADDRESS = re.compile(r"\s*Dump of Real-Free Memory Allocator Heap \[(0x[0-9a-fA-F]{1,32})\]\s*")
_BEGINS = re.compile(r"\s*(?:mag=|blkdstbl=|In-use num=|Client alloc |Internal RfPga )")
_LAST = "rgpga_k"
_COLUMNS = ("percent", "amount", "unit", "chunks", "comment", "heap", "ds", "dsprt")

Cell = tuple[str | None, Value]


@dataclass
class _Found:
    failed: list[tuple[int, tuple[Cell, ...]]] = field(default_factory=list)
    uses: list[tuple[int, list[Cell]]] = field(default_factory=list)
    numbers: list[tuple[int, tuple[Cell, ...]]] = field(default_factory=list)
    addresses: list[tuple[int, tuple[Cell, ...]]] = field(default_factory=list)
    flags: list[Flag] = field(default_factory=list)
    promised: tuple[int, int] = (0, 0)
    dump_line: int = 0

    def take(self, number: int, line: str) -> None:
        """Read one line, if it is of this kind."""
        if match := _FAILED.fullmatch(line):
            texts = tuple((text.strip(), exact(text.strip())) for text in match.groups())
            self.failed.append((number, texts))
        elif match := _USES.fullmatch(line):
            self.close_uses()
            self.promised = (number, int(match[1]))
        elif _ALLOCATOR.fullmatch(line):
            self.close_allocator()
            self.dump_line = number
        elif match := _USE.fullmatch(line):
            self._require_heap()
            cells: list[Cell] = [(text, exact(text)) for text in match.groups()[:4]]
            comment = match[5].strip()
            self.uses.append((number, [*cells, (comment, comment)]))
        elif self.promised[1] and (match := _HEAP.fullmatch(line)):
            if not self.uses or len(self.uses[-1][1]) == len(_COLUMNS):
                self._odd(number, line, "a heap without its line of chunks; left out")
                return
            self.uses[-1][1].extend((text, _address(text)) for text in match.groups())
        elif re.match(r"\s*\d{1,3}%\s|.*\sds=|.* chunks: ", line) and self.promised[1]:
            self._odd(number, line, "an incomplete line of the memory uses; left out")
        elif self.dump_line:
            self._allocator(number, line)

    def _odd(self, number: int, line: str, reason: str) -> None:
        self.flags.append(Flag(number, None, line.strip()[:80], reason))

    def _require_heap(self) -> None:
        if self.uses and len(self.uses[-1][1]) < len(_COLUMNS):
            number, cells = self.uses[-1]
            reason = "no line with the heap follows this line"
            self.flags.append(Flag(number, "heap", cells[4][0] or "", reason))
            cells.extend([(None, None)] * (len(_COLUMNS) - len(cells)))

    def _allocator(self, number: int, line: str) -> None:
        if match := _ADDRESS.fullmatch(line):
            self._name(number, "heap", match[1])
        elif _BEGINS.match(line):
            parts = _PARTS.findall(line)
            rest = _PARTS.sub("", line).replace(",", " ").split()
            if rest != ["Internal"][: len(rest)]:
                self._odd(number, line, "an incomplete line of the allocator's dump")
            group = ""
            for name, text, kilo in parts:
                key = identifier(name)
                if key.endswith("_num"):
                    group = key.removesuffix("_num")
                key = f"{group}_{key}" if key == "siz" else key
                self._name(number, f"{key}_k" if kilo else key, text)
        elif re.match(r"\s*Dump of Real-Free|\s*(?:Client|In-use|Internal)\b", line):
            self._odd(number, line, "an incomplete line of the allocator's dump")

    def _name(self, number: int, name: str, text: str) -> None:
        rows = self.addresses if text.startswith("0x") else self.numbers
        rows.append((number, ((name, name), (text, exact(text)))))

    def close_uses(self) -> None:
        """Flag uses that the heading promises and the capture does not hold."""
        self._require_heap()
        line, count = self.promised
        listed = sum(number > line for number, _ in self.uses)
        if count > listed:
            reason = f"{listed} of {count} uses are listed; the others were left out of the capture"
            self.flags.append(Flag(line, None, f"TOP {count}", reason))
        self.promised = (0, 0)

    def close_allocator(self) -> None:
        """Flag a dump of the allocator that lacks its last line."""
        names = {cells[0][0] for number, cells in self.numbers if number > self.dump_line}
        if self.dump_line and _LAST not in names:
            reason = "this allocator dump has no line 'Internal RfPga': it may be cut"
            self.flags.append(Flag(self.dump_line, None, "REAL-FREE", reason))
        self.dump_line = 0


def _address(text: str) -> Value:
    return 0 if text == "(nil)" else exact(text)


def is_process_memory(lines: Sequence[str]) -> bool:
    """Whether some line is the heading of a process's memory uses or allocator.

    Parameters
    ----------
    lines : sequence of str
        The whole capture.

    Returns
    -------
    bool
        True when there is one.

    Examples
    --------
    >>> is_process_memory(["TOP 10 MEMORY USES FOR THIS PROCESS"])
    True
    """
    return any(_USES.fullmatch(line) or _ALLOCATOR.fullmatch(line) for line in lines)


def process_memory_tables(
    lines: Sequence[str], provenance: Provenance
) -> tuple[list[Table], tuple[Flag, ...]]:
    """The tables of the module's text that have rows.

    Parameters
    ----------
    lines : sequence of str
        The whole capture.
    provenance : Provenance
        The capture.

    Returns
    -------
    tables : list of Table
        In the order of the module's text.
    flags : tuple of Flag
        Lines that begin like one of these and cannot be read, and what is missing.

    Examples
    --------
    >>> line = "ORA-04030: out when trying to allocate 80 bytes (a heap,a comment)"
    >>> tables, _ = process_memory_tables([line], Provenance("x.trc"))
    >>> tables[0].column("bytes").values
    (80,)
    """
    found = _Found()
    for number, line in enumerate(lines, 1):
        found.take(number, line)
    found.close_uses()
    found.close_allocator()
    kinds = (
        ("failed_allocation", ("code", "bytes", "heap", "comment"), found.failed),
        ("memory_uses", _COLUMNS, found.uses),
        ("allocator", ("name", "value"), found.numbers),
        ("allocator_addresses", ("name", "value"), found.addresses),
    )
    tables = [
        table_of_values(
            table,
            {name: [cells[k] for _, cells in rows] for k, name in enumerate(names)},
            [number for number, _ in rows],
            provenance,
        )
        for table, names, rows in kinds
        if rows
    ]
    return tables, tuple(found.flags)
