"""Pictures of load sweeps: throughput, and the total time of one round of all sessions."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import NDArray

from contention.errors import MeasurementError
from contention.figures.style import in_house_style, label_right_ends, pretty_label, series_style
from contention.measurements import Sweep
from contention.models.sweep_columns import means_by_sessions

__all__ = [
    "describe_round_times",
    "describe_throughput",
    "draw_round_times",
    "draw_throughput",
    "sweep_response_us",
]

Array = NDArray[np.float64]


def sweep_response_us(sweep: Sweep) -> Array:
    """Response times of a sweep in microseconds.

    Parameters
    ----------
    sweep : Sweep

    Returns
    -------
    ndarray, shape (n,)

    Raises
    ------
    MeasurementError
        When it has none.

    Examples
    --------
    >>> sweep_response_us(Sweep("db", [1], [90], response_time_s=[0.25])).tolist()
    [250000.0]
    """
    if sweep.response_time_s is None:
        raise MeasurementError(
            f"series {sweep.label} has no response times", path=sweep.provenance.source
        )
    return sweep.response_time_s * 1e6


@in_house_style
def draw_throughput(
    sweeps: Sequence[Sweep], axes: Axes, *, marks: Sequence[float] | None = None
) -> Axes:
    """Throughput over sessions, one line per series, each relative to its own maximum.

    Runs at one session count are points, and the line goes through their means.

    Parameters
    ----------
    sweeps : sequence of Sweep
    axes : Axes
    marks : sequence of float, optional
        Session count at which each series saturates, drawn as a tick on its line; NaN for none.

    Returns
    -------
    Axes

    Raises
    ------
    MeasurementError
        When there is no sweep.

    Examples
    --------
    >>> from contention.figures import new_axes
    >>> from contention.measurements import Sweep
    >>> sweep = Sweep("db", [1, 3, 6], [90, 200, 300], response_time_s=[0.01, 0.014, 0.019])
    >>> draw_throughput([sweep], new_axes(), marks=[5.6]).get_xlabel()
    'Sessions'
    """
    if not sweeps:
        raise MeasurementError("a throughput figure needs at least one sweep")
    ends = []
    for index, sweep in enumerate(sweeps):
        style = series_style(index)
        relative = 100 * sweep.throughput_per_s / sweep.throughput_per_s.max()
        counts, means = means_by_sessions(sweep.sessions, relative)
        once = counts.size == sweep.sessions.size
        marker = style.marker if once else ""
        axes.plot(counts, means, color=style.colour, marker=marker, linestyle=style.line)
        if not once:
            axes.plot(
                sweep.sessions, relative, color=style.colour, marker=style.marker, linestyle=""
            )
        ends.append((counts[-1], means[-1], pretty_label(sweep.label), style.colour))
        if marks is not None and np.isfinite(marks[index]):
            at = np.interp(marks[index], counts, means)
            axes.plot([marks[index]] * 2, [at - 5, at + 5], color=style.colour, linewidth=3)
    axes.set_xlabel("Sessions")
    axes.set_ylabel("Throughput (% of the series' maximum)")
    axes.set_xlim(left=0)
    axes.set_ylim(0, 108)
    label_right_ends(axes, ends)
    return axes


def describe_throughput(sweeps: Sequence[Sweep], marks: Sequence[float] | None = None) -> str:
    """Say in words what :func:`draw_throughput` shows.

    Parameters
    ----------
    sweeps : sequence of Sweep
    marks : sequence of float, optional
        Session count at which each series saturates.

    Examples
    --------
    >>> from contention.measurements import Sweep
    >>> sweep = Sweep("db", [1, 3, 6], [90, 200, 300], response_time_s=[0.01, 0.014, 0.019])
    >>> describe_throughput([sweep]).split(". ")[1]
    'db peaks at 300 executions per second with 6 sessions.'
    """
    parts = []
    for index, sweep in enumerate(sweeps):
        best = int(np.argmax(sweep.throughput_per_s))
        part = (
            f"{pretty_label(sweep.label)} peaks at {sweep.throughput_per_s[best]:,.0f} executions"
            f" per second with {sweep.sessions[best]:g} sessions"
        )
        if marks is not None and np.isfinite(marks[index]):
            part += f" and is marked as saturated at {marks[index]:.1f}"
        parts.append(part)
    return (
        "Line chart of throughput, as a share of each series' maximum, over the number of"
        " sessions. " + "; ".join(parts) + "."
    )


@in_house_style
def draw_round_times(
    sweeps: Sequence[Sweep], coefficients: Sequence[tuple[float, float, float]], axes: Axes
) -> Axes:
    """Sessions times response time, with the fitted second-degree curve of each series.

    Parameters
    ----------
    sweeps : sequence of Sweep
        Each with response times.
    coefficients : sequence of tuple of float
        Constant, linear and quadratic coefficient of each fit, in microseconds.
    axes : Axes

    Returns
    -------
    Axes

    Raises
    ------
    MeasurementError
        When a sweep has no response times.

    Examples
    --------
    >>> from contention.figures import new_axes
    >>> from contention.measurements import Sweep
    >>> sweep = Sweep("db", [1, 3, 6], [90, 200, 300], response_time_s=[0.01, 0.014, 0.019])
    >>> draw_round_times([sweep], [(0.0, 8000.0, 1800.0)], new_axes()).get_ylabel()
    'N × response time (ms)'
    """
    ends = []
    for index, (sweep, (constant, linear, quadratic)) in enumerate(
        zip(sweeps, coefficients, strict=True)
    ):
        style = series_style(index)
        axes.plot(
            sweep.sessions,
            sweep.sessions * sweep_response_us(sweep) / 1e3,
            color=style.colour,
            marker=style.marker,
            linestyle="none",
        )
        grid = np.linspace(sweep.sessions.min(), sweep.sessions.max(), 200)
        curve = (constant + linear * grid + quadratic * grid**2) / 1e3
        axes.plot(grid, curve, color=style.colour, linestyle=style.line)
        ends.append((grid[-1], curve[-1], pretty_label(sweep.label), style.colour))
    axes.set_xlabel("Sessions, N")
    axes.set_ylabel("N × response time (ms)")
    axes.set_xlim(left=0)
    axes.set_ylim(bottom=0)
    label_right_ends(axes, ends)
    return axes


def describe_round_times(
    sweeps: Sequence[Sweep], coefficients: Sequence[tuple[float, float, float]]
) -> str:
    """Say in words what :func:`draw_round_times` shows.

    Parameters
    ----------
    sweeps : sequence of Sweep
    coefficients : sequence of tuple of float
        Constant, linear and quadratic coefficient of each fit, in microseconds.

    Examples
    --------
    >>> from contention.measurements import Sweep
    >>> sweep = Sweep("db", [1, 3, 6], [90, 200, 300], response_time_s=[0.01, 0.014, 0.019])
    >>> describe_round_times([sweep], [(0.0, 8000.0, 1800.0)]).split(": ")[1]
    'db 1800.0 microseconds per squared session.'
    """
    parts = "; ".join(
        f"{pretty_label(sweep.label)} {quadratic:.1f} microseconds per squared session"
        for sweep, (_, _, quadratic) in zip(sweeps, coefficients, strict=True)
    )
    return (
        "Points of sessions times response time over sessions, each series with a fitted"
        f" parabola. Quadratic coefficients: {parts}."
    )
