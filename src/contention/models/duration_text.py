"""A time in the unit that a reader would choose."""

from __future__ import annotations

import math

__all__ = ["duration_text"]

_STEPS = (("ns", 1e3), ("us", 1e3), ("ms", 1e3), ("s", math.inf))


def duration_text(value: float, unit: str) -> str:
    """A time in the largest unit that leaves it at one or more.

    Parameters
    ----------
    value : float
        In ``unit``; may be infinite.
    unit : str
        ``ns``, ``us``, ``ms`` or ``s``; another unit is kept.

    Returns
    -------
    str
        Three significant digits, or whole thousands.

    Examples
    --------
    >>> duration_text(4096.0, "us"), duration_text(0.5, "ms"), duration_text(math.inf, "ms")
    ('4.1 ms', '0.5 ms', 'infinity')
    """
    if math.isinf(value):
        return "infinity" if value > 0 else "-infinity"
    names = [name for name, _ in _STEPS]
    at = names.index(unit) if unit in names else None
    while at is not None and abs(value) >= _STEPS[at][1]:
        value /= _STEPS[at][1]
        at += 1
    shown = unit if at is None else names[at].replace("us", "µs")
    number = f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.3g}"
    return f"{number} {shown}".strip()
