"""An interval of the saturation point that takes a smooth curve as the truth."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from contention.models.first_crossing import check_share, first_crossings
from contention.models.intervals import check_alpha
from contention.models.sweep_columns import means_by_sessions
from contention.models.universal_scalability import fit_universal_scalability

__all__ = ["SaturationBootstrap", "bootstrap_saturation"]


@dataclass(frozen=True)
class SaturationBootstrap:
    """Saturation under a fitted universal scalability law.

    Attributes
    ----------
    sessions : float
        Crossing of the fitted curve, read at the measured counts as the data are.
    low, high : float
        Percentile interval of the crossing when residuals are drawn again.
    share : float
        The criterion.
    residual_share : float
        Residual standard error over the greatest throughput. Where this is far above the scatter
        that the measurement has, the curve does not fit and the interval mostly shows that.
    note : str
        The same in words.
    """

    sessions: float
    low: float
    high: float
    share: float
    residual_share: float
    note: str


def bootstrap_saturation(
    sessions: ArrayLike,
    throughput: ArrayLike,
    share: float = 0.95,
    *,
    alpha: float = 0.05,
    resamples: int = 4000,
    seed: int = 0,
) -> SaturationBootstrap:
    """Residual bootstrap of the saturation point around a universal scalability law.

    Parameters
    ----------
    sessions, throughput : array_like, shape (n,)
        The sweep; at least four different session counts.
    share : float, default 0.95
        The criterion.
    alpha : float, default 0.05
        Share of intervals that may miss.
    resamples : int, default 4000
        How often residuals are drawn.
    seed : int, default 0
        For the drawing.

    Returns
    -------
    SaturationBootstrap
        The crossing of the fitted curve and its interval.

    Raises
    ------
    MeasurementError
        When the sweep is too short for the law.
    FitError
        When the law cannot be fitted.
    UsageError
        When share or alpha is out of range.

    Notes
    -----
    Residuals, widened by sqrt(n / (n - 3)), are drawn with replacement and added to the fitted
    curve; each drawn sweep gives a crossing. Lack of fit counts as noise. Where the curve is
    wrong near the plateau, the interval is wide but may still miss, so it is shown beside the
    bracket of measured counts, not in its place.

    References
    ----------
    Davison and Hinkley, *Bootstrap Methods and their Application*, 1997, section 6.2.

    Examples
    --------
    >>> result = bootstrap_saturation([1, 2, 4, 8, 16], [10, 18.4, 31.8, 48.1, 61.0])
    >>> 8 < result.low <= result.sessions <= result.high <= 16
    True
    """
    check_share(share)
    check_alpha(alpha)
    fit = fit_universal_scalability(sessions, throughput)
    counts, curve = means_by_sessions(fit.sessions, fit.predict(fit.sessions))
    residuals = fit.residuals * np.sqrt(fit.n / fit.df_resid)
    rng = np.random.default_rng(seed)
    drawn = rng.choice(residuals, size=(resamples, fit.n))
    position = np.searchsorted(counts, fit.sessions)
    sums = np.zeros((resamples, counts.size))
    for column, place in enumerate(position):
        sums[:, place] += drawn[:, column]
    sweeps = curve + sums / np.bincount(position)
    low, high = np.quantile(first_crossings(counts, sweeps, share), [alpha / 2, 1 - alpha / 2])
    part = fit.residual_standard_error / float(fit.throughput.max())
    return SaturationBootstrap(
        sessions=float(first_crossings(counts, curve[None, :], share)[0]),
        low=float(low),
        high=float(high),
        share=float(share),
        residual_share=part,
        note=(
            f"takes the universal scalability law as the truth, with residuals of {part:.1%} of "
            "the maximum, lack of fit included"
        ),
    )
