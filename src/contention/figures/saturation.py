"""Pictures of saturation: every criterion with its limits, and how each moved with the sweep."""

from __future__ import annotations

import math

import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import FuncFormatter, LogLocator

from contention.figures.style import INK, in_house_style, label_right_ends, series_style
from contention.models.saturation_stability import SaturationStability
from contention.models.saturation_table import SaturationEstimate, SaturationEstimates
from contention.models.sweep_arrays import Array

__all__ = [
    "criterion_text",
    "describe_saturation_intervals",
    "describe_saturation_stability",
    "draw_saturation_intervals",
    "draw_saturation_stability",
]

_NAMES = {
    "bounds_knee": "knee of the bounds",
    "universal_peak": "universal peak",
    "inverse_contention": "1 / contention",
    "segmented_break": "segmented break",
    "kneedle": "Kneedle",
}
_NOT_CONFIDENCE = ("bracket", "spread")
_ROOM = 3.0


def criterion_text(criterion: str) -> str:
    """A criterion as people write it.

    Parameters
    ----------
    criterion : str
        As in a row of the estimates; an unknown one stays as it is.

    Examples
    --------
    >>> criterion_text("share_95"), criterion_text("kneedle")
    ('95 % of maximum', 'Kneedle')
    """
    if criterion.startswith("share_"):
        return f"{criterion.removeprefix('share_')} % of maximum"
    return _NAMES.get(criterion, criterion)


def _log_sessions(axes: Axes, which: str) -> None:
    axis = axes.xaxis if which == "x" else axes.yaxis
    (axes.set_xscale if which == "x" else axes.set_yscale)("log")
    axis.set_major_locator(LogLocator(subs=(1, 2, 5)))
    axis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
    axes.minorticks_off()


@in_house_style
def draw_saturation_intervals(table: SaturationEstimates, counts: Array, axes: Axes) -> Axes:
    """Every criterion as a point with its limits, over the sessions.

    Parameters
    ----------
    table : SaturationEstimates
        The answers for one sweep.
    counts : ndarray, shape (k,)
        Session counts measured, drawn as ticks on the lower edge; what is beyond the last is
        shaded.
    axes : Axes
        Limits of confidence are drawn as lines, other limits dashed, an end without limit as an
        arrow.

    Returns
    -------
    Axes

    Examples
    --------
    >>> from contention.figures import new_axes
    >>> from contention.models import saturation_estimates
    >>> n, x = [1, 2, 4, 8, 16, 32], [10.0, 19.4, 37.0, 61.0, 66.0, 64.0]
    >>> table = saturation_estimates(n, x, thorough=True)
    >>> axes = draw_saturation_intervals(table, np.array(n), new_axes())
    >>> [label.get_text() for label in axes.get_yticklabels()][:2]
    ['Kneedle', 'segmented break']
    """
    rows = list(table.rows)[::-1]
    last = float(np.max(counts))
    finite = [r.sessions for r in rows if math.isfinite(r.sessions)]
    right = _ROOM * max([last, *finite])
    _log_sessions(axes, "x")
    axes.set_xlim(0.9 * float(np.min(counts)), right)
    axes.set_ylim(-1.15, len(rows) - 0.4)
    axes.axvspan(last, right, color="#eeeeee", zorder=0)
    axes.text(last * 1.03, len(rows) - 0.45, "not measured", va="top", fontsize=10, color=INK)
    axes.plot(counts, np.full(np.size(counts), -1.05), "|", color=INK, markersize=9)
    if any(row.has_interval and row.interval in _NOT_CONFIDENCE for row in rows):
        where = 1.1 * axes.get_xlim()[0]
        axes.text(where, -0.55, "dashed: no confidence interval", fontsize=10, va="center")
    for height, row in enumerate(rows):
        _draw_row(row, height, right, axes)
    axes.set_yticks(range(len(rows)), [criterion_text(row.criterion) for row in rows])
    axes.set_xlabel("Sessions (logarithmic)")
    axes.grid(visible=False, axis="y")
    return axes


def _draw_row(row: SaturationEstimate, height: int, right: float, axes: Axes) -> None:
    style = series_style(1 if row.interval in _NOT_CONFIDENCE else 0)
    dashed = row.interval in _NOT_CONFIDENCE
    left = axes.get_xlim()[0]
    if row.has_interval:
        ends = (max(row.low, left), min(row.high, right))
        pattern = (0, (2, 1)) if dashed else "-"
        axes.plot(ends, (height, height), color=style.colour, linestyle=pattern)
        for end, beyond in ((ends[0], row.low < left), (ends[1], row.high > right)):
            mark = (">" if end == right else "<") if beyond else "|"
            axes.plot([end], [height], mark, color=style.colour, clip_on=False)
    if math.isfinite(row.sessions):
        axes.plot([row.sessions], [height], style.marker, color=style.colour)
        text, at, side = f"{row.sessions:.3g}", row.sessions, "center"
    elif math.isinf(row.sessions):
        text, at, side = "never", 0.95 * right, "right"
    else:
        text, at, side = "none", 1.1 * left, "left"
    axes.annotate(
        text,
        xy=(at, height),
        xytext=(0, 5),
        textcoords="offset points",
        ha=side,
        va="bottom",
        fontsize=10,
    )


