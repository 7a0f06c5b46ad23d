"""Memory continued to the limit at which it is exhausted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import NDArray

from contention.errors import MeasurementError
from contention.figures.sizes import size_text, size_unit
from contention.figures.style import INK, series_style

__all__ = ["Projection", "describe_projections", "draw_projections"]

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Projection:
    """Bytes held as a function of the work done, beyond what was measured.

    Attributes
    ----------
    label : str
        What was done.
    predict : callable
        From the amount of work, shape (m,), to bytes, shape (m,).
    measured_to : float
        Greatest amount of work that was measured; beyond it the curve is an extrapolation.
    reaches : float
        Amount of work at which the limit is reached; infinite for never.

    Examples
    --------
    >>> Projection("leak", lambda runs: 10 * runs, 3, 50).factor
    16.666666666666668
    """

    label: str
    predict: Callable[[Array], Array]
    measured_to: float
    reaches: float

    @property
    def factor(self) -> float:
        """How many times as far as the measurements the limit lies; infinite for never."""
        return self.reaches / self.measured_to


def draw_projections(
    projections: Sequence[Projection],
    limit_bytes: float,
    axes: Axes,
    *,
    work: str = "runs",
) -> Axes:
    """Memory as each projection continues it to a limit, on logarithmic axes.

    Solid up to what was measured, dashed beyond; a diamond where the limit is reached.

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
    >>> from contention.figures.style import new_axes
    >>> leak = Projection("leak", lambda runs: 10 * runs, 3, 50)
    >>> draw_projections([leak], 500, new_axes()).get_xscale()
    'log'
    """
    if not projections:
        raise MeasurementError("a forecast figure needs at least one projection")
    unit, unit_name = size_unit(limit_bytes)
    finite = [p.reaches for p in projections if np.isfinite(p.reaches)]
    right = 2 * max([*finite, *(p.measured_to for p in projections)])
    left = min([*finite, *(p.measured_to for p in projections)]) / 4
    for index, projection in enumerate(projections):
        style = series_style(index)
        known = np.geomspace(min(left, projection.measured_to), projection.measured_to, 100)
        beyond = np.geomspace(projection.measured_to, right, 200)
        for grid, pattern in ((known, "-"), (beyond, (0, (5, 3)))):
            held = projection.predict(grid) / unit
            axes.plot(grid, np.where(held > 0, held, np.nan), color=style.colour, linestyle=pattern)
        if np.isfinite(projection.reaches):
            axes.plot(projection.reaches, limit_bytes / unit, "D", color=style.colour)
        _name_projection(projection, style.colour, limit_bytes / unit, axes)
    axes.axhline(limit_bytes / unit, color=INK, linewidth=1.2)
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_ylim(top=limit_bytes / unit * 6)
    axes.set_xlabel(f"{work} (logarithmic; dashed: extrapolated)")
    axes.set_ylabel(f"Memory held ({unit_name}, logarithmic)")
    axes.annotate(
        f"limit {size_text(limit_bytes)}",
        xy=(0, limit_bytes / unit),
        xycoords=("axes fraction", "data"),
        xytext=(4, 4),
        textcoords="offset points",
        color=INK,
        fontsize=10,
    )
    return axes


def _name_projection(projection: Projection, colour: str, limit: float, axes: Axes) -> None:
    at = projection.measured_to
    text = projection.label
    if np.isfinite(projection.reaches):
        at = projection.reaches
        text += f":\nlimit at {projection.reaches:,.0f}"
    axes.annotate(
        text,
        xy=(at, limit),
        xytext=(-6, 8),
        textcoords="offset points",
        ha="right",
        va="bottom",
        color=colour,
        fontsize=10,
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
    >>> leak = Projection("leak", lambda runs: 10 * runs, 3, 50)
    >>> "measured up to 3 and reaches the limit at 50, 17" in describe_projections([leak], 500)
    True
    """
    parts = []
    for projection in projections:
        end = (
            f"reaches the limit at {projection.reaches:,.0f}"
            if np.isfinite(projection.reaches)
            else "never reaches it"
        )
        far = np.isfinite(projection.factor) and projection.factor >= 2
        factor = f", {projection.factor:,.0f} times as far" if far else ""
        parts.append(
            f"{projection.label} was measured up to {projection.measured_to:,.0f} and {end}{factor}"
        )
    return (
        f"Curves of memory held over {work}, both axes logarithmic, with a horizontal line at the"
        f" limit of {size_text(limit_bytes)}. " + "; ".join(parts) + ". What lies beyond the"
        " measurements is dashed: an extrapolation."
    )
