"""Pictures of the time that each item of some work took, against its size."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from contention.errors import MeasurementError
from contention.figures.style import in_house_style, series_style, two_lines

__all__ = ["describe_item_times", "draw_item_times"]

_LEAST_BYTES, _LEAST_S = 100.0, 0.001


@in_house_style
def draw_item_times(items: pd.DataFrame, axes: Axes, *, names: Sequence[str] = ()) -> Axes:
    """Time of each item over its size, one series per condition, on logarithmic scales.

    Below 100 bytes and 1 ms the scales are linear, so that zero has a place.

    Parameters
    ----------
    items : DataFrame
        Columns ``condition``, ``entry``, ``bytes`` and ``elapsed_s``; rows without a size or a
        time are passed over.
    axes : Axes
        Where to draw.
    names : sequence of str
        Items to name in the figure, above their highest point.

    Returns
    -------
    Axes
        The same axes.

    Raises
    ------
    MeasurementError
        When no item has a size and a time.

    Examples
    --------
    >>> from contention.figures import new_axes
    >>> rows = {"condition": "a", "entry": ["x", "y"], "bytes": [0, 9], "elapsed_s": [0, 1]}
    >>> draw_item_times(pd.DataFrame(rows), new_axes()).get_xlabel()
    'Size of the item (bytes)'
    """
    shown = _complete(items)
    axes.set_xscale("symlog", linthresh=_LEAST_BYTES)
    axes.set_yscale("symlog", linthresh=_LEAST_S)
    ends: list[tuple[float, float, str, tuple[float, float, float]]] = []
    groups = shown.sort_values("bytes", kind="stable").groupby("condition", sort=False)
    order = list(dict.fromkeys(shown.condition))
    for index, condition in enumerate(order):
        style, part = series_style(index), groups.get_group(condition)
        size, time = part["bytes"].to_numpy(), part.elapsed_s.to_numpy()
        axes.plot(size, time, color=style.colour, marker=style.marker, linestyle="none")
        ends.append(
            (float(size[-1]), float(time[-1]), two_lines(str(condition)), style.text_colour)
        )
    axes.set_xlim(-0.8 * _LEAST_BYTES, max(4 * shown["bytes"].max(), _LEAST_BYTES))
    axes.set_ylim(0, max(10 * shown.elapsed_s.max(), 10 * _LEAST_S))
    axes.set_xlabel("Size of the item (bytes)")
    axes.set_ylabel("Time to read it (s)")
    for x, y, text, colour in ends:
        axes.annotate(
            text,
            xy=(x, y),
            xytext=(9, 0),
            textcoords="offset points",
            color=colour,
            va="center",
            fontsize=11,
            annotation_clip=False,
        )
    for name in names:
        part = shown[shown.entry == name].sort_values("elapsed_s")
        if len(part):
            axes.annotate(
                name.rpartition("/")[2] or name,
                xy=(part["bytes"].iloc[-1], part.elapsed_s.iloc[-1]),
                xytext=(0, 9),
                textcoords="offset points",
                ha="right" if part["bytes"].iloc[-1] == shown["bytes"].max() else "center",
                fontsize=10,
            )
    return axes


def describe_item_times(items: pd.DataFrame) -> str:
    """Say in words what :func:`draw_item_times` shows.

    Parameters
    ----------
    items : DataFrame
        As drawn.

    Returns
    -------
    str
        A sentence for an alternative text.

    Examples
    --------
    >>> rows = {"condition": "a", "entry": ["x", "y"], "bytes": [0, 9], "elapsed_s": [0.5, 2]}
    >>> describe_item_times(pd.DataFrame(rows)).partition(". ")[2]
    'a: 2 items, the largest of 9 bytes in 2 s, the others in at most 0.5 s.'
    """
    parts = []
    for condition, part in _complete(items).groupby("condition", sort=False):
        ordered = part.sort_values("bytes", kind="stable")
        last, others = ordered.iloc[-1], ordered.iloc[:-1]
        text = f"{condition}: {len(ordered)} items, the largest of {last['bytes']:,.0f} bytes "
        text += f"in {last.elapsed_s:,.4g} s"
        if len(others):
            text += f", the others in at most {others.elapsed_s.max():,.4g} s"
        parts.append(text)
    return f"Scatter chart of time over size on logarithmic scales. {'; '.join(parts)}."


def _complete(items: pd.DataFrame) -> pd.DataFrame:
    shown = items.dropna(subset=["bytes", "elapsed_s"])
    if shown.empty or np.any(shown["bytes"] < 0):
        raise MeasurementError("a figure of item times needs items with a size and a time")
    return shown
