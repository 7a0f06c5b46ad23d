"""From a table with steps and bytes to memory series."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from datetime import datetime

import numpy as np
from numpy.typing import NDArray

from contention.errors import MeasurementError, ReadError
from contention.measurements import Column, Flag, MemorySeries, Table
from contention.readers.columns import find_role, memory_unit, role_of, seconds_factor
from contention.readers.headings import BYTES_PER_UNIT, unit_of

__all__ = ["series_from", "series_from_log"]

Array = NDArray[np.float64]

_EPOCH_S, _EPOCH_MS = 1e8, 1e11
_ANEW = "the steps begin anew here: taken for a restart, and continued"


def series_from(table: Table) -> tuple[MemorySeries, ...]:
    """The memory series of a table with a step or time column and byte columns.

    One series per state and byte column. A column such as ``process`` or ``pid`` tells of restarts
    by a new value, and so do steps that begin anew: they are continued, and flagged. The label is
    the state, or the byte column's name where there are several columns, or both; ``data`` where
    there is neither.

    Parameters
    ----------
    table : Table
        Any table.

    Returns
    -------
    tuple of MemorySeries
        Empty when the table is no memory log.

    Raises
    ------
    ReadError
        When no row is usable, or a size has no unit.
    MeasurementError
        When steps do not increase or a size is negative.

    Examples
    --------
    >>> from contention.measurements import Provenance
    >>> a, b = Column("step", "step", ("1",), (1,)), Column("kb", "kb", ("4",), (4,), "kb")
    >>> series_from(Table("t", (a, b), (2,), Provenance("a")))[0].bytes.tolist()
    [4096.0]
    """
    step = find_role(table, "step")
    time = None if step is not None else find_role(table, "time")
    axis = step or time
    sizes = _size_columns(table, axis)
    if axis is None or not sizes or not len(table):
        return ()
    steps = table.numbers(axis.name) if time is None else _seconds(table, axis)
    state = find_role(table, "state", besides=[axis.name, *(column.name for column in sizes)])
    states = _states(state, len(table))
    process = find_role(table, "process", besides=[axis.name, *(column.name for column in sizes)])
    made: list[MemorySeries] = []
    for column in sizes:
        for one in dict.fromkeys(states):
            rows = [index for index, other in enumerate(states) if other == one]
            parts = [one] if one else []
            if len(sizes) > 1:
                parts.append(column.name)
            label, unit = " ".join(parts) or "data", "run" if time is None else "s"
            series = _series(
                table, label, column, steps, rows, step_unit=unit, axis=axis, process=process
            )
            made.append(series)
    return tuple(made)


def _size_columns(table: Table, axis: Column | None) -> list[Column]:
    sizes = [
        column
        for column in table.columns
        if (role_of(column.name, "bytes") or column.unit in BYTES_PER_UNIT)
        and (axis is None or column.name != axis.name)
    ]
    with_unit = [c for c in sizes if (c.unit or unit_of(c.heading)) in BYTES_PER_UNIT]
    return with_unit or sizes


def _states(state: Column | None, count: int) -> list[str]:
    if state is None:
        return [""] * count
    return [(text or "").strip().lower() for text in state.text]


def _seconds(table: Table, axis: Column) -> Array:
    """Seconds since the first row for dates and epochs in s or ms, else seconds as printed."""
    if axis.numeric:
        seconds = table.numbers(axis.name) * seconds_factor(axis, table, default=1.0)
        least = float(np.nanmin(seconds)) if np.isfinite(seconds).any() else 0.0
        if least > _EPOCH_MS:
            return (seconds - least) / 1000
        return seconds - least if least > _EPOCH_S else seconds
    moments: list[float] = []
    for text, line in zip(axis.text, table.lines, strict=True):
        try:
            moment = datetime.fromisoformat(text) if text else None
        except ValueError as error:
            raise ReadError(
                "this is neither seconds nor a date",
                path=table.provenance.source,
                line=line,
                column=axis.heading,
                found=repr(text),
                expected="seconds, or a date such as 2024-05-01T12:00:00",
            ) from error
        if moment is None:
            moments.append(np.nan)
        else:
            origin = datetime(1970, 1, 1, tzinfo=moment.tzinfo)
            moments.append((moment - origin).total_seconds())
    array = np.array(moments, dtype=np.float64)
    return array - np.nanmin(array) if np.isfinite(array).any() else array


def _series(
    table: Table,
    label: str,
    column: Column,
    steps: Array,
    rows: Sequence[int],
    *,
    step_unit: str = "run",
    axis: Column | None = None,
    process: Column | None = None,
) -> MemorySeries:
    unit = memory_unit(column, table)
    values = table.numbers(column.name) * unit
    inside = {table.lines[index] for index in rows}
    flags = [flag for flag in table.flags if flag.line in inside]
    used: list[int] = []
    for index in rows:
        if np.isnan(steps[index]) or np.isnan(values[index]):
            reason = "no step or no size: the row is left out of the series"
            flags.append(Flag(table.lines[index], column.name, column.text[index] or "", reason))
        else:
            used.append(index)
    if not used:
        raise ReadError(
            f"series {label} has no row with both a step and a size",
            path=table.provenance.source,
            line=flags[0].line,
            column=flags[0].column,
            found=repr(flags[0].found) if flags[0].found else "an empty cell",
            expected="a number",
        )
    moved = steps[used]
    anew: list[int] = []
    if axis is not None:
        moved, anew = _continued(moved)
        flags += [
            Flag(table.lines[used[at]], axis.name, axis.text[used[at]] or "", _ANEW) for at in anew
        ]
    if process is not None:
        told = [process.text[index] for index in used]
        anew = sorted({*anew, *(at for at in range(1, len(told)) if told[at] != told[at - 1])})
    return MemorySeries(
        label,
        moved,
        values[used],
        step_unit,
        _resolution(column, used, unit),
        table.provenance,
        tuple(flags),
        tuple(moved[anew].tolist()),
    )


def _continued(steps: Array) -> tuple[Array, list[int]]:
    """Steps that begin anew, continued after those before; and where they do.

    They begin anew where they fall back to the first or below and then increase again. Steps that
    go back in any other way are left as they are, for the series to refuse.
    """
    back = np.flatnonzero(np.diff(steps) <= 0) + 1
    edges = [0, *back.tolist(), steps.size]
    parts = itertools.pairwise(edges)
    if not back.size or np.any(steps[back] > steps[0]) or any(b - a < 2 for a, b in parts):
        return steps, []
    moved = steps.copy()
    pace = float(np.median(np.diff(steps)[np.diff(steps) > 0]))
    for at in back.tolist():
        moved[at:] += moved[at - 1] + pace - moved[at]
    return moved, back.tolist()


def _resolution(column: Column, used: Sequence[int], unit: int) -> float:
    """The unit of the last printed digit, in bytes; 1 for whole bytes."""
    decimals = 0
    for index in used:
        value, text = column.values[index], column.text[index] or ""
        if isinstance(value, float):
            digits = text.rstrip("%abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ ")
            decimals = max(decimals, len(digits) - 1 - max(digits.rfind("."), digits.rfind(",")))
    return max(unit * 10.0**-decimals, 1.0)


def series_from_log(table: Table) -> tuple[MemorySeries, ...]:
    """The memory series of a table ``runs``, one per log, phase and byte column.

    Parameters
    ----------
    table : Table
        With columns ``block``, ``run``, ``phase`` and printed names.

    Returns
    -------
    tuple of MemorySeries
        Empty when no column has a unit of size.

    Raises
    ------
    MeasurementError
        When a run prints the same phase twice.

    Examples
    --------
    >>> from contention.measurements import Provenance
    >>> texts = {"block": "1", "run": "1", "phase": None}
    >>> columns = [Column(n, n, (t,), (int(t) if t else None,)) for n, t in texts.items()]
    >>> table = Table("runs", (*columns, Column("m", "M(KB)", ("4",), (4,), "kb")), (2,),
    ...               Provenance("log"))
    >>> series_from_log(table)[0].bytes.tolist()
    [4096.0]
    """
    sizes = [column for column in table.columns if column.unit in BYTES_PER_UNIT]
    phases = table.column("phase").values
    blocks = table.column("block").values
    steps = table.numbers("run")
    made: list[MemorySeries] = []
    for column in sizes:
        keys: dict[tuple[str, object], list[int]] = {}
        for index, value in enumerate(column.values):
            if value is not None or column.text[index] is not None:
                phase = str(phases[index] or "data").lower()
                keys.setdefault((phase, blocks[index]), []).append(index)
        counts: dict[str, int] = {}
        for (phase, _), rows in keys.items():
            label = phase if len(sizes) == 1 else f"{phase} {column.name}"
            counts[label] = counts.get(label, 0) + 1
            if counts[label] > 1:
                label = f"{label} ({counts[label]})"
            made.append(_log_one(table, label, column, steps, rows))
    return tuple(made)


def _log_one(
    table: Table, label: str, column: Column, steps: Array, rows: Sequence[int]
) -> MemorySeries:
    try:
        return _series(table, label, column, steps, rows)
    except MeasurementError as error:
        repeated = [table.lines[b] for a, b in itertools.pairwise(rows) if steps[b] <= steps[a]]
        if not repeated:
            raise
        raise MeasurementError(
            f"series {label}: a run prints the same phase twice",
            path=table.provenance.source,
            line=repeated[0],
            hint="give each phase of a run its own label",
        ) from error
