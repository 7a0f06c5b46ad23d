"""Tables of a comparison of before and after, for people."""

from __future__ import annotations

import math
from collections.abc import Sequence

import pandas as pd

from contention.models.before_after_result import BeforeAfter
from contention.models.before_after_verdict import cause_text
from contention.models.changed_part import ChangedPart
from contention.models.run_checks import RunCheck
from contention.models.run_costs import sum_of
from contention.models.shown_parts import shown_parts
from contention.models.time_text import time_unit

__all__ = ["checks_table", "counts_table", "parts_table", "runs_table"]


def parts_table(found: BeforeAfter, parts: Sequence[ChangedPart], most: int = 8) -> pd.DataFrame:
    """The largest parts of a difference in one unit, with all others in a row of their own.

    Parameters
    ----------
    found : BeforeAfter
        The comparison.
    parts : sequence of ChangedPart
        ``by_call``, ``by_component``, ``outside`` or the total alone.
    most : int, default 8
        How many parts have a row.

    Returns
    -------
    DataFrame
        Per unit of work. The interval, low to high, is that of the difference; it is missing for
        the others. More and longer add up to the difference where calls or waits were counted.

    Examples
    --------
    >>> from contention.measurements import WaitProfile
    >>> from contention.models import choose_sides, compare_before_after, compared_runs
    >>> waits = [WaitProfile("", ("read",), [9], [1], [s], run=run)
    ...          for run, s in (("a", 2), ("b", 3))]
    >>> found = compare_before_after(choose_sides(compared_runs([], waits)))
    >>> parts_table(found, found.by_component)[["part", "difference (s)", "why"]].values.tolist()
    [['read', 1.0, 'each longer']]
    """
    shown = shown_parts(parts, most, length=60)
    scale, unit = time_unit(max((_largest(part) for part in shown), default=1.0))
    rows = []
    for part in shown:
        split = part.split
        numbers = {
            "before": part.before_s,
            "after": part.after_s,
            "difference": part.difference_s,
            "low": part.interval_s[0],
            "high": part.interval_s[1],
            "more of them": split.more if split.known else math.nan,
            "each longer": split.slower if split.known else math.nan,
        }
        row: dict[str, object] = {"part": part.name}
        row |= {f"{name} ({unit})": seconds / scale for name, seconds in numbers.items()}
        why = cause_text(part) if part.kind == "cpu" else part.cause
        rows.append(row | {"share (%)": 100 * found.share(part), "why": why})
    return pd.DataFrame(rows).dropna(axis="columns", how="all")


def _largest(part: ChangedPart) -> float:
    return max(abs(part.before_s), abs(part.after_s), abs(part.difference_s))


def counts_table(parts: Sequence[ChangedPart], most: int = 8) -> pd.DataFrame:
    """How many of each part there were, and how long one took, before and after.

    Parameters
    ----------
    parts : sequence of ChangedPart
        Calls or waits.
    most : int, default 8
        How many parts have a row.

    Returns
    -------
    DataFrame
        Numbers per unit of work, means in one unit; the ratio of the numbers with its interval
        where single runs were counted. Empty where nothing was counted.

    Examples
    --------
    >>> from contention.models.changed_part import changed_part
    >>> from contention.models.run_costs import Amount
    >>> read = changed_part("read", "wait", [Amount(10, 0.1)], [Amount(20, 0.6)], ([1], [1]))
    >>> table = counts_table([read])
    >>> table["mean after (ms)"].tolist(), table["ratio of numbers"].tolist()
    ([30.0], [2.0])
    """
    shown = [part for part in shown_parts(parts, most, length=60) if part.split.known]
    means = [mean for part in shown for mean in part.means_s if math.isfinite(mean)]
    scale, unit = time_unit(max(means, default=1.0))
    rows = [
        {
            "part": part.name,
            "number before": part.count_before,
            "number after": part.count_after,
            "ratio of numbers": part.count_after / part.count_before
            if part.count_before > 0
            else math.nan,
            "low": part.count_ratio[0] if part.count_before > 0 else math.nan,
            "high": part.count_ratio[1] if part.count_before > 0 else math.nan,
            f"mean before ({unit})": part.means_s[0] / scale,
            f"mean after ({unit})": part.means_s[1] / scale,
        }
        for part in shown
    ]
    return pd.DataFrame(rows).dropna(axis="columns", how="all")


def checks_table(found: BeforeAfter) -> pd.DataFrame:
    """The identities that the numbers were held against: how many runs keep each, and a case.

    Parameters
    ----------
    found : BeforeAfter
        The comparison.

    Returns
    -------
    DataFrame
        One row for each identity; empty where there was nothing to check.

    Examples
    --------
    >>> from contention.measurements import WaitProfile
    >>> from contention.models import choose_sides, compare_before_after, compared_runs
    >>> waits = [WaitProfile("", ("read",), [9], [longest], [2], run=run)
    ...          for run, longest in (("a", 1), ("b", 3))]
    >>> found = compare_before_after(choose_sides(compared_runs([], waits)))
    >>> checks_table(found)["kept by"].tolist()
    ['0 of 1']
    """
    rules: dict[str, list[RunCheck]] = {}
    for check in found.checks:
        rules.setdefault(check.rule, []).append(check)
    rows = []
    for rule, checks in rules.items():
        case = next((check for check in checks if not check.kept), checks[0])
        kept = sum(check.kept for check in checks)
        shown = f"{case.run}: {case.found}"
        rows.append(
            {"what should hold": rule, "kept by": f"{kept} of {len(checks)}", "case": shown}
        )
    return pd.DataFrame(rows)


def runs_table(found: BeforeAfter) -> pd.DataFrame:
    """One row for each run, in seconds: as measured, not divided by the work.

    Parameters
    ----------
    found : BeforeAfter
        The comparison.

    Returns
    -------
    DataFrame
        Without the columns that no run has.

    Examples
    --------
    >>> from contention.measurements import WaitProfile
    >>> from contention.models import choose_sides, compare_before_after, compared_runs
    >>> waits = [WaitProfile("", ("read",), [9], [1], [s], run=run)
    ...          for run, s in (("a", 2), ("b", 3))]
    >>> found = compare_before_after(choose_sides(compared_runs([], waits)))
    >>> runs_table(found)["waits (s)"].tolist()
    [2.0, 3.0]
    """
    rows = [
        {
            "run": one.run.name,
            "executions": one.executions if one.calls else math.nan,
            f"{found.total.name} (s)": one.taken.seconds,
            "CPU (s)": one.cpu_s if one.calls else math.nan,
            "waits (s)": one.waited.seconds if one.run.waits else math.nan,
            "outside of calls (s)": sum_of(one.outside.values()).seconds
            if one.outside
            else math.nan,
        }
        for one in found.costs
    ]
    return pd.DataFrame(rows).dropna(axis="columns", how="all")
