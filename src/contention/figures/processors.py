"""Pictures of where processor time goes."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes

from contention.errors import MeasurementError
from contention.figures.style import (
    INK,
    in_house_style,
    label_right_ends,
    pretty_label,
    series_style,
)
from contention.models.cpu_ledger import CpuLedger

__all__ = ["describe_busy_processors", "draw_busy_processors"]


@in_house_style
def draw_busy_processors(
    ledgers: Sequence[CpuLedger], axes: Axes, *, processors: int | None = None
) -> Axes:
    """Processors in use over sessions, with the machine's number as a line.

    Parameters
    ----------
    ledgers : sequence of CpuLedger
        One per series, at least one.
    axes : Axes
    processors : int, optional
        How many the machine has.

    Returns
    -------
    Axes

    Raises
    ------
    MeasurementError
        When there is no ledger.

    Examples
    --------
    >>> from contention.figures import new_axes
    >>> import numpy as np
    >>> from contention.models.cpu_ledger import CpuLedger
    >>> n, none = np.array([1.0, 3.0]), np.zeros(2)
    >>> ledger = CpuLedger("db", 0.0, n, np.array([0.9, 2.5]), none, none, none, none)
    >>> draw_busy_processors([ledger], new_axes(), processors=4).get_ylabel()
    'Processors in use'
    """
    if not ledgers:
        raise MeasurementError("a figure of processors in use needs at least one ledger")
    ends = []
    for index, ledger in enumerate(ledgers):
        style = series_style(index)
        n, busy = ledger.sessions, ledger.busy_cpus
        axes.plot(n, busy, color=style.colour, marker=style.marker, linestyle=style.line)
        last = np.flatnonzero(np.isfinite(busy))[-1]
        ends.append((float(n[last]), float(busy[last]), pretty_label(ledger.label), style.colour))
    axes.set_xlabel("Sessions")
    axes.set_ylabel("Processors in use")
    axes.set_xlim(left=0)
    axes.set_ylim(0, 1.15 * max(*(ledger.busy_cpus_max for ledger in ledgers), processors or 0))
    if processors:
        axes.axhline(processors, color=INK, linewidth=1.2)
        axes.annotate(
            f"the machine has {processors}",
            xy=(0.3, processors),
            xytext=(0, 4),
            textcoords="offset points",
            color=INK,
        )
    label_right_ends(axes, ends)
    return axes


def describe_busy_processors(ledgers: Sequence[CpuLedger], processors: int | None = None) -> str:
    """Say in words what :func:`draw_busy_processors` shows.

    Parameters
    ----------
    ledgers : sequence of CpuLedger
    processors : int, optional
        How many the machine has.

    Examples
    --------
    >>> import numpy as np
    >>> from contention.models.cpu_ledger import CpuLedger
    >>> n, none = np.array([1.0, 3.0]), np.zeros(2)
    >>> ledger = CpuLedger("db", 0.0, n, np.array([0.9, 2.5]), none, none, none, none)
    >>> describe_busy_processors([ledger], 4)
    'Line chart of processors in use over sessions. db reaches 2.50. The machine has 4.'
    """
    parts = "; ".join(
        f"{pretty_label(ledger.label)} reaches {ledger.busy_cpus_max:.2f}" for ledger in ledgers
    )
    limit = f" The machine has {processors}." if processors else ""
    return f"Line chart of processors in use over sessions. {parts}.{limit}"
