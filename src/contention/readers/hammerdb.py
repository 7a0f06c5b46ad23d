"""Logs of HammerDB: new orders and transactions per minute of each timed run.

Versions up to 3 print ``System achieved T ... TPM at N NOPM``, later ones ``System achieved N NOPM
from T ... TPM``; each number is told by the word behind it. ``throughput_per_s`` is new orders per
second, NOPM / 60, the figure that databases can be compared by; TPM counts what each database
calls a transaction. Ramp-up is not part of the timed period.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from contention.errors import ReadError
from contention.measurements import Flag
from contention.readers.benchmark_runs import (
    COMPLETE,
    RUN_COLUMNS,
    Run,
    table_of_rows,
)
from contention.readers.forms import ColumnForm, TableForm
from contention.readers.reading import Options, Reader, Reading, Recognition
from contention.readers.run_readings import reading_of_runs
from contention.readers.source import SourceText

__all__ = ["READER"]

NAME = "hammerdb"

EXAMPLE = """\
Vuser 1:Beginning rampup time of 2 minutes
Vuser 1:Timing test period of 5 in minutes
Vuser 1:8 Active Virtual Users configured
Vuser 1:TEST RESULT : System achieved 42000 NOPM from 97500 PostgreSQL TPM
Vuser 1:FINISHED SUCCESS
"""

_RUN, _STATUS, _WORKLOAD, _SESSIONS, _RATE, _, _DURATION = RUN_COLUMNS
_COLUMNS = (
    _RUN,
    _STATUS,
    _WORKLOAD,
    _SESSIONS,
    ColumnForm("throughput_per_s", "new orders per second: NOPM / 60"),
    _DURATION,
    ColumnForm("nopm", "new orders per minute"),
    ColumnForm("tpm", "transactions per minute, as the database counts them"),
    ColumnForm("rampup_s", "time before the timed period", "s"),
    ColumnForm("failed_users", "virtual users that ended with an error"),
)

_V3 = re.compile(
    r"System achieved (?P<tpm>[\d.,]{1,20}) (?P<product>.{1,60}?) TPM"
    r" at (?P<nopm>[\d.,]{1,20}) NOPM"
)
_V4 = re.compile(
    r"System achieved (?P<nopm>[\d.,]{1,20}) NOPM from (?P<tpm>[\d.,]{1,20}) (?P<product>.{1,60}?)"
    r" TPM"
)
_RESULT = re.compile(r".{0,80}TEST RESULT ?: ?(.{1,200}?)\s*")
_USERS = re.compile(
    r".{0,80}?\b(\d{1,9}) (?:Active )?(?:Virtual Users|Vusers) (?:configured|active).*", re.I
)
_RAMPUP = re.compile(r".{0,80}Beginning rampup time of (\d{1,9}) minutes.*")
_PERIOD = re.compile(r".{0,80}Timing test period of (\d{1,9}) in minutes.*")
_FAILED = re.compile(r".{0,80}FINISHED FAILED.*")
_BEGINS = re.compile(r".{0,80}(?:Hammerdb Log @|Beginning rampup time of).*")


@dataclass
class _Log:
    runs: list[Run] = field(default_factory=list)
    flags: list[Flag] = field(default_factory=list)
    pending: dict[str, tuple[str, int]] = field(default_factory=dict)
    failed: list[list[int]] = field(default_factory=list)
    seen: int = 0

    def take(self, number: int, line: str) -> None:
        """Read one line."""
        if _BEGINS.fullmatch(line):
            self._drop()
        for column, pattern, factor in (
            ("sessions", _USERS, 1), ("rampup_s", _RAMPUP, 60), ("duration_s", _PERIOD, 60),
        ):  # fmt: skip
            if match := pattern.fullmatch(line):
                self.pending[column] = (match[1], int(match[1]) * factor)
                self.seen = number
        if match := _RESULT.fullmatch(line):
            self._result(number, match[1])
        elif _FAILED.fullmatch(line) and self.failed:
            self.failed[-1].append(number)

    def _drop(self) -> None:
        """A run that began and printed no result is unfinished."""
        if "sessions" in self.pending or "duration_s" in self.pending:
            self._row(self.seen, "unfinished")
            reason = "no result behind this run: it failed, or the capture is cut"
            self.flags.append(Flag(self.seen, "status", "", reason))
        self.pending = {}

    def _row(self, number: int, status: str) -> Run:
        run = Run(number)
        run.put("run", None, len(self.runs) + 1)
        run.put("status", None, status)
        for column, (text, value) in self.pending.items():
            run.put(column, text, value)
        self.pending = {}
        self.runs.append(run)
        self.failed.append([])
        return run

    def _result(self, number: int, text: str) -> None:
        match = _V3.fullmatch(text) or _V4.fullmatch(text)
        if match is None:
            reason = "a result that cannot be read; left out"
            self.flags.append(Flag(number, None, text[:80], reason))
            return
        run = self._row(number, COMPLETE)
        run.put("workload", match["product"], f"{match['product']} TPROC-C")
        for column in ("nopm", "tpm"):
            text, value = match[column], _whole(match[column])
            run.put(column, text, value)
            if value is None:
                reason = "text where a whole number belongs; the value is missing"
                self.flags.append(Flag(number, column, text, reason))
            elif value == 0:
                self.flags.append(Flag(number, column, text, "zero: the tool measured nothing"))
        orders = run.number("nopm")
        run.put("throughput_per_s", match["nopm"], None if orders is None else orders / 60)

    def end(self) -> None:
        """Settle the last run, and tell of virtual users that failed."""
        self._drop()
        for run, lines in zip(self.runs, self.failed, strict=True):
            run.put("failed_users", None, len(lines))
            if lines:
                reason = "a virtual user failed: fewer sessions ran than were configured"
                self.flags.append(Flag(lines[0], "failed_users", str(len(lines)), reason))


def _whole(text: str) -> int | None:
    digits = text.replace(",", "") if re.fullmatch(r"\d{1,3}(?:,\d{3})+", text) else text
    return int(digits) if digits.isdecimal() else None


def _sniff(source: SourceText) -> Recognition:
    results = sum(bool(_RESULT.fullmatch(line)) for line in source.lines)
    users = sum("Vuser " in line for line in source.lines)
    if results or users:
        return Recognition(NAME, 0.95, f"{results} test results, {users} lines of virtual users")
    return Recognition(NAME, 0.0, "no 'TEST RESULT : System achieved' and no 'Vuser 1:'")


def _read(source: SourceText, options: Options) -> Reading:
    log = _Log()
    for number, line in enumerate(source.lines, 1):
        log.take(number, line)
    log.end()
    if not log.runs:
        raise ReadError(
            "there is no run of HammerDB in this log",
            path=source.path,
            found=source.lines[0].strip()[:60],
            expected="'TEST RESULT : System achieved 42000 NOPM from 97500 PostgreSQL TPM'",
            hint="; ".join(flag.reason for flag in log.flags[:3]) or None,
        )
    table = table_of_rows("runs", _COLUMNS, log.runs, source.provenance(NAME), flags=log.flags)
    return reading_of_runs(NAME, source, [table], options)


READER = Reader(
    NAME,
    "logs of HammerDB",
    _sniff,
    _read,
    EXAMPLE,
    traits=(
        "both orders of the result line; each number is told by the word behind it",
        "NOPM and TPM are two figures; the sweep is new orders per second",
        "several runs in one log; runs without a result are unfinished",
        "virtual users that failed, and figures of zero, are flagged",
        "ramp-up and timed period, in seconds",
    ),
    gives=(TableForm("runs", "one timed run", _COLUMNS),),
)
