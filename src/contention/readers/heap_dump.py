"""Incident and trace files: heap dump summary, error messages, call stacks, registers.

Tables, each only when the capture has such lines:

* ``heap`` (name, value, block): the scalars of each heap dump (``block`` 1, 2, ...) and of the
  library object that follows it: ``heap_name``, ``desc``, ``heap_size``, ``summary_chunks``,
  ``summary_bytes``, ``extents``, ``first_extent``, ``last_extent``, ``first_address``,
  ``last_address``, ``total_heap_size``, ``handle_address``, ``hash``, ``object_name``,
  ``full_hash_value``, ``namespace``, ``type``, ``object_address``, ``heap_mask``,
  ``block_name``, ``alloc_kb``, ``size_kb``, and other ``key=value`` pairs of these lines.
* ``freeable`` (kind, comment, size, chunks, min_size, count_at_min, max_size, count_at_max,
  block): the lines of chunks by comment; sizes in bytes.
* ``incident`` (name, value): ``pid``, ``image``, ``session_id``, ``session_id_time``,
  ``service_name``, ``module_name``, ``action_name``, ``sql_id``, ``command``, ...
* ``errors``: see :mod:`contention.readers.oracle_errors`.
* ``plsql_stack``, ``stack``, ``java_stack``, ``registers``, ``disassembly``: see
  :mod:`contention.readers.trace_stacks`.
* ``memory_uses`` and others of a process: see :mod:`contention.readers.process_memory`.

* ``chunks``: see :mod:`contention.readers.heap_chunks`.

Hexadecimal numbers are exact integers; the printed text is kept.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from contention.errors import ReadError
from contention.measurements import Flag, Provenance, Table, Value
from contention.readers.cells import table_of_values
from contention.readers.dump_forms import DUMP_FORMS
from contention.readers.dump_scalars import Scalars, key_name, scalar
from contention.readers.headings import identifier
from contention.readers.heap_chunks import HeapChunks
from contention.readers.oracle_errors import error_table, exact
from contention.readers.process_memory import is_process_memory, process_memory_tables
from contention.readers.reading import Options, Reader, Reading, Recognition
from contention.readers.source import SourceText
from contention.readers.trace_stacks import is_java_frame, stack_tables

__all__ = ["READER"]

NAME = "heap_dump"

EXAMPLE = """\
Unix process pid: 4711, image: oracle@example
ORA-00600: internal error code, arguments: [heap-too-large], [0x1A2B], [0], [500]
HEAP DUMP heap name="KGLH0^1f"  desc=0x7000
 dsx heap size=1000
 extent sz=0xfe8 rec=0 flg=3 opc=0
Summary of 12 chunks using 900 bytes in 3 extents
 (sizes of this example are made up)
from EXTENT 0 to EXTENT 2 between 0x100 and 0x3f8
  freeable       sz= 600  chunks= 8 "first          "
                                              sz range 40 (5) to 200 (1)
