"""The summary of a pgbench run, line by line, of all versions."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import PurePosixPath, PureWindowsPath

from contention.measurements import Flag
from contention.readers.benchmark_runs import COMPLETE, RUN_COLUMNS, Run
from contention.readers.forms import ColumnForm
from contention.readers.quantities import plain_number, seconds

__all__ = ["PGBENCH_COLUMNS", "SCRIPT_COLUMNS", "STATEMENT_COLUMNS", "PgbenchRun"]

PGBENCH_COLUMNS = (
    *RUN_COLUMNS[:2],
    ColumnForm("version", "version of pgbench, where it is printed"),
    *RUN_COLUMNS[2:],
    ColumnForm("script", "the transaction type, as printed"),
    ColumnForm("scale", "scaling factor of the tables"),
    ColumnForm("query_mode", "simple, extended or prepared"),
    ColumnForm("threads", "threads of pgbench"),
    ColumnForm("maximum_tries", "how often a transaction may be tried"),
    ColumnForm("transactions_per_client", "where the run was limited by transactions"),
    ColumnForm("transactions", "transactions processed"),
    ColumnForm("transactions_expected", "transactions asked for, where there was a limit"),
    ColumnForm("failed", "failed transactions"),
    ColumnForm("retried", "transactions that were retried"),
    ColumnForm("retries", "retries"),
    ColumnForm("skipped", "transactions that the rate limit skipped"),
    ColumnForm("above_latency_limit", "transactions above the latency limit"),
    ColumnForm("response_time_stddev_s", "standard deviation of the latency", "s"),
    ColumnForm("lag_mean_s", "mean delay behind the schedule of a rate limit", "s"),
    ColumnForm("connection_time_s", "time to connect all sessions, or each on average", "s"),
    ColumnForm("throughput_with_connections_per_s", "the same with the time to connect"),
)
SCRIPT_COLUMNS = (
    ColumnForm("run", "number of the run in the capture, from 1"),
    ColumnForm("script", "the script, as printed"),
    ColumnForm("weight", "how often it was to be chosen, relative to the others"),
    ColumnForm("transactions", "transactions of this script"),
    ColumnForm("throughput_per_s", "transactions of this script per second"),
    ColumnForm("failed", "failed transactions"),
    ColumnForm("response_time_s", "mean latency", "s"),
    ColumnForm("response_time_stddev_s", "its standard deviation", "s"),
)
STATEMENT_COLUMNS = (
    ColumnForm("run", "number of the run in the capture, from 1"),
    ColumnForm("script", "the script, as printed"),
    ColumnForm("statement", "the statement, as printed"),
    ColumnForm("response_time_s", "mean latency", "s"),
    ColumnForm("failed", "failures"),
    ColumnForm("retries", "retries"),
)

_W = r"(\d{1,18})"
_F = r"(\S{1,40})"
_WHOLE = {
    "scale": re.compile(rf"scaling factor: {_W}"),
    "sessions": re.compile(rf"number of clients: {_W}"),
    "threads": re.compile(rf"number of threads: {_W}"),
    "maximum_tries": re.compile(rf"maximum number of tries: {_W}"),
    "transactions_per_client": re.compile(rf"number of transactions per client: {_W}"),
    "failed": re.compile(rf"number of failed transactions: {_W} \(.{{1,20}}\)"),
    "retried": re.compile(rf"number of transactions retried: {_W} \(.{{1,20}}\)"),
    "retries": re.compile(rf"total number of retries: {_W}"),
    "skipped": re.compile(rf"number of transactions skipped: {_W} \(.{{1,20}}\)"),
    "above_latency_limit": re.compile(
        rf"number of transactions above the \S{{1,20}} ms latency limit: {_W}\b.*"
    ),
}
_TIMES = {
    "duration_s": re.compile(rf"duration: {_F} (s)"),
    "response_time_s": re.compile(rf"latency average(?: =|:) {_F} (ms)"),
    "response_time_stddev_s": re.compile(rf"latency stddev(?: =|:) {_F} (ms)"),
    "lag_mean_s": re.compile(rf"rate limit schedule lag: avg {_F} \(max \S{{1,40}}\) (ms)"),
    "connection_time_s": re.compile(rf"(?:initial|average) connection time = {_F} (ms)"),
}
_DONE = re.compile(rf"number of transactions actually processed: {_W}(?:/{_W})?")
_TPS = re.compile(rf"tps = {_F} \((.{{1,60}})\)")
_MODE = re.compile(r"query mode: (\w{1,20})")
_ABORTED = re.compile(r"(?:pgbench: (?:error|fatal): )?Run was aborted[;,].*", re.I)
_WITH = "including connections establishing"
_SCRIPT = re.compile(r"SQL script \d{1,6}: (.{1,400})")
_WEIGHT = re.compile(rf"- weight: {_W}\b.*")
_SHARE = re.compile(rf"- {_W} transactions \(.{{1,40}} of total(?:, tps = {_F})?\)")
_STATEMENTS = re.compile(
    r"(?:- )?statement latencies in milliseconds(,? and failures|, failures and retries)?:"
)


@dataclass
class PgbenchRun:
    """A run that is being read."""

    row: Run
    number: int
    scripts: list[Run] = field(default_factory=list)
    statements: list[Run] = field(default_factory=list)
    flags: list[Flag] = field(default_factory=list)
    last_line: int = 0
    counts_of_statement: int | None = None
    where: dict[str, int] = field(default_factory=dict)

    def take(self, number: int, line: str) -> None:
        """Read one line of the summary; another tool's line is passed over."""
        text = line.strip()
        heading, script = _STATEMENTS.fullmatch(text), _SCRIPT.fullmatch(text)
        if heading:
            self.counts_of_statement = {None: 0, ", failures and retries": 2}.get(heading[1], 1)
        elif script:
            self.counts_of_statement = None
            self.scripts.append(Run(number, {"run": (None, self.number)}))
            self.scripts[-1].put("script", script[1], script[1])
        elif self.counts_of_statement is not None and self._statement(number, text):
            pass
        elif self.scripts and text.startswith("- "):
            self._of_script(number, text)
        else:
            self._of_run(number, text)

    def _of_run(self, number: int, text: str) -> None:
        rate, done, mode = _TPS.fullmatch(text), _DONE.fullmatch(text), _MODE.fullmatch(text)
        if rate:
            with_connections = rate[2] == _WITH
            name = "throughput_with_connections_per_s" if with_connections else "throughput_per_s"
            self._put(self.row, number, name, rate[1], plain_number(rate[1]))
        elif done:
            self._put(self.row, number, "transactions", done[1], int(done[1]))
            if done[2]:
                self._put(self.row, number, "transactions_expected", done[2], int(done[2]))
        elif mode:
            self._put(self.row, number, "query_mode", mode[1], mode[1])
        elif _ABORTED.fullmatch(text):
            self.row.put("status", text, "aborted")
            self._flag(number, "status", text[:80], "the tool says that the run was aborted")
        else:
            self._quantity(self.row, number, text)

    def _of_script(self, number: int, text: str) -> None:
        script = self.scripts[-1]
        weight, share = _WEIGHT.fullmatch(text), _SHARE.fullmatch(text)
        if weight:
            script.put("weight", weight[1], int(weight[1]))
        elif share:
            script.put("transactions", share[1], int(share[1]))
            if share[2]:
                self._put(script, number, "throughput_per_s", share[2], plain_number(share[2]))
        else:
            self._quantity(script, number, text.removeprefix("- "))

    def _quantity(self, row: Run, number: int, text: str) -> None:
        for column, pattern in _WHOLE.items():
            if match := pattern.fullmatch(text):
                self._put(row, number, column, match[1], int(match[1]))
        for column, pattern in _TIMES.items():
            if match := pattern.fullmatch(text):
                self._put(row, number, column, match[1], seconds(match[1], match[2]))

    def _statement(self, number: int, text: str) -> bool:
        counts = self.counts_of_statement or 0
        parts = text.split(maxsplit=1 + counts)
        numbers = [plain_number(part) for part in parts[: 1 + counts]]
        if len(parts) != 2 + counts or None in numbers:
            self.counts_of_statement = None
            return False
        row = Run(number, {"run": (None, self.number)})
        script = self.scripts[-1].value("script") if self.scripts else self.row.value("script")
        row.put("script", None, script)
        row.put("statement", parts[-1], parts[-1])
        row.put("response_time_s", parts[0], seconds(parts[0], "ms"))
        for column, text_, value in zip(
            ("failed", "retries"), parts[1:], numbers[1:], strict=False
        ):
            row.put(column, text_, value)
        self.statements.append(row)
        return True

    def _put(self, row: Run, number: int, column: str, text: str, value: object) -> None:
        row.put(column, text, value if isinstance(value, int | float | str) else None)
        self.where[column] = self.last_line = number
        if value is None:
            self._flag(number, column, text, "text where a number belongs; the value is missing")

    def _flag(self, number: int, column: str | None, found: str, reason: str) -> None:
        self.flags.append(Flag(number, column, found, reason))

    def end(self) -> None:
        """Name the workload, settle the status, and flag what does not agree."""
        row = self.row
        row.put("run", None, self.number)
        self._rates()
        if "throughput_per_s" not in row.cells:
            row.cells.setdefault("status", (None, "unfinished"))
            reason = "no line 'tps = ...' behind this run: it failed, or the capture is cut"
            self._flag(self.last_line or row.line, "throughput_per_s", "", reason)
        row.cells.setdefault("status", (None, COMPLETE))
        row.put("workload", None, self._workload())
        self._check()

    def _workload(self) -> str:
        script = str(self.row.value("script") or "script")
        if "/" in script or "\\" in script:
            script = PureWindowsPath(PurePosixPath(script).name).name
        parts = [script if script != "-" else "script"]
        if (scale := self.row.value("scale")) is not None:
            parts.append(f"scale {scale}")
        if (mode := self.row.value("query_mode")) not in (None, "simple"):
            parts.append(str(mode))
        return " ".join(parts)

    def _rates(self) -> None:
        row = self.row
        with_connections = row.cells.get("throughput_with_connections_per_s")
        if with_connections and "throughput_per_s" not in row.cells:
            row.cells["throughput_per_s"] = with_connections
            reason = "no line 'tps = ... (excluding connections establishing)': that with them"
            number = self.where["throughput_per_s"] = self.where[
                "throughput_with_connections_per_s"
            ]
            self._flag(number, "throughput_per_s", with_connections[0] or "", reason)

    def _check(self) -> None:
        row = self.row
        done, wanted = row.number("transactions"), row.number("transactions_expected")
        if done is not None and wanted is not None and done < wanted:
            reason = f"inconsistent: {wanted:.0f} transactions were asked for"
            self._flag(self.where["transactions"], "transactions", f"{done:.0f}", reason)
        rate, duration = row.number("throughput_per_s"), row.number("duration_s")
        if rate and duration and done and abs(rate * duration / done - 1) > 0.05:
            reason = f"inconsistent: {done:.0f} in {duration:g} s are {done / duration:.2f} per s"
            self._flag(self.where["throughput_per_s"], "throughput_per_s", f"{rate:g}", reason)
        for script in self.scripts:
            needed = ["weight", "transactions", "response_time_s"]
            if "response_time_stddev_s" in row.cells:
                needed.append("response_time_stddev_s")
            missing = [name for name in needed if name not in script.cells]
            if missing:
                reason = "missing: the capture may be cut within this script"
                self._flag(script.line, missing[0], "", reason)
