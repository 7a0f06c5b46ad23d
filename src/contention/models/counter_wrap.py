"""A total that was printed with too few bits, and the whole one that its count and mean allow."""

from __future__ import annotations

from dataclasses import dataclass

from contention.errors import FitError, MeasurementError, UsageError
from contention.measurements import MAXIMUM_TURNS, possible_turns

__all__ = ["UnwrappedTotal", "unwrap_total"]


@dataclass(frozen=True)
class UnwrappedTotal:
    """The whole totals that fit a printed one.

    Attributes
    ----------
    printed : int
        The total as printed.
    count : int
        Events that it sums, n.
    mean : int
        Their mean without its fraction, m.
    bits : int
        Width of the printed counter, b.
    turns : tuple of int
        All numbers k of turns that fit; 0 among them means that the printed total may be whole.
    """

    printed: int
    count: int
    mean: int
    bits: int
    turns: tuple[int, ...]

    @property
    def unique(self) -> bool:
        """Whether only one number of turns fits."""
        return len(self.turns) == 1

    @property
    def wrapped(self) -> bool:
        """Whether the printed total cannot be the whole one."""
        return 0 not in self.turns

    @property
    def candidates(self) -> tuple[int, ...]:
        """The whole totals that fit, printed + k 2^b."""
        return tuple(self.printed + turn * 2**self.bits for turn in self.turns)

    @property
    def total(self) -> int:
        """The whole total.

        Raises
        ------
        FitError
            When more than one number of turns fits.
        """
        if not self.unique:
            raise FitError(
                f"more than one total fits: the counter may have gone round {self.turns[0]} to"
                f" {self.turns[-1]} times",
                found=f"{self.count} events",
                expected=f"at most {2**self.bits} for certainty",
                hint="print the total with more bits, or the mean with decimals",
            )
        return self.candidates[0]

    @property
    def low(self) -> int:
        """Least total that count and mean allow, n m."""
        return self.count * self.mean

    @property
    def high(self) -> int:
        """Greatest total that count and mean allow, n (m + 1) - 1."""
        return self.count * (self.mean + 1) - 1

    @property
    def verdict(self) -> str:
        """What happened to the counter, in a sentence."""
        if not self.unique:
            return f"{self.turns[0]} to {self.turns[-1]} turns fit: the total is not determined"
        if not self.wrapped:
            return f"the printed total {self.printed} is whole"
        return f"{self.turns[0]} turns of 2^{self.bits} were lost: the total is {self.total}"

    def summary(self) -> str:
        """All of it as text."""
        ends = f"count and mean allow {self.low} to {self.high}"
        return f"Counter of {self.bits} bits, printed {self.printed}\n{ends}\n{self.verdict}"


def unwrap_total(printed: int, count: int, mean: int, *, bits: int = 32) -> UnwrappedTotal:
    """Find how often a counter went round, from a count and a mean that did not.

    Parameters
    ----------
    printed : int
        The total as printed, with or without sign; T mod 2^b.
    count : int
        Events that it sums, n; positive.
    mean : int
        Their mean, m, zero or more, cut to a whole number as integer division does.
    bits : int, default 32
        Width of the printed counter, b; 1 to 64.

    Returns
    -------
    UnwrappedTotal
        Every number of turns that fits, with the whole totals.

    Raises
    ------
    UsageError
        When count, mean or bits are out of range.
    MeasurementError
        When no number of turns fits: the three do not belong together.

    Notes
    -----
    The mean leaves n whole numbers for the total, from n m to n (m + 1) - 1. The printed total
    leaves one in every 2^b. So with n <= 2^b events at most one number fits both, and if the
    three figures were drawn without any relation to each other, one would fit with probability
    n / 2^b: that it fits is evidence that they do belong together. With more events than 2^b
    several fit, and all are given (at most 1,000).

    It is assumed that total, count and mean are of the same events, that each event adds zero
    or more, and that the mean was cut and not rounded.

    References
    ----------
    Congruence of integers; the figures of the example are those of an article on DTrace output
    that prints them with ``%i``.

    Examples
    --------
    >>> latch = unwrap_total(-1_534_546_885, 93_584, 29_496)
    >>> latch.turns, latch.total, latch.total // latch.count
    ((1,), 2760420411, 29496)
    >>> unwrap_total(169_358_324, 214_951, 40_750).verdict
    '2 turns of 2^32 were lost: the total is 8759292916'
    """
    for name, value, least in (("count", count, 1), ("mean", mean, 0)):
        if value < least:
            raise UsageError(f"{name} must be {least} or more", found=str(value))
    if not 1 <= bits <= 64:
        raise UsageError("bits must be 1 to 64", found=str(bits))
    turns = possible_turns(printed, count, mean, bits=bits)
    if not turns:
        raise MeasurementError(
            f"no total of {bits} bits fits this count and mean",
            found=f"{printed}, {count} events, mean {mean}",
            expected=f"a total from {count * mean} to {count * (mean + 1) - 1}",
            hint="check that the three are of the same events",
        )
    assert len(turns) <= MAXIMUM_TURNS
    return UnwrappedTotal(int(printed), int(count), int(mean), int(bits), turns)
