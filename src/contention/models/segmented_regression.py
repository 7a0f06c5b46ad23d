"""Segmented regression: two straight lines that meet at a break which the data choose."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from contention.errors import FitError, MeasurementError
from contention.models.break_test import break_pvalue
from contention.models.broken_line import BrokenLineDesign
from contention.models.segmented_result import SegmentedFit
from contention.models.sweep_arrays import Array, frozen_array

__all__ = ["fit_segmented_regression"]

_PARAMETERS = 4


def fit_segmented_regression(
    x: ArrayLike,
    y: ArrayLike,
    *,
    x_unit: str = "sessions",
    y_unit: str = "throughput",
    draws: int = 1999,
    seed: int = 0,
) -> SegmentedFit:
    """Fit y = c + b x + d max(x - psi, 0) with psi unknown, by least squares.

    Parameters
    ----------
    x : array_like, shape (n,)
        Positions, finite; at least four different ones. Repeats are replicates.
    y : array_like, shape (n,)
        Values, finite; at least five points.
    x_unit, y_unit : str
        Units, for the tables.
    draws : int, default 1999
        Simulated noise sets in the test that a break exists; 0 leaves it out.
    seed : int, default 0
        For the drawing.

    Returns
    -------
    SegmentedFit
        The global optimum: the search is exact, see :class:`BrokenLineDesign`.

    Raises
    ------
    MeasurementError
        When there are too few points or positions, or values are missing.
    FitError
        When a straight line fits exactly, so that there is no break to place.

    Notes
    -----
    Assumes independent normal errors of one variance. The standard error of the break is that of
    the model linearised at the estimate. The interval is by profile likelihood,
    S(psi) <= S (1 + t^2 / (n - 4)), exact up to rounding; in simulation it covers 93 to 97 %
    where the linearised one covers 85 to 96 %. The p-value is that of :func:`break_pvalue`. A
    smooth bend is no straight line either: a small p-value is no proof of a corner.

    For throughput, x is the number of sessions and not its logarithm. Below saturation
    throughput grows in proportion to the sessions, so only there is the rise a straight line;
    against the logarithm it is an exponential, and the break comes out at about twice the knee.

    References
    ----------
    Muggeo, "Estimating regression models with unknown break-points", Statistics in Medicine 22,
    2003, equation 5 for the error. Hudson 1966 for the search.

    Examples
    --------
    >>> fit = fit_segmented_regression([1, 2, 4, 8, 16, 32], [10.0, 20.1, 39.8, 61, 60, 60.4])
    >>> round(fit.break_point, 1), round(fit.slope_before, 2), fit.pvalue < 0.05
    (6.1, 9.92, True)
    """
    at, values = _points(x, y)
    design = BrokenLineDesign(at)
    rest = design.without_line(values)
    straight = float(rest @ rest)
    if straight <= 1e-24 * float(values @ values):
        raise FitError(
            "a straight line fits exactly, so there is no break",
            hint="measure beyond the straight part",
        )
    point = float(design.best(rest[None, :])[0][0])
    columns = design.regressors(point, 0.0)[:, :3]
    constant, slope, step = (float(v) for v in np.linalg.lstsq(columns, values, rcond=None)[0])
    residuals = values - columns @ [constant, slope, step]
    total = float(residuals @ residuals)
    total = total if total > 1e-22 * straight else 0.0
    return SegmentedFit(
        x=at,
        y=values,
        break_point=point,
        slope_before=slope,
        slope_after=slope + step,
        constant=constant,
        sum_of_squares=total,
        straight_sum_of_squares=straight,
        covariance=_covariance(design.regressors(point, step), total / (at.size - _PARAMETERS)),
        pvalue=break_pvalue(design, straight, total, draws=draws, seed=seed),
        x_unit=x_unit,
        y_unit=y_unit,
    )


def _points(x: ArrayLike, y: ArrayLike) -> tuple[Array, Array]:
    at, values = np.asarray(x, dtype=np.float64), np.asarray(y, dtype=np.float64)
    if at.ndim != 1 or at.shape != values.shape:
        raise MeasurementError(
            "a segmented regression needs two lists of the same length",
            found=f"{at.size} and {values.size} values",
        )
    if not (np.all(np.isfinite(at)) and np.all(np.isfinite(values))):
        raise MeasurementError("a segmented regression needs finite values")
    counts = int(np.unique(at).size)
    if counts < _PARAMETERS or at.size <= _PARAMETERS:
        raise MeasurementError(
            "a segmented regression needs at least five points at four different positions",
            found=f"{at.size} points at {counts}",
            hint="measure more load levels on both sides of the knee",
        )
    order = np.argsort(at, kind="stable")
    return frozen_array(at[order]), frozen_array(values[order])


def _covariance(regressors: Array, variance: float) -> Array:
    if np.linalg.matrix_rank(regressors / np.abs(regressors).max(axis=0)) < _PARAMETERS:
        return frozen_array(np.full((_PARAMETERS, _PARAMETERS), math.nan))
    factor = np.linalg.inv(np.linalg.qr(regressors, mode="r"))
    # From constant, slope, step and break to break, slope before, slope after and constant.
    names = np.array([[0, 0, 0, 1], [0, 1, 0, 0], [0, 1, 1, 0], [1, 0, 0, 0]], dtype=np.float64)
    return frozen_array(names @ (variance * factor @ factor.T) @ names.T)
