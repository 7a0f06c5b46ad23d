"""Asymptotic bounds: the two straight lines that no closed system can cross."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from contention.errors import MeasurementError, UsageError
from contention.laws import think_time
from contention.measurements import Sweep
from contention.models.intervals import Interval, check_alpha
from contention.models.sweep_arrays import Array
from contention.models.sweep_columns import means_by_sessions, single_session, sweep_columns

__all__ = ["AsymptoticBounds", "asymptotic_bounds"]


@dataclass(frozen=True)
class AsymptoticBounds:
    """Bounds on throughput and response time of a closed system.

    Attributes
    ----------
    total_demand_s : float
        Response time with one session, D; positive.
    bottleneck_demand_s : float
        Demand at the busiest station, D_max; positive, at most D when the knee is to be at least
        one session.
    think_time_s : float
        Seconds outside between requests, Z; zero or more.
    source : str
        How the three were obtained.
    n : int
        Points of the sweep they come from; 0 when they were given.
    warnings : tuple of str
        What a reader must know.

    Raises
    ------
    UsageError
        When a figure is out of range.

    References
    ----------
    Muntz and Wong 1974; Lazowska et al., *Quantitative System Performance*, 1984, section 5.2.

    Examples
    --------
    >>> bounds = AsymptoticBounds(17.2, 9.2, 120.0)
    >>> round(float(bounds.throughput(20)), 3), round(float(bounds.response_time(20)), 3)
    (0.109, 64.0)
    """

    total_demand_s: float
    bottleneck_demand_s: float
    think_time_s: float = 0.0
    source: str = "given"
    n: int = 0
    warnings: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for name in ("total_demand_s", "bottleneck_demand_s", "think_time_s"):
            value = getattr(self, name)
            if not math.isfinite(value) or value < 0 or (name != "think_time_s" and value == 0):
                raise UsageError(f"{name} is out of range", found=f"{value:g}")

    @property
    def knee_sessions(self) -> float:
        """Where the two bounds cross, N* = (D + Z) / D_max."""
        return (self.total_demand_s + self.think_time_s) / self.bottleneck_demand_s

    @property
    def maximum_throughput_per_s(self) -> float:
        """The horizontal bound, 1 / D_max."""
        return 1.0 / self.bottleneck_demand_s

    def throughput(self, sessions: ArrayLike) -> Array:
        """Upper bound on throughput per second, min(1 / D_max, N / (D + Z))."""
        n = np.asarray(sessions, dtype=np.float64)
        return np.minimum(
            self.maximum_throughput_per_s, n / (self.total_demand_s + self.think_time_s)
        )

    def throughput_lower(self, sessions: ArrayLike) -> Array:
        """Lower bound on throughput per second, N / (N D + Z): all others are served first."""
        n = np.asarray(sessions, dtype=np.float64)
        return n / (n * self.total_demand_s + self.think_time_s)

    def response_time(self, sessions: ArrayLike) -> Array:
        """Lower bound on response time in seconds, max(D, N D_max - Z)."""
        n = np.asarray(sessions, dtype=np.float64)
        return np.maximum(self.total_demand_s, n * self.bottleneck_demand_s - self.think_time_s)

    def response_time_upper(self, sessions: ArrayLike) -> Array:
        """Upper bound on response time in seconds, N D."""
        return np.asarray(sessions, dtype=np.float64) * self.total_demand_s

    def predict(self, sessions: ArrayLike) -> Array:
        """The same as ``throughput``."""
        return self.throughput(sessions)

    @property
    def params(self) -> dict[str, float]:
        """D, D_max and Z."""
        return {
            "total_demand_s": self.total_demand_s,
            "bottleneck_demand_s": self.bottleneck_demand_s,
            "think_time_s": self.think_time_s,
        }

    @property
    def bse(self) -> dict[str, float]:
        """NaN: the figures come from single points, whose error the sweep does not show."""
        return dict.fromkeys(self.params, math.nan)

    @property
    def derived(self) -> dict[str, float]:
        """Knee and greatest throughput."""
        return {
            "knee_sessions": self.knee_sessions,
            "maximum_throughput_per_s": self.maximum_throughput_per_s,
        }

    @property
    def units(self) -> dict[str, str]:
        """Units by name."""
        units = dict.fromkeys(self.params, "s")
        return units | {"knee_sessions": "sessions", "maximum_throughput_per_s": "1/s"}

    def conf_int(self, alpha: float = 0.05) -> dict[str, Interval]:
        """Empty: single points have no interval."""
        check_alpha(alpha)
        return {}

    @property
    def verdict(self) -> str:
        """The knee, in one sentence."""
        return f"the bounds cross at {self.knee_sessions:.3g} sessions"

    def summary(self) -> str:
        """The figures and how they were obtained, as text."""
        lines = [f"Asymptotic bounds ({self.source})"]
        for name, value in {**self.params, **self.derived}.items():
            lines.append(f"{name:25} {value:.6g} {self.units[name]}")
        return "\n".join([*lines, f"verdict: {self.verdict}", *self.warnings])


def asymptotic_bounds(
    sweep: Sweep | ArrayLike,
    throughput_per_s: ArrayLike | None = None,
    response_time_s: ArrayLike | None = None,
    *,
    think_time_s: float | None = None,
) -> AsymptoticBounds:
    """The bounds that a measured sweep implies.

    Parameters
    ----------
    sweep : Sweep or array_like, shape (n,)
        A sweep with a point at one session, or the session counts.
    throughput_per_s, response_time_s : array_like, shape (n,), optional
        With session counts, the other columns.
    think_time_s : float, optional
        Z, when it is known. Left out, Z = 1 / X(1) - R(1).

    Returns
    -------
    AsymptoticBounds
        With D = R(1), the response time of one session, who meets no queue; without response
        times D = 1 / X(1) - Z, with Z zero unless given. D_max = 1 / max X, the demand that the
        greatest throughput seen still allows; replicates are averaged first.

    Raises
    ------
    MeasurementError
        When one session was not measured, or the think time exceeds its cycle 1 / X(1).

    Notes
    -----
    D_max from the greatest throughput is an upper limit on the true demand, so the knee is a
    lower limit if the sweep has not reached its plateau. Since D + Z = 1 / X(1) the knee equals
    max X / X(1) and does not depend on how the cycle is split.

    References
    ----------
    Lazowska et al. 1984, section 5.2.

    Examples
    --------
    >>> bounds = asymptotic_bounds([1, 3, 6], [10.0, 27.0, 40.0], [0.08, 0.09, 0.13])
    >>> round(bounds.knee_sessions, 2), round(bounds.think_time_s, 3)
    (4.0, 0.02)
    """
    n, x, r = sweep_columns(sweep, throughput_per_s, response_time_s)
    counts, means = means_by_sessions(n, x)
    cycle = 1.0 / single_session(counts, means, "throughput")
    measured = math.nan if r is None else single_session(n, r, "response_time_s")
    notes = []
    if think_time_s is not None:
        outside = float(think_time_s)
        source = "D + Z = 1/X(1), Z given, D_max = 1/max X"
    elif r is not None:
        outside = float(think_time(1.0, 1.0 / cycle, measured))
        source = "D = R(1), Z = 1/X(1) - R(1), D_max = 1/max X"
        if outside < 0.0:
            notes.append(
                f"R(1) exceeds 1/X(1) by {-outside / cycle:.1%}; Z is taken as 0 and D as 1/X(1)"
            )
            outside = 0.0
    else:
        outside = 0.0
        source = "D = 1/X(1), Z taken as 0, D_max = 1/max X"
    if not outside < cycle:
        raise MeasurementError(
            "the think time is as long as the whole cycle of one session",
            found=f"{outside:g} s",
            expected=f"less than {cycle:g} s, which is 1 / X(1)",
        )
    if means[-1] == means.max():
        notes.append(
            f"throughput is greatest at the last count, {counts[-1]:g} sessions: the knee is a "
            "lower limit"
        )
    return AsymptoticBounds(
        total_demand_s=cycle - outside,
        bottleneck_demand_s=1.0 / float(means.max()),
        think_time_s=outside,
        source=source,
        n=int(n.size),
        warnings=tuple(notes),
    )
