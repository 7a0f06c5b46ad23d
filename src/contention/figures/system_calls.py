"""Pictures of traced system calls: how many there were, and how many failed."""

from __future__ import annotations

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from contention.errors import MeasurementError
from contention.figures.style import in_house_style, series_style

__all__ = ["describe_call_outcomes", "draw_call_outcomes"]

_MOST = 12


@in_house_style
def draw_call_outcomes(calls: pd.DataFrame, axes: Axes) -> Axes:
    """Number of calls by name, the failed ones hatched and named by their error.

    Parameters
    ----------
    calls : DataFrame
        Columns ``call`` and ``errno``, missing where a call succeeded. The twelve names with the
        most failures, then the most calls, are drawn.
    axes : Axes
        Where to draw.

    Returns
    -------
    Axes
        The same axes.

    Raises
    ------
    MeasurementError
        When there is no call.

    Examples
    --------
    >>> from contention.figures import new_axes
    >>> calls = pd.DataFrame({"call": ["mmap", "read"], "errno": ["EPERM", None]})
    >>> draw_call_outcomes(calls, new_axes()).get_xlabel()
    'Calls'
    """
    counts = _counts(calls)
    fine, bad = series_style(0), series_style(1)
    good = counts.calls - counts.failed
    axes.barh(counts.index, good, color=fine.colour, height=0.6)
    axes.barh(
        counts.index, counts.failed, left=good, color=bad.colour, hatch="//",
        edgecolor="white", height=0.6,
    )  # fmt: skip
    for at, (total, text) in enumerate(zip(counts.calls, counts.text, strict=True)):
        axes.annotate(
            str(text), xy=(total, at), xytext=(6, 0), textcoords="offset points", va="center"
        )
    axes.invert_yaxis()
    axes.grid(visible=False, axis="y")
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.set_xlim(0, 1.45 * counts.calls.max())
    axes.set_xlabel("Calls")
    return axes


def describe_call_outcomes(calls: pd.DataFrame) -> str:
    """Say in words what :func:`draw_call_outcomes` shows.

    Parameters
    ----------
    calls : DataFrame
        As drawn.

    Returns
    -------
    str
        A sentence for an alternative text.

    Examples
    --------
    >>> calls = pd.DataFrame({"call": ["mmap", "read"], "errno": ["EPERM", None]})
    >>> describe_call_outcomes(calls)
    'Bar chart of 2 system calls by name: mmap 1, failed: 1 EPERM; read 1, none failed.'
    """
    counts = _counts(calls)
    parts = "; ".join(
        f"{name} {text if failed else f'{text}, none failed'}"
        for name, text, failed in zip(counts.index, counts.text, counts.failed, strict=True)
    )
    return f"Bar chart of {len(calls):,} system calls by name: {parts}."


def _counts(calls: pd.DataFrame) -> pd.DataFrame:
    if calls.empty:
        raise MeasurementError("a figure of system calls needs at least one call")
    groups = calls.groupby("call", sort=True)
    counts = pd.DataFrame({"calls": groups.size(), "failed": groups.errno.count()})
    counts["text"] = [
        _text(int(total), calls.loc[calls.call == name, "errno"].value_counts())
        for name, total in counts.calls.items()
    ]
    order = counts.sort_values(["failed", "calls"], ascending=False, kind="stable")
    return order.head(_MOST)


def _text(total: int, errors: pd.Series) -> str:
    failures = ", ".join(f"{count:,} {name}" for name, count in errors.head(3).items())
    more = ", ..." if len(errors) > 3 else ""
    return f"{total:,}, failed: {failures}{more}" if len(errors) else f"{total:,}"
