"""The order in which one operation gets and releases its locks."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes

from contention.errors import MeasurementError
from contention.figures.style import INK, in_house_style, series_style

__all__ = ["describe_event_sequence", "draw_event_sequence"]


def _nested(objects: Sequence[str], gets: Sequence[bool]) -> list[tuple[int, int]]:
    """First and last event of each row of gets of one object without a release between them."""
    runs: list[tuple[int, int]] = []
    open_: dict[str, list[int]] = {}
    for at, (name, get) in enumerate(zip(objects, gets, strict=True)):
        if get:
            open_.setdefault(name, []).append(at)
        elif held := open_.pop(name, None):
            runs += [(held[0], held[-1])] if len(held) > 1 else []
    return sorted(runs + [(held[0], held[-1]) for held in open_.values() if len(held) > 1])


def _check(objects: Sequence[str], gets: Sequence[bool], labels: Sequence[str]) -> None:
    if not objects or not len(objects) == len(gets) == len(labels):
        raise MeasurementError("a sequence needs an object, a kind and a label for each event")


@in_house_style
def draw_event_sequence(
    objects: Sequence[str],
    gets: Sequence[bool],
    labels: Sequence[str],
    axes: Axes,
    *,
    starts: Sequence[int] = (),
) -> Axes:
    """Gets and releases in order, one pair of lanes for each object, nested gets joined.

    Parameters
    ----------
    objects : sequence of str
        Name of the object of each event.
    gets : sequence of bool
        Whether the event is a get.
    labels : sequence of str
        Written over each get; empty for none.
    axes : Axes
    starts : sequence of int
        Events, from 0, at which a pass begins; drawn as dividing lines.

    Returns
    -------
    Axes

    Raises
    ------
    MeasurementError
        When there is no event, or the sequences differ in length.

    Examples
    --------
    >>> from contention.figures.style import new_axes
    >>> axes = new_axes()
    >>> draw_event_sequence(["m"] * 3, [True, True, False], ["90", "71", ""], axes).get_xlabel()
    'Event, in order'
    """
    _check(objects, gets, labels)
    names = list(dict.fromkeys(objects))
    lanes = {name: 2.6 * (len(names) - 1 - at) for at, name in enumerate(names)}
    for index, name in enumerate(names):
        style = series_style(index)
        for get, shift, marker in ((True, 1.0, "^"), (False, 0.0, "v")):
            chosen = [i for i, one in enumerate(objects) if one == name and gets[i] == get]
            axes.plot(
                np.array(chosen) + 1,
                [lanes[name] + shift] * len(chosen),
                color=style.colour,
                marker=marker,
                markersize=8 if get else 6,
                fillstyle="full" if get else "none",
                linestyle="none",
            )
    raised = False
    for at, text in enumerate(labels):
        raised = bool(at and gets[at - 1] and labels[at - 1]) and not raised
        if gets[at] and text:
            axes.annotate(
                text,
                (at + 1, lanes[objects[at]] + 1),
                xytext=(0, 19 if raised else 8),
                textcoords="offset points",
                ha="center",
                fontsize=10,
            )
    for first, last in _nested(objects, gets):
        height, style = lanes[objects[first]] + 1, series_style(names.index(objects[first]))
        axes.plot([first + 1, last + 1], [height] * 2, color=style.colour, linewidth=4, alpha=0.6)
    for number, start in enumerate(starts, 1):
        axes.axvline(start + 0.5, color=INK, linewidth=1, linestyle=":")
        axes.text(start + 0.8, 2.6 * len(names) - 0.2, f"pass {number}", va="top")
    ticks = [lanes[name] + shift for name in names for shift in (1.0, 0.0)]
    axes.set_yticks(ticks, [f"{name} {what}" for name in names for what in ("get", "release")])
    axes.set_ylim(-0.6, 2.6 * len(names) - 0.1)
    axes.set_xlim(0, len(objects) + 1)
    axes.grid(visible=False)
    axes.set_xlabel("Event, in order")
    return axes


def describe_event_sequence(
    objects: Sequence[str],
    gets: Sequence[bool],
    labels: Sequence[str],
    *,
    starts: Sequence[int] = (),
) -> str:
    """Say in words what :func:`draw_event_sequence` shows.

    Parameters
    ----------
    objects : sequence of str
    gets : sequence of bool
    labels : sequence of str
    starts : sequence of int

    Examples
    --------
    >>> describe_event_sequence(["m"] * 3, [True, True, False], ["90", "71", ""])
    '3 events in order. m: 2 gets and 1 releases. Gets inside a get: 90 71.'
    """
    _check(objects, gets, labels)
    parts = []
    for name in dict.fromkeys(objects):
        kinds = [get for one, get in zip(objects, gets, strict=True) if one == name]
        parts.append(f"{name}: {sum(kinds)} gets and {len(kinds) - sum(kinds)} releases")
    text = f"{len(objects)} events in order" + (f", in {len(starts)} passes" if starts else "")
    text += ". " + "; ".join(parts) + "."
    nested = [
        " ".join(labels[at] for at in range(first, last + 1) if labels[at])
        for first, last in _nested(objects, gets)
    ]
    return text + (f" Gets inside a get: {', '.join(nested)}." if nested else "")
