"""The same statement under two names, as two releases of a tool give it.

A report of one release names a statement by its SQL ID, that of another only prints its text. The
digests of the texts say which statements are the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from contention.measurements import CallStatistics, WaitProfile

__all__ = ["match_statements"]

_BY_TEXT = "text_"

Calls = tuple[CallStatistics, ...]
Waits = tuple[WaitProfile, ...]
_Run = tuple[str, str, str, str]


def match_statements(
    calls: Sequence[CallStatistics], waits: Sequence[WaitProfile] = ()
) -> tuple[Calls, Waits]:
    """Give statements of different runs whose texts agree one name.

    Names that all runs share stay. Otherwise, statements of the same digest are matched in the
    order in which each run lists them, where every run has as many of them; they get the SQL ID
    that one of the runs prints, or else the first name.

    Parameters
    ----------
    calls : sequence of CallStatistics
        Of any number of runs; statements without a digest stay as they are.
    waits : sequence of WaitProfile
        Likewise; they are renamed with the calls.

    Returns
    -------
    tuple
        Calls and waits, in the same order.

    Examples
    --------
    >>> old, new = (CallStatistics(name, ("execute",), [1], [1.0], [2.0], [0], [0], [0], [0],
    ...     run=run, digest="19b89a1f") for name, run in (("text_19b89a1f", "9i"), ("7pj2", "19c")))
    >>> [one.statement for one in match_statements([old, new])[0]]
    ['7pj2', '7pj2']
    """
    everything: list[CallStatistics | WaitProfile] = [*calls, *waits]
    names: dict[str, dict[_Run, list[str]]] = {}
    for one in everything:
        if one.digest:
            found = names.setdefault(one.digest, {}).setdefault(_run(one), [])
            if one.statement not in found:
                found.append(one.statement)
    renamed: dict[tuple[_Run, str], str] = {}
    for by_run in names.values():
        renamed |= _renamed(by_run)
    if not renamed:
        return tuple(calls), tuple(waits)
    return (
        tuple(replace(one, statement=renamed.get(_key(one), one.statement)) for one in calls),
        tuple(replace(one, statement=renamed.get(_key(one), one.statement)) for one in waits),
    )


def _key(one: CallStatistics | WaitProfile) -> tuple[_Run, str]:
    return _run(one), one.statement


def _run(one: CallStatistics | WaitProfile) -> _Run:
    return (one.run, one.system, one.repeat, one.provenance.source)


def _renamed(by_run: dict[_Run, list[str]]) -> dict[tuple[_Run, str], str]:
    """The common name of each statement of one digest, by run and own name."""
    lists = list(by_run.values())
    if len({len(names) for names in lists}) > 1 or all(set(n) == set(lists[0]) for n in lists):
        return {}
    common = [_best(names) for names in zip(*lists, strict=True)]
    if len(set(common)) < len(common):
        return {}
    return {
        (run, name): new
        for run, names in by_run.items()
        for name, new in zip(names, common, strict=True)
    }


def _best(names: Iterable[str]) -> str:
    listed = list(names)
    return next((name for name in listed if not name.startswith(_BY_TEXT)), listed[0])
