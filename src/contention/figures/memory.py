"""Memory held after each step of a workload, and the lines fitted to it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import NDArray

from contention.errors import MeasurementError
from contention.figures.sizes import size_text, size_unit
from contention.figures.style import in_house_style, label_right_ends, series_style
from contention.measurements import MemorySeries

__all__ = ["LineBand", "describe_memory", "draw_memory"]

Array = NDArray[np.float64]

_AXIS = {"run": "Run", "s": "Time (s)"}
_STEP = {"run": "run", "s": "second"}
_OVER = {"run": "after each run", "s": "over time"}
_MOST_TICKS = 10


@dataclass(frozen=True)
class LineBand:
    """A fitted line and the interval of its slope.

    Attributes
    ----------
    predict : callable
        From steps, shape (m,), to bytes, shape (m,).
    slope : float
        Bytes per step.
    low, high : float
        Ends of the interval of the slope, in bytes per step; infinite where it has none.

    Examples
    --------
    >>> LineBand(lambda step: 1000 * step, 1000, 900, 1100).bounded
    True
    """

    predict: Callable[[Array], Array]
    slope: float
    low: float
    high: float

    @property
    def bounded(self) -> bool:
        """Whether both ends of the interval are finite."""
        return bool(np.isfinite(self.low) and np.isfinite(self.high))


@in_house_style
def draw_memory(
    series: Sequence[MemorySeries], axes: Axes, *, lines: Sequence[LineBand | None] = ()
) -> Axes:
    """Bytes held after each step, with fitted lines and the bands of their slopes.

    A band holds every line through the centre of the points whose slope lies in the interval.

    Parameters
    ----------
    series : sequence of MemorySeries
        Drawn as points; all on the same step axis. Missing readings are left out.
    axes : Axes
        Where to draw.
    lines : sequence of LineBand or None
        The line of each series, None where it has none; empty for no lines at all.

    Returns
    -------
    Axes
        The same axes.

    Raises
    ------
    MeasurementError
        When there is no reading to draw, or as many lines as series are not given.

    Examples
    --------
    >>> from contention.figures.style import in_house_style, new_axes
    >>> draw_memory([MemorySeries("data", [1, 2], [4096, 8192])], new_axes()).get_ylabel()
    'Memory held (KB)'
    """
    readable = _readable(series, lines)
    unit, unit_name = size_unit(max(float(np.nanmax(one.bytes)) for one, _ in readable) / 4)
    ends = []
    for index, (one, line) in enumerate(readable):
        style = series_style(index)
        kept = np.isfinite(one.bytes)
        step, held = one.step[kept], one.bytes[kept] / unit
        axes.plot(step, held, color=style.colour, marker=style.marker, linestyle="none")
        ends.append((float(step[-1]), float(held[-1]), one.label, style.colour))
        if line is not None:
            _draw_line(line, step, unit, style.colour, axes)
    axes.set_xlabel(_AXIS[series[0].step_unit])
    axes.set_ylabel(f"Memory held ({unit_name})")
    axes.set_ylim(bottom=0)
    steps = np.unique(np.concatenate([one.step for one, _ in readable]))
    if series[0].step_unit == "run" and steps.size <= _MOST_TICKS:
        axes.set_xticks(steps)
    label_right_ends(axes, ends)
    return axes


def _readable(
    series: Sequence[MemorySeries], lines: Sequence[LineBand | None]
) -> list[tuple[MemorySeries, LineBand | None]]:
    """The series with a reading, each with its line."""
    if lines and len(lines) != len(series):
        raise MeasurementError(f"{len(series)} series need as many lines, not {len(lines)}")
    pairs = zip(series, lines or [None] * len(series), strict=True)
    readable = [(one, line) for one, line in pairs if np.isfinite(one.bytes).any()]
    if not readable:
        raise MeasurementError("a memory figure needs at least one reading")
    return readable


def _draw_line(line: LineBand, step: Array, unit: int, colour: str, axes: Axes) -> None:
    grid = np.linspace(step[0], step[-1], 101)
    middle = line.predict(grid)
    axes.plot(grid, middle / unit, color=colour)
    if line.bounded:
        reach = grid - step.mean()
        ends = [middle + (slope - line.slope) * reach for slope in (line.low, line.high)]
        axes.fill_between(
            grid,
            np.minimum(*ends) / unit,
            np.maximum(*ends) / unit,
            color=colour,
            alpha=0.2,
            linewidth=0,
        )


def describe_memory(series: Sequence[MemorySeries], lines: Sequence[LineBand | None] = ()) -> str:
    """Say in words what :func:`draw_memory` shows.

    Parameters
    ----------
    series : sequence of MemorySeries
        As drawn.
    lines : sequence of LineBand or None
        As drawn.

    Returns
    -------
    str
        Sentences for an alternative text.

    Examples
    --------
    >>> describe_memory([MemorySeries("data", [1, 2], [4096, 8192])])
    'Points of memory held after each run. data: 2 points from 4 KB to 8 KB.'
    """
    readable = _readable(series, lines)
    step = _STEP[series[0].step_unit]
    parts = []
    for one, line in readable:
        held = one.bytes[np.isfinite(one.bytes)]
        ends = f"from {size_text(held[0])} to {size_text(held[-1])}"
        part = f"{one.label}: {held.size} point{'s' * (held.size > 1)} {ends}"
        if line is not None:
            part += f", with a line of {size_text(line.slope)} per {step}"
            if line.bounded:
                part += (
                    f" and a band of slopes from {size_text(line.low)} to {size_text(line.high)}"
                )
        parts.append(part)
    return f"Points of memory held {_OVER[series[0].step_unit]}. " + "; ".join(parts) + "."
