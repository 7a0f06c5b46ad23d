"""What the fits of the three scalability laws have in common."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar, Literal, Self

import numpy as np
from numpy.typing import ArrayLike

from contention.errors import MeasurementError, UsageError
from contention.models.fit_summary import summary_text
from contention.models.intervals import Interval
from contention.models.lack_of_fit import LackOfFit, lack_of_fit
from contention.models.scalability_bands import ScalabilityBands, scalability_bands
from contention.models.scalability_bootstrap import (
    DrawKind,
    ScalabilityBootstrap,
    bootstrap_scalability,
)
from contention.models.scalability_curve import ScalabilityCurve
from contention.models.scalability_fit import Noise, ScalabilityFit, fit_scalability_curve
from contention.models.scalability_influence import ScalabilityInfluence, scalability_influence
from contention.models.scalability_intervals import (
    Scatter,
    profile_holds,
    profile_intervals,
    standard_error,
    student_intervals,
)
from contention.models.scalability_unbounded import (
    UnboundedScalability,
    unbounded_scalability,
)
from contention.models.scalability_warnings import scalability_warnings
from contention.models.sweep_arrays import Array, frozen_array, sweep_arrays, sweep_weights

__all__ = ["IntervalMethod", "ScalabilityResult", "VarianceSource"]

IntervalMethod = Literal["profile", "student", "bootstrap"]
VarianceSource = Literal["residuals", "replicates"]

_UNITS = {
    "throughput_at_one": "throughput",
    "contention": "1",
    "coherency": "1",
    "peak_sessions": "sessions",
    "peak_throughput": "throughput",
    "saturation_sessions": "sessions",
}


@dataclass(frozen=True, eq=False)
class ScalabilityResult:
    """A fitted scalability law.

    Attributes
    ----------
    core : ScalabilityFit
        The least-squares problem and its answer.
    noise : str
        ``constant``, ``proportional`` or ``weights``: how the standard deviations of throughput
        were taken to compare with each other.
    variance_from : str
        ``residuals`` or ``replicates``: where their size comes from.
    """

    core: ScalabilityFit
    noise: str
    variance_from: VarianceSource = "residuals"

    title: ClassVar[str] = ""
    called: ClassVar[str] = ""  # in a sentence
    parameters: ClassVar[tuple[str, ...]] = ()
    derived_names: ClassVar[tuple[str, ...]] = ()

    @classmethod
    def of_sweep(
        cls,
        sessions: ArrayLike,
        throughput: ArrayLike,
        noise: Noise,
        weights: ArrayLike | None,
        variance_from: VarianceSource,
    ) -> Self:
        """Check a sweep and fit this law to it."""
        distinct = len(cls.parameters) + 1
        n, x = sweep_arrays(sessions, throughput, distinct=distinct, model=cls.called)
        if variance_from not in ("residuals", "replicates"):
            raise UsageError(
                "unknown source of the variance",
                found=variance_from,
                expected="residuals or replicates",
            )
        factors = None if weights is None else np.sqrt(sweep_weights(sessions, weights))
        core = fit_scalability_curve(n, x, cls.parameters, noise, factors)
        fit = cls(core, noise if weights is None else "weights", variance_from)
        fit.scatter  # noqa: B018 - refuses noise from replicates where there are none
        return fit

    @property
    def curve(self) -> ScalabilityCurve:
        """The best fit, with its inverses."""
        return self.core.curve

    @property
    def sessions(self) -> Array:
        """Session counts fitted, shape (n,), sorted."""
        return self.core.sessions

    @property
    def throughput(self) -> Array:
        """Throughput fitted, shape (n,)."""
        return self.core.throughput

    @property
    def n(self) -> int:
        """Number of points fitted."""
        return int(self.sessions.size)

    @property
    def df_resid(self) -> int:
        """Degrees of freedom left: points less parameters."""
        return self.core.degrees_of_freedom

    @property
    def throughput_at_one(self) -> float:
        """Throughput of one session, gamma."""
        return self.curve.throughput_at_one

    @property
    def params(self) -> dict[str, float]:
        """The estimates."""
        return {name: getattr(self.curve, name) for name in self.core.fitted}

    @property
    def bse(self) -> dict[str, float]:
        """Linearised standard errors; NaN at a bound. The intervals do not use them."""
        variance = self.scatter.variance
        return {name: standard_error(self.core, name, variance) for name in self.core.fitted}

    @property
    def derived(self) -> dict[str, float]:
        """Quantities that follow from the estimates."""
        return {name: getattr(self.curve, name) for name in self.derived_names}

    @property
    def units(self) -> dict[str, str]:
        """Units by name; throughput is in the unit it was given in."""
        return {name: _UNITS[name] for name in (*self.core.fitted, *self.derived_names)}

    @property
    def at_bound(self) -> tuple[str, ...]:
        """Parameters whose estimate is zero, so that their limit is one-sided."""
        return tuple(name for name, value in self.params.items() if value == 0.0)

    @property
    def residuals(self) -> Array:
        """Measured less fitted throughput, shape (n,)."""
        return frozen_array(self.throughput - self.curve.throughput(self.sessions))

    @property
    def sum_of_squares(self) -> float:
        """Residual sum of squares; of relative residuals when noise is proportional."""
        return self.core.sum_of_squares

    @property
    def residual_standard_error(self) -> float:
        """Root of the sum of squares over the degrees of freedom."""
        return math.sqrt(self.sum_of_squares / self.df_resid)

    def predict(self, sessions: ArrayLike) -> Array:
        """Throughput of the fitted curve at those session counts."""
        return self.curve.throughput(sessions)

    @property
    def lack_of_fit(self) -> LackOfFit | None:
        """The curve against the scatter of replicates; None without replicates."""
        core = self.core
        count = len(core.fitted)
        return lack_of_fit(self.sessions, self.throughput, core.weights, self.sum_of_squares, count)

    @property
    def scatter(self) -> Scatter:
        """The variance that errors and intervals are made of, and where it comes from."""
        if self.variance_from == "replicates":
            test = self.lack_of_fit
            if test is None:
                raise MeasurementError(
                    "noise from replicates needs a session count that was measured twice",
                    column="sessions",
                    found=f"{self.n} different counts",
                    hint="run each load level at least twice, or take noise from the residuals",
                )
            return Scatter(test.pure_variance, test.df_pure, "replicates")
        # Below rounding error the fit is exact, and the intervals shrink to the estimates.
        floor = 1e-22 * float(np.sum((self.core.weights * self.throughput) ** 2))
        rest = self.sum_of_squares if self.sum_of_squares > floor else 0.0
        return Scatter(rest / self.df_resid, self.df_resid, "residuals")

    @property
    def quantities(self) -> tuple[str, ...]:
        """Names of the parameters, then of the derived quantities."""
        return (*self.core.fitted, *self.derived_names)

    def conf_int(
        self, alpha: float = 0.05, method: IntervalMethod = "profile", *, seed: int = 0
    ) -> dict[str, Interval]:
        """Intervals of the parameters and the derived quantities.

        Parameters
        ----------
        alpha : float, default 0.05
            Share of such intervals that miss.
        method : {"profile", "student", "bootstrap"}, default "profile"
            ``profile``: all values that the data do not contradict. ``student``: estimate and t
            standard errors; symmetric, so too low for a skewed quantity such as the peak, and
            NaN for what rests on a parameter at its bound. ``bootstrap``: percentiles of 2000
            refits, see :meth:`bootstrap`.
        seed : int, default 0
            Of the bootstrap.

        Returns
        -------
        dict
            Name to (low, high). A parameter at its bound has the bound as one end and a
            one-sided limit at the same level as the other.

        Raises
        ------
        UsageError
            When alpha is not between 0 and 1, or the method is unknown.
        """
        if method == "profile":
            return profile_intervals(self.core, self.quantities, self.scatter, alpha)
        if method == "student":
            return student_intervals(self.core, self.quantities, self.scatter, alpha)
        if method == "bootstrap":
            return self.bootstrap(seed=seed).conf_int(alpha)
        raise UsageError(
            "unknown kind of interval", found=method, expected="profile, student or bootstrap"
        )

    def bootstrap(
        self, draws: int = 2000, *, kind: DrawKind = "parametric", seed: int = 0
    ) -> ScalabilityBootstrap:
        """Refits of simulated sweeps; see :func:`bootstrap_scalability`."""
        return bootstrap_scalability(
            self.core, self.quantities, self.scatter, draws, kind=kind, seed=seed
        )

    def consistent_with(self, name: str, value: float, alpha: float = 0.05) -> bool:
        """Whether the profile interval of that name holds the value, at the cost of one fit.

        Raises
        ------
        UsageError
            When the law has no such quantity.
        """
        if name not in self.quantities:
            raise UsageError(f"{self.title} has no quantity of that name", found=name)
        return profile_holds(self.core, name, value, self.scatter, alpha)

    def bands(
        self, sessions: ArrayLike | None = None, alpha: float = 0.05, *, weight: float = 1.0
    ) -> ScalabilityBands:
        """Bands of the curve and of a new measurement; see :func:`scalability_bands`."""
        at = np.unique(self.sessions) if sessions is None else sessions
        relative = self.noise == "proportional"
        return scalability_bands(
            self.core, at, self.scatter, alpha, proportional=relative, weight=weight
        )

    def influence(self) -> ScalabilityInfluence:
        """What each point does to the fit; see :func:`scalability_influence`."""
        return scalability_influence(self.core, self.quantities, self.scatter)

    def unbounded(self) -> UnboundedScalability | None:
        """The fit without bounds, as a diagnostic; see :func:`unbounded_scalability`."""
        return unbounded_scalability(self.core)

    def efficiency(self) -> Array:
        """Measured throughput over that of as many independent sessions, X / (gamma N)."""
        return frozen_array(self.throughput / (self.throughput_at_one * self.sessions))

    @property
    def verdict(self) -> str:
        """What the curve says of this system, in one sentence."""
        return f"X(1) = {self.throughput_at_one:.4g}"

    @property
    def warnings(self) -> tuple[str, ...]:
        """Few points, bounds, lack of fit, single points that decide, and dependent residuals."""
        return scalability_warnings(self)

    def summary(self) -> str:
        """Estimates, intervals, what was taken for noise, verdict and warnings as text."""
        noise = f"noise: {self.noise}, its size from {self.variance_from}"
        return summary_text(self.title, self, notes=(noise,))
