"""The single checks of the data-quality gate for sweeps."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from contention.models.little_closure import LittleClosure
from contention.models.quality_finding import QualityFinding, Severity
from contention.models.sweep_arrays import Array

__all__ = [
    "SweepData",
    "design_findings",
    "little_findings",
    "processor_findings",
    "replicate_findings",
    "value_findings",
]

_GAP = 0.05  # relative gap in Little's law that rounding and ramp-up explain
_IMPOSSIBLE = 0.2  # beyond this no rounding explains more seconds than the sessions had
_SPREAD = 0.2  # range of replicates over their mean
_IDLE = 0.5  # share of sessions inside a request below which sessions are not concurrency
_CLOCKS = 0.02  # relative error that the clocks of CPU time explain

_RATE, _TIME, _CPU = "throughput_per_s", "response_time_s", "cpu_time_s"


@dataclass(frozen=True, eq=False)
class SweepData:
    """Columns of a sweep before anything is known of them, and what is known of the machine.

    Attributes
    ----------
    sessions, throughput_per_s : ndarray, shape (n,)
    response_time_s, cpu_time_s, duration_s : ndarray or None
        NaN where a cell is missing.
    processors : float or None
    """

    sessions: Array
    throughput_per_s: Array
    response_time_s: Array | None
    cpu_time_s: Array | None
    duration_s: Array | None
    processors: float | None


def value_findings(data: SweepData) -> Iterator[QualityFinding]:
    """Values that cannot be: missing, infinite, zero or negative."""
    advice = "correct that row, or leave it out and say so"
    for name in ("sessions", _RATE, _TIME, _CPU):
        values = getattr(data, name)
        if values is None:
            continue
        needed = name in ("sessions", _RATE)
        for row in np.flatnonzero((values <= 0) | np.isinf(values)):
            at = float(data.sessions[row])
            yield QualityFinding(
                "value",
                "unfit",
                (name,),
                f"{name} must be positive and finite",
                f"{values[row]:g}",
                "a positive number",
                advice,
                sessions=None if math.isnan(at) else at,
            )
        missing = int(np.sum(np.isnan(values)))
        if missing:
            yield QualityFinding(
                "value",
                "warning" if needed else "note",
                (name,),
                f"{name} is missing at some points",
                f"{missing} of {values.size} missing",
                "a value at each point",
                "checks and models leave those points out",
            )


def design_findings(data: SweepData) -> Iterator[QualityFinding]:
    """Session counts that are too few, and throughput that says nothing."""
    counts, sizes = np.unique(data.sessions, return_counts=True)
    more = "measure more load levels; replicates of one level do not count"
    if counts.size == 1:
        found = f"{counts[0]:g} at all points"
        yield QualityFinding(
            "design", "unfit", ("sessions",), "sessions do not vary", found, "a sweep", more
        )
    elif counts.size < 4:
        text = "the universal scalability law needs at least 4 different session counts"
        yield QualityFinding(
            "design", "warning", ("sessions",), text, f"{counts.size}", "4 or more", more
        )
    x = data.throughput_per_s
    if counts.size > 1 and np.all(x == x[0]):
        yield QualityFinding(
            "design",
            "unfit",
            (_RATE,),
            "all throughputs are equal",
            f"{x[0]:g} per second at every session count",
            "throughput that answers to load",
            "check that the load was varied and that throughput is not a setting",
        )
    if np.all(sizes == 1):
        yield QualityFinding(
            "design",
            "note",
            (_RATE,),
            "no session count was measured twice",
            "no replicates",
            "two or more runs per count",
            "noise can only be judged by the misfit of a curve",
        )
    if np.any(data.sessions != np.floor(data.sessions)):
        yield QualityFinding(
            "averages",
            "warning",
            ("sessions",),
            "session counts are not whole numbers",
            f"{data.sessions[data.sessions != np.floor(data.sessions)][0]:g}",
            "sessions that were set",
            "averages of active sessions are measured, not set: their errors bias contention",
        )


def replicate_findings(data: SweepData) -> Iterator[QualityFinding]:
    """Replicates that differ by more than a fifth of their mean; the worst count."""
    worst, at = 0.0, math.nan
    for count in np.unique(data.sessions):
        x = data.throughput_per_s[data.sessions == count]
        spread = float((x.max() - x.min()) / x.mean())
        if spread > worst:
            worst, at = spread, float(count)
    if worst > _SPREAD:
        yield QualityFinding(
            "replicates",
            "warning",
            (_RATE,),
            "runs at the same session count differ widely",
            f"a range of {worst:.0%} of the mean",
            f"at most {_SPREAD:.0%}",
            "look for a disturbed run, a warm-up, or a second workload on the machine",
            sessions=at,
        )


def processor_findings(data: SweepData) -> Iterator[QualityFinding]:
    """More CPU time than the processors, the sessions or the response times allow."""
    if data.cpu_time_s is None or data.duration_s is None:
        return
    busy = data.cpu_time_s / data.duration_s
    limits = [("sessions", data.sessions, "sessions that ran, one processor each")]
    if data.processors is not None:
        limits.append(("processors", np.full_like(busy, data.processors), "processors there are"))
    if data.response_time_s is not None:
        inside = data.throughput_per_s * data.response_time_s
        limits.append(("response times", inside, "sessions inside requests on average"))
    for name, limit, meaning in limits:
        share = busy / limit
        if np.all(np.isnan(share)) or not np.nanmax(share) > 1.0 + _CLOCKS:
            continue
        worst = int(np.nanargmax(share))
        yield QualityFinding(
            "utilisation",
            "unfit" if share[worst] > 1.0 + _IMPOSSIBLE else "warning",
            (_CPU, *((_TIME,) if name == "response times" else ())),
            f"more processors were busy than the {name} allow",
            f"{busy[worst]:.3g} busy processors",
            f"at most {limit[worst]:.3g}, the {meaning}",
            "check the unit of CPU time, the length of the interval, and whether CPU time of "
            "other work is in it",
            sessions=float(data.sessions[worst]),
        )


def little_findings(closure: LittleClosure) -> Iterator[QualityFinding]:
    """A wrong unit, else gaps in Little's law; and sessions that are mostly idle."""
    unit = closure.unit_factor
    if unit is not None:
        yield _unit(closure, unit.factor, unit.estimated, unit.mistake)
        return
    over = closure.excess
    if over.max() > _GAP:
        yield _more_than_had(closure, over, "X R against N")
    elif math.isfinite(closure.think_time_s):
        gap = closure.residual
        if gap.max() > _GAP and closure.think_time_from != "all points":
            yield _more_than_had(closure, gap, "X (R + Z) against N")
        if gap.min() < -_GAP:
            yield _missing(closure)
    share = closure.active_sessions / closure.sessions
    last = int(np.argmax(closure.sessions))
    if share[last] < 1.0 - _GAP:
        yield QualityFinding(
            "concurrency",
            "warning" if share[last] < _IDLE else "note",
            ("sessions", _TIME),
            "sessions are not concurrency",
            f"{closure.active_sessions[last]:.3g} sessions inside a request on average, X R",
            f"{closure.sessions[last]:g}, if nobody thinks",
            "contention and knee count sessions with their think time; use X R to compare with "
            "processors or with a test without think time",
            sessions=float(closure.sessions[last]),
        )


