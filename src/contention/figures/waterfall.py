"""From before to after in steps that are seen to add up."""

from __future__ import annotations

import math

from matplotlib.axes import Axes

from contention.figures.part_bars import GREY, finish_bars, label_bar, parts_to_draw
from contention.figures.style import INK, in_house_style, series_style
from contention.models import BeforeAfter, time_text, time_unit

__all__ = ["describe_waterfall", "draw_waterfall"]


@in_house_style
def draw_waterfall(found: BeforeAfter, axes: Axes, most: int = 8) -> Axes:
    """From the total before to the total after, a step for each component.

    Each bar begins where the one above it ended, so that the steps are seen to add up. A thin
    line is the interval of a step.

    Parameters
    ----------
    found : BeforeAfter
        The comparison.
    axes : Axes
        Where to draw.
    most : int, default 8
        How many components have a step of their own.

    Returns
    -------
    Axes
        The same axes.

    Raises
    ------
    MeasurementError
        When there is no component.

    Examples
    --------
    >>> from contention.figures.style import new_axes
    >>> from contention.measurements import WaitProfile
    >>> from contention.models import choose_sides, compare_before_after, compared_runs
    >>> waits = [WaitProfile("", ("read",), [9], [1], [s], run=run)
    ...          for run, s in (("a", 2), ("b", 3))]
    >>> found = compare_before_after(choose_sides(compared_runs([], waits)))
    >>> draw_waterfall(found, new_axes()).get_xlabel()
    'Time waited (s per run)'
    """
    steps = parts_to_draw(found.by_component, most)
    scale, unit = time_unit(max(found.total.before_s, found.total.after_s))
    names = [found.before, *(step.name for step in steps), found.after]
    axes.barh(0, found.total.before_s / scale, height=0.6, color=GREY)
    axes.barh(len(names) - 1, found.total.after_s / scale, height=0.6, color=GREY)
    at = found.total.before_s
    axes.plot([at / scale] * 2, [-0.3, 1.3], color=INK, linewidth=0.6)
    for place, step in enumerate(steps, 1):
        end = at + step.difference_s
        grew = step.difference_s >= 0
        colour = series_style(1 if grew else 0).colour
        hatch = "//" if grew else ""
        width = step.difference_s / scale
        axes.barh(
            place, width, left=at / scale, height=0.6, color=colour, hatch=hatch, edgecolor="white"
        )
        low, high = step.interval_s
        if math.isfinite(low + high):
            axes.plot(
                [(at + low) / scale, (at + high) / scale], [place] * 2, color=INK, linewidth=1
            )
        axes.plot([end / scale] * 2, [place - 0.3, place + 1.3], color=INK, linewidth=0.6)
        right = max(at, end, at + high if math.isfinite(high) else end)
        label_bar(axes, right / scale, place, time_text(step.difference_s, sign=True))
        at = end
    for place, seconds in ((0, found.total.before_s), (len(names) - 1, found.total.after_s)):
        label_bar(axes, seconds / scale, place, time_text(seconds))
    return finish_bars(axes, names, found.total.name.capitalize(), unit, found)


def describe_waterfall(found: BeforeAfter, most: int = 8) -> str:
    """Say in words what :func:`draw_waterfall` shows.

    Parameters
    ----------
    found : BeforeAfter
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
    >>> describe_waterfall(compare_before_after(choose_sides(compared_runs([], waits))))
    'Waterfall of the time waited from a, 2 s, to b, 3 s: read +1 s.'
    """
    steps = "; ".join(
        f"{step.name} {time_text(step.difference_s, sign=True)}"
        for step in parts_to_draw(found.by_component, most)
    )
    total = found.total
    return (
        f"Waterfall of the {total.name} from {found.before}, {time_text(total.before_s)}, "
        f"to {found.after}, {time_text(total.after_s)}: {steps}."
    )
