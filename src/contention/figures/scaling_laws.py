"""Pictures of scalability laws on a sweep: the ladder, its residuals, and groups of sweeps."""

from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import NDArray

from contention.figures.style import (
    INK,
    in_house_style,
    label_right_ends,
    pretty_label,
    series_style,
)
from contention.models.group_comparison_result import GroupComparison
from contention.models.model_ladder_result import ModelLadder

__all__ = [
    "describe_groups",
    "describe_ladder",
    "describe_law_residuals",
    "draw_groups",
    "draw_ladder",
    "draw_law_residuals",
]

Array = NDArray[np.float64]

_LAWS = {
    "linear_scaling": "linear",
    "amdahl": "Amdahl",
    "universal_scalability": "universal",
    "closed_network": "one queue",
}


def _throughput_unit(most: float) -> tuple[float, str]:
    return (1e3, "thousand per second") if most >= 1e4 else (1.0, "per second")


def _curves(ladder: ModelLadder, n: Array) -> dict[str, Array]:
    curves = {step.law: step.fit.predict(n) for step in ladder.steps}
    if ladder.rival is not None:
        # The network knows whole sessions; straight lines join them.
        whole = np.unique(np.round(n)).clip(min=1.0)
        curves["closed_network"] = np.interp(n, whole, ladder.rival.predict(whole))
    return curves


@in_house_style
def draw_ladder(ladder: ModelLadder, axes: Axes) -> Axes:
    """Measured throughput, and each law fitted to it; the chosen one is drawn broad.

    Parameters
    ----------
    ladder : ModelLadder
    axes : Axes

    Returns
    -------
    Axes

    Examples
    --------
    >>> from contention.figures import new_axes
    >>> from contention.models import fit_model_ladder
    >>> ladder = fit_model_ladder([1, 2, 4, 8, 16, 32], [10.0, 19.0, 30.0, 28.0, 26.0, 22.0])
    >>> draw_ladder(ladder, new_axes()).get_ylabel()
    'Throughput (per second)'
    """
    fit = ladder.steps[-1].fit
    factor, unit = _throughput_unit(float(fit.throughput.max()))
    grid = np.linspace(min(1.0, float(fit.sessions[0])), float(fit.sessions[-1]), 200)
    top = 1.25 * float(fit.throughput.max()) / factor
    ends = []
    for index, (law, curve) in enumerate(_curves(ladder, grid).items()):
        style = series_style(index)
        shown = curve / factor
        width = 3.0 if law == ladder.chosen.law else 1.5
        axes.plot(grid, shown, color=style.colour, linestyle=style.line, linewidth=width)
        last = int(np.flatnonzero(shown <= top)[-1])
        ends.append((float(grid[last]), float(shown[last]), _LAWS[law], style.colour))
    axes.plot(fit.sessions, fit.throughput / factor, color=INK, marker="o", linestyle="none")
    axes.set_xlabel("Sessions")
    axes.set_ylabel(f"Throughput ({unit})")
    axes.set_xlim(left=0)
    axes.set_ylim(0, top)
    label_right_ends(axes, ends)
    return axes


def describe_ladder(ladder: ModelLadder) -> str:
    """Say in words what :func:`draw_ladder` shows.

    Parameters
    ----------
    ladder : ModelLadder

    Examples
    --------
    >>> from contention.models import fit_model_ladder
    >>> ladder = fit_model_ladder([1, 2, 4, 8, 16, 32], [10.0, 19.0, 30.0, 28.0, 26.0, 22.0])
    >>> describe_ladder(ladder).split(". ")[1]
    'The greatest is 30 per second at 4 sessions, the last 22 at 32'
    """
    fact = ladder.retrograde
    names = ", ".join(_LAWS[law] for law in _curves(ladder, np.array([1.0, 2.0])))
    return (
        f"Measured throughput as points over sessions, with fitted curves: {names}. The greatest"
        f" is {fact.maximum_throughput:,.0f} per second at {fact.maximum_sessions:g} sessions, the"
        f" last {fact.last_throughput:,.0f} at {fact.last_sessions:g}. The broad line is the law"
        f" that the F tests choose: {_LAWS[ladder.chosen.law]}."
    )


def _residual_percent(ladder: ModelLadder) -> tuple[Array, dict[str, Array]]:
    """Session counts, and for each law the mean residual there in percent of the maximum."""
    fit = ladder.steps[-1].fit
    counts, inverse = np.unique(fit.sessions, return_inverse=True)
    means = np.bincount(inverse, weights=fit.throughput) / np.bincount(inverse)
    most = float(means.max())
    fitted = {step.law: step.fit.predict(counts) for step in ladder.steps}
    if ladder.rival is not None:
        fitted["closed_network"] = ladder.rival.predict(counts)
    return counts, {law: 100.0 * (means - values) / most for law, values in fitted.items()}