def _unit(closure: LittleClosure, factor: float, estimated: float, mistake: str) -> QualityFinding:
    times = f"{factor:g}" if factor >= 1.0 else f"1/{1.0 / factor:g}"
    worst = int(np.argmax(np.abs(np.log1p(closure.excess))))
    return QualityFinding(
        "unit",
        "unfit",
        (_RATE, _TIME),
        f"throughput and response time contradict each other by a factor of {times}: probably "
        f"{mistake}",
        f"{closure.active_sessions[worst]:.4g} sessions inside a request, X R, where "
        f"{closure.sessions[worst]:g} ran; a factor of {estimated:.4g} in all",
        "as many inside as Little's law allows",
        "correct the unit in the column's name or its values, then read the capture again",
    )


def _more_than_had(closure: LittleClosure, gap: Array, what: str) -> QualityFinding:
    worst = int(np.argmax(gap))
    severity: Severity = "unfit" if gap[worst] > _IMPOSSIBLE else "warning"
    return QualityFinding(
        "little",
        severity,
        (_RATE, _TIME),
        "more seconds were charged to requests than the sessions had",
        f"a gap of {gap[worst]:+.1%}, {what}, beyond {_GAP:.0%} at {int(np.sum(gap > _GAP))} of "
        f"{gap.size} points",
        f"within {_GAP:.0%}",
        "check that both columns are means over the same requests and interval",
        sessions=float(closure.sessions[worst]),
    )


def _missing(closure: LittleClosure) -> QualityFinding:
    gap = closure.residual
    worst = int(np.argmin(gap))
    outside = closure.sessions / closure.throughput_per_s - closure.response_time_s
    source = {"given": "as given", "one session": "as with one session"}.get(
        closure.think_time_from, "the median"
    )
    return QualityFinding(
        "little",
        "warning",
        (_RATE, _TIME),
        "seconds of the sessions are not accounted for",
        f"{outside[worst]:.3g} s outside the timed request, a gap of {gap[worst]:+.1%}, beyond "
        f"{_GAP:.0%} at {int(np.sum(gap < -_GAP))} of {gap.size} points",
        f"{closure.think_time_s:.3g} s, {source}",
        "time outside the request grows with load, or some sessions did not run all the time",
        sessions=float(closure.sessions[worst]),
    )
