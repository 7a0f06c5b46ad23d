"""Dates as reports print them: ``10-Jan-17 13:30:55``, with months of several languages."""

from __future__ import annotations

import datetime
import re

__all__ = ["report_time"]

_MONTHS = (
    "jan янв ene gen janv januar 1月",
    "feb фев fev févr fév 2月",
    "mar мар mär mrz mars 3月",
    "apr апр abr avr avril 4月",
    "may май mai mag мая 5月",
    "jun июн giu juin 6月",
    "jul июл lug juil 7月",
    "aug авг ago août aoû 8月",
    "sep сен set sept 9月",
    "oct окт okt out ott 10月",
    "nov ноя 11月",
    "dec дек dez dic déc 12月",
)
_NUMBERS = {name: number for number, names in enumerate(_MONTHS, 1) for name in names.split()}
_NAMED = re.compile(
    r"(\d{1,2})[-. ]([^\W\d_]{2,8}|\d{1,2}月)\.?[-. ](\d{4}|\d{2})\s{1,4}"
    r"(\d{1,2})[:.](\d{2})(?:[:.](\d{2}))?"
)
_ISO = re.compile(r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})[\sT]{1,4}(\d{1,2}):(\d{2})(?::(\d{2}))?")


def report_time(text: str) -> datetime.datetime | None:
    """The moment that a printed date names.

    Parameters
    ----------
    text : str
        Day, month in letters and year, or year, month and day in digits; then the time.

    Returns
    -------
    datetime.datetime or None
        None where the month is of no known language, or there is no such day.

    Examples
    --------
    >>> report_time("08-Ноя-17 16:11"), report_time("2017/12/10 13:30:55").isoformat()
    (datetime.datetime(2017, 11, 8, 16, 11), '2017-12-10T13:30:55')
    """
    text = " ".join(text[:60].split())
    named, plain = _NAMED.fullmatch(text), _ISO.fullmatch(text)
    if named:
        month = _NUMBERS.get(named[2].lower())
        if month is None:
            return None
        year = int(named[3]) + (2000 if len(named[3]) == 2 else 0)
        parts = (year, month, int(named[1]), int(named[4]), int(named[5]), int(named[6] or 0))
    elif plain:
        year, month, day, hour, minute = (int(plain[group]) for group in range(1, 6))
        parts = (year, month, day, hour, minute, int(plain[6] or 0))
    else:
        return None
    try:
        return datetime.datetime(*parts)
    except ValueError:
        return None
