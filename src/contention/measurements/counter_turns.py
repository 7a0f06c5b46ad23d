"""How often a counter of few bits went round, from a count and a mean kept beside it."""

from __future__ import annotations

__all__ = ["MAXIMUM_TURNS", "possible_turns"]

MAXIMUM_TURNS = 1000


def possible_turns(printed: int, count: int, mean: int, *, bits: int = 32) -> tuple[int, ...]:
    """The numbers of turns after which a total fits its count and its mean.

    The total T was cut to its last ``bits`` bits, so that T = printed + k 2^bits with a whole
    number k, zero for a total that fits. The mean was cut to a whole number, so that
    count x mean <= T < count x (mean + 1).

    Parameters
    ----------
    printed : int
        The total as printed; may be negative.
    count : int
        Events that it sums; positive.
    mean : int
        Their mean without its fraction; zero or more.
    bits : int, default 32
        Width of the printed counter.

    Returns
    -------
    tuple of int
        All k that fit, at most 1,000 of them; none when the three contradict each other.

    Examples
    --------
    >>> possible_turns(-1_534_546_885, 93_584, 29_496)
    (1,)
    >>> possible_turns(441_736_077, 155_862, 2_834)
    (0,)
    """
    turn = 2**bits
    first = -((printed - count * mean) // turn)
    last = (count * (mean + 1) - 1 - printed) // turn
    return tuple(range(first, min(last, first + MAXIMUM_TURNS - 1) + 1))
