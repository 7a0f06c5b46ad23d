"""Runs of the same statement: which call statistics are compared with which."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePath

import numpy as np

from contention.errors import MeasurementError
from contention.measurements import CallStatistics, WaitProfile
from contention.models.matched_statements import match_statements

__all__ = ["CallRun", "call_runs"]


@dataclass(frozen=True, eq=False)
class CallRun:
    """One run of one statement.

    Attributes
    ----------
    name : str
        Name of the run, such as ``before``; where it has none, that of its file, or its number.
    calls : CallStatistics
        What the calls cost.
    waits : WaitProfile or None
        What was waited for; None where the capture holds no waits at all.
    """

    name: str
    calls: CallStatistics
    waits: WaitProfile | None


def call_runs(
    calls: Sequence[CallStatistics], waits: Sequence[WaitProfile] = (), statement: str = ""
) -> dict[str, tuple[CallRun, ...]]:
    """Choose one statement, and put its runs in order, for each system.

    Parameters
    ----------
    calls : sequence of CallStatistics
        Of any number of systems, runs and statements. A run without a name is known by its file.
    waits : sequence of WaitProfile
        Matched by system, run and statement.
    statement : str
        Which statement to take. Empty: of those that all runs have, the one whose elapsed time
        grew most from the first run to the second; sums over a whole report only where there is
        nothing else.

    Returns
    -------
    dict
        By system, at least two runs in order of appearance.

    Raises
    ------
    MeasurementError
        When there are no calls, a system has one run only, or no statement is in all its runs.

    Examples
    --------
    >>> nothing = [0.0]
    >>> slow, fast = (CallStatistics("7pj2", ("execute",), [100], [1.0], [elapsed], nothing,
    ...     nothing, nothing, nothing, run=run) for run, elapsed in (("with", 3), ("before", 2)))
    >>> [run.name for run in call_runs([fast, slow])[""]]
    ['before', 'with']
    """
    if not calls:
        raise MeasurementError(
            "there are no call statistics to compare",
            expected="tkprof reports, or columns run, call, count and elapsed_s",
        )
    calls, waits = match_statements(calls, waits)
    found: dict[str, dict[str, dict[str, CallStatistics]]] = {}
    for one in calls:
        found.setdefault(one.system, {}).setdefault(_key(one), {})[one.statement] = one
    return {system: _runs_of(system, runs, waits, statement) for system, runs in found.items()}


def _key(one: CallStatistics | WaitProfile) -> str:
    return one.run or one.provenance.source


def _runs_of(
    system: str,
    runs: dict[str, dict[str, CallStatistics]],
    waits: Sequence[WaitProfile],
    statement: str,
) -> tuple[CallRun, ...]:
    if len(runs) < 2:
        raise MeasurementError(
            "two runs are needed to compare calls",
            found=f"one run{f' of {system}' if system else ''}: {', '.join(runs)}",
            expected="two reports, or a column run with two names",
        )
    chosen = _statement(list(runs.values()), statement)
    files = [PurePath(key).name for key in runs]
    distinct = len(set(files)) == len(files) and all(files)
    made = []
    for number, (key, statements) in enumerate(runs.items(), 1):
        one = statements[chosen]
        own = [w for w in waits if w.system == system and _key(w) == key]
        profile = next((w for w in own if w.statement == chosen), None)
        if profile is None and own:
            profile = _nothing_waited(one)
        name = one.run or (files[number - 1] if distinct else f"run {number}")
        made.append(CallRun(name, one, profile))
    return tuple(made)


def _nothing_waited(calls: CallStatistics) -> WaitProfile:
    none = np.array([])
    return WaitProfile(calls.statement, (), none, none, none, calls.run, calls.system)


def _statement(runs: Sequence[dict[str, CallStatistics]], wanted: str) -> str:
    common = [name for name in runs[0] if all(name in run for run in runs)]
    if wanted and wanted not in common:
        raise MeasurementError(
            f"statement {wanted} is not in every run",
            found=", ".join(common)[:400] or "no statement that all runs have",
            expected="an SQL ID, overall_non_recursive or overall_recursive",
        )
    if wanted:
        return wanted
    single = [name for name in common if not name.startswith("overall_")]
    growth = {
        name: runs[1][name].total("elapsed_s") - runs[0][name].total("elapsed_s")
        for name in single or common
    }
    if not growth:
        raise MeasurementError(
            "the runs have no statement in common",
            found="; ".join(", ".join(list(run)[:5]) for run in runs)[:400],
            hint="compare the sums with statement overall_non_recursive, or trace the same work",
        )
    return max(growth, key=lambda name: growth[name])
