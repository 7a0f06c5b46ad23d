"""How often and how long one session uses its locks, and what all sessions get done."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import FuncFormatter
from numpy.typing import ArrayLike, NDArray

from contention.errors import MeasurementError
from contention.figures.style import INK, in_house_style, series_style
from contention.models import PowerLawFit

__all__ = ["describe_lock_growth", "describe_total_work", "draw_lock_growth", "draw_total_work"]

Array = NDArray[np.float64]


def _log_sessions(axes: Axes, sessions: Array) -> None:
    """A logarithmic axis with a tick at each power of two, or at each decade of a long one."""
    axes.set_xscale("log", base=2)
    low, high = float(sessions.min()), float(sessions.max())
    powers = 2.0 ** np.arange(np.floor(np.log2(low)), np.ceil(np.log2(high)) + 1)
    axes.set_xticks(powers, [f"{power:g}" for power in powers])
    axes.minorticks_off()
    axes.set_xlabel("Sessions")


@in_house_style
def draw_lock_growth(
    labels: Sequence[str],
    fits: Sequence[PowerLawFit],
    axes: Axes,
    *,
    quantity: str,
    alpha: float = 0.05,
) -> Axes:
    """Points over sessions in log-log axes, each with its power law and the band of the curve.

    Parameters
    ----------
    labels : sequence of str
        Names of the locks.
    fits : sequence of PowerLawFit
        As many; the points are theirs.
    axes : Axes
    quantity : str
        Label of the vertical axis, with its unit.
    alpha : float, default 0.05
        Share of bands that miss the curve at a given session count.

    Returns
    -------
    Axes

    Raises
    ------
    MeasurementError
        When there is nothing to draw.

    Examples
    --------
    >>> from contention.figures.style import new_axes
    >>> from contention.models import fit_power_law
    >>> fit = fit_power_law([1, 2, 4, 8], [10, 21, 39, 82])
    >>> draw_lock_growth(["latch"], [fit], new_axes(), quantity="Gets").get_yscale()
    'log'
    """
    if not fits:
        raise MeasurementError("a figure of growth needs at least one fit")
    axes.set_yscale("log")
    for index, (label, fit) in enumerate(zip(labels, fits, strict=True)):
        style = series_style(index)
        grid = np.geomspace(fit.sessions.min(), fit.sessions.max(), 101)
        low, high = fit.band(grid, alpha)
        axes.fill_between(grid, low, high, color=style.colour, alpha=0.18, linewidth=0)
        axes.plot(grid, fit.predict(grid), color=style.colour, linestyle=style.line)
        axes.plot(
            fit.sessions, fit.values, color=style.colour, marker=style.marker, linestyle="none"
        )
        _name_curve(axes, label, fit, fits, style.colour)
    _log_sessions(axes, np.concatenate([fit.sessions for fit in fits]))
    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,g}"))
    axes.set_ylabel(quantity)
    return axes


def _name_curve(
    axes: Axes, label: str, fit: PowerLawFit, fits: Sequence[PowerLawFit], colour: str
) -> None:
    """Name the highest curve above its middle, the lowest below it, others at their ends."""
    middle = float(np.sqrt(fit.sessions[0] * fit.sessions[-1]))
    heights = [float(one.predict(middle)) for one in fits]
    height = float(fit.predict(middle))
    at, shift, side = (middle, height), (-10, 18), "right"
    if height < max(heights):
        shift, side = (10, -24), "left"
        if height > min(heights):
            at, shift = (float(fit.sessions[-1]), float(fit.predict(fit.sessions[-1]))), (8, -4)
    axes.annotate(
        f"{label}: $N^{{{fit.exponent:.2f}}}$",
        at,
        xytext=shift,
        textcoords="offset points",
        ha=side,
        color=colour,
        fontweight="bold",
        annotation_clip=False,
    )


def describe_lock_growth(
    labels: Sequence[str], fits: Sequence[PowerLawFit], *, quantity: str, alpha: float = 0.05
) -> str:
    """Say in words what :func:`draw_lock_growth` shows.

    Parameters
    ----------
    labels : sequence of str
    fits : sequence of PowerLawFit
    quantity : str
        What is counted, with its unit.
    alpha : float, default 0.05
        Share of intervals that may miss.

    Examples
    --------
    >>> from contention.models import fit_power_law
    >>> fit = fit_power_law([1, 2, 4], [10, 20, 40])
    >>> describe_lock_growth(["latch"], [fit], quantity="Gets").split(": ")[1]
    'latch from 10 at 1 sessions to 40 at 4, exponent 1.00 (1.00 to 1.00).'
    """
    parts = []
    for label, fit in zip(labels, fits, strict=True):
        low, high = fit.conf_int(alpha)["exponent"]
        parts.append(
            f"{label} from {fit.values[0]:,.0f} at {fit.sessions[0]:g} sessions to"
            f" {fit.values[-1]:,.0f} at {fit.sessions[-1]:g}, exponent {fit.exponent:.2f}"
            f" ({low:.2f} to {high:.2f})"
        )
    lead = f"{quantity} over sessions in double logarithmic axes, with fitted power laws and bands"
    return f"{lead}: {'; '.join(parts)}."


@in_house_style
def draw_total_work(
    sessions: ArrayLike, total: ArrayLike, axes: Axes, *, unit: str = "messages of all sessions"
) -> Axes:
    """Work of all sessions over their number, with the peak, and proportion for comparison.

    Parameters
    ----------
    sessions, total : array_like, shape (n,)
        Sessions, and the work that all of them did together.
    axes : Axes
    unit : str
        What is counted.

    Returns
    -------
    Axes

    Raises
    ------
    MeasurementError
        When there is no point.

    Examples
    --------
    >>> from contention.figures.style import new_axes
    >>> draw_total_work([1, 2, 4], [10, 18, 15], new_axes()).get_xlabel()
    'Sessions'
    """
    n, work = _sorted(sessions, total)
    style, at = series_style(0), int(np.argmax(work))
    axes.plot(n, work, color=style.colour, marker=style.marker)
    top = 1.18 * float(work[at])
    limit = min(float(n[-1]), top / (work[0] / n[0]))
    grid = np.geomspace(float(n[0]), limit, 60)
    axes.plot(grid, grid * work[0] / n[0], color=INK, linestyle="--", linewidth=1.2)
    axes.annotate(
        "in proportion",
        (float(grid[-1]), float(grid[-1] * work[0] / n[0])),
        xytext=(-6, -4),
        textcoords="offset points",
        ha="right",
        va="top",
    )
    axes.annotate(
        f"most: {work[at]:,.0f} at {n[at]:g} sessions",
        (float(n[at]), float(work[at])),
        xytext=(0, 12),
        textcoords="offset points",
        ha="left" if at < n.size / 2 else "center",
        color=style.colour,
        fontweight="bold",
    )
    axes.set_ylim(0, top)
    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,g}"))
    axes.set_ylabel(unit[:1].upper() + unit[1:])
    _log_sessions(axes, n)
    return axes


def _sorted(sessions: ArrayLike, total: ArrayLike) -> tuple[Array, Array]:
    n = np.asarray(sessions, dtype=np.float64)
    work = np.asarray(total, dtype=np.float64)
    if n.size == 0 or n.shape != work.shape:
        raise MeasurementError("a figure of work needs as many totals as session counts")
    order = np.argsort(n, kind="stable")
    return n[order], work[order]


def describe_total_work(
    sessions: ArrayLike, total: ArrayLike, *, unit: str = "messages of all sessions"
) -> str:
    """Say in words what :func:`draw_total_work` shows.

    Parameters
    ----------
    sessions, total : array_like, shape (n,)
    unit : str
        What is counted.

    Examples
    --------
    >>> describe_total_work([1, 2, 4], [10, 18, 15]).split(". ")[1]
    'From 10 at 1 sessions it grows to 18 at 2 and is 15 at 4.'
    """
    n, work = _sorted(sessions, total)
    at = int(np.argmax(work))
    return (
        f"Line of {unit} over sessions, with a dashed line in proportion to sessions. From"
        f" {work[0]:,.0f} at {n[0]:g} sessions it grows to {work[at]:,.0f} at {n[at]:g} and is"
        f" {work[-1]:,.0f} at {n[-1]:g}."
    )
