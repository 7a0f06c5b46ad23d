"""The curve of the universal scalability law, and its inverses."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from contention.errors import UsageError
from contention.models.sweep_arrays import Array

__all__ = ["ScalabilityCurve", "TimeSplit"]


@dataclass(frozen=True, eq=False)
class TimeSplit:
    """Response time of a request, in parts that add up to it.

    Attributes
    ----------
    sessions : ndarray, shape (m,)
        Session counts, N.
    alone : ndarray, shape (m,)
        1 / gamma: what it takes with no other session.
    contention : ndarray, shape (m,)
        alpha (N - 1) / gamma: waiting for the others' serial part.
    coherency : ndarray, shape (m,)
        beta N (N - 1) / gamma: what the pairs of sessions cost.
    """

    sessions: Array
    alone: Array
    contention: Array
    coherency: Array

    @property
    def response_time(self) -> Array:
        """The sum, N / X(N)."""
        return self.alone + self.contention + self.coherency

    def shares(self) -> tuple[Array, Array, Array]:
        """Each part over the response time: alone, contention, coherency."""
        total = self.response_time
        return (self.alone / total, self.contention / total, self.coherency / total)


@dataclass(frozen=True)
class ScalabilityCurve:
    r"""Throughput X(N) = gamma N / (1 + alpha (N - 1) + beta N (N - 1)).

    With no coherency delay it is Amdahl's law, with no contention either it is a straight line.

    Attributes
    ----------
    throughput_at_one : float
        X(1), gamma; positive, in the unit of throughput.
    contention : float
        Share of the work that is done one session at a time, alpha; zero or more.
    coherency : float
        Cost of keeping each pair of sessions consistent, beta; zero or more.

    Raises
    ------
    UsageError
        When a parameter is out of range.

    References
    ----------
    Gunther, *Guerrilla Capacity Planning*, 2007, equation 4.31 and section 6.7. The inverses are
    the roots of beta X N^2 + (alpha X - beta X - gamma) N + (1 - alpha) X = 0, each computed
    without cancellation.

    Examples
    --------
    >>> curve = ScalabilityCurve(995.6486, 0.02671591, 7.690945e-4)
    >>> round(float(curve.throughput(20)), 2)
    11063.63
    >>> rising, falling = curve.sessions_at_throughput(11063.63)
    >>> round(rising, 3), round(falling, 1)
    (20.0, 63.3)
    """

    throughput_at_one: float
    contention: float = 0.0
    coherency: float = 0.0

    def __post_init__(self) -> None:
        for name in ("throughput_at_one", "contention", "coherency"):
            value = getattr(self, name)
            if not math.isfinite(value) or value < 0 or (name == "throughput_at_one" and not value):
                raise UsageError(f"{name} is out of range", found=f"{value:g}")

    def _slowdown(self, sessions: ArrayLike) -> Array:
        n = np.asarray(sessions, dtype=np.float64)
        return 1.0 + self.contention * (n - 1.0) + self.coherency * n * (n - 1.0)

    def throughput(self, sessions: ArrayLike) -> Array:
        """X(N), in the unit of ``throughput_at_one``."""
        n = np.asarray(sessions, dtype=np.float64)
        return self.throughput_at_one * n / self._slowdown(n)

    def response_time(self, sessions: ArrayLike) -> Array:
        """R(N) = N / X(N), the time of one request if sessions never think."""
        return self._slowdown(sessions) / self.throughput_at_one

    def efficiency(self, sessions: ArrayLike) -> Array:
        """Throughput of each session over that of one alone, X(N) / (gamma N)."""
        return 1.0 / self._slowdown(sessions)

    def time_split(self, sessions: ArrayLike) -> TimeSplit:
        """What a request spends its time on at those session counts."""
        n = np.asarray(sessions, dtype=np.float64)
        alone = np.full_like(n, 1.0 / self.throughput_at_one)
        contention = self.contention * (n - 1.0) / self.throughput_at_one
        coherency = self.coherency * n * (n - 1.0) / self.throughput_at_one
        return TimeSplit(n, alone, contention, coherency)

    def what_if(
        self,
        *,
        throughput_at_one: float | None = None,
        contention: float | None = None,
        coherency: float | None = None,
    ) -> ScalabilityCurve:
        """The curve with some parameters changed, as if a cause had been removed.

        Raises
        ------
        UsageError
            When a parameter is out of range.
        """
        return ScalabilityCurve(
            self.throughput_at_one if throughput_at_one is None else throughput_at_one,
            self.contention if contention is None else contention,
            self.coherency if coherency is None else coherency,
        )

    @property
    def contention_limit(self) -> float:
        """Throughput that contention alone would allow, gamma / alpha."""
        return self.throughput_at_one / self.contention if self.contention else math.inf

    @property
    def peak_sessions(self) -> float:
        """Sessions at the greatest throughput, sqrt((1 - alpha) / beta).

        At least 1, where the curve falls from the first session on. Infinity where it never falls.
        """
        if self.contention >= 1.0:
            return 1.0 if self.coherency or self.contention > 1.0 else math.inf
        if self.coherency == 0.0:
            return math.inf
        return max(1.0, math.sqrt((1.0 - self.contention) / self.coherency))

    @property
    def peak_throughput(self) -> float:
        """Greatest throughput; the limit gamma / alpha where the curve never falls."""
        peak = self.peak_sessions
        if math.isfinite(peak):
            return float(self.throughput(peak))
        return self.contention_limit

    @property
    def saturation_sessions(self) -> float:
        """Where the linear start and the contention limit gamma / alpha cross, 1 / alpha."""
        return 1.0 / self.contention if self.contention else math.inf

    def sessions_at_throughput(self, throughput: float) -> tuple[float, float]:
        """Session counts of both branches at which the curve has that throughput.

        Parameters
        ----------
        throughput : float
            Positive, and no more than the peak.

        Returns
        -------
        tuple of float
            The count on the rising branch and the one on the falling branch; the second is
            infinity where the curve does not fall. Below 1 session the curve is an extrapolation.

        Raises
        ------
        UsageError
            When the curve does not reach that throughput.
        """
        x = float(throughput)
        a = self.coherency * x
        c = (1.0 - self.contention) * x
        minus_b = self.throughput_at_one - self.contention * x + self.coherency * x
        cross = 2.0 * math.sqrt(max(a * c, 0.0))
        # What rounding may take off minus_b: the peak itself has to be found.
        slack = 1e-15 * (self.throughput_at_one + (self.contention + self.coherency) * x)
        if not x > 0 or minus_b <= 0 or (c > 0 and minus_b < cross - slack):
            raise UsageError(
                "the curve does not reach that throughput",
                found=f"{x:g}",
                expected=f"more than 0, at most {self.peak_throughput:g}",
            )
        if c > 0:
            root = math.sqrt(max((minus_b - cross) * (minus_b + cross), 0.0))
        else:
            root = math.sqrt(minus_b * minus_b - 4.0 * a * c)
        half = 0.5 * (minus_b + root)
        return (c / half, half / a if a else math.inf)

    def sessions_at_response_time(self, response_time: float) -> float:
        """Sessions at which one request takes that long; the inverse of ``response_time``.

        Parameters
        ----------
        response_time : float
            At least 1 / gamma, the time with one session.

        Returns
        -------
        float
            Sessions, one or more.

        Raises
        ------
        UsageError
            When a single session already takes longer, or the time never changes.
        """
        excess = float(response_time) * self.throughput_at_one - 1.0
        # With m = N - 1 the slowdown is 1 + (alpha + beta) m + beta m^2.
        linear = self.contention + self.coherency
        if excess < -1e-12 or not math.isfinite(excess) or linear == 0.0:
            raise UsageError(
                "no session count has that response time",
                found=f"{response_time:g}",
                expected=f"at least {1.0 / self.throughput_at_one:g}, and a curve that slows down",
            )
        excess = max(excess, 0.0)
        root = math.sqrt(linear * linear + 4.0 * self.coherency * excess)
        return 1.0 + 2.0 * excess / (linear + root)

    def response_times_at_throughput(self, throughput: float) -> tuple[float, float]:
        """Response times N / X on the rising and on the falling branch at that throughput.

        Raises
        ------
        UsageError
            When the curve does not reach that throughput.
        """
        rising, falling = self.sessions_at_throughput(throughput)
        return (rising / float(throughput), falling / float(throughput))

    def throughput_at_response_time(self, response_time: float) -> float:
        """Throughput when one request takes that long, N(R) / R."""
        return self.sessions_at_response_time(response_time) / float(response_time)
