"""The ladder of scalability laws: linear, Amdahl, universal; which parameters the data ask for."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import fdtrc

from contention.errors import ContentionError
from contention.models.amdahl import AmdahlFit
from contention.models.closed_network_fit import ClosedNetworkFit, fit_closed_network
from contention.models.information_criterion import corrected_information
from contention.models.intervals import check_alpha
from contention.models.linear_scaling import LinearScalingFit
from contention.models.model_ladder_result import LadderStep, ModelLadder
from contention.models.retrograde import retrograde_throughput
from contention.models.scalability_fit import Noise, fit_scalability_curve
from contention.models.scalability_result import ScalabilityResult
from contention.models.sweep_arrays import Array, sweep_arrays, sweep_weights
from contention.models.universal_scalability import UniversalScalabilityFit

__all__ = ["added_parameter_test", "fit_model_ladder"]

_LAWS: tuple[tuple[str, type[ScalabilityResult]], ...] = (
    ("linear_scaling", LinearScalingFit),
    ("amdahl", AmdahlFit),
    ("universal_scalability", UniversalScalabilityFit),
)
_PARAMETERS = ("throughput_at_one", "contention", "coherency")
_MOST_SESSIONS = 2000  # mean value analysis of the rival takes a step per session


def fit_model_ladder(
    sessions: ArrayLike,
    throughput: ArrayLike,
    *,
    noise: Noise = "constant",
    weights: ArrayLike | None = None,
    level: float = 0.05,
) -> ModelLadder:
    """Fit linear scaling, Amdahl's law and the universal law, and test each added parameter.

    Parameters
    ----------
    sessions : array_like, shape (n,)
        Sessions, N; positive, at least four different counts. Repeats are replicates.
    throughput : array_like, shape (n,)
        Throughput, X; positive, in any unit.
    noise : {"constant", "proportional"}, default "constant"
        Standard deviation of throughput: equal at all points, or proportional to throughput.
    weights : array_like, shape (n,), optional
        In place of ``noise``: relative precision of each point, 1 / s**2 for a standard deviation
        s.
    level : float, default 0.05
        Of each F test.

    Returns
    -------
    ModelLadder
        All steps; ``chosen`` by the rule below.

    Raises
    ------
    MeasurementError
        When the sweep cannot carry three parameters.
    FitError
        When a search ends without an answer.
    UsageError
        When the noise model is unknown, or the level is not between 0 and 1.

    Notes
    -----
    Throughput at one, gamma, is free at each step. With S0 and S1 the residual sums of squares
    below and above, and n - p degrees of freedom above, F = (S0 - S1) / (S1 / (n - p)).

    The added parameter is zero or more, and zero is what is tested: at the edge of what is
    allowed. In half of all sweeps from a system without it the estimate falls on the bound and
    F is 0, so the probability of a larger F is half that of the F distribution with 1 and n - p
    degrees of freedom; it is 1 when F is 0. This is the one-sided t test of that parameter.

    The rule: the richest law whose added parameter is significant. It starts from the top, since
    contention on its own can be hidden by a coherency that is there. AICc is shown beside it and
    does not decide: with few points its penalty outweighs a fall in throughput that all can see.
    The rival, one queue and a delay, is fitted with constant noise only, since a criterion
    compares only fits of the same noise.

    References
    ----------
    Self and Liang, "Asymptotic properties of maximum likelihood estimators and likelihood ratio
    tests under nonstandard conditions", Journal of the American Statistical Association 82,
    1987, case 5. Bates and Watts, *Nonlinear Regression Analysis*, 1988, section 3.10.

    Examples
    --------
    >>> n = [1, 2, 4, 8, 12, 16, 24, 32]
    >>> x = [98.0, 187.0, 320.0, 516.0, 636.0, 730.0, 841.0, 925.0]
    >>> ladder = fit_model_ladder(n, x)
    >>> ladder.chosen.law, ladder["universal_scalability"].p_value > 0.05
    ('amdahl', True)
    """
    check_alpha(level)
    n, x = sweep_arrays(sessions, throughput, distinct=4, model="the ladder of scalability laws")
    factors = None if weights is None else np.sqrt(sweep_weights(sessions, weights))
    steps = _steps(n, x, noise, factors)
    rival = _rival(n, x) if noise == "constant" and weights is None else None
    criterion = math.nan
    if rival is not None:
        rest = max(rival.sum_of_squares, _rounding(steps[-1].fit))
        criterion = corrected_information(rest, n.size, 2)
    fact = retrograde_throughput(n, x, noise=noise, level=level)
    return ModelLadder(steps, fact, rival, criterion, steps[0].fit.noise, level)


def added_parameter_test(below: Array, above: Array, freedom: int) -> tuple[Array, Array]:
    """F and its probability for a parameter that is zero or more, from two sums of squares.

    Parameters
    ----------
    below, above : ndarray
        Residual sums of squares without and with the parameter; positive.
    freedom : int
        Points less parameters of the richer curve.

    Returns
    -------
    tuple of ndarray
        F, zero where the parameter does not help, and the probability of a larger one when the
        parameter is zero: half that of the F distribution, or 1 where F is zero.

    Examples
    --------
    >>> f, p = added_parameter_test(np.array([131265.39, 50.0]), np.array([27453.72, 50.0]), 4)
    >>> f.round(2).tolist(), p.round(4).tolist()
    ([15.13, 0.0], [0.0089, 1.0])
    """
    f = np.maximum(below - above, 0.0) / (above / freedom)
    return f, np.where(f > 0.0, 0.5 * fdtrc(1, freedom, f), 1.0)


def _steps(n: Array, x: Array, noise: Noise, factors: Array | None) -> tuple[LadderStep, ...]:
    steps: list[LadderStep] = []
    for rank, (law, kind) in enumerate(_LAWS, start=1):
        core = fit_scalability_curve(n, x, _PARAMETERS[:rank], noise, factors)
        fit = kind(core, noise if factors is None else "weights")
        rest = max(fit.sum_of_squares, _rounding(fit))
        f = p = tail = math.nan
        if steps:
            below = np.array(steps[-1].sum_of_squares)
            f, p = (float(v) for v in added_parameter_test(below, np.array(rest), fit.df_resid))
            tail = float(fdtrc(1, fit.df_resid, f))
        steps.append(
            LadderStep(
                law=law,
                fit=fit,
                added=_PARAMETERS[rank - 1],
                sum_of_squares=rest,
                df_resid=fit.df_resid,
                aicc=corrected_information(rest, fit.n, rank),
                f_statistic=f,
                p_value=p,
                p_value_two_sided=tail,
            )
        )
    return tuple(steps)


def _rounding(fit: ScalabilityResult) -> float:
    """Sum of squares below which a fit is exact, so that none is better than another."""
    return 1e-22 * float(np.sum((fit.core.weights * fit.throughput) ** 2))


def _rival(n: Array, x: Array) -> ClosedNetworkFit | None:
    if np.any(n != np.floor(n)) or n[-1] > _MOST_SESSIONS:
        return None
    try:
        return fit_closed_network(n, x)
    except ContentionError:
        return None
