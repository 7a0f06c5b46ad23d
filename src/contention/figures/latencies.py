"""Latencies on a logarithmic axis: the kinds of request, and the quantiles with intervals."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import FixedLocator, FuncFormatter, NullLocator

from contention.errors import MeasurementError
from contention.figures.style import INK, in_house_style, series_style
from contention.models import (
    LatencyMixture,
    LatencyQuantile,
    LatencyQuantiles,
    duration_text,
)

__all__ = [
    "describe_latency_kinds",
    "describe_latency_quantiles",
    "draw_latency_kinds",
    "draw_latency_quantiles",
]


def _ends(mixture: LatencyMixture) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Buckets with counts, open and zero ends at a factor of four, and their counts."""
    used = mixture.histogram.count > 0
    lower, upper = mixture.histogram.lower[used], mixture.histogram.upper[used]
    lower = np.where(lower > 0, lower, np.where(np.isfinite(upper), upper, 4.0) / 4.0)
    upper = np.where(np.isfinite(upper), upper, 4.0 * lower)
    return lower, upper, mixture.histogram.count[used]


@in_house_style
def draw_latency_kinds(mixture: LatencyMixture, axes: Axes) -> Axes:
    """Share of the requests over log latency, with the valleys that part the kinds.

    Parameters
    ----------
    mixture : LatencyMixture
        Each kind is named by its share and its median. Black strokes are what the fitted mixture
        expects in each bar.
    axes : Axes

    Returns
    -------
    Axes

    Examples
    --------
    >>> from contention.figures.style import new_axes
    >>> from contention.measurements import Histogram
    >>> from contention.models import latency_mixture
    >>> found = latency_mixture(Histogram("a", [1, 2, 4], [2, 4, 8], [20, 60, 9], "ms"))
    >>> draw_latency_kinds(found, new_axes()).get_xscale()
    'log'
    """
    lower, upper, count = _ends(mixture)
    total = mixture.histogram.total
    cells = np.geomspace(lower[0], upper[-1], 121 if len(lower) > 60 else len(lower) * 2 + 1)
    if len(lower) > 60:
        share = _rebinned(lower, upper, count, cells) / total
        low, high = cells[:-1], cells[1:]
    else:
        share, low, high = count / total, lower, upper
    height = 100 * share / (np.log10(high) - np.log10(low))
    style = series_style(0)
    axes.set_xscale("log")
    axes.bar(low, height, high - low, align="edge", color=style.colour, alpha=0.45, linewidth=0)
    fitted = mixture.mixture.shares(low, high).sum(axis=0)
    heights = 100 * fitted / (np.log10(high) - np.log10(low))
    for left, right, at in zip(low, high, heights, strict=True):
        axes.plot([left, right], [at, at], color=INK, linewidth=1.6, solid_capstyle="butt")
    top = 1.35 * float(height.max())
    for number, kind in enumerate(mixture.kinds):
        left, right = max(kind.low, float(lower[0])), min(kind.high, float(upper[-1]))
        if number:
            axes.axvline(left, color=series_style(1).colour, linestyle="--", linewidth=1.2)
        inside = (low >= left * 0.999) & (high <= right * 1.001)
        peak = float(height[inside].max()) if inside.any() else 0.0
        median = kind.median if math.isfinite(kind.median) else left
        axes.annotate(
            f"{100 * kind.share:.3g} %\n{duration_text(median, mixture.histogram.unit)}",
            (median, peak),
            xytext=(0, 5),
            textcoords="offset points",
            ha="center",
            va="bottom",
            fontweight="bold",
        )
    axes.set_ylim(0, top)
    _time_axis(axes, float(lower[0]), float(upper[-1]), mixture.histogram.unit)
    axes.set_ylabel("Requests per factor of ten (%)")
    return axes


def _rebinned(
    lower: np.ndarray, upper: np.ndarray, count: np.ndarray, cells: np.ndarray
) -> np.ndarray:
    ends = np.stack([lower, upper], axis=1).ravel()
    sums = np.cumsum(count)
    heights = np.stack([sums - count, sums], axis=1).ravel()
    return np.asarray(np.diff(np.interp(np.log(cells), np.log(ends), heights)))


def _time_axis(axes: Axes, low: float, high: float, unit: str) -> None:
    """Ticks at 1, 10, 100 and, over a short range, 2 and 5, in readable units."""
    decades = np.arange(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
    factors = (1, 2, 5) if math.log10(high / low) < 1.5 else (1,)
    ticks = [f * 10.0**d for d in decades for f in factors if low <= f * 10.0**d <= high]
    axes.set_xlim(low, high)
    axes.xaxis.set_major_locator(FixedLocator(ticks or [low]))
    axes.xaxis.set_minor_locator(NullLocator())
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: duration_text(value, unit)))
    axes.set_xlabel("Latency")


