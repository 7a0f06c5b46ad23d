"""Amdahl's law, fitted to a load sweep."""

from __future__ import annotations

from dataclasses import dataclass

from numpy.typing import ArrayLike

from contention.models.scalability_fit import Noise
from contention.models.scalability_result import ScalabilityResult, VarianceSource

__all__ = ["AmdahlFit", "fit_amdahl"]


@dataclass(frozen=True, eq=False)
class AmdahlFit(ScalabilityResult):
    """A fitted Amdahl's law; attributes as in :class:`ScalabilityResult`."""

    title = "Amdahl's law"
    called = "Amdahl's law"
    parameters = ("throughput_at_one", "contention")
    derived_names = ("peak_throughput", "saturation_sessions")

    @property
    def contention(self) -> float:
        """Share of the work that is serial, alpha."""
        return self.curve.contention

    @property
    def peak_throughput(self) -> float:
        """The limit gamma / alpha, which the curve approaches and never reaches."""
        return self.curve.peak_throughput

    @property
    def saturation_sessions(self) -> float:
        """Reciprocal of contention."""
        return self.curve.saturation_sessions

    @property
    def verdict(self) -> str:
        """What the curve says of this system, in one sentence."""
        if self.contention == 0.0:
            return "throughput grows in proportion to sessions"
        return f"throughput approaches {self.peak_throughput:.4g}"


def fit_amdahl(
    sessions: ArrayLike,
    throughput: ArrayLike,
    *,
    noise: Noise = "constant",
    weights: ArrayLike | None = None,
    variance_from: VarianceSource = "residuals",
) -> AmdahlFit:
    """Fit X(N) = gamma N / (1 + alpha (N - 1)) to a sweep.

    Parameters
    ----------
    sessions : array_like, shape (n,)
        Sessions, N; positive, at least three different counts.
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
    AmdahlFit
        The fit; gamma is ``throughput_at_one``, alpha is ``contention``.

    Raises
    ------
    MeasurementError
        When the sweep cannot carry two parameters.
    FitError
        When the search ends without an answer.
    UsageError
        When the noise model is unknown.

    Notes
    -----
    Assumes that the serial share does not depend on load, so throughput never falls. Where it
    falls in the data, the law is wrong for them, however good the fit looks.

    References
    ----------
    Amdahl, "Validity of the single processor approach to achieving large scale computing
    capabilities", AFIPS 1967. Gunther, *Guerrilla Capacity Planning*, 2007, section 4.3.

    Examples
    --------
    >>> fit = fit_amdahl([1, 2, 4, 8], [100.0, 181.8, 307.7, 470.6])
    >>> round(fit.contention, 3), round(fit.saturation_sessions, 1)
    (0.1, 10.0)
    """
    return AmdahlFit.of_sweep(sessions, throughput, noise, weights, variance_from)