Total heap size    =1000
========== FRAME [1] (walk()+12 -> step()) ==========
"""

_HEAP = re.compile(r'\s*HEAP DUMP heap name="([^"]*)"\s+desc=(\S+).*')
_SUMMARY = re.compile(r"\s*Summary of (\d{1,20}) chunks using (\d{1,20}) bytes in (\d{1,20}) ext.*")
_EXTENTS = re.compile(
    r"\s*from EXTENT (\d{1,20}) to EXTENT (\d{1,20})"
    r" between (0x[0-9a-fA-F]+) and (0x[0-9a-fA-F]+).*"
)
_TOTAL = re.compile(r"\s*Total heap size\s*=\s*(\d{1,20})\s*")
_DSX = re.compile(r"\s*dsx heap size=\s*(\d{1,20})\s*")
_CHUNKS = re.compile(
    r'\s*([a-zA-Z]{3,12})\s+sz=\s*(\d{1,20})\s+chunks=\s*(\d{1,20})\s+"([^"]*)"\s*'
)
_RANGE = re.compile(r"\s*sz range (\d{1,20}) \((\d{1,20})\) to (\d{1,20}) \((\d{1,20})\)\s*")
_LIBRARY = re.compile(r"\s*(LibraryHandle|ObjectName|LibraryObject|Block):\s+(.*)")
_PAIR = re.compile(r"(?<!\w)([#A-Za-z]\w{0,60})='?([^\s']*)'?")
_FULL = re.compile(r"\s*(?:FullHashValue|FreedLocation)=.*")
_MARK = re.compile(r"\*\*\* ([A-Z ]{3,30}):\((.{0,200})\) (\d{4}-\d\d-\d\dT\S{1,40})\s*")
_PROCESS = re.compile(r"Unix process pid:\s*(\d{1,12}), image:\s*(.*)")
_SQL = re.compile(r"-+ Current SQL Statement for this session \(sql_id=(\w+)\) -+\s*")
_NAMES = {
    "LibraryHandle": {"address": "handle_address"},
    "LibraryObject": {"address": "object_address"},
    "ObjectName": {"name": "object_name"},
    "Block": {"name": "block_name"},
}
_RANGE_NAMES = ("min_size", "count_at_min", "max_size", "count_at_max")

Cell = tuple[str | None, Value]


@dataclass
class _Dump:
    heap: Scalars = field(default_factory=Scalars)
    incident: Scalars = field(default_factory=Scalars)
    chunks: list[tuple[int, dict[str, Cell]]] = field(default_factory=list)
    flags: list[Flag] = field(default_factory=list)
    block: int = 0
    open_line: int = 0
    expects_command: bool = False

    def take(self, number: int, line: str) -> None:
        """Read one line into the tables that it belongs to."""
        if self.expects_command and line.strip():
            word = line.split(maxsplit=1)[0]
            self.incident.add(number, "command", word, word)
            self.expects_command = False
        for method in (self._heap, self._chunk_kinds, self._library, self._incident):
            if method(number, line):
                return

    def _heap(self, number: int, line: str) -> bool:
        if match := _HEAP.fullmatch(line):
            self.block += 1
            self._unclosed()
            self.open_line = number
            self.heap.add(number, "heap_name", match[1], match[1], self.block)
            self.heap.add(number, "desc", match[2], exact(match[2]), self.block)
            return True
        for pattern, names in _HEAP_LINES:
            if match := pattern.fullmatch(line):
                for name, text in zip(names, match.groups(), strict=True):
                    self.heap.add(number, name, text, exact(text), max(self.block, 1))
                if pattern is _TOTAL:
                    self.open_line = 0
                return True
        return False

    def _unclosed(self) -> None:
        if self.open_line:
            reason = "this heap dump has no line 'Total heap size': it may be cut"
            self.flags.append(Flag(self.open_line, None, "HEAP DUMP", reason))
        self.open_line = 0

    def _chunk_kinds(self, number: int, line: str) -> bool:
        if match := _CHUNKS.fullmatch(line):
            cells: dict[str, Cell] = {
                "kind": (match[1], match[1]),
                "comment": (match[4].strip(), match[4].strip()),
                "size": (match[2], int(match[2])),
                "chunks": (match[3], int(match[3])),
                **dict.fromkeys(_RANGE_NAMES, (None, None)),
                "block": (str(self.block), self.block),
            }
            self.chunks.append((number, cells))
            return True
        if match := _RANGE.fullmatch(line):
            if not self.chunks or self.chunks[-1][1]["min_size"][0] is not None:
                reason = "a range of sizes without its line of chunks; left out"
                self.flags.append(Flag(number, None, line.strip()[:80], reason))
                return True
            for name, text in zip(_RANGE_NAMES, match.groups(), strict=True):
                self.chunks[-1][1][name] = (text, int(text))
            return True
        if re.match(r"\s*\S+\s+sz= |\s*sz range ", line):
            reason = "an incomplete line of the heap summary; left out"
            self.flags.append(Flag(number, None, line.strip()[:80], reason))
            return True
        return False

    def _library(self, number: int, line: str) -> bool:
        match = _LIBRARY.fullmatch(line)
        if match is None and not (_FULL.fullmatch(line) and self.block):
            return False
        renamed = _NAMES[match[1]] if match else {}
        for key, text in _PAIR.findall(match[2] if match else line):
            name = key_name(key)
            if not text:
                reason = "a name without a value; left out"
                self.flags.append(Flag(number, name, key, reason))
                continue
            name = {"alloc": "alloc_kb", "size": "size_kb"}.get(name, renamed.get(name, name))
            self.heap.add(number, name, text, scalar(name, text), max(self.block, 1))
        return True

    def _incident(self, number: int, line: str) -> bool:
        if match := _PROCESS.fullmatch(line):
            self.incident.add(number, "pid", match[1], int(match[1]))
            self.incident.add(number, "image", match[2].strip(), match[2].strip())
        elif match := _MARK.fullmatch(line):
            name = identifier(match[1])
            self.incident.add(number, name, match[2], match[2])
            self.incident.add(number, f"{name}_time", match[3], match[3])
        elif match := _SQL.fullmatch(line):
            self.incident.add(number, "sql_id", match[1], match[1])
            self.expects_command = True
        else:
            return False
        return True

    def close(self) -> None:
        """Flag what the end of the capture leaves open."""
        self._unclosed()
        for number, cells in self.chunks:
            if cells["min_size"][0] is None:
                reason = "no range of sizes follows this line"
                self.flags.append(Flag(number, "min_size", str(cells["comment"][0]), reason))


_HEAP_LINES = (
    (_DSX, ("heap_size",)),
    (_SUMMARY, ("summary_chunks", "summary_bytes", "extents")),
    (_EXTENTS, ("first_extent", "last_extent", "first_address", "last_address")),
    (_TOTAL, ("total_heap_size",)),
)


def _tables(dump: _Dump, provenance: Provenance) -> list[Table]:
    made = []
    if dump.heap.lines:
        columns = {"name": dump.heap.name, "value": dump.heap.value, "block": dump.heap.block}
        made.append(table_of_values("heap", columns, dump.heap.lines, provenance, flags=dump.flags))
    if dump.chunks:
        lines = [number for number, _ in dump.chunks]
        names = list(dump.chunks[0][1])
        columns = {name: [cells[name] for _, cells in dump.chunks] for name in names}
        units = {"size": "bytes", "min_size": "bytes", "max_size": "bytes"}
        made.append(table_of_values("freeable", columns, lines, provenance, units=units))
    if dump.incident.lines:
        columns = {"name": dump.incident.name, "value": dump.incident.value}
        made.append(table_of_values("incident", columns, dump.incident.lines, provenance))
    return made


def _sniff(source: SourceText) -> Recognition:
    if any(_HEAP.fullmatch(line) for line in source.lines):
        return Recognition(NAME, 0.95, "a line HEAP DUMP heap name=")
    marks = (
        ("FRAME [", "a call stack"),
        ("----- PL/SQL Call Stack -----", "a PL/SQL call stack"),
    )
    seen = [what for mark, what in marks if any(mark in line for line in source.lines)]
    seen += ["the memory of a process"] if is_process_memory(source.lines) else []
    seen += ["a Java call stack"] if any(map(is_java_frame, source.lines)) else []
    if seen:
        return Recognition(NAME, 0.8, ", ".join(seen))
    return Recognition(NAME, 0.0, "no heap dump and no call stack")


def _read(source: SourceText, options: Options) -> Reading:
    del options
    dump, chunks = _Dump(), HeapChunks()
    for number, line in enumerate(source.lines, 1):
        dump.take(number, line)
        chunks.take(number, line)
    dump.close()
    provenance = source.provenance(NAME)
    errors = error_table(source.lines, provenance)
    memory, doubts = process_memory_tables(source.lines, provenance)
    stacks, flags = stack_tables(source.lines, provenance)
    found = (*_tables(dump, provenance), chunks.table(provenance), errors, *memory, *stacks)
    tables = [table for table in found if table is not None]
    if not tables:
        raise ReadError(
            "there is no heap dump, error message or call stack in this capture",
            path=source.path,
            found=source.lines[0].strip()[:60],
            expected="a line such as HEAP DUMP heap name=",
        )
    lost = (() if dump.heap.lines else dump.flags, () if chunks.rows else chunks.flags)
    issues = (*source.flags, *lost[0], *lost[1], *doubts, *flags)
    return Reading(NAME, tuple(tables), (), (), issues, source.path)


READER = Reader(
    NAME,
    "incident files with heap dumps and call stacks",
    _sniff,
    _read,
    EXAMPLE,
    traits=(
        "several heaps in one file, whose totals are told apart by their number",
        "single chunks, with the status that newer releases glue to the class, each counted once",
        "the largest uses of memory of a process, rounded as printed",
        "error messages, stacks of C, PL/SQL and Java, registers, disassembly",
        "hexadecimal numbers as exact integers, with the printed text",
    ),
    gives=DUMP_FORMS,
)
