"""Horizontal bars, one for each part of a difference: names, labels and axis."""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.axes import Axes

from contention.errors import MeasurementError
from contention.figures.style import INK
from contention.models import BeforeAfter, ChangedPart, shown_parts

__all__ = ["GREY", "finish_bars", "label_bar", "parts_to_draw"]

GREY = "#8c8c8c"
"""Of bars that are neither growth nor drop."""


def parts_to_draw(parts: Sequence[ChangedPart], most: int) -> tuple[ChangedPart, ...]:
    """The parts that have a bar: at least one.

    Raises
    ------
    MeasurementError
        When there is none.
    """
    shown = shown_parts(parts, most)
    if not shown:
        raise MeasurementError("a figure of before and after needs at least one part")
    return shown


def label_bar(axes: Axes, at: float, place: float, text: str) -> None:
    """Write a text to the right of a bar's end."""
    axes.annotate(
        text,
        xy=(at, place),
        xytext=(5, 0),
        textcoords="offset points",
        va="center",
        fontsize=10,
    )


def finish_bars(axes: Axes, names: Sequence[str], what: str, unit: str, found: BeforeAfter) -> Axes:
    """Name the bars from the top, leave room for their labels, and say the unit."""
    axes.set_yticks(range(len(names)), names)
    axes.invert_yaxis()
    axes.grid(visible=False, axis="y")
    axes.tick_params(axis="y", length=0)
    axes.axvline(0.0, color=INK, linewidth=0.8)
    low, high = axes.get_xlim()
    axes.set_xlim(low, high + 0.22 * (high - low))
    axes.set_xlabel(f"{what} ({unit} per {found.per})")
    return axes
