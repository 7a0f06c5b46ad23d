"""Memory continued to the limit at which it is exhausted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import NDArray

from contention.errors import MeasurementError
from contention.figures.sizes import size_text, size_unit
from contention.figures.style import INK, in_house_style, series_style

__all__ = ["Projection", "describe_projections", "draw_projections"]

Array = NDArray[np.float64]

_DASHED = (0, (5, 3))
_NEAR = 8.0
_STACKED = 27


@dataclass(frozen=True)
class Projection:
    """Bytes held as a function of the work done, beyond what was measured.

    Attributes
    ----------
    label : str
        What was done.
    predict : callable
        From the amount of work, shape (m,), to bytes, shape (m,).
    measured_from, measured_to : float
        Least and greatest amount of work that was measured; outside, the curve is an
        extrapolation. Equal for a single measurement.
    reaches : float
        Amount of work at which the limit is reached; infinite for never.

    Examples
    --------
    >>> Projection("leak", lambda runs: 10 * runs, 1, 3, 50).factor
    16.666666666666668
    """

    label: str
    predict: Callable[[Array], Array]
    measured_from: float
    measured_to: float
    reaches: float

    @property
    def factor(self) -> float:
        """How many times as far as the measurements the limit lies; infinite for never."""
        return self.reaches / self.measured_to if self.measured_to > 0 else np.inf


@in_house_style
def draw_projections(
    projections: Sequence[Projection],
    limit_bytes: float,
    axes: Axes,
    *,
    work: str = "runs",
) -> Axes:
    """Memory as each projection continues it to a limit, on logarithmic axes.

    Solid between the ends of what was measured, which carry marks; dashed outside; a diamond
    where the limit is reached.

    Parameters
    ----------
    projections : sequence of Projection
        At least one.
    limit_bytes : float
        Where the memory is exhausted; positive.
    axes : Axes
        Where to draw.
    work : str
        What the horizontal axis counts.

    Returns
    -------
    Axes
        The same axes.

    Raises
    ------
    MeasurementError
        When there is no projection.

    Examples
    --------
    >>> from contention.figures.style import in_house_style, new_axes
    >>> leak = Projection("leak", lambda runs: 10 * runs, 1, 3, 50)
    >>> draw_projections([leak], 500, new_axes()).get_xscale()
    'log'
    """
    if not projections:
        raise MeasurementError("a forecast figure needs at least one projection")
    unit, unit_name = size_unit(limit_bytes)
    marks = [p.reaches for p in projections if np.isfinite(p.reaches)]
    marks += [end for p in projections for end in (p.measured_from, p.measured_to) if end > 0]
    left, right = min(marks, default=1.0) / 2, 2 * max(marks, default=1.0)
    for index, projection in enumerate(projections):
        style = series_style(index)
        first, last = max(projection.measured_from, left), max(projection.measured_to, left)
        for start, end, pattern in (
            (left, first, _DASHED),
            (first, last, "-"),
            (last, right, _DASHED),
        ):
            grid = np.geomspace(start, end, 200)
            held = projection.predict(grid) / unit
            axes.plot(grid, np.where(held > 0, held, np.nan), color=style.colour, linestyle=pattern)
        measured = np.unique([first, last])
        held = projection.predict(measured) / unit
        axes.plot(measured, held, color=style.colour, marker=style.marker, linestyle="none")
        if np.isfinite(projection.reaches):
            axes.plot(projection.reaches, limit_bytes / unit, "D", color=style.colour, markersize=9)
    axes.axhline(limit_bytes / unit, color=INK, linewidth=1.2)
    _name_projections(projections, limit_bytes / unit, (left * right) ** 0.5, axes)
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_ylim(top=limit_bytes / unit * 6)
    axes.set_xlabel(f"{work} (logarithmic; dashed: extrapolated)")
    axes.set_ylabel(f"Memory held ({unit_name}, logarithmic)")
    axes.annotate(
        f"limit {size_text(limit_bytes)}",
        xy=(0.5, limit_bytes / unit),
        xycoords=("axes fraction", "data"),
        xytext=(0, -4),
        textcoords="offset points",
        ha="center",
        va="top",
        color=INK,
        fontsize=11,
    )
    return axes


def _name_projections(
    projections: Sequence[Projection], limit: float, middle: float, axes: Axes
) -> None:
    """Write each label beside its diamond, on the side with room, stacked where they are near."""
    ends = [p.reaches if np.isfinite(p.reaches) else p.measured_to for p in projections]
    above, previous = 0, 0.0
    for index in np.argsort(ends):
        projection, at = projections[index], ends[index]
        text = projection.label
        if np.isfinite(projection.reaches):
            text += f":\nlimit at {projection.reaches:,.0f}"
        on_left = at < middle
        above = above + 1 if previous and at < _NEAR * previous else 0
        previous = at
        axes.annotate(
            text,
            xy=(at, limit),
            xytext=(8, -8 - _STACKED * above) if on_left else (-6, 8 + _STACKED * above),
            textcoords="offset points",
            ha="left" if on_left else "right",
            va="top" if on_left else "bottom",
            color=series_style(int(index)).colour,
            fontsize=11,
            annotation_clip=False,
        )


def describe_projections(
    projections: Sequence[Projection], limit_bytes: float, *, work: str = "runs"
) -> str:
    """Say in words what :func:`draw_projections` shows.

    Parameters
    ----------
    projections : sequence of Projection
        As drawn.
    limit_bytes : float
        As drawn.
    work : str
        As drawn.

    Returns
    -------
    str
        Sentences for an alternative text.

    Examples
    --------
    >>> leak = Projection("leak", lambda runs: 10 * runs, 1, 3, 50)
    >>> "measured from 1 to 3 and reaches the limit at 50" in describe_projections([leak], 500)
    True
    """
    parts = []
    for projection in projections:
        end = (
            f"reaches the limit at {projection.reaches:,.0f}"
            if np.isfinite(projection.reaches)
            else "never reaches it"
        )
        span = (
            f"from {projection.measured_from:,.0f} to {projection.measured_to:,.0f}"
            if projection.measured_from < projection.measured_to
            else f"at {projection.measured_to:,.0f}"
        )
        far = np.isfinite(projection.factor) and projection.factor >= 2
        factor = f", {projection.factor:,.0f} times as far" if far else ""
        parts.append(f"{projection.label} was measured {span} and {end}{factor}")
    return (
        f"Curves of memory held over {work}, both axes logarithmic, with a horizontal line at the"
        f" limit of {size_text(limit_bytes)}. " + "; ".join(parts) + ". What lies outside the"
        " measurements is dashed: an extrapolation."
    )
