"""Seconds in words, in the unit that suits their size."""

from __future__ import annotations

import math

__all__ = ["time_text", "time_unit"]

_UNITS = ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs"), (1e-9, "ns"))


def time_unit(seconds: float) -> tuple[float, str]:
    """The unit for a time of that size: its length in seconds, and its sign.

    Parameters
    ----------
    seconds : float
        Any time; its sign does not matter.

    Returns
    -------
    tuple of float and str
        Seconds for 0 and for what is not a number.

    Examples
    --------
    >>> time_unit(0.0031), time_unit(-75.0)
    ((0.001, 'ms'), (1.0, 's'))
    """
    size = abs(seconds)
    if not size > 0:
        return _UNITS[0]
    return next((unit for unit in _UNITS if size >= unit[0]), _UNITS[-1])


def time_text(seconds: float, *, sign: bool = False) -> str:
    """A time with three significant digits.

    Parameters
    ----------
    seconds : float
        Any time.
    sign : bool
        Whether to write a plus before what is positive.

    Returns
    -------
    str
        Such as ``3.1 ms``; ``not known`` for what is not a number.

    Examples
    --------
    >>> time_text(0.0031), time_text(1234.5), time_text(-2e-5), time_text(4.0, sign=True)
    ('3.1 ms', '1,234 s', '-20 µs', '+4 s')
    """
    if not math.isfinite(seconds):
        return "not known"
    scale, unit = time_unit(seconds)
    value = seconds / scale
    shown = f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.3g}"
    return f"{'+' if sign and seconds > 0 else ''}{shown} {unit}"
