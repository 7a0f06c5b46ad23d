"""Where the processors and the elapsed time of a sweep went."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd

from contention.errors import MeasurementError
from contention.laws import think_time
from contention.measurements import Sweep
from contention.models.sweep_arrays import Array, frozen_array
from contention.models.sweep_columns import single_session

__all__ = ["CpuLedger", "cpu_ledger"]

_ROUNDING = 0.05  # R(1) may exceed 1/X(1) by this share: it was timed apart and printed rounded


@dataclass(frozen=True, eq=False)
class CpuLedger:
    """Processors in use, and elapsed time explained, at each point of a sweep.

    Attributes
    ----------
    label : str
        Name of the sweep.
    think_time_s : float
        Seconds of work outside the timed statement per execution, Z.
    sessions : ndarray, shape (n,)
        Sessions.
    statement_cpus : ndarray, shape (n,)
        Processors busy inside the statement: CPU seconds over the length of the interval.
    outside_cpus : ndarray, shape (n,)
        Processors busy outside it, Z X, if that work is CPU.
    cpu_share, wait_share, unaccounted_share : ndarray, shape (n,)
        Shares of the elapsed time inside the statement: on CPU, waiting for latches and mutexes,
        and neither. The three sum to 1. NaN where a cell is missing. A small negative share is
        rounding of the capture.
    note : str
        A reservation about the think time, or empty.
    """

    label: str
    think_time_s: float
    sessions: Array
    statement_cpus: Array
    outside_cpus: Array
    cpu_share: Array
    wait_share: Array
    unaccounted_share: Array
    note: str = ""

    @property
    def busy_cpus(self) -> Array:
        """Processors in use, inside and outside, shape (n,)."""
        return frozen_array(self.statement_cpus + self.outside_cpus)

    @property
    def busy_cpus_max(self) -> float:
        """The greatest of them; NaN cells are passed over."""
        return float(np.nanmax(self.busy_cpus))

    def frame(self) -> pd.DataFrame:
        """The ledger as a pandas frame, one row per point."""
        return pd.DataFrame(
            {
                "series": self.label,
                "sessions": self.sessions,
                "busy_cpus": self.busy_cpus,
                "cpu_share": self.cpu_share,
                "wait_share": self.wait_share,
                "unaccounted_share": self.unaccounted_share,
            }
        )

    @property
    def think_time_us(self) -> float:
        """Z in microseconds."""
        return self.think_time_s * 1e6


def _column(sweep: Sweep, name: str) -> Array:
    values: Array | None = getattr(sweep, name)
    if values is None or not np.any(np.isfinite(values)):
        raise MeasurementError(
            f"series {sweep.label}: the CPU ledger needs {name}",
            path=sweep.provenance.source,
            column=name,
            hint="capture it for each point, or leave the ledger out",
        )
    return values


def cpu_ledger(sweep: Sweep, think_time_s: float | None = None) -> CpuLedger:
    """Account for the processors and the elapsed time of a sweep.

    Parameters
    ----------
    sweep : Sweep
        With response time, CPU time and duration at each point; wait time where known.
    think_time_s : float, optional
        Seconds outside the statement per execution, Z. Left out, Z = 1 / X(1) - R(1), from the
        point with one session.

    Returns
    -------
    CpuLedger
        The ledger.

    Raises
    ------
    MeasurementError
        When a column is missing, one session was not measured, or Z comes out negative by more
        than 5 % of R(1).

    Notes
    -----
    With t the CPU seconds of the statement over an interval of T seconds and x X T executions,
    busy processors = t / T + Z X. Two assumptions: the work outside the statement is CPU, none of
    it waiting; and it takes the same time per execution at every load. If part of it waits for a
    processor at high load, or grows, the ledger is off by that much. CPU time itself follows the
    operating system: with several hardware threads per core it may count fewer seconds than
    elapse, and the gap then shows as unaccounted already with one session.

    References
    ----------
    The utilisation law and the interactive response time law of :mod:`contention.laws`.

    Examples
    --------
    >>> sweep = Sweep("data", [1, 2], [10.0, 19.0], response_time_s=[0.08, 0.085],
    ...     cpu_time_s=[8.0, 15.5], wait_time_s=[0.0, 0.4], duration_s=[10.0, 10.0])
    >>> ledger = cpu_ledger(sweep)
    >>> [round(value, 2) for value in ledger.busy_cpus.tolist()]
    [1.0, 1.93]
    """
    response = _column(sweep, "response_time_s")
    duration = _column(sweep, "duration_s")
    cpu = _column(sweep, "cpu_time_s")
    waited = sweep.wait_time_s
    if waited is None:
        waited = frozen_array(np.full(len(sweep), np.nan))
    x = sweep.throughput_per_s
    note = ""
    if think_time_s is None:
        alone = single_session(sweep.sessions, x, "throughput")
        timed = single_session(sweep.sessions, response, "response_time_s")
        outside = float(think_time(1.0, alone, timed))
        if -_ROUNDING * timed <= outside < 0.0:
            note = f"R(1) exceeds 1/X(1) by {-outside / timed:.1%}; the time outside is taken as 0"
            outside = 0.0
    else:
        outside = float(think_time_s)
    if not 0.0 <= outside < np.inf:
        raise MeasurementError(
            f"series {sweep.label}: the time outside the statement is negative or infinite",
            path=sweep.provenance.source,
            found=f"{outside:g} s",
            hint="more time was charged to the statement than one session had; give the think time",
        )
    elapsed = x * duration * response
    cpu_share, wait_share = cpu / elapsed, waited / elapsed
    return CpuLedger(
        label=sweep.label,
        think_time_s=outside,
        sessions=sweep.sessions,
        statement_cpus=frozen_array(cpu / duration),
        outside_cpus=frozen_array(outside * x),
        cpu_share=frozen_array(cpu_share),
        wait_share=frozen_array(wait_share),
        unaccounted_share=frozen_array(1.0 - cpu_share - wait_share),
        note=note,
    )
