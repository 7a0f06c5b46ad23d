"""Likelihood of the number of hash slots of a cache."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import ArrayLike

from contention.figures.style import in_house_style, series_style

__all__ = ["describe_slot_likelihood", "draw_slot_likelihood"]


@in_house_style
def draw_slot_likelihood(
    slots: ArrayLike,
    likelihood: ArrayLike,
    simulated: Sequence[tuple[int, float, float]],
    interval: tuple[float, float],
    axes: Axes,
) -> Axes:
    """Likelihood of the number of slots: exact curve, simulated points, interval.

    Parameters
    ----------
    slots : array_like, shape (m,)
        Increasing numbers of slots.
    likelihood : array_like, shape (m,)
        Exact probability of the losers with so many slots.
    simulated : sequence of (int, float, float)
        Slots, simulated probability, and its standard error.
    interval : tuple of float
        Ends of the likelihood interval; the upper may be infinite.
    axes : Axes
        Where to draw; the horizontal axis becomes logarithmic.

    Returns
    -------
    Axes
        The same axes.

    Examples
    --------
    >>> from contention.figures.style import new_axes
    >>> point = (64, 0.1, 0.01)
    >>> drawn = draw_slot_likelihood([64, 128], [0.1, 0.2], [point], (64, 100), new_axes())
    >>> drawn.get_xlabel()
    'Hash slots of the cache'
    """
    style, other = series_style(0), series_style(1)
    grid = np.asarray(slots, dtype=np.float64)
    curve = np.asarray(likelihood, dtype=np.float64)
    axes.set_xscale("log", base=2)
    high = min(interval[1], float(grid[-1]))
    axes.axvspan(interval[0], high, color=style.colour, alpha=0.12, linewidth=0)
    axes.plot(grid, curve, color=style.colour)
    sizes, means, errors = (
        np.array(part, dtype=np.float64) for part in zip(*simulated, strict=True)
    )
    axes.errorbar(
        sizes, means, yerr=2 * errors, color=other.colour, marker=other.marker, linestyle="none",
        capsize=4,
    )  # fmt: skip
    axes.set_xticks(sizes, labels=[f"{size:,.0f}" for size in sizes])
    axes.set_xlim(grid[0], grid[-1])
    axes.set_ylim(0, 1.28 * float(curve.max()))
    top = axes.get_ylim()[1]
    axes.text((interval[0] * high) ** 0.5, 0.94 * top, "not contradicted", ha="center", fontsize=11)
    peak = int(curve.argmax())
    axes.annotate(
        "exact", xy=(grid[peak], curve[peak]), xytext=(0, 6), textcoords="offset points",
        ha="center", color=style.colour, fontsize=11,
    )  # fmt: skip
    last = int(np.argmax(sizes * (means > 0.15 * curve.max())))
    axes.annotate(
        "simulated", xy=(sizes[last], means[last]), xytext=(9, 3), textcoords="offset points",
        color=other.colour, fontsize=11,
    )  # fmt: skip
    axes.set_xlabel("Hash slots of the cache")
    axes.set_ylabel("Probability of the losers found")
    return axes


def describe_slot_likelihood(
    slots: ArrayLike,
    likelihood: ArrayLike,
    simulated: Sequence[tuple[int, float, float]],
    interval: tuple[float, float],
) -> str:
    """Say in words what :func:`draw_slot_likelihood` shows.

    Parameters
    ----------
    slots : array_like
        As drawn.
    likelihood : array_like
        As drawn.
    simulated : sequence of (int, float, float)
        As drawn.
    interval : tuple of float
        As drawn.

    Returns
    -------
    str
        Sentences for an alternative text.

    Examples
    --------
    >>> describe_slot_likelihood([64, 128], [0.1, 0.2], [(64, 0.1, 0.01)], (64, 100))[-32:]
    'Simulated: 0.1000 with 64 slots.'
    """
    grid, curve = np.asarray(slots), np.asarray(likelihood)
    peak = int(curve.argmax())
    high = f"{interval[1]:,.0f}" if np.isfinite(interval[1]) else "any number"
    points = "; ".join(f"{mean:.4f} with {size:,} slots" for size, mean, _ in simulated)
    return (
        "Probability of the losers found against the number of hash slots, logarithmic. The exact "
        f"curve has its highest point, {curve[peak]:.4f}, at {grid[peak]:,.0f} slots; from "
        f"{interval[0]:,.0f} to {high} slots are not contradicted. Simulated: {points}."
    )
