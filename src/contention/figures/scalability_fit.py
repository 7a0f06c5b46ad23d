"""Pictures of one fitted scalability law: its bands, its peak, and what each point does to it."""

from __future__ import annotations

import math

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import NDArray

from contention.figures.style import INK, in_house_style, series_style
from contention.models.scalability_result import ScalabilityResult

__all__ = [
    "describe_point_influence",
    "describe_scalability_fit",
    "draw_point_influence",
    "draw_scalability_fit",
]

Array = NDArray[np.float64]

_BEYOND = 1.5  # how far past the last measured count the curve is drawn
_POINTS = 121


def _end(fit: ScalabilityResult) -> float:
    """Where the curve is drawn to: past the last count, and past the peak when it is near."""
    last = float(fit.sessions[-1])
    peak = fit.curve.peak_sessions
    return max(last, min(1.15 * peak, _BEYOND * last)) if math.isfinite(peak) else 1.2 * last


def _unit(fit: ScalabilityResult) -> tuple[float, str]:
    thousands = float(fit.throughput.max()) >= 1e4
    return (1e3, "thousand per second") if thousands else (1.0, "per second")


@in_house_style
def draw_scalability_fit(
    fit: ScalabilityResult, axes: Axes, *, alpha: float = 0.05, end: float | None = None
) -> Axes:
    """Measured throughput, the fitted curve with two bands, and the peak with its interval.

    The inner band is of the curve, the outer one of a new measurement. Past the measured counts
    the curve is dashed and the bands are pale.

    Parameters
    ----------
    fit : ScalabilityResult
    axes : Axes
    alpha : float, default 0.05
        Share of the intervals and, at each count, of the bands that may miss.
    end : float, optional
        Sessions to draw to; a little past the last count or the peak when left out.

    Returns
    -------
    Axes

    Examples
    --------
    >>> from contention.figures import new_axes
    >>> from contention.models import fit_universal_scalability
    >>> fit = fit_universal_scalability([1, 2, 4, 8, 16, 32], [10.0, 19.0, 30.0, 28.0, 26.0, 22.0])
    >>> draw_scalability_fit(fit, new_axes()).get_xlabel()
    'Sessions'
    """
    factor, unit = _unit(fit)
    first, last = float(fit.sessions[0]), float(fit.sessions[-1])
    stop = _end(fit) if end is None else float(end)
    grid = np.unique(np.append(np.linspace(min(1.0, first), stop, _POINTS), [first, last]))
    bands = fit.bands(grid, alpha)
    style = series_style(0)
    inside = (grid >= first) & (grid <= last)
    for part, strength, line in ((inside, 1.0, "-"), (grid >= last, 0.45, "--"),
                                 (grid <= first, 0.45, "--")):  # fmt: skip
        if part.sum() < 2:
            continue
        x, c = grid[part], style.colour
        new = (bands.new_low[part] / factor, bands.new_high[part] / factor)
        axes.fill_between(x, *new, color=c, alpha=0.13 * strength, linewidth=0)
        curve = (bands.low[part] / factor, bands.high[part] / factor)
        axes.fill_between(x, *curve, color=c, alpha=0.30 * strength, linewidth=0)
        axes.plot(x, bands.throughput[part] / factor, color=c, linestyle=line)
    axes.plot(fit.sessions, fit.throughput / factor, color=INK, marker="o", linestyle="none")
    most = float(max(fit.throughput.max(), bands.throughput.max()))
    top = min(1.12 * max(float(bands.new_high[inside].max()), most), 2.0 * most) / factor
    _draw_peak(fit, axes, alpha=alpha, stop=stop, height=0.96 * top)
    axes.set_xlabel("Sessions")
    axes.set_ylabel(f"Throughput ({unit})")
    axes.set_xlim(0, stop)
    axes.set_ylim(0, top)
    return axes


def _draw_peak(
    fit: ScalabilityResult, axes: Axes, *, alpha: float, stop: float, height: float
) -> None:
    """A bar from the low to the high end of the peak; an arrow where it leaves the picture."""
    if "peak_sessions" not in fit.quantities:
        return
    low, high = fit.conf_int(alpha)["peak_sessions"]
    peak, colour = fit.curve.peak_sessions, series_style(1).colour
    if low >= stop:
        return
    axes.plot([low, min(high, stop)], [height, height], color=colour, linewidth=2.5)
    if high > stop:
        axes.plot([0.985 * stop], [height], color=colour, marker=">", linestyle="none")
    if peak <= stop:
        axes.plot([peak], [height], color=colour, marker="D", linestyle="none")
    axes.annotate(
        "peak",
        (max(low, 0.0), height),
        xytext=(-6, 0),
        textcoords="offset points",
        ha="right",
        va="center",
        color=colour,
    )


