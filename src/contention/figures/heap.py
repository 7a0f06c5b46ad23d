"""What a heap consists of, by kind of chunk."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import ArrayLike, NDArray

from contention.errors import MeasurementError
from contention.figures.sizes import size_text, size_unit
from contention.figures.style import INK, in_house_style, series_style

__all__ = ["describe_heap_kinds", "draw_heap_kinds"]

Array = NDArray[np.float64]


@in_house_style
def draw_heap_kinds(
    kinds: Sequence[str], kind_bytes: ArrayLike, total_bytes: float, axes: Axes
) -> Axes:
    """Size of a heap by kind of chunk, largest first, and what the listed kinds leave over.

    Parameters
    ----------
    kinds : sequence of str
        Comment of each kind of chunk.
    kind_bytes : array_like, shape (kinds,)
        Bytes that each holds.
    total_bytes : float
        Size of the heap; at least the sum of the kinds.
    axes : Axes
        Where to draw.

    Returns
    -------
    Axes
        The same axes.

    Raises
    ------
    MeasurementError
        When the kinds hold more than the total, or a size is negative.

    Examples
    --------
    >>> from contention.figures.style import in_house_style, new_axes
    >>> len(draw_heap_kinds(["a", "b"], [10, 60], 100, new_axes()).patches)
    3
    """
    names, sizes = _heap_parts(kinds, kind_bytes, total_bytes)
    unit, unit_name = size_unit(total_bytes / 4)
    style = series_style(0)
    bars = axes.barh(names, sizes / unit, color=style.colour)
    bars[-1].set(facecolor="white", edgecolor=INK, hatch="//")
    for name, size in zip(names, sizes, strict=True):
        axes.annotate(
            f"{100 * size / total_bytes:.1f} %",
            xy=(size / unit, name),
            xytext=(4, 0),
            textcoords="offset points",
            va="center",
            fontsize=11,
        )
    axes.invert_yaxis()
    axes.grid(visible=False, axis="y")
    axes.set_xlim(right=1.18 * float(sizes.max()) / unit)
    axes.set_xlabel(f"Bytes in chunks ({unit_name}), and share of the heap")
    return axes


def describe_heap_kinds(kinds: Sequence[str], kind_bytes: ArrayLike, total_bytes: float) -> str:
    """Say in words what :func:`draw_heap_kinds` shows.

    Parameters
    ----------
    kinds : sequence of str
        As drawn.
    kind_bytes : array_like, shape (kinds,)
        As drawn.
    total_bytes : float
        As drawn.

    Returns
    -------
    str
        A sentence for an alternative text.

    Examples
    --------
    >>> describe_heap_kinds(["a"], [60], 100).split(": ")[1]
    'a 60 bytes, 60.0 %; not listed 40 bytes, 40.0 %.'
    """
    names, sizes = _heap_parts(kinds, kind_bytes, total_bytes)
    parts = "; ".join(
        f"{name} {size_text(float(size))}, {100 * size / total_bytes:.1f} %"
        for name, size in zip(names, sizes, strict=True)
    )
    return f"Bar chart of a heap of {size_text(total_bytes)} by kind of chunk: {parts}."


def _heap_parts(
    kinds: Sequence[str], kind_bytes: ArrayLike, total_bytes: float
) -> tuple[list[str], Array]:
    sizes = np.asarray(kind_bytes, dtype=np.float64)
    rest = total_bytes - float(sizes.sum())
    if sizes.shape != (len(kinds),) or not sizes.size or (sizes < 0).any() or rest < 0:
        raise MeasurementError(
            "the kinds of chunk do not fit the heap",
            found=f"{len(kinds)} kinds, sizes {sizes.tolist()}, total {total_bytes:g}",
            expected="one size per kind, none negative, together at most the total",
        )
    order = np.argsort(-sizes, kind="stable")
    names = [kinds[index].strip() for index in order]
    return [*names, "not listed"], np.append(sizes[order], rest)
