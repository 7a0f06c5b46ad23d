"""The test that parameters of several scalability curves are equal."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from contention.models.joint_scalability import information
from contention.models.scalability_curve import ScalabilityCurve
from contention.models.scalability_fit import ScalabilityFit

__all__ = ["equality_test"]


def equality_test(
    fits: Sequence[ScalabilityFit],
    curves: Sequence[ScalabilityCurve],
    sum_of_squares: float,
    names: Sequence[str],
    *,
    scales: Sequence[float],
    spread: str,
    pooled: tuple[float, float] | None = None,
) -> tuple[float, float, float]:
    """F and its degrees of freedom for parameters that are equal in all groups.

    Parameters
    ----------
    fits : sequence of ScalabilityFit
        The groups fitted apart.
    curves : sequence of ScalabilityCurve
        The groups fitted with the named parameters in common.
    sum_of_squares : float
        Of that joint fit, scaled.
    names : sequence of str
        The parameters.
    scales : sequence of float
        Factor on the residuals of each group.
    spread : {"common", "separate"}
        As for :func:`compare_groups`.
    pooled : tuple of float, optional
        Variance of the noise and its degrees of freedom, if known from more groups than these.

    Returns
    -------
    tuple of float
        F, and the degrees of freedom of numerator and denominator.

    Examples
    --------
    >>> from contention.models.joint_scalability import fit_jointly
    >>> from contention.models.scalability_fit import fit_scalability_curve
    >>> n = np.array([1.0, 2.0, 4.0, 8.0, 16.0])
    >>> fit = fit_scalability_curve(
    ...     n,
    ...     np.array([10.0, 19.0, 34.0, 55.0, 80.0]),
    ...     ("throughput_at_one", "contention", "coherency"),
    ... )
    >>> twice = [fit, fit]
    >>> joint = fit_jointly(twice, ["contention"])
    >>> f, *freedom = equality_test(
    ...     twice,
    ...     joint.curves,
    ...     joint.sum_of_squares,
    ...     ["contention"],
    ...     scales=[1.0, 1.0],
    ...     spread="common",
    ... )
    >>> round(f, 6), freedom
    (0.0, [1, 4])
    """
    squares = np.square(scales)
    apart = float(sum(s * f.sum_of_squares for s, f in zip(squares, fits, strict=True)))
    rise = max(sum_of_squares - apart, 0.0)
    q = (len(fits) - 1) * len(names)
    if spread == "common":
        freedom = sum(f.degrees_of_freedom for f in fits)
        variance, below = pooled or (apart / freedom, freedom)
        return rise / q / variance if rise > 0.0 else 0.0, q, below
    weights = [
        s * information(f, curve, names) for s, f, curve in zip(squares, fits, curves, strict=True)
    ]
    share = np.linalg.inv(np.sum(weights, axis=0))
    doubt = 0.0
    for fit, weight in zip(fits, weights, strict=True):
        rest = np.eye(len(names)) - share @ weight
        doubt += (np.trace(rest @ rest) + np.trace(rest) ** 2) / (2.0 * fit.degrees_of_freedom)
    correction = q + 2.0 * doubt - 6.0 * doubt / (q + 2.0)
    return rise / correction, q, q * (q + 2.0) / (3.0 * doubt)
