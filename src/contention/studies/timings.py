"""Elapsed times of the same work under several conditions, from whatever captures hold them.

Times come from logs of reading an archive, whose condition is the name of the file (an underscore
is a blank, two are a comma), and from CSV
with a column ``elapsed_s``: with ``entry`` a row is the time of one item, without it the time of a
whole run. Columns ``bytes`` and ``condition`` may be missing. Items that the logs name get their
size from a listing of the archive, if there is one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd

from contention.errors import MeasurementError, UsageError
from contention.measurements import Table
from contention.models import Slowdown, compare_times
from contention.readers import Reading
from contention.studies.quantity import half_unit

__all__ = ["Timings", "collect_timings", "compare_conditions"]

_ENTRY_COLUMNS = ["condition", "entry", "bytes", "elapsed_s", "half_unit_s", "run"]
_RUN_COLUMNS = ["condition", "run", "elapsed_s", "half_unit_s"]


@dataclass(frozen=True)
class Timings:
    """What was timed.

    Attributes
    ----------
    entries : DataFrame
        One row per item and run: ``condition``, ``entry``, ``bytes`` (missing where unknown),
        ``elapsed_s``, ``half_unit_s`` (half a unit of the last printed digit) and ``run``.
    runs : DataFrame
        One row per condition and run: ``condition``, ``run``, ``elapsed_s``, ``half_unit_s``.
    notes : tuple of str
        What could not be used, and why.
    """

    entries: pd.DataFrame
    runs: pd.DataFrame
    notes: tuple[str, ...]

    @property
    def conditions(self) -> list[str]:
        """The conditions, in order of appearance."""
        return list(dict.fromkeys(self.runs.condition))


def collect_timings(readings: Sequence[Reading]) -> Timings:
    r"""Collect all times of a run.

    Parameters
    ----------
    readings : sequence of Reading
        The captures.

    Returns
    -------
    Timings
        Empty frames when there is no time.

    Raises
    ------
    MeasurementError
        When a time or a size is negative, or a condition repeats only some of its items.

    Examples
    --------
    >>> from contention.readers import read_source
    >>> from contention.readers.source import decode
    >>> text = b"entry,elapsed_s,condition\na,1.5,quick\nb,0.5,quick\na,30,slow\nb,50,slow\n"
    >>> collect_timings([read_source(decode(text, "t.csv"))]).runs.elapsed_s.tolist()
    [2.0, 80.0]
    """
    sizes = _listed_sizes(readings)
    entries: list[pd.DataFrame] = []
    runs: list[pd.DataFrame] = []
    for reading in readings:
        label = Path(reading.path).stem.replace("__", ", ").replace("_", " ")
        for table in reading.tables:
            if reading.format == "archive_read_log" and table.name == "entries":
                entries.append(_log_entries(table, label, sizes))
                runs.extend(_log_run(reading, label))
            elif "elapsed_s" in table.names and "call" not in table.names:
                (entries if "entry" in table.names else runs).append(_csv_times(table, label))
    items = _numbered(entries, _ENTRY_COLUMNS, ["condition", "entry"])
    whole = _numbered(runs, _RUN_COLUMNS, ["condition"])
    summed = items[~items.condition.isin(set(whole.condition))]
    sums, notes = _sums(summed)
    together = pd.concat([whole, sums], ignore_index=True) if len(sums) else whole
    unread = int(together.elapsed_s.isna().sum())
    if unread:
        notes.append(f"{unread} runs have no readable time and are left out")
    names = list(dict.fromkeys([*items.condition, *whole.condition]))
    ordered = together.dropna(subset=["elapsed_s"]).sort_values(
        "condition", key=lambda column: column.map(names.index), kind="stable", ignore_index=True
    )
    return Timings(items, ordered, tuple(notes))


def _listed_sizes(readings: Sequence[Reading]) -> dict[str, float]:
    return {
        str(name): float(length)
        for reading in readings
        if reading.format == "archive_listing"
        for table in reading.tables
        if table.name == "files"
        for name, length in zip(table.column("name").values, table.numbers("length"), strict=True)
    }


def _log_entries(table: Table, label: str, sizes: Mapping[str, float]) -> pd.DataFrame:
    names = [str(name) for name in table.column("name").values]
    return pd.DataFrame(
        {
            "condition": label,
            "entry": names,
            "bytes": [sizes.get(name, np.nan) for name in names],
            "elapsed_s": table.numbers("read_ms") / 1000,
            "half_unit_s": 0.0005,
        }
    )


def _log_run(reading: Reading, label: str) -> list[pd.DataFrame]:
    """The elapsed time of the whole log, where it prints one for its only run."""
    timed = [table for table in reading.tables if table.name == "elapsed"]
    blocks = reading.table("entries").column("block").values
    if not timed or len(timed[0]) != 1 or set(blocks) != {1}:
        return []
    text = str(timed[0].column("elapsed").text[0])
    seconds = timed[0].numbers("seconds")
    half = float(half_unit(text))
    return [pd.DataFrame({"condition": label, "elapsed_s": seconds, "half_unit_s": half})]


def _csv_times(table: Table, label: str) -> pd.DataFrame:
    for name in {"elapsed_s", "bytes"} & set(table.names):
        values = table.numbers(name)
        if np.any(values < 0):
            at = int(np.flatnonzero(values < 0)[0])
            raise MeasurementError(
                f"a value of {name} is negative",
                path=table.provenance.source,
                line=table.lines[at],
                column=name,
                found=f"{values[at]:g}",
            )
    column = table.column("elapsed_s")
    halves = [
        float(half_unit(text)) if isinstance(value, int | float) and text else np.nan
        for value, text in zip(column.values, column.text, strict=True)
    ]
    frame = pd.DataFrame({"elapsed_s": table.numbers("elapsed_s"), "half_unit_s": halves})
    printed = table.column("condition").text if "condition" in table.names else ()
    frame["condition"] = [text or label for text in printed] or label
    if "entry" in table.names:
        frame["entry"] = [text or f"line {line}" for text, line in _entries(table)]
        frame["bytes"] = table.numbers("bytes") if "bytes" in table.names else np.nan
    return frame


def _entries(table: Table) -> list[tuple[str | None, int]]:
    return list(zip(table.column("entry").text, table.lines, strict=True))


def _numbered(parts: Sequence[pd.DataFrame], columns: list[str], keys: list[str]) -> pd.DataFrame:
    """All parts as one frame, with the repeats of each key counted from 1."""
    if not parts:
        return pd.DataFrame(columns=columns)
    frame = pd.concat(parts, ignore_index=True)
    frame["run"] = frame.groupby(keys).cumcount() + 1
    return frame[columns]


def _sums(items: pd.DataFrame) -> tuple[pd.DataFrame, list[str]]:
    """The time of each run: the sum over the items that every condition has."""
    if items.empty:
        return pd.DataFrame(columns=_RUN_COLUMNS), []
    readable = items.dropna(subset=["elapsed_s"])
    counts = readable.pivot_table(
        index="entry", columns="condition", values="run", aggfunc="count", fill_value=0
    )
    common = counts.index[(counts > 0).all(axis=1)]
    notes = []
    if len(common) < items.entry.nunique():
        left = sorted(set(items.entry) - set(common))
        shown = ", ".join(left[:3]) + (", ..." if len(left) > 3 else "")
        notes.append(
            f"the sums leave out {len(left)} items that have no readable time under every "
            f"condition: {shown}"
        )
    for condition, column in counts.loc[common].items():
        if column.nunique() > 1:
            raise MeasurementError(
                f"condition {condition} repeats some of its items only",
                found=f"{column.idxmin()} {column.min()} times, "
                f"{column.idxmax()} {column.max()} times",
                expected="every item as often as the others, or once",
            )
    chosen = readable[readable.entry.isin(common)]
    sums = chosen.groupby(["condition", "run"], sort=False, as_index=False)
    return sums[["elapsed_s", "half_unit_s"]].sum()[_RUN_COLUMNS], notes


def compare_conditions(timings: Timings, baseline: str = "") -> tuple[str, dict[str, Slowdown]]:
    """Hold the time of every condition against one of them.

    Parameters
    ----------
    timings : Timings
        With at least one condition.
    baseline : str
        The condition to compare with; empty for the fastest.

    Returns
    -------
    tuple of (str, dict)
        The condition compared with, and the slowdown of each other one, slowest first.

    Raises
    ------
    UsageError
        When there is no such condition.
    MeasurementError
        When a time is missing, or not greater than its rounding.

    Examples
    --------
    >>> runs = pd.DataFrame(
    ...     {"condition": ["quick", "slow"], "elapsed_s": [2.0, 80.0], "half_unit_s": 0.05}
    ... )
    >>> reference, found = compare_conditions(Timings(pd.DataFrame(), runs, ()))
    >>> reference, found["slow"].ratio
    ('quick', 40.0)
    """
    runs = {str(name): part for name, part in timings.runs.groupby("condition", sort=False)}
    means = {name: float(part.elapsed_s.mean()) for name, part in runs.items()}
    chosen = baseline or min(means, key=lambda name: means[name])
    if chosen not in runs:
        raise UsageError(
            f"there is no condition {chosen} to compare with", expected=", ".join(runs)
        )
    fast = runs[chosen]
    others = sorted((name for name in runs if name != chosen), key=lambda name: -means[name])
    return chosen, {
        name: compare_times(
            runs[name].elapsed_s,
            fast.elapsed_s,
            slow_half_unit_s=float(runs[name].half_unit_s.max()),
            fast_half_unit_s=float(fast.half_unit_s.max()),
        )
        for name in others
    }
