"""Calls of a function from a scalar subquery, against the rows that it was evaluated on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import NDArray

from contention.errors import MeasurementError
from contention.figures.style import INK, in_house_style, series_style
from contention.measurements import CallCounts

__all__ = [
    "CallCurve",
    "describe_calls",
    "draw_calls",
]


@dataclass(frozen=True)
class CallCurve:
    """The calls that a model gives for one set of values.

    Attributes
    ----------
    label : str
        Name of the set.
    calls : callable
        From rows, shape (m,), to calls, shape (m,).
    """

    label: str
    calls: Callable[[NDArray[np.int64]], NDArray[np.int64]]


def _checked(sets: Sequence[CallCounts], curves: Sequence[CallCurve]) -> None:
    if not sets or len(sets) != len(curves):
        raise MeasurementError(
            "a figure of calls needs a curve for each set of values",
            found=f"{len(sets)} sets, {len(curves)} curves",
        )


@in_house_style
def draw_calls(
    sets: Sequence[CallCounts], curves: Sequence[CallCurve], last_row: int, axes: Axes
) -> Axes:
    """Calls against rows: without a cache, with one, and with equal values together.

    Parameters
    ----------
    sets : sequence of CallCounts
        Counted calls, drawn as points.
    curves : sequence of CallCurve
        The model of each set; dashed beyond its last count.
    last_row : int
        Rows up to which the curves reach.
    axes : Axes
        Where to draw; both axes become logarithmic.

    Returns
    -------
    Axes
        The same axes.

    Raises
    ------
    MeasurementError
        When there is no set, or as many curves as sets are not given.

    Examples
    --------
    >>> from contention.figures.style import new_axes
    >>> counts = CallCounts("odd", 50, [100, 500], [53, 77], [-1, -1])
    >>> curve = CallCurve("odd", lambda rows: rows // 50 * 3 + 47)
    >>> draw_calls([counts], [curve], 500, new_axes()).get_xscale()
    'log'
    """
    _checked(sets, curves)
    last = max(last_row, *(int(one.evaluations[-1]) for one in sets))
    first = min(int(one.evaluations[0]) for one in sets)
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.plot([first, last], [first, last], color=INK, linestyle=":")
    ends = [(float(last), float(last), "no cache", INK)]
    for index, (one, curve) in enumerate(zip(sets, curves, strict=True)):
        style = series_style(index)
        rows = np.unique(np.geomspace(first, last, 1000).astype(np.int64))
        inside = rows <= one.evaluations[-1]
        calls = curve.calls(rows)
        axes.plot(rows[inside], calls[inside], color=style.colour, drawstyle="steps-post")
        axes.plot(
            rows[~inside], calls[~inside], color=style.colour, linestyle="--",
            drawstyle="steps-post",
        )  # fmt: skip
        axes.plot(
            one.evaluations, one.calls, color=style.colour, marker=style.marker, linestyle="none"
        )
        ends.append((float(last), float(calls[-1]), f"{curve.label}: {calls[-1]:,}", style.colour))
        if (one.ordered_calls > 0).any():
            kept = one.ordered_calls > 0
            axes.plot(
                one.evaluations[kept], one.ordered_calls[kept], color=INK, marker=style.marker,
                markerfacecolor="none", markersize=10, linestyle="none",
            )  # fmt: skip
    together = [one for one in sets if (one.ordered_calls > 0).any()]
    if together:
        most = max(int(one.ordered_calls.max()) for one in together)
        ends.append((float(last), float(most), f"sorted rows: {most:,}", INK))
    _label_calls(axes, ends)
    return axes


def _label_calls(axes: Axes, ends: list[tuple[float, float, str, str]]) -> None:
    """Axis texts with plain numbers, and the names of the curves at their right ends."""
    low = min(y for _, y, _, _ in ends)
    axes.set_ylim(bottom=min(axes.get_ylim()[0], 0.8 * low))
    x_range, y_range = axes.get_xlim(), axes.get_ylim()
    for axis, (start, stop) in ((axes.xaxis, x_range), (axes.yaxis, y_range)):
        scale = [factor * 10.0**power for power in range(10) for factor in (1, 2, 5)]
        ticks = [tick for tick in scale if start <= tick <= stop]
        axis.set_ticks(ticks, labels=[f"{tick:,.0f}" for tick in ticks])
        axis.set_ticks([], minor=True)
    axes.set_xlabel("Rows that the subquery was evaluated on")
    axes.set_ylabel("Calls of the function")
    for (x, y, text, colour), at in zip(
        sorted(ends, key=lambda e: e[1]), _apart(ends), strict=True
    ):
        axes.annotate(
            text, xy=(x, y), xytext=(1.06 * x, at), color=colour, va="center", fontsize=11,
            annotation_clip=False,
        )  # fmt: skip


def _apart(ends: list[tuple[float, float, str, str]]) -> list[float]:
    """Heights of the labels on a logarithmic axis, none nearer than a line to the one below."""
    placed: list[float] = []
    for y in sorted(end[1] for end in ends):
        placed.append(max(y, 1.16 * placed[-1]) if placed else y)
    return placed


def describe_calls(sets: Sequence[CallCounts], curves: Sequence[CallCurve], last_row: int) -> str:
    """Say in words what :func:`draw_calls` shows.

    Parameters
    ----------
    sets : sequence of CallCounts
        As drawn.
    curves : sequence of CallCurve
        As drawn.
    last_row : int
        As drawn.

    Returns
    -------
    str
        Sentences for an alternative text.

    Examples
    --------
    >>> counts = CallCounts("odd", 50, [100, 500], [53, 77], [-1, -1])
    >>> describe_calls([counts], [CallCurve("odd", lambda rows: rows // 50 * 3 + 47)], 500)[:40]
    'Calls of the function against rows, both'
    """
    _checked(sets, curves)
    last = max(last_row, *(int(one.evaluations[-1]) for one in sets))
    parts = []
    for one, curve in zip(sets, curves, strict=True):
        fitted = int(curve.calls(np.array([last]))[0])
        share = "all" if (curve.calls(one.evaluations) == one.calls).all() else "not all"
        part = (
            f"{curve.label}: {one.calls[0]:,} calls for {one.evaluations[0]:,} rows and "
            f"{one.calls[-1]:,} for {one.evaluations[-1]:,}, {share} points on the model"
        )
        if last > one.evaluations[-1]:
            part += f", which predicts {fitted:,} calls for {last:,} rows"
        ordered = one.ordered_calls[one.ordered_calls > 0]
        if ordered.size:
            part += f"; {ordered[-1]:,} calls at most with equal values together"
        parts.append(part)
    return (
        "Calls of the function against rows, both axes logarithmic. Without a cache there is one "
        f"call for each row, up to {last:,}. With the cache the curves stay far below. "
        + ". ".join(part[0].upper() + part[1:] for part in parts)
        + "."
    )
