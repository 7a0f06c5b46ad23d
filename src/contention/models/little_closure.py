"""How well each point of a sweep keeps Little's law, and which wrong unit would explain it."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike
from scipy.optimize import nnls

from contention.errors import MeasurementError, UsageError
from contention.laws import little_residual, sessions_in_system
from contention.models.sweep_arrays import Array, finite_pairs, frozen_array

__all__ = ["LittleClosure", "UnitFactor", "little_closure"]

_MISTAKES = {
    60.0: "throughput is per minute and was read as per second",
    3600.0: "throughput is per hour and was read as per second",
    1e3: "response times are milliseconds and were read as seconds",
    1e6: "response times are microseconds and were read as seconds",
    1e9: "response times are nanoseconds and were read as seconds",
    1 / 60.0: "response times are minutes and were read as seconds",
    1 / 3600.0: "response times are hours and were read as seconds",
    1e-3: "throughput is in thousands, or response times are seconds and were read as milliseconds",
    1e-6: "throughput is in millions, or response times are seconds and were read as microseconds",
}
_NEAR = 1.3  # a factor is recognised within 30 %: the next candidate is 17 times away
_VARIES = 1.5  # response times that vary less cannot tell a factor from a think time
_MISFIT = 0.15  # relative error of N / X about Z + b R that still speaks for a factor


@dataclass(frozen=True)
class UnitFactor:
    """A factor between throughput and response time, and the mistake that makes it.

    Attributes
    ----------
    factor : float
        Throughput, or response time, is this many times what Little's law allows.
    estimated : float
        The same, as estimated from the sweep.
    mistake : str
        The likely one.
    """

    factor: float
    estimated: float
    mistake: str


@dataclass(frozen=True, eq=False)
class LittleClosure:
    """Little's law N = X (R + Z) at each point of a sweep.

    Attributes
    ----------
    sessions, throughput_per_s, response_time_s : ndarray, shape (n,)
        The points that have a response time, sorted by sessions.
    think_time_s : float
        Z; NaN when nothing gives it, and then only X R <= N can be tested.
    think_time_from : {"given", "one session", "all points", "nothing"}
        Where it is from.
    unit_factor : UnitFactor or None
        The wrong unit that would explain the gaps, if one would.
    """

    sessions: Array
    throughput_per_s: Array
    response_time_s: Array
    think_time_s: float
    think_time_from: str
    unit_factor: UnitFactor | None

    @property
    def active_sessions(self) -> Array:
        """Mean sessions inside a request, X R, shape (n,)."""
        return frozen_array(sessions_in_system(self.throughput_per_s, self.response_time_s))

    @property
    def residual(self) -> Array:
        """X (R + Z) / N - 1, shape (n,); NaN without a think time."""
        if math.isnan(self.think_time_s):
            return frozen_array(np.full(self.sessions.shape, np.nan))
        return frozen_array(
            little_residual(
                self.sessions, self.throughput_per_s, self.response_time_s, self.think_time_s
            )
        )

    @property
    def excess(self) -> Array:
        """X R / N - 1, shape (n,); above zero the law cannot hold, whatever the think time."""
        return frozen_array(self.active_sessions / self.sessions - 1.0)

    def frame(self) -> pd.DataFrame:
        """One row per point: the figures, sessions inside, time outside, and the gap."""
        cycle = self.sessions / self.throughput_per_s
        return pd.DataFrame(
            {
                "sessions": self.sessions,
                "throughput_per_s": self.throughput_per_s,
                "response_time_s": self.response_time_s,
                "active_sessions": self.active_sessions,
                "outside_s": cycle - self.response_time_s,
                "little_residual": self.residual,
            }
        )


def little_closure(
    sessions: ArrayLike,
    throughput_per_s: ArrayLike,
    response_time_s: ArrayLike,
    *,
    think_time_s: float | None = None,
) -> LittleClosure:
    """Hold each point of a sweep against Little's law, and look for a wrong unit.

    Parameters
    ----------
    sessions : array_like, shape (n,)
        Sessions, N; positive.
    throughput_per_s : array_like, shape (n,)
        Completions per second, X; positive.
    response_time_s : array_like, shape (n,)
        Mean seconds per completion, R; positive. Points where it is NaN are left out.
    think_time_s : float, optional
        Z, when it is known. Left out, Z = 1 / X(1) - R(1) where one session was measured,
        otherwise the median of N / X - R over all points. A negative one counts as unknown.

    Returns
    -------
    LittleClosure
        The law at each point.

    Raises
    ------
    MeasurementError
        When no point has a response time, or a value is not positive.
    UsageError
        When the think time is negative or not finite.

    Notes
    -----
    A factor between X and R shows in N / X = Z + b R, where b is 1 if both units are right.
    Z >= 0 and b are fitted together by least squares of relative errors, if response times vary
    by half or more; if they do not, b is at most the median of N / (X R), which still finds any
    factor above 1 on X R. The factor is 1 / b. A think time that is constant cannot pass for a
    factor, because it does not grow with R; a timer that covers a fixed share of each request
    can. With Z given, the factor must be nearly the same at all points, either on N / X over
    Z + R (throughput is wrong) or on N / X - Z over R (response times are).

    References
    ----------
    Denning and Buzen, "The operational analysis of queueing network models", ACM Computing
    Surveys 10(3), 1978, section 4.4. Lawson and Hanson, *Solving Least Squares Problems*, 1974,
    chapter 23, for the fit with both coefficients zero or more.

    Examples
    --------
    Throughput per minute in a column for seconds:

    >>> closure = little_closure([1, 4, 8], [600.0, 2000.0, 2400.0], [0.1, 0.12, 0.2])
    >>> closure.unit_factor.factor, closure.unit_factor.mistake
    (60.0, 'throughput is per minute and was read as per second')
    """
    if think_time_s is not None and not 0.0 <= think_time_s < math.inf:
        raise UsageError("a think time must be zero or more seconds", found=f"{think_time_s:g}")
    n, x, r = _timed(sessions, throughput_per_s, response_time_s)
    outside, source = _outside(n, x, r, think_time_s)
    factor = _unit_factor(n / x, r, think_time_s)
    return LittleClosure(n, x, r, outside, source, factor)


def _timed(n: ArrayLike, x: ArrayLike, r: ArrayLike) -> tuple[Array, Array, Array]:
    sessions, rates = np.asarray(n, dtype=np.float64), np.asarray(x, dtype=np.float64)
    times = np.asarray(r, dtype=np.float64)
    if not sessions.shape == rates.shape == times.shape:
        raise MeasurementError("sessions, throughput and response times differ in length")
    timed = ~np.isnan(times)
    if not np.any(timed):
        raise MeasurementError(
            "Little's law needs response times, and there is none", column="response_time_s"
        )
    counts, ordered = finite_pairs(sessions[timed], times[timed], "response time")
    return counts, finite_pairs(sessions[timed], rates[timed], "throughput")[1], ordered


def _outside(n: Array, x: Array, r: Array, given: float | None) -> tuple[float, str]:
    if given is not None:
        return float(given), "given"
    alone = n == 1.0
    if np.any(alone):
        value, source = float(np.mean(1.0 / x[alone] - r[alone])), "one session"
    else:
        value, source = float(np.median(n / x - r)), "all points"
    # Rounding of the capture may make it negative by a little.
    slack = 0.05 * float(np.median(r))
    return (max(value, 0.0), source) if value >= -slack else (math.nan, "nothing")


def _unit_factor(cycle: Array, r: Array, given: float | None) -> UnitFactor | None:
    if given is None:
        return _recognised(_slope(cycle, r))
    rates, times = cycle / (given + r), (cycle - given) / r
    for b in (rates, times):
        if np.all(b > 0.0) and float(np.std(np.log(b))) < math.log(_NEAR):
            found = _recognised(float(np.median(b)))
            if found is not None:
                return found
    return None


def _slope(cycle: Array, r: Array) -> float:
    """The b of N / X = Z + b R; NaN when it cannot be told."""
    ratio = float(np.median(cycle / r))
    alone = ratio if ratio < 1.0 else math.nan
    if float(r.max() / r.min()) < _VARIES:
        return alone
    (_, b), gap = nnls(np.column_stack([1.0 / cycle, r / cycle]), np.ones_like(cycle))
    return float(b) if gap <= _MISFIT * math.sqrt(cycle.size) else alone


def _recognised(b: float) -> UnitFactor | None:
    if not b > 0.0:
        return None
    for factor, mistake in _MISTAKES.items():
        if abs(math.log(b * factor)) < math.log(_NEAR):
            return UnitFactor(factor, 1.0 / b, mistake)
    return None
