"""Spools and sessions of SQL*Plus, and other tables with a line of dashes under the heading.

Tables, in this order:

* ``table_1``, ``table_2``, ...: one per distinct heading, in order of appearance. Results with
  the same heading are one table; the column ``block`` (1, 2, ...) tells them apart. A line
  inside a result that holds only text where numbers belong names a group: it becomes the
  column ``group``, as printed, of the rows under it. Column names follow
  :func:`contention.readers.headings.identifiers`: ``SUM(KSMCHSIZ)`` is ``sum_ksmchsiz``.
* ``runs``: what a procedure printed run by run, see :mod:`contention.readers.serveroutput`.
* ``prompts``, ``elapsed`` and ``changes``: see :mod:`contention.readers.session`.
* ``errors``: see :mod:`contention.readers.oracle_errors`.

Sweeps are labelled with ``labels[group]`` and ``label_suffix``; see
:mod:`contention.readers.sweep_columns` and, for locks, :mod:`contention.readers.lock_columns`.

A heading repeated after blank lines only is a page break. Lines of dots are flagged as rows
that were left out. Text without a ruler makes no table. A capture cut at the end of a row is
not known to be cut unless a footer counts the rows.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from contention.errors import ContentionError, MeasurementError, ReadError, TruncatedError
from contention.measurements import Flag, LockUse, MemorySeries, Provenance, Sweep, Table
from contention.readers.cells import Cells, Row, build_table
from contention.readers.columns import find_role, measure_names
from contention.readers.headings import identifiers
from contention.readers.lock_columns import locks_from
from contention.readers.memory_columns import series_from
from contention.readers.number_text import looks_numeric, says_missing
from contention.readers.oracle_errors import error_table
from contention.readers.reading import Options, Reader, Reading, Recognition
from contention.readers.ruled_kinds import ruled_kind
from contention.readers.rulers import Ruler
from contention.readers.serveroutput import log_series, log_table
from contention.readers.session import prompt_of, session_tables
from contention.readers.source import SourceText
from contention.readers.sqlplus_blocks import Block, BlockRow, find_blocks
from contention.readers.sqlplus_forms import SQLPLUS_FORMS, SQLPLUS_TRAITS
from contention.readers.sweep_columns import sweeps_from

__all__ = ["READER", "tables_of_blocks"]

NAME = "sqlplus"

EXAMPLE = """\
SQL> select
  SESSIONS THROUGHPUT MEAN_MS
---------- ---------- -------
         1        240     4.1
         4        906     4.4

2 rows selected.

