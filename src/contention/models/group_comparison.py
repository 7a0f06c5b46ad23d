"""Comparison of groups of sweeps: whether systems, versions or platforms share a parameter."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import combinations

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import fdtrc
from statsmodels.stats.multitest import multipletests

from contention.errors import MeasurementError, UsageError
from contention.measurements import Sweep
from contention.models.equality_test import equality_test
from contention.models.group_comparison_result import GroupComparison
from contention.models.group_pair import GroupPair
from contention.models.intervals import check_alpha
from contention.models.joint_scalability import fit_jointly
from contention.models.scalability_fit import Noise, ScalabilityFit, fit_scalability_curve
from contention.models.sweep_arrays import sweep_arrays

__all__ = ["compare_groups", "group_scales"]

_NAMES = ("throughput_at_one", "contention", "coherency")
_SPREADS = ("common", "separate")
_MOST = 20


def compare_groups(
    groups: Sequence[Sweep] | Mapping[str, tuple[ArrayLike, ArrayLike]],
    common: Sequence[str] = ("contention",),
    *,
    noise: Noise = "constant",
    spread: str = "common",
    level: float = 0.05,
) -> GroupComparison:
    """Test whether several sweeps have parameters of the universal scalability law in common.

    Parameters
    ----------
    groups : sequence of Sweep, or mapping of str to (sessions, throughput)
        Two to twenty, each with at least five points at four different session counts.
    common : sequence of str, default ("contention",)
        What is tested: any of ``throughput_at_one``, ``contention``, ``coherency``. The others
        are separate for each group.
    noise : {"constant", "proportional"}, default "constant"
        Standard deviation of throughput within a group: equal at all its points, or
        proportional to throughput.
    spread : {"common", "separate"}, default "common"
        Whether the groups have the same standard deviation, absolute or relative as the noise
        is, or each its own.
    level : float, default 0.05
        Of the test, and of the pairs together.

    Returns
    -------
    GroupComparison
        The test, separate and common estimates, and the pairs.

    Raises
    ------
    MeasurementError
        When there are too few or too many groups, a label occurs twice, or a sweep cannot carry
        three parameters and a variance.
    FitError
        When a search ends without an answer.
    UsageError
        When a parameter, the noise or the spread is unknown.

    Notes
    -----
    With G groups, q tested parameters and n points in all, S1 the sum of squares with all
    parameters separate and S0 that with the tested ones in common:

    * common spread: F = ((S0 - S1) / ((G - 1) q)) / (S1 / (n - 3 G)), compared with the F
      distribution of those degrees of freedom;
    * separate spreads: each group is weighted by its own variance, and the rise of the weighted
      sum of squares is compared as Johansen does, which for one parameter is Welch's test.

    Both are exact for straight lines and near enough for these curves. A tested parameter that
    lies on its bound of zero in some groups cannot differ downwards; the test then rejects less
    often than its level says.

    Pairs are tested one by one, with the variance of all groups if that is common, and adjusted
    by Holm's method over all pairs and parameters of the comparison.

    References
    ----------
    Bates and Watts, *Nonlinear Regression Analysis*, 1988, section 3.10. Johansen, "The
    Welch-James approximation to the distribution of the residual sum of squares in a weighted
    linear regression", Biometrika 67, 1980. Holm, "A simple sequentially rejective multiple test
    procedure", Scandinavian Journal of Statistics 6, 1979.

    Examples
    --------
    >>> n = [1, 2, 4, 8, 16, 32]
    >>> before = [98.0, 182.0, 331.0, 522.0, 727.0, 905.0]
    >>> after = [99.0, 191.0, 360.0, 653.0, 1063.0, 1560.0]
    >>> comparison = compare_groups({"before": (n, before), "after": (n, after)})
    >>> comparison.differs, comparison.pairs[0].difference < 0
    (True, True)
    """
    check_alpha(level)
    names = tuple(name for name in _NAMES if name in common)
    if not names or set(common) - set(_NAMES):
        raise UsageError(
            "what may be common is throughput_at_one, contention or coherency",
            found=", ".join(common) or "nothing",
        )
    if spread not in _SPREADS:
        raise UsageError("unknown spread", found=spread, expected="common or separate")
    labels, fits = _fits(groups, noise)
    scales = group_scales(fits, spread)
    apart = sum((s * s) * f.sum_of_squares for s, f in zip(scales, fits, strict=True))
    joint = fit_jointly(fits, names, scales=scales)
    test = equality_test(
        fits, joint.curves, joint.sum_of_squares, names, scales=scales, spread=spread
    )
    pairs = _pairs(labels, fits, names, scales, spread)
    return GroupComparison(
        labels=labels,
        groups=fits,
        common=names,
        noise=noise,
        spread=spread,
        level=level,
        f_statistic=test[0],
        df_numerator=test[1],
        df_denominator=test[2],
        p_value=float(fdtrc(test[1], test[2], test[0])),
        sum_of_squares_separate=apart,
        sum_of_squares_common=joint.sum_of_squares,
        common_curves=joint.curves,
        scales=scales,
        pairs=pairs,
    )


def _fits(
    groups: Sequence[Sweep] | Mapping[str, tuple[ArrayLike, ArrayLike]], noise: Noise
) -> tuple[tuple[str, ...], tuple[ScalabilityFit, ...]]:
    if isinstance(groups, Mapping):
        columns = [(str(label), *pair) for label, pair in groups.items()]
    else:
        columns = [(sweep.label, sweep.sessions, sweep.throughput_per_s) for sweep in groups]
    labels = tuple(label for label, *_ in columns)
    if not 2 <= len(labels) <= _MOST or len(set(labels)) < len(labels):
        raise MeasurementError(
            f"a comparison takes two to {_MOST} groups with different labels",
            found=", ".join(labels) or "none",
        )
    fits = []
    for label, sessions, throughput in columns:
        n, x = sweep_arrays(sessions, throughput, distinct=4, model=f"group {label}: comparison")
        if n.size < 5:
            raise MeasurementError(
                f"group {label}: four points leave one degree of freedom, too few to compare",
                column="sessions",
                found=f"{n.size} points",
                expected="5 or more",
            )
        fits.append(fit_scalability_curve(n, x, _NAMES, noise))
    return labels, tuple(fits)


def group_scales(fits: Sequence[ScalabilityFit], spread: str) -> tuple[float, ...]:
    """Factor on the residuals of each group: 1, or one over its own standard deviation.

    Parameters
    ----------
    fits : sequence of ScalabilityFit
        The groups fitted apart.
    spread : {"common", "separate"}
        As for :func:`compare_groups`.

    Returns
    -------
    tuple of float
        One per group.

    Examples
    --------
    >>> n = np.array([1.0, 2.0, 4.0, 8.0, 16.0])
    >>> fit = fit_scalability_curve(n, np.array([10.0, 19.0, 34.0, 55.0, 80.0]), _NAMES)
    >>> group_scales([fit, fit], "common")
    (1.0, 1.0)
    """
    if spread == "common":
        return (1.0,) * len(fits)
    scales = []
    for fit in fits:
        size = float(np.sum((fit.weights * fit.throughput) ** 2))
        # Below rounding error the fit is exact, and its spread is taken as that error.
        rest = max(fit.sum_of_squares, 1e-20 * size)
        scales.append(math.sqrt(fit.degrees_of_freedom / rest))
    return tuple(scales)


def _pairs(
    labels: Sequence[str],
    fits: Sequence[ScalabilityFit],
    names: Sequence[str],
    scales: Sequence[float],
    spread: str,
) -> tuple[GroupPair, ...]:
    freedom = sum(f.degrees_of_freedom for f in fits)
    variance = sum(f.sum_of_squares for f in fits) / freedom
    found: list[tuple[str, int, int, tuple[float, float, float]]] = []
    for name in names:
        for i, j in combinations(range(len(fits)), 2):
            two, sizes = [fits[i], fits[j]], [scales[i], scales[j]]
            joint = fit_jointly(two, [name], scales=sizes)
            test = equality_test(
                two,
                joint.curves,
                joint.sum_of_squares,
                [name],
                scales=sizes,
                spread=spread,
                pooled=(variance, freedom) if spread == "common" else None,
            )
            found.append((name, i, j, test))
    p_values = [float(fdtrc(f, d, value)) for *_, (value, f, d) in found]
    adjusted_values = multipletests(p_values, method="holm")[1].tolist()
    return tuple(
        GroupPair(
            parameter=name,
            first=labels[i],
            second=labels[j],
            difference=getattr(fits[j].curve, name) - getattr(fits[i].curve, name),
            df=test[2],
            p_value=p,
            p_adjusted=adjusted,
        )
        for (name, i, j, test), p, adjusted in zip(found, p_values, adjusted_values, strict=True)
    )
