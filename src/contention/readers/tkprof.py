"""tkprof reports: what the statements of a traced session cost and waited for.

Tables, each only when the report has such rows. ``statement`` is the number of the statement in
the report, from 1, and ``sql_id`` its identifier where the report prints one; ``scope`` is
``statement``, or ``non_recursive`` or ``recursive`` for the overall totals.

* ``calls`` (statement, sql_id, scope, call, count, cpu_s, elapsed_s, disk, query, current,
  rows): one row per kind of call, and the printed total.
* ``waits`` (statement, sql_id, scope, event, times_waited, max_wait_s, total_waited_s). Seconds
  have two decimals: 0.00 is less than half of 0.01, not nothing.
* ``row_sources`` (statement, sql_id, rows_first, rows_avg, rows_max, depth, operation, cr, pr,
  pw, time_us, cost, size_bytes, card, starts): the steps of the plan that was run.
* ``statements`` (statement, sql_id, scope, label, command, plan_hash, misses_in_parse,
  misses_in_execute, optimizer_mode, parsing_user, recursive_depth, plan_statistics).

Each statement also gives call statistics and a wait profile, named by its ``label``: the SQL ID,
or a digest of the text where none is printed. The options ``run`` and ``system`` name the run
and what was measured.

A total that is not the sum of its parts is flagged: counts exactly, seconds within rounding.
Blanks may be collapsed, as in copies of web pages. The text of the statements is not kept.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from contention.errors import ReadError
from contention.measurements import Flag, Provenance, Table, Value
from contention.readers.call_tables import calls_from, waits_from
from contention.readers.cells import table_of_values
from contention.readers.reading import Options, Reader, Reading, Recognition
from contention.readers.source import SourceText
from contention.readers.tkprof_calls import CALL_COLUMNS, call_row, is_call_heading
from contention.readers.tkprof_rows import ROW_SOURCE_COLUMNS
from contention.readers.tkprof_statements import Statement, TkprofReport
from contention.readers.tkprof_waits import WAIT_COLUMNS

__all__ = ["READER"]

NAME = "tkprof"

_CALLS = "call     count       cpu    elapsed       disk      query    current        rows"
_WAITS = "Elapsed times include waiting on following events:"
EXAMPLE = f"""\
SQL ID: abcdefgh12345 Plan Hash: 0

INSERT

{_CALLS}
------- ------  -------- ---------- ---------- ---------- ----------  ----------
Parse        1      0.00       0.00          0          0          0           0
Execute     20      3.09       4.57          6         94        366          17
Fetch        0      0.00       0.00          0          0          0           0
------- ------  -------- ---------- ---------- ---------- ----------  ----------
total       21      3.10       4.57          6         94        366          17

Misses in library cache during parse: 1
Parsing user id: 84     (recursive depth: 1)

{_WAITS}
  Event waited on                             Times   Max. Wait  Total Waited
  ----------------------------------------   Waited  ----------  ------------
  db file sequential read                         6        0.01          0.02
  an event whose name is longer than its column
                                                  1        0.00          0.01
