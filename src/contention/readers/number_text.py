"""What a printed number looks like, in any locale, with or without a unit behind it."""

from __future__ import annotations

import re

__all__ = [
    "GROUPING",
    "MAXIMUM_DIGITS",
    "MULTIPLES",
    "NOT_A_NUMBER",
    "NULL",
    "OVERFLOW",
    "SUFFIX_UNITS",
    "looks_numeric",
    "number_match",
    "says_missing",
]

MAXIMUM_DIGITS = 40
MAXIMUM_TEXT = 80

_NUMBER = re.compile(
    r"(?P<sign>[-+−]?)(?P<body>\d(?:[\d.,'’_\u00a0\u202f ]*[\d.,])?|[.,]\d+)"
    r"(?P<exponent>[eE][-+]?\d{1,3})?\s*(?P<suffix>%|[A-Za-zµ]{1,5})?"
)
_SPACED = re.compile(r"\d{1,3}(?:[ '’_\u00a0\u202f]\d{3})+(?:[.,]\d*)?$")
GROUPING = re.compile(r"[ '’_\u00a0\u202f]")
OVERFLOW = re.compile(r"#+")
NOT_A_NUMBER = re.compile(r"[-+]?nan|[-+]?inf(inity)?", re.I)
NULL = {"null", "(null)", "n/a", "na", "none", "-", "--", "?"}
MULTIPLES = {"k": 1, "m": 2, "g": 3, "t": 4}
SUFFIX_UNITS = {
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


def looks_numeric(text: str) -> bool:
    """Whether the text is a number in some locale, perhaps with a known suffix.

    A whole number that starts with 0, such as an address, does not look numeric, nor does an
    exponent without a sign, which occurs in identifiers.

    Parameters
    ----------
    text : str
        A cell, stripped.

    Returns
    -------
    bool
        Whether a column of such cells is a column of numbers.

    Examples
    --------
    >>> [looks_numeric(t) for t in ("1,234.5", "12.3us", "0000000182", "7, 10", "####")]
    [True, True, False, False, False]
    """
    if text.isascii() and text.isdigit():
        return (len(text) == 1 or text[0] != "0") and len(text) <= MAXIMUM_DIGITS
    match = number_match(text)
    if match is None:
        return False
    body, exponent = match["body"], match["exponent"] or ""
    padded = len(body) > 1 and body[0] == "0" and body.isdigit()
    signed = not exponent or exponent[1] in "+-" or "." in body
    return not padded and signed


def says_missing(text: str) -> bool:
    """Whether the text stands for a number that is not there: ``####``, ``NaN``, ``null``.

    Parameters
    ----------
    text : str
        A cell, stripped.

    Returns
    -------
    bool
        Whether it is one of the known signs for a missing number.

    Examples
    --------
    >>> [says_missing(t) for t in ("#####", "NaN", "null", "0")]
    [True, True, True, False]
    """
    return bool(OVERFLOW.fullmatch(text) or NOT_A_NUMBER.fullmatch(text) or text.lower() in NULL)


def number_match(text: str) -> re.Match[str] | None:
    """The parts ``sign``, ``body``, ``exponent`` and ``suffix`` of a number; None for no number.

    Parameters
    ----------
    text : str
        A cell, stripped.

    Returns
    -------
    re.Match or None
        None when the text is no number in any locale, or has more than 40 digits.

    Examples
    --------
    >>> number_match("-1,234.5ms")["body"], number_match("12 apples") is None
    ('1,234.5', True)
    """
    match = _NUMBER.fullmatch(text) if len(text) <= MAXIMUM_TEXT else None
    if match is None:
        return None
    body = match["body"]
    if GROUPING.search(body) and not _SPACED.fullmatch(body):
        return None
    if len(body) > MAXIMUM_DIGITS and sum(map(str.isdigit, body)) > MAXIMUM_DIGITS:
        return None
    suffix = (match["suffix"] or "").lower()
    if suffix and suffix not in SUFFIX_UNITS and suffix not in MULTIPLES:
        return None
    return match if _possible(GROUPING.sub("", body)) else None


def _possible(body: str) -> bool:
    return bool(
        re.fullmatch(r"\d*[.,]?\d*", body)
        or re.fullmatch(r"\d{1,3}(,\d{3})+(\.\d*)?", body)
        or re.fullmatch(r"\d{1,3}(\.\d{3})+(,\d*)?", body)
    )
