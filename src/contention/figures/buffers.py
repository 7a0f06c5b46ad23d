"""Visits to buffers by cause, and what a search for space costs as the table grows."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import NDArray

from contention.figures.style import INK, in_house_style, series_style
from contention.measurements import BufferVisits

__all__ = [
    "describe_buffer_visits",
    "describe_search_cost",
    "draw_buffer_visits",
    "draw_search_cost",
]

Array = NDArray[np.float64]

MOST_BARS = 14


def _bars(visits: BufferVisits) -> tuple[list[str], list[int]]:
    """Causes by falling visits, the rarest together where there are many."""
    order = np.argsort(-visits.visits, kind="stable")
    names = [visits.causes[at] for at in order]
    counts = [int(visits.visits[at]) for at in order]
    if len(names) > MOST_BARS:
        rest = len(names) - MOST_BARS + 1
        names = [*names[: MOST_BARS - 1], f"{rest} other causes"]
        counts = [*counts[: MOST_BARS - 1], sum(counts[MOST_BARS - 1 :])]
    return names, counts


@in_house_style
def draw_buffer_visits(visits: BufferVisits, axes: Axes) -> Axes:
    """Visits by cause as horizontal bars, the most frequent first.

    Parameters
    ----------
    visits : BufferVisits
        What to draw; beyond 14 causes the rarest are drawn as one.
    axes : Axes
        Where to draw.

    Returns
    -------
    Axes
        The same axes.

    Examples
    --------
    >>> from contention.figures.style import new_axes
    >>> visits = BufferVisits(("a: search", "b: undo"), [7, 6])
    >>> len(draw_buffer_visits(visits, new_axes()).patches)
    2
    """
    names, counts = _bars(visits)
    places = np.arange(len(names))
    axes.barh(places, counts, color=series_style(0).colour)
    axes.set_yticks(places, labels=names)
    for place, count in zip(places, counts, strict=True):
        share = 100 * count / visits.total if visits.total else 0.0
        text = f"{count:,}" if share < 1 else f"{count:,} ({share:.0f} %)"
        axes.annotate(
            text, xy=(count, float(place)), xytext=(4, 0), textcoords="offset points",
            va="center", fontsize=11,
        )  # fmt: skip
    axes.invert_yaxis()
    axes.grid(visible=False, axis="y")
    axes.set_xlim(0, 1.3 * max(*counts, 1))
    axes.xaxis.set_major_formatter("{x:,.0f}")
    axes.set_xlabel("Visits to buffers, and share of all")
    return axes


def describe_buffer_visits(visits: BufferVisits) -> str:
    """Say in words what :func:`draw_buffer_visits` shows.

    Parameters
    ----------
    visits : BufferVisits
        As drawn.

    Returns
    -------
    str
        A sentence for an alternative text.

    Examples
    --------
    >>> describe_buffer_visits(BufferVisits(("a: search", "b: undo"), [7, 6])).split(": ", 1)[1]
    'a: search 7; b: undo 6.'
    """
    names, counts = _bars(visits)
    parts = "; ".join(f"{name} {count:,}" for name, count in zip(names, counts, strict=True))
    return f"Bar chart of {visits.total:,} visits to buffers by cause: {parts}."


@in_house_style
def draw_search_cost(
    predict: Callable[[Array], Array], measured: tuple[float, float], last: float, axes: Axes
) -> Axes:
    """Visits of one insert against the size of the table: one measurement, and a line.

    Parameters
    ----------
    predict : callable
        From data blocks, shape (m,), to visits, shape (m,).
    measured : tuple of float
        Data blocks and visits of the measurement.
    last : float
        Data blocks up to which the line is extrapolated; not below the measured ones.
    axes : Axes
        Where to draw.

    Returns
    -------
    Axes
        The same axes.

    Examples
    --------
    >>> from contention.figures.style import new_axes
    >>> draw_search_cost(lambda blocks: 2 * blocks, (10, 20), 40, new_axes()).get_ylabel()
    'Visits to buffers by one insert'
    """
    style = series_style(0)
    grid = np.linspace(0.0, last, 101)
    axes.plot(grid, predict(grid), color=style.colour, linestyle="--")
    axes.plot(*measured, color=style.colour, marker=style.marker, markersize=9)
    top = float(predict(np.array([last]))[0])
    axes.annotate(
        f"measured: {measured[1]:,.0f}", xy=measured, xytext=(10, -6),
        textcoords="offset points", va="top", fontsize=11, color=INK,
    )  # fmt: skip
    if last > measured[0]:
        axes.plot(last, top, color=style.colour, marker=style.marker, markerfacecolor="white")
        axes.annotate(
            f"extrapolated: {top:,.0f}", xy=(last, top), xytext=(-10, 0),
            textcoords="offset points", ha="right", va="center", fontsize=11, color=INK,
        )  # fmt: skip
    axes.set_xlim(0, 1.04 * last)
    axes.set_ylim(0, 1.1 * top)
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_major_formatter("{x:,.0f}")
    axes.set_xlabel("Data blocks that look free and are not")
    axes.set_ylabel("Visits to buffers by one insert")
    return axes


def describe_search_cost(
    predict: Callable[[Array], Array], measured: tuple[float, float], last: float
) -> str:
    """Say in words what :func:`draw_search_cost` shows.

    Parameters
    ----------
    predict : callable
        As drawn.
    measured : tuple of float
        As drawn.
    last : float
        As drawn.

    Returns
    -------
    str
        Sentences for an alternative text.

    Examples
    --------
    >>> describe_search_cost(lambda blocks: 2 * blocks, (10, 20), 40)[-52:]
    'dashed: 80 visits at 40 blocks are an extrapolation.'
    """
    top = float(predict(np.array([last]))[0])
    return (
        "Visits to buffers by one insert against data blocks that look free. One measurement: "
        f"{measured[1]:,.0f} visits at {measured[0]:,.0f} blocks. The line through it is dashed: "
        f"{top:,.0f} visits at {last:,.0f} blocks are an extrapolation."
    )
