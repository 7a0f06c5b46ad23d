"""Intervals of the quantities of a scalability curve: by profile and by linearisation."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from contention.models.intervals import Interval, check_alpha, student_interval
from contention.models.profile_likelihood import Profile, profile_interval, profile_threshold
from contention.models.scalability_curve import ScalabilityCurve
from contention.models.scalability_fit import NAMES, ScalabilityFit
from contention.models.sweep_arrays import Array

__all__ = [
    "RECIPROCAL_OF",
    "Scatter",
    "gradient",
    "profile_holds",
    "profile_intervals",
    "standard_error",
    "student_intervals",
]

# Each derived quantity is profiled through the one that has finite bounds, and mapped back.
RECIPROCAL_OF = {
    "peak_sessions": "inverse_peak_sessions",
    "saturation_sessions": "contention",
    "peak_throughput": "inverse_peak_throughput",
}


@dataclass(frozen=True)
class Scatter:
    """How far points lie from the curve, and how well that is known.

    Attributes
    ----------
    variance : float
        Of a point of weight one.
    degrees_of_freedom : int
        Behind the variance.
    source : str
        ``residuals`` of the fit, or ``replicates`` about their means.
    """

    variance: float
    degrees_of_freedom: int
    source: str


def _profile(fit: ScalabilityFit, name: str) -> Profile:
    last, most = float(fit.sessions[-1]), float(fit.throughput.max())
    curve = fit.curve
    estimate, upper, scale = {
        "throughput_at_one": (curve.throughput_at_one, math.inf, most / last),
        "contention": (curve.contention, math.inf, 1.0 / last),
        "coherency": (curve.coherency, math.inf, 1.0 / last**2),
        "inverse_peak_sessions": (1.0 / curve.peak_sessions, 1.0, 1.0 / last),
        "inverse_peak_throughput": (1.0 / curve.peak_throughput, math.inf, 1.0 / most),
    }[name]
    return Profile(estimate, lambda v: fit.least_with(name, v), 0.0, upper, scale)


def profile_intervals(
    fit: ScalabilityFit, names: Iterable[str], scatter: Scatter, alpha: float
) -> dict[str, Interval]:
    """Profile-likelihood intervals by name; see :func:`profile_interval`.

    Examples
    --------
    >>> from contention.models import fit_amdahl
    >>> fit = fit_amdahl([1, 2, 4, 8, 16], [10.0, 18.0, 31.0, 47.0, 63.0])
    >>> ends = profile_intervals(fit.core, ["contention"], fit.scatter, 0.05)
    >>> low, high = ends["contention"]
    >>> low < fit.contention < high
    True
    """
    ends: dict[str, Interval] = {}
    freedom, variance = scatter.degrees_of_freedom, scatter.variance
    for name in names:
        profile = _profile(fit, RECIPROCAL_OF.get(name, name))
        low, high = profile_interval(profile, fit.sum_of_squares, freedom, alpha, variance=variance)
        if name in RECIPROCAL_OF:
            low, high = _reciprocal(high), _reciprocal(low)
        ends[name] = (low, high)
    return ends


def profile_holds(
    fit: ScalabilityFit, name: str, value: float, scatter: Scatter, alpha: float
) -> bool:
    """Whether the profile interval of that name holds the value, at the cost of a single fit.

    Examples
    --------
    >>> from contention.models import fit_amdahl
    >>> fit = fit_amdahl([1, 2, 4, 8, 16], [10.0, 18.0, 31.0, 47.0, 63.0])
    >>> profile_holds(fit.core, "contention", 0.5, fit.scatter, 0.05)
    False
    """
    if name in RECIPROCAL_OF:
        name, value = RECIPROCAL_OF[name], 1.0 / value
    profile = _profile(fit, name)
    limit = profile_threshold(
        fit.sum_of_squares,
        scatter.degrees_of_freedom,
        alpha,
        one_sided=profile.estimate in (profile.lower, profile.upper),
        variance=scatter.variance,
    )
    return profile.sum_of_squares(value) <= limit


def gradient(curve: ScalabilityCurve, name: str) -> Array:
    """Derivatives of a quantity by throughput at one, contention and coherency.

    NaN where the quantity is infinite.

    Examples
    --------
    >>> gradient(ScalabilityCurve(10.0, 0.25, 0.0), "saturation_sessions").tolist()
    [0.0, -16.0, 0.0]
    """
    if name in NAMES:
        unit: Array = np.eye(3)[NAMES.index(name)]
        return unit
    value: float = getattr(curve, name)
    gamma, alpha, beta = curve.throughput_at_one, curve.contention, curve.coherency
    if not math.isfinite(value) or (name == "peak_sessions" and beta == 0.0):
        return np.full(3, math.nan)
    if name == "saturation_sessions":
        return np.array([0.0, -(value**2), 0.0])
    peak = curve.peak_sessions
    if name == "peak_sessions":
        inner = float(peak > 1.0)  # where the curve only falls, the peak is 1 whatever they are
        return inner * np.array([0.0, -0.5 / (peak * beta), -0.5 * peak / beta])
    if math.isinf(peak):
        return np.array([1.0 / alpha, -gamma / alpha**2, math.nan])
    # At the peak the curve is level, so moving the peak itself changes nothing.
    slowdown = peak * gamma / value
    return value * np.array([1.0 / gamma, (1.0 - peak) / slowdown, peak * (1.0 - peak) / slowdown])


def standard_error(fit: ScalabilityFit, name: str, variance: float) -> float:
    """Linearised standard error of a parameter or a derived quantity; NaN where it needs a bound.

    Examples
    --------
    >>> from contention.models import fit_amdahl
    >>> fit = fit_amdahl([1, 2, 4, 8, 16], [10.0, 18.0, 31.0, 47.0, 63.0])
    >>> error = standard_error(fit.core, "contention", fit.scatter.variance)
    >>> error == fit.bse["contention"]
    True
    """
    columns = fit.free_columns
    slope = gradient(fit.curve, name)
    others = [i for i in range(3) if i not in columns and NAMES[i] in fit.fitted]
    if np.any(slope[others] != 0.0) or not np.all(np.isfinite(slope[columns])):
        return math.nan
    try:
        factor = np.linalg.inv(np.linalg.qr(fit.tangent(), mode="r"))
    except np.linalg.LinAlgError:
        return math.nan
    return float(math.sqrt(variance * np.sum((slope[columns] @ factor) ** 2)))


def student_intervals(
    fit: ScalabilityFit, names: Iterable[str], scatter: Scatter, alpha: float
) -> dict[str, Interval]:
    """Estimate minus and plus Student's t times the linearised standard error.

    Parameters
    ----------
    fit : ScalabilityFit
        The fit.
    names : iterable of str
        Parameters and derived quantities; errors of the latter by the delta method.
    scatter : Scatter
        Variance of the points.
    alpha : float
        Share of such intervals that may miss.

    Returns
    -------
    dict
        (NaN, NaN) for what rests on a parameter at its bound. Ends may be negative, where the
        quantity cannot be: a sign that the linearisation does not reach that far.

    References
    ----------
    Bates and Watts, *Nonlinear Regression Analysis*, 1988, section 2.3.

    Examples
    --------
    >>> from contention.models import fit_amdahl
    >>> fit = fit_amdahl([1, 2, 4, 8, 16], [10.0, 18.0, 31.0, 47.0, 63.0])
    >>> low, high = student_intervals(fit.core, ["contention"], fit.scatter, 0.05)["contention"]
    >>> round((low + high) / 2 - fit.contention, 12)
    0.0
    """
    check_alpha(alpha)
    ends: dict[str, Interval] = {}
    for name in names:
        error = standard_error(fit, name, scatter.variance)
        value = getattr(fit.curve, name)
        if math.isnan(error) or not math.isfinite(value):
            ends[name] = (math.nan, math.nan)
        else:
            ends[name] = student_interval(value, error, scatter.degrees_of_freedom, alpha)
    return ends


def _reciprocal(value: float) -> float:
    return math.inf if value == 0.0 else 1.0 / value
