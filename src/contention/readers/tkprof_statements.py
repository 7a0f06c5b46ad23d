"""The statements of a tkprof report, taken line by line: what belongs to which of them."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass, field

from contention.measurements import Flag
from contention.readers.tkprof_calls import CallRow, call_row, check_total, is_call_heading
from contention.readers.tkprof_rows import RowSource, is_row_source_heading, row_source
from contention.readers.tkprof_waits import WaitSection, is_wait_heading, is_wait_row

__all__ = ["Statement", "TkprofReport", "is_separator"]

_OVERALL = re.compile(r"OVERALL\s*TOTALS\s*FOR\s*ALL\s*(NON-RECURSIVE|RECURSIVE)\s*STATEMENTS")
_SQL_ID = re.compile(r"SQL ID ?: ?([0-9a-z]{13})\b(?:\s+Plan Hash ?: ?(\d{1,12}))?")
_PLAN_HASH = re.compile(r"Plan Hash(?: Value)? ?: ?(\d{1,12})")
_PLAN = re.compile(r"Rows\s+Execution Plan.*")
_FACTS = (
    ("misses_in_parse", re.compile(r"Misses in library cache during parse: (\d{1,12})")),
    ("misses_in_execute", re.compile(r"Misses in library cache during execute: (\d{1,12})")),
    ("optimizer_mode", re.compile(r"Optimizer (?:mode|goal|hint): (\w+)")),
    ("parsing_user", re.compile(r"Parsing user id: (\w+)")),
    ("recursive_depth", re.compile(r".*\(recursive depth: (\d{1,3})\).*")),
    ("plan_statistics", re.compile(r"Number of plan statistics captured: (\d{1,12})")),
)


def is_separator(line: str) -> bool:
    """Whether a line of stars ends a statement.

    Parameters
    ----------
    line : str
        One line of the report.

    Returns
    -------
    bool
        Whether it holds stars only, sixty at least.

    Examples
    --------
    >>> is_separator("*" * 80), is_separator("/*****/")
    (True, False)
    """
    bare = line.strip()
    return len(bare) >= 60 and not bare.strip("*")


@dataclass
class Statement:
    """What the report says of one statement, or of all of them.

    Attributes
    ----------
    line : int
        Where it begins.
    scope : str
        ``statement``, ``non_recursive`` or ``recursive``.
    text : list of str
        The lines before the call table that are no heading.
    facts : dict
        SQL ID, plan hash and what else is printed once, by name, with the printed text.
    calls, waits, row_sources
        The rows of its tables.
    closed : bool
        Whether the report goes on behind it.

    Examples
    --------
    >>> Statement(1, "recursive").label
    'overall_recursive'
    """

    line: int
    scope: str = "statement"
    text: list[str] = field(default_factory=list)
    facts: dict[str, str] = field(default_factory=dict)
    calls: list[CallRow] = field(default_factory=list)
    waits: WaitSection = field(default_factory=WaitSection)
    row_sources: list[RowSource] = field(default_factory=list)
    closed: bool = False

    @property
    def command(self) -> str | None:
        """The first word of its text."""
        words = " ".join(self.text).split(maxsplit=1)
        return words[0] if words else None

    @property
    def label(self) -> str:
        """Its SQL ID; without one, a digest of its text, so that two reports can be compared."""
        if self.scope != "statement":
            return f"overall_{self.scope}"
        if "sql_id" in self.facts:
            return self.facts["sql_id"]
        words = " ".join(" ".join(self.text).split())
        return f"text_{hashlib.sha256(words.encode('utf-8', 'replace')).hexdigest()[:8]}"


@dataclass
class TkprofReport:
    """A report while it is read.

    Attributes
    ----------
    statements : list of Statement
        Those that have a call table, in order.
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
    flags: list[Flag] = field(default_factory=list)
    current: Statement = field(default_factory=lambda: Statement(1))
    part: str = "text"

    def take(self, number: int, line: str) -> None:
        """Read one line."""
        if is_separator(line):
            self._next(Statement(number + 1))
        elif match := _OVERALL.fullmatch(line.strip()):
            self._next(Statement(number, match[1].lower().replace("-", "_")))
        elif is_call_heading(line):
            if self.current.calls:
                self._next(Statement(number))
            self.part = "calls"
        elif is_wait_heading(line):
            self.part = "waits"
        elif is_row_source_heading(line):
            self.part = "row_sources"
        elif _PLAN.fullmatch(line.strip()):
            self.part = "plan"
            reason = "the execution plan, which was explained later, is not read"
            self.flags.append(Flag(number, None, line.strip()[:40], reason))
        else:
            self._line(number, line)

    def _line(self, number: int, line: str) -> None:
        statement, bare = self.current, line.strip()
        if not bare:
            over = {
                "waits": bool(statement.waits.rows) and statement.scope != "statement",
                "row_sources": bool(statement.row_sources),
                "plan": True,
            }
            self.part = "facts" if over.get(self.part) else self.part
        elif self.part == "waits" or (self.part == "facts" and is_wait_row(line)):
            statement.waits.take(number, line)
        elif self.part == "row_sources" or (self.part == "facts" and "(cr=" in line):
            step = row_source(number, line, self.flags)
            statement.row_sources.extend([step] if step else [])
        elif self.part == "calls":
            self._call_line(number, line)
        elif not self._fact(bare) and self.part == "text":
            statement.text.append(bare)

    def _call_line(self, number: int, line: str) -> None:
        statement, bare = self.current, line.strip()
        row = call_row(number, line, self.flags)
        if row is not None:
            if any(one.call == row.call for one in statement.calls):
                reason = f"a second row {row.call} in one call table; left out"
                self.flags.append(Flag(number, None, bare[:80], reason))
                return
            statement.calls.append(row)
            self.part = "facts" if row.call == "total" else "calls"
        elif bare.strip("- "):
            if statement.calls:
                reason = "a line of a call table that cannot be read; left out"
                self.flags.append(Flag(number, None, bare[:80], reason))
                self._fact(bare)
            else:
                statement.text.append(bare)
                self.part = "text"

    def _fact(self, bare: str) -> bool:
        facts = self.current.facts
        if match := _SQL_ID.fullmatch(bare):
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
        return True

    def _next(self, following: Statement) -> None:
        self.current.closed = True
        self._keep()
        self.current, self.part = following, "text"

    def _keep(self) -> None:
        statement = self.current
        statement.waits.end()
        self.flags.extend(statement.waits.flags)
        if statement.calls:
            check_total(statement.calls, self.flags)
            self.statements.append(statement)
        elif statement.waits.rows or statement.row_sources or "sql_id" in statement.facts:
            reason = "a statement without a call table; left out"
            self.flags.append(Flag(statement.line, None, statement.label, reason))

    def end(self) -> None:
        """Flag a report that ends within a statement."""
        within = self.current.scope == "statement" or self.part in ("waits", "row_sources")
        if within and (self.current.calls or self.part == "calls" or self.current.facts):
            reason = "the report ends within this statement: no line of stars follows"
            self.flags.append(Flag(self.current.line, None, self.current.label, reason))
        elif self.part == "calls" and not self.current.calls:
            reason = "a heading of a call table without rows: the report may be cut"
            self.flags.append(Flag(self.current.line, None, self.current.label, reason))
        self._keep()
