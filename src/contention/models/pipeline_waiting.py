"""The published model of waiting in an assembly line of three machines."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from contention.errors import UsageError
from contention.models.sweep_arrays import Array

__all__ = ["PipelineModel", "scale_service_times"]


@dataclass(frozen=True)
class PipelineModel:
    """Response time as the article derives it, (n - 1) (t3 - t1)^2 / (2 t1) + t3.

    Attributes
    ----------
    service_us : tuple of float
        Service times t1, t2, t3 of the three machines in microseconds; positive. The derivation
        takes them in increasing order.

    Raises
    ------
    UsageError
        When there are not three positive times.

    Notes
    -----
    The argument: while machine 3 serves job i, (n - i) (t3 - t1) / t1 jobs pile up before it, and
    each is held up by t3 - t1; summed over the first n jobs and divided by n this is the waiting
    time. It goes wrong in three places.

    * It follows the first n jobs through an empty line. In the test each session starts its next
      job as soon as one ends, so n jobs are always inside; the mean must be taken in that steady
      state.
    * It charges t3 as the service of a job, which needs t1 + t2 + t3.
    * The queue before machine 3 grows with its own pace: a job that finds k jobs there waits
      k t3, whatever t1 is. The factor (t3 - t1)^2 / (2 t1) has the unit of time, but no queue has
      that slope: it vanishes when all machines are equally slow, where waiting is greatest.

    :mod:`contention.models.closed_tandem` gives what such a line really does.

    References
    ----------
    The formula and its worked example are the article's; the example prints the variant with t2
    and evaluates the one with t1.

    Examples
    --------
    >>> model = PipelineModel((13.0, 17.0, 21.0))
    >>> model.printed_response_time_us([1, 3, 48]).tolist()
    [21, 26, 137]
    """

    service_us: tuple[float, float, float]

    def __post_init__(self) -> None:
        if len(tuple(self.service_us)) != 3 or not np.all(np.array(self.service_us) > 0):
            raise UsageError(
                "the pipeline model needs three positive service times",
                found=", ".join(f"{t:g}" for t in self.service_us),
            )
        if not all(math.isfinite(t) for t in self.service_us):
            raise UsageError("service times must be finite")

    @property
    def waiting_per_session_us(self) -> float:
        """What each further session adds, (t3 - t1)^2 / (2 t1)."""
        first, _, last = self.service_us
        return (last - first) ** 2 / (2.0 * first)

    @property
    def waiting_per_session_middle_us(self) -> float:
        """The variant that the worked example prints, (t3 - t2)^2 / (2 t2)."""
        _, middle, last = self.service_us
        return (last - middle) ** 2 / (2.0 * middle)

    def waiting_time_us(self, sessions: ArrayLike) -> Array:
        """Mean waiting of one job, (n - 1) (t3 - t1)^2 / (2 t1)."""
        n = np.asarray(sessions, dtype=np.float64)
        first, _, last = self.service_us
        return (n - 1.0) * (last - first) ** 2 / (2.0 * first)

    def total_waiting_us(self, sessions: ArrayLike) -> Array:
        """Waiting of n jobs together, n (n - 1) (t3 - t1)^2 / (2 t1)."""
        return np.asarray(sessions, dtype=np.float64) * self.waiting_time_us(sessions)

    def response_time_us(self, sessions: ArrayLike) -> Array:
        """Waiting plus t3, in microseconds, shape as given."""
        return self.waiting_time_us(sessions) + self.service_us[2]

    def response_time_middle_us(self, sessions: ArrayLike) -> Array:
        """The same with the worked example's printed factor (t3 - t2)^2 / (2 t2)."""
        n = np.asarray(sessions, dtype=np.float64)
        return (n - 1.0) * self.waiting_per_session_middle_us + self.service_us[2]

    def printed_response_time_us(
        self, sessions: ArrayLike
    ) -> np.ndarray[tuple[int, ...], np.dtype[np.int64]]:
        """As tabulated: the waiting rounded to whole microseconds, halves up, then plus t3."""
        rounded = np.floor(self.waiting_time_us(sessions) + 0.5) + self.service_us[2]
        return rounded.astype(np.int64)

    def predict(self, sessions: ArrayLike) -> Array:
        """The same as ``response_time_us``."""
        return self.response_time_us(sessions)


def scale_service_times(trace_us: Sequence[float], total_us: float) -> tuple[float, ...]:
    """Service times out of a slow trace, scaled so that they sum to the untraced total.

    Parameters
    ----------
    trace_us : sequence of float
        Times that the trace shows, in microseconds; positive.
    total_us : float
        Response time of one session without the trace, in microseconds; positive.

    Returns
    -------
    tuple of float
        ``total_us`` shared out in proportion, not rounded.

    Raises
    ------
    UsageError
        When a time is not positive.

    Notes
    -----
    Assumes that tracing slows every part by the same factor.

    Examples
    --------
    >>> [round(t, 1) for t in scale_service_times([143, 186, 252], 65)]
    [16.0, 20.8, 28.2]
    """
    times = [float(t) for t in trace_us]
    if not times or not all(math.isfinite(t) and t > 0 for t in (*times, total_us)):
        raise UsageError("service times and their total must be positive")
    whole = math.fsum(times)
    return tuple(float(total_us) * t / whole for t in times)
