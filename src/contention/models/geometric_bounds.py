"""Geometric and proportional bounds: tighter still when the demands of all stations are known."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from contention.errors import UsageError
from contention.models.sweep_arrays import Array

__all__ = ["GeometricBounds", "ProportionalBounds", "geometric_bounds", "proportional_bounds"]


class _ThroughputBounds(ABC):
    """Bounds on response time that follow from those on throughput."""

    think_time_s: float

    @abstractmethod
    def throughput(self, sessions: ArrayLike) -> Array: ...

    @abstractmethod
    def throughput_lower(self, sessions: ArrayLike) -> Array: ...

    def response_time(self, sessions: ArrayLike) -> Array:
        """Lower bound on response time in seconds."""
        n = np.asarray(sessions, dtype=np.float64)
        return n / self.throughput(n) - self.think_time_s

    def response_time_upper(self, sessions: ArrayLike) -> Array:
        """Upper bound on response time in seconds."""
        n = np.asarray(sessions, dtype=np.float64)
        return n / self.throughput_lower(n) - self.think_time_s


@dataclass(frozen=True)
class ProportionalBounds(_ThroughputBounds):
    """Bounds on throughput from powers of the demands.

    Attributes
    ----------
    demands_s : tuple of float
        Demands of the queueing stations, single servers; positive.
    think_time_s : float
        Z; zero or more.

    Notes
    -----
    An arriving request finds N - 1 - Z X(N - 1) others at the stations. If they stood there in
    proportion to the demands, each would cost sum D^2 / sum D: too little, because the slowest
    station holds more than its share. If they stood in proportion to D^(N-1), each would cost
    sum D^N / sum D^(N-1): too much.

    References
    ----------
    Hsieh and Lam, "Two classes of performance bounds for closed queueing networks", Performance
    Evaluation 7(1), 1987.
    """

    demands_s: tuple[float, ...]
    think_time_s: float = 0.0

    def throughput(self, sessions: ArrayLike) -> Array:
        """Upper bound on throughput per second."""
        n = np.asarray(sessions, dtype=np.float64)
        total, most, z = math.fsum(self.demands_s), max(self.demands_s), self.think_time_s
        thinking = z * np.minimum(1.0 / most, (n - 1.0) / (z + total))
        per_request = math.fsum(d * d for d in self.demands_s) / total
        return np.minimum(1.0 / most, n / (z + total + per_request * (n - 1.0 - thinking)))

    def throughput_lower(self, sessions: ArrayLike) -> Array:
        """Lower bound on throughput per second."""
        n = np.asarray(sessions, dtype=np.float64)
        total, most, z = math.fsum(self.demands_s), max(self.demands_s), self.think_time_s
        share = np.array(self.demands_s) / most
        powers = np.maximum(n, 1.0)[..., None]
        per_request = most * np.sum(share**powers, axis=-1) / np.sum(share ** (powers - 1), axis=-1)
        thinking = z * (n - 1.0) / (z + np.maximum(n - 1.0, 1.0) * total)
        bound: Array = n / (z + total + per_request * (n - 1.0 - thinking))
        return bound


@dataclass(frozen=True)
class GeometricBounds(_ThroughputBounds):
    """Bounds on throughput from bounds on the queues of all but the slowest stations.

    Attributes
    ----------
    demands_s : tuple of float
        Demands of the queueing stations, single servers; positive.
    think_time_s : float
        Z; zero or more.

    Notes
    -----
    The chance of j or more requests at station i is D_i^j X(N) X(N - 1) ... X(N - j + 1), so with
    any X+ above X(N) the queue is at most the sum of (D_i X+)^j for j = 1 to N; here X+ is the
    proportional bound. From below the same sum with D_i N / (Z + sum D + D_max N) in the place of
    D_i X+ holds. All who are not there and do not think are at the slowest stations. Put into
    the arrival theorem, N / X(N) = Z + sum D_i (1 + Q_i(N - 1)), with X(N - 1) between
    (N - 1) / N X(N) and X(N), this gives a quadratic equation for either bound.

    References
    ----------
    Casale, Muntz and Serazzi, "Geometric bounds: a noniterative analysis technique for closed
    queueing networks", IEEE Transactions on Computers 57(6), 2008; tables IV and V are met.
    """

    demands_s: tuple[float, ...]
    think_time_s: float = 0.0

    def throughput(self, sessions: ArrayLike) -> Array:
        """Upper bound on throughput per second."""
        n = np.asarray(sessions, dtype=np.float64)
        fewer = np.maximum(n - 1.0, 1.0)  # with one session no queue is met, whatever this is
        above = ProportionalBounds(self.demands_s, self.think_time_s).throughput(fewer)
        least = self._cycle(n, above)
        inside = least**2 - 4.0 * self.think_time_s * max(self.demands_s) * n
        bound = 2.0 * n / (least + np.sqrt(np.maximum(inside, 0.0)))
        return np.minimum(bound, 1.0 / max(self.demands_s))

    def throughput_lower(self, sessions: ArrayLike) -> Array:
        """Lower bound on throughput per second."""
        n = np.asarray(sessions, dtype=np.float64)
        most, total = max(self.demands_s), math.fsum(self.demands_s)
        below = (n - 1.0) / (self.think_time_s + total + most * (n - 1.0))
        longest = self._cycle(n, below)
        inside = longest**2 - 4.0 * self.think_time_s * most * (n - 1.0)
        return 2.0 * n / (longest + np.sqrt(np.maximum(inside, 0.0)))

    def _cycle(self, n: Array, throughput: Array) -> Array:
        """Cycle time but for those who think, with queues of N - 1 at that throughput."""
        most = max(self.demands_s)
        cycle: Array = self.think_time_s + math.fsum(self.demands_s) + most * (n - 1.0)
        for demand in self.demands_s:
            if demand < most:
                ratio = demand * throughput
                queue = ratio * (1.0 - ratio ** (n - 1.0)) / (1.0 - ratio)
                cycle = cycle - (most - demand) * queue
        return cycle


def _checked(demands_s: Sequence[float], think_time_s: float) -> tuple[tuple[float, ...], float]:
    demands = tuple(float(d) for d in demands_s if d != 0)
    if not demands or not all(math.isfinite(d) and d > 0 for d in demands):
        raise UsageError("demands must be finite, zero or more, and one of them positive")
    if not math.isfinite(think_time_s) or think_time_s < 0:
        raise UsageError("the think time must be finite and zero or more")
    return demands, float(think_time_s)


def geometric_bounds(demands_s: Sequence[float], *, think_time_s: float = 0.0) -> GeometricBounds:
    """Geometric bounds of single-server stations with those demands.

    Parameters
    ----------
    demands_s : sequence of float
        Seconds of service per request at each queueing station; zero or more, one positive.
    think_time_s : float, default 0
        Mean seconds outside between requests.

    Returns
    -------
    GeometricBounds
        The bounds.

    Raises
    ------
    UsageError
        When a figure is out of range.

    References
    ----------
    Casale, Muntz and Serazzi 2008, table IV.

    Examples
    --------
    >>> bounds = geometric_bounds([0.1, 0.1, 0.09, 0.08])
    >>> round(float(bounds.throughput_lower(20)), 4), round(float(bounds.throughput(20)), 4)
    (9.0947, 9.2431)
    """
    return GeometricBounds(*_checked(demands_s, think_time_s))


def proportional_bounds(
    demands_s: Sequence[float], *, think_time_s: float = 0.0
) -> ProportionalBounds:
    """Proportional bounds of single-server stations with those demands.

    Parameters
    ----------
    demands_s : sequence of float
        Seconds of service per request at each queueing station; zero or more, one positive.
    think_time_s : float, default 0
        Mean seconds outside between requests.

    Returns
    -------
    ProportionalBounds
        The bounds.

    Raises
    ------
    UsageError
        When a figure is out of range.

    References
    ----------
    Hsieh and Lam 1987; the example is in Casale, Muntz and Serazzi 2008, table IV.

    Examples
    --------
    >>> bounds = proportional_bounds([0.1, 0.1, 0.09, 0.08])
    >>> round(float(bounds.throughput_lower(20)), 4), round(float(bounds.throughput(20)), 4)
    (8.8672, 9.3387)
    """
    return ProportionalBounds(*_checked(demands_s, think_time_s))
