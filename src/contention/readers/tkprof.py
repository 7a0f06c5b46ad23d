"""tkprof reports, of releases 8i to 23ai: what traced statements cost and waited for.

Each statement gives call statistics and a wait profile too, named by its ``label``: the SQL ID,
or a digest of the text where none is printed. The options ``run`` and ``system`` name the run
and what was measured.

A total that is not the sum of its parts is flagged: counts exactly, seconds within rounding; and
so are overall totals that are less than the statements listed. Blanks may be collapsed, as in
copies of web pages. The text of the statements is not kept, only a digest of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from contention.errors import ReadError
from contention.measurements import Flag, Provenance, Table, Value
from contention.readers.call_tables import calls_from, waits_from
from contention.readers.cells import table_of_values
from contention.readers.reading import Options, Reader, Reading, Recognition
from contention.readers.source import SourceText
from contention.readers.tkprof_calls import call_row, is_call_heading
from contention.readers.tkprof_forms import FORMS, UNITS
from contention.readers.tkprof_report import TkprofReport
from contention.readers.tkprof_sums import overall_flags
from contention.readers.tkprof_tables import Rows, rows_of

__all__ = ["READER"]

NAME = "tkprof"

_CALLS = "call     count       cpu    elapsed       disk      query    current        rows"
_WAITS = "Elapsed times include waiting on following events:"
EXAMPLE = f"""\
TKPROF: Release 12.1.0.1.0 - Development on Tue Mar 4 10:11:12 2014

Trace file: orcl_ora_4711.trc
Sort options: default

********************************************************************************

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

       1  session in tracefile.
       1  user  SQL statements in trace file.
      40  lines in trace file.
       5  elapsed seconds in trace file.
"""


def _table(name: str, rows: Rows, provenance: Provenance, flags: Sequence[Flag]) -> Table:
    columns = {column: [cells[column] for _, cells in rows] for column in rows[0][1]}
    lines = [line for line, _ in rows]
    inside = set(lines)
    own = [flag for flag in flags if flag.line in inside] if name in ("calls", "waits") else []
    return table_of_values(name, columns, lines, provenance, flags=own, units=UNITS)


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
    report.flags += overall_flags(report.statements)
    flags = sorted(report.flags, key=lambda flag: flag.line or 0)
    provenance = source.provenance(NAME)
    rows = rows_of(report)
    tables = tuple(_table(name, found, provenance, flags) for name, found in rows.items() if found)
    labels = _labels(tables)
    named = _named(tables, labels, options)
    digests = {
        labels[number]: one.digest for number, one in enumerate(report.statements, 1) if one.text
    }
    return Reading(
        NAME,
        tables,
        issues=(*source.flags, *_without(flags, tables)),
        path=source.path,
        calls=tuple(
            replace(one, digest=digests.get(one.statement, ""))
            for one in calls_from(named["calls"])
        ),
        waits=tuple(
            replace(one, digest=digests.get(one.statement, ""))
            for one in (waits_from(named["waits"]) if "waits" in named else ())
        ),
    )


def _labels(tables: Sequence[Table]) -> dict[Value, str]:
    """The label of each statement by its number, each label once."""
    statements = next(table for table in tables if table.name == "statements")
    labels: dict[Value, str] = {}
    seen: Counter[Value] = Counter()
    for number, text in zip(
        *(statements.column(n).values for n in ("statement", "label")), strict=True
    ):
        seen[text] += 1
        labels[number] = f"{text}#{seen[text]}" if seen[text] > 1 else str(text)
    return labels


def _named(
    tables: Sequence[Table], labels: Mapping[Value, str], options: Mapping[str, object]
) -> dict[str, Table]:
    """The tables of calls and waits with each statement's label, and the run's name."""
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


READER = Reader(
    NAME,
    "tkprof reports of traced sessions",
    _sniff,
    _read,
    EXAMPLE,
    traits=(
        "releases 8i to 23ai: with SQL ID on one line or two, or without; any layout of blanks",
        "text of statements that holds a heading of calls, or a line of stars",
        "an event longer than its column, whose numbers follow on the next line",
        "steps of plans with one or three columns of rows, with all, some or no figures",
        "plans with several roots, partitions and object numbers; explained plans",
        "dates in other languages, and text in Latin-1",
        "statements that could not be parsed, with their error",
        "times have two decimals: 0.00 is less than half of 0.01, not nothing",
        "totals are held against their parts, and overall totals against the statements",
    ),
    gives=FORMS,
    ends="the line 'N elapsed seconds in trace file.'; before release 10, 'N lines in trace file.'",
)