def _reach(low: float, high: float) -> str:
    return f"at least {low:,.3g}" if math.isinf(high) else f"{low:,.3g} to {high:,.3g}"


def describe_scalability_fit(fit: ScalabilityResult, *, alpha: float = 0.05) -> str:
    """Say in words what :func:`draw_scalability_fit` shows.

    Parameters
    ----------
    fit : ScalabilityResult
    alpha : float, default 0.05
        As for the picture.

    Examples
    --------
    >>> from contention.models import fit_amdahl
    >>> fit = fit_amdahl([1, 2, 4, 8, 16], [10.0, 18.0, 31.0, 47.0, 63.0])
    >>> describe_scalability_fit(fit).split(". ")[0]
    "5 measured points of throughput over 1 to 16 sessions with the fitted curve of Amdahl's law"
    """
    first, last = fit.sessions[0], fit.sessions[-1]
    name = type(fit).called
    at = fit.bands([last], alpha)
    share = 100.0 * (1.0 - alpha)
    text = (
        f"{fit.n} measured points of throughput over {first:g} to {last:g} sessions with the"
        f" fitted curve of {name}. At {last:g} sessions the curve is at {at.throughput[0]:,.0f}"
        f" per second; its {share:g} % band reaches from {at.low[0]:,.0f} to {at.high[0]:,.0f},"
        f" that of a new measurement from {at.new_low[0]:,.0f} to {at.new_high[0]:,.0f}."
    )
    if "peak_sessions" in fit.quantities:
        reach = _reach(*fit.conf_int(alpha)["peak_sessions"])
        peak = fit.curve.peak_sessions
        found = "no peak" if math.isinf(peak) else f"its peak at {peak:,.3g} sessions"
        text += f" The curve has {found}; the interval of the peak is {reach} sessions."
    return text + f" Past {last:g} sessions the curve is dashed: nothing was measured there."


def _relative_change(fit: ScalabilityResult, name: str) -> tuple[Array, Array]:
    """Session counts of the points, and the change of a quantity without each, in percent."""
    found = fit.influence()
    with np.errstate(invalid="ignore", divide="ignore"):
        return found.sessions, 100.0 * found.change(name) / found.estimates[name]


@in_house_style
def draw_point_influence(
    fit: ScalabilityResult, axes: Axes, *, quantity: str = "peak_sessions"
) -> Axes:
    """How a quantity changes when each point is left out, in percent.

    Parameters
    ----------
    fit : ScalabilityResult
    axes : Axes
    quantity : str, default "peak_sessions"
        A parameter or a derived quantity. A change that is not finite is not drawn.

    Returns
    -------
    Axes

    Examples
    --------
    >>> from contention.figures import new_axes
    >>> from contention.models import fit_universal_scalability
    >>> fit = fit_universal_scalability([1, 2, 4, 8, 16, 32], [10.0, 19.0, 30.0, 28.0, 26.0, 22.0])
    >>> draw_point_influence(fit, new_axes()).get_ylabel()
    'Change of peak sessions (%)'
    """
    sessions, change = _relative_change(fit, quantity)
    shown = np.where(np.isfinite(change), change, np.nan)
    style = series_style(0)
    axes.axhline(0.0, color=INK, linewidth=0.8)
    axes.vlines(sessions, 0.0, shown, color=style.colour, linewidth=2)
    axes.plot(sessions, shown, color=style.colour, marker="o", linestyle="none")
    axes.set_xlabel("Sessions of the point that is left out")
    axes.set_ylabel(f"Change of {quantity.replace('_', ' ')} (%)")
    axes.set_xlim(left=0)
    return axes


def describe_point_influence(fit: ScalabilityResult, *, quantity: str = "peak_sessions") -> str:
    """Say in words what :func:`draw_point_influence` shows.

    Parameters
    ----------
    fit : ScalabilityResult
    quantity : str, default "peak_sessions"
        As for the picture.

    Examples
    --------
    >>> from contention.models import fit_universal_scalability
    >>> fit = fit_universal_scalability([1, 2, 4, 8, 16, 32], [10.0, 19.0, 30.0, 28.0, 26.0, 22.0])
    >>> describe_point_influence(fit).split(": ")[0]
    'Change of peak sessions when each point is left out'
    """
    sessions, change = _relative_change(fit, quantity)
    title = f"Change of {quantity.replace('_', ' ')} when each point is left out"
    finite = np.isfinite(change)
    if not finite.any():
        return f"{title}: it has no finite value."
    low, high = (pick(np.where(finite, change, 0.0)) for pick in (np.argmin, np.argmax))
    return (
        f"{title}: from {change[low]:+.1f} percent without the point at {sessions[low]:g} sessions"
        f" to {change[high]:+.1f} percent without the one at {sessions[high]:g}."
    )