def describe_latency_kinds(mixture: LatencyMixture) -> str:
    """Say in words what :func:`draw_latency_kinds` shows.

    Parameters
    ----------
    mixture : LatencyMixture

    Returns
    -------
    str

    Examples
    --------
    >>> from contention.measurements import Histogram
    >>> from contention.models import latency_mixture
    >>> found = latency_mixture(Histogram("a", [1, 2, 4], [2, 4, 8], [20, 60, 9], "ms"))
    >>> describe_latency_kinds(found).partition(":")[0]
    'Share of 89 requests over the logarithm of latency, from 1 ms to 8 ms'
    """
    lower, upper, _ = _ends(mixture)
    unit = mixture.histogram.unit
    parts = [
        f"{100 * kind.share:.3g} % between {duration_text(kind.low, unit)} and "
        f"{duration_text(kind.high, unit)}"
        for kind in mixture.kinds
    ]
    shape = "one hump without a valley" if len(parts) == 1 else f"{len(parts)} humps"
    return (
        f"Share of {mixture.n:,} requests over the logarithm of latency, from"
        f" {duration_text(float(lower[0]), unit)} to {duration_text(float(upper[-1]), unit)}:"
        f" {shape}, {', '.join(parts)}. Black strokes show what the fitted"
        f" mixture of {mixture.mixture.components} lognormal components expects."
    )


@in_house_style
def draw_latency_quantiles(found: Sequence[LatencyQuantiles], axes: Axes) -> Axes:
    """Quantiles of one or more histograms, with intervals, towards the rare and slow.

    Parameters
    ----------
    found : sequence of LatencyQuantiles
        In one unit; at most seven are told apart by colour.
    axes : Axes

    Returns
    -------
    Axes

    Raises
    ------
    MeasurementError
        When the units differ.

    Examples
    --------
    >>> from contention.figures.style import new_axes
    >>> from contention.measurements import Histogram
    >>> from contention.models import latency_quantiles
    >>> one = latency_quantiles(Histogram("a", [1, 2, 4], [2, 4, 8], [90, 9, 1], "ms"))
    >>> draw_latency_quantiles([one], new_axes()).get_yscale()
    'log'
    """
    units = {one.unit for one in found}
    if len(units) != 1:
        raise MeasurementError("quantiles in several units have no common axis", found=str(units))
    unit = units.pop()
    probabilities = [row.probability for row in found[0].rows]
    at = -np.log10(1.0 - np.array(probabilities))
    axes.set_yscale("log")
    labels = []
    for index, one in enumerate(found):
        style = series_style(index)
        shift = 0.03 * (index - (len(found) - 1) / 2)
        middle = np.array([_middle(row) for row in one.rows])
        for place, row, value in zip(at, one.rows, middle, strict=True):
            low = max(row.low, row.bucket_low / 4, value * 1e-3)
            high = row.high if math.isfinite(row.high) else value
            axes.plot([place + shift] * 2, [low, high], color=style.colour, linewidth=2.2)
            if not math.isfinite(row.high):
                axes.annotate(
                    "no upper limit",
                    (place + shift, value),
                    xytext=(-4, 8),
                    textcoords="offset points",
                    ha="right",
                    color=style.colour,
                )
        axes.plot(at + shift, middle, color=style.colour, marker=style.marker, linestyle=style.line)
        labels.append((one.label, style.colour, style.marker))
    axes.set_xticks(at, [f"{100 * p:g} %" for p in probabilities])
    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: duration_text(value, unit)))
    axes.yaxis.set_minor_locator(NullLocator())
    axes.set_xlabel("Share of the requests that are faster")
    axes.set_ylabel("Latency")
    _name_lines(axes, labels)
    return axes


def _middle(row: LatencyQuantile) -> float:
    """Geometric middle of the bucket, whose zero or open end is a factor of four away."""
    high = row.bucket_high if math.isfinite(row.bucket_high) else 4.0 * row.bucket_low
    return math.sqrt(max(row.bucket_low, high / 4.0) * high)


def _name_lines(axes: Axes, labels: Sequence[tuple[str, str, str]]) -> None:
    """The names below each other in the free corner, each with its marker and colour."""
    for place, (name, colour, marker) in enumerate(labels if len(labels) > 1 else ()):
        height = 0.95 - 0.075 * place
        box = axes.transAxes
        axes.plot([0.03], [height], color=colour, marker=marker, transform=box, clip_on=False)
        axes.text(0.05, height, name, transform=box, color=INK, va="center", fontweight="bold")


def describe_latency_quantiles(found: Sequence[LatencyQuantiles]) -> str:
    """Say in words what :func:`draw_latency_quantiles` shows.

    Parameters
    ----------
    found : sequence of LatencyQuantiles

    Returns
    -------
    str

    Examples
    --------
    >>> from contention.measurements import Histogram
    >>> from contention.models import latency_quantiles
    >>> one = latency_quantiles(Histogram("a", [1, 2, 4], [2, 4, 8], [90, 9, 1], "ms"), [0.5])
    >>> describe_latency_quantiles([one])
    'Latency against the share of requests that are faster. a: 50 % below 1 ms to 2 ms.'
    """
    parts = []
    for one in found:
        rows = ", ".join(
            f"{100 * row.probability:g} % below {duration_text(row.low, one.unit)} to "
            + (duration_text(row.high, one.unit) if math.isfinite(row.high) else "no limit")
            for row in one.rows
        )
        parts.append(f"{one.label}: {rows}")
    return f"Latency against the share of requests that are faster. {'. '.join(parts)}."
