"""One place of a closed network where requests are served, by one server or by many."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from contention.errors import UsageError
from contention.models.sweep_arrays import Array

__all__ = ["Station"]

_MOST_SERVERS = 10_000


@dataclass(frozen=True)
class Station:
    """One place where requests are served.

    Attributes
    ----------
    name : str
        Its name.
    demand_s : float
        Seconds of service there per request of the system: visits times service time; 0 or more.
    kind : str
        ``queueing`` where requests wait for a server, ``delay`` where nobody waits.
    servers : int
        Servers that share one queue, m; 1 to 10,000. Each request is served by one of them.
    rates : tuple of float
        For a station whose speed depends on its load: how many times faster than ``demand_s`` it
        works with 1, 2, ... requests there; positive. The last holds for more. Empty: the rates
        are 1, 2, ..., m.

    Raises
    ------
    UsageError
        When the demand is negative or not finite, the kind is unknown, or servers and rates are
        out of range or do not go together.

    Examples
    --------
    >>> Station("latch", 13e-6).kind
    'queueing'
    >>> Station("processors", 0.4, servers=8).least_time_s
    0.05
    >>> Station("spin lock", 1.0, rates=(1.0, 0.8, 0.7)).relative_rates(4).tolist()
    [1.0, 0.8, 0.7, 0.7]
    """

    name: str
    demand_s: float
    kind: str = "queueing"
    servers: int = 1
    rates: tuple[float, ...] = ()

    def __post_init__(self) -> None:
        if not math.isfinite(self.demand_s) or self.demand_s < 0:
            raise UsageError(
                f"station {self.name}: the demand must be finite and zero or more",
                found=f"{self.demand_s:g}",
            )
        if self.kind not in ("queueing", "delay"):
            raise UsageError(
                f"station {self.name}: unknown kind", found=self.kind, expected="queueing or delay"
            )
        if self.servers != int(self.servers) or not 1 <= self.servers <= _MOST_SERVERS:
            raise UsageError(
                f"station {self.name}: servers must be a whole number from 1 to {_MOST_SERVERS}",
                found=f"{self.servers}",
                hint="where there is always a free server, make it a delay",
            )
        if self.rates and (self.kind == "delay" or self.servers != 1):
            raise UsageError(f"station {self.name}: rates replace servers, and a delay has none")
        if not all(math.isfinite(rate) and rate > 0 for rate in self.rates):
            raise UsageError(f"station {self.name}: rates must be finite and positive")

    @property
    def is_delay(self) -> bool:
        """Whether nobody waits there."""
        return self.kind == "delay"

    @property
    def greatest_rate(self) -> float:
        """The greatest of the relative rates; infinite at a delay."""
        return math.inf if self.is_delay else max(self.rates, default=float(self.servers))

    @property
    def least_time_s(self) -> float:
        """Seconds between two completions at its greatest rate; zero at a delay."""
        return self.demand_s / self.greatest_rate

    @property
    def is_fastest_when_full(self) -> bool:
        """Whether no smaller load is served faster than the largest."""
        return not self.rates or self.rates[-1] == max(self.rates)

    def relative_rates(self, most: int) -> Array:
        """Rates with 1 to ``most`` requests there, in units of 1 / ``demand_s``."""
        rates: Array = np.arange(1.0, most + 1.0)
        if self.rates:
            at_load = np.minimum(rates.astype(np.int64), len(self.rates))
            rates = np.asarray(self.rates, dtype=np.float64)[at_load - 1]
        elif not self.is_delay:
            rates = np.minimum(rates, float(self.servers))
        return rates
