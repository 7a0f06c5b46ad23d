"""A histogram of times, and which buckets hold the time."""

from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import NDArray

from contention.errors import MeasurementError
from contention.figures.style import INK, in_house_style, series_style
from contention.models import HistogramTail, duration_text

__all__ = ["describe_histogram_tail", "draw_histogram_tail"]

Array = NDArray[np.float64]


def _shares(tail: HistogramTail) -> tuple[Array, Array]:
    """Shares of events and of the sum in each bucket, in per cent."""
    histogram = tail.histogram
    middle = histogram.lower + (histogram.upper - histogram.lower) / 2
    with np.errstate(invalid="ignore"):
        sums = np.where(histogram.count > 0, middle * histogram.count, 0.0)
    if not np.all(np.isfinite(sums)) or np.any(sums < 0):
        sums = np.zeros_like(sums)
    whole = sums.sum()
    return 100 * histogram.count / histogram.total, 100 * sums / whole if whole else sums


@in_house_style
def draw_histogram_tail(
    tail: HistogramTail, axes: Axes, *, name: str = "", events: str = "events"
) -> Axes:
    """Two bars for each bucket: its share of the events, and of the sum of their times.

    Parameters
    ----------
    tail : HistogramTail
        The tail is shaded, and its two shares are written into it.
    axes : Axes
    name : str
        Name of the histogram; its own label by default.
    events : str
        What an event is called, in the plural.

    Returns
    -------
    Axes

    Raises
    ------
    MeasurementError
        When the histogram has more than 80 buckets.

    Examples
    --------
    >>> from contention.figures.style import new_axes
    >>> from contention.measurements import Histogram
    >>> from contention.models import histogram_tail
    >>> tail = histogram_tail(Histogram("get", [1, 2, 4], [2, 4, 8], [90, 9, 1], "ms"), 3.0)
    >>> draw_histogram_tail(tail, new_axes()).get_ylabel()
    'Share (%)'
    """
    histogram = tail.histogram
    if len(histogram) > 80:
        raise MeasurementError(f"{len(histogram)} buckets are too many to draw")
    counts, sums = _shares(tail)
    at = np.arange(len(histogram))
    for shift, values, what, index in ((-0.2, counts, events, 0), (0.2, sums, "time", 1)):
        style = series_style(index)
        axes.bar(at + shift, values, 0.4, color=style.colour)
        most = int(np.argmax(values))
        axes.annotate(
            f"share of {what}",
            (at[most] + shift, float(values[most])),
            xytext=(0, 4),
            textcoords="offset points",
            ha="left" if most < len(at) / 2 else "right",
            color=style.colour,
            fontweight="bold",
        )
    top = 1.3 * max(float(counts.max()), float(sums.max()))
    axes.set_ylim(0, top)
    start = np.flatnonzero(histogram.lower >= tail.threshold)
    if start.size:
        axes.axvspan(
            start[0] - 0.5, at[-1] + 0.5, color="#bbbbbb", alpha=0.25, linewidth=0, zorder=0
        )
        axes.text(
            at[-1] + 0.4,
            0.97 * top,
            f"{duration_text(tail.threshold, histogram.unit)} and more:\n"
            f"{100 * tail.count_share:.2g} % of {events}, {100 * tail.time_share:.0f} % of time",
            ha="right",
            va="top",
            color=INK,
        )
    every = max(1, -(-len(at) // 7))
    axes.set_xticks(
        at[::every] - 0.5, [duration_text(end, histogram.unit) for end in histogram.lower[::every]]
    )
    axes.set_xlim(-0.6, len(at) - 0.4)
    axes.grid(visible=False, axis="x")
    axes.set_xlabel("Time, lower end of the bucket")
    axes.set_ylabel("Share (%)")
    axes.set_title(name or histogram.label, loc="left", fontsize=12)
    return axes


def describe_histogram_tail(tail: HistogramTail, *, name: str = "", events: str = "events") -> str:
    """Say in words what :func:`draw_histogram_tail` shows.

    Parameters
    ----------
    tail : HistogramTail
    name : str
        Name of the histogram; its own label by default.
    events : str
        What an event is called, in the plural.

    Examples
    --------
    >>> from contention.measurements import Histogram
    >>> from contention.models import histogram_tail
    >>> tail = histogram_tail(Histogram("get", [1, 2, 4], [2, 4, 8], [90, 9, 1], "ms"), 3.0)
    >>> describe_histogram_tail(tail).split(": ")[1].split(".")[0]
    '100 events in buckets from 1 ms to 8 ms'
    """
    histogram = tail.histogram
    counts, _ = _shares(tail)
    most = int(np.argmax(counts))
    text = (
        f"{name or histogram.label}: {tail.n:,} {events} in buckets from"
        f" {duration_text(histogram.lower[0], histogram.unit)} to"
        f" {duration_text(histogram.upper[-1], histogram.unit)}. {counts[most]:.0f} % of them lie"
        f" between {duration_text(histogram.lower[most], histogram.unit)} and"
        f" {duration_text(histogram.upper[most], histogram.unit)}."
    )
    if tail.tail_count:
        text += (
            f" The {tail.tail_count} {events} of"
            f" {duration_text(tail.threshold, histogram.unit)} and more are"
            f" {100 * tail.count_share:.2g} % of all and hold"
            f" {100 * tail.time_share:.0f} % of the time."
        )
    return text
