"""Pictures of where processor time goes."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import NDArray

from contention.figures.style import INK, label_right_ends, pretty_label, series_style

__all__ = ["describe_busy_processors", "draw_busy_processors"]

Array = NDArray[np.float64]


def draw_busy_processors(
    sessions: Sequence[Array],
    busy: Sequence[Array],
    labels: Sequence[str],
    axes: Axes,
    *,
    processors: int | None = None,
) -> Axes:
    """Processors in use over sessions, with the machine's number as a line.

    Parameters
    ----------
    sessions, busy : sequence of ndarray
        Session counts and processors in use, one array per series.
    labels : sequence of str
    axes : Axes
    processors : int, optional
        How many the machine has.
    """
    ends = []
    for index, (n, cpus, label) in enumerate(zip(sessions, busy, labels, strict=True)):
        style = series_style(index)
        axes.plot(n, cpus, color=style.colour, marker=style.marker, linestyle=style.line)
        ends.append((float(n[-1]), float(cpus[-1]), pretty_label(label), style.colour))
    axes.set_xlabel("Sessions")
    axes.set_ylabel("Processors in use")
    axes.set_xlim(left=0)
    axes.set_ylim(0, 1.15 * max(*(float(c.max()) for c in busy), processors or 0))
    if processors:
        axes.axhline(processors, color=INK, linewidth=1.2)
        axes.annotate(
            f"the machine has {processors}",
            xy=(0.3, processors),
            xytext=(0, 4),
            textcoords="offset points",
            color=INK,
        )
    label_right_ends(axes, ends)
    return axes


def describe_busy_processors(
    busy: Sequence[Array], labels: Sequence[str], processors: int | None = None
) -> str:
    """Say in words what :func:`draw_busy_processors` shows."""
    parts = "; ".join(
        f"{pretty_label(label)} reaches {float(cpus.max()):.2f}"
        for cpus, label in zip(busy, labels, strict=True)
    )
    limit = f" The machine has {processors}." if processors else ""
    return f"Line chart of processors in use over sessions. {parts}.{limit}"
