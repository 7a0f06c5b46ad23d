"""Service demands of a closed network, fitted to throughput and response time of a load sweep."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike

from contention.errors import MeasurementError, UsageError
from contention.laws import little_residual
from contention.models.closed_network import ClosedNetwork
from contention.models.fit_summary import summary_text
from contention.models.intervals import Interval
from contention.models.network_demands_problem import DemandsProblem, LinearMap, network_of
from contention.models.profile_likelihood import Profile, profile_interval, profile_threshold
from contention.models.sweep_arrays import Array, finite_pairs, frozen_array, sweep_arrays

__all__ = ["NetworkDemandsFit", "fit_network_demands"]


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
    servers_supported : tuple of int
        Numbers of servers, of those that were tried, that the data do not contradict.
    """

    values: Array
    given_think_time: bool
    problem: DemandsProblem
    criterion: float
    servers_supported: tuple[int, ...]

    @property
    def n(self) -> int:
        """Number of points fitted."""
        return int(self.problem.sessions.size)

    @property
    def _names(self) -> list[str]:
        names = ["bottleneck_demand_s", "delay_s"]
        return names if self.given_think_time else [*names, "think_time_s"]

    @property
    def df_resid(self) -> float:
        """Degrees of freedom: n - p, or with two responses n - (p + 3) / 2.

        Then 2 n readings have to tell p parameters and three covariances, and come in pairs.
        """
        if self.problem.response_time_s is None:
            return self.n - len(self._names)
        return self.n - (len(self._names) + 3) / 2

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
        """Linearised standard errors; NaN at a bound of zero."""
        count = len(self._names)
        free = [k for k in range(count) if self.values[k] > 0.0]
        residuals, jacobian = self.problem.residuals(self.values)
        covariance = self.problem.covariance(residuals) * self.n / self.df_resid
        part = jacobian[:, :, free]
        information = np.einsum("ndp,de,neq->pq", part, np.linalg.inv(covariance), part)
        errors = np.sqrt(np.diag(np.linalg.inv(information)))
        found = dict(zip(free, errors, strict=True))
        return {name: float(found.get(k, math.nan)) for k, name in enumerate(self._names)}

    @property
    def derived(self) -> dict[str, float]:
        """Limit of throughput m / D, and knee: where the bounds cross."""
        least = self.values[0] / self.problem.servers
        return {
            "maximum_throughput_per_s": float(1.0 / least),
            "knee_sessions": float(self.values.sum() / least),
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
    def _is_one_reading(self) -> bool:
        """Whether sessions over throughput, less the think time, is the response time."""
        if self.closure is None:
            return False
        residuals, _ = self.problem.residuals(self.values)
        return bool(np.std(self.closure) < 0.1 * np.std(residuals[:, 0]))

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
            Name to (low, high).
        """
        ends = {name: self._interval(name, alpha) for name in [*self._names, "knee_sessions"]}
        demand = ends["bottleneck_demand_s"]
        many = self.problem.servers
        ends["maximum_throughput_per_s"] = (many / demand[1], many / demand[0])
        return ends

    def _interval(self, name: str, alpha: float) -> Interval:
        estimate = {**self.params, **self.derived}[name]
        lower = {
            "bottleneck_demand_s": estimate * 1e-3,
            "knee_sessions": float(self.problem.servers),
        }.get(name, 0.0)
        scale = 1.0 if name == "knee_sessions" else float(self.values[0])
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
            held = self._names.index(name)
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
        if self._is_one_reading:
            notes.append(
                "the response times follow from throughput by Little's law: they tell the think "
                "time, but nothing else of their own, and the intervals are too narrow"
            )
        if len(self.servers_supported) > 1:
            listed = ", ".join(str(m) for m in self.servers_supported)
            notes.append(f"the data do not tell these numbers of servers apart: {listed}")
        return tuple(notes)

    def summary(self) -> str:
        """Estimates, intervals, verdict and warnings as text."""
        return summary_text("Demands of a closed network", self)


def fit_network_demands(
    sessions: ArrayLike,
    throughput_per_s: ArrayLike,
    response_time_s: ArrayLike | None = None,
    *,
    servers: int | Sequence[int] = 1,
    think_time_s: float | None = None,
) -> NetworkDemandsFit:
    """Fit the demands of a closed network to a sweep.

    Parameters
    ----------
    sessions : array_like, shape (n,)
        Sessions, whole numbers to 100,000; repeated ones are replicates.
    throughput_per_s : array_like, shape (n,)
        Completions per second; positive.
    response_time_s : array_like, shape (n,), optional
        Mean seconds per request; positive.
    servers : int or sequence of int, default 1
        Servers of the bottleneck; of several numbers the one that fits best is taken.
    think_time_s : float, optional
        Seconds between requests, if known. Left out, it is fitted where there are response times,
        and counted in the delay where there are none: throughput cannot tell them apart.

    Returns
    -------
    NetworkDemandsFit
        Demands with intervals.

    Raises
    ------
    MeasurementError
        When the sweep has fewer different session counts than parameters and one more, or
        sessions are not whole numbers.
    UsageError
        When servers or think time are out of range.
    FitError
        When the search ends without an answer.

    Notes
    -----
    Errors are taken as relative, of one size at all points, in each column. For two columns their
    sizes and their correlation are estimated; see the module for the reason. Response times
    matter most where sessions think long, since then throughput hardly depends on the demands
    until the system is full. Demands of further queues are not fitted: a sweep does not tell a
    second queue from a delay, unless it is nearly as slow as the first.

    References
    ----------
    Box and Draper, "The Bayesian estimation of common parameters from several responses",
    Biometrika 52, 1965; Bates and Watts 1988, chapter 4.

    Examples
    --------
    Four sessions that think 1 s, and a server of 0.5 s:

    >>> fit = fit_network_demands([1, 2, 3, 4], [0.6667, 1.2, 1.5789, 1.8095], think_time_s=1.0)
    >>> round(fit.params["bottleneck_demand_s"], 3), round(fit.params["delay_s"], 3)
    (0.5, 0.0)
    """
    counts = [servers] if isinstance(servers, int) else list(servers)
    if not counts or any(int(m) != m or m < 1 for m in counts):
        raise UsageError("servers must be whole numbers, one or more", found=f"{servers}")
    if think_time_s is not None and not 0 <= think_time_s < math.inf:
        raise UsageError("the think time must be finite and zero or more", found=f"{think_time_s}")
    fitted_think = response_time_s is not None and think_time_s is None
    parameters = 2 + fitted_think
    n, x = sweep_arrays(
        sessions, throughput_per_s, distinct=parameters + 1, model="a fit of demands"
    )
    if np.any(n != np.floor(n)) or n.max() > 1e5:
        raise MeasurementError(
            "a closed network has whole numbers of sessions, at most 100,000",
            column="sessions",
            hint="half a session cannot be in a queue; round, or use the universal scalability law",
        )
    r = None if response_time_s is None else finite_pairs(sessions, response_time_s, "response")[1]
    fits = [_fit(DemandsProblem(n, x, r, m), think_time_s, fitted_think) for m in counts]
    best = min(fits, key=lambda fit: fit.criterion)
    limit = profile_threshold(best.criterion, max(best.df_resid, 1.0), 0.05)
    supported = tuple(sorted(f.problem.servers for f in fits if f.criterion <= limit))
    return replace(best, servers_supported=supported)


def _fit(problem: DemandsProblem, think: float | None, fitted_think: bool) -> NetworkDemandsFit:
    n, x, r = problem.sessions, problem.throughput_per_s, problem.response_time_s
    demand = 0.95 * problem.servers / float(x.max())
    cycle = float(n[0] / x[0])
    outside = think or 0.0
    if r is not None and think is None:
        outside = max(cycle - float(r[0]), 0.05 * cycle)
    start = [demand, max(cycle - demand - outside, 0.1 * demand), outside]
    count = len(start) if fitted_think else len(start) - 1
    offset = np.zeros(len(start))
    offset[count:] = outside
    map_ = LinearMap(np.eye(len(start))[:, :count], offset)
    free, criterion = problem.minimise(map_, np.array(start[:count]))
    values = frozen_array(map_.matrix @ free + offset)
    return NetworkDemandsFit(values, not fitted_think, problem, criterion, ())
