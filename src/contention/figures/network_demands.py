"""A measured sweep with the closed network that was fitted to it, and that network's bounds."""

from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import NDArray

from contention.figures.style import INK, in_house_style, label_right_ends, series_style
from contention.models import NetworkDemandsFit

__all__ = ["describe_network_demands", "draw_network_demands"]

_BEYOND = 1.25


@in_house_style
def draw_network_demands(fit: NetworkDemandsFit, axes: Axes) -> Axes:
    """Throughput measured as points, of the network as a line, its bounds as thin lines.

    Parameters
    ----------
    fit : NetworkDemandsFit
        The network and the sweep.
    axes : Axes
        Where to draw.

    Returns
    -------
    Axes
        The same axes.

    Examples
    --------
    >>> from contention.figures import new_axes
    >>> from contention.models import fit_network_demands
    >>> fit = fit_network_demands([1, 2, 4, 8], [66.7, 120.0, 181.0, 199.8])
    >>> draw_network_demands(fit, new_axes()).get_xlabel()
    'Sessions'
    """
    style = series_style(0)
    last = int(np.ceil(_BEYOND * fit.problem.sessions.max()))
    n: NDArray[np.float64] = np.arange(1.0, last + 1.0)
    most, knee = (fit.derived[name] for name in ("maximum_throughput_per_s", "knee_sessions"))
    bound = np.minimum(most, most * n / knee)
    curve = fit.predict(n)
    axes.plot(n, bound, color=INK, linewidth=0.8, linestyle=":")
    axes.plot(n, curve, color=style.colour)
    axes.plot(
        fit.problem.sessions,
        fit.problem.throughput_per_s,
        color=style.colour,
        marker=style.marker,
        linestyle="none",
    )
    axes.set_xlabel("Sessions")
    axes.set_ylabel("Throughput (per second)")
    axes.set_xlim(left=0)
    axes.set_ylim(bottom=0)
    ends = [(n[-1], float(curve[-1]), "network", style.colour)]
    if bound[-1] - curve[-1] > 0.05 * most:
        ends.append((n[-1], float(bound[-1]), "bounds", INK))
    label_right_ends(axes, ends)
    return axes


def describe_network_demands(fit: NetworkDemandsFit) -> str:
    """Say in words what :func:`draw_network_demands` shows.

    Parameters
    ----------
    fit : NetworkDemandsFit
        The network and the sweep.

    Examples
    --------
    >>> from contention.models import fit_network_demands
    >>> fit = fit_network_demands([1, 2, 4, 8], [66.7, 120.0, 181.0, 199.8])
    >>> describe_network_demands(fit).split(". ")[1]
    'The network levels off at 200 per second; its bounds cross at 3 sessions'
    """
    misses = np.abs(fit.predict(fit.problem.sessions) / fit.problem.throughput_per_s - 1.0)
    worst = int(np.argmax(misses))
    most, knee = (fit.derived[name] for name in ("maximum_throughput_per_s", "knee_sessions"))
    return (
        "Throughput over sessions: measured as points, of the fitted network as a line. The "
        f"network levels off at {most:.3g} per second; its bounds cross at {knee:.3g} sessions. "
        f"The points lie within {misses[worst]:.1%} of the line, the farthest at "
        f"{fit.problem.sessions[worst]:g} sessions."
    )
