"""Lists of single chunks in a heap dump.

Table ``chunks``: one row per chunk and heap. ``kind`` is the class of the chunk, such as
``recr`` or ``freeable``, and ``status`` the code that releases from 19c on print glued to it, as
in ``recrPR001``. A dump may list a chunk twice, in the list of its heap and again among the free
or least recently used ones: it is one row, and flagged. The descriptor may stand on a line of its
own.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from contention.measurements import Flag, Provenance, Table
from contention.readers.benchmark_runs import Run, table_of_rows
from contention.readers.forms import ColumnForm, TableForm

__all__ = ["CHUNK_FORM", "HeapChunks"]

_COLUMNS = (
    ColumnForm("block", "number of the heap dump in the capture, from 1"),
    ColumnForm("heap_name", "name of the heap"),
    ColumnForm("address", "address of the chunk"),
    ColumnForm("size", "its size", "bytes"),
    ColumnForm("kind", "class of the chunk, such as free, freeable, recr or perm"),
    ColumnForm("status", "code glued to the class, where there is one"),
    ColumnForm("comment", "comment of the allocation"),
    ColumnForm("ds", "descriptor of the heap that it belongs to"),
)
CHUNK_FORM = TableForm("chunks", "one chunk of a heap", _COLUMNS)

_HEAP = re.compile(r'\s*HEAP DUMP heap name="([^"]*)"\s+desc=.*')
_CHUNK = re.compile(
    r"\s*Chunk\s+(?:0x)?([0-9a-fA-F]{1,16})\s+sz=\s*(\d{1,20})\s+"
    r"(R-freeable|R-free|R-perm|freeable|free|recreate|recr|perm)([A-Z]{1,4}\d{0,4})?"
    r'(?:\s+"([^"]*)")?(?:\s+(?:[A-Z]?\d\d:\d\d:\d\d|[a-z]\w{0,20}=?\S{0,30}))*?'
    r"(?:\s+ds=?\s?(?:0x)?([0-9a-fA-F]{1,16}))?(?:\s.*)?"
)
_LIKE = re.compile(r"\s*Chunk\s+\S+\s+sz=.*")
_DESCRIPTOR = re.compile(r"\s*ds\s*=?\s*(?:0x)?([0-9a-fA-F]{4,16})\b.*")


@dataclass
class HeapChunks:
    """The chunks of a capture, as they are read."""

    rows: list[Run] = field(default_factory=list)
    flags: list[Flag] = field(default_factory=list)
    block: int = 0
    heap: str = ""
    seen: dict[tuple[int, int], int] = field(default_factory=dict)
    open: bool = False

    def take(self, number: int, line: str) -> None:
        """Read one line; lines that are no chunks are passed over."""
        if heap := _HEAP.fullmatch(line):
            self.block += 1
            self.heap = heap[1].strip()
            self.open = False
        elif chunk := _CHUNK.fullmatch(line):
            self._chunk(number, chunk)
        elif _LIKE.fullmatch(line):
            reason = "a chunk that cannot be read; left out"
            self.flags.append(Flag(number, None, line.strip()[:60], reason))
        elif self.open and (descriptor := _DESCRIPTOR.fullmatch(line)):
            self.rows[-1].put("ds", descriptor[1], int(descriptor[1], 16))
            self.open = False

    def _chunk(self, number: int, chunk: re.Match[str]) -> None:
        address, size = int(chunk[1], 16), int(chunk[2])
        self.open = False
        before = self.seen.get((self.block, address))
        if before is not None:
            told = self.rows[before].value("size")
            reason = f"listed on line {self.rows[before].line} already; counted once"
            if told != size:
                reason = f"inconsistent: {told} bytes on line {self.rows[before].line}; left out"
            self.flags.append(Flag(number, "address", chunk[1], reason))
            return
        row = Run(number)
        row.put("block", None, self.block)
        row.put("heap_name", self.heap, self.heap)
        row.put("address", chunk[1], address)
        row.put("size", chunk[2], size)
        row.put("kind", chunk[3], chunk[3])
        row.put("status", chunk[4], chunk[4])
        comment = (chunk[5] or "").strip() or None
        row.put("comment", chunk[5], comment)
        row.put("ds", chunk[6], int(chunk[6], 16) if chunk[6] else None)
        self.seen[self.block, address] = len(self.rows)
        self.rows.append(row)
        self.open = chunk[6] is None

    def table(self, provenance: Provenance) -> Table | None:
        """The table ``chunks``; None where there is no chunk."""
        if not self.rows:
            return None
        return table_of_rows("chunks", _COLUMNS, self.rows, provenance, flags=self.flags)
