"""Pictures of how long the same work takes under several conditions."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import ArrayLike, NDArray

from contention.errors import MeasurementError
from contention.figures.style import in_house_style, series_style, two_lines

__all__ = ["describe_run_times", "draw_run_times"]


@in_house_style
def draw_run_times(conditions: Sequence[str], elapsed_s: ArrayLike, axes: Axes) -> Axes:
    """Elapsed time of each condition as a bar, with its ratio to the shortest.

    Parameters
    ----------
    conditions : sequence of str
        What differed, one name each; drawn from the top.
    elapsed_s : array_like, shape (conditions,)
        Seconds, positive.
    axes : Axes
        Where to draw.

    Returns
    -------
    Axes
        The same axes.

    Raises
    ------
    MeasurementError
        When there is no condition, or a time is not positive.

    Examples
    --------
    >>> from contention.figures import new_axes
    >>> draw_run_times(["plain", "checked"], [2, 90], new_axes()).get_xlabel()
    'Elapsed time (s)'
    """
    times = _times(conditions, elapsed_s)
    style = series_style(0)
    bars = axes.barh([two_lines(name) for name in conditions], times, height=0.6)
    for bar, time in zip(bars, times, strict=True):
        slow = time == times.max()
        bar.set_color(series_style(1).colour if slow and times.size > 1 else style.colour)
        axes.annotate(
            _label(time, float(times.min())),
            xy=(time, bar.get_y() + bar.get_height() / 2),
            xytext=(6, 0),
            textcoords="offset points",
            va="center",
        )
    axes.invert_yaxis()
    axes.grid(visible=False, axis="y")
    axes.set_xlim(0, 1.5 * float(times.max()))
    axes.set_xlabel("Elapsed time (s)")
    return axes


def describe_run_times(conditions: Sequence[str], elapsed_s: ArrayLike) -> str:
    """Say in words what :func:`draw_run_times` shows.

    Parameters
    ----------
    conditions : sequence of str
        As drawn.
    elapsed_s : array_like, shape (conditions,)
        As drawn.

    Returns
    -------
    str
        A sentence for an alternative text.

    Examples
    --------
    >>> describe_run_times(["plain", "checked"], [2, 90])
    'Bar chart of elapsed times: plain 2 s, the shortest; checked 90 s, 45 times.'
    """
    times = _times(conditions, elapsed_s)
    parts = "; ".join(
        f"{name} {_label(time, float(times.min()))}"
        for name, time in zip(conditions, times, strict=True)
    )
    return f"Bar chart of elapsed times: {parts}."


def _label(time: float, least: float) -> str:
    shown = f"{time:,.4g} s" if time < 10000 else f"{time:,.0f} s"
    return f"{shown}, the shortest" if time == least else f"{shown}, {time / least:,.3g} times"


def _times(conditions: Sequence[str], elapsed_s: ArrayLike) -> NDArray[np.float64]:
    times = np.asarray(elapsed_s, dtype=np.float64)
    if times.shape != (len(conditions),) or not times.size or not np.all(times > 0):
        raise MeasurementError(
            "a figure of run times needs a positive time for each condition",
            found=f"{len(conditions)} conditions, times {times.tolist()}",
        )
    return times
