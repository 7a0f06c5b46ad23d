"""Retrograde throughput: whether it fell beyond its maximum, as a fact of the data."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import stdtr

from contention.models.intervals import check_alpha
from contention.models.scalability_fit import Noise, fit_scalability_curve
from contention.models.sweep_arrays import Array, finite_pairs
from contention.models.sweep_columns import means_by_sessions

__all__ = ["Retrograde", "retrograde_throughput"]

_CURVE = ("throughput_at_one", "contention", "coherency")


@dataclass(frozen=True)
class Retrograde:
    """How far throughput fell from its greatest mean, and whether noise explains that.

    Attributes
    ----------
    maximum_sessions, maximum_throughput : float
        The session count with the greatest mean throughput, and that mean.
    last_sessions, last_throughput : float
        The greatest session count, and the mean there.
    fall : float
        1 - last / maximum; 0 when the maximum is last.
    p_value : float
        Probability of such a fall, or a steeper one, in a system that does not fall; NaN when
        the sweep has nothing to measure its noise by.
    level : float
        ``observed`` compares the probability with this.
    noise_from : {"replicates", "trend", "residuals", "nothing"}
        What the noise was taken from.
    """

    maximum_sessions: float
    maximum_throughput: float
    last_sessions: float
    last_throughput: float
    fall: float
    p_value: float
    level: float
    noise_from: str

    @property
    def observed(self) -> bool:
        """Whether throughput fell by more than its noise."""
        return self.p_value < self.level

    @property
    def sentence(self) -> str:
        """The fact in one sentence."""
        if self.fall == 0.0:
            return f"throughput is greatest at the last count, {self.last_sessions:g} sessions"
        text = (
            f"throughput fell by {self.fall:.1%} from its maximum at {self.maximum_sessions:g} "
            f"sessions to {self.last_sessions:g} sessions"
        )
        if math.isnan(self.p_value):
            return f"{text}; there is nothing to measure its noise by"
        return f"{text}, {'more' if self.observed else 'no more'} than its noise explains"


def retrograde_throughput(
    sessions: ArrayLike,
    throughput: ArrayLike,
    *,
    noise: Noise = "constant",
    level: float = 0.05,
) -> Retrograde:
    """Compare the last throughput of a sweep with its maximum.

    Parameters
    ----------
    sessions : array_like, shape (n,)
        Sessions, N; positive.
    throughput : array_like, shape (n,)
        Throughput, X; positive, in any unit. Repeated counts are replicates.
    noise : {"constant", "proportional"}, default "constant"
        With proportional noise, logarithms of throughput are compared.
    level : float, default 0.05
        A fall less probable than this is called observed.

    Returns
    -------
    Retrograde
        The fact.

    Raises
    ------
    MeasurementError
        When values are missing or not positive.
    UsageError
        When the level is not between 0 and 1.

    Notes
    -----
    The first of these that the sweep allows:

    1. ``replicates``, at least two degrees of freedom: one-sided Student test of the difference
       of the two means, with the variance pooled over all counts. The maximum was chosen among
       the k counts, so the probability is multiplied by k - 1.
    2. ``trend``, at least three counts beyond the maximum: one-sided Student test of the slope of
       a straight line through them, over the logarithm of sessions. The maximum itself is left
       out: it was chosen because it is high, and would tilt the line.
    3. ``residuals``: as 1, with the residuals of the universal scalability law for the noise.
       They hold its misfit too, so this errs towards not seeing a fall.

    Examples
    --------
    >>> fact = retrograde_throughput([1, 2, 4, 8, 16, 32], [10.0, 19.0, 30.0, 28.0, 25.9, 24.0])
    >>> fact.maximum_sessions, round(fact.fall, 3), fact.observed
    (4.0, 0.2, True)
    """
    check_alpha(level)
    n, x = finite_pairs(sessions, throughput, "throughput")
    counts, means = means_by_sessions(n, x)
    top = int(np.argmax(means))
    fall = 1.0 - float(means[-1] / means[top])
    p_value, source = 1.0, "nothing"
    if top < counts.size - 1:
        p_value, source = _probability(n, x, top, noise)
    return Retrograde(
        maximum_sessions=float(counts[top]),
        maximum_throughput=float(means[top]),
        last_sessions=float(counts[-1]),
        last_throughput=float(means[-1]),
        fall=fall,
        p_value=p_value,
        level=level,
        noise_from=source,
    )


def _probability(n: Array, x: Array, top: int, noise: Noise) -> tuple[float, str]:
    y = np.log(x) if noise == "proportional" else x
    counts, means = means_by_sessions(n, y)
    sizes = np.unique(n, return_counts=True)[1]
    spread = y - means[np.searchsorted(counts, n)]
    freedom = int(n.size - counts.size)
    gap = float(means[top] - means[-1])
    width = math.sqrt(1.0 / sizes[top] + 1.0 / sizes[-1])
    pure = float(spread @ spread)
    if freedom >= 2 and pure > 0.0:
        return _chosen(gap, width * math.sqrt(pure / freedom), freedom, counts.size), "replicates"
    if counts.size - top > 3:
        return _slope(np.log(counts[top + 1 :]), means[top + 1 :]), "trend"
    freedom = int(n.size) - len(_CURVE)
    if counts.size < 4 or freedom < 1:
        return math.nan, "nothing"
    fit = fit_scalability_curve(n, x, _CURVE, noise)
    error = math.sqrt(fit.sum_of_squares / freedom)
    return _chosen(gap, width * error, freedom, counts.size), "residuals"


def _chosen(gap: float, error: float, freedom: int, counts: int) -> float:
    if error == 0.0:
        return 0.0
    return min(1.0, (counts - 1) * float(stdtr(freedom, -gap / error)))


def _slope(position: Array, means: Array) -> float:
    """One-sided probability of a slope so negative when there is none."""
    centred, offset = position - position.mean(), means - means.mean()
    slope = float(centred @ offset) / float(centred @ centred)
    rest = offset - slope * centred
    freedom = int(position.size) - 2
    error = math.sqrt(float(rest @ rest) / freedom / float(centred @ centred))
    if error == 0.0:
        return 0.0 if slope < 0.0 else 1.0
    return float(stdtr(freedom, slope / error))