Elapsed: 00:00:01.25
"""


def tables_of_blocks(blocks: Sequence[Block], provenance: Provenance) -> list[Table]:
    """The tables ``table_1``, ``table_2``, ... of some printed results.

    Parameters
    ----------
    blocks : sequence of Block
        In order of appearance.
    provenance : Provenance
        The capture.

    Returns
    -------
    list of Table
        One per distinct heading.

    Examples
    --------
    >>> blocks = find_blocks(["N GETS", "- ----", "Linux", "1   20"])
    >>> table = tables_of_blocks(blocks, Provenance("a.lst"))[0]
    >>> table.names, table.column("group").values
    (('n', 'gets', 'group', 'block'), ('Linux',))
    """
    merged: dict[tuple[str, ...], list[Block]] = {}
    for block in blocks:
        merged.setdefault(block.heading.headings, []).append(block)
    return [
        _one_table(f"table_{number}", headings, parts, provenance)
        for number, (headings, parts) in enumerate(merged.items(), 1)
    ]


def _one_table(
    name: str, headings: tuple[str, ...], blocks: Sequence[Block], provenance: Provenance
) -> Table:
    rows: list[tuple[BlockRow, str | None, int]] = []
    flags: list[Flag] = []
    for number, block in enumerate(blocks, 1):
        flags.extend(block.flags)
        rows.extend((row, group, number) for row, group in _with_groups(block, flags))
    grouped = any(group is not None for _, group, _ in rows)
    extra = ("group", "block") if grouped else ("block",)
    names = identifiers((*headings, *extra))
    cells = [
        Row(row.line, (*row.cells, *((group,) if grouped else ()), str(number)))
        for row, group, number in rows
    ]
    numbers = measure_names(names[: len(headings)]) | {names[-1]}
    texts = {names[-2]} if grouped else set()
    flags.sort(key=lambda flag: flag.line or 0)
    return build_table(
        name, Cells((*headings, *extra), cells, names, numbers, texts), provenance, flags
    )


def _with_groups(block: Block, flags: list[Flag]) -> list[tuple[BlockRow, str | None]]:
    """The rows of a block without its label lines, each with the label above it."""
    rulers = tuple(block.heading.rulers)
    rows = [row for row in block.rows if not row.label]
    whole = [row for row in rows if not _only_first(row)]
    first = [row.cells[0] for row in whole if row.cells[0] is not None]
    numeric = sum(looks_numeric(text) or says_missing(text) for text in first) * 2 > len(first)
    found: list[tuple[BlockRow, str | None]] = []
    label: BlockRow | None = None
    used = True
    for row in _join_wrapped(block.rows, rulers[0] if len(rulers) == 1 else None):
        text = row.cells[0] or ""
        if row.label and not numeric:
            flags.append(Flag(row.line, None, text, _NOT_A_ROW))
        elif row.label or (numeric and _only_first(row) and not looks_numeric(text)):
            if not used and label is not None:
                flags.append(Flag(label.line, None, label.cells[0] or "", _EMPTY_GROUP))
            label, used = row, False
        else:
            found.append((row, label.cells[0] if label else None))
            used = True
    if not used and label is not None:
        flags.append(Flag(label.line, None, label.cells[0] or "", _EMPTY_GROUP))
    return found


_NOT_A_ROW = "this line is not a row of the table above it; it is left out"
_EMPTY_GROUP = "a line of text with no row under it: not a row, and names no group"


def _only_first(row: BlockRow) -> bool:
    return len(row.cells) > 1 and row.cells[0] is not None and not any(row.cells[1:])


def _join_wrapped(rows: Sequence[BlockRow], ruler: Ruler | None) -> list[BlockRow]:
    """Join a line that only continues texts which filled their column in the line above."""
    if ruler is None or ruler.pipes:
        return list(rows)
    joined: list[BlockRow] = []
    end = 0
    for row in rows:
        filled = [index for index, cell in enumerate(row.cells) if cell]
        last = joined[-1] if joined else None
        if (
            last is not None
            and not (row.label or last.label)
            and row.line == end + 1
            and len(filled) < len(row.cells)
            and filled
            and all(_fills(last.cells[index], ruler.spans[index]) for index in filled)
        ):
            cells = tuple(
                f"{above}{below}" if below else above
                for above, below in zip(last.cells, row.cells, strict=True)
            )
            joined[-1] = BlockRow(last.line, cells)
        else:
            joined.append(row)
        end = row.line
    return joined


def _fills(cell: str | None, span: tuple[int, int]) -> bool:
    return cell is not None and len(cell) == span[1] - span[0] and not looks_numeric(cell)


def _sniff(source: SourceText) -> Recognition:
    if reason := ruled_kind(source.lines):
        return Recognition(NAME, 0.1, reason)
    prompts = sum(prompt_of(line) is not None for line in source.lines)
    if prompts:
        return Recognition(NAME, 0.9, f"{prompts} prompts such as 'SQL>'")
    blocks = [block for block in find_blocks(_expanded(source)) if block.rows]
    if any(block.heading.headings[:3] == ("call", "count", "cpu") for block in blocks):
        return Recognition(NAME, 0.2, "the tables of a tkprof report")
    if blocks:
        line = blocks[0].rows[0].line
        return Recognition(NAME, 0.8, f"a heading, a line of dashes, and rows from line {line}")
    return Recognition(NAME, 0.0, "no prompt, and no line of dashes under a heading with rows")


def _expanded(source: SourceText) -> list[str]:
    return [line.expandtabs(8) for line in source.lines]


def _read(source: SourceText, options: Options) -> Reading:
    lines = _expanded(source)
    provenance = source.provenance(NAME)
    results = tables_of_blocks(find_blocks(lines), provenance)
    log = log_table(lines, provenance)
    errors = error_table(lines, provenance)
    tables = [
        *(table for table in results if len(table)),
        *([log] if log else []),
        *session_tables(lines, provenance),
        *([errors] if errors else []),
    ]
    _require_rows(source, results, tables)
    issues = [*source.flags]
    for table in results:
        if not len(table):
            reason = f"heading {', '.join(table.names[:4])}: no row under it"
            issues.append(Flag(None, None, table.name, reason))
    measured = _measurements(results, log, options)
    return Reading(
        NAME,
        tuple(tables),
        tuple(measured.sweeps),
        tuple(measured.memory),
        (*issues, *measured.issues),
        source.path,
        measured.refused,
        locks=tuple(measured.locks),
    )


@dataclass
class _Measured:
    sweeps: list[Sweep] = field(default_factory=list)
    memory: list[MemorySeries] = field(default_factory=list)
    locks: list[LockUse] = field(default_factory=list)
    issues: list[Flag] = field(default_factory=list)
    refused: dict[str, ContentionError] = field(default_factory=dict)

    def refuse(self, kind: str, error: ContentionError) -> None:
        """Keep why a table is not a measurement: a spool may hold other tables that are."""
        self.refused.setdefault(kind, error)
        line = error.line
        self.issues.append(Flag(line, error.column, error.found or "", error.message))


def _measurements(results: Sequence[Table], log: Table | None, options: Options) -> _Measured:
    found = _Measured()
    for table in results:
        try:
            sweeps, flags = sweeps_from(table, options)
            found.sweeps.extend(sweeps)
            found.issues.extend(flags)
        except (ReadError, MeasurementError) as error:
            found.refuse("sweep", error)
        try:
            found.locks.extend(locks_from(table))
        except MeasurementError as error:
            found.refuse("lock", error)
        try:
            if find_role(table, "sessions") is None and find_role(table, "step") is not None:
                found.memory.extend(series_from(table))
        except (ReadError, MeasurementError) as error:
            found.refuse("memory", error)
    try:
        found.memory.extend(log_series(log) if log else ())
    except (ReadError, MeasurementError) as error:
        found.refuse("memory", error)
    return found


def _require_rows(source: SourceText, results: Sequence[Table], tables: Sequence[Table]) -> None:
    if results and not tables:
        raise TruncatedError(
            "there is a heading and no row under it",
            path=source.path,
            line=len(source.lines),
            found=re.sub(r"\s+", " ", source.lines[-1]).strip()[:60],
            expected="rows",
        )
    if not tables:
        raise ReadError(
            "there is no table in this capture",
            path=source.path,
            found=source.lines[0].strip()[:60],
            expected="a heading, a line of dashes under it, and rows",
        )


READER = Reader(
    NAME,
    "SQL*Plus spools and sessions",
    _sniff,
    _read,
    EXAMPLE,
    traits=SQLPLUS_TRAITS,
    gives=SQLPLUS_FORMS,
)
