"""Mixtures of lognormal distributions, fitted to counts in buckets by maximum likelihood."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from scipy.optimize import minimize
from scipy.special import expit, log_ndtr, ndtr, ndtri

from contention.errors import FitError, MeasurementError
from contention.measurements import Histogram
from contention.models.intervals import Interval, check_alpha
from contention.models.sweep_arrays import Array, frozen_array

__all__ = ["LognormalMixture", "fit_lognormal_mixture"]

_LEAST_SPREAD = 1e-3
_MOST_SPREAD = 5.0
_ITERATIONS = 500
_LEAST_LOG_MASS = -1e4
_MOST_LOG = 100.0
_LOG_ROOT = 0.5 * math.log(2.0 * math.pi)


@dataclass(frozen=True, eq=False)
class LognormalMixture:
    """A mixture of k lognormal components, from the fastest to the slowest.

    Attributes
    ----------
    weights : ndarray, shape (k,)
        Share of the events of each component; they add up to 1.
    log_medians : ndarray, shape (k,)
        Logarithm of each component's median.
    spreads : ndarray, shape (k,)
        Standard deviation of the logarithm of each component.
    log_likelihood : float
        Of the counts, without the constant of the multinomial coefficient.
    n : int
        Events.
    covariance : ndarray, shape (2 k, 2 k)
        Of weights and log medians, from the observed information; NaN where that is singular, as
        with a component inside one bucket.
    """

    weights: Array
    log_medians: Array
    spreads: Array
    log_likelihood: float
    n: int
    covariance: Array

    @property
    def components(self) -> int:
        """How many components, k."""
        return int(self.weights.size)

    @property
    def bic(self) -> float:
        """Bayesian information criterion with 3 k - 1 parameters; the smaller the better."""
        return (3 * self.components - 1) * math.log(self.n) - 2.0 * self.log_likelihood

    @property
    def medians(self) -> Array:
        """Median of each component, in the unit of the histogram."""
        return np.exp(self.log_medians)

    def conf_int(self, alpha: float = 0.05) -> dict[str, Interval]:
        """Intervals of ``weight_1``, ``median_1``, ... if the mixture is the truth.

        Normal for the logit of a weight and for the logarithm of a median. A mixture is only a
        description; for the share of one kind of request see ``latency_mixture``.
        """
        z = float(ndtri(1.0 - check_alpha(alpha) / 2.0))
        errors = np.sqrt(np.diag(self.covariance))
        found: dict[str, Interval] = {}
        for at, (w, median) in enumerate(zip(self.weights.tolist(), self.medians, strict=True)):
            if self.components > 1:
                reach = z * errors[at] / (w * (1.0 - w)) if 0.0 < w < 1.0 else math.nan
                logit = math.log(w / (1.0 - w)) if 0.0 < w < 1.0 else math.nan
                found[f"weight_{at + 1}"] = (
                    float(expit(logit - reach)),
                    float(expit(logit + reach)),
                )
            factor = math.exp(z * errors[self.components + at])
            found[f"median_{at + 1}"] = (float(median / factor), float(median * factor))
        return found

    def shares(self, lower: Array, upper: Array) -> Array:
        """Share of the mixture in each bucket, by component; shape (k, buckets)."""
        a, b = _standard(lower, upper, self.log_medians, self.spreads)
        return self.weights[:, None] * _mass(a, b)

    def density(self, log_values: Array) -> Array:
        """Density of the logarithm, by component; shape (k, values)."""
        z = (log_values[None, :] - self.log_medians[:, None]) / self.spreads[:, None]
        height = self.weights / (self.spreads * math.sqrt(2.0 * math.pi))
        return height[:, None] * np.exp(-0.5 * z * z)


def _standard(lower: Array, upper: Array, mu: Array, sigma: Array) -> tuple[Array, Array]:
    with np.errstate(divide="ignore"):
        ends = np.log(np.maximum(lower, 0.0)), np.log(np.maximum(upper, 0.0))
    a, b = ((end[None, :] - mu[:, None]) / sigma[:, None] for end in ends)
    return a, b


def _mass(a: Array, b: Array) -> Array:
    # By symmetry from the side where the tail is small, so that nothing cancels.
    flip = a > 0
    low, high = np.where(flip, -b, a), np.where(flip, -a, b)
    return np.asarray(ndtr(high) - ndtr(low))


def _log_mass(a: Array, b: Array) -> Array:
    """Logarithm of the mass, exact far into the tails."""
    flip = a > 0
    low, high = np.where(flip, -b, a), np.where(flip, -a, b)
    top = log_ndtr(high)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(top + np.log1p(-np.exp(np.minimum(log_ndtr(low) - top, 0.0))))


def fit_lognormal_mixture(histogram: Histogram, components: int) -> LognormalMixture:
    """The most likely mixture of that many lognormal components.

    Parameters
    ----------
    histogram : Histogram
        Values of zero or more; the counts of its buckets are the data, where in a bucket a value
        lay is not used. The last bucket may be open.
    components : int
        1 to 4, and no more than a third of the buckets that count something, rounded up.

    Returns
    -------
    LognormalMixture
        The best of several starts.

    Raises
    ------
    MeasurementError
        When the histogram counts nothing, holds values below zero, or has too few buckets.
    FitError
        When no start converges.

    Notes
    -----
    Maximises sum_j c_j log sum_k w_k (Phi((b_j - mu_k) / s_k) - Phi((a_j - mu_k) / s_k)) over
    logarithms of bucket ends a_j, b_j, with the weights as a softmax and the spreads as
    exponentials; derivatives are analytic. Spreads are kept between 0.001 and 5.

    References
    ----------
    McLachlan and Jones, "Fitting mixture models to grouped and truncated data via the EM
    algorithm", Biometrics 44, 1988.

    Examples
    --------
    >>> ends = np.array([1, 2, 4, 8, 16, 32.0])
    >>> counts = np.array([106, 391, 393, 105, 5])
    >>> one = fit_lognormal_mixture(Histogram("a", ends[:-1], ends[1:], counts, "ms"), 1)
    >>> round(float(one.medians[0]), 1)
    4.0
    """
    used = histogram.count > 0
    n = int(histogram.total)
    if n < 1 or np.any(histogram.lower[used] < 0):
        raise MeasurementError(
            f"histogram {histogram.label}: a mixture needs events, all of zero or more",
            path=histogram.provenance.source,
            found=f"{n} events",
        )
    if components > max(1, math.ceil(int(used.sum()) / 3)):
        raise MeasurementError(
            f"histogram {histogram.label}: {int(used.sum())} buckets with counts cannot tell "
            f"{components} components apart",
            path=histogram.provenance.source,
            expected=f"{3 * components - 2} or more",
            hint="record the latencies in finer buckets",
        )
    lower, upper, counts = histogram.lower[used], histogram.upper[used], histogram.count[used]
    best: tuple[float, Array] | None = None
    bounds = (
        [(-12.0, 12.0)] * (components - 1)
        + [(None, None)] * components
        + [(math.log(_LEAST_SPREAD), math.log(_MOST_SPREAD))] * components
    )
    for start in _starts(lower, upper, counts, components):
        found = minimize(
            _misfit,
            start,
            args=(lower, upper, counts / n),
            jac=True,
            method="L-BFGS-B",
            bounds=bounds,
            options={"maxiter": _ITERATIONS, "ftol": 1e-13, "gtol": 1e-9},
        )
        if math.isfinite(found.fun) and (best is None or found.fun < best[0]):
            best = (float(found.fun), np.asarray(found.x))
    if best is None:
        raise FitError(f"histogram {histogram.label}: the mixture could not be fitted")
    weights, mu, sigma = _unpack(best[1])
    order = np.argsort(mu, kind="stable")
    covariance = _covariance(best[1], lower, upper, counts)
    both = np.concatenate([order, components + order])
    return LognormalMixture(
        weights=frozen_array(weights[order]),
        log_medians=frozen_array(mu[order]),
        spreads=frozen_array(sigma[order]),
        log_likelihood=-best[0] * n,
        n=n,
        covariance=frozen_array(covariance[np.ix_(both, both)]),
    )


def _covariance(point: Array, lower: Array, upper: Array, counts: Array) -> Array:
    """Covariance of weights and log medians, from differences of the score at the best point."""
    total, size = counts.sum(), point.size
    k = (size + 1) // 3
    information = np.empty((size, size))
    for at in range(size):
        step = np.zeros(size)
        step[at] = 1e-5 * max(1.0, abs(point[at]))
        ahead, behind = (
            _misfit(point + sign * step, lower, upper, counts / total)[1] for sign in (1, -1)
        )
        information[at] = (ahead - behind) / (2.0 * step[at]) * total
    information = 0.5 * (information + information.T)
    blank = np.full((2 * k, 2 * k), np.nan)
    if np.linalg.cond(information) > 1e12 or np.any(np.linalg.eigvalsh(information) <= 0):
        return blank
    weights = _unpack(point)[0]
    jacobian = np.zeros((2 * k, size))
    softmax = np.diag(weights) - np.outer(weights, weights)
    jacobian[:k, : k - 1] = softmax[:, : k - 1]
    jacobian[k:, k - 1 : 2 * k - 1] = np.eye(k)
    return np.asarray(jacobian @ np.linalg.inv(information) @ jacobian.T)


def _unpack(point: Array) -> tuple[Array, Array, Array]:
    k = (point.size + 1) // 3
    logits = np.append(point[: k - 1], 0.0)
    weights = np.exp(logits - logits.max())
    return weights / weights.sum(), point[k - 1 : 2 * k - 1], np.exp(point[2 * k - 1 :])


def _misfit(point: Array, lower: Array, upper: Array, shares: Array) -> tuple[float, Array]:
    """Minus the mean log likelihood of an event, and its derivatives."""
    weights, mu, sigma = _unpack(point)
    a, b = _standard(lower, upper, mu, sigma)
    mass = np.maximum(_log_mass(a, b), _LEAST_LOG_MASS)
    logs = np.log(weights)[:, None] + mass
    peak = logs.max(axis=0)
    total = peak + np.log(np.exp(logs - peak).sum(axis=0))
    owned = np.exp(logs - total) * shares  # share of the data that is each component's
    at_a, at_b = (np.exp(np.minimum(-0.5 * z * z - _LOG_ROOT - mass, _MOST_LOG)) for z in (a, b))
    by_mu = owned * (at_a - at_b) / sigma[:, None]
    edge_a, edge_b = (np.where(np.isfinite(z), z, 0.0) for z in (a, b))
    by_log_sigma = owned * (edge_a * at_a - edge_b * at_b)
    slope = np.concatenate(
        [
            (owned.sum(axis=1) - weights)[:-1],
            by_mu.sum(axis=1),
            by_log_sigma.sum(axis=1),
        ]
    )
    return -float(shares @ total), -slope


def _starts(lower: Array, upper: Array, counts: Array, k: int) -> list[Array]:
    """Starting points: components at quantiles of the counts, and at even steps of the range."""
    finite = np.where(np.isfinite(upper), upper, 2.0 * lower)
    middle = np.log(np.sqrt(np.maximum(lower, finite * 1e-2) * finite))
    order = np.cumsum(counts) / counts.sum()
    spread = math.sqrt(float(np.cov(middle, aweights=counts))) if middle.size > 1 else 0.1
    spread = min(max(spread, 10 * _LEAST_SPREAD), _MOST_SPREAD / 2)
    starts = []
    for probabilities in ((np.arange(k) + 0.5) / k, 1.0 - 0.3 ** np.arange(1, k + 1)):
        at = middle[np.minimum(np.searchsorted(order, probabilities), middle.size - 1)]
        starts.append((at, np.zeros(k - 1)))
    even = np.linspace(middle[0], middle[-1], k + 2)[1:-1]
    starts.append((even, np.zeros(k - 1)))
    starts.append((np.linspace(middle[0], middle[-1], k), np.zeros(k - 1)))
    width = max(spread / k, 10 * _LEAST_SPREAD)
    return [
        np.concatenate([logits, at, np.full(k, math.log(width))])
        for at, logits in (starts if k > 1 else starts[:1])
    ]
