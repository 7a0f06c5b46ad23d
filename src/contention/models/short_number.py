"""Numbers in sentences: three significant digits, or all whole ones."""

from __future__ import annotations

import math

__all__ = ["short_number"]


def short_number(value: float) -> str:
    """A number as a sentence has it.

    Parameters
    ----------
    value : float
        Any.

    Returns
    -------
    str
        From a thousand on whole, with commas; infinity is ``no limit``, and what is no number is
        ``unknown``.

    Examples
    --------
    >>> short_number(10604.3), short_number(46.4328), short_number(-0.51234), short_number(0.0)
    ('10,604', '46.4', '-0.512', '0')
    >>> short_number(math.inf), short_number(-math.inf), short_number(math.nan)
    ('no limit', 'minus infinity', 'unknown')
    """
    if math.isnan(value):
        return "unknown"
    if math.isinf(value):
        return "no limit" if value > 0 else "minus infinity"
    return f"{value:,.0f}" if abs(value) >= 999.5 else f"{value:.3g}"
