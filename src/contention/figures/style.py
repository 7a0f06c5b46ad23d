"""One look for all figures: colours and markers that survive grey print and small screens."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import wraps
from typing import ParamSpec, TypeVar

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure

__all__ = [
    "INK",
    "SeriesStyle",
    "house_style",
    "in_house_style",
    "label_right_ends",
    "new_axes",
    "new_panels",
    "pretty_label",
    "series_style",
    "two_lines",
]

INK = "#333333"
"""Colour of text, axes and reference lines."""

_P = ParamSpec("_P")
_R = TypeVar("_R")
_COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9", "#E69F00", "#000000")
_MARKERS = ("o", "s", "^", "D", "v", "P", "X")
_LINES = ("-", "--", "-.", ":", (0, (5, 1)), (0, (3, 1, 1, 1)), (0, (1, 1)))
_RC = {
    "axes.edgecolor": INK,
    "axes.grid": True,
    "axes.labelcolor": INK,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "figure.dpi": 100,
    "font.family": "DejaVu Sans",
    "font.size": 12,
    "grid.color": "#dddddd",
    "grid.linewidth": 0.8,
    "legend.frameon": False,
    "lines.linewidth": 1.8,
    "lines.markersize": 6,
    "text.color": INK,
    "xtick.color": INK,
    "ytick.color": INK,
}


@contextmanager
def house_style() -> Iterator[None]:
    """Draw in the look of this package, whatever style the user has configured."""
    with mpl.rc_context():
        mpl.rcdefaults()
        mpl.rcParams.update(_RC)  # type: ignore[arg-type]
        yield


def in_house_style(draw: Callable[_P, _R]) -> Callable[_P, _R]:
    """Make a drawing function draw in :func:`house_style`."""

    @wraps(draw)
    def drawn(*args: _P.args, **kwargs: _P.kwargs) -> _R:
        with house_style():
            return draw(*args, **kwargs)

    return drawn


@dataclass(frozen=True)
class SeriesStyle:
    """How one series is drawn.

    Attributes
    ----------
    colour : str
        From the palette of Okabe and Ito, which colour-blind readers can tell apart.
    marker : str
    line : str or tuple
        A line pattern of its own, so that grey print works too.
    """

    colour: str
    marker: str
    line: str | tuple[int, tuple[int, ...]]

    @property
    def text_colour(self) -> tuple[float, float, float]:
        """The colour for text, darker than the mark's."""
        return _darker(self.colour)


def series_style(index: int) -> SeriesStyle:
    """The style of the series with that number; the eighth repeats the first.

    Parameters
    ----------
    index : int
        Counted from 0.

    Examples
    --------
    >>> series_style(0).colour
    '#0072B2'
    """
    at = index % len(_COLOURS)
    return SeriesStyle(_COLOURS[at], _MARKERS[at], _LINES[at])


def new_axes(width: float = 6.6, height: float = 4.4) -> Axes:
    """New axes in a figure of their own, outside pyplot's global state.

    Parameters
    ----------
    width, height : float
        Inches.

    Examples
    --------
    >>> new_axes().get_figure().get_size_inches().tolist()
    [6.6, 4.4]
    """
    with house_style():
        figure = Figure(figsize=(width, height), layout="constrained")
        axes = figure.add_subplot()
        axes.set_axisbelow(True)
        return axes


def new_panels(
    count: int, *, rows: bool = False, width: float = 6.6, height: float = 4.4
) -> list[Axes]:
    """Several new axes in one figure of their own, side by side or one below the other.

    Parameters
    ----------
    count : int
        How many; at least one.
    rows : bool, default False
        Whether they stand one below the other.
    width, height : float
        Inches of the whole figure.

    Examples
    --------
    >>> len(new_panels(2))
    2
    """
    with house_style():
        figure = Figure(figsize=(width, height), layout="constrained")
        shape = (count, 1) if rows else (1, count)
        panels: list[Axes] = list(figure.subplots(*shape, squeeze=False).flat)
        for axes in panels:
            axes.set_axisbelow(True)
        return panels


def pretty_label(label: str) -> str:
    """A series label as people write it.

    Parameters
    ----------
    label : str
        Parts joined by underscores; a label with an unknown part is left as it is.

    Examples
    --------
    >>> pretty_label("solaris_plsql"), pretty_label("db-7 primary")
    ('Solaris PL/SQL', 'db-7 primary')
    """
    known = {
        "aix": "AIX",
        "java": "Java",
        "linux": "Linux",
        "plsql": "PL/SQL",
        "solaris": "Solaris",
    }
    parts = label.split("_")
    if not all(part in known for part in parts):
        return label
    return " ".join(known[part] for part in parts)


def two_lines(text: str) -> str:
    r"""A long label over two lines, cut behind its comma or at the blank nearest its middle.

    Parameters
    ----------
    text : str
        A label; one of up to 18 characters stays as it is.

    Examples
    --------
    >>> two_lines("checked, native code allowed"), two_lines("short")
    ('checked,\nnative code allowed', 'short')
    """
    blanks = [at for at, character in enumerate(text) if character == " "]
    blanks = [at for at in blanks if text[at - 1] == ","] or blanks
    if len(text) <= 18 or not blanks:
        return text
    middle = min(blanks, key=lambda at: abs(at - len(text) / 2))
    return f"{text[:middle]}\n{text[middle + 1 :]}"


def _darker(colour: str) -> tuple[float, float, float]:
    """The colour mixed with a third of black: light ones are hard to read as text."""
    red, green, blue = to_rgb(colour)
    return (0.67 * red, 0.67 * green, 0.67 * blue)


def label_right_ends(axes: Axes, ends: list[tuple[float, float, str, str]]) -> None:
    """Name lines at their right ends, moved apart where they would overlap.

    Parameters
    ----------
    axes : Axes
        With its final limits.
    ends : list of tuple
        x and y of each end, the text and its colour.
    """
    low, high = axes.get_ylim()
    gap = 0.055 * (high - low)
    placed: list[float] = []
    for x, y, text, colour in sorted(ends, key=lambda end: end[1]):
        at = max(y, placed[-1] + gap) if placed else y
        placed.append(at)
        axes.annotate(
            text,
            xy=(x, y),
            xytext=(x + 0.02 * (axes.get_xlim()[1] - axes.get_xlim()[0]), at),
            color=_darker(colour),
            va="center",
            fontsize=11,
            annotation_clip=False,
        )
