r"""Normalising constants of a closed network by filters that only ever add.

In a product-form network the probability of a state is a product over stations, divided by G(N),
the sum of all products with N sessions. Throughput is X(N) = G(N - 1) / G(N). The generating
function of G is the product of those of the stations, with D the demand and z counting requests:

* think time and delays: exp(D z), coefficients D^n / n!;
* one server: 1 / (1 - D z), that is y(n) = x(n) + D y(n - 1);
* rates r(1), ..., r(M), the last for any larger load: f(n) = D^n / (r(1) ... r(n)), which is a
  polynomial b(0) + ... + b(M - 1) z^(M-1) over 1 - p z, with p = D / r(M) and
  b(n) = f(n) (1 - r(n) / r(M)). For m servers, r(n) = n up to m.

No b is negative when the last rate is the greatest. So every number is a sum of positive ones,
which is accurate to rounding whatever the load; the textbook recursion for many servers subtracts
and loses all its digits at saturation. The mean queue has filters of the same kind: for the pole
p z / (1 - p z) applied to G, and for the polynomial z b'(z) in the place of b.

G spans more powers of ten than a double can hold, so populations are treated in blocks. Within a
block that begins after population n0, the figures are G(n) s^(n - n0) / G(n0) times a constant,
with s = X(n0). As throughput never falls here these shrink slowly; where they leave the range of a
double the block is cut. What is below it is smaller than the rest by 100 powers of ten and more,
and stays so, since a network without one of its stations is always the faster one.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from scipy.signal import lfilter

from contention.models.station import Station
from contention.models.sweep_arrays import Array

__all__ = ["PopulationBlock", "population_blocks"]

_TOP = 1e100
_FLOOR = 1e-100
_RANGE = math.log(_TOP / _FLOOR)
_FIRST_LENGTH = 64
_GROWTH = 8.0


@dataclass(frozen=True, eq=False)
class PopulationBlock:
    """A run of consecutive populations.

    Attributes
    ----------
    first : int
        Its first number of sessions.
    throughput_per_s : ndarray, shape (L,)
        Completions per second.
    queue_length : tuple of ndarray
        Mean requests at each queueing station, in their order, shape (L,) each; empty when not
        asked for.
    """

    first: int
    throughput_per_s: Array
    queue_length: tuple[Array, ...]


class _Numerator:
    """The part without poles: delays, and the polynomials of stations with several rates."""

    def __init__(self, delay: float, stations: Sequence[Station]) -> None:
        self._delay = delay
        self._logs: dict[int, Array] = {}
        for k, station in enumerate(stations):
            loads = len(station.rates) or station.servers
            if loads > 1 and station.demand_s > 0.0:
                rates = station.relative_rates(loads)
                whole = np.cumsum(np.log(station.demand_s / rates[:-1]))
                with np.errstate(divide="ignore"):
                    open_share = np.log1p(-rates[:-1] / rates[-1])
                self._logs[k] = np.concatenate([[0.0], whole + open_share])
        self._reach = sum(logs.size - 1 for logs in self._logs.values())

    @property
    def stations(self) -> list[int]:
        """Those that have a polynomial."""
        return list(self._logs)

    def block(
        self, first: int, length: int, tilt: float, level: float, *, queues: bool
    ) -> tuple[Array, dict[int, Array]]:
        """Coefficients for ``length`` populations, and those with z b' for each station.

        ``level`` is the coefficient at ``first - 1`` on the scale of this block.
        """
        if level == 0.0:
            return np.zeros(length), {k: np.zeros(length) for k in self._logs if queues}
        start = max(0, first - 1 - self._reach)
        window = _delay_window(self._delay * tilt, start, first + length)
        tilted = {}
        for k, logs in self._logs.items():
            leaning = logs + math.log(tilt) * np.arange(logs.size)
            tilted[k] = np.exp(leaning - leaning.max())
        whole = window
        for polynomial in tilted.values():
            whole = lfilter(polynomial, [1.0], whole)
        reference = float(whole[first - 1 - start])
        if not reference > 0.0:
            return np.zeros(length), {k: np.zeros(length) for k in self._logs if queues}
        scale = level / reference
        slopes = {}
        for k in tilted if queues else ():
            part = window
            for other, polynomial in tilted.items():
                weights = np.arange(polynomial.size) * polynomial if other == k else polynomial
                part = lfilter(weights, [1.0], part)
            slopes[k] = scale * part[first - start :]
        return scale * whole[first - start :], slopes


def _delay_window(tilted_delay: float, start: int, stop: int) -> Array:
    """(Z s)^n / n! for n from start to stop, up to a factor."""
    n = np.arange(start, stop, dtype=np.float64)
    window: Array = np.where(n == 0.0, 1.0, 0.0)
    if tilted_delay > 0.0:
        logs = np.concatenate([[0.0], np.cumsum(np.log(tilted_delay / n[1:]))])
        window = np.exp(logs - logs.max() + math.log(_TOP))
    return window


class _Cascade:
    """Filters y(n) = x(n) + p y(n - 1), one after another, resumed from block to block."""

    def __init__(self, poles: Array, start: float) -> None:
        self._poles = poles
        self._state = np.full(poles.size, start)
        self._outputs: list[Array] = []

    def run(self, driver: Array, tilt: float) -> Array:
        """The last output."""
        self._outputs = []
        output = driver
        for pole, state in zip(self._poles * tilt, self._state * _TOP, strict=True):
            output = lfilter([1.0], [1.0, -pole], output, zi=[pole * state])[0]
            self._outputs.append(output)
        return output

    def keep(self, at: int, unit: float) -> None:
        """Resume after that place of the last run, where G is ``unit``."""
        self._state = np.array([output[at] for output in self._outputs]) / unit


def population_blocks(
    stations: Sequence[Station], think_time_s: float, most: int, *, queues: bool
) -> Iterator[PopulationBlock]:
    """Exact throughput, and queues when asked for, for 1 to ``most`` sessions.

    Parameters
    ----------
    stations : sequence of Station
        Each either a delay or fastest when full.
    think_time_s : float
        Z, in seconds.
    most : int
        Largest number of sessions, one or more.
    queues : bool
        Whether the mean queues are wanted; without them only throughput is computed.

    Yields
    ------
    PopulationBlock
        Consecutive blocks.

    References
    ----------
    Buzen, "Computational algorithms for closed queueing networks with exponential servers",
    Communications of the ACM 16(9), 1973, for the convolution; the split into polynomial and pole
    and the blocks are derived above.

    Examples
    --------
    >>> blocks = population_blocks([Station("a", 0.5)], 1.0, 2, queues=True)
    >>> [round(float(x), 4) for block in blocks for x in block.throughput_per_s]
    [0.6667, 1.2]
    """
    solver = _Solver(stations, think_time_s, queues=queues)
    first, length = 1, _FIRST_LENGTH
    while first <= most:
        length = min(length, most - first + 1)
        block, used = solver.advance(first, length)
        yield block
        taken = block.throughput_per_s.size
        first += taken
        # The range that a block uses grows about as the square of its length.
        length = max(1, int(taken * min(_GROWTH, 0.9 * math.sqrt(_RANGE / max(used, 1e-9)))))


class _Solver:
    """The filters of one network and where they stand."""

    def __init__(self, stations: Sequence[Station], think_time_s: float, *, queues: bool) -> None:
        waiting = [s for s in stations if not s.is_delay]
        delay = math.fsum([think_time_s, *(s.demand_s for s in stations if s.is_delay)])
        self._queues = queues
        self._numerator = _Numerator(delay, waiting)
        self._poles = np.array([s.least_time_s for s in waiting])
        ordered = np.sort(self._poles)[::-1]  # the slowest first keeps the others from fading
        self._main = _Cascade(ordered, 1.0)
        self._bends = {k: _Cascade(ordered, 0.0) for k in self._numerator.stations if queues}
        self._behind = np.zeros(self._poles.size)  # queue due to the pole, one session fewer
        self._level = 1.0
        alone = (s.demand_s / s.relative_rates(1)[0] for s in waiting)
        self._tilt = 1.0 / (delay + math.fsum(alone))

    def advance(self, first: int, length: int) -> tuple[PopulationBlock, float]:
        """The next populations, at most ``length``, and the range used, as a logarithm."""
        tilt = self._tilt
        driver, bends = self._numerator.block(
            first, length, tilt, self._level * _TOP, queues=self._queues
        )
        constants = self._main.run(driver, tilt)
        outside = ~((constants >= _FLOOR) & (constants <= _TOP**2))
        taken = int(np.argmax(outside)) if outside.any() else length
        constants = constants[:taken]
        before = np.concatenate([[_TOP], constants[:-1]])
        throughput = tilt * (before / constants)
        lengths = []
        for k, pole in enumerate(self._poles * tilt if self._queues else ()):
            behind = pole * self._behind[k] * _TOP
            queue = lfilter([pole], [1.0, -pole], before, zi=[behind])[0] / constants
            self._behind[k] = queue[-1]
            if k in bends:
                queue = queue + self._bends[k].run(bends[k], tilt)[:taken] / constants
            lengths.append(queue)
        unit = float(constants[-1])
        self._level = float(driver[taken - 1]) / unit
        for cascade in (self._main, *self._bends.values()):
            cascade.keep(taken - 1, unit)
        self._tilt = float(throughput[-1])
        used = abs(math.log(_TOP) - math.log(unit))
        return PopulationBlock(first, throughput, tuple(lengths)), used
