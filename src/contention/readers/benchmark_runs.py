"""Runs of a load generator: one row each, checked against Little's law, made into sweeps.

A table of runs has the columns ``run``, ``status``, ``workload``, ``sessions``,
``throughput_per_s`` and, where the tool times it, ``response_time_s``; readers add their own.
Only runs whose status is ``complete`` and that did something become rows of a sweep; runs of
different workloads become different sweeps.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from contention.measurements import Flag, Provenance, Table, Value
from contention.readers.cells import table_of_values
from contention.readers.forms import ColumnForm

__all__ = [
    "COMPLETE",
    "RUN_COLUMNS",
    "Cell",
    "Run",
    "little_flags",
    "table_of_rows",
]

COMPLETE = "complete"

RUN_COLUMNS = (
    ColumnForm("run", "number of the run in the capture, from 1"),
    ColumnForm("status", "complete, failed, or unfinished where its summary is missing"),
    ColumnForm("workload", "what was run; runs of different workloads are different sweeps"),
    ColumnForm("sessions", "sessions that ran at once"),
    ColumnForm("throughput_per_s", "completed transactions per second"),
    ColumnForm("response_time_s", "mean time of one transaction", "s"),
    ColumnForm("duration_s", "length of the run", "s"),
)

_LITTLE_LOW, _LITTLE_HIGH = 0.9, 1.02

Cell = tuple[str | None, Value]


@dataclass
class Run:
    """One row that a reader is filling.

    Attributes
    ----------
    line : int
        Line of the capture at which it starts.
    cells : dict of str to (str or None, value)
        Printed text and value by column.
    """

    line: int
    cells: dict[str, Cell] = field(default_factory=dict)

    def put(self, column: str, text: str | None, value: Value) -> None:
        """Fill a cell.

        Examples
        --------
        >>> run = Run(1)
        >>> run.put("sessions", "4", 4)
        >>> run.value("sessions"), run.value("throughput_per_s")
        (4, None)
        """
        self.cells[column] = (text, value)

    def value(self, column: str) -> Value:
        """The value of a cell; None where it is missing."""
        return self.cells.get(column, (None, None))[1]

    def number(self, column: str) -> float | None:
        """The value of a cell as a float; None where it is missing or no number."""
        value = self.value(column)
        return float(value) if isinstance(value, int | float) else None


def table_of_rows(
    name: str,
    columns: Sequence[ColumnForm],
    rows: Sequence[Run],
    provenance: Provenance,
    *,
    flags: Sequence[Flag] = (),
) -> Table:
    """A table of rows, with the declared columns that any row fills, in declared order.

    Parameters
    ----------
    name : str
        Name of the table.
    columns : sequence of ColumnForm
        Every column that there can be.
    rows : sequence of Run
        The rows.
    provenance : Provenance
        The capture.
    flags : sequence of Flag
        Flags of the table.

    Returns
    -------
    Table
        One row per run.

    Examples
    --------
    >>> table_of_rows("runs", RUN_COLUMNS, [Run(3, {"run": ("1", 1)})], Provenance("a")).names
    ('run',)
    """
    used = [column for column in columns if any(column.name in row.cells for row in rows)]
    cells = {
        column.name: [row.cells.get(column.name, (None, None)) for row in rows] for column in used
    }
    units = {column.name: column.unit for column in used}
    lines = [row.line for row in rows]
    return table_of_values(name, cells, lines, provenance, flags=flags, units=units)


def little_flags(runs: Sequence[Run]) -> list[Flag]:
    """Flags of complete runs in which Little's law, N = X R, does not hold.

    X R below 0.9 N means that sessions spent time outside the timed transactions; X R above
    1.02 N cannot be.

    Parameters
    ----------
    runs : sequence of Run
        With ``sessions``, ``throughput_per_s`` and ``response_time_s``.

    Returns
    -------
    list of Flag
        One for each such run.

    Examples
    --------
    >>> cells = {"status": ("", "complete"), "sessions": ("8", 8),
    ...          "throughput_per_s": ("100", 100), "response_time_s": ("0.02", 0.02)}
    >>> little_flags([Run(5, cells)])[0].reason
    "Little's law: X R = 2 of 8 sessions; the others were outside the timed transactions"
    """
    flags = []
    for run in runs:
        sessions, rate = run.number("sessions"), run.number("throughput_per_s")
        response = run.number("response_time_s")
        if not sessions or rate is None or response is None or run.value("status") != COMPLETE:
            continue
        inside = rate * response
        if _LITTLE_LOW * sessions <= inside <= _LITTLE_HIGH * sessions:
            continue
        meaning = (
            "the others were outside the timed transactions"
            if inside < sessions
            else "more than there are, so a figure is wrong"
        )
        reason = f"Little's law: X R = {inside:.3g} of {sessions:g} sessions; {meaning}"
        flags.append(Flag(run.line, "response_time_s", f"{response:.6g}", reason))
    return flags
