"""Why a total changed: more of them, or each of them slower."""

from __future__ import annotations

import math
from dataclasses import dataclass

__all__ = ["MoreOrSlower", "split_change"]


@dataclass(frozen=True)
class MoreOrSlower:
    """The change of a total of equal things, in parts that add up to it.

    Attributes
    ----------
    more : float
        Because there are more (or fewer) of them, each at the mean of the two prices.
    slower : float
        Because each takes longer (or shorter), for the mean of the two numbers.
    interaction : float
        What both changes make together. Half of it is in ``more`` and half in ``slower``.
    unsplit : float
        The whole change where the numbers are not known, otherwise zero.

    Examples
    --------
    >>> MoreOrSlower(3.0, 1.0, 0.5, 0.0).difference
    4.0
    """

    more: float
    slower: float
    interaction: float
    unsplit: float

    @property
    def difference(self) -> float:
        """The change of the total."""
        return self.more + self.slower + self.unsplit

    @property
    def known(self) -> bool:
        """Whether it could be split."""
        return not math.isnan(self.interaction)


def split_change(
    count_before: float, total_before: float, count_after: float, total_after: float
) -> MoreOrSlower:
    r"""Split the change of a total into the change of the count and of the mean.

    A total is a count times a mean, :math:`T = n m`. Then

    .. math:: T_2 - T_1 = (n_2 - n_1) \frac{m_1 + m_2}{2} + (m_2 - m_1) \frac{n_1 + n_2}{2}

    exactly, and exchanging before and after only changes the signs. It is the mean of the two
    orders in which one can change first the count and then the mean, which makes it the Shapley
    value of the two. What neither order gives alone, :math:`(n_2 - n_1)(m_2 - m_1)`, is shared
    equally. What was not there at all before (or after) has no mean, and the whole change is its
    count.

    Parameters
    ----------
    count_before, count_after : float
        How many; zero or more, or NaN where that is not known.
    total_before, total_after : float
        What all of them took, in any unit.

    Returns
    -------
    MoreOrSlower
        In the unit of the totals. Not split where a count is not known, or where time was taken
        without a count.

    References
    ----------
    T. L. Bennet, "The theory of measurement of changes in cost of living", Journal of the Royal
    Statistical Society 83, 1920, pages 455-462.

    Examples
    --------
    Ten reads of 1 ms became twenty of 3 ms:

    >>> split = split_change(10, 10.0, 20, 60.0)
    >>> split.more, split.slower, split.interaction
    (20.0, 30.0, 20.0)
    """
    change = total_after - total_before
    pairs = ((count_before, total_before), (count_after, total_after))
    if not all(count > 0 or (count == 0 and total == 0) for count, total in pairs):
        return MoreOrSlower(0.0, 0.0, math.nan, change)
    if count_before == 0 or count_after == 0:
        return MoreOrSlower(change, 0.0, 0.0, 0.0)
    means = (total_before / count_before, total_after / count_after)
    steps = (count_after - count_before, means[1] - means[0])
    more = steps[0] * (means[0] + means[1]) / 2.0
    return MoreOrSlower(more, change - more, steps[0] * steps[1], 0.0)
