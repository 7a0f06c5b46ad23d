"""A tkprof report, taken line by line: what belongs to which statement."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from contention.measurements import Flag
from contention.readers.tkprof_calls import call_row, check_total, is_call_heading
from contention.readers.tkprof_head import ReportFacts
from contention.readers.tkprof_plans import (
    explained_step,
    is_explained_heading,
    is_plan_heading,
    number_steps,
    plan_step,
    unwrapped,
)
from contention.readers.tkprof_statements import Statement, is_separator
from contention.readers.tkprof_waits import is_wait_heading, is_wait_row

__all__ = ["TkprofReport"]

_OVERALL = re.compile(r"OVERALL\s*TOTALS\s*FOR\s*ALL\s*(NON-RECURSIVE|RECURSIVE)\s*STATEMENTS")
_SQL_ID = re.compile(r"SQL ID ?: ?([0-9a-z]{13})\b(?:\s+Plan Hash ?: ?(\d{1,12}))?")
_PLAN_HASH = re.compile(r"Plan Hash(?: Value)? ?: ?(\d{1,12})")
_FACTS = (
    ("misses_in_parse", re.compile(r"Misses in library cache during parse: (\d{1,12})")),
    ("misses_in_execute", re.compile(r"Misses in library cache during execute: (\d{1,12})")),
    ("optimizer_mode", re.compile(r"Optimizer (?:mode|goal|hint): (\w+)")),
    ("parsing_user", re.compile(r"Parsing user id: ([\w$#]+)")),
    ("parsing_schema", re.compile(r"Parsing user id: \d{1,12}\s{1,20}\(([\w$#]{1,128})\)")),
    ("recursive_depth", re.compile(r".*\(recursive depth: (\d{1,3})\).*")),
    ("plan_statistics", re.compile(r"Number of plan statistics captured: (\d{1,12})")),
)
_UNEXPLAINED = re.compile(r"error during \w{3,20} of EXPLAIN PLAN", re.I)
_HEADINGS = (
    (is_wait_heading, "waits"),
    (is_plan_heading, "plan"),
    (is_explained_heading, "explained"),
)


@dataclass
class TkprofReport:
    """A report while it is read.

    Attributes
    ----------
    statements : list of Statement
        Those that have a call table, in order.
    failed : list of Statement
        Those that could not be parsed.
    facts : ReportFacts
        What the report says of itself.
    flags : list of Flag
        What could not be taken at face value.

    Examples
    --------
    >>> report = TkprofReport()
    >>> report.take(1, "OVERALL TOTALS FOR ALL RECURSIVE STATEMENTS")
    >>> report.current.scope
    'recursive'
    """

    statements: list[Statement] = field(default_factory=list)
    failed: list[Statement] = field(default_factory=list)
    facts: ReportFacts = field(default_factory=ReportFacts)
    flags: list[Flag] = field(default_factory=list)
    current: Statement = field(default_factory=lambda: Statement(1))
    part: str = "text"
    explained: list[tuple[int, str]] = field(default_factory=list)
    stars: int = 0
    last: int = 0

    def take(self, number: int, line: str) -> None:
        """Read one line."""
        self.last = number if line.strip() else self.last
        if is_separator(line):
            self._separator(number)
        elif match := _OVERALL.fullmatch(line.strip()):
            self._next(Statement(number, match[1].lower().replace("-", "_")))
        elif is_call_heading(line):
            if self.current.calls:
                self._next(Statement(number))
            self.part = "calls"
        elif part := next((name for begins, name in _HEADINGS if begins(line)), ""):
            self.part = part
        else:
            self._line(number, line)

    def _separator(self, number: int) -> None:
        """End the statement, unless the stars may stand within its text."""
        one = self.current
        ended = one.calls or not one.text or one.preface or one.failed or self.part != "text"
        if ended:
            self._next(Statement(number + 1))
        else:
            self.stars = self.stars or number

    def _line(self, number: int, line: str) -> None:
        statement, bare = self.current, line.strip()
        if not bare:
            over = {
                "waits": bool(statement.waits.rows) and statement.scope != "statement",
                "plan": bool(statement.plan),
                "explained": bool(self.explained),
            }
            self.part = "facts" if over.get(self.part) else self.part
        elif self._outside(number, line):
            return
        elif self.part == "waits" or (self.part == "facts" and is_wait_row(line)):
            statement.waits.take(number, line)
        elif self.part == "plan" or (self.part == "facts" and "(cr=" in line):
            step = plan_step(number, line, self.flags)
            statement.plan.extend([step] if step else [])
        elif self.part == "explained":
            self.explained.append((number, line))
        elif self.part == "calls":
            self._call_line(number, line)
        elif not self._fact(number, bare) and self.part == "text":
            statement.text.append(bare)
            statement.lines.append(number)

    def _outside(self, number: int, line: str) -> bool:
        """Whether the line is of the report's head or trailer, not of a statement's text."""
        within = self.part == "text" and self.current.text and not self.current.preface
        return (not within or self.stars > 0) and self.facts.take(number, line)

    def _call_line(self, number: int, line: str) -> None:
        statement, bare = self.current, line.strip()
        row = call_row(number, line, self.flags)
        if row is not None:
            if any(one.call == row.call for one in statement.calls):
                reason = f"a second row {row.call} in one call table; left out"
                self.flags.append(Flag(number, None, bare[:80], reason))
                return
            if self.stars:
                reason = "a line of stars within the text of a statement"
                self.flags.append(Flag(self.stars, None, "*" * 20, reason))
                self.stars = 0
            statement.calls.append(row)
            self.part = "facts" if row.call == "total" else "calls"
        elif bare.strip("- "):
            if statement.calls:
                reason = "a line of a call table that cannot be read; left out"
                self.flags.append(Flag(number, None, bare[:80], reason))
                self._fact(number, bare)
            else:
                statement.text.append(bare)
                self.part = "text"

    def _fact(self, number: int, bare: str) -> bool:
        match = _SQL_ID.fullmatch(bare)
        if match and self.stars:
            self._next(Statement(self.stars + 1))
        facts = self.current.facts
        if match:
            facts.setdefault("sql_id", match[1])
            if match[2]:
                facts.setdefault("plan_hash", match[2])
            return True
        if match := _PLAN_HASH.fullmatch(bare):
            facts.setdefault("plan_hash", match[1])
            return True
        if self.part == "text":
            return False
        for name, pattern in _FACTS:
            if match := pattern.match(bare):
                facts.setdefault(name, match[1])
        if _UNEXPLAINED.match(bare):
            reason = "the plan of this statement could not be explained"
            self.flags.append(Flag(number, None, bare[:80], reason))
        return True

    def _next(self, following: Statement) -> None:
        self.current.closed = True
        self._keep()
        self.current, self.part, self.stars = following, "text", 0

    def _keep(self) -> None:
        statement = self.current
        statement.waits.end()
        self.flags.extend(statement.waits.flags)
        for number, line in unwrapped(self.explained):
            step = explained_step(number, line, self.flags)
            statement.explained.extend([step] if step else [])
        self.explained.clear()
        number_steps(statement.plan)
        number_steps(statement.explained)
        if statement.calls:
            check_total(statement.calls, self.flags)
            self.statements.append(statement)
        elif failures := statement.failures():
            self.failed.extend(failures)
        elif statement.waits.rows or statement.plan or "sql_id" in statement.facts:
            reason = "a statement without a call table; left out"
            self.flags.append(Flag(statement.line, None, statement.label, reason))

    def end(self) -> None:
        """Flag a report that ends within a statement, or without its last lines."""
        within = self.current.scope == "statement" or self.part in ("waits", "plan")
        if within and (self.current.calls or self.part == "calls" or self.current.facts):
            reason = "the report ends within this statement: no line of stars follows"
            self.flags.append(Flag(self.current.line, None, self.current.label, reason))
        elif self.part == "calls" and not self.current.calls:
            reason = "a heading of a call table without rows: the report may be cut"
            self.flags.append(Flag(self.current.line, None, self.current.label, reason))
        self._keep()
        if not self.facts.ended:
            reason = (
                "no line 'elapsed seconds in trace file' ends the report: it is a part of one,"
                " and whether statements are missing is not known"
            )
            self.flags.append(Flag(self.last, None, "", reason))
        self.flags.extend(self.facts.flags)
