"""The smallest closed network, one queue and a delay, fitted to a load sweep."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from contention.errors import MeasurementError
from contention.models.box_least_squares import Problem, minimise_on_box
from contention.models.closed_network import ClosedNetwork
from contention.models.fit_summary import summary_text
from contention.models.intervals import Interval
from contention.models.profile_likelihood import Profile, profile_interval
from contention.models.station import Station
from contention.models.sweep_arrays import Array, frozen_array, sweep_arrays

__all__ = ["ClosedNetworkFit", "fit_closed_network"]


@dataclass(frozen=True, eq=False)
class ClosedNetworkFit:
    """One queueing station and a delay, fitted to throughput.

    Attributes
    ----------
    bottleneck_demand_s : float
        Seconds that each request holds the only queueing station, D.
    delay_s : float
        Seconds per request spent where nobody waits, thinking included.
    sum_of_squares : float
        Of the throughput residuals.
    sessions, throughput_per_s : ndarray, shape (n,)
        The data, sorted by sessions.
    """

    bottleneck_demand_s: float
    delay_s: float
    sum_of_squares: float
    sessions: Array
    throughput_per_s: Array

    @property
    def n(self) -> int:
        """Number of points fitted."""
        return int(self.sessions.size)

    @property
    def df_resid(self) -> int:
        """Degrees of freedom left, n - 2."""
        return self.n - 2

    @property
    def network(self) -> ClosedNetwork:
        """The fitted network."""
        return ClosedNetwork((Station("bottleneck", self.bottleneck_demand_s),), self.delay_s)

    @property
    def params(self) -> dict[str, float]:
        """The two estimates."""
        return {"bottleneck_demand_s": self.bottleneck_demand_s, "delay_s": self.delay_s}

    @property
    def bse(self) -> dict[str, float]:
        """Linearised standard errors; NaN for a delay at its bound of zero."""
        problem = _problem(self.sessions, self.throughput_per_s)
        columns = [0, 1] if self.delay_s > 0 else [0]
        jacobian = problem.jacobian(np.array([self.bottleneck_demand_s, self.delay_s]))
        factor = np.linalg.inv(np.linalg.qr(jacobian[:, columns], mode="r"))
        scale = math.sqrt(self.sum_of_squares / self.df_resid)
        errors = scale * np.sqrt(np.sum(factor**2, axis=1))
        names = list(self.params)
        return dict.fromkeys(names, math.nan) | {
            names[i]: float(e) for i, e in zip(columns, errors, strict=True)
        }

    @property
    def derived(self) -> dict[str, float]:
        """The throughput limit 1 / D and the knee (D + delay) / D."""
        return {
            "maximum_throughput_per_s": 1.0 / self.bottleneck_demand_s,
            "knee_sessions": 1.0 + self.delay_s / self.bottleneck_demand_s,
        }

    @property
    def units(self) -> dict[str, str]:
        """Units by name."""
        return {
            "bottleneck_demand_s": "s",
            "delay_s": "s",
            "maximum_throughput_per_s": "1/s",
            "knee_sessions": "sessions",
        }

    def predict(self, sessions: ArrayLike) -> Array:
        """Throughput per second at those whole numbers of sessions."""
        return self.network.throughput_per_s(sessions)

    def conf_int(self, alpha: float = 0.05) -> dict[str, Interval]:
        """Profile-likelihood intervals with n - 2 degrees of freedom.

        Parameters
        ----------
        alpha : float, default 0.05
            Share of such intervals that miss.

        Returns
        -------
        dict
            Name to (low, high).
        """

        def interval(name: str) -> Interval:
            def least(value: float) -> float:
                return self._least_with(name, value)

            estimate = {**self.params, **self.derived}[name]
            lower = {"knee_sessions": 1.0, "bottleneck_demand_s": estimate * 1e-3}.get(name, 0.0)
            scale = 1.0 if name == "knee_sessions" else self.bottleneck_demand_s
            profile = Profile(estimate, least, lower, math.inf, scale)
            return profile_interval(profile, self.sum_of_squares, self.df_resid, alpha)

        demand, knee = interval("bottleneck_demand_s"), interval("knee_sessions")
        return {
            "bottleneck_demand_s": demand,
            "delay_s": interval("delay_s"),
            "maximum_throughput_per_s": (1.0 / demand[1], 1.0 / demand[0]),
            "knee_sessions": knee,
        }

    def _least_with(self, name: str, value: float) -> float:
        problem = _problem(self.sessions, self.throughput_per_s)

        def point(free: Array) -> Array:
            part = float(free[0])
            if name == "knee_sessions":
                return np.array([part, part * (value - 1.0)])
            return np.array([value, part] if name == "bottleneck_demand_s" else [part, value])

        def derivative(free: Array) -> Array:
            both = problem.jacobian(point(free))
            weights = {
                "knee_sessions": [1.0, value - 1.0],
                "bottleneck_demand_s": [0.0, 1.0],
                "delay_s": [1.0, 0.0],
            }[name]
            product: Array = both @ np.array(weights)[:, None]
            return product

        lower = 0.0 if name == "bottleneck_demand_s" else self.bottleneck_demand_s * 1e-6
        start = self.delay_s if name == "bottleneck_demand_s" else self.bottleneck_demand_s
        held = Problem(lambda f: problem.residuals(point(f)), derivative, (lower,), (math.inf,))
        return minimise_on_box(held, [start], tolerance=1e-12).sum_of_squares

    @property
    def verdict(self) -> str:
        """What the network says of this system, in one sentence."""
        knee = self.derived["knee_sessions"]
        return f"one queue of {self.bottleneck_demand_s:.4g} s per request; knee at {knee:.3g}"

    @property
    def warnings(self) -> tuple[str, ...]:
        """Falling throughput, which no such network can show, and few points."""
        notes = []
        if self.throughput_per_s[-1] < 0.95 * self.throughput_per_s.max():
            notes.append("throughput falls at the end of the sweep; in this network it never does")
        if self.df_resid < 3:
            notes.append(f"only {self.df_resid} degrees of freedom: the intervals are wide")
        return tuple(notes)

    def summary(self) -> str:
        """Estimates, intervals, verdict and warnings as text."""
        return summary_text("Closed network of one queue and a delay", self)


def _problem(n: Array, x: Array) -> Problem:
    index = n.astype(np.int64) - 1
    most = int(n.max())

    def solve(point: Array) -> tuple[Array, Array]:
        # Mean value analysis, with the derivatives of queue length by demand and by delay.
        demand, delay = float(point[0]), float(point[1])
        queue = queue_by_demand = queue_by_delay = 0.0
        throughput, slopes = [], []
        for k in range(1, most + 1):
            residence = demand * (1.0 + queue)
            by_demand = 1.0 + queue + demand * queue_by_demand
            by_delay = demand * queue_by_delay
            cycle = delay + residence
            x_k = k / cycle
            x_by_demand, x_by_delay = -x_k / cycle * by_demand, -x_k / cycle * (1.0 + by_delay)
            queue = x_k * residence
            queue_by_demand = x_by_demand * residence + x_k * by_demand
            queue_by_delay = x_by_delay * residence + x_k * by_delay
            throughput.append(x_k)
            slopes.append((x_by_demand, x_by_delay))
        return np.array(throughput)[index], np.array(slopes)[index]

    return Problem(
        lambda point: solve(point)[0] - x,
        lambda point: solve(point)[1],
        (1e-6 / float(x.max()), 0.0),
        (math.inf, math.inf),
    )


def fit_closed_network(sessions: ArrayLike, throughput_per_s: ArrayLike) -> ClosedNetworkFit:
    """Fit a closed network of one queueing station and a delay to a sweep.

    Parameters
    ----------
    sessions : array_like, shape (n,)
        Sessions, whole numbers, at least three different ones.
    throughput_per_s : array_like, shape (n,)
        Completions per second; positive.

    Returns
    -------
    ClosedNetworkFit
        The demand at the queue and the delay.

    Raises
    ------
    MeasurementError
        When the sweep cannot carry two parameters, or sessions are not whole numbers.
    FitError
        When the search ends without an answer.

    Notes
    -----
    Everything that is not the bottleneck counts as delay, the think time included; throughput
    cannot tell them apart. This is the machine-repairman model: exponential service, one server.

    References
    ----------
    Lazowska et al., *Quantitative System Performance*, 1984, chapter 6.

    Examples
    --------
    >>> fit = fit_closed_network([1, 2, 4, 8], [0.6667, 1.2, 1.8095, 1.9983])
    >>> round(fit.bottleneck_demand_s, 2), round(fit.delay_s, 2)
    (0.5, 1.0)
    """
    n, x = sweep_arrays(sessions, throughput_per_s, distinct=3, model="the closed network")
    if np.any(n != np.floor(n)) or n.max() > 1e5:
        raise MeasurementError("the closed network needs whole numbers of sessions, at most 100000")
    limit = 1.0 / float(x.max())
    start = [0.95 * limit, max(float(n[0] / x[0]) - limit, 0.1 * limit)]
    best = minimise_on_box(_problem(n, x), start)
    demand, delay = (float(value) for value in best.parameters)
    return ClosedNetworkFit(demand, delay, best.sum_of_squares, frozen_array(n), frozen_array(x))
