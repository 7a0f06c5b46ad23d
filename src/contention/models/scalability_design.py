"""Session counts that can answer where throughput peaks, before and after they are run."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from contention.errors import UsageError
from contention.models.intervals import student_quantile
from contention.models.scalability_curve import ScalabilityCurve
from contention.models.scalability_fit import NAMES, Noise, ScalabilityFit
from contention.models.scalability_intervals import standard_error
from contention.models.sweep_arrays import Array, frozen_array, sweep_arrays

__all__ = ["SweepPlan", "design_advice", "plan_scalability_sweep"]

_BEYOND = 1.5
_LOW = 4.0
_FEW = 6
_PLANNED = (*NAMES, "peak_sessions", "peak_throughput", "saturation_sessions")


@dataclass(frozen=True, eq=False)
class SweepPlan:
    """What a sweep is likely to tell.

    Attributes
    ----------
    sessions : ndarray, shape (n,)
        The counts to run, sorted; repeats are replicates.
    curve : ScalabilityCurve
        What is expected of the system.
    df_resid : int
        Runs less three parameters.
    relative_reach : dict
        Half of the expected 95 % interval of each quantity over the quantity itself; NaN where
        the curve does not have it. Above 1 the sweep will hardly tell it from zero.
    advice : tuple of str
        What to add.
    """

    sessions: Array
    curve: ScalabilityCurve
    df_resid: int
    relative_reach: dict[str, float]
    advice: tuple[str, ...]


def design_advice(sessions: ArrayLike, peak_sessions: float) -> tuple[str, ...]:
    """What a set of session counts lacks to find a peak, in sentences.

    Parameters
    ----------
    sessions : array_like, shape (n,)
        Counts run, or to be run; repeats are replicates.
    peak_sessions : float
        Where the peak is thought to be, or was found; infinity when there is none.

    Returns
    -------
    tuple of str
        Empty when nothing is missing.

    Notes
    -----
    Without a point well past the peak its position rests on the formula alone. Throughput at one
    and contention trade off against each other, and only runs at few sessions tell them apart.
    With fewer than six counts there are fewer than three degrees of freedom.

    Examples
    --------
    >>> design_advice([1, 1, 2, 2, 4, 8, 16, 32, 64], 40.0)
    ()
    >>> design_advice([1, 1, 2, 2, 4, 8, 16, 32], 40.0)[0]
    'measure to at least 60 sessions, 1.5 times the peak at 40: the last count is 32'
    """
    n = np.sort(np.asarray(sessions, dtype=np.float64))
    counts, repeats = np.unique(n, return_counts=True)
    notes = []
    if counts.size < _FEW:
        notes.append(f"measure at least {_FEW} different session counts, not {counts.size}")
    if math.isfinite(peak_sessions) and n[-1] < _BEYOND * peak_sessions:
        notes.append(
            f"measure to at least {math.ceil(_BEYOND * peak_sessions)} sessions, {_BEYOND:g} "
            f"times the peak at {peak_sessions:.3g}: the last count is {n[-1]:g}"
        )
    if n[0] > _LOW:
        notes.append(
            f"measure 1 to {_LOW:g} sessions too: the first count is {n[0]:g}, and throughput at "
            "one is extrapolated from it"
        )
    elif not np.any(repeats[counts <= _LOW] > 1):
        notes.append(
            f"repeat the runs at 1 to {_LOW:g} sessions: throughput at one and contention are "
            "told apart there only"
        )
    return tuple(notes)


def plan_scalability_sweep(
    sessions: ArrayLike,
    curve: ScalabilityCurve,
    spread: float,
    *,
    noise: Noise = "proportional",
) -> SweepPlan:
    """How wide the intervals of a sweep will be, if the system is about as expected.

    Parameters
    ----------
    sessions : array_like, shape (n,)
        Counts to run; at least four different ones. Repeats are replicates.
    curve : ScalabilityCurve
        A guess of the system, such as a first fit.
    spread : float
        Standard deviation of a run: relative to its throughput, or with constant noise in the
        unit of throughput.
    noise : {"proportional", "constant"}, default "proportional"
        Which of the two.

    Returns
    -------
    SweepPlan
        Expected reach of the intervals, linearised, and what the counts lack.

    Raises
    ------
    MeasurementError
        When there are too few session counts.
    UsageError
        When the spread is not positive.

    References
    ----------
    Bates and Watts, *Nonlinear Regression Analysis*, 1988, section 3.14, on designs.

    Examples
    --------
    Without a run past the peak at 62 sessions, coherency will not be known:

    >>> guess = ScalabilityCurve(100.0, 0.03, 2.5e-4)
    >>> short = plan_scalability_sweep([1, 2, 4, 8, 16, 32], guess, 0.03)
    >>> longer = plan_scalability_sweep([1, 2, 4, 8, 16, 32, 64, 96], guess, 0.03)
    >>> short.relative_reach["coherency"] > 0.8, longer.relative_reach["coherency"] < 0.5
    (True, True)
    """
    if not (math.isfinite(spread) and spread > 0.0):
        raise UsageError("the spread of a run must be positive", found=f"{spread:g}")
    n = np.asarray(sessions, dtype=np.float64)
    mean = curve.throughput(n)
    n, mean = sweep_arrays(n, mean, distinct=4, model="the universal scalability law")
    weights = 1.0 / mean if noise == "proportional" else np.ones_like(mean)
    values = (curve.throughput_at_one, curve.contention, curve.coherency)
    free = {name: value > 0.0 for name, value in zip(NAMES, values, strict=True)}
    fit = ScalabilityFit(curve, 0.0, free, n, mean, weights, NAMES)
    freedom = fit.degrees_of_freedom
    reach = student_quantile(0.975, freedom)
    relative = {}
    for name in _PLANNED:
        value = getattr(curve, name)
        known = math.isfinite(value) and value > 0.0
        error = standard_error(fit, name, spread**2) if known else math.nan
        relative[name] = reach * error / value if known else math.nan
    advice = design_advice(n, curve.peak_sessions)
    return SweepPlan(frozen_array(n), curve, freedom, relative, advice)
