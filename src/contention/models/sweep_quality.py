"""A gate for load sweeps: what must be right before a model is fitted."""

from __future__ import annotations

import math

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from contention.errors import MeasurementError, UsageError
from contention.measurements import Sweep
from contention.models.little_closure import LittleClosure, little_closure
from contention.models.shape_checks import shape_findings
from contention.models.sweep_arrays import Array
from contention.models.sweep_checks import (
    SweepData,
    design_findings,
    little_findings,
    processor_findings,
    replicate_findings,
    value_findings,
)
from contention.models.sweep_quality_result import SweepQuality

__all__ = ["check_sweep"]

_ORDER = ("unfit", "warning", "note")


def check_sweep(
    sweep: Sweep | ArrayLike,
    throughput_per_s: ArrayLike | None = None,
    response_time_s: ArrayLike | None = None,
    *,
    think_time_s: float | None = None,
    processors: float | None = None,
) -> SweepQuality:
    """Look for everything in a sweep that would make a model's answer wrong.

    Parameters
    ----------
    sweep : Sweep or array_like, shape (n,)
        A sweep, or session counts as they were read, wrong values included.
    throughput_per_s, response_time_s : array_like, shape (n,), optional
        With session counts, completions per second and mean seconds per completion.
    think_time_s : float, optional
        Z, when it is known; zero or more seconds.
    processors : float, optional
        Processors of the machine; positive. With CPU time and duration in the sweep, utilisation
        is checked.

    Returns
    -------
    SweepQuality
        All findings, and the gate ``require_fit_for(model)``.

    Raises
    ------
    MeasurementError
        When the columns are no numbers or differ in length.
    UsageError
        When the think time or the processors are out of range.

    Notes
    -----
    Checked are: values that cannot be; too few different session counts, or equal throughputs;
    replicates that spread by more than 20 % of their mean; throughput that dips by 10 % and
    recovers, or exceeds proportional growth by 10 %; response times that fall by 10 %; Little's
    law at each point, within 5 %; a factor between throughput and response time that a wrong unit
    explains; more CPU time than sessions, response times or processors allow; and sessions that
    are mostly idle, so that they are not the concurrency that the system sees.

    References
    ----------
    Denning and Buzen, "The operational analysis of queueing network models", ACM Computing
    Surveys 10(3), 1978, sections 3 and 4. The limits in percent are this project's choice.

    Examples
    --------
    >>> quality = check_sweep([1, 4, 8, 12], [600.0, 2000.0, 2400.0, 2450.0], [0.1, 0.12, 0.2, 0.3])
    >>> quality.findings[0].check, quality.findings[0].severity
    ('unit', 'unfit')
    """
    if processors is not None and not 0.0 < processors < math.inf:
        raise UsageError("processors must be positive", found=f"{processors:g}")
    if isinstance(sweep, Sweep):
        label, source = sweep.label, sweep.provenance.source
        data = SweepData(
            sessions=sweep.sessions,
            throughput_per_s=sweep.throughput_per_s,
            response_time_s=sweep.response_time_s,
            cpu_time_s=sweep.cpu_time_s,
            duration_s=sweep.duration_s,
            processors=processors,
        )
    else:
        label, source = "data", "memory"
        data = _unchecked(sweep, throughput_per_s, response_time_s, processors)
    findings = list(value_findings(data))
    data = _usable(data)
    closure = None
    if data.sessions.size:
        closure = _closure(data, think_time_s)
        for check in (design_findings, replicate_findings, shape_findings, processor_findings):
            findings.extend(check(data))
        if closure is not None:
            findings.extend(little_findings(closure))
    findings.sort(key=lambda item: _ORDER.index(item.severity))
    counts = int(np.unique(data.sessions).size)
    return SweepQuality(label, source, counts, tuple(findings), closure, _points(data, closure))


def _unchecked(
    sessions: ArrayLike,
    throughput: ArrayLike | None,
    response: ArrayLike | None,
    processors: float | None,
) -> SweepData:
    if throughput is None:
        raise MeasurementError("session counts need throughput beside them")
    try:
        n, x = np.asarray(sessions, dtype=np.float64), np.asarray(throughput, dtype=np.float64)
        r = None if response is None else np.asarray(response, dtype=np.float64)
    except (TypeError, ValueError) as cause:
        raise MeasurementError("the columns of a sweep must be numbers") from cause
    if n.ndim != 1 or x.shape != n.shape or (r is not None and r.shape != n.shape):
        raise MeasurementError("sessions and the columns beside them must have the same length")
    return SweepData(n, x, r, None, None, processors)


def _usable(data: SweepData) -> SweepData:
    """The rows with sessions and throughput, sorted; what else cannot be becomes missing."""
    n, x = data.sessions, data.throughput_per_s
    rows = np.flatnonzero(np.isfinite(n) & (n > 0) & np.isfinite(x) & (x > 0))
    rows = rows[np.argsort(n[rows], kind="stable")]

    def cells(values: Array | None) -> Array | None:
        if values is None:
            return None
        kept = values[rows]
        return np.where(np.isfinite(kept) & (kept > 0), kept, np.nan)

    return SweepData(
        sessions=n[rows],
        throughput_per_s=x[rows],
        response_time_s=cells(data.response_time_s),
        cpu_time_s=cells(data.cpu_time_s),
        duration_s=cells(data.duration_s),
        processors=data.processors,
    )


def _closure(data: SweepData, think_time_s: float | None) -> LittleClosure | None:
    r = data.response_time_s
    if r is None or np.all(np.isnan(r)):
        return None
    return little_closure(data.sessions, data.throughput_per_s, r, think_time_s=think_time_s)


def _points(data: SweepData, closure: LittleClosure | None) -> pd.DataFrame:
    table = pd.DataFrame({"sessions": data.sessions, "throughput_per_s": data.throughput_per_s})
    if closure is not None:
        assert data.response_time_s is not None
        table["response_time_s"] = data.response_time_s
        for name in ("active_sessions", "outside_s", "little_residual"):
            table.loc[~np.isnan(data.response_time_s), name] = closure.frame()[name].to_numpy()
    if data.cpu_time_s is not None and data.duration_s is not None:
        table["busy_processors"] = data.cpu_time_s / data.duration_s
    return table
