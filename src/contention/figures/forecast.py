"""A forecast of when memory ends, held against what happened afterwards."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import NDArray

from contention.errors import MeasurementError
from contention.figures.sizes import size_text, size_unit
from contention.figures.style import INK, in_house_style, series_style
from contention.measurements import MemorySeries

__all__ = ["Forecast", "describe_forecast", "draw_forecast"]

Array = NDArray[np.float64]

_AXIS = {"run": "Run", "s": "Time (s)"}
_STEP = {"run": "run", "s": "second"}


@dataclass(frozen=True)
class Forecast:
    """A line through some readings, continued to a limit.

    Attributes
    ----------
    fitted : MemorySeries
        The readings behind the line.
    predict : callable
        From steps, shape (m,), to bytes, shape (m,).
    limit_bytes : float
        Where the memory ends; positive.
    reaches : float
        Step at which the line meets the limit; finite.
    low, high : float
        Ends of its interval; NaN or infinite where it has none.
    later : MemorySeries or None
        Readings that were taken afterwards and are not behind the line.
    happened : float
        Step at which the memory did end; NaN when that is not known.

    Examples
    --------
    >>> readings = MemorySeries("data", [1, 2], [100, 200])
    >>> Forecast(readings, lambda step: 100 * step, 500, 5.0, 4.5, 5.6).bounded
    True
    """

    fitted: MemorySeries
    predict: Callable[[Array], Array]
    limit_bytes: float
    reaches: float
    low: float = np.nan
    high: float = np.nan
    later: MemorySeries | None = None
    happened: float = np.nan

    @property
    def bounded(self) -> bool:
        """Whether both ends of the interval are finite."""
        return bool(np.isfinite(self.low) and np.isfinite(self.high))

    @property
    def beyond(self) -> MemorySeries | None:
        """The later readings at steps after those behind the line; None when there is none."""
        if self.later is None:
            return None
        kept = self.later.step > self.fitted.step[-1]
        if not kept.any():
            return None
        return replace(self.later, step=self.later.step[kept], bytes=self.later.bytes[kept])


@in_house_style
def draw_forecast(forecast: Forecast, axes: Axes) -> Axes:
    """Readings, the line through them up to the limit, and what happened afterwards.

    Parameters
    ----------
    forecast : Forecast
        What to draw. The line is solid over the readings behind it, and dashed beyond.
    axes : Axes
        Where to draw.

    Returns
    -------
    Axes
        The same axes.

    Raises
    ------
    MeasurementError
        When the line never meets the limit.

    Examples
    --------
    >>> from contention.figures.style import in_house_style, new_axes
    >>> readings = MemorySeries("data", [1, 2], [100, 200])
    >>> forecast = Forecast(readings, lambda step: 100 * step, 500, 5.0)
    >>> draw_forecast(forecast, new_axes()).get_xlabel()
    'Run'
    """
    if not np.isfinite(forecast.reaches):
        raise MeasurementError("a forecast that never meets its limit cannot be drawn")
    unit, unit_name = size_unit(forecast.limit_bytes / 4)
    blue, orange = series_style(0), series_style(1)
    fitted, limit = forecast.fitted, forecast.limit_bytes / unit
    first, last = float(fitted.step[0]), float(fitted.step[-1])
    right = 1.08 * max(forecast.reaches, np.nan_to_num(forecast.high, nan=0, posinf=0), last)
    for start, end, pattern in ((first, last, "-"), (last, right, (0, (5, 3)))):
        grid = np.linspace(start, end, 50)
        axes.plot(grid, forecast.predict(grid) / unit, color=blue.colour, linestyle=pattern)
    axes.plot(fitted.step, fitted.bytes / unit, blue.marker, color=blue.colour)
    _note(axes, f"behind the line: {len(fitted)} readings", (last, fitted.bytes[-1] / unit), "r")
    axes.axhline(forecast.limit_bytes / unit, color=INK, linewidth=1.2)
    at_limit = (first, forecast.limit_bytes / unit)
    _note(axes, f"limit {size_text(forecast.limit_bytes)}", at_limit, "a")
    if forecast.bounded:
        axes.axvspan(forecast.low, forecast.high, color=blue.colour, alpha=0.25, linewidth=0)
    crossing = (forecast.reaches, forecast.limit_bytes / unit)
    axes.plot(*crossing, "D", color=blue.colour, markersize=8)
    _note(axes, f"forecast: {forecast.reaches:.1f}", crossing, "al", blue.colour)
    later = forecast.beyond
    if later is not None:
        held = later.bytes / unit
        axes.plot(
            later.step, held, orange.marker, color=orange.colour, fillstyle="none", markersize=8
        )
    if np.isfinite(forecast.happened):
        axes.axvline(forecast.happened, color=orange.colour, linestyle=(0, (1, 1)))
        _note(
            axes,
            f"failed: {forecast.happened:.1f}",
            (forecast.happened, 1.13 * limit),
            "al",
            orange.colour,
        )
    axes.set_xlabel(_AXIS[fitted.step_unit])
    axes.set_ylabel(f"Memory held ({unit_name})")
    axes.set_ylim(0, 1.25 * limit)
    axes.set_xlim(first, right)
    if later is not None:
        _magnify(forecast, unit, axes)
    return axes


def _magnify(forecast: Forecast, unit: int, axes: Axes) -> None:
    """The crossing, enlarged in the free corner below the line."""
    later = forecast.beyond
    assert later is not None
    blue, orange = series_style(0), series_style(1)
    steps = [forecast.reaches, *later.step[-1:]]
    steps += [end for end in (forecast.low, forecast.high, forecast.happened) if np.isfinite(end)]
    reach = 0.35 * (max(steps) - min(steps)) or 0.5
    left, right = min(steps) - reach, max(steps) + reach
    inset = axes.inset_axes((0.54, 0.12, 0.34, 0.3))
    grid = np.array([left, right])
    inset.plot(grid, forecast.predict(grid) / unit, color=blue.colour, linestyle=(0, (5, 3)))
    inset.axhline(forecast.limit_bytes / unit, color=INK, linewidth=1.2)
    inset.plot(forecast.reaches, forecast.limit_bytes / unit, "D", color=blue.colour, markersize=8)
    inset.plot(later.step, later.bytes / unit, orange.marker, color=orange.colour, fillstyle="none")
    if forecast.bounded:
        inset.axvspan(forecast.low, forecast.high, color=blue.colour, alpha=0.25, linewidth=0)
    if np.isfinite(forecast.happened):
        inset.axvline(forecast.happened, color=orange.colour, linestyle=(0, (1, 1)))
    held = np.append(forecast.predict(grid), later.bytes[-1]) / unit
    inset.set_xlim(left, right)
    margin = 0.25 * (max(held) - min(held))
    inset.set_ylim(min(held) - margin, max(held))
    inset.tick_params(labelsize=10)
    inset.set_title("enlarged", fontsize=11)
    _note(inset, "read later", (later.step[-1], later.bytes[-1] / unit), "r", orange.colour)


def _note(axes: Axes, text: str, at: tuple[float, float], side: str, colour: str = INK) -> None:
    """Write beside a point: above (a) or below (b) it, to its left (l) or right."""
    left, above, below = "l" in side, "a" in side, "b" in side
    axes.annotate(
        text,
        xy=at,
        xytext=(-6 if left else 8, 7 if above else -10 if below else 0),
        textcoords="offset points",
        ha="right" if left else "left",
        va="bottom" if above else "top" if below else "center",
        color=colour,
        fontsize=11,
    )


def describe_forecast(forecast: Forecast) -> str:
    """Say in words what :func:`draw_forecast` shows.

    Parameters
    ----------
    forecast : Forecast
        As drawn.

    Returns
    -------
    str
        Sentences for an alternative text.

    Examples
    --------
    >>> readings = MemorySeries("data", [1, 2], [100, 200])
    >>> describe_forecast(Forecast(readings, lambda step: 100 * step, 500, 5.0)).split(". ")[1]
    'It meets the limit of 500 bytes at run 5.0.'
    """
    fitted, step = forecast.fitted, _STEP[forecast.fitted.step_unit]
    parts = [
        f"A line through {len(fitted)} readings of memory held, from {size_text(fitted.bytes[0])} "
        f"at {step} {fitted.step[0]:g} to {size_text(fitted.bytes[-1])} at {step} "
        f"{fitted.step[-1]:g}, continued beyond them as a dashed line",
        f"It meets the limit of {size_text(forecast.limit_bytes)} at {step} {forecast.reaches:.1f}",
    ]
    if forecast.bounded:
        parts[-1] += f", with an interval from {forecast.low:.1f} to {forecast.high:.1f}"
    later = forecast.beyond
    if later is not None:
        gap = later.bytes[-1] - float(forecast.predict(later.step[-1:])[0])
        where = "above" if gap > 0 else "below"
        count = f"{len(later)} later readings end" if len(later) > 1 else "One later reading is"
        parts.append(
            f"{count} at {size_text(later.bytes[-1])} at {step} "
            f"{later.step[-1]:g}, {size_text(abs(gap))} {where} the line"
        )
    if np.isfinite(forecast.happened):
        parts.append(f"The memory ended at {step} {forecast.happened:.1f}")
    return ". ".join(parts) + "."
