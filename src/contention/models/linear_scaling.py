"""Linear scaling: throughput in proportion to sessions."""

from __future__ import annotations

from dataclasses import dataclass

from numpy.typing import ArrayLike

from contention.models.scalability_fit import Noise
from contention.models.scalability_result import ScalabilityResult, VarianceSource

__all__ = ["LinearScalingFit", "fit_linear_scaling"]


@dataclass(frozen=True, eq=False)
class LinearScalingFit(ScalabilityResult):
    """A fitted line through the origin; attributes as in :class:`ScalabilityResult`."""

    title = "Linear scaling"
    called = "linear scaling"
    parameters = ("throughput_at_one",)

    @property
    def verdict(self) -> str:
        """What the line says of this system, in one sentence."""
        return f"each session adds {self.throughput_at_one:.4g}, if nothing is shared"


def fit_linear_scaling(
    sessions: ArrayLike,
    throughput: ArrayLike,
    *,
    noise: Noise = "constant",
    weights: ArrayLike | None = None,
    variance_from: VarianceSource = "residuals",
) -> LinearScalingFit:
    """Fit X(N) = gamma N to a sweep.

    Parameters
    ----------
    sessions : array_like, shape (n,)
        Sessions, N; positive, at least two different counts.
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
    LinearScalingFit
        The fit; gamma is ``throughput_at_one``.

    Raises
    ------
    MeasurementError
        When there are fewer than two session counts, or values that are not positive.
    UsageError
        When the noise model is unknown.

    Notes
    -----
    Assumes that sessions share nothing. It is the reference that other models must beat.

    References
    ----------
    Gunther, *Guerrilla Capacity Planning*, 2007, section 4.2.

    Examples
    --------
    >>> fit = fit_linear_scaling([1, 2, 4], [10.0, 20.0, 40.0])
    >>> round(float(fit.predict(8)), 6)
    80.0
    """
    return LinearScalingFit.of_sweep(sessions, throughput, noise, weights, variance_from)