def _limits_text(row: SaturationEstimate) -> str:
    name = criterion_text(row.criterion)
    if math.isnan(row.sessions):
        return f"{name} none"
    value = "never" if math.isinf(row.sessions) else f"{row.sessions:.3g}"
    if not row.has_interval:
        return f"{name} {value}"
    high = "no upper limit" if math.isinf(row.high) else f"{row.high:.3g}"
    return f"{name} {value} ({row.interval} {row.low:.3g} to {high})"


def describe_saturation_intervals(table: SaturationEstimates, counts: Array) -> str:
    """Say in words what :func:`draw_saturation_intervals` shows.

    Parameters
    ----------
    table : SaturationEstimates
        The answers for one sweep.
    counts : ndarray, shape (k,)
        Session counts measured.

    Examples
    --------
    >>> from contention.models import saturation_estimates
    >>> n, x = [1, 2, 4, 8, 16, 32], [10.0, 19.4, 37.0, 61.0, 66.0, 64.0]
    >>> text = describe_saturation_intervals(saturation_estimates(n, x), np.array(n))
    >>> text.split("; ")[1]
    '95 % of maximum 10.7 (bracket 8 to 16)'
    """
    parts = "; ".join(_limits_text(row) for row in table.rows)
    return (
        "Each criterion of saturation in its own row: a point with its limits over the number of"
        f" sessions, of which {np.min(counts):g} to {np.max(counts):g} were measured. Sessions by"
        f" criterion: {parts}."
    )


@in_house_style
def draw_saturation_stability(stability: SaturationStability, axes: Axes) -> Axes:
    """Each criterion against the last session count that it was computed from.

    Parameters
    ----------
    stability : SaturationStability
        The answers on ever longer parts of a sweep.
    axes : Axes
        Answers above the dotted line lie beyond the part that gave them. Those far beyond the
        sweep, and infinite ones, are left out, and their lines are broken there.

    Returns
    -------
    Axes

    Examples
    --------
    >>> from contention.figures import new_axes
    >>> from contention.models import saturation_stability
    >>> n, x = [1, 2, 4, 8, 16, 32], [10.0, 19.4, 37.0, 61.0, 66.0, 64.0]
    >>> draw_saturation_stability(saturation_stability(n, x), new_axes()).get_xlabel()
    'Last session count used'
    """
    last = float(stability.counts[-1])
    top = _ROOM * last
    _log_sessions(axes, "x")
    _log_sessions(axes, "y")
    ends, lowest = [], last
    for index, each in enumerate(stability.criteria):
        style = series_style(index)
        values = np.array([row.sessions for row in each.rows], dtype=np.float64)
        shown = np.where(values <= top, values, np.nan)
        axes.plot(
            each.last_sessions,
            shown,
            color=style.colour,
            marker=style.marker,
            linestyle=style.line,
        )
        drawn = np.flatnonzero(np.isfinite(shown))
        if drawn.size:
            at = int(drawn[-1])
            text = criterion_text(each.criterion)
            if at + 1 < shown.size:
                text += " (then beyond)"
            ends.append((math.log(shown[at]), text, style.colour))
            lowest = min(lowest, float(np.nanmin(shown)))
    left = float(stability.counts[min(2, stability.counts.size - 1)])
    axes.plot([left, last], [left, last], ":", color=INK, linewidth=1)
    axes.set_xlim(0.95 * left, 1.02 * last)
    axes.set_ylim(0.9 * lowest, top)
    _label_ends(ends, axes)
    axes.set_xlabel("Last session count used")
    axes.set_ylabel("Sessions at saturation")
    return axes


def _label_ends(ends: list[tuple[float, str, str]], axes: Axes) -> None:
    """Names at the right of a logarithmic axis, by a linear one that lies over it."""
    low, high = (math.log(limit) for limit in axes.get_ylim())
    over = axes.inset_axes((0.0, 0.0, 1.0, 1.0))
    over.set_xlim(0.0, 1.0)
    over.set_ylim(low, high)
    over.axis("off")
    label_right_ends(over, [(1.0, *end) for end in ends])


def describe_saturation_stability(stability: SaturationStability) -> str:
    """Say in words what :func:`draw_saturation_stability` shows.

    Parameters
    ----------
    stability : SaturationStability
        The answers on ever longer parts of a sweep.

    Examples
    --------
    >>> from contention.models import saturation_stability
    >>> n, x = [1, 2, 4, 8, 16, 32], [10.0, 19.4, 37.0, 61.0, 66.0, 64.0]
    >>> describe_saturation_stability(saturation_stability(n, x)).split(": ")[2].split("; ")[0]
    '95 % of maximum 3.79 to 10.7, stable'
    """
    parts = []
    for each in stability.criteria:
        name = criterion_text(each.criterion)
        if not each.rows:
            parts.append(f"{name} none")
            continue
        highest = "never" if math.isinf(each.highest) else f"{each.highest:.3g}"
        parts.append(f"{name} {each.lowest:.3g} to {highest}, {each.verdict}")
    return (
        "Lines: each criterion of saturation against the last session count that it was computed"
        f" from, up to {stability.counts[-1]:g}. Range and verdict of each: "
        + "; ".join(parts)
        + "."
    )
