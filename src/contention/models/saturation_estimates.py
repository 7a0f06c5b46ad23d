"""Several answers to "where does it saturate", side by side."""

from __future__ import annotations

from numpy.typing import ArrayLike

from contention.errors import ContentionError
from contention.measurements import Sweep
from contention.models.saturation_criteria import (
    bounds_row,
    kneedle_row,
    segmented_row,
    share_row,
    sweep_noise,
    universal_rows,
)
from contention.models.saturation_table import SaturationEstimate, SaturationEstimates
from contention.models.sweep_columns import sweep_columns
from contention.models.universal_scalability import (
    UniversalScalabilityFit,
    fit_universal_scalability,
)

__all__ = ["saturation_estimates"]


def saturation_estimates(
    sweep: Sweep | ArrayLike,
    throughput_per_s: ArrayLike | None = None,
    *,
    shares: tuple[float, ...] = (0.90, 0.95, 0.99),
    alpha: float = 0.05,
    thorough: bool = False,
    relative_error: float | None = None,
    kneedle_draws: int = 200,
    seed: int = 0,
) -> SaturationEstimates:
    """Where a sweep saturates, by several criteria that need not agree.

    Parameters
    ----------
    sweep : Sweep or array_like, shape (n,)
        A sweep, or the session counts.
    throughput_per_s : array_like, shape (n,), optional
        With session counts, the throughput.
    shares : tuple of float
        Shares of the maximum to look for.
    alpha : float, default 0.05
        Share of intervals that may miss.
    thorough : bool, default False
        Add the break of a segmented regression and Kneedle, and give the knee of the bounds an
        interval.
    relative_error : float, optional
        Standard error of each throughput as a share of it, such as 0.02, if you know it. It gives
        what is read off single points an interval: shares, knee and Kneedle.
    kneedle_draws : int, default 200
        Redrawn sweeps behind the spread of Kneedle; 0 for none.
    seed : int, default 0
        For the drawing.

    Returns
    -------
    SaturationEstimates
        The first crossing of each share of the maximum; the knee (D + Z) / D_max of the
        asymptotic bounds; the peak and the reciprocal contention of the universal scalability
        law; if asked for, the segmented break and Kneedle. A criterion that cannot be computed is
        a row of NaN with the reason.

    Raises
    ------
    MeasurementError
        When there is no throughput, or fewer than two session counts.
    UsageError
        When a share, alpha or the relative error is out of range.

    Notes
    -----
    The knee is a ratio of two readings. Their noise is taken from ``relative_error``; else from
    replicates; else from the residuals of the universal law. That law then serves as a ruler of
    noise only: sweeps are redrawn around the readings and not around the curve, so that a curve
    that misses the first point widens the interval and does not shift it.

    Examples
    --------
    >>> table = saturation_estimates([1, 2, 4, 8, 16], [10.0, 18.4, 31.8, 48.1, 61.0])
    >>> [row.criterion for row in table.rows][-2:], round(table["bounds_knee"].sessions, 1)
    (['universal_peak', 'inverse_contention'], 6.1)
    """
    n, x, _ = sweep_columns(sweep, throughput_per_s)
    rows = [
        share_row(n, x, share, alpha=alpha, relative_error=relative_error, seed=seed)
        for share in shares
    ]
    fit: UniversalScalabilityFit | None = None
    try:
        fit = fit_universal_scalability(n, x)
        universal = universal_rows(fit, alpha=alpha)
    except ContentionError as problem:
        names = ("universal_peak", "inverse_contention")
        universal = [SaturationEstimate.missing(name, problem) for name in names]
    noise = sweep_noise(n, x, fit, relative_error) if thorough else None
    rows += [bounds_row(n, x, noise, alpha=alpha, seed=seed), *universal]
    if thorough:
        rows.append(segmented_row(n, x, alpha=alpha, seed=seed))
        rows.append(kneedle_row(n, x, noise, alpha=alpha, draws=kneedle_draws, seed=seed))
    return SaturationEstimates(sweep.label if isinstance(sweep, Sweep) else "data", tuple(rows))
