"""Runs to compare: which calls and waits belong to which run, and which runs to which side."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass
from pathlib import PurePath

from contention.errors import MeasurementError
from contention.measurements import CallStatistics, WaitProfile
from contention.models.matched_statements import match_statements

__all__ = ["ComparedRun", "Sides", "choose_sides", "compared_runs"]

_NUMBERED = re.compile(r"(.*\S)[ _#-]+\d{1,4}")


@dataclass(frozen=True, eq=False)
class ComparedRun:
    """What one run did: the calls and the waits of all its statements.

    Attributes
    ----------
    side : str
        Name of what was run, such as ``before``; runs that share it are repeats of each other.
    repeat : str
        Which repeat it is; empty where there is one.
    calls : tuple of CallStatistics
        By statement; empty where only waits are known.
    waits : tuple of WaitProfile
        By statement, or of the whole run; empty where only calls are known.
    """

    side: str
    repeat: str
    calls: tuple[CallStatistics, ...]
    waits: tuple[WaitProfile, ...]

    @property
    def name(self) -> str:
        """Side and repeat."""
        return f"{self.side}, {self.repeat}" if self.repeat else self.side


@dataclass(frozen=True, eq=False)
class Sides:
    """The runs of two sides.

    Attributes
    ----------
    before, after : tuple of ComparedRun
        Repeats of the baseline, and of what is compared with it.
    left_out : tuple of str
        Names of other sides, which are not compared.
    """

    before: tuple[ComparedRun, ...]
    after: tuple[ComparedRun, ...]
    left_out: tuple[str, ...] = ()

    @property
    def repeated(self) -> bool:
        """Whether both sides were run more than once, so that scatter is known."""
        return min(len(self.before), len(self.after)) > 1

    def __len__(self) -> int:
        return len(self.runs)

    @property
    def runs(self) -> tuple[ComparedRun, ...]:
        """All of them."""
        return self.before + self.after


def compared_runs(
    calls: Sequence[CallStatistics], waits: Sequence[WaitProfile] = (), statement: str = ""
) -> tuple[ComparedRun, ...]:
    """Put calls and waits together by run.

    A run is known by its name, its repeat and its system; without a name, by its file. Where
    calls and waits have no names and stand in different files, as many of each, the first file
    of waits belongs to the first file of calls, and so on. Repeats are told apart by their column
    ``repeat``, or by a number behind the name, such as ``before 2`` or ``before_2.csv``, where
    that leaves two sides at least. A statement that one run names by its SQL ID and another by its
    text has one name, see :func:`~contention.models.matched_statements.match_statements`.

    Parameters
    ----------
    calls : sequence of CallStatistics
        Of any number of runs and statements.
    waits : sequence of WaitProfile
        Likewise.
    statement : str
        The only statement to take, by its name. Empty: all.

    Returns
    -------
    tuple of ComparedRun
        In order of appearance.

    Raises
    ------
    MeasurementError
        When there are neither calls nor waits, or none of that statement.

    Examples
    --------
    >>> waits = [WaitProfile("", ("latch free",), [4], [0.1], [total], run=run)
    ...          for run, total in (("old_1", 0.2), ("old_2", 0.3), ("new_1", 0.9))]
    >>> [(run.side, run.repeat) for run in compared_runs([], waits)]
    [('old', '1'), ('old', '2'), ('new', '1')]
    """
    if not calls and not waits:
        raise MeasurementError(
            "there are neither calls nor waits to compare",
            expected="tkprof reports, or columns run, call, count and elapsed_s",
        )
    calls, waits = match_statements(calls, waits)
    if statement:
        names = list(dict.fromkeys(one.statement for one in calls or waits))
        calls = [one for one in calls if one.statement == statement]
        waits = [one for one in waits if one.statement == statement]
        if not calls and not waits:
            raise MeasurementError(
                f"there is no statement {statement}",
                found="; ".join(names)[:400],
                hint="name one of them as it is written there",
            )
    paired = _paired_files(calls, waits)
    found: dict[tuple[str, str], tuple[list[CallStatistics], list[WaitProfile]]] = {}
    everything: list[CallStatistics | WaitProfile] = [*calls, *waits]
    several = len({one.system for one in everything} - {""}) > 1
    for call in calls:
        found.setdefault(_key(call, paired, several), ([], []))[0].append(call)
    for wait in waits:
        found.setdefault(_key(wait, paired, several), ([], []))[1].append(wait)
    files = {one.provenance.source for one in everything}
    sides = _sides([side for side, _ in found], files)
    made = []
    for (name, repeat), (own_calls, own_waits) in found.items():
        side, number = sides[name]
        parts = [part for part in (number, repeat) if part]
        made.append(ComparedRun(side, " ".join(parts), tuple(own_calls), tuple(own_waits)))
    return tuple(made)


def _key(
    one: CallStatistics | WaitProfile, paired: dict[str, str], several: bool
) -> tuple[str, str]:
    source = one.provenance.source
    named = one.run or (one.system if several else "") or paired.get(source, source)
    if one.run and several and one.system:
        named = f"{one.system}: {one.run}"
    return named, one.repeat


def _paired_files(calls: Sequence[CallStatistics], waits: Sequence[WaitProfile]) -> dict[str, str]:
    """The file of calls of each file of waits, where neither names its runs."""
    of_calls = list(dict.fromkeys(c.provenance.source for c in calls if not c.run))
    of_waits = list(dict.fromkeys(w.provenance.source for w in waits if not w.run))
    if len(of_calls) != len(of_waits) or set(of_calls) & set(of_waits):
        return {}
    return dict(zip(of_waits, of_calls, strict=True))


def _sides(names: Iterable[str], files: Container[str]) -> dict[str, tuple[str, str]]:
    """Side and number of each name; the number is empty where it tells no repeats apart."""
    listed = list(dict.fromkeys(names))
    short = [PurePath(name).stem if name in files else name for name in listed]
    if len(set(short)) < len(listed):
        short = listed
    split = [_NUMBERED.fullmatch(name) for name in short]
    stems = [match[1] if match else name for match, name in zip(split, short, strict=True)]
    if len(set(stems)) < 2 or len(set(stems)) == len(listed):
        return {name: (shown, "") for name, shown in zip(listed, short, strict=True)}
    return {
        name: (stem, shown[len(stem) :].lstrip(" _#-"))
        for name, stem, shown in zip(listed, stems, short, strict=True)
    }


def choose_sides(runs: Sequence[ComparedRun], baseline: str = "", compared: str = "") -> Sides:
    """Choose the two sides that are compared.

    Parameters
    ----------
    runs : sequence of ComparedRun
        Of two sides or more.
    baseline : str
        Name of the side before. Empty: the first.
    compared : str
        Name of the side after. Empty: the first of the others.

    Returns
    -------
    Sides
        Their runs, and the names of the sides that are left out.

    Raises
    ------
    MeasurementError
        When there is one side only, no such side, or the two are the same.

    Examples
    --------
    >>> waits = [WaitProfile("", ("latch free",), [4], [0.1], [total], run=run)
    ...          for run, total in (("old", 0.2), ("new", 0.9))]
    >>> choose_sides(compared_runs([], waits), baseline="new").after[0].side
    'old'
    """
    names = list(dict.fromkeys(run.side for run in runs))
    if len(names) < 2:
        raise MeasurementError(
            "two runs are needed to compare them",
            found=f"one: {', '.join(names)}",
            expected="two reports, two files, or a column run with two names",
        )
    for wanted in (baseline, compared):
        if wanted and wanted not in names:
            raise MeasurementError(
                f"there is no run {wanted}", found=", ".join(names)[:400], hint="name one of them"
            )
    first = baseline or next(name for name in names if name != compared)
    second = compared or next(name for name in names if name != first)
    if first == second:
        raise MeasurementError("a run cannot be compared with itself", found=first)
    sides = {name: tuple(run for run in runs if run.side == name) for name in names}
    left_out = tuple(name for name in names if name not in (first, second))
    return Sides(sides[first], sides[second], left_out)
