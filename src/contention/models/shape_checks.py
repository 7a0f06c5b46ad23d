"""Checks of the shape of a sweep: points that no smooth system has."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from contention.models.quality_finding import QualityFinding
from contention.models.sweep_arrays import Array
from contention.models.sweep_checks import SweepData
from contention.models.sweep_columns import means_by_sessions

__all__ = ["shape_findings"]

_OFF = 0.1  # relative step that a smooth system does not make
_RATE = "throughput_per_s"


def shape_findings(data: SweepData) -> Iterator[QualityFinding]:
    """A dip that recovers, growth beyond proportion, and response times that fall.

    Parameters
    ----------
    data : SweepData
        Usable points, sorted by sessions.

    Yields
    ------
    QualityFinding
        Signs of a disturbed point; steps of less than 10 % are passed over.

    Examples
    --------
    >>> n, x = np.array([1.0, 2.0, 4.0]), np.array([10.0, 5.0, 30.0])
    >>> [f.sessions for f in shape_findings(SweepData(n, x, None, None, None, None))]
    [2.0]
    """
    counts, x = means_by_sessions(data.sessions, data.throughput_per_s)
    for left, middle, right in zip(range(len(x)), range(1, len(x)), range(2, len(x)), strict=False):
        neighbours = min(x[left], x[right])
        if x[middle] < (1.0 - _OFF) * neighbours:
            yield QualityFinding(
                "shape",
                "warning",
                (_RATE,),
                "throughput dips and recovers",
                f"{x[middle]:.6g} per second",
                f"about {neighbours:.6g} or more, as at its neighbours",
                "repeat that run; if it stays, something happens at that load",
                sessions=float(counts[middle]),
            )
    efficiency = x / counts
    best = int(np.argmax(efficiency))
    if best and efficiency[best] > (1.0 + _OFF) * efficiency[0]:
        yield QualityFinding(
            "shape",
            "warning",
            (_RATE,),
            "throughput grows by more than sessions do",
            f"{efficiency[best]:.6g} per second and session",
            f"at most {efficiency[0]:.6g}, as at {counts[0]:g} sessions",
            "repeat the lowest count: a cold cache or a short run makes it slow; no law here "
            "can show such growth",
            sessions=float(counts[best]),
        )
    if data.response_time_s is not None:
        yield from _falling_response(data.sessions, data.response_time_s)


def _falling_response(sessions: Array, response: Array) -> Iterator[QualityFinding]:
    timed = np.isfinite(response)
    if not np.any(timed):
        return
    counts, r = means_by_sessions(sessions[timed], response[timed])
    before = np.maximum.accumulate(r)
    worst = int(np.argmin(r / before))
    if r[worst] < (1.0 - _OFF) * before[worst]:
        since = int(np.argmax(r[: worst + 1]))
        yield QualityFinding(
            "shape",
            "warning",
            ("response_time_s",),
            "response time falls as sessions are added",
            f"{r[worst]:.4g} s",
            f"at least {before[worst]:.4g} s, as at {counts[since]:g} sessions",
            "repeat both runs: the earlier may have run cold; where work is done in batches, such "
            "as commits, it can be true",
            sessions=float(counts[worst]),
        )
