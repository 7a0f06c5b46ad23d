"""Balanced job bounds: tighter than the asymptotic ones when the mean demand is known."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from contention.errors import UsageError
from contention.models.sweep_arrays import Array

__all__ = ["BalancedJobBounds", "balanced_job_bounds"]


@dataclass(frozen=True)
class BalancedJobBounds:
    """Bounds from two networks with equal demands, one faster and one slower.

    Attributes
    ----------
    total_demand_s : float
        Sum of the demands of all queueing stations, D.
    bottleneck_demand_s : float
        The largest of them.
    mean_demand_s : float
        D over the number of stations.
    think_time_s : float
        Z; zero or more.

    References
    ----------
    Zahorjan, Sevcik, Eager and Galler, "Balanced job bound analysis of queueing networks",
    Communications of the ACM 25(2), 1982; Lazowska et al. 1984, table 5.2.
    """

    total_demand_s: float
    bottleneck_demand_s: float
    mean_demand_s: float
    think_time_s: float = 0.0

    def throughput_lower(self, sessions: ArrayLike) -> Array:
        """Lower bound on throughput per second."""
        n = np.asarray(sessions, dtype=np.float64)
        d, z = self.total_demand_s, self.think_time_s
        waiting = (n - 1.0) * self.bottleneck_demand_s * n * d / (n * d + z)
        return n / (d + z + waiting)

    def throughput(self, sessions: ArrayLike) -> Array:
        """Upper bound on throughput per second."""
        n = np.asarray(sessions, dtype=np.float64)
        d, z = self.total_demand_s, self.think_time_s
        waiting = (n - 1.0) * self.mean_demand_s * d / (d + z)
        return np.minimum(1.0 / self.bottleneck_demand_s, n / (d + z + waiting))

    def response_time(self, sessions: ArrayLike) -> Array:
        """Lower bound on response time in seconds."""
        n = np.asarray(sessions, dtype=np.float64)
        return n / self.throughput(n) - self.think_time_s

    def response_time_upper(self, sessions: ArrayLike) -> Array:
        """Upper bound on response time in seconds."""
        n = np.asarray(sessions, dtype=np.float64)
        return n / self.throughput_lower(n) - self.think_time_s


def balanced_job_bounds(
    demands_s: Sequence[float], *, think_time_s: float = 0.0
) -> BalancedJobBounds:
    """Balanced job bounds of single-server stations with those demands.

    Parameters
    ----------
    demands_s : sequence of float
        Seconds of service per request at each queueing station; zero or more, one positive.
    think_time_s : float, default 0
        Mean seconds outside between requests.

    Returns
    -------
    BalancedJobBounds
        The bounds.

    Raises
    ------
    UsageError
        When a figure is out of range.

    References
    ----------
    Lazowska et al. 1984, table 5.2.

    Examples
    --------
    >>> bounds = balanced_job_bounds([0.1, 0.1, 0.09, 0.08])
    >>> round(float(bounds.throughput_lower(20)), 6), round(float(bounds.throughput(20)), 6)
    (8.810573, 9.400705)
    """
    demands = [float(demand) for demand in demands_s]
    if not demands or not all(math.isfinite(d) and d >= 0 for d in demands) or max(demands) == 0:
        raise UsageError("demands must be finite, zero or more, and one of them positive")
    if not math.isfinite(think_time_s) or think_time_s < 0:
        raise UsageError("the think time must be finite and zero or more")
    total = math.fsum(demands)
    return BalancedJobBounds(total, max(demands), total / len(demands), float(think_time_s))
