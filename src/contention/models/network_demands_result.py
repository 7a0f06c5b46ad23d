"""What a fit of demands to a sweep says: estimates, intervals, verdict and warnings."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from contention.laws import little_residual
from contention.models.closed_network import ClosedNetwork
from contention.models.fit_summary import summary_text
from contention.models.intervals import Interval, student_interval
from contention.models.network_demands_problem import DemandsProblem, LinearMap, network_of
from contention.models.profile_likelihood import Profile, profile_interval
from contention.models.sweep_arrays import Array, frozen_array

__all__ = ["NetworkDemandsFit"]

_LINKED = 0.5


@dataclass(frozen=True, eq=False)
class NetworkDemandsFit:
    """A bottleneck, a delay inside the measured time and a think time outside, fitted to a sweep.

    Attributes
    ----------
    values : ndarray, shape (3,)
        Demand at the bottleneck, delay and think time, in seconds.
    given_think_time : bool
        Whether the think time was given, or cannot be told from the delay, and not fitted.
    problem : DemandsProblem
        The data and the kind of network.
    criterion : float
        Least sum of squared relative residuals, or determinant where there are two responses.
    think_time_error_s : float, optional
        Standard error of a think time that was read off Little's law, not fitted to the curve.
    servers_supported : tuple of int
        Numbers of servers, of those that were tried, that the data do not contradict.
    """

    values: Array
    given_think_time: bool
    problem: DemandsProblem
    criterion: float
    think_time_error_s: float | None = None
    servers_supported: tuple[int, ...] = ()

    @property
    def n(self) -> int:
        """Number of points fitted."""
        return int(self.problem.sessions.size)

    @property
    def _fitted(self) -> list[str]:
        names = ["bottleneck_demand_s", "delay_s"]
        return names if self.given_think_time else [*names, "think_time_s"]

    @property
    def _names(self) -> list[str]:
        read_off = self.think_time_error_s is not None
        return [*self._fitted, "think_time_s"] if read_off else self._fitted

    @property
    def df_resid(self) -> float:
        """Degrees of freedom: n - p, or n - 5/2 with two responses.

        Then 2 n readings in n pairs tell two or three parameters and three covariances. There is
        no exact count; with this one the intervals hold the truth as often as they say, in
        simulation.
        """
        return self.n - (2.5 if self.problem.responses == 2 else len(self._fitted))

    @property
    def network(self) -> ClosedNetwork:
        """The fitted network."""
        return network_of(self.values, self.problem.servers)

    @property
    def params(self) -> dict[str, float]:
        """Estimates by name."""
        return {name: float(v) for name, v in zip(self._names, self.values, strict=False)}

    @property
    def bse(self) -> dict[str, float]:
        """Linearised standard errors; NaN at a bound of zero, or where the data tell nothing."""
        free = [k for k in range(len(self._fitted)) if self.values[k] > 0.0]
        residuals, jacobian = self.problem.residuals(self.values)
        covariance = self.problem.covariance(residuals) * self.n / self.df_resid
        part = jacobian[:, :, free]
        information = np.einsum("ndp,de,neq->pq", part, np.linalg.inv(covariance), part)
        told = np.diag(information) > 0.0
        errors = np.full(told.size, math.nan)
        errors[told] = np.sqrt(np.diag(np.linalg.pinv(information[np.ix_(told, told)])))
        found = dict(zip(free, errors, strict=True))
        if self.think_time_error_s is not None:
            found[2] = self.think_time_error_s
            found[1] = math.hypot(found.get(1, math.nan), self.think_time_error_s)
        return {name: float(found.get(k, math.nan)) for k, name in enumerate(self._names)}

    @property
    def derived(self) -> dict[str, float]:
        """Limit of throughput m / D, and knee, where the bounds cross; infinite without demand."""
        limit = _inverse(float(self.values[0]) / self.problem.servers)
        return {
            "maximum_throughput_per_s": limit,
            "knee_sessions": float(self.values.sum()) * limit,
        }

    @property
    def units(self) -> dict[str, str]:
        """Units by name."""
        derived = {"maximum_throughput_per_s": "1/s", "knee_sessions": "sessions"}
        return dict.fromkeys(self._names, "s") | derived

    @property
    def utilisation(self) -> Array:
        """Share of the bottleneck that the measured throughput uses, shape (n,)."""
        return frozen_array(self.problem.throughput_per_s * self.values[0] / self.problem.servers)

    @property
    def closure(self) -> Array | None:
        """X (R + Z) / N - 1 at each point, shape (n,); None without response times."""
        data, response = self.problem, self.problem.response_time_s
        if response is None:
            return None
        outside = float(self.values[-1])
        return little_residual(data.sessions, data.throughput_per_s, response, outside)

    @property
    def is_linked(self) -> bool:
        """Whether Little's law closes far better than the curve fits throughput.

        Independent readings of throughput and response time cannot do that: the law then holds
        because one column was computed from the other, or both from one clock.
        """
        if self.closure is None:
            return False
        residuals, _ = self.problem.residuals(self.values)
        return bool(np.std(self.closure) < _LINKED * np.std(residuals[:, 0]))

    def predict(self, sessions: ArrayLike) -> Array:
        """Throughput per second at those whole numbers of sessions."""
        return self.network.throughput_per_s(sessions)

    def predict_response_time(self, sessions: ArrayLike) -> Array:
        """Response time in seconds at those whole numbers of sessions."""
        return self.network.response_time_s(sessions)

    def conf_int(self, alpha: float = 0.05) -> dict[str, Interval]:
        """Profile-likelihood intervals, at the given number of servers.

        Parameters
        ----------
        alpha : float, default 0.05
            Share of such intervals that miss.

        Returns
        -------
        dict
            Name to (low, high); no knee where the demand is zero.
        """
        names = [*self._fitted, *(["knee_sessions"] if self.values[0] > 0.0 else [])]
        ends = {name: self._interval(name, alpha) for name in names}
        if self.think_time_error_s is not None:
            think, delay = float(self.values[2]), float(self.values[1])
            error = self.think_time_error_s
            low, high = student_interval(think, error, self.n - 1, alpha)
            ends["think_time_s"] = (max(low, 0.0), high)
            below, above = ends["delay_s"]
            ends["delay_s"] = (
                max(delay - math.hypot(delay - below, high - think), 0.0),
                delay + math.hypot(above - delay, high - think),
            )
        demand = ends["bottleneck_demand_s"]
        many = self.problem.servers
        ends["maximum_throughput_per_s"] = (_inverse(demand[1] / many), _inverse(demand[0] / many))
        return ends

    def _interval(self, name: str, alpha: float) -> Interval:
        estimate = {**self.params, **self.derived}[name]
        lower = float(self.problem.servers) if name == "knee_sessions" else 0.0
        least = 1e-3 / float(self.problem.throughput_per_s.max())
        scale = 1.0 if name == "knee_sessions" else max(float(self.values[0]), least)
        profile = Profile(
            estimate, lambda value: self.least_criterion(name, value), lower, math.inf, scale
        )
        return profile_interval(profile, self.criterion, self.df_resid, alpha)

    def least_criterion(self, name: str, value: float) -> float:
        """The criterion of the best fit with that parameter, or the knee, held at a value."""
        return self.problem.minimise(*self._held(name, value))[1]

    def _held(self, name: str, value: float) -> tuple[LinearMap, Array]:
        """The parameters with that quantity held, and a start for those that are free."""
        near = self.values
        whole, offset = np.eye(near.size), np.zeros(near.size)
        fixed = [near.size - 1] if self.given_think_time else []
        for k in fixed:
            offset[k] = self.values[k]
        beyond = value / self.problem.servers - 1.0
        if name != "knee_sessions":
            held = self._fitted.index(name)
            offset[held] = value
            fixed = [*fixed, held]
        elif beyond > 0.0:  # the demand follows from all else: D = (sum of others) / beyond
            whole[0, 1:] = 1.0 / beyond
            offset[0] = offset[1:].sum() / beyond
            fixed = [*fixed, 0]
        else:
            fixed = list(range(1, near.size))
        free = [k for k in range(near.size) if k not in fixed]
        return LinearMap(whole[:, free], offset), near[free]

    @property
    def verdict(self) -> str:
        """What the network says of this system, in one sentence."""
        many = self.problem.servers
        what = "one server" if many == 1 else f"{many} servers"
        limit, knee = self.derived["maximum_throughput_per_s"], self.derived["knee_sessions"]
        return (
            f"a bottleneck of {what} and {self.values[0]:.4g} s per request allows "
            f"{limit:.4g} per second; knee at {knee:.3g} sessions"
        )

    @property
    def warnings(self) -> tuple[str, ...]:
        """Falling throughput, a sweep that stops early, few points, and time unaccounted for."""
        data, notes = self.problem, []
        if data.throughput_per_s[-1] < 0.95 * data.throughput_per_s.max():
            notes.append(
                "throughput falls at the end of the sweep; in a network of fixed demands it "
                "never does: try the universal scalability law, or a station that slows down"
            )
        if self.utilisation.max() < 0.8:
            notes.append("the bottleneck was never 80 % busy: its demand is extrapolated")
        if self.df_resid < 3:
            notes.append(f"only {self.df_resid:g} degrees of freedom: the intervals are wide")
        if self.closure is not None and np.abs(self.closure).max() > 0.05:
            notes.append(
                f"Little's law misses by up to {np.abs(self.closure).max():.0%}: throughput and "
                "response time were not measured of the same requests"
            )
        if data.linked:
            notes.append(
                "the response times follow from throughput by Little's law: they tell the think "
                "time, and nothing else of their own"
            )
        if len(self.servers_supported) > 1:
            listed = ", ".join(str(m) for m in self.servers_supported)
            notes.append(f"the data do not tell these numbers of servers apart: {listed}")
        return tuple(notes)

    def summary(self) -> str:
        """Estimates, intervals, verdict and warnings as text."""
        return summary_text("Demands of a closed network", self)


def _inverse(value: float) -> float:
    return 1.0 / value if value > 0.0 else math.inf
