"""Logs that a stored procedure printed, run by run.

Table ``runs``, one row per phase of each run:

* ``block``: which log of the capture, from 1; a new one starts at a prompt, or when the run
  number does not increase;
* ``run``: the number in the run heading;
* ``phase``: the printed label, such as ``After Remove``; missing for a run that printed none;
* one column per printed name, such as ``library_cache_mem_kb``, with its unit.

A run heading without values keeps a row without values. Memory: one series per phase and byte
column, labelled with the phase in lower case (``after remove``), and with the column too where
a log has several; ``(2)`` and so on for later logs of one capture. Bytes are the printed values
times the unit, and the resolution is the unit of the last printed digit.

A last run that prints less than the one before is flagged, unless an error message ends it. A
log that stops at the end of a run is not known to be cut: nothing in it says how many runs there
were.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from contention.errors import MeasurementError, ReadError
from contention.measurements import Flag, MemorySeries, Provenance, Table
from contention.readers.cells import Cells, Row, build_table
from contention.readers.forms import ColumnForm, TableForm
from contention.readers.headings import identifiers
from contention.readers.memory_columns import series_from_log
from contention.readers.oracle_errors import error_code
from contention.readers.reading import Options, Reader, Reading, Recognition
from contention.readers.serveroutput_lines import LogLine, is_elision, run_number, value_line
from contention.readers.session import ends_a_table, prompt_of
from contention.readers.source import SourceText

__all__ = ["READER", "RUNS_FORM", "log_series", "log_table"]

RUNS_FORM = TableForm(
    "runs",
    "one phase of one run",
    (
        ColumnForm("block", "number of the log in the capture, from 1"),
        ColumnForm("run", "number in the heading of the run"),
        ColumnForm("phase", "the printed label, such as After Remove"),
    ),
    "one for each printed name",
)

NAME = "serveroutput"

EXAMPLE = """\
-------- RUN = 1 --------
Loaded: Items = 100, Cache Memory(KB) = 540
Released: Items = 0, Cache Memory(KB) = 330
-------- RUN = 2 --------
Loaded: Items = 100, Cache Memory(KB) = 871
Released: Items = 0, Cache Memory(KB) = 659
"""


@dataclass
class _Entry:
    line: int
    block: int
    run: int
    phase: str | None = None
    values: dict[str, str] = field(default_factory=dict)
    printed: int = 0


@dataclass
class _Log:
    entries: list[_Entry] = field(default_factory=list)
    flags: list[Flag] = field(default_factory=list)
    block: int = 0
    run: int | None = None
    failed: bool = False

    def start(self, line: int, run: int) -> None:
        """A run heading: a row that has no values yet."""
        self.block += self.run is None or run <= self.run
        self.run = run
        self.entries.append(_Entry(line, self.block, run))

    def add(self, line: int, values: LogLine) -> None:
        """A value line: into the row of the heading, or of the same phase, or a new row."""
        last = self.entries[-1]
        fresh = last.phase is None and not last.values
        together = values.phase is None and not set(dict(values.values)) & set(last.values)
        if fresh:
            last.line, last.phase = line, values.phase
        elif not together:
            last = _Entry(line, last.block, last.run, values.phase)
            self.entries.append(last)
        last.printed += 1
        for name, value in values.values:
            if name in last.values:
                self.flags.append(Flag(line, name, value, "named twice in one line; left out"))
            last.values.setdefault(name, value)

    def close(self) -> None:
        """Flag a last run that prints less than those before it."""
        if not any(one.values for one in self.entries):
            return
        last = self.entries[-1]
        if not last.values:
            reason = "the last run prints no value: the log may be cut"
        elif not self.failed and self._shorter(last):
            reason = "the last run prints less than the one before: the log may be cut"
        else:
            return
        self.flags.append(Flag(last.line, None, f"run {last.run}", reason))

    def _shorter(self, last: _Entry) -> bool:
        runs: dict[int, list[_Entry]] = {}
        for one in self.entries:
            if one.block == last.block:
                runs.setdefault(one.run, []).append(one)
        *_, before, end = [[], *runs.values()]
        if len(end) != len(before):
            return len(end) < len(before)
        return last.phase == before[-1].phase and last.printed < before[-1].printed


def _scan(lines: Sequence[str]) -> _Log:
    log = _Log()
    for number, line in enumerate(lines, 1):
        run = run_number(line)
        if run is not None:
            log.start(number, run)
            log.failed = False
        elif prompt_of(line) is not None:
            log.run = None
        elif log.run is None or not line.strip() or ends_a_table(line):
            log.failed |= bool(error_code(line))
        elif is_elision(line):
            log.flags.append(
                Flag(number, None, line.strip(), "runs were left out of the capture here")
            )
        elif (values := value_line(line)) is not None:
            log.add(number, values)
        elif "=" in line or ">>>" in line or "(" in line:
            reason = "not a list of named values; the line is left out"
            log.flags.append(Flag(number, None, line.strip()[:80], reason))
    log.close()
    return log


def log_table(lines: Sequence[str], provenance: Provenance) -> Table | None:
    """The table ``runs`` of a capture, or None when it holds no run heading.

    Parameters
    ----------
    lines : sequence of str
        The whole capture; lines outside runs are passed over.
    provenance : Provenance
        The capture.

    Returns
    -------
    Table or None
        With the columns of the module's text.

    Examples
    --------
    >>> t = log_table(EXAMPLE.splitlines(), Provenance("log"))
    >>> t.names, t.column("cache_memory_kb").values
    (('block', 'run', 'phase', 'items', 'cache_memory_kb'), (540, 330, 871, 659))
    """
    log = _scan(lines)
    if not log.entries:
        return None
    printed = list(dict.fromkeys(name for entry in log.entries for name in entry.values))
    rows = [
        Row(
            entry.line,
            (
                str(entry.block),
                str(entry.run),
                entry.phase,
                *(entry.values.get(name) for name in printed),
            ),
        )
        for entry in log.entries
    ]
    headings = ("block", "run", "phase", *printed)
    names = identifiers(headings)
    cells = Cells(headings, rows, names, numbers=set(names) - {"phase"}, texts={"phase"})
    return build_table("runs", cells, provenance, log.flags)


def log_series(table: Table) -> tuple[MemorySeries, ...]:
    """The memory series in a table ``runs``.

    Parameters
    ----------
    table : Table
        As :func:`log_table` makes it.

    Returns
    -------
    tuple of MemorySeries
        Empty when no column has a unit of size.

    Examples
    --------
    >>> series = log_series(log_table(EXAMPLE.splitlines(), Provenance("log")))
    >>> [(one.label, one.bytes.tolist()) for one in series][1]
    ('released', [337920.0, 674816.0])
    """
    return series_from_log(table)


def _sniff(source: SourceText) -> Recognition:
    runs = sum(run_number(line) is not None for line in source.lines)
    if not runs:
        return Recognition(NAME, 0.0, "no run heading such as '--- RUN = 1 ---'")
    if any(prompt_of(line) for line in source.lines):
        return Recognition(NAME, 0.2, "run headings inside a session with prompts")
    if not any(value_line(line) for line in source.lines):
        return Recognition(NAME, 0.3, "run headings, and no 'name = value' under them")
    return Recognition(NAME, 0.9, f"{runs} run headings with named values")


def _read(source: SourceText, options: Options) -> Reading:
    del options
    table = log_table(source.lines, source.provenance(NAME))
    if table is None or len(table.names) == 3:
        raise ReadError(
            "the log holds no named value under a run heading",
            path=source.path,
            line=table.lines[0] if table else 1,
            found=source.lines[0].strip()[:60],
            expected="lines such as '--- RUN = 1 ---' and 'After: Memory(KB) = 406'",
        )
    try:
        series = log_series(table)
    except (ReadError, MeasurementError) as error:
        flag = Flag(error.line, error.column, error.found or "", error.message)
        issues, refused = (*source.flags, flag), {"memory": error}
        return Reading(NAME, (table,), (), (), issues, source.path, refused)
    return Reading(NAME, (table,), (), series, source.flags, source.path)


READER = Reader(
    NAME,
    "dbms_output logs with run headings",
    _sniff,
    _read,
    EXAMPLE,
    traits=(
        "several logs in one capture, told apart by prompts and by run numbers that begin anew",
        "runs that were left out, and logs that an error message ends",
        "names with a unit, such as Library Cache Mem(KB)",
        "a last run that prints less than the one before is flagged",
    ),
    gives=(RUNS_FORM,),
)
