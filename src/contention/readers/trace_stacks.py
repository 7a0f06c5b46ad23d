"""Call stacks, registers and machine instructions in a trace file.

Tables: ``plsql_stack`` (``block``: which stack, from 1; ``handle``, ``line``, ``object``);
``stack`` (``frame``, ``function``, ``offset``, ``callee``); ``java_stack`` (``block``, ``depth``:
1 for the outermost call, missing where it is not printed; ``method``, ``unit``, ``line``);
``registers`` (``name``,
``value``); ``disassembly`` (``current``: 1 for the marked instruction, else 0; ``function``,
``offset``, ``address``, ``instruction``).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from contention.measurements import Flag, Provenance, Table, Value
from contention.readers.cells import table_of_values
from contention.readers.oracle_errors import exact

__all__ = ["is_java_frame", "stack_tables"]

_PLSQL_TITLE = re.compile(r"-+ PL/SQL (?:Call )?Stack -+\s*")
_PLSQL = re.compile(r"(0x[0-9a-fA-F]{1,32})\s+(\d{1,12})\s+(\S.*)")
_FRAME = re.compile(
    r"=*\s*FRAME \[(\d{1,9})\] \(([^\s()]+)(?:\(\))?\+(\d{1,12}) -> ([^\s()]+)(?:\(\))?\)\s*=*\s*"
)
_JAVA = re.compile(r"\s*(?:(\d{1,6})|at) ([A-Za-z_][\w.$<>]{0,200})\(([\w.$]{1,80}):(\d{1,9})\)\s*")
_REGISTER = re.compile(r"%(\w{2,5}):\s*(0x[0-9a-fA-F]{1,32})")
_INSTRUCTION = re.compile(
    r"(>?)\s*([\w$.]{1,200})\(\)\+(\d{1,12})\s+\((0x[0-9a-fA-F]{1,32})\)\s+(\S.*)"
)

Cell = tuple[str | None, Value]


@dataclass
class _Rows:
    names: tuple[str, ...]
    rows: list[tuple[Cell, ...]] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)

    def add(self, line: int, *cells: Cell) -> None:
        self.rows.append(cells)
        self.lines.append(line)


def _cell(text: str) -> Cell:
    return (text, exact(text))


def is_java_frame(line: str) -> bool:
    """Whether the line is an entry of a Java call stack.

    Parameters
    ----------
    line : str
        One line of the capture.

    Returns
    -------
    bool
        True for ``2 package.Class.method(Class.java:14)``, or with ``at`` for the number.

    Examples
    --------
    >>> is_java_frame("    2 java.util.UUID.toString(UUID.java:12)"), is_java_frame("2 rows")
    (True, False)
    """
    return bool(_JAVA.fullmatch(line))


def stack_tables(
    lines: Sequence[str], provenance: Provenance
) -> tuple[list[Table], tuple[Flag, ...]]:
    """The stacks, registers and instructions of a trace file.

    Parameters
    ----------
    lines : sequence of str
        The whole capture.
    provenance : Provenance
        The capture.

    Returns
    -------
    tables : list of Table
        Those of the module's text that have rows.
    flags : tuple of Flag
        Lines that begin like one of these and cannot be read.

    Examples
    --------
    >>> line = "===== FRAME [8] (warn()+1417 -> stop()) ====="
    >>> tables, _ = stack_tables([line], Provenance("x.trc"))
    >>> tables[0].column("offset").values
    (1417,)
    """
    made = {
        "plsql_stack": _Rows(("block", "handle", "line", "object")),
        "stack": _Rows(("frame", "function", "offset", "callee")),
        "java_stack": _Rows(("block", "depth", "method", "unit", "line")),
        "registers": _Rows(("name", "value")),
        "disassembly": _Rows(("current", "function", "offset", "address", "instruction")),
    }
    flags: list[Flag] = []
    block, last = 0, -1
    java, java_last = 0, -1
    for number, line in enumerate(map(str.strip, lines), 1):
        if match := _PLSQL.fullmatch(line):
            block += number != last + 1
            last = number
            text = match[3]
            place = (_cell(match[1]), _cell(match[2]), (text, text))
            made["plsql_stack"].add(number, (str(block), block), *place)
        elif match := _FRAME.fullmatch(line):
            texts = ((match[2], match[2]), _cell(match[3]), (match[4], match[4]))
            made["stack"].add(number, _cell(match[1]), *texts)
        elif match := _JAVA.fullmatch(line):
            java += number != java_last + 1
            java_last = number
            depth = _cell(match[1]) if match[1] else (None, None)
            names = ((match[2], match[2]), (match[3], match[3]), _cell(match[4]))
            made["java_stack"].add(number, (str(java), java), depth, *names)
        elif match := _INSTRUCTION.fullmatch(line):
            current = int(bool(match[1]))
            mark = (match[1] or None, current)
            place = ((match[2], match[2]), _cell(match[3]), _cell(match[4]))
            made["disassembly"].add(number, mark, *place, (match[5], match[5]))
        elif registers := _REGISTER.findall(line):
            for name, value in registers:
                made["registers"].add(number, (name, name), _cell(value))
        if _is_broken(line):
            flags.append(Flag(number, None, line[:80], "an incomplete line of a stack"))
    flags.extend(_unfinished(made["java_stack"]))
    tables = [
        table_of_values(
            name,
            {column: [row[k] for row in rows.rows] for k, column in enumerate(rows.names)},
            rows.lines,
            provenance,
        )
        for name, rows in made.items()
        if rows.lines
    ]
    return tables, tuple(flags)


def _unfinished(java: _Rows) -> list[Flag]:
    """A flag for each Java stack whose last numbered entry is not the outermost call."""
    ends = {row[0][1]: (line, row[1]) for line, row in zip(java.lines, java.rows, strict=True)}
    reason = "the Java stack does not go down to its entry 1: it may be cut"
    return [
        Flag(line, "depth", text, reason)
        for line, (text, depth) in ends.values()
        if text is not None and depth != 1
    ]


def _is_broken(line: str) -> bool:
    """Whether a line begins like a frame, a register or a stack entry, and is none."""
    if "FRAME [" in line:
        return not _FRAME.fullmatch(line)
    if line.startswith("%"):
        return line.count("%") != len(_REGISTER.findall(line))
    return bool(re.match(r"0x[0-9a-fA-F]+", line)) and not _PLSQL.fullmatch(line)
