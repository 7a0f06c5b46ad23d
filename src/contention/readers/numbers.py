"""From a printed number to its value, with the decimal mark decided for a whole table.

``1,234`` is a thousand in one locale and about one in another, and no cell alone can tell.
:func:`contention.readers.number_style.decide_style` looks at all cells together; a mark that
stays undecided makes the cell missing and flagged. A point before three digits is a decimal
point unless other cells show that the comma is the decimal mark, or that points group digits.

A suffix is never dropped: ``12.3us`` keeps its unit, and ``27.9K`` is a number only where the
caller knows whether K is 1000 or 1024.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

from contention.readers.headings import BYTES_PER_UNIT, SECONDS_PER_UNIT
from contention.readers.number_style import NumberStyle
from contention.readers.number_text import (
    GROUPING,
    MAXIMUM_DIGITS,
    MULTIPLES,
    NOT_A_NUMBER,
    NULL,
    OVERFLOW,
    SUFFIX_UNITS,
    number_match,
)

__all__ = ["Printed", "convert", "read_number"]


@dataclass(frozen=True)
class Printed:
    """What one cell says.

    Attributes
    ----------
    value : int, float or None
        Exact for whole numbers; None where the cell cannot be read.
    unit : str
        The unit printed behind the number, if any.
    reason : str
        Why the cell is flagged; empty when it is not.
    decimals : int
        Digits printed behind the decimal mark.
    """

    value: int | float | None
    unit: str = ""
    reason: str = ""
    decimals: int = 0


def read_number(text: str, style: NumberStyle, *, kilo: int | None = None) -> Printed:
    """The value of one printed number.

    Parameters
    ----------
    text : str
        The cell, stripped and not empty.
    style : NumberStyle
        The roles of comma and point in its table.
    kilo : int, optional
        What a bare K multiplies by, 1000 or 1024; without it such a cell is missing.

    Returns
    -------
    Printed
        Value and unit, or the reason why there is none.

    Examples
    --------
    >>> read_number("8,096,318", NumberStyle("thousands")).value
    8096318
    >>> read_number("1,234", NumberStyle()).reason
    'the comma may be a decimal mark or group thousands'
    >>> read_number("27.9K", NumberStyle(), kilo=1000).value
    27900.0
    """
    if len(text) <= MAXIMUM_DIGITS and text.isascii() and text.isdecimal():
        return Printed(int(text))
    if OVERFLOW.fullmatch(text):
        return Printed(None, reason="overflow: the number was wider than its column")
    if NOT_A_NUMBER.fullmatch(text):
        return Printed(None, reason="not a finite number")
    if text.lower() in NULL:
        return Printed(None, reason="said to be missing")
    match = number_match(text)
    if match is None:
        return Printed(None, reason="text where a number belongs")
    return _value(match, style, kilo)


def _value(match: re.Match[str], style: NumberStyle, kilo: int | None) -> Printed:
    body = GROUPING.sub("", match["body"])
    single = {mark for mark in ",." if mark in body}
    if "," in single and style.comma == "undecided":
        return Printed(None, reason="the comma may be a decimal mark or group thousands")
    for mark, role in ((",", style.comma), (".", style.point)):
        if mark in single and role == "thousands":
            if not re.fullmatch(rf"\d{{1,3}}(\{mark}\d{{3}})+([.,]\d*)?", body):
                return Printed(None, reason="the marks contradict those of the other cells")
            body = body.replace(mark, "")
    body = body.replace(",", ".")
    if body.count(".") > 1:
        return Printed(None, reason="the marks contradict those of the other cells")
    decimals = len(body.partition(".")[2])
    printed = match["sign"].replace("−", "-") + body + (match["exponent"] or "")
    whole = printed.lstrip("+-").isdecimal()
    value: int | float = int(printed) if whole else float(printed)
    if not math.isfinite(value):
        return Printed(None, reason="the number is too large")
    return _scaled(value, (match["suffix"] or "").lower(), decimals, kilo)


def _scaled(value: int | float, suffix: str, decimals: int, kilo: int | None) -> Printed:
    if not suffix or suffix in SUFFIX_UNITS:
        return Printed(value, SUFFIX_UNITS.get(suffix, ""), "", decimals)
    if kilo is None:
        return Printed(None, reason=f"{suffix.upper()} may be a multiple of 1000 or of 1024")
    factor = kilo ** MULTIPLES[suffix]
    reason = f"rounded by the tool: {suffix.upper()} is {factor}"
    return Printed(value * factor, "", reason, decimals)


def convert(value: int | float, unit: str, into: str) -> int | float | None:
    """The value in another unit of the same kind; None when the kinds differ.

    Parameters
    ----------
    value : int or float
        Any number.
    unit, into : str
        Two of ``ns us ms cs s min bytes kb mb gb tb``.

    Returns
    -------
    int, float or None
        Whole numbers stay whole where the ratio is whole.

    Examples
    --------
    >>> convert(12.0, "us", "ms"), convert(2, "kb", "bytes"), convert(1, "s", "bytes")
    (0.012, 2048, None)
    """
    for table in (SECONDS_PER_UNIT, BYTES_PER_UNIT):
        if unit in table and into in table:
            if unit == into:
                return value
            ratio = table[unit] / table[into]
            return value * int(ratio) if ratio >= 1 and ratio == int(ratio) else value * ratio
    return None
