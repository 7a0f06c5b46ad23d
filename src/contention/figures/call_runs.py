"""Runs of a statement side by side: elapsed time split into waits and the rest, and reads."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import StrMethodFormatter

from contention.errors import MeasurementError
from contention.figures.style import INK, in_house_style, series_style
from contention.models import CallRun

__all__ = ["describe_elapsed", "describe_reads", "draw_elapsed", "draw_reads"]

Runs = Mapping[str, Sequence[CallRun]]

_GAP = 0.7
"""Room between the runs of one system and those of the next, in bars."""


@dataclass(frozen=True)
class _Bar:
    name: str
    place: float
    elapsed_s: float
    event_s: float
    other_s: float
    reads: float


def _bars(runs: Runs, event: str) -> list[_Bar]:
    """One bar per run, systems apart; seconds waited are NaN where no waits are known."""
    bars: list[_Bar] = []
    place = 0.0
    for system, members in runs.items():
        for run in members:
            waited = run.waits.waited_s if run.waits is not None else math.nan
            own = run.waits.at(event, "total_waited_s") if run.waits is not None else math.nan
            name = f"{system}: {run.name}" if system else run.name
            elapsed, reads = run.calls.total("elapsed_s"), run.calls.total("disk")
            bars.append(_Bar(name, place, elapsed, own, waited - own, reads))
            place += 1.0
        place += _GAP
    if not bars:
        raise MeasurementError("a figure of runs needs at least one run")
    return bars


def _label(axes: Axes, bar: _Bar, end: float, text: str) -> None:
    axes.annotate(
        text,
        xy=(end, bar.place),
        xytext=(5, 0),
        textcoords="offset points",
        va="center",
        fontsize=10,
    )


def _finish(axes: Axes, bars: Sequence[_Bar], end: float, room: float) -> Axes:
    axes.set_yticks([bar.place for bar in bars], [bar.name for bar in bars])
    axes.invert_yaxis()
    axes.grid(visible=False, axis="y")
    axes.tick_params(axis="y", length=0)
    axes.set_xlim(0, max(end, 1e-9) * room)
    return axes


@in_house_style
def draw_elapsed(runs: Runs, event: str, axes: Axes) -> Axes:
    """Elapsed seconds of each run as a bar: waits for one event, other waits, the rest.

    Parameters
    ----------
    runs : mapping of str to sequence of CallRun
        By system, in the order in which they are drawn.
    event : str
        The wait event that has a part of its own.
    axes : Axes
        Where to draw.

    Returns
    -------
    Axes
        The same axes.

    Raises
    ------
    MeasurementError
        When there is no run.

    Examples
    --------
    >>> from contention.figures.style import new_axes
    >>> from contention.measurements import CallStatistics, WaitProfile
    >>> calls = CallStatistics("a", ("execute",), [9], [1], [3.0], [4], [0], [0], [9])
    >>> run = CallRun("with", calls, WaitProfile("a", ("read",), [4], [0.4], [1.0]))
    >>> draw_elapsed({"": [run]}, "read", new_axes()).get_xlabel()
    'Elapsed time of all executions (s)'
    """
    bars = _bars(runs, event)
    places = [bar.place for bar in bars]
    event_s = np.nan_to_num([bar.event_s for bar in bars])
    other_s = np.nan_to_num([bar.other_s for bar in bars])
    rest_s = np.nan_to_num([bar.elapsed_s for bar in bars]) - event_s - other_s
    parts = (
        (rest_s, "not waiting", series_style(0).colour, ""),
        (event_s, f"waiting: {event}", series_style(1).colour, "//"),
        (other_s, "waiting: other events", INK, ""),
    )
    left = np.zeros(len(bars))
    for seconds, name, colour, hatch in parts:
        width = np.maximum(seconds, 0.0)
        axes.barh(
            places, width, left=left, color=colour, hatch=hatch, edgecolor="white", label=name
        )
        left = left + width
    for bar, end in zip(bars, left, strict=True):
        _label(axes, bar, end, _elapsed_text(bar))
    axes.set_xlabel("Elapsed time of all executions (s)")
    axes.legend(loc="lower center", bbox_to_anchor=(0.4, 1.0), ncols=3, fontsize=10)
    return _finish(axes, bars, float(left.max()), 1.42)


def _elapsed_text(bar: _Bar) -> str:
    waits = "waits not known" if math.isnan(bar.event_s) else f"{bar.event_s:.2f} s waiting"
    return f"{bar.elapsed_s:.2f} s, {waits}"


def describe_elapsed(runs: Runs, event: str) -> str:
    """Say in words what :func:`draw_elapsed` shows.

    Parameters
    ----------
    runs : mapping of str to sequence of CallRun
        As drawn.
    event : str
        As drawn.

    Returns
    -------
    str
        A sentence for an alternative text.

    Examples
    --------
    >>> from contention.measurements import CallStatistics
    >>> calls = CallStatistics("a", ("execute",), [9], [1], [3.0], [4], [0], [0], [9])
    >>> describe_elapsed({"": [CallRun("with", calls, None)]}, "read").split(": ")[1]
    'with 3.00 s, waits not known.'
    """
    parts = "; ".join(f"{bar.name} {_elapsed_text(bar)}" for bar in _bars(runs, event))
    return (
        f"Bar chart of elapsed times, split into waits for {event}, other waits and rest: {parts}."
    )


@in_house_style
def draw_reads(runs: Runs, axes: Axes) -> Axes:
    """Blocks read from disk in each run, as bars.

    Parameters
    ----------
    runs : mapping of str to sequence of CallRun
        By system, in the order in which they are drawn.
    axes : Axes
        Where to draw.

    Returns
    -------
    Axes
        The same axes.

    Raises
    ------
    MeasurementError
        When there is no run.

    Examples
    --------
    >>> from contention.figures.style import new_axes
    >>> from contention.measurements import CallStatistics
    >>> calls = CallStatistics("a", ("execute",), [9], [1], [3.0], [4], [0], [0], [9])
    >>> draw_reads({"": [CallRun("with", calls, None)]}, new_axes()).get_xlabel()
    'Blocks read from disk'
    """
    bars = _bars(runs, "")
    widths = np.nan_to_num([bar.reads for bar in bars])
    axes.barh([bar.place for bar in bars], widths, color=series_style(1).colour)
    for bar, width in zip(bars, widths, strict=True):
        _label(axes, bar, width, _reads_text(bar))
    axes.set_xlabel("Blocks read from disk")
    axes.xaxis.set_major_formatter(StrMethodFormatter("{x:,.0f}"))
    return _finish(axes, bars, float(widths.max()), 1.15)


def _reads_text(bar: _Bar) -> str:
    return "not known" if math.isnan(bar.reads) else f"{bar.reads:,.0f}"


def describe_reads(runs: Runs) -> str:
    """Say in words what :func:`draw_reads` shows.

    Parameters
    ----------
    runs : mapping of str to sequence of CallRun
        As drawn.

    Returns
    -------
    str
        A sentence for an alternative text.

    Examples
    --------
    >>> from contention.measurements import CallStatistics
    >>> calls = CallStatistics("a", ("execute",), [9], [1], [3.0], [4], [0], [0], [9])
    >>> describe_reads({"x": [CallRun("with", calls, None)]})
    'Bar chart of blocks read from disk: x: with 4.'
    """
    parts = "; ".join(f"{bar.name} {_reads_text(bar)}" for bar in _bars(runs, ""))
    return f"Bar chart of blocks read from disk: {parts}."
