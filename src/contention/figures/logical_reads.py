"""Figure of the logical reads of writing a large object, and axes of buffer sizes."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import FuncFormatter, NullFormatter
from numpy.typing import ArrayLike

from contention.figures.style import in_house_style, series_style
from contention.models import ChunkRewriteFit

__all__ = [
    "buffer_axis",
    "chunk_sizes",
    "describe_logical_reads",
    "draw_logical_reads",
    "label_log_ends",
]


def chunk_sizes(fit: ChunkRewriteFit) -> list[int]:
    """The chunk sizes of a fit, the smallest first.

    Parameters
    ----------
    fit : ChunkRewriteFit
        Fitted counts.

    Examples
    --------
    >>> from contention.models import fit_chunk_rewrites
    >>> chunk_sizes(fit_chunk_rewrites([8192] * 2, [2048, 4096], [63, 31], [79, 47]))
    [8192]
    """
    return sorted({int(size) for size in fit.table.chunk_bytes})


def buffer_axis(axes: Axes, low: float, high: float) -> None:
    """Make the horizontal axis one of buffer sizes, logarithmic.

    Parameters
    ----------
    axes : Axes
        Where to draw.
    low, high : float
        Its ends, in bytes.

    Examples
    --------
    >>> from contention.figures import new_axes
    >>> axes = new_axes()
    >>> buffer_axis(axes, 2048, 32768)
    >>> axes.get_xscale()
    'log'
    """
    axes.set_xscale("log", base=2)
    axes.set_xlim(low, high)
    axes.xaxis.set_major_formatter(FuncFormatter(lambda size, _: f"{size:,.0f}"))
    axes.xaxis.set_minor_formatter(NullFormatter())
    axes.set_xlabel("Write buffer (bytes)")


def label_log_ends(axes: Axes, ends: Sequence[tuple[float, float, str, str]]) -> None:
    """Name lines at their right ends, on logarithmic scales.

    Parameters
    ----------
    axes : Axes
        With its final limits.
    ends : sequence of tuple
        x and y of each end, the text and its colour.

    Examples
    --------
    >>> from contention.figures import new_axes
    >>> axes = new_axes()
    >>> _ = axes.loglog([1, 2], [1, 2])
    >>> label_log_ends(axes, [(2, 2, "a line", "k")])
    >>> axes.texts[0].get_text()
    'a line'
    """
    low, high = axes.get_ylim()
    gap = (high / low) ** 0.06
    at = 0.0
    for x, y, text, colour in sorted(ends, key=lambda end: end[1]):
        at = max(y, at * gap)
        axes.annotate(
            text,
            xy=(x, y),
            xytext=(x * 1.03, at),
            color=colour,
            va="center",
            fontsize=11,
            annotation_clip=False,
        )


@in_house_style
def draw_logical_reads(
    fit: ChunkRewriteFit, logical_reads: ArrayLike, lob_bytes: float, axes: Axes
) -> Axes:
    """Logical reads per KB of the object against the write buffer.

    Parameters
    ----------
    fit : ChunkRewriteFit
        The runs; filled marks are buffers that rewrite no chunk.
    logical_reads : array_like
        Logical reads of each run; NaN where not known.
    lob_bytes : float
        Size of the object.
    axes : Axes
        Where to draw.

    Examples
    --------
    >>> from contention.figures import new_axes
    >>> from contention.models import fit_chunk_rewrites
    >>> fit = fit_chunk_rewrites([8192] * 3, [2048, 8132, 8192], [63, 0, 15], [79, 16, 31])
    >>> draw_logical_reads(fit, [3004, 444, 596], 130_000, new_axes()).get_xscale()
    'log'
    """
    per_kb = np.asarray(logical_reads, dtype=np.float64) / (lob_bytes / 1024)
    buffers, high = fit.table.buffer_bytes, float(fit.table.buffer_bytes.max()) * 1.15
    ends = []
    for at, chunk in enumerate(chunk_sizes(fit)):
        style = series_style(at)
        mine = np.flatnonzero((fit.table.chunk_bytes == chunk) & ~np.isnan(per_kb))
        mine = mine[np.argsort(buffers[mine])]
        if not mine.size:
            continue
        axes.plot(buffers[mine], per_kb[mine], color=style.colour, linestyle=style.line, lw=1.2)
        safe = fit.table.reads[mine] == 0
        for rows, face in ((mine[~safe], "white"), (mine[safe], style.colour)):
            axes.plot(
                buffers[rows],
                per_kb[rows],
                style.marker,
                color=style.colour,
                markerfacecolor=face,
                markersize=8,
            )
        end = (high, float(per_kb[mine[-1]]), f"{chunk:,}-byte chunks", style.colour)
        ends.append(end)
    axes.set_yscale("log", base=2)
    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
    axes.set_ylabel("Logical reads per KB written")
    buffer_axis(axes, float(buffers.min()) / 1.15, high)
    axes.set_title("Filled: no chunk is rewritten", fontsize=11)
    label_log_ends(axes, ends)
    return axes


def describe_logical_reads(fit: ChunkRewriteFit, logical_reads: ArrayLike, lob_bytes: float) -> str:
    """The text for readers who cannot see :func:`draw_logical_reads`.

    Parameters
    ----------
    fit, logical_reads, lob_bytes
        What was drawn.

    Examples
    --------
    >>> from contention.models import fit_chunk_rewrites
    >>> fit = fit_chunk_rewrites([8192] * 3, [2048, 8132, 8192], [63, 0, 15], [79, 16, 31])
    >>> describe_logical_reads(fit, [3004, 444, 596], 130_000).split(". ")[1]
    '8,192-byte chunks: from 3.5 with 8,132 bytes to 23.7 with 2,048.'
    """
    per_kb = np.asarray(logical_reads, dtype=np.float64) / (lob_bytes / 1024)
    parts = []
    for chunk in chunk_sizes(fit):
        mine = np.flatnonzero((fit.table.chunk_bytes == chunk) & ~np.isnan(per_kb))
        if not mine.size:
            continue
        least, most = mine[np.argmin(per_kb[mine])], mine[np.argmax(per_kb[mine])]
        parts.append(
            f"{chunk:,}-byte chunks: from {per_kb[least]:.1f} with"
            f" {fit.table.buffer_bytes[least]:,} bytes to {per_kb[most]:.1f} with"
            f" {fit.table.buffer_bytes[most]:,}."
        )
    return "Logical reads per KB written fall, unevenly, as the buffer grows. " + " ".join(parts)
