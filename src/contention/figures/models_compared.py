"""Pictures that hold models against measurements."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import FuncFormatter, LogLocator
from numpy.typing import NDArray

from contention.figures.style import (
    INK,
    in_house_style,
    label_right_ends,
    pretty_label,
    series_style,
)
from contention.figures.sweeps import sweep_response_us
from contention.measurements import Sweep
from contention.models.extrapolation import Extrapolation
from contention.models.saturation_table import SaturationEstimates

__all__ = [
    "describe_estimators",
    "describe_predictions",
    "describe_published_model",
    "draw_estimators",
    "draw_predictions",
    "draw_published_model",
]

Array = NDArray[np.float64]


@in_house_style
def draw_published_model(sweeps: Sequence[Sweep], modelled_us: Sequence[Array], axes: Axes) -> Axes:
    """Measured response times as points, a model's as lines, over sessions.

    Parameters
    ----------
    sweeps : sequence of Sweep
        Each with response times.
    modelled_us : sequence of ndarray
        The model's response time at each session count, in microseconds.
    axes : Axes

    Returns
    -------
    Axes

    Examples
    --------
    >>> from contention.figures import new_axes
    >>> from contention.measurements import Sweep
    >>> sweep = Sweep("db", [1, 3, 6], [90, 200, 300], response_time_s=[0.01, 0.014, 0.019])
    >>> axes = draw_published_model([sweep], [np.array([8e3, 9e3, 9.5e3])], new_axes())
    >>> axes.get_ylabel()
    'Response time (µs per execution)'
    """
    ends = []
    for index, (sweep, modelled) in enumerate(zip(sweeps, modelled_us, strict=True)):
        style = series_style(index)
        measured = sweep_response_us(sweep)
        axes.plot(
            sweep.sessions, measured, color=style.colour, marker=style.marker, linestyle="none"
        )
        axes.plot(sweep.sessions, modelled, color=style.colour, linestyle=style.line)
        name = pretty_label(sweep.label)
        ends.append((sweep.sessions[-1], measured[-1], f"{name}, measured", style.colour))
        ends.append((sweep.sessions[-1], modelled[-1], f"{name}, model", style.colour))
    axes.set_xlabel("Sessions")
    axes.set_ylabel("Response time (µs per execution)")
    axes.set_xlim(left=0)
    axes.set_ylim(bottom=0)
    label_right_ends(axes, ends)
    return axes


def describe_published_model(sweeps: Sequence[Sweep], modelled_us: Sequence[Array]) -> str:
    """Say in words what :func:`draw_published_model` shows.

    Parameters
    ----------
    sweeps : sequence of Sweep
        Each with response times.
    modelled_us : sequence of ndarray
        The model's response time at each session count, in microseconds.

    Examples
    --------
    >>> from contention.measurements import Sweep
    >>> sweep = Sweep("db", [1, 3, 6], [90, 200, 300], response_time_s=[0.01, 0.014, 0.019])
    >>> describe_published_model([sweep], [np.array([8e3, 9e3, 9.5e3])]).split(". ")[1]
    'db: 19,000 microseconds measured against 9,500 modelled at 6 sessions.'
    """
    parts = []
    for sweep, modelled in zip(sweeps, modelled_us, strict=True):
        measured = sweep_response_us(sweep)[-1]
        parts.append(
            f"{pretty_label(sweep.label)}: {measured:,.0f} microseconds measured against"
            f" {modelled[-1]:,.0f} modelled at {sweep.sessions[-1]:g} sessions"
        )
    return "Measured response times as points, the model's as lines. " + "; ".join(parts) + "."


_CRITERIA = {
    "share_90": "90 % of maximum",
    "share_95": "95 % of maximum",
    "share_99": "99 % of maximum",
    "bounds_knee": "knee of the bounds",
    "universal_peak": "peak of universal law",
    "inverse_contention": "1 / contention",
    "segmented_break": "break of two lines",
    "kneedle": "Kneedle",
}


@in_house_style
def draw_estimators(estimates: Sequence[SaturationEstimates], axes: Axes) -> Axes:
    """Several estimators of the saturation point, one row each, one mark per series.

    Parameters
    ----------
    estimates : sequence of SaturationEstimates
        One per series, all with the same criteria.
    axes : Axes

    Returns
    -------
    Axes

    Examples
    --------
    >>> from contention.figures import new_axes
    >>> from contention.models import saturation_estimates
    >>> estimates = [saturation_estimates([1, 2, 4, 8, 16], [10.0, 18.4, 31.8, 48.1, 61.0])]
    >>> [label.get_text() for label in draw_estimators(estimates, new_axes()).get_yticklabels()][:2]
    ['1 / contention', 'peak of universal law']
    """
    criteria = [row.criterion for row in estimates[0].rows][::-1]
    heights = np.arange(len(criteria))
    for index, each in enumerate(estimates):
        style = series_style(index)
        axes.plot(
            [each[criterion].sessions for criterion in criteria],
            heights + 0.1 * (index - (len(estimates) - 1) / 2),
            color=style.colour,
            marker=style.marker,
            linestyle="none",
            label=pretty_label(each.label),
        )
    axes.set_yticks(heights, [_CRITERIA.get(name, name) for name in criteria])
    axes.set_xscale("log")
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
    axes.xaxis.set_major_locator(LogLocator(subs=(1, 2, 3, 5)))
    axes.minorticks_off()
    axes.set_xlabel("Sessions at saturation (logarithmic)")
    axes.legend(loc="upper center", bbox_to_anchor=(0.4, -0.18), ncols=3, fontsize=11)
    return axes


def describe_estimators(estimates: Sequence[SaturationEstimates]) -> str:
    """Say in words what :func:`draw_estimators` shows.

    Parameters
    ----------
    estimates : sequence of SaturationEstimates
        One per series, all with the same criteria.

    Examples
    --------
    >>> from contention.models import saturation_estimates
    >>> estimates = [saturation_estimates([1, 2, 4, 8, 16], [10.0, 18.4, 31.8, 48.1, 61.0])]
    >>> describe_estimators(estimates).split(": ")[2].split("; ")[3]
    'knee of the bounds 6.1'
    """
    parts = []
    for row in estimates[0].rows:
        name = _CRITERIA.get(row.criterion, row.criterion)
        found = [each[row.criterion].sessions for each in estimates]
        finite = [value for value in found if np.isfinite(value)]
        if not finite:
            parts.append(f"{name} gives none")
        elif len(finite) == 1:
            parts.append(f"{name} {finite[0]:.1f}")
        else:
            parts.append(f"{name} {min(finite):.1f} to {max(finite):.1f}")
    return (
        "Dot chart: each estimator of the saturation point in its own row, one dot per series."
        " Sessions by estimator: " + "; ".join(parts) + "."
    )


@in_house_style
def draw_predictions(sweep: Sweep, extrapolation: Extrapolation, axes: Axes) -> Axes:
    """Models fitted to the left part of a sweep, drawn where they had to predict.

    Parameters
    ----------
    sweep : Sweep
        The whole sweep; its points are drawn.
    extrapolation : Extrapolation
        What the models predict beyond the part that they saw, which is shaded. A line that
        leaves the picture is a prediction of more than 1.6 times the measured maximum.
    axes : Axes

    Returns
    -------
    Axes

    Examples
    --------
    >>> from contention.figures import new_axes
    >>> from contention.measurements import Sweep
    >>> from contention.models import compare_extrapolation
    >>> sweep = Sweep("db", [1, 2, 4, 8, 16], [10.0, 18.4, 31.8, 48.1, 61.0])
    >>> extrapolation = compare_extrapolation(sweep, 8)
    >>> draw_predictions(sweep, extrapolation, new_axes()).get_ylabel()
    'Throughput (thousand per second)'
    """
    top = 1.6 * sweep.throughput_per_s.max() / 1e3
    axes.axvspan(0, extrapolation.train_up_to, color="#eeeeee", zorder=0)
    ends = []
    predicted = [model for model in extrapolation.models if not model.note]
    for index, model in enumerate(predicted):
        style = series_style(index)
        curve = model.throughput_per_s / 1e3
        axes.plot(extrapolation.sessions, curve, color=style.colour, linestyle="--")
        inside = np.flatnonzero(curve <= top)
        if inside.size:
            last = inside[-1]
            name = model.model.replace("_", " ")
            ends.append((extrapolation.sessions[last], curve[last], name, style.colour))
    axes.plot(sweep.sessions, sweep.throughput_per_s / 1e3, color=INK, marker="o", linestyle="none")
    axes.set_xlabel(f"Sessions (shaded: seen by the models, up to {extrapolation.train_up_to:g})")
    axes.set_ylabel("Throughput (thousand per second)")
    axes.set_xlim(left=0)
    axes.set_ylim(0, top)
    label_right_ends(axes, ends)
    return axes


def describe_predictions(sweep: Sweep, extrapolation: Extrapolation) -> str:
    """Say in words what :func:`draw_predictions` shows.

    Parameters
    ----------
    sweep : Sweep
        The whole sweep.
    extrapolation : Extrapolation
        What the models predict beyond the part that they saw.

    Examples
    --------
    >>> from contention.measurements import Sweep
    >>> from contention.models import compare_extrapolation
    >>> sweep = Sweep("db", [1, 2, 4, 8, 16], [10.0, 18.4, 31.8, 48.1, 61.0])
    >>> extrapolation = compare_extrapolation(sweep, 8)
    >>> describe_predictions(sweep, extrapolation).split(": ")[1].split("; ")[0]
    'universal scalability 3 percent'
    """
    parts = "; ".join(
        f"{model.model.replace('_', ' ')} {model.throughput_error_pct:.0f} percent"
        for model in extrapolation.models
        if not model.note
    )
    return (
        f"Measured throughput of {pretty_label(sweep.label)} as points, and dashed lines of models"
        f" that saw up to {extrapolation.train_up_to:g} sessions. Mean absolute error beyond:"
        f" {parts}."
    )