@in_house_style
def draw_law_residuals(ladder: ModelLadder, axes: Axes) -> Axes:
    """What each law leaves over at each session count, in percent of the greatest throughput.

    A straight line is left out: it would dwarf the others.

    Parameters
    ----------
    ladder : ModelLadder
    axes : Axes

    Returns
    -------
    Axes

    Examples
    --------
    >>> from contention.figures import new_axes
    >>> from contention.models import fit_model_ladder
    >>> ladder = fit_model_ladder([1, 2, 4, 8, 16, 32], [10.0, 19.0, 30.0, 28.0, 26.0, 22.0])
    >>> draw_law_residuals(ladder, new_axes()).get_xlabel()
    'Sessions'
    """
    counts, residuals = _residual_percent(ladder)
    axes.axhline(0.0, color=INK, linewidth=1.0)
    for index, (law, values) in enumerate(residuals.items()):
        if law == "linear_scaling":
            continue
        style = series_style(index)
        axes.plot(
            np.arange(counts.size),
            values,
            color=style.colour,
            marker=style.marker,
            linestyle=style.line,
            label=_LAWS[law],
        )
    axes.set_xticks(np.arange(counts.size), [f"{count:g}" for count in counts])
    axes.set_xlabel("Sessions")
    axes.set_ylabel("Measured less fitted (% of maximum)")
    axes.legend(loc="upper center", bbox_to_anchor=(0.5, -0.18), ncols=3, fontsize=11)
    return axes


def describe_law_residuals(ladder: ModelLadder) -> str:
    """Say in words what :func:`draw_law_residuals` shows.

    Parameters
    ----------
    ladder : ModelLadder

    Examples
    --------
    >>> from contention.models import fit_model_ladder
    >>> ladder = fit_model_ladder([1, 2, 4, 8, 16, 32], [10.0, 19.0, 30.0, 28.0, 26.0, 22.0])
    >>> describe_law_residuals(ladder).split(": ")[1].split("; ")[0]
    'Amdahl 24 percent at 4 sessions'
    """
    counts, residuals = _residual_percent(ladder)
    parts = []
    for law, values in residuals.items():
        if law != "linear_scaling":
            worst = int(np.argmax(np.abs(values)))
            size = f"{abs(values[worst]):.0f} percent at {counts[worst]:g} sessions"
            parts.append(f"{_LAWS[law]} {size}")
    return (
        "Residuals of the fitted laws over sessions, in percent of the greatest throughput."
        " Largest in size: " + "; ".join(parts) + "."
    )


@in_house_style
def draw_groups(comparison: GroupComparison, axes: Axes) -> Axes:
    """Throughput of each group, with its own curve and the one that shares parameters.

    Parameters
    ----------
    comparison : GroupComparison
    axes : Axes

    Returns
    -------
    Axes

    Examples
    --------
    >>> from contention.figures import new_axes
    >>> from contention.models import compare_groups
    >>> n = [1, 2, 4, 8, 16, 32]
    >>> a = [98.0, 182.0, 331.0, 522.0, 727.0, 905.0]
    >>> b = [99.0, 191.0, 360.0, 653.0, 1063.0, 1560.0]
    >>> axes = draw_groups(compare_groups({"a": (n, a), "b": (n, b)}), new_axes())
    >>> axes.get_xlabel()
    'Sessions'
    """
    factor, unit = _throughput_unit(max(float(g.throughput.max()) for g in comparison.groups))
    ends = []
    rows = zip(comparison.labels, comparison.groups, comparison.common_curves, strict=True)
    for index, (label, group, curve) in enumerate(rows):
        style = series_style(index)
        grid = np.linspace(float(group.sessions[0]), float(group.sessions[-1]), 200)
        axes.plot(
            group.sessions,
            group.throughput / factor,
            color=style.colour,
            marker=style.marker,
            linestyle="none",
        )
        axes.plot(grid, group.curve.throughput(grid) / factor, color=style.colour, linestyle="--")
        shared = curve.throughput(grid) / factor
        axes.plot(grid, shared, color=style.colour)
        ends.append((float(grid[-1]), float(shared[-1]), pretty_label(label), style.colour))
    names = " and ".join(name.replace("_", " ") for name in comparison.common)
    axes.set_xlabel("Sessions")
    axes.set_ylabel(f"Throughput ({unit})")
    axes.set_xlim(left=0)
    axes.set_ylim(bottom=0)
    axes.set_title(f"solid: {names} in common; dashed: each its own", fontsize=11)
    label_right_ends(axes, ends)
    return axes


def describe_groups(comparison: GroupComparison) -> str:
    """Say in words what :func:`draw_groups` shows.

    Parameters
    ----------
    comparison : GroupComparison

    Examples
    --------
    >>> from contention.models import compare_groups
    >>> n = [1, 2, 4, 8, 16, 32]
    >>> a = [98.0, 182.0, 331.0, 522.0, 727.0, 905.0]
    >>> b = [99.0, 191.0, 360.0, 653.0, 1063.0, 1560.0]
    >>> describe_groups(compare_groups({"a": (n, a), "b": (n, b)})).split(": ")[1]
    'a 0.079, b 0.033; in common'
    """
    name = comparison.common[0]
    own = ", ".join(
        f"{pretty_label(label)} {getattr(group.curve, name):.2g}"
        for label, group in zip(comparison.labels, comparison.groups, strict=True)
    )
    shared = f"{comparison.params[name]:.2g}"
    return (
        "Measured throughput of each group as points, its own curve dashed, and the curve that"
        f" shares parameters solid. {name.replace('_', ' ').capitalize()}: {own}; in common:"
        f" {shared}."
    )
