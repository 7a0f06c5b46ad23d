"""A number with its unit, as load generators print it: ``2544.22us``, ``1.13ms``, ``9.19k``."""

from __future__ import annotations

import math
import re

from contention.readers.headings import SECONDS_PER_UNIT

__all__ = ["plain_number", "seconds"]

_NUMBER = re.compile(r"[-+]?(?:\d{1,25}(?:\.\d{0,25})?|\.\d{1,25})(?:[eE][-+]?\d{1,3})?")
_TIME = re.compile(rf"({_NUMBER.pattern})\s?([A-Za-zµμ]{{0,5}})")
_UNITS = {**SECONDS_PER_UNIT, "µs": 1e-6, "μs": 1e-6, "m": 60.0, "h": 3600.0, "sec": 1.0}


def plain_number(text: str) -> int | float | None:
    """The value of a number with a decimal point and nothing else; None for anything else.

    Parameters
    ----------
    text : str
        As printed.

    Returns
    -------
    int, float or None
        A whole number where no point or exponent is printed.

    Examples
    --------
    >>> [plain_number(text) for text in ("12", "12.50", "nan", "-nan", "1,234")]
    [12, 12.5, None, None, None]
    """
    if not _NUMBER.fullmatch(text):
        return None
    if text.lstrip("+-").isdecimal():
        return int(text)
    value = float(text)
    return value if math.isfinite(value) else None


def seconds(text: str, unit: str = "") -> float | None:
    """The seconds that a printed time says; None without a number, or with no known unit.

    Parameters
    ----------
    text : str
        Number and unit, such as ``2544.22us``.
    unit : str
        The unit where the text has none; without it such a text is None.

    Returns
    -------
    float or None
        Seconds.

    Examples
    --------
    >>> seconds("2.5ms"), seconds("3", "ms"), seconds("3"), seconds("3 apples")
    (0.0025, 0.003, None, None)
    """
    match = _TIME.fullmatch(text.strip())
    value = plain_number(match[1]) if match else None
    if match is None or value is None:
        return None
    factor = _UNITS.get(match[2] or unit)
    if factor is None:
        return None
    return value / round(1 / factor) if factor < 1 else value * factor
