"""Pictures of one fitted scalability curve: its bands, and what each session count does to it."""

from __future__ import annotations

import math

import numpy as np
from matplotlib.axes import Axes

from contention.figures.style import INK, in_house_style, series_style
from contention.models.scalability_bands import ScalabilityBands
from contention.models.scalability_result import ScalabilityResult

__all__ = ["describe_curve_bands", "draw_curve_bands"]


def _unit(most: float) -> tuple[float, str]:
    return (1e3, "thousand per second") if most >= 1e4 else (1.0, "per second")


@in_house_style
def draw_curve_bands(fit: ScalabilityResult, bands: ScalabilityBands, axes: Axes) -> Axes:
    """Measured throughput, the fitted curve, where it may lie, and where a new run may.

    Parameters
    ----------
    fit : ScalabilityResult
        The curve and its points.
    bands : ScalabilityBands
        Bands at many session counts. What lies outside the measured ones is shaded.
    axes : Axes

    Returns
    -------
    Axes

    Examples
    --------
    >>> from contention.figures import new_axes
    >>> from contention.models import fit_universal_scalability
    >>> fit = fit_universal_scalability([1, 2, 4, 8, 16, 32], [10.0, 19.0, 30.0, 40.0, 41.0, 36.0])
    >>> draw_curve_bands(fit, fit.bands([1, 8, 40]), new_axes()).get_ylabel()
    'Throughput (per second)'
    """
    factor, unit = _unit(float(fit.throughput.max()))
    style = series_style(0)
    first, last = float(fit.sessions[0]), float(fit.sessions[-1])
    for low, high in ((bands.sessions[0], first), (last, bands.sessions[-1])):
        if high > low:
            axes.axvspan(float(low), float(high), color="#eeeeee", zorder=0)
    n = bands.sessions
    for low, high, depth, name in (
        (bands.new_low, bands.new_high, 0.15, f"{100 * bands.level:g} % for a new run"),
        (bands.low, bands.high, 0.35, "for the curve"),
    ):
        ends = low / factor, high / factor
        axes.fill_between(n, *ends, color=style.colour, alpha=depth, linewidth=0, label=name)
    axes.plot(n, bands.throughput / factor, color=style.colour)
    axes.plot(fit.sessions, fit.throughput / factor, color=INK, marker="o", linestyle="none")
    axes.set_xlabel("Sessions")
    axes.set_ylabel(f"Throughput ({unit})")
    axes.set_xlim(left=0)
    top = 1.4 * max(float(fit.throughput.max()), float(bands.throughput.max())) / factor
    axes.set_ylim(0, top)
    axes.legend(loc="upper center", bbox_to_anchor=(0.5, -0.18), ncols=2, fontsize=11)
    return axes


def describe_curve_bands(fit: ScalabilityResult, bands: ScalabilityBands) -> str:
    """Say in words what :func:`draw_curve_bands` shows.

    Parameters
    ----------
    fit : ScalabilityResult
    bands : ScalabilityBands

    Examples
    --------
    >>> from contention.models import fit_universal_scalability
    >>> fit = fit_universal_scalability([1, 2, 4, 8, 16, 32], [10.0, 19.0, 30.0, 40.0, 41.0, 36.0])
    >>> describe_curve_bands(fit, fit.bands([1, 8, 40])).split(". ")[2]
    'Beyond 32 sessions nothing was measured'
    """
    top = int(np.argmax(bands.throughput))
    low, high = float(bands.low[top]), float(bands.high[top])
    parts = [
        "Measured throughput as points, the fitted curve as a line, a narrow band for the curve"
        " and a wide one for a new run",
        f"The curve is greatest at {bands.sessions[top]:.3g} sessions,"
        f" {bands.throughput[top]:,.4g} per second, between {low:,.4g} and {high:,.4g}",
    ]
    if math.isfinite(bands.sessions[-1]) and bands.sessions[-1] > fit.sessions[-1]:
        parts.append(f"Beyond {fit.sessions[-1]:g} sessions nothing was measured")
    return ". ".join(parts) + "."
