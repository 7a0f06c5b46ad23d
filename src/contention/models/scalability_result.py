"""What the fits of the three scalability laws have in common."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import ArrayLike

from contention.errors import UsageError
from contention.models.fit_summary import summary_text
from contention.models.intervals import Interval
from contention.models.profile_likelihood import Profile, profile_interval, profile_threshold
from contention.models.scalability_curve import ScalabilityCurve
from contention.models.scalability_fit import ScalabilityFit
from contention.models.sweep_arrays import Array, frozen_array

__all__ = ["ScalabilityResult"]

# Each derived quantity is profiled through the one that has finite bounds, and mapped back.
_RECIPROCAL_OF = {
    "peak_sessions": "inverse_peak_sessions",
    "saturation_sessions": "contention",
    "peak_throughput": "inverse_peak_throughput",
}
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
        ``constant`` or ``proportional``: how the standard deviation of throughput was taken.
    """

    core: ScalabilityFit
    noise: str

    title: ClassVar[str] = ""
    derived_names: ClassVar[tuple[str, ...]] = ()

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
        return self.core.standard_errors()

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

    def conf_int(self, alpha: float = 0.05) -> dict[str, Interval]:
        """Profile-likelihood intervals of the parameters and the derived quantities.

        Parameters
        ----------
        alpha : float, default 0.05
            Share of such intervals that miss.

        Returns
        -------
        dict
            Name to (low, high). A parameter at its bound has the bound as one end and a
            one-sided limit at the same level as the other.

        Raises
        ------
        UsageError
            When alpha is not between 0 and 1.
        """
        ends: dict[str, Interval] = {}
        for name in (*self.core.fitted, *self.derived_names):
            profile = self._profile(_RECIPROCAL_OF.get(name, name))
            low, high = profile_interval(profile, self._best, self.df_resid, alpha)
            if name in _RECIPROCAL_OF:
                low, high = _reciprocal(high), _reciprocal(low)
            ends[name] = (low, high)
        return ends

    def consistent_with(self, name: str, value: float, alpha: float = 0.05) -> bool:
        """Whether the interval of that name holds the value, at the cost of a single fit.

        Parameters
        ----------
        name : str
            A parameter or a derived quantity.
        value : float
            Positive.
        alpha : float, default 0.05
            As in ``conf_int``.

        Returns
        -------
        bool
            True when the data do not contradict the value.

        Raises
        ------
        UsageError
            When the law has no such quantity.
        """
        if name not in (*self.core.fitted, *self.derived_names):
            raise UsageError(f"{self.title} has no quantity of that name", found=name)
        if name in _RECIPROCAL_OF:
            name, value = _RECIPROCAL_OF[name], 1.0 / value
        profile = self._profile(name)
        one_sided = profile.estimate in (profile.lower, profile.upper)
        limit = profile_threshold(self._best, self.df_resid, alpha, one_sided=one_sided)
        return profile.sum_of_squares(value) <= limit

    @property
    def _best(self) -> float:
        # Below rounding error the fit is exact, and the intervals shrink to the estimates.
        floor = 1e-22 * float(np.sum((self.core.weights * self.throughput) ** 2))
        return self.sum_of_squares if self.sum_of_squares > floor else 0.0

    def _profile(self, name: str) -> Profile:
        last, most = float(self.sessions[-1]), float(self.throughput.max())
        estimate, upper, scale = {
            "throughput_at_one": (self.throughput_at_one, math.inf, most / last),
            "contention": (self.curve.contention, math.inf, 1.0 / last),
            "coherency": (self.curve.coherency, math.inf, 1.0 / last**2),
            "inverse_peak_sessions": (1.0 / self.curve.peak_sessions, 1.0, 1.0 / last),
            "inverse_peak_throughput": (1.0 / self.curve.peak_throughput, math.inf, 1.0 / most),
        }[name]
        return Profile(estimate, lambda v: self.core.least_with(name, v), 0.0, upper, scale)

    @property
    def verdict(self) -> str:
        """What the curve says of this system, in one sentence."""
        return f"X(1) = {self.throughput_at_one:.4g}"

    @property
    def warnings(self) -> tuple[str, ...]:
        """Few points, bounds, and residuals that are not noise."""
        notes = []
        if self.df_resid < 3:
            word = "degree" if self.df_resid == 1 else "degrees"
            notes.append(f"only {self.df_resid} {word} of freedom: the intervals are wide")
        for name in self.at_bound:
            notes.append(f"{name} is at its bound 0: its limit is one-sided")
        watson = _durbin_watson(self.residuals * self.core.weights)
        if self.n >= 8 and watson < 1.0:
            notes.append(
                f"neighbouring residuals agree (Durbin-Watson {watson:.2f}): the curve misses the "
                "shape, so the intervals are too narrow"
            )
        return tuple(notes)

    def summary(self) -> str:
        """Estimates, intervals, verdict and warnings as text."""
        return summary_text(self.title, self)


def _reciprocal(value: float) -> float:
    return math.inf if value == 0.0 else 1.0 / value


def _durbin_watson(residuals: Array) -> float:
    total = float(residuals @ residuals)
    return float(np.sum(np.diff(residuals) ** 2)) / total if total > 0 else 2.0
