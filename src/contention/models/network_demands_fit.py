"""Service demands of a closed network, fitted to throughput and response time of a load sweep."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike

from contention.errors import MeasurementError, UsageError
from contention.models.network_demands_problem import DemandsProblem, LinearMap
from contention.models.network_demands_result import NetworkDemandsFit
from contention.models.profile_likelihood import profile_threshold
from contention.models.sweep_arrays import Array, finite_pairs, frozen_array, sweep_arrays

__all__ = ["fit_network_demands"]


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
    sizes and their correlation are estimated; see ``network_demands_problem`` for the reason.
    Where Little's law closes far better than the curve fits, the response times were not measured
    on their own: they give the think time, and the demands are fitted to throughput alone.

    Response times matter most where sessions think long, since then throughput hardly depends on
    the demands until the system is full. Demands of further queues are not fitted: a sweep does
    not tell a second queue from a delay, unless it is nearly as slow as the first.

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
    fits = [
        _fit(DemandsProblem(n, x, r, m), think_time_s, fitted_think=fitted_think) for m in counts
    ]
    best = min(fits, key=lambda fit: fit.criterion)
    if r is not None and best.is_linked:
        think, error = _think_time(n, x, r) if think_time_s is None else (think_time_s, None)
        alone = [DemandsProblem(n, x, r, m, linked=True) for m in counts]
        fits = [
            replace(_fit(p, think, fitted_think=False), think_time_error_s=error) for p in alone
        ]
        best = min(fits, key=lambda fit: fit.criterion)
    limit = profile_threshold(best.criterion, max(best.df_resid, 1.0), 0.05)
    supported = tuple(sorted(f.problem.servers for f in fits if f.criterion <= limit))
    return replace(best, servers_supported=supported)


def _think_time(n: Array, x: Array, r: Array) -> tuple[float, float]:
    """Think time with which X (R + Z) / N is nearest to one, and its standard error."""
    weight = x / n
    power = float(weight @ weight)
    think = max(float(weight @ (1.0 - weight * r)) / power, 0.0)
    misses = 1.0 - weight * (r + think)
    return think, math.sqrt(float(misses @ misses) / (n.size - 1) / power)


def _fit(problem: DemandsProblem, think: float | None, *, fitted_think: bool) -> NetworkDemandsFit:
    n, x, r = problem.sessions, problem.throughput_per_s, problem.response_time_s
    demand = 0.95 * problem.servers / float(x.max())
    cycle = float(n[0] / x[0])
    outside = think or 0.0
    if fitted_think and r is not None:
        outside = max(cycle - float(r[0]), 0.05 * cycle)
    start = [demand, max(cycle - demand - outside, 0.1 * demand), outside]
    count = len(start) if fitted_think else len(start) - 1
    offset = np.zeros(len(start))
    offset[count:] = outside
    map_ = LinearMap(np.eye(len(start))[:, :count], offset)
    free, criterion = problem.minimise(map_, np.array(start[:count]))
    values = frozen_array(map_.matrix @ free + offset)
    return NetworkDemandsFit(values, not fitted_think, problem, criterion)
