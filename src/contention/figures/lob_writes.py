"""Figures of writing large objects: direct I/O, and the object's size."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import FuncFormatter, ScalarFormatter
from numpy.typing import NDArray

from contention.figures.logical_reads import buffer_axis, chunk_sizes, label_log_ends
from contention.figures.style import INK, in_house_style, label_right_ends, series_style
from contention.models import ChunkRewriteFit

__all__ = [
    "describe_buffer_costs",
    "describe_exact_cells",
    "draw_buffer_costs",
    "draw_exact_cells",
]

_POINTS = 240
_PARTS = 4


def _curve_sizes(payload: int, low: float, high: float) -> NDArray[np.int64]:
    """Buffer sizes that show the curve and every dip of it."""
    spread = np.geomspace(low, high, _POINTS).astype(np.int64)
    count = min(int(high / payload * _PARTS), 400)
    dips = [payload * k // _PARTS for k in range(1, count + 1) if not payload * k % _PARTS]
    near = np.array([size + step for size in dips for step in (-1, 0, 1)], dtype=np.int64)
    sizes = np.union1d(spread, near)
    return sizes[(sizes >= max(1, int(low))) & (sizes <= high)]


@in_house_style
def draw_buffer_costs(fit: ChunkRewriteFit, axes: Axes) -> Axes:
    """Blocks moved by each buffer size: measured points over the fitted model.

    Parameters
    ----------
    fit : ChunkRewriteFit
        Fitted counts, one line per chunk size.
    axes : Axes
        Where to draw.

    Examples
    --------
    >>> from contention.figures import new_axes
    >>> from contention.models import fit_chunk_rewrites
    >>> fit = fit_chunk_rewrites([8192] * 3, [2048, 8132, 8192], [63, 0, 15], [79, 16, 31])
    >>> draw_buffer_costs(fit, new_axes()).get_xlabel()
    'Write buffer (bytes)'
    """
    buffers, total = fit.table.buffer_bytes, fit.table.reads + fit.table.writes
    low, high = buffers.min() / 1.15, buffers.max() * 1.15
    ends = []
    floor = float("inf")
    for at, chunk in enumerate(chunk_sizes(fit)):
        style = series_style(at)
        io = fit.costs(chunk, _curve_sizes(fit.layout(chunk).payload_bytes, low, high))
        axes.plot(io.buffer_bytes, io.total, color=style.colour, linewidth=1.2, zorder=1 + at / 10)
        floor = min(floor, float(io.least_writes))
        mine = fit.table.chunk_bytes == chunk
        axes.plot(
            buffers[mine],
            total[mine],
            style.marker,
            color=style.colour,
            markeredgecolor="white",
            markersize=11 - 2 * min(at, 3),
            zorder=3 + at / 10,
        )
        ends.append((high, float(io.total[-1]), f"{chunk:,}-byte chunks", style.colour))
    axes.set_yscale("log", base=2)
    axes.yaxis.set_major_formatter(ScalarFormatter())
    axes.set_ylabel("Blocks read and written directly")
    buffer_axis(axes, low, high)
    axes.set_title("Points: measured. Lines: unfinished chunks are rewritten", fontsize=11)
    axes.annotate(
        f"{floor:,.0f} blocks: no rewrite",
        xy=(buffers.min(), floor),
        xytext=(0, 6),
        textcoords="offset points",
        fontsize=11,
    )
    label_log_ends(axes, ends)
    return axes


def describe_buffer_costs(fit: ChunkRewriteFit) -> str:
    """The text for readers who cannot see :func:`draw_buffer_costs`.

    Parameters
    ----------
    fit : ChunkRewriteFit
        What was drawn.

    Examples
    --------
    >>> from contention.models import fit_chunk_rewrites
    >>> fit = fit_chunk_rewrites([8192] * 3, [2048, 8132, 8192], [63, 0, 15], [79, 16, 31])
    >>> describe_buffer_costs(fit).split(": ")[1]
    'from 16 blocks with 8,132 bytes to 142 with 2,048.'
    """
    total, parts = fit.table.reads + fit.table.writes, []
    for chunk in chunk_sizes(fit):
        mine = np.flatnonzero((fit.table.chunk_bytes == chunk) & ~np.isnan(total))
        if not mine.size:
            continue
        least, most = mine[np.argmin(total[mine])], mine[np.argmax(total[mine])]
        parts.append(
            f"{chunk:,}-byte chunks: from {total[least]:.0f} blocks with"
            f" {fit.table.buffer_bytes[least]:,} bytes to {total[most]:.0f} with"
            f" {fit.table.buffer_bytes[most]:,}."
        )
    return (
        "Blocks moved against the write buffer, both on logarithmic scales. Each curve falls as"
        " the buffer grows and drops to its floor at multiples of what a chunk holds;"
        f" {fit.cells_exact} of {fit.cells_total} measured counts lie on it exactly. "
        + " ".join(parts)
    )


@in_house_style
def draw_exact_cells(fits: Sequence[tuple[str, ChunkRewriteFit]], axes: Axes) -> Axes:
    """How many counts are exact for each size of the object.

    Parameters
    ----------
    fits : sequence of (str, ChunkRewriteFit)
        Name and fit of each variant of the model.
    axes : Axes
        Where to draw.

    Examples
    --------
    >>> from contention.figures import new_axes
    >>> from contention.models import fit_chunk_rewrites
    >>> fit = fit_chunk_rewrites([8192] * 3, [2048, 8132, 8192], [63, 0, 15], [79, 16, 31])
    >>> draw_exact_cells([("all", fit)], new_axes()).get_ylabel()
    'Counts that are exact'
    """
    chosen = fits[-1][1].lob
    reach = max(4 * (chosen.high - chosen.low), chosen.high // 12)
    low, high = max(1, chosen.low - reach), chosen.high + reach
    sizes = np.unique(np.linspace(low, high, 4000).astype(np.int64))
    axes.axvspan(chosen.low, chosen.high, color="#dddddd", zorder=0, linewidth=0)
    ends = []
    for at, (name, fit) in enumerate(fits):
        style = series_style(at)
        counts = fit.exact_cells(sizes)
        jumps = np.flatnonzero(np.diff(counts) != 0)
        kept = np.unique(np.concatenate([[0], jumps, jumps + 1, [sizes.size - 1]]))
        axes.step(sizes[kept], counts[kept], where="post", color=style.colour, linestyle=style.line)
        ends.append((float(high), float(counts[-1]), name, style.colour))
    total = fits[-1][1].cells_total
    axes.axhline(total, color=INK, linewidth=0.8, linestyle=":")
    axes.annotate(
        f"{chosen.low:,} to {chosen.high:,} bytes",
        xy=(chosen.high, chosen.cells),
        xytext=(8, -4),
        textcoords="offset points",
        va="top",
    )
    axes.set_xlim(low, high)
    axes.set_ylim(0, total * 1.08)
    axes.xaxis.set_major_formatter(FuncFormatter(lambda size, _: f"{size:,.0f}"))
    axes.set_xlabel("Size of the object (bytes)")
    axes.set_ylabel("Counts that are exact")
    label_right_ends(axes, ends)
    return axes


def describe_exact_cells(fits: Sequence[tuple[str, ChunkRewriteFit]]) -> str:
    """The text for readers who cannot see :func:`draw_exact_cells`.

    Parameters
    ----------
    fits : sequence of (str, ChunkRewriteFit)
        What was drawn.

    Examples
    --------
    >>> from contention.models import fit_chunk_rewrites
    >>> fit = fit_chunk_rewrites([8192] * 3, [2048, 8132, 8192], [63, 0, 15], [79, 16, 31])
    >>> describe_exact_cells([("all", fit)])[-46:]
    'all: 6 of 6 between 129,025 and 130,112 bytes.'
    """
    parts = [
        f"{name}: {fit.cells_exact} of {fit.cells_total} between {fit.lob.low:,} and"
        f" {fit.lob.high:,} bytes."
        for name, fit in fits
    ]
    return "Number of exact counts against the size of the object, with a plateau. " + " ".join(
        parts
    )
