"""From a printed number to its value, with the decimal mark decided for a whole table.

``1,234`` is a thousand in one locale and about one in another, and no cell alone can tell.
:func:`decide_style` looks at all cells together; a mark that stays undecided makes the cell
missing and flagged. A point before three digits is a decimal point unless other cells show
that the comma is the decimal mark, or that points group the digits.

A suffix is never dropped: ``12.3us`` keeps its unit, and ``27.9K`` is a number only where the
caller knows whether K is 1000 or 1024.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from contention.readers.headings import BYTES_PER_UNIT, SECONDS_PER_UNIT

__all__ = [
    "NumberStyle",
    "Printed",
    "convert",
    "decide_style",
    "looks_numeric",
    "read_number",
    "says_missing",
]

Role = Literal["decimal", "thousands", "undecided"]

MAXIMUM_DIGITS = 40
MAXIMUM_TEXT = 80

_NUMBER = re.compile(
    r"(?P<sign>[-+−]?)(?P<body>\d[\d.,'’_\u00a0\u202f ]*|[.,]\d+)"
    r"(?P<exponent>[eE][-+]?\d{1,3})?\s*(?P<suffix>%|[A-Za-zµ]{1,5})?"
)
_SPACED = re.compile(r"\d{1,3}(?:[ '’_\u00a0\u202f]\d{3})+(?:[.,]\d*)?$")
_GROUPING = re.compile(r"[ '’_\u00a0\u202f]")
_OVERFLOW = re.compile(r"#+")
_NOT_A_NUMBER = re.compile(r"[-+]?nan|[-+]?inf(inity)?", re.I)
_NULL = {"null", "(null)", "n/a", "na", "none", "-", "--", "?"}
_MULTIPLES = {"k": 1, "m": 2, "g": 3, "t": 4}
_SUFFIX_UNITS = {
    "%": "%",
    "µs": "us",
    "kb": "kb",
    "kib": "kb",
    "mb": "mb",
    "mib": "mb",
    "gb": "gb",
    "gib": "gb",
    "tb": "tb",
    "tib": "tb",
    "b": "bytes",
    "bytes": "bytes",
    "sec": "s",
    "secs": "s",
    "ns": "ns",
    "us": "us",
    "ms": "ms",
    "cs": "cs",
    "s": "s",
    "min": "min",
}


@dataclass(frozen=True)
class NumberStyle:
    """What the two marks mean in a table.

    Attributes
    ----------
    comma, point : {"decimal", "thousands", "undecided"}
        Their roles.
    """

    comma: Role = "undecided"
    point: Role = "decimal"


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


def looks_numeric(text: str) -> bool:
    """Whether the text is a number in some locale, perhaps with a known suffix.

    A whole number that starts with 0, such as an address, does not look numeric, nor does an
    exponent without a sign, which occurs in identifiers.

    Examples
    --------
    >>> [looks_numeric(t) for t in ("1,234.5", "12.3us", "0000000182", "7, 10", "####")]
    [True, True, False, False, False]
    """
    match = _match(text)
    if match is None:
        return False
    body, exponent = match["body"], match["exponent"] or ""
    padded = len(body) > 1 and body[0] == "0" and body.isdigit()
    signed = not exponent or exponent[1] in "+-" or "." in body
    return not padded and signed


def says_missing(text: str) -> bool:
    """Whether the text stands for a number that is not there: ``####``, ``NaN``, ``null``.

    Examples
    --------
    >>> [says_missing(t) for t in ("#####", "NaN", "null", "0")]
    [True, True, True, False]
    """
    return bool(_OVERFLOW.fullmatch(text) or _NOT_A_NUMBER.fullmatch(text) or text.lower() in _NULL)


def _match(text: str) -> re.Match[str] | None:
    match = _NUMBER.fullmatch(text) if len(text) <= MAXIMUM_TEXT else None
    if match is None:
        return None
    body = match["body"]
    if _GROUPING.search(body) and not _SPACED.fullmatch(body):
        return None
    if sum(character.isdigit() for character in body) > MAXIMUM_DIGITS:
        return None
    suffix = (match["suffix"] or "").lower()
    if suffix and suffix not in _SUFFIX_UNITS and suffix not in _MULTIPLES:
        return None
    return match if _possible(_GROUPING.sub("", body)) else None


def _possible(body: str) -> bool:
    return bool(
        re.fullmatch(r"\d*[.,]?\d*", body)
        or re.fullmatch(r"\d{1,3}(,\d{3})+(\.\d*)?", body)
        or re.fullmatch(r"\d{1,3}(\.\d{3})+(,\d*)?", body)
    )


def decide_style(texts: Iterable[str]) -> NumberStyle | None:
    """The roles of comma and point that all the cells together show.

    Parameters
    ----------
    texts : iterable of str
        Cells, numbers or not; those that are not numbers say nothing.

    Returns
    -------
    NumberStyle or None
        None when the cells contradict each other.

    Examples
    --------
    >>> decide_style(["1,234", "12,345,678"]).comma
    'thousands'
    >>> decide_style(["1,234", "0,5"]).comma
    'decimal'
    >>> decide_style(["1,234"]).comma
    'undecided'
    >>> decide_style(["0,5", "0.5"]) is None
    True
    """
    comma: set[Role] = set()
    point: set[Role] = set()
    for text in texts:
        match = _match(text)
        if match is None or not ("," in match["body"] or "." in match["body"]):
            continue
        body = _GROUPING.sub("", match["body"])
        grouped = body != match["body"] or bool(match["exponent"])
        comma |= _roles(body, ",", ".", grouped)
        point |= _roles(body, ".", ",", grouped)
    if len(comma) > 1 or len(point) > 1 or (comma and comma == point):
        return None
    if comma:
        role = comma.pop()
        return NumberStyle(role, "thousands" if role == "decimal" else "decimal")
    if point:
        role = point.pop()
        return NumberStyle("decimal" if role == "thousands" else "thousands", role)
    return NumberStyle()


def _roles(body: str, mark: str, other: str, grouped: bool) -> set[Role]:
    """What one number shows about a mark."""
    if mark not in body:
        return set()
    if other in body:
        return {"decimal" if body.rfind(mark) > body.rfind(other) else "thousands"}
    if body.count(mark) > 1:
        return {"thousands"}
    left, right = body.split(mark)
    if len(right) == 3 and 1 <= len(left) <= 3 and left[0] != "0" and not grouped:
        return set()
    return {"decimal"}


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
    if _OVERFLOW.fullmatch(text):
        return Printed(None, reason="overflow: the number was wider than its column")
    if _NOT_A_NUMBER.fullmatch(text):
        return Printed(None, reason="not a finite number")
    if text.lower() in _NULL:
        return Printed(None, reason="said to be missing")
    match = _match(text)
    if match is None:
        return Printed(None, reason="text where a number belongs")
    return _value(match, style, kilo)


def _value(match: re.Match[str], style: NumberStyle, kilo: int | None) -> Printed:
    body = _GROUPING.sub("", match["body"])
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
    whole = printed.lstrip("+-").isdigit()
    value: int | float = int(printed) if whole else float(printed)
    if not math.isfinite(value):
        return Printed(None, reason="the number is too large")
    return _scaled(value, (match["suffix"] or "").lower(), decimals, kilo)


def _scaled(value: int | float, suffix: str, decimals: int, kilo: int | None) -> Printed:
    if not suffix or suffix in _SUFFIX_UNITS:
        return Printed(value, _SUFFIX_UNITS.get(suffix, ""), "", decimals)
    if kilo is None:
        return Printed(None, reason=f"{suffix.upper()} may be a multiple of 1000 or of 1024")
    factor = kilo ** _MULTIPLES[suffix]
    reason = f"rounded by the tool: {suffix.upper()} is {factor}"
    return Printed(value * factor, "", reason, decimals)


def convert(value: int | float, unit: str, into: str) -> int | float | None:
    """The value in another unit of the same kind; None when the kinds differ.

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
