"""From single waits to wait profiles: how often, how long at most, how long in sum."""

from __future__ import annotations

import numpy as np

from contention.measurements import Table, WaitProfile

__all__ = ["profiles_of_waits"]

_US = 1e-6


def profiles_of_waits(waits: Table, *, run: str = "", system: str = "") -> tuple[WaitProfile, ...]:
    """One wait profile per statement of a table of single waits.

    Parameters
    ----------
    waits : Table
        With columns ``cursor``, ``sql_id``, ``event`` and ``ela_us``.
    run, system : str
        Names of the run and of what was measured.

    Returns
    -------
    tuple of WaitProfile
        In order of first appearance; events in order of first appearance too.

    Examples
    --------
    >>> from contention.measurements import Provenance
    >>> from contention.readers.cells import table_of_values
    >>> cells = {"cursor": [("1", 1)] * 2, "sql_id": [(None, None)] * 2,
    ...          "event": [("log file sync",) * 2] * 2, "ela_us": [("30", 30), ("50", 50)]}
    >>> profile = profiles_of_waits(table_of_values("waits", cells, [1, 2], Provenance("x")))[0]
    >>> profile.statement, profile.times_waited.tolist(), round(profile.waited_s, 6)
    ('cursor_1', [2.0], 8e-05)
    """
    sums: dict[str, dict[str, list[int]]] = {}
    columns = [waits.column(name).values for name in ("sql_id", "cursor", "event", "ela_us")]
    for sql_id, cursor, event, ela in zip(*columns, strict=True):
        if not isinstance(ela, int):
            continue
        statement = str(sql_id) if sql_id else f"cursor_{cursor}"
        entry = sums.setdefault(statement, {}).setdefault(str(event), [0, 0, 0])
        entry[0] += 1
        entry[1] = max(entry[1], ela)
        entry[2] += ela
    made = []
    for statement, events in sums.items():
        times, longest, total = np.array(list(events.values()), dtype=np.float64).T
        made.append(
            WaitProfile(
                statement,
                tuple(events),
                times,
                longest * _US,
                total * _US,
                run=run,
                system=system,
                resolution_s=_US,
                provenance=waits.provenance,
            )
        )
    return tuple(made)
