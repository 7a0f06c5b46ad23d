r"""Least squares for the demands of a closed network, for one response or for two that are linked.

With G the normalising constant, d log G(n) / d D_k = Q_k(n) / D_k, where Q_k is the mean queue, so

    d log X(n) / d D_k = (Q_k(n - 1) - Q_k(n)) / D_k :

the exact solution gives its own derivatives. Residuals are logarithms of measured over computed.
Where throughput and response time are both measured, their residuals are not independent: a run
that was slow by chance has less of the one and more of the other. Their covariance is therefore
estimated along with the demands, by the determinant of the residuals' cross products (Box and
Draper), and they are counted as n pairs and not as 2 n readings.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from contention.models.closed_network import ClosedNetwork
from contention.models.station import Station
from contention.models.sweep_arrays import Array

__all__ = ["DemandsProblem", "LinearMap", "network_of"]

_READING = 1e-3  # neither column is believed to more than a part in a thousand
_STEPS = 30
_SHORTEST = 1e-6
_GAIN = 1e-9
_LEAST_BEND = 1e-4


@dataclass(frozen=True, eq=False)
class LinearMap:
    """All parameters as ``matrix @ free + offset``.

    Attributes
    ----------
    matrix : ndarray, shape (p, k)
        How they follow from the k free ones.
    offset : ndarray, shape (p,)
        What is held.
    """

    matrix: Array
    offset: Array


def network_of(parameters: Sequence[float] | Array, servers: int) -> ClosedNetwork:
    """The network of a demand at a bottleneck, a delay and a think time.

    Examples
    --------
    >>> network_of([0.5, 0.25, 2.0], 4).think_time_s
    2.0
    """
    demand, delay, think = (float(value) for value in parameters)
    bottleneck = Station("bottleneck", demand, servers=servers)
    return ClosedNetwork((bottleneck, Station("delay", delay, "delay")), think)


@dataclass(frozen=True, eq=False)
class DemandsProblem:
    """A sweep, and what kind of network is fitted to it.

    Attributes
    ----------
    sessions, throughput_per_s : ndarray, shape (n,)
        The sweep.
    response_time_s : ndarray, shape (n,), optional
        The same for response time.
    servers : int
        Servers of the bottleneck.
    linked : bool
        Whether the response times follow from throughput, so that only that is fitted.
    """

    sessions: Array
    throughput_per_s: Array
    response_time_s: Array | None
    servers: int
    linked: bool = False

    @property
    def responses(self) -> int:
        """How many columns are fitted, one or two."""
        return 1 if self.response_time_s is None or self.linked else 2

    def residuals(self, parameters: Array) -> tuple[Array, Array]:
        """Log residuals, shape (n, d), and their derivatives, shape (n, d, p)."""
        least = 1e-6 / float(self.throughput_per_s.max())
        demand = max(float(parameters[0]), least)
        solved = network_of([demand, *parameters[1:]], self.servers).solve(int(self.sessions.max()))
        index = self.sessions.astype(np.int64) - 1
        # Mean requests per second of demand; for a delay and for thinking that is X.
        loads = np.column_stack(
            [solved.queue_length[:, 0] / demand, *[solved.throughput_per_s] * 2]
        )
        fewer = np.vstack([np.zeros(3), loads[:-1]])
        slopes = (fewer - loads)[index]
        throughput, response = solved.throughput_per_s[index], solved.response_time_s[index]
        columns = [np.log(self.throughput_per_s / throughput)]
        derivatives = [-slopes]
        if self.response_time_s is not None and not self.linked:
            columns.append(np.log(self.response_time_s / response))
            change = -(self.sessions / throughput)[:, None] * slopes
            change[:, -1] -= 1.0
            derivatives.append(-change / response[:, None])
        return np.column_stack(columns), np.stack(derivatives, axis=1)

    def criterion(self, residuals: Array) -> float:
        """What is made least: sum of squares, or determinant of the mean cross products."""
        products = residuals.T @ residuals
        if residuals.shape[1] == 1:
            return float(products[0, 0])
        return float(np.linalg.det(self.covariance(residuals)))

    def covariance(self, residuals: Array) -> Array:
        """Mean cross products, shape (d, d), of two responses with the error of reading added."""
        mean: Array = residuals.T @ residuals / residuals.shape[0]
        return mean + (_READING**2 if mean.shape[0] == 2 else 1e-30) * np.eye(mean.shape[0])

    def minimise(self, map_: LinearMap, start: Array) -> tuple[Array, float]:
        """The free parameters, zero or more, where the criterion is least, and its value.

        Gauss-Newton steps, cut at zero and shortened until the criterion falls. Parameters at
        zero stay there while the criterion would rise otherwise.
        """
        free = start
        residuals, jacobian = self.residuals(map_.matrix @ free + map_.offset)
        best = self.criterion(residuals)
        for _ in range(_STEPS if free.size else 0):
            step, promised = self._step(residuals, jacobian @ map_.matrix, free)
            length, before = 1.0, best
            while promised > _GAIN and length > _SHORTEST and best == before:
                trial = np.maximum(free + length * step, 0.0)
                there = self.residuals(map_.matrix @ trial + map_.offset)
                value = self.criterion(there[0])
                if value < before:
                    free, best, (residuals, jacobian) = trial, value, there
                length /= 4.0
            if best == before:
                break
        return free, best

    def _step(self, residuals: Array, jacobian: Array, free: Array) -> tuple[Array, float]:
        """The Gauss-Newton step of those not held at zero, and the gain it promises, relative."""
        weight = np.linalg.inv(self.covariance(residuals))
        slope = np.einsum("ndp,de,ne->p", jacobian, weight, residuals)
        bend = np.einsum("ndp,de,neq->pq", jacobian, weight, jacobian)
        moving = (free > 0.0) | (slope < 0.0)
        step = np.zeros(free.size)
        scale = np.sqrt(np.diag(bend))
        scale[scale == 0.0] = 1.0  # far beyond the knee nothing depends on the delay
        # What a change of the covariance itself does; without it the steps shrink but slowly.
        turns = np.einsum("ndp,ne->pde", jacobian, residuals) / residuals.shape[0]
        turns = (turns + turns.transpose(0, 2, 1)) @ weight
        full = bend - residuals.shape[0] / 2 * np.einsum("pde,qed->pq", turns, turns)
        choice = np.ix_(moving, moving)
        part = (full / np.outer(scale, scale))[choice]
        if not np.all(np.linalg.eigvalsh(part) > _LEAST_BEND):
            part = (bend / np.outer(scale, scale))[choice]
        solved = np.linalg.lstsq(part, (slope / scale)[moving], rcond=1e-12)[0]
        step[moving] = -solved / scale[moving]
        return step, float(-slope @ step) / residuals.shape[0]