********************************************************************************
"""

_FACTS = (
    "plan_hash",
    "misses_in_parse",
    "misses_in_execute",
    "optimizer_mode",
    "parsing_user",
    "recursive_depth",
    "plan_statistics",
)
_UNITS = {
    **dict.fromkeys(("cpu_s", "elapsed_s", "max_wait_s", "total_waited_s"), "s"),
    "time_us": "us",
    "size_bytes": "bytes",
}

Cell = tuple[str | None, Value]
_Rows = list[tuple[int, dict[str, Cell]]]


def _fact(text: str | None) -> Cell:
    return (text, int(text)) if text is not None and text.isdecimal() else (text, text)


def _rows(statements: Sequence[Statement]) -> dict[str, _Rows]:
    tables: dict[str, _Rows] = {"calls": [], "waits": [], "row_sources": [], "statements": []}
    for number, one in enumerate(statements, 1):
        sql_id = one.facts.get("sql_id")
        head: dict[str, Cell] = {"statement": (str(number), number), "sql_id": (sql_id, sql_id)}
        scoped = {**head, "scope": (one.scope, one.scope)}
        for call in one.calls:
            cells = dict(zip(CALL_COLUMNS, call.cells, strict=True))
            tables["calls"].append((call.line, {**scoped, "call": (call.call,) * 2, **cells}))
        for wait in one.waits.rows:
            cells = dict(zip(WAIT_COLUMNS, wait.cells, strict=True))
            tables["waits"].append((wait.line, {**scoped, "event": (wait.event,) * 2, **cells}))
        for step in one.row_sources:
            cells = {name: step.cells[name] for name in ROW_SOURCE_COLUMNS}
            tables["row_sources"].append((step.line, {**head, **cells}))
        facts = {name: _fact(one.facts.get(name)) for name in _FACTS}
        label: dict[str, Cell] = {
            "label": (one.label, one.label),
            "command": (one.command, one.command),
        }
        tables["statements"].append((one.line, {**scoped, **label, **facts}))
    return tables


def _table(name: str, rows: _Rows, provenance: Provenance, flags: Sequence[Flag]) -> Table:
    columns = {column: [cells[column] for _, cells in rows] for column in rows[0][1]}
    lines = [line for line, _ in rows]
    inside = set(lines)
    own = [flag for flag in flags if flag.line in inside] if name in ("calls", "waits") else []
    return table_of_values(name, columns, lines, provenance, flags=own, units=_UNITS)


def _without(flags: Sequence[Flag], tables: Sequence[Table]) -> list[Flag]:
    """The flags that no table has."""
    taken = {flag for table in tables for flag in table.flags}
    return [flag for flag in flags if flag not in taken]


def _sniff(source: SourceText) -> Recognition:
    tables = sum(
        is_call_heading(line) and any(call_row(1, below, []) for below in source.lines[at : at + 4])
        for at, line in enumerate(source.lines, 1)
    )
    if tables:
        return Recognition(NAME, 0.95, f"{tables} tables of parse, execute and fetch calls")
    return Recognition(NAME, 0.0, "no heading 'call count cpu elapsed ...' with rows under it")


def _read(source: SourceText, options: Options) -> Reading:
    report = TkprofReport()
    for number, line in enumerate(source.lines, 1):
        report.take(number, line.expandtabs(8))
    report.end()
    if not report.statements:
        raise ReadError(
            "there is no call table in this report",
            path=source.path,
            found=source.lines[0].strip()[:60],
            expected="a heading 'call count cpu elapsed disk query current rows' and its rows",
        )
    flags = sorted(report.flags, key=lambda flag: flag.line or 0)
    provenance = source.provenance(NAME)
    rows = _rows(report.statements)
    tables = tuple(_table(name, found, provenance, flags) for name, found in rows.items() if found)
    named = _named(tables, options)
    return Reading(
        NAME,
        tables,
        issues=(*source.flags, *_without(flags, tables)),
        path=source.path,
        calls=calls_from(named["calls"]),
        waits=waits_from(named["waits"]) if "waits" in named else (),
    )


def _named(tables: Sequence[Table], options: Mapping[str, object]) -> dict[str, Table]:
    """The tables with each statement's label, each label once, and the run's name."""
    statements = next(table for table in tables if table.name == "statements")
    labels: dict[Value, str] = {}
    for number, text in zip(
        *(statements.column(n).values for n in ("statement", "label")), strict=True
    ):
        seen = sum(label.split("#")[0] == text for label in labels.values())
        labels[number] = f"{text}#{seen + 1}" if seen else str(text)
    made = {}
    for table in tables:
        if table.name not in ("calls", "waits"):
            continue
        columns = {c.name: list(zip(c.text, c.values, strict=True)) for c in table.columns}
        columns["statement"] = [(labels[n], labels[n]) for n in table.column("statement").values]
        for option in ("run", "system"):
            name = str(options.get(option, ""))
            columns[option] = [(name, name)] * len(table)
        made[table.name] = table_of_values(
            table.name, columns, table.lines, table.provenance, flags=table.flags
        )
    return made


READER = Reader(NAME, "tkprof reports of traced sessions", _sniff, _read, EXAMPLE)
