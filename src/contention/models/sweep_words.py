"""Numbers of a sweep as words."""

from __future__ import annotations

import math

from contention.models.intervals import Interval

__all__ = ["rate_text", "reach_text", "sessions_text"]


def reach_text(ends: Interval) -> str:
    """Both ends of an interval, or the lower one where there is no upper.

    Examples
    --------
    >>> reach_text((4.888, 6.385)), reach_text((9.0, math.inf))
    ('4.89 to 6.38', 'at least 9')
    """
    low, high = ends
    if math.isinf(high):
        return f"at least {low:.3g}"
    return f"{low:.3g} to {high:.3g}"


def sessions_text(count: float) -> str:
    """A count with its noun.

    Examples
    --------
    >>> sessions_text(1.0), sessions_text(5.602)
    ('1 session', '5.6 sessions')
    """
    return f"{count:.3g} session{'' if count == 1 else 's'}"


def rate_text(value: float) -> str:
    """A throughput, without decimals when it is large.

    Examples
    --------
    >>> rate_text(25945.9), rate_text(66.171)
    ('25,946', '66.17')
    """
    return f"{value:,.0f}" if value >= 1000.0 else f"{value:.4g}"
