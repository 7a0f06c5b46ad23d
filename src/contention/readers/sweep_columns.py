"""From a table with sessions and throughput to load sweeps.

Options (all optional): ``duration_s``, the length of each interval where the table has none;
``labels``, a mapping from a printed group to a label; ``label_suffix``, appended after ``_``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from contention.errors import MeasurementError, ReadError, UsageError
from contention.measurements import Column, Flag, Sweep, Table
from contention.readers.columns import find_role, seconds_factor
from contention.readers.headings import identifier
from contention.readers.reading import Options

__all__ = ["SweepColumns", "find_sweep_columns", "series_label", "sweeps_from"]

Array = NDArray[np.float64]


@dataclass(frozen=True)
class SweepColumns:
    """The columns of a table that make a sweep.

    Attributes
    ----------
    sessions : Column
        Sessions that ran at once.
    throughput, executions : Column or None
        At least one of them is there.
    duration, response_time, cpu_time, wait_time : Column or None
        Times, each with its own unit.
    label : Column or None
        Which series a row belongs to.
    """

    sessions: Column
    throughput: Column | None
    executions: Column | None
    duration: Column | None
    response_time: Column | None
    cpu_time: Column | None
    wait_time: Column | None
    label: Column | None


def find_sweep_columns(table: Table) -> SweepColumns | None:
    """The columns that make a sweep; None when sessions, or both rates, are missing.

    Parameters
    ----------
    table : Table
        Any table.

    Returns
    -------
    SweepColumns or None
        Each role with its first column.

    Examples
    --------
    >>> from contention.measurements import Provenance
    >>> a, b = Column("n", "n", ("1",), (1,)), Column("tps", "tps", ("9",), (9,))
    >>> find_sweep_columns(Table("t", (a, b), (2,), Provenance("a"))).throughput.name
    'tps'
    """
    sessions = find_role(table, "sessions")
    throughput = find_role(table, "throughput")
    executions = find_role(table, "executions")
    if sessions is None or (throughput is None and executions is None):
        return None
    roles = ("duration", "response_time", "cpu_time", "wait_time", "label")
    others = {role: find_role(table, role, besides=[sessions.name]) for role in roles}
    return SweepColumns(sessions, throughput, executions, **others)


def series_label(group: str | None, options: Options) -> str:
    """The label of a series: its mapped or simplified group name, then the suffix.

    Parameters
    ----------
    group : str or None
        The printed group; None when there is none.
    options : mapping
        ``labels`` and ``label_suffix``.

    Returns
    -------
    str
        An identifier; ``data`` without group and suffix.

    Raises
    ------
    UsageError
        When ``labels`` is given and lacks the group.

    Examples
    --------
    >>> series_label("Solairs", {"labels": {"Solairs": "solaris"}, "label_suffix": "java"})
    'solaris_java'
    >>> series_label(None, {})
    'data'
    """
    labels = options.get("labels")
    suffix = options.get("label_suffix")
    if group is None:
        parts = []
    elif isinstance(labels, Mapping):
        if group not in labels:
            raise UsageError(
                f"the option labels has no entry for the group {group}",
                found=", ".join(map(str, labels)),
            )
        parts = [str(labels[group])]
    else:
        parts = [identifier(group) or group.strip()]
    if suffix:
        parts.append(str(suffix))
    return "_".join(parts) or "data"


def sweeps_from(table: Table, options: Options) -> tuple[tuple[Sweep, ...], tuple[Flag, ...]]:
    """The sweeps of a table, one per group and printed result.

    A row without sessions or without throughput is left out and flagged in its sweep. Other
    missing cells are NaN.

    Parameters
    ----------
    table : Table
        Any table.
    options : mapping
        See the module's text.

    Returns
    -------
    sweeps : tuple of Sweep
        Empty when the table is no sweep.
    issues : tuple of Flag
        Why a table that looks like one is none.

    Raises
    ------
    ReadError
        When no row is usable, or a response time has no unit.
    MeasurementError
        When sessions or throughput are zero or negative.

    Examples
    --------
    >>> from contention.measurements import Provenance
    >>> a, b = Column("n", "n", ("1",), (1,)), Column("tps", "tps", ("9",), (9,))
    >>> sweeps, _ = sweeps_from(Table("t", (a, b), (2,), Provenance("a")), {})
    >>> sweeps[0].throughput_per_s.tolist()
    [9.0]
    """
    columns = find_sweep_columns(table)
    if columns is None or not len(table):
        return (), ()
    duration = _duration(table, columns, options)
    if columns.throughput is not None:
        rate = table.numbers(columns.throughput.name)
    elif columns.executions is not None and duration is not None:
        rate = _rate(table, columns.executions, duration)
    else:
        reason = "executions need a column duration_s (seconds per row), or a column throughput"
        assert columns.executions is not None
        return (), (Flag(table.lines[0], columns.executions.name, "", reason),)
    arrays = {
        "sessions": table.numbers(columns.sessions.name),
        "throughput_per_s": rate,
        "response_time_s": _seconds(table, columns.response_time, None),
        "cpu_time_s": _seconds(table, columns.cpu_time, 1.0),
        "wait_time_s": _seconds(table, columns.wait_time, 1.0),
        "duration_s": duration,
    }
    return tuple(_split(table, columns, arrays, options)), ()


def _duration(table: Table, columns: SweepColumns, options: Options) -> Array | None:
    if columns.duration is not None:
        return _seconds(table, columns.duration, 1.0)
    given = options.get("duration_s")
    if given is None:
        return None
    if isinstance(given, bool) or not isinstance(given, int | float) or not 0 < given < np.inf:
        raise UsageError("duration_s must be a positive number of seconds", found=repr(given))
    return np.full(len(table), float(given))


def _rate(table: Table, executions: Column, duration: Array) -> Array:
    for line, seconds in zip(table.lines, duration, strict=True):
        if seconds <= 0:
            raise MeasurementError(
                "a duration must be positive",
                path=table.provenance.source,
                line=line,
                column="duration",
                found=f"{seconds:g} s",
            )
    return table.numbers(executions.name) / duration


def _seconds(table: Table, column: Column | None, default: float | None) -> Array | None:
    if column is None:
        return None
    factor = seconds_factor(column, table, default=default)
    return table.numbers(column.name) * factor


def _split(
    table: Table,
    columns: SweepColumns,
    arrays: Mapping[str, Array | None],
    options: Options,
) -> list[Sweep]:
    keys = _series_keys(table, columns)
    made: list[Sweep] = []
    taken: set[str] = set()
    for key in dict.fromkeys(keys):
        rows = [index for index, one in enumerate(keys) if one == key]
        group, block = key
        label = series_label(group, options) + (f"_{block}" if block else "")
        while label in taken:
            label += "_2"
        taken.add(label)
        made.append(_one(table, label, rows, arrays))
    return made


def _series_keys(table: Table, columns: SweepColumns) -> list[tuple[str | None, int]]:
    """Per row: its printed group, and which printed result it is in where there are several."""
    groups: tuple[str | None, ...] = (None,) * len(table)
    if columns.label is not None:
        groups = tuple(text.strip() if text else None for text in columns.label.text)
    blocks = table.column("block").values if "block" in table.names else ()
    several = len(set(blocks)) > 1 and all(isinstance(block, int) for block in blocks)
    numbers = [int(block) if several and isinstance(block, int) else 0 for block in blocks]
    return list(zip(groups, numbers or [0] * len(table), strict=True))


def _one(table: Table, label: str, rows: list[int], arrays: Mapping[str, Array | None]) -> Sweep:
    sessions, rate = arrays["sessions"], arrays["throughput_per_s"]
    assert sessions is not None
    assert rate is not None
    inside = {table.lines[index] for index in rows}
    flags = [flag for flag in table.flags if flag.line in inside]
    used: list[int] = []
    for index in rows:
        if np.isnan(sessions[index]) or np.isnan(rate[index]):
            what = "sessions" if np.isnan(sessions[index]) else "throughput"
            reason = f"no {what}: the row is left out of the sweep"
            flags.append(Flag(table.lines[index], what, "", reason))
        else:
            used.append(index)
    if not used:
        first = flags[0]
        raise ReadError(
            f"series {label} has no row with both sessions and throughput",
            path=table.provenance.source,
            line=first.line,
            column=first.column,
            found=repr(first.found) if first.found else "an empty cell",
            expected="a number",
        )
    _require_positive(table, label, "sessions", sessions, used)
    _require_positive(table, label, "throughput", rate, used)
    others = {
        name: None if array is None else array[used]
        for name, array in arrays.items()
        if name not in ("sessions", "throughput_per_s")
    }
    return Sweep(
        label,
        sessions[used],
        rate[used],
        **others,
        provenance=table.provenance,
        flags=tuple(flags),
    )


def _require_positive(
    table: Table, label: str, name: str, values: Array, rows: Sequence[int]
) -> None:
    for index in rows:
        if not 0 < values[index] < np.inf:
            raise MeasurementError(
                f"series {label}: {name} must be positive",
                path=table.provenance.source,
                line=table.lines[index],
                column=name,
                found=f"{values[index]:g}",
                hint="remove or correct that row; a missing value is an empty cell",
            )
