"""What a change adds: extra elapsed time, extra CPU time and extra waits, side by side."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from matplotlib.axes import Axes

from contention.errors import MeasurementError
from contention.figures.style import INK, in_house_style, series_style
from contention.models import CallComparison, Rounded

__all__ = ["describe_extra_time", "draw_extra_time"]

_HEIGHT = 0.27


def _parts(found: CallComparison) -> tuple[tuple[str, Rounded, str, str], ...]:
    return (
        ("elapsed", found.extra_elapsed_s, INK, ""),
        ("CPU", found.extra_cpu_s, series_style(0).colour, ""),
        (f"waiting: {found.event}", found.extra_wait_s, series_style(1).colour, "//"),
    )


@in_house_style
def draw_extra_time(found: Mapping[str, CallComparison], axes: Axes) -> Axes:
    """Extra seconds of the second run of each system: elapsed, on CPU, and waiting.

    A thin line shows the interval of the printed digits, where it is wide enough to be seen.

    Parameters
    ----------
    found : mapping of str to CallComparison
        By system, in the order in which they are drawn.
    axes : Axes
        Where to draw.

    Returns
    -------
    Axes
        The same axes.

    Raises
    ------
    MeasurementError
        When there is no comparison.

    Examples
    --------
    >>> from contention.figures.style import new_axes
    >>> from contention.measurements import CallStatistics
    >>> from contention.models import CallRun, compare_calls
    >>> runs = [CallRun(name, CallStatistics("a", ("execute",), [9], [1], [t], [4], [0], [0], [9]),
    ...                 None) for name, t in (("before", 2.0), ("with", 3.0))]
    >>> draw_extra_time({"": compare_calls(*runs)}, new_axes()).get_xlabel()
    'Extra time of all executions (s)'
    """
    if not found:
        raise MeasurementError("a figure of extra time needs at least one comparison")
    for number, (name, _, colour, hatch) in enumerate(_parts(next(iter(found.values())))):
        numbers = [_parts(one)[number][1] for one in found.values()]
        places = np.arange(len(numbers)) + (number - 1) * 1.08 * _HEIGHT
        widths = np.nan_to_num([one.value for one in numbers])
        ends = np.nan_to_num(
            [[one.value - one.low for one in numbers], [one.high - one.value for one in numbers]]
        )
        axes.barh(
            places,
            widths,
            height=_HEIGHT,
            color=colour,
            hatch=hatch,
            edgecolor="white",
            xerr=ends,
            error_kw={"elinewidth": 0.8, "ecolor": INK},
            label=name,
        )
        for place, one, width in zip(places, numbers, widths, strict=True):
            axes.annotate(
                f"{one.value:.2f}" if one.known else "not known",
                xy=(max(width, 0.0), place),
                xytext=(5, 0),
                textcoords="offset points",
                va="center",
                fontsize=10,
            )
    axes.set_yticks(range(len(found)), [system or one.after for system, one in found.items()])
    axes.invert_yaxis()
    axes.grid(visible=False, axis="y")
    axes.axvline(0.0, color=INK, linewidth=0.8)
    axes.margins(x=0.1)
    axes.set_xlabel("Extra time of all executions (s)")
    axes.legend(loc="lower center", bbox_to_anchor=(0.45, 1.0), ncols=3, fontsize=10)
    return axes


def describe_extra_time(found: Mapping[str, CallComparison]) -> str:
    """Say in words what :func:`draw_extra_time` shows.

    Parameters
    ----------
    found : mapping of str to CallComparison
        As drawn.

    Returns
    -------
    str
        A sentence for an alternative text.

    Examples
    --------
    >>> from contention.measurements import CallStatistics
    >>> from contention.models import CallRun, compare_calls
    >>> runs = [CallRun(name, CallStatistics("a", ("execute",), [9], [1], [t], [4], [0], [0], [9]),
    ...                 None) for name, t in (("before", 2.0), ("with", 3.0))]
    >>> describe_extra_time({"x": compare_calls(*runs)}).split(": ", 1)[1]
    'x: elapsed 1.00 s, CPU 0.00 s, waiting: db file sequential read not known.'
    """
    texts = []
    for system, one in found.items():
        parts = ", ".join(
            f"{name} {f'{number.value:.2f} s' if number.known else 'not known'}"
            for name, number, _, _ in _parts(one)
        )
        texts.append(f"{system or one.after}: {parts}")
    return f"Bar chart of extra seconds against the run before: {'; '.join(texts)}."
