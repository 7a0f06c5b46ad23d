"""Slopes of memory side by side, and the slope that a longer run would show."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes

from contention.errors import MeasurementError
from contention.figures.sizes import size_text, size_unit
from contention.figures.style import INK, in_house_style, series_style
from contention.models import LeakAnalysis

__all__ = ["describe_needed_run", "describe_slopes", "draw_needed_run", "draw_slopes"]

_PER = {"run": "step", "s": "second"}
_LONGEST = 300.0


def _with_slope(found: Sequence[LeakAnalysis]) -> list[LeakAnalysis]:
    known = [one for one in found if one.trend is not None]
    if not known:
        raise MeasurementError("a figure of slopes needs a series with three readings or more")
    return known


@in_house_style
def draw_slopes(found: Sequence[LeakAnalysis], axes: Axes) -> Axes:
    """Each slope with its interval, and the least slope that its run would have shown.

    Parameters
    ----------
    found : sequence of LeakAnalysis
        On the same kind of axis; those without a slope are left out.
    axes : Axes
        Where to draw.

    Returns
    -------
    Axes
        The same axes.

    Raises
    ------
    MeasurementError
        When no series has a slope.

    Examples
    --------
    >>> from contention.figures.style import new_axes
    >>> from contention.models import analyse_leak
    >>> draw_slopes([analyse_leak([1, 2, 3], [4096, 8192, 12290])], new_axes()).get_xlabel()
    'Slope (KB per step)'
    """
    known = _with_slope(found)
    ends = [one.trend.interval(one.alpha) for one in known if one.trend is not None]
    finite = [abs(end) for pair in ends for end in pair if np.isfinite(end)]
    unit, name = size_unit(max([*finite, *(abs(one.slope) for one in known)]) / 4)
    for row, (one, (low, high)) in enumerate(zip(known, ends, strict=True)):
        style, slope = series_style(row), one.slope / unit
        axes.plot([low / unit, high / unit], [row, row], color=style.colour, linewidth=3)
        axes.plot(slope, row, style.marker, color=style.colour, markersize=8)
        least = one.minimum_detectable_slope / unit
        label = "least slope that this run would show" if row == 0 else "_nolegend_"
        axes.plot(least, row, "D", color=INK, fillstyle="none", markersize=7, label=label)
        axes.annotate(
            one.verdict.replace("_", " "),
            xy=(slope, row),
            xytext=(0, 9),
            textcoords="offset points",
            ha="center",
            fontsize=11,
        )
    axes.axvline(0.0, color=INK, linewidth=1.0)
    axes.legend(loc="upper center", bbox_to_anchor=(0.5, 1.13), fontsize=11)
    axes.set_yticks(range(len(known)), [one.readings.label for one in known])
    axes.set_ylim(len(known) - 0.4, -0.7)
    axes.set_xlabel(f"Slope ({name} per {_PER[known[0].readings.step_unit]})")
    return axes


def describe_slopes(found: Sequence[LeakAnalysis]) -> str:
    """Say in words what :func:`draw_slopes` shows.

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
    >>> describe_slopes([analyse_leak([1, 2, 3], [4096, 8192, 12290])])[:35]
    'Slopes with intervals. data: 4 KB p'
    """
    parts = []
    for one in _with_slope(found):
        assert one.trend is not None
        low, high = one.trend.interval(one.alpha)
        per = _PER[one.readings.step_unit]
        parts.append(
            f"{one.readings.label}: {size_text(one.slope)} per {per}, from {size_text(low)} to "
            f"{size_text(high)}; {size_text(one.minimum_detectable_slope)} would be seen"
        )
    return "Slopes with intervals. " + ". ".join(parts) + "."


@in_house_style
def draw_needed_run(found: Sequence[LeakAnalysis], axes: Axes) -> Axes:
    """The least slope that is shown, against the length of a run with the same noise.

    Parameters
    ----------
    found : sequence of LeakAnalysis
        On the same kind of axis. Those without a slope, or without noise, are left out.
    axes : Axes
        Where to draw. A mark stands at the run as it was.

    Returns
    -------
    Axes
        The same axes.

    Raises
    ------
    MeasurementError
        When no series has both.

    Examples
    --------
    >>> from contention.figures.style import new_axes
    >>> from contention.models import analyse_leak
    >>> found = analyse_leak([1, 2, 3, 4], [4096, 8192, 12290, 16380])
    >>> draw_needed_run([found], new_axes()).get_xscale()
    'log'
    """
    known = [one for one in _with_slope(found) if one.trend is not None and not one.trend.exact]
    if not known:
        raise MeasurementError("readings exactly on a line tell nothing of the noise")
    unit, name = size_unit(min(one.minimum_detectable_slope for one in known))
    for row, one in enumerate(known):
        assert one.trend is not None
        style, least = series_style(row), one.minimum_detectable_slope
        slopes = least * np.geomspace(1 / 50.0, 8.0, 25)
        runs = np.array([one.needed_run(slope) for slope in slopes])
        shown = np.isfinite(runs) & (runs < _LONGEST * one.trend.span)
        axes.plot(runs[shown], slopes[shown] / unit, color=style.colour, linestyle=style.line)
        axes.plot(
            one.trend.span,
            least / unit,
            style.marker,
            color=style.colour,
            markersize=8,
            label=one.readings.label,
        )
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.legend(fontsize=11)
    axes.set_xlabel(
        {"run": "Length of the run (steps)", "s": "Length of the run (s)"}[
            known[0].readings.step_unit
        ]
    )
    axes.set_ylabel(f"Least slope shown ({name} per {_PER[known[0].readings.step_unit]})")
    return axes


def describe_needed_run(found: Sequence[LeakAnalysis]) -> str:
    """Say in words what :func:`draw_needed_run` shows.

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
    >>> found = analyse_leak([1, 2, 3, 4], [4096, 8192, 12290, 16380])
    >>> describe_needed_run([found]).startswith("The longer a run, the smaller the slope it shows.")
    True
    """
    parts = []
    for one in _with_slope(found):
        assert one.trend is not None
        if one.trend.exact:
            continue
        least = one.minimum_detectable_slope
        parts.append(
            f"{one.readings.label}: {size_text(least)} per {_PER[one.readings.step_unit]} at the "
            f"length of {one.trend.span:.4g}, a tenth of it at {one.needed_run(least / 10):.4g}"
        )
    return "The longer a run, the smaller the slope it shows. " + "; ".join(parts) + "."
