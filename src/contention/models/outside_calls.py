"""Time that is not within a database call, although it is listed with the waits."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from contention.models.changed_part import ChangedPart
from contention.models.run_comparison import RunComparison, ranked
from contention.models.run_costs import Amount, RunCosts, sum_of

__all__ = ["split_outside"]

_LONGER = 1.25
"""A statement that waits this many times as long as its calls took was not waiting within them."""

Key = tuple[str, str]


def split_outside(
    runs: RunComparison, between_calls: Sequence[str]
) -> tuple[RunComparison, tuple[ChangedPart, ...]]:
    """Take out of the waits what cannot be part of the elapsed time of the calls.

    That are the waits for the client, and those of a statement whose waits sum, over all runs, to
    a quarter more than its calls took, beyond the error of sampling or rounding. A tool may end
    the clock of a call before its last wait: a commit may be written after its statement is done.

    Parameters
    ----------
    runs : RunComparison
        With all waits.
    between_calls : sequence of str
        Parts of the names of events that lie between calls, in any case.

    Returns
    -------
    RunComparison
        The same with the waits within calls only.
    tuple of ChangedPart
        What was taken out, the largest change first.
    """
    words = tuple(word.lower() for word in between_calls if word)
    alone = _statements_outside(runs, words)
    names = {
        key: f"{key[1]}, in {key[0]}" if key[0] in alone and not _between(key, words) else key[1]
        for one in runs.all
        for key in one.waits
        if key[0] in alone or _between(key, words)
    }

    def kept(one: RunCosts) -> RunCosts:
        waits = {key: amount for key, amount in one.waits.items() if key not in names}
        outside = {key: amount for key, amount in one.waits.items() if key in names}
        idle = {key: amount for key, amount in one.not_waiting.items() if key[0] not in alone}
        return replace(one, waits=waits, not_waiting=idle, outside=outside)

    before, after = (tuple(kept(one) for one in side) for side in runs.costs)
    parts = [
        runs.part(name, "outside", partial(_named, names, name))
        for name in dict.fromkeys(names.values())
    ]
    return replace(runs, costs=(before, after)), ranked(parts)


def _between(key: Key, words: tuple[str, ...]) -> bool:
    return any(word in key[1].lower() for word in words)


def _named(names: dict[Key, str], name: str, one: RunCosts) -> Amount:
    return sum_of(amount for key, amount in one.waits.items() if names.get(key) == name)


def _statements_outside(runs: RunComparison, words: tuple[str, ...]) -> set[str]:
    called = {statement for one in runs.all for statement, _ in one.calls}
    waiting = {statement for one in runs.all for statement, _ in one.waits}
    if not called & waiting:
        return set()
    found = set()
    for statement in waiting:
        waits = [
            amount
            for one in runs.all
            for key, amount in one.waits.items()
            if key[0] == statement and not _between(key, words)
        ]
        calls = [
            amount for one in runs.all for key, amount in one.calls.items() if key[0] == statement
        ]
        slack = sum(_error(amount) for amount in (*waits, *calls))
        if sum_of(waits).seconds > _LONGER * sum_of(calls).seconds + slack:
            found.add(statement)
    return found


def _error(amount: Amount) -> float:
    """How far the seconds may be off: three standard errors of a sample, or the rounding."""
    if amount.sample_s > 0:
        return 3.0 * amount.sample_s * math.sqrt(amount.seconds / amount.sample_s + 1.0)
    return amount.resolution_s
