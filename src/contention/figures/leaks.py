"""A memory series with all that an analysis made of it: cuts, warm-up, troughs, slope."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import NDArray

from contention.figures.sizes import size_text, size_unit
from contention.figures.style import INK, in_house_style, series_style
from contention.models import LeakAnalysis

__all__ = ["describe_leak", "describe_leaks", "draw_leak", "draw_leaks"]

Array = NDArray[np.float64]

_AXIS = {"run": "Step", "s": "Time (s)"}
_MOST_POINTS = 1500
_MOST_NAMED_CUTS = 6
_SHADE = "#bbbbbb"


@in_house_style
def draw_leak(found: LeakAnalysis, axes: Axes) -> Axes:
    """Readings, the warm-up in grey, segments, troughs of a sawtooth, the slope and its band.

    The band of a segment holds every line through the centre of its readings whose slope lies in
    the interval.

    Parameters
    ----------
    found : LeakAnalysis
        At least one reading. Of more than 1,500 readings every so many are drawn.
    axes : Axes
        Where to draw.

    Returns
    -------
    Axes
        The same axes.

    Examples
    --------
    >>> from contention.figures.style import in_house_style, new_axes
    >>> from contention.models import analyse_leak
    >>> draw_leak(analyse_leak([1, 2, 3], [4096, 8192, 12290]), new_axes()).get_ylabel()
    'Memory held (KB)'
    """
    step, held = found.readings.step, found.readings.bytes
    unit, unit_name = size_unit(float(held.max()) / 4)
    blue, orange = series_style(0), series_style(1)
    every = -(-step.size // _MOST_POINTS)
    kept = ~found.outlying
    shown = np.flatnonzero(kept)[::every]
    many = shown.size > 60
    axes.plot(
        step[shown],
        held[shown] / unit,
        marker="." if many else blue.marker,
        markersize=3 if many else 6,
        linestyle="-" if found.envelope.is_sawtooth else "none",
        linewidth=0.8,
        color=blue.colour,
        label="readings",
    )
    if found.outlying.any():
        aside = found.outlying
        axes.plot(step[aside], held[aside] / unit, "x", color=INK, label="set aside")
    if found.envelope.is_sawtooth:
        troughs = found.candidates
        axes.plot(
            step[troughs],
            held[troughs] / unit,
            orange.marker,
            color=orange.colour,
            markersize=6,
            label="troughs",
        )
    _draw_cuts(found, axes)
    _draw_lines(found, unit, axes)
    axes.set_xlabel(_AXIS[found.readings.step_unit])
    axes.set_ylabel(f"Memory held ({unit_name})")
    if held.min() < 0.5 * held.max():
        axes.set_ylim(bottom=0)
    axes.legend(loc="upper center", bbox_to_anchor=(0.5, 1.14), ncol=5, fontsize=11)
    return axes


def draw_leaks(found: Sequence[LeakAnalysis], panels: Sequence[Axes]) -> Axes:
    """Several series, each as :func:`draw_leak` draws it, one below the other.

    Parameters
    ----------
    found : sequence of LeakAnalysis
        At least one.
    panels : sequence of Axes
        As many.

    Returns
    -------
    Axes
        The first of the panels.

    Examples
    --------
    >>> from contention.figures.style import new_panels
    >>> from contention.models import analyse_leak
    >>> one = analyse_leak([1, 2, 3], [4096, 8192, 12290])
    >>> draw_leaks([one, one], new_panels(2, rows=True)).get_title(loc="left")
    'data'
    """
    for one, axes in zip(found, panels, strict=True):
        draw_leak(one, axes)
        if len(found) > 1:
            axes.set_title(one.readings.label, loc="left", fontsize=12)
            legend = axes.get_legend()
            assert legend is not None
            legend.set_loc("best")
            legend.set_bbox_to_anchor(None)
            legend.set_frame_on(True)
    return panels[0]


def _draw_cuts(found: LeakAnalysis, axes: Axes) -> None:
    """Grey from each start to the end of the warm-up, a dotted line at each cut."""
    cuts = found.segments.cuts
    for cut in cuts:
        axes.axvline(cut.step, color=INK, linestyle=(0, (1, 1)), linewidth=1.2)
        if len(cuts) <= _MOST_NAMED_CUTS:
            axes.annotate(
                cut.kind,
                xy=(cut.step, 1.0),
                xycoords=("data", "axes fraction"),
                xytext=(3, -3),
                textcoords="offset points",
                va="top",
                fontsize=11,
            )
    if found.warm_up.duration <= 0:
        return
    starts = found.segments.starts(float(found.readings.step[0]))
    for at, start in enumerate(starts[np.isfinite(starts)]):
        label = "warm-up" if at == 0 else "_nolegend_"
        end = min(start + found.warm_up.duration, float(found.readings.step[-1]))
        axes.axvspan(start, end, color=_SHADE, alpha=0.4, linewidth=0, label=label)


def _draw_lines(found: LeakAnalysis, unit: int, axes: Axes) -> None:
    if found.trend is None:
        return
    green = series_style(2)
    low, high = found.trend.interval(found.alpha)
    slope = found.slope
    for number in np.unique(found.number):
        mine = found.number == number
        step, held = found.step[mine], found.bytes[mine]
        if step.size < 2:
            continue
        grid = np.linspace(step[0], step[-1], 51)
        reach = grid - step.mean()
        middle = held.mean() + slope * reach
        label = "slope" if number == found.number[0] else "_nolegend_"
        axes.plot(grid, middle / unit, color=green.colour, linewidth=2.2, label=label)
        if np.isfinite(low) and np.isfinite(high):
            ends = [middle + (end - slope) * reach for end in (low, high)]
            axes.fill_between(
                grid,
                np.minimum(*ends) / unit,
                np.maximum(*ends) / unit,
                color=green.colour,
                alpha=0.25,
                linewidth=0,
            )


def describe_leak(found: LeakAnalysis) -> str:
    """Say in words what :func:`draw_leak` shows.

    Parameters
    ----------
    found : LeakAnalysis
        As drawn.

    Returns
    -------
    str
        Sentences for an alternative text.

    Examples
    --------
    >>> from contention.models import analyse_leak
    >>> describe_leak(analyse_leak([1, 2, 3], [4096, 8192, 12290])).split(". ")[0]
    '3 readings of memory held, from 4 KB to 12 KB'
    """
    held = found.readings.bytes
    axis = {"run": "steps", "s": "seconds"}[found.readings.step_unit]
    parts = [
        f"{held.size} reading{'s' * (held.size > 1)} of memory held, from {size_text(held[0])} "
        f"to {size_text(held[-1])}"
    ]
    if found.outlying.any():
        aside = int(found.outlying.sum())
        what = "single reading is" if aside == 1 else "single readings are"
        parts.append(f"{aside} {what} crossed out")
    if found.envelope.is_sawtooth:
        parts.append(f"They are a sawtooth, of which {found.candidates.size} troughs are marked")
    if found.segments.cuts:
        kinds = ", ".join(f"a {cut.kind} at {cut.step:g}" for cut in found.segments.cuts[:6])
        parts.append(f"Dotted lines mark where they are cut: {kinds}")
    if found.warm_up.duration > 0:
        parts.append(f"The first {found.warm_up.duration:.4g} {axis} after each start are grey")
    if found.trend is not None:
        step = {"run": "step", "s": "second"}[found.readings.step_unit]
        parts.append(f"A line rises by {size_text(found.slope)} per {step}")
        low, high = found.trend.interval(found.alpha)
        if np.isfinite(low) and np.isfinite(high):
            parts[-1] += f", its band from {size_text(low)} to {size_text(high)}"
    return ". ".join(parts) + "."


def describe_leaks(found: Sequence[LeakAnalysis]) -> str:
    """Say in words what :func:`draw_leaks` shows.

    Parameters
    ----------
    found : sequence of LeakAnalysis
        As drawn.

    Returns
    -------
    str
        Sentences for an alternative text.

    Examples
    --------
    >>> from contention.models import analyse_leak
    >>> one = analyse_leak([1, 2, 3], [4096, 8192, 12290])
    >>> describe_leaks([one, one])[:16]
    'data: 3 readings'
    """
    if len(found) == 1:
        return describe_leak(found[0])
    return " ".join(f"{one.readings.label}: {describe_leak(one)}" for one in found)
