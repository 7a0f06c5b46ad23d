"""Calls of a function from a scalar subquery whose results are cached in hash slots.

The cache keeps one result in each slot, and the first value that hashes to a slot keeps it. A
value that finds its slot taken is a *loser*: it is computed again for each row, except directly
after itself, because the last result is kept as well.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import ArrayLike, NDArray

from contention.errors import FitError, UsageError

__all__ = ["LoserInference", "SubqueryReplay", "cyclic_calls", "infer_losers", "replay_subquery"]

Integers = NDArray[np.int64]
Marks = tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class SubqueryReplay:
    """What a replay of a query gives.

    Attributes
    ----------
    calls : int
        Calls of the function.
    call_of_row : ndarray of int, shape (rows,)
        Number of the call, from 1, whose result each row got.
    """

    calls: int
    call_of_row: Integers


def replay_subquery(
    values: Sequence[int],
    slots: Sequence[int] | None,
    *,
    replaces: bool = False,
    keeps_last: bool = True,
) -> SubqueryReplay:
    """Replay a scalar subquery row by row against its cache.

    Parameters
    ----------
    values : sequence of int
        The value of each row, in the order of evaluation; indices into ``slots``.
    slots : sequence of int or None
        The hash slot of each value. None: no cache at all, as when the function is called
        directly.
    replaces : bool, default False
        Whether a value that finds its slot taken takes it over. The cache described by
        T. Kyte does not.
    keeps_last : bool, default True
        Whether the last result is kept besides the slots.

    Returns
    -------
    SubqueryReplay
        The calls, and which call served each row.

    References
    ----------
    T. Kyte, "On Caching and Evangelizing SQL", Oracle Magazine, September 2011.

    Examples
    --------
    Values 0 and 2 share a slot; 2 comes second and is computed for each of its rows:

    >>> replay_subquery([0, 1, 2, 0, 1, 2], [7, 8, 7]).calls
    4
    >>> replay_subquery([0, 0, 1, 1, 2, 2], [7, 8, 7]).calls
    3
    """
    calls, last = 0, (-1, 0)
    kept: dict[int, tuple[int, int]] = {}
    served = np.empty(len(values), dtype=np.int64)
    for row, value in enumerate(values):
        entry = None if slots is None else kept.get(slots[value])
        if entry is not None and entry[0] == value:
            served[row] = entry[1]
        elif slots is not None and keeps_last and last[0] == value:
            served[row] = last[1]
        else:
            calls += 1
            served[row] = calls
            if slots is not None and (entry is None or replaces):
                kept[slots[value]] = (value, calls)
        last = (value, int(served[row]))
    return SubqueryReplay(calls, served)


def cyclic_calls(distinct: int, evaluations: ArrayLike, loser_positions: Sequence[int]) -> Integers:
    """Calls when the rows go through the different values again and again in one order.

    Parameters
    ----------
    distinct : int
        Different values, D.
    evaluations : array_like of int
        Rows, n.
    loser_positions : sequence of int
        Place of each loser in the order, from 2 to D: the first value finds its slot free.

    Returns
    -------
    ndarray of int
        D + L (q - 1) + F(r), with q = n // D passes, r = n - q D more rows, L losers and F(r)
        of them among the first r values; n where there is no full pass.

    Raises
    ------
    UsageError
        When a position is impossible.

    References
    ----------
    Counting argument: a value calls once, a loser once in every pass. The example is a
    published count.

    Examples
    --------
    >>> cyclic_calls(50, [100, 500], [44, 46, 50]).tolist()
    [53, 77]
    """
    places = np.unique(np.asarray(loser_positions, dtype=np.int64))
    if places.size != len(loser_positions) or ((places < 2) | (places > distinct)).any():
        raise UsageError(
            "the losers' places must differ and lie between 2 and the number of values",
            found=str(list(loser_positions)),
        )
    rows = np.asarray(evaluations, dtype=np.int64)
    passes, more = np.divmod(rows, distinct)
    partial = np.searchsorted(places, more, side="right")
    return np.where(passes == 0, rows, distinct + places.size * (passes - 1) + partial)


@dataclass(frozen=True)
class LoserInference:
    """The losers that counts of calls imply, exactly.

    Attributes
    ----------
    distinct : int
        Different values.
    evaluations, calls : tuple of int
        The cases: rows, and calls that were counted.
    feasible : tuple of int
        Every number of losers that some places of losers reconcile with all cases.
    all_marks : tuple of tuple of (int, int)
        For each of them: after how many values of the order, how many are losers.
    """

    distinct: int
    evaluations: tuple[int, ...]
    calls: tuple[int, ...]
    feasible: tuple[int, ...]
    all_marks: tuple[Marks, ...]

    @property
    def losers(self) -> int:
        """The least number of losers that fits; the only one where ``exact``."""
        return self.feasible[0]

    @property
    def exact(self) -> bool:
        """Whether only one number of losers fits."""
        return len(self.feasible) == 1

    @property
    def marks(self) -> Marks:
        """Those of the least number of losers."""
        return self.all_marks[0]

    @property
    def first_loser(self) -> tuple[int, int]:
        """Between which places, both included, the first loser stands; (0, 0) without losers."""
        if not self.losers:
            return (0, 0)
        before = max(place for place, count in self.marks if not count)
        return (before + 1, min(place - count + 1 for place, count in self.marks if count))

    @property
    def positions(self) -> tuple[int, ...]:
        """Places of losers that give all counts; each as late as the counts allow."""
        return tuple(
            place
            for (_, low), (end, high) in pairwise(self.marks)
            for place in range(end - (high - low) + 1, end + 1)
        )

    @property
    def cases_exact(self) -> int:
        """Cases whose calls the model gives exactly."""
        found = cyclic_calls(self.distinct, self.evaluations, self.positions)
        return int((found == np.array(self.calls)).sum())

    def predict(self, evaluations: int) -> tuple[int, int]:
        """Least and most calls for another number of rows, wherever the unknown places are."""
        passes, more = divmod(int(evaluations), self.distinct)
        if not passes:
            return (more, more)
        ends = []
        for losers, marks in zip(self.feasible, self.all_marks, strict=True):
            start, least = max(mark for mark in marks if mark[0] <= more)
            end, most = min(mark for mark in marks if mark[0] >= more)
            base = self.distinct + losers * (passes - 1)
            low, high = max(least, most - (end - more)), min(most, least + more - start)
            ends.append((base + low, base + high))
        return (min(low for low, _ in ends), max(high for _, high in ends))


def infer_losers(distinct: int, evaluations: ArrayLike, calls: ArrayLike) -> LoserInference:
    """Find every number of losers that explains the calls, without any tolerance.

    With L losers a case of q full passes and r more rows has F(r) = calls - D - L (q - 1)
    losers among the first r values. L is feasible when F starts at 0, ends at L, never falls,
    and never grows by more than the number of values.

    Parameters
    ----------
    distinct : int
        Different values, D; rows go through all of them again and again in one order.
    evaluations : array_like of int
        Rows of each case.
    calls : array_like of int
        Calls of each case.

    Returns
    -------
    LoserInference
        With at least one feasible number.

    Raises
    ------
    FitError
        When no number of losers explains all cases.

    References
    ----------
    Counting argument, see :func:`cyclic_calls`. The example is the article's odd values.

    Examples
    --------
    >>> found = infer_losers(50, [50, 93, 94, 100], [50, 50, 51, 53])
    >>> found.losers, found.first_loser, found.predict(500)
    (3, (44, 44), (77, 77))
    """
    rows = np.asarray(evaluations, dtype=np.int64)
    counted = np.asarray(calls, dtype=np.int64)
    marks = {}
    for losers in range(distinct):
        found = _marks(distinct, losers, rows, counted)
        if found is not None:
            marks[losers] = found
    if not marks:
        raise FitError(
            "no number of losers explains these calls",
            found=f"{distinct} different values, rows {rows.tolist()}, calls {counted.tolist()}",
            expected="rows that go through all values again and again in one order",
            hint="check the number of different values, and that one query ran for each case",
        )
    feasible = tuple(marks)
    cases = (tuple(rows.tolist()), tuple(counted.tolist()))
    return LoserInference(distinct, *cases, feasible, tuple(marks.values()))


def _marks(distinct: int, losers: int, rows: Integers, calls: Integers) -> Marks | None:
    """Losers among the first r values, by r; None where that many losers do not fit."""
    marks = {0: 0, 1: 0, distinct: losers}
    for row, count in zip(rows.tolist(), calls.tolist(), strict=True):
        passes, more = divmod(row, distinct)
        among = count - distinct - losers * (passes - 1)
        if not passes and count != row:
            return None
        if passes and marks.setdefault(more, among) != among:
            return None
    ordered = tuple(sorted(marks.items()))
    steps = [(b - a, after - before) for (a, before), (b, after) in pairwise(ordered)]
    return ordered if all(0 <= grown <= width for width, grown in steps) else None
