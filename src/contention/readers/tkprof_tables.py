"""The rows of the tables that a tkprof report gives."""

from __future__ import annotations

from contention.measurements import Value
from contention.readers.tkprof_calls import CALL_COLUMNS
from contention.readers.tkprof_head import REPORT_COLUMNS
from contention.readers.tkprof_plans import EXPLAINED_COLUMNS, PLAN_COLUMNS
from contention.readers.tkprof_report import TkprofReport
from contention.readers.tkprof_statements import Statement
from contention.readers.tkprof_waits import WAIT_COLUMNS

__all__ = ["Rows", "rows_of"]

Cell = tuple[str | None, Value]
Rows = list[tuple[int, dict[str, Cell]]]

_TABLES = ("calls", "waits", "plans", "explained_plans", "statements", "failed", "report")
_FACTS = (
    *("plan_hash", "misses_in_parse", "misses_in_execute", "optimizer_mode", "parsing_user"),
    *("parsing_schema", "recursive_depth", "plan_statistics"),
)


def rows_of(report: TkprofReport) -> dict[str, Rows]:
    """The line and cells of each row, by table.

    Parameters
    ----------
    report : TkprofReport
        The whole report.

    Returns
    -------
    dict
        Empty lists for tables that the report does not have.

    Examples
    --------
    >>> report = TkprofReport(statements=[Statement(3, facts={"sql_id": "abcdefgh12345"})])
    >>> rows_of(report)["statements"][0][1]["label"]
    ('abcdefgh12345', 'abcdefgh12345')
    """
    tables: dict[str, Rows] = {name: [] for name in _TABLES}
    for number, one in enumerate(report.statements, 1):
        _add(tables, number, one)
    for one in report.failed:
        cells = {
            "command": one.command,
            "text_digest": one.digest,
            "error": one.facts.get("error"),
        }
        tables["failed"].append((one.line, {name: (text, text) for name, text in cells.items()}))
    if report.facts.line:
        filled = [c.name for c in REPORT_COLUMNS if c.name in report.facts.cells]
        tables["report"].append(
            (report.facts.line, {name: report.facts.cells[name] for name in filled})
        )
    return tables


def _add(tables: dict[str, Rows], number: int, one: Statement) -> None:
    sql_id = one.facts.get("sql_id")
    head: dict[str, Cell] = {"statement": (str(number), number), "sql_id": (sql_id, sql_id)}
    scoped = {**head, "scope": (one.scope, one.scope)}
    for call in one.calls:
        cells = dict(zip(CALL_COLUMNS, call.cells, strict=True))
        tables["calls"].append((call.line, {**scoped, "call": (call.call,) * 2, **cells}))
    for wait in one.waits.rows:
        cells = dict(zip(WAIT_COLUMNS, wait.cells, strict=True))
        tables["waits"].append((wait.line, {**scoped, "event": (wait.event,) * 2, **cells}))
    for name, columns, steps in (
        ("plans", PLAN_COLUMNS, one.plan),
        ("explained_plans", EXPLAINED_COLUMNS, one.explained),
    ):
        for step in steps:
            cells = {column: step.cells[column] for column in columns}
            tables[name].append((step.line, {**head, **cells}))
    facts = {name: _fact(one.facts.get(name)) for name in _FACTS}
    named: dict[str, Cell] = {
        "label": (one.label, one.label),
        "command": (one.command, one.command),
        "text_digest": (one.digest or None,) * 2,
    }
    tables["statements"].append((one.line, {**scoped, **named, **facts}))


def _fact(text: str | None) -> Cell:
    whole = text is not None and text.isdecimal() and len(text) <= 40
    return (text, int(text)) if text is not None and whole else (text, text)
