"""How many hash slots a cache has, judged by how many values lost theirs."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.optimize import brentq
from scipy.special import chdtri, digamma, gammaln

from contention.errors import UsageError
from contention.models.intervals import Interval, check_alpha
from contention.models.slot_occupancy import log_stirling_numbers, loser_probability

__all__ = ["SlotLikelihood", "slot_likelihood"]

Array = NDArray[np.float64]


@dataclass(frozen=True)
class SlotLikelihood:
    """Likelihood of the number of hash slots, given the losers of one or more sets.

    Attributes
    ----------
    losers : tuple of int
        Losers of each set of values.
    distinct : tuple of int
        Different values of each set.
    """

    losers: tuple[int, ...]
    distinct: tuple[int, ...]

    def likelihood(self, slots: ArrayLike) -> Array:
        """Probability of these losers with so many slots, the product over the sets."""
        each = [
            loser_probability(lost, n, slots)
            for lost, n in zip(self.losers, self.distinct, strict=True)
        ]
        return np.asarray(np.prod(each, axis=0))

    @property
    def least(self) -> int:
        """The fewest slots that are possible: the most values that found one."""
        return max(n - lost for lost, n in zip(self.losers, self.distinct, strict=True))

    def _log(self, slots: float) -> float:
        """Logarithm of the likelihood, less what does not depend on the slots."""
        return sum(
            float(gammaln(slots + 1) - gammaln(slots - n + lost + 1)) - n * math.log(slots)
            for lost, n in zip(self.losers, self.distinct, strict=True)
        )

    def _score(self, slots: float) -> float:
        return sum(
            float(digamma(slots + 1) - digamma(slots - n + lost + 1)) - n / slots
            for lost, n in zip(self.losers, self.distinct, strict=True)
        )

    @property
    def _peak(self) -> float:
        """The real number of slots with the highest likelihood; infinite without losers."""
        if not any(self.losers):
            return math.inf
        if self._score(self.least) <= 0.0:
            return float(self.least)
        high = 2.0 * self.least
        while self._score(high) > 0.0:
            high *= 2.0
        return float(brentq(self._score, self.least, high))

    @property
    def estimate(self) -> float:
        """The whole number of slots with the highest likelihood; infinite without losers."""
        peak = self._peak
        if math.isinf(peak):
            return peak
        whole = [max(self.least, math.floor(peak)), max(self.least, math.ceil(peak))]
        return float(max(whole, key=self._log))

    @property
    def power_of_two(self) -> float:
        """The power of two with the highest likelihood; infinite without losers."""
        peak = self._peak
        if math.isinf(peak):
            return peak
        above = 2 ** math.ceil(math.log2(max(peak, self.least)))
        choices = [size for size in (above // 2, above) if size >= self.least]
        return float(max(choices, key=self._log))

    def at_most(self, losers: int, slots: float) -> float:
        """Probability that all sets together have at most so many losers."""
        if losers < 0:
            return 0.0
        total = np.ones(1)
        for n in self.distinct:
            lost = np.arange(min(losers, n - 1) + 1)
            free = slots - n + lost + 1.0
            room = np.where(free > 0.0, free, 1.0)
            logs = log_stirling_numbers(n, int(lost[-1])) + gammaln(slots + 1.0) - gammaln(room)
            each = np.where(free > 0.0, np.exp(logs - n * math.log(slots)), 0.0)
            total = np.convolve(total, each)[: losers + 1]
        return float(min(1.0, total.sum()))

    def conf_int(self, alpha: float = 0.05) -> Interval:
        """All numbers of slots with which so many losers, and so few, are not too rare.

        Parameters
        ----------
        alpha : float, default 0.05
            Share of such intervals that miss, at most: each tail of the number of all losers
            has a probability of more than half of it. The estimate is always included.

        Returns
        -------
        tuple of float
            Least and most slots; the upper end is infinite without losers.
        """
        tail, lost = check_alpha(alpha) / 2.0, sum(self.losers)

        def so_few(slots: float) -> float:
            return self.at_most(lost, slots) - tail

        def so_many(slots: float) -> float:
            return 1.0 - self.at_most(lost - 1, slots) - tail

        low = float(self.least)
        if so_few(low) < 0.0:
            low = float(math.ceil(_crossing(so_few, low)))
        if not lost:
            return (low, math.inf)
        high = float(math.floor(_crossing(so_many, float(self.least))))
        return (min(low, self.estimate), max(high, self.estimate))

    def ratio_interval(self, alpha: float = 0.05) -> Interval:
        """All numbers of slots whose likelihood is not too far below the highest.

        Parameters
        ----------
        alpha : float, default 0.05
            Twice the logarithm of the ratio may reach the quantile of chi squared with one
            degree of freedom. With few losers such intervals miss more often than that.

        Returns
        -------
        tuple of float
            Least and most slots; the upper end is infinite without losers.
        """
        drop = float(chdtri(1, check_alpha(alpha))) / 2.0
        peak = self._peak
        top = 0.0 if math.isinf(peak) else self._log(peak)

        def excess(slots: float) -> float:
            return float(top - self._log(slots) - drop)

        low = float(self.least)
        if excess(low) > 0.0:
            low = float(math.ceil(_crossing(excess, low, min(peak, 2.0 * low))))
        if math.isinf(peak):
            return (low, math.inf)
        return (low, float(math.floor(_crossing(excess, peak))))


def _crossing(change: Callable[[float], float], start: float, step: float = 0.0) -> float:
    """Where a function of the slots, rising or falling from the start, changes its sign."""
    sign, high = change(start) > 0.0, max(step, 2.0 * start)
    while (change(high) > 0.0) == sign:
        high *= 2.0
    return float(brentq(change, start, high))


def slot_likelihood(losers: Sequence[int], distinct: Sequence[int]) -> SlotLikelihood:
    """Likelihood of the number of hash slots.

    Where the losers stand among the values says nothing more about the number of slots: the
    likelihood is a product of a factor for each place and of one that depends on the number of
    losers and of slots only.

    Parameters
    ----------
    losers : sequence of int
        Losers of each set of values.
    distinct : sequence of int
        Different values of each set.

    Returns
    -------
    SlotLikelihood
        The likelihood, its highest point and interval.

    Raises
    ------
    UsageError
        When a set is impossible or there is none.

    References
    ----------
    Likelihood of :func:`loser_probability`; interval by inverting tests, after C. Clopper and
    E. Pearson, Biometrika 26, 1934; interval of the ratio after Y. Pawitan, *In All
    Likelihood*, 2001, section 2.6. Example by hand: two values share a slot for certain if
    there is only one, and less and less often with more.

    Examples
    --------
    >>> slot_likelihood([1], [2]).estimate
    1.0
    """
    if not losers or len(losers) != len(distinct):
        raise UsageError("each set needs its losers and its values", found=f"{len(losers)} sets")
    for lost, n in zip(losers, distinct, strict=True):
        loser_probability(lost, n, n)
    return SlotLikelihood(tuple(map(int, losers)), tuple(map(int, distinct)))
