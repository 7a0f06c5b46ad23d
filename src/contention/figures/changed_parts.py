"""Parts of a difference: more of them or each longer, and before beside after."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes

from contention.figures.part_bars import GREY, finish_bars, label_bar, parts_to_draw
from contention.figures.style import in_house_style, series_style
from contention.models import BeforeAfter, ChangedPart, time_text, time_unit

__all__ = [
    "describe_more_or_slower",
    "describe_side_by_side",
    "draw_more_or_slower",
    "draw_side_by_side",
]


@in_house_style
def draw_more_or_slower(
    found: BeforeAfter, parts: Sequence[ChangedPart], axes: Axes, most: int = 8
) -> Axes:
    """The difference of each part, split into more of them and each longer.

    Parameters
    ----------
    found : BeforeAfter
        The comparison.
    parts : sequence of ChangedPart
        ``by_call`` or ``by_component``.
    axes : Axes
        Where to draw.
    most : int, default 8
        How many parts have a bar of their own.

    Returns
    -------
    Axes
        The same axes. What could not be split is grey.

    Raises
    ------
    MeasurementError
        When there is no part.

    Examples
    --------
    >>> from contention.figures.style import new_axes
    >>> from contention.measurements import WaitProfile
    >>> from contention.models import choose_sides, compare_before_after, compared_runs
    >>> waits = [WaitProfile("", ("read",), [9], [1], [s], run=run)
    ...          for run, s in (("a", 2), ("b", 3))]
    >>> found = compare_before_after(choose_sides(compared_runs([], waits)))
    >>> draw_more_or_slower(found, found.by_component, new_axes()).get_xlabel()
    'Difference (s per run)'
    """
    shown = parts_to_draw(parts, most)
    scale, unit = time_unit(max(abs(part.difference_s) for part in shown))
    looks = (
        ("more", "more (or fewer) of them", series_style(0).colour, ""),
        ("slower", "each longer (or shorter)", series_style(1).colour, "//"),
        ("unsplit", "not split", GREY, ".."),
    )
    ends = np.zeros((2, len(shown)))
    for name, label, colour, hatch in looks:
        widths = np.array([getattr(part.split, name) for part in shown]) / scale
        if not widths.any():
            continue
        left = np.where(widths < 0, ends[0], ends[1])
        axes.barh(
            range(len(shown)),
            widths,
            left=left,
            height=0.6,
            color=colour,
            hatch=hatch,
            edgecolor="white",
            label=label,
        )
        ends += np.array([np.minimum(widths, 0), np.maximum(widths, 0)])
    for place, part in enumerate(shown):
        label_bar(axes, ends[1, place], place, time_text(part.difference_s, sign=True))
    if axes.get_legend_handles_labels()[1]:
        axes.legend(loc="lower center", bbox_to_anchor=(0.3, 1.0), ncols=2, fontsize=10)
    return finish_bars(axes, [part.name for part in shown], "Difference", unit, found)


def describe_more_or_slower(parts: Sequence[ChangedPart], most: int = 8) -> str:
    """Say in words what :func:`draw_more_or_slower` shows.

    Parameters
    ----------
    parts : sequence of ChangedPart
        As drawn.
    most : int, default 8
        As drawn.

    Returns
    -------
    str
        A sentence for an alternative text.

    Examples
    --------
    >>> from contention.models.changed_part import changed_part
    >>> from contention.models.run_costs import Amount
    >>> describe_more_or_slower([changed_part("read", "wait", [Amount(1, 2)], [Amount(2, 4)],
    ...                                       ([1], [1]))])
    'Bar chart of differences: read +2 s, of which more of them +2 s and each longer 0 s.'
    """
    texts = []
    for part in parts_to_draw(parts, most):
        text = f"{part.name} {time_text(part.difference_s, sign=True)}"
        if part.split.known:
            more, slower = (time_text(s, sign=True) for s in (part.split.more, part.split.slower))
            text += f", of which more of them {more} and each longer {slower}"
        texts.append(text)
    return f"Bar chart of differences: {'; '.join(texts)}."


@in_house_style
def draw_side_by_side(
    found: BeforeAfter, parts: Sequence[ChangedPart], axes: Axes, most: int = 8
) -> Axes:
    """Each part before and after, one bar below the other.

    Parameters
    ----------
    found : BeforeAfter
        The comparison.
    parts : sequence of ChangedPart
        Any of its parts.
    axes : Axes
        Where to draw.
    most : int, default 8
        How many parts have bars of their own.

    Returns
    -------
    Axes
        The same axes.

    Raises
    ------
    MeasurementError
        When there is no part.

    Examples
    --------
    >>> from contention.figures.style import new_axes
    >>> from contention.measurements import WaitProfile
    >>> from contention.models import choose_sides, compare_before_after, compared_runs
    >>> waits = [WaitProfile("", ("read",), [9], [1], [s], run=run)
    ...          for run, s in (("a", 2), ("b", 3))]
    >>> found = compare_before_after(choose_sides(compared_runs([], waits)))
    >>> draw_side_by_side(found, found.by_component, new_axes()).get_xlabel()
    'Time (s per run)'
    """
    shown = parts_to_draw(parts, most)
    scale, unit = time_unit(max(max(part.before_s, part.after_s) for part in shown))
    sides = ((found.before, "before_s", GREY, ""), (found.after, "after_s", None, "//"))
    for number, (name, attribute, colour, hatch) in enumerate(sides):
        places = np.arange(len(shown)) + (number - 0.5) * 0.38
        widths = [getattr(part, attribute) / scale for part in shown]
        axes.barh(
            places,
            widths,
            height=0.36,
            color=colour or series_style(1).colour,
            hatch=hatch,
            edgecolor="white",
            label=name,
        )
        for place, width in zip(places, widths, strict=True):
            label_bar(axes, max(width, 0.0), float(place), time_text(width * scale))
    axes.legend(loc="lower center", bbox_to_anchor=(0.3, 1.0), ncols=2, fontsize=10)
    return finish_bars(axes, [part.name for part in shown], "Time", unit, found)


def describe_side_by_side(found: BeforeAfter, parts: Sequence[ChangedPart], most: int = 8) -> str:
    """Say in words what :func:`draw_side_by_side` shows.

    Parameters
    ----------
    found : BeforeAfter
        As drawn.
    parts : sequence of ChangedPart
        As drawn.
    most : int, default 8
        As drawn.

    Returns
    -------
    str
        A sentence for an alternative text.

    Examples
    --------
    >>> from contention.measurements import WaitProfile
    >>> from contention.models import choose_sides, compare_before_after, compared_runs
    >>> waits = [WaitProfile("", ("read",), [9], [1], [s], run=run)
    ...          for run, s in (("a", 2), ("b", 3))]
    >>> found = compare_before_after(choose_sides(compared_runs([], waits)))
    >>> describe_side_by_side(found, found.by_component)
    'Bar chart of a and b: read 2 s and 3 s.'
    """
    texts = "; ".join(
        f"{part.name} {time_text(part.before_s)} and {time_text(part.after_s)}"
        for part in parts_to_draw(parts, most)
    )
    return f"Bar chart of {found.before} and {found.after}: {texts}."
