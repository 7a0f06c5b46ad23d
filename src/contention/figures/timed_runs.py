"""Timed runs of several methods, with what the clock cannot tell apart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from matplotlib.axes import Axes

from contention.errors import MeasurementError
from contention.figures.style import INK, in_house_style, series_style

__all__ = [
    "BoundedValue",
    "describe_bounded_values",
    "describe_run_pairs",
    "draw_bounded_values",
    "draw_run_pairs",
]


@dataclass(frozen=True)
class BoundedValue:
    """A number between two bounds, with a label.

    Attributes
    ----------
    label : str
        What it is.
    value, low, high : float
        In the unit of the figure.

    Examples
    --------
    >>> BoundedValue("fast", 23, 22, 24).value
    23
    """

    label: str
    value: float
    low: float
    high: float


def _bar(axes: Axes, at: float, one: BoundedValue, index: int) -> None:
    """A point with its bounds, on the horizontal line at a height."""
    style = series_style(index)
    axes.plot([one.low, one.high], [at, at], color=style.colour, linewidth=6, alpha=0.35)
    axes.plot(one.value, at, style.marker, color=style.colour, markersize=8)


@in_house_style
def draw_run_pairs(
    pairs: Sequence[tuple[BoundedValue, BoundedValue | None]],
    axes: Axes,
    *,
    quantity: str,
    names: tuple[str, str],
) -> Axes:
    """For each method a point without and a point with the event, and the way between them.

    Parameters
    ----------
    pairs : sequence of tuple
        Without the event, and with it or None; the label of the first names the row.
    axes : Axes
        Where to draw.
    quantity : str
        Label of the horizontal axis, with its unit.
    names : tuple of str
        What the first and the second of each pair are called.

    Returns
    -------
    Axes
        The same axes.

    Raises
    ------
    MeasurementError
        When there is no pair.

    Examples
    --------
    >>> from contention.figures.style import new_axes
    >>> pair = (BoundedValue("a", 2, 1, 3), BoundedValue("a", 5, 4, 6))
    >>> draw_run_pairs([pair], new_axes(), quantity="Time (s)", names=("no", "yes")).get_xlabel()
    'Time (s)'
    """
    if not pairs:
        raise MeasurementError("there is no run to draw")
    for at, (first, second) in enumerate(pairs):
        if second is not None:
            axes.plot([first.value, second.value], [at, at], color=INK, linewidth=1)
            _bar(axes, at, second, 1)
        _bar(axes, at, first, 0)
    last = max(pairs, key=lambda pair: abs(pair[1].value - pair[0].value) if pair[1] else -1.0)
    at = pairs.index(last)
    for index, one in enumerate(last):
        if one is not None:
            other = last[1 - index]
            right = other is not None and one.value > other.value
            axes.annotate(
                names[index],
                xy=(one.value, at),
                xytext=(0, 12),
                textcoords="offset points",
                ha="left" if right or other is None else "right",
                color=series_style(index).colour,
                fontsize=11,
            )
    axes.set_yticks(range(len(pairs)), [first.label for first, _ in pairs])
    axes.set_ylim(len(pairs) - 0.5, -0.65)
    axes.set_xlim(left=0)
    axes.margins(x=0.12)
    axes.grid(visible=False, axis="y")
    axes.set_xlabel(quantity)
    return axes


def describe_run_pairs(
    pairs: Sequence[tuple[BoundedValue, BoundedValue | None]],
    *,
    quantity: str,
    names: tuple[str, str],
) -> str:
    """Say in words what :func:`draw_run_pairs` shows.

    Parameters
    ----------
    pairs : sequence of tuple
        As drawn.
    quantity : str
        As drawn.
    names : tuple of str
        As drawn.

    Returns
    -------
    str
        Sentences for an alternative text.

    Examples
    --------
    >>> pair = (BoundedValue("a", 2, 1, 3), BoundedValue("a", 5, 4, 6))
    >>> describe_run_pairs([pair], quantity="Time (s)", names=("no", "yes")).split(": ")[1]
    'a no 2 (1 to 3), yes 5 (4 to 6).'
    """
    parts = []
    for first, second in pairs:
        part = f"{first.label} {names[0]} {_words(first)}"
        parts.append(part + (f", {names[1]} {_words(second)}" if second is not None else ""))
    return f"Points with bounds, one row for each method. {quantity}: " + "; ".join(parts) + "."


def _words(one: BoundedValue) -> str:
    return f"{one.value:.4g} ({one.low:.4g} to {one.high:.4g})"


@in_house_style
def draw_bounded_values(values: Sequence[BoundedValue], axes: Axes, *, quantity: str) -> Axes:
    """One point with its bounds for each label, and a line at zero.

    Parameters
    ----------
    values : sequence of BoundedValue
        At least one.
    axes : Axes
        Where to draw.
    quantity : str
        Label of the horizontal axis, with its unit.

    Returns
    -------
    Axes
        The same axes.

    Raises
    ------
    MeasurementError
        When there is no value.

    Examples
    --------
    >>> from contention.figures.style import new_axes
    >>> one = BoundedValue("a", 2, 1, 3)
    >>> draw_bounded_values([one], new_axes(), quantity="Cost (ms)").get_xlabel()
    'Cost (ms)'
    """
    if not values:
        raise MeasurementError("there is no value to draw")
    axes.axvline(0, color=INK, linewidth=1.2)
    for at, one in enumerate(values):
        _bar(axes, at, one, 0)
        axes.annotate(
            f"{one.value:.4g}",
            xy=(one.value, at),
            xytext=(0, 10),
            textcoords="offset points",
            ha="center",
            fontsize=11,
        )
    axes.set_yticks(range(len(values)), [one.label for one in values])
    axes.set_ylim(len(values) - 0.5, -0.65)
    ends = np.array([[one.low, one.high] for one in values])
    reach = 0.12 * (max(ends.max(), 0) - min(ends.min(), 0)) or 1.0
    axes.set_xlim(min(ends.min(), 0) - reach, max(ends.max(), 0) + reach)
    axes.grid(visible=False, axis="y")
    axes.set_xlabel(quantity)
    return axes


def describe_bounded_values(values: Sequence[BoundedValue], *, quantity: str) -> str:
    """Say in words what :func:`draw_bounded_values` shows.

    Parameters
    ----------
    values : sequence of BoundedValue
        As drawn.
    quantity : str
        As drawn.

    Returns
    -------
    str
        A sentence for an alternative text.

    Examples
    --------
    >>> describe_bounded_values([BoundedValue("a", 2, 1, 3)], quantity="Cost (ms)").split(". ")[1]
    'Cost (ms): a 2 (1 to 3).'
    """
    parts = "; ".join(f"{one.label} {_words(one)}" for one in values)
    return f"Points with bounds beside a line at zero. {quantity}: {parts}."
