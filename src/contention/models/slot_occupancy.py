"""How many of so many values lose their hash slot.

n values that hash evenly to m slots occupy K of them with probability
S(n, K) m! / ((m - K)! m^n), S being the Stirling numbers of the second kind. The n - K others
are losers.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import gammaln

from contention.errors import UsageError

__all__ = [
    "first_loser_pvalue",
    "log_stirling_numbers",
    "loser_probability",
    "simulate_losers",
]

Array = NDArray[np.float64]
Integers = NDArray[np.int64]


def _check(losers: int, distinct: int) -> None:
    if not (distinct >= 1 and 0 <= losers < distinct):
        raise UsageError(
            "losers must be fewer than the different values", found=f"{losers} of {distinct}"
        )


def _log_sums(losers: int, weights: Array) -> Array:
    """Logarithm of the complete homogeneous sums of that degree of w1, w1 w2, w1 w2 w3, ..."""
    logs = np.log(weights)
    sums: Array = np.zeros(weights.size)
    for _ in range(losers):
        sums = np.logaddexp.accumulate(logs + sums)
    return sums


def log_stirling_numbers(distinct: int, losers: int) -> Array:
    """Logarithms of S(n, n), S(n, n-1), ..., S(n, n-L), Stirling numbers of the second kind.

    Parameters
    ----------
    distinct : int
        n.
    losers : int
        L, fewer than n.

    Returns
    -------
    ndarray, shape (L + 1,)
        By the expansion S(n, K) = h_(n-K)(1, ..., K) in complete homogeneous sums.

    Examples
    --------
    >>> np.exp(log_stirling_numbers(4, 3)).round(6).tolist()
    [1.0, 6.0, 7.0, 1.0]
    """
    _check(losers, distinct)
    logs = np.log(np.arange(1.0, distinct + 1.0))
    sums: Array = np.zeros(distinct)
    found = [0.0]
    for lost in range(1, losers + 1):
        sums = np.logaddexp.accumulate(logs + sums)
        found.append(float(sums[distinct - lost - 1]))
    return np.array(found)


def loser_probability(losers: int, distinct: int, slots: ArrayLike) -> Array:
    """Probability of exactly so many losers.

    Parameters
    ----------
    losers : int
        Values that find their slot taken, L; 0 to n - 1.
    distinct : int
        Different values, n.
    slots : array_like
        Hash slots, m; 1 or more.

    Returns
    -------
    ndarray
        S(n, n-L) m! / ((m-n+L)! m^n), in the shape of ``slots``.

    Raises
    ------
    UsageError
        When losers are not fewer than values, or a number of slots is less than one.

    Notes
    -----
    Assumes that each value hashes to each slot with equal probability, independently.

    References
    ----------
    W. Feller, *An Introduction to Probability Theory and Its Applications*, volume 1, third
    edition, 1968, section II.5 and II.11: the classical occupancy problem.

    Examples
    --------
    Of two values in four slots, one loses with probability 1/4; of 23 birthdays in 365 days,
    all are different with probability 0.4927:

    >>> round(float(loser_probability(1, 2, 4)), 6), round(float(loser_probability(0, 23, 365)), 4)
    (0.25, 0.4927)
    """
    _check(losers, distinct)
    m = np.asarray(slots, dtype=np.float64)
    if not np.all(m >= 1.0):
        raise UsageError("slots must be one or more", found=f"{m.min():g}")
    kept = distinct - losers
    log_stirling = log_stirling_numbers(distinct, losers)[-1]
    free = m - kept + 1.0
    room = np.where(free > 0.0, free, 1.0)
    logs = log_stirling + gammaln(m + 1.0) - gammaln(room) - distinct * np.log(m)
    return np.asarray(np.where(free > 0.0, np.exp(logs), 0.0))


def simulate_losers(distinct: int, slots: int, repeats: int, seed: int) -> Integers:
    """Losers of simulated sets of values, each hashed evenly and independently.

    Parameters
    ----------
    distinct : int
        Different values of a set.
    slots : int
        Hash slots.
    repeats : int
        Sets to simulate.
    seed : int
        Seed of the random numbers.

    Returns
    -------
    ndarray of int, shape (repeats,)
        Losers of each set.

    Examples
    --------
    One slot has room for one value:

    >>> simulate_losers(5, 1, 3, seed=1).tolist()
    [4, 4, 4]
    """
    hashed = np.random.default_rng(seed).integers(slots, size=(repeats, distinct))
    hashed.sort(axis=1)
    return np.asarray((np.diff(hashed, axis=1) == 0).sum(axis=1), dtype=np.int64)


def first_loser_pvalue(losers: int, distinct: int, first: int) -> float:
    """Probability that the first loser stands so late in the order, or later.

    Given the number of losers it does not depend on the number of slots, and so it tests the
    assumption of an even hash by itself.

    Parameters
    ----------
    losers : int
        Losers, L; one or more.
    distinct : int
        Different values, n.
    first : int
        Place of the first loser, from 2 to n - L + 1.

    Returns
    -------
    float
        h_L(f-1, ..., n-L) / h_L(1, ..., n-L), h_L being the complete homogeneous sum of degree
        L: a value that collides when k slots are taken has weight k.

    Raises
    ------
    UsageError
        When the place is impossible.

    References
    ----------
    Expansion of the Stirling numbers, S(n, K) = h_(n-K)(1, ..., K): R. Graham, D. Knuth and
    O. Patashnik, *Concrete Mathematics*, second edition, 1994, section 7.4.

    Examples
    --------
    One loser among three values is the second with weight 1 or the third with weight 2:

    >>> round(first_loser_pvalue(1, 3, 3), 4)
    0.6667
    """
    _check(losers, distinct)
    kept = distinct - losers
    if not losers or not 2 <= first <= kept + 1:
        raise UsageError("the place of the first loser is impossible", found=str(first))
    late = _log_sums(losers, np.arange(float(first - 1), kept + 1.0))[-1]
    return float(np.exp(late - _log_sums(losers, np.arange(1.0, kept + 1.0))[-1]))
