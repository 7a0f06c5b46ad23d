"""Numbers as a tool printed them, with the interval that its rounding leaves open."""

from __future__ import annotations

import math
from dataclasses import dataclass

from contention.errors import UsageError
from contention.models.fit_summary import number_text
from contention.models.intervals import Interval

__all__ = ["Rounded"]


@dataclass(frozen=True)
class Rounded:
    """A number, and the least and the greatest that round to what was printed.

    Arithmetic is that of intervals: the ends hold every number that inputs within theirs can
    give. The interval says nothing of how a measurement would vary if it were repeated.

    Attributes
    ----------
    value : float
        Computed from the printed numbers. NaN is a missing number.
    low, high : float
        The ends.

    Examples
    --------
    >>> ratio = Rounded.printed(22.50, 0.01) / Rounded.printed(14.77, 0.01)
    >>> print(ratio)
    1.523 (1.523 to 1.524)
    """

    value: float
    low: float
    high: float

    @classmethod
    def printed(cls, value: float, resolution: float = 0.0) -> Rounded:
        """A count or a time that is not negative, printed in steps of ``resolution``.

        The ends are half a step away. A tool that cuts off digits instead makes both numbers of
        a difference too small by as much as a step, and the ends of the difference hold all the
        same, unless one of them is printed as zero.
        """
        half = resolution / 2.0
        return cls(value, max(value - half, min(value, 0.0)), value + half)

    @classmethod
    def between_ticks(cls, value: float, tick: float) -> Rounded:
        """A time, not negative, that is the difference of two readings of a clock.

        The clock counts whole ticks, so each reading is too small by less than a tick, and the
        difference is wrong by less than a tick either way.

        Examples
        --------
        >>> Rounded.between_ticks(0.23, 0.01).interval
        (0.22, 0.24000000000000002)
        """
        return cls.printed(value, 2.0 * tick)

    @classmethod
    def exact(cls, value: float) -> Rounded:
        """A number that was not rounded."""
        return cls(value, value, value)

    def __add__(self, other: Rounded) -> Rounded:
        return Rounded(self.value + other.value, self.low + other.low, self.high + other.high)

    def __sub__(self, other: Rounded) -> Rounded:
        return Rounded(self.value - other.value, self.low - other.high, self.high - other.low)

    def __mul__(self, factor: float) -> Rounded:
        ends = (self.low * factor, self.high * factor)
        return Rounded(self.value * factor, min(ends), max(ends))

    def __truediv__(self, other: Rounded) -> Rounded:
        """The quotient; NaN where the divisor may be zero."""
        if not other.low > 0.0 and not other.high < 0.0:
            return Rounded(math.nan, math.nan, math.nan)
        ends = [a / b + 0.0 for a in self.interval for b in other.interval]
        return Rounded(self.value / other.value + 0.0, min(ends), max(ends))

    @property
    def interval(self) -> Interval:
        """Both ends."""
        return (self.low, self.high)

    def __str__(self) -> str:
        """As people read it: four significant digits and the ends, or one number if exact."""
        if not self.known:
            return "not known"
        if self.low == self.high:
            return number_text(self.value)
        return f"{self.value:.4g} ({self.low:.4g} to {self.high:.4g})"

    @property
    def known(self) -> bool:
        """Whether there is a value."""
        return math.isfinite(self.value)

    @property
    def excludes_zero(self) -> bool:
        """Whether the sign is certain, as far as rounding goes."""
        return self.low > 0.0 or self.high < 0.0

    def __post_init__(self) -> None:
        if self.known and not self.low <= self.value <= self.high:
            raise UsageError(
                "a rounded number must lie between its ends",
                found=f"{self.value:g} outside {self.low:g} to {self.high:g}",
            )
