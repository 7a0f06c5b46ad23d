"""The universal scalability law, fitted to a load sweep."""

from __future__ import annotations

import math
from dataclasses import dataclass

from numpy.typing import ArrayLike

from contention.models.scalability_design import design_advice
from contention.models.scalability_fit import Noise
from contention.models.scalability_result import ScalabilityResult, VarianceSource

__all__ = ["UniversalScalabilityFit", "fit_universal_scalability"]


@dataclass(frozen=True, eq=False)
class UniversalScalabilityFit(ScalabilityResult):
    """A fitted universal scalability law; attributes as in :class:`ScalabilityResult`."""

    title = "Universal scalability law"
    called = "the universal scalability law"
    parameters = ("throughput_at_one", "contention", "coherency")
    derived_names = ("peak_sessions", "peak_throughput", "saturation_sessions")

    @property
    def contention(self) -> float:
        """Contention, alpha."""
        return self.curve.contention

    @property
    def coherency(self) -> float:
        """Coherency delay, beta."""
        return self.curve.coherency

    @property
    def peak_sessions(self) -> float:
        """Sessions at the greatest throughput; infinity when the curve never falls."""
        return self.curve.peak_sessions

    @property
    def peak_throughput(self) -> float:
        """Greatest throughput, or the limit that the curve approaches."""
        return self.curve.peak_throughput

    @property
    def saturation_sessions(self) -> float:
        """Reciprocal of contention."""
        return self.curve.saturation_sessions

    @property
    def peak_is_extrapolated(self) -> bool:
        """Whether the peak lies outside the measured session counts."""
        return not self.sessions[0] <= self.peak_sessions <= self.sessions[-1]

    def design_advice(self) -> tuple[str, ...]:
        """What the session counts lack for the peak that was found; see :func:`design_advice`."""
        return design_advice(self.sessions, self.peak_sessions)

    @property
    def verdict(self) -> str:
        """What the curve says of this system, in one sentence."""
        if math.isinf(self.peak_sessions):
            return "throughput levels off or grows, with no peak in the fitted curve"
        if self.peak_is_extrapolated:
            return f"peak at {self.peak_sessions:.3g} sessions, outside the measured range"
        return f"throughput peaks at {self.peak_sessions:.3g} sessions"

    @property
    def warnings(self) -> tuple[str, ...]:
        """Extrapolated peak, few points, bounds, and residuals that are not noise."""
        notes = super().warnings
        if self.peak_is_extrapolated and math.isfinite(self.peak_sessions):
            low, high = self.sessions[0], self.sessions[-1]
            notes = (f"the peak lies outside the measured {low:g} to {high:g} sessions", *notes)
        return notes


def fit_universal_scalability(
    sessions: ArrayLike,
    throughput: ArrayLike,
    *,
    noise: Noise = "constant",
    weights: ArrayLike | None = None,
    variance_from: VarianceSource = "residuals",
) -> UniversalScalabilityFit:
    """Fit X(N) = gamma N / (1 + alpha (N - 1) + beta N (N - 1)) to a sweep.

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
        s. Only their ratios count for the intervals.
    variance_from : {"residuals", "replicates"}, default "residuals"
        What sets the size of the noise: the misfit of the curve, or the scatter of repeated
        session counts about their means. The second does not grow when the curve is wrong.

    Returns
    -------
    UniversalScalabilityFit
        The fit. gamma is ``throughput_at_one``, estimated from all points and not taken from the
        measured X(1); alpha is ``contention``, beta ``coherency``, both zero or more.

    Raises
    ------
    MeasurementError
        When the sweep cannot carry three parameters: too few session counts, equal throughputs,
        values that are missing or not positive.
    FitError
        When the search ends without an answer.
    UsageError
        When the noise model is unknown.

    Notes
    -----
    Assumes independent normal errors in throughput and exact session counts. Intervals are by
    profile likelihood with Student quantiles at n - 3 degrees of freedom; they hold their level
    for derived quantities too, where a standard error would not.

    References
    ----------
    Gunther, *Guerrilla Capacity Planning*, 2007, section 4.4. Bates and Watts, *Nonlinear
    Regression Analysis and its Applications*, 1988, section 6.1.

    Examples
    --------
    The SDET benchmark of Gunther's book:

    >>> fit = fit_universal_scalability(
    ...     [1, 18, 36, 72, 108, 144, 216], [64.9, 995.9, 1652.4, 1853.2, 1828.9, 1775.0, 1702.2]
    ... )
    >>> round(fit.contention, 7), round(fit.coherency, 7), round(fit.peak_sessions, 2)
    (0.0277285, 0.0001044, 96.52)
    """
    return UniversalScalabilityFit.of_sweep(sessions, throughput, noise, weights, variance_from)
