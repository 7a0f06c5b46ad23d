"""A number typed in prose that equals a recorded result should be the ``{result}`` role.

A typed number is compared with a result when it could hardly be anything else:

* it has three significant digits or more (zeros at the end of a whole number do not count), or
  two with a decimal point, and the unit behind it is the result's; without a unit, it has four;
* it is not a year, and not below 13 as a whole number;
* the result was not itself a plain count below 1000 (session counts, numbers of points).

It equals the result when both agree at the precision that was typed. Chapters are compared with
their own study, other pages with all. A number that is meant, such as that of an invented
example, is exempted by a comment in the page: ``<!-- typed: 41.5 in an invented example -->``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from contention.book.checks.finding import Finding
from contention.book.checks.prose import prose_lines
from contention.book.results import Recorded, StudyResults

__all__ = ["TypedNumber", "find_typed_numbers", "numbers_in", "same_number"]

_NUMBER = re.compile(r"(?<![\w.,/-])(\d{1,3}(?:,\d{3})+|\d+)(\.\d+)?(?![\w/]|[.,]\d|-\d)")
_UNIT = re.compile(r"\s?([^\W\d_]+(?:/[^\W\d_]+)?|%)")
_EXEMPT = re.compile(r"<!--\s*typed:\s*(.*?)-->", re.S)
_UNITS: Mapping[str, str] = {
    "%": "%",
    "percent": "%",
    "µs": "us",
    "μs": "us",
    "us": "us",
    "microseconds": "us",
    "ms": "ms",
    "milliseconds": "ms",
    "s": "s",
    "seconds": "s",
    "kb": "kb",
    "mb": "mb",
    "byte": "bytes",
    "bytes": "bytes",
    "session": "sessions",
    "sessions": "sessions",
    "run": "runs",
    "runs": "runs",
    "processor": "cpus",
    "processors": "cpus",
    "cpus": "cpus",
}
_SMALLEST = 13
_YEARS = range(1900, 2100)
_PLAIN_COUNT = 1000


@dataclass(frozen=True)
class TypedNumber:
    """A number as it stands in prose.

    Attributes
    ----------
    line : int
        Counted from 1.
    text : str
        As typed.
    value : float
    decimals, significant : int
        Digits behind the point, and significant digits.
    unit : str
        The unit behind it, normalised; empty when there is none that is known.
    """

    line: int
    text: str
    value: float
    decimals: int
    significant: int
    unit: str


def numbers_in(markdown: str) -> Iterator[TypedNumber]:
    """The numbers typed in the prose of a page that are worth a comparison.

    Examples
    --------
    >>> [n.text for n in numbers_in("In 2018, 403.5 sessions; `41.25` of 12 and 600 s.")]
    ['403.5']
    """
    for line, prose in prose_lines(markdown):
        for match in _NUMBER.finditer(prose):
            whole, fraction = match[1].replace(",", ""), (match[2] or "")[1:]
            value = float(f"{whole}.{fraction or 0}")
            digits = (whole + fraction).lstrip("0")
            significant = len(digits if fraction else digits.rstrip("0"))
            behind = _UNIT.match(prose, match.end())
            unit = _UNITS.get(behind[1].casefold(), "") if behind else ""
            typed = TypedNumber(line, match[0], value, len(fraction), significant, unit)
            if _worth(typed):
                yield typed


def _worth(typed: TypedNumber) -> bool:
    if not typed.decimals and (typed.value < _SMALLEST or int(typed.value) in _YEARS):
        return False
    return typed.significant >= 3 or (typed.decimals > 0 and typed.significant >= 2)


def same_number(typed: TypedNumber, recorded: Recorded) -> bool:
    """Whether a typed number is a recorded one at the typed precision, by the rules above.

    Examples
    --------
    >>> typed = next(numbers_in("it takes 403.5 µs"))
    >>> [same_number(typed, Recorded("r", 403.46, unit)) for unit in ("us", "s")]
    [True, False]
    """
    unit = _UNITS.get(recorded.unit.casefold(), recorded.unit.casefold())
    alike = bool(unit) and typed.unit == unit
    needed = (2 if typed.decimals else 3) if alike else 4
    if typed.significant < needed or (typed.unit and unit and not alike):
        return False
    half = 0.5 * 10.0**-typed.decimals
    return any(
        not _plain_count(recorded, number) and abs(abs(number) - typed.value) <= half * (1 + 1e-9)
        for number in (recorded.value, recorded.low, recorded.high)
        if isinstance(number, int | float) and not isinstance(number, bool)
    )


def _plain_count(recorded: Recorded, number: float) -> bool:
    uncertain = recorded.low is not None or recorded.high is not None or recorded.se is not None
    return not uncertain and float(number).is_integer() and abs(number) < _PLAIN_COUNT


def find_typed_numbers(
    name: str, markdown: str, results: Mapping[str, StudyResults]
) -> Iterator[Finding]:
    """Numbers of a page's prose that equal a result.

    Parameters
    ----------
    name : str
        The page, for the findings.
    markdown : str
        Its source.
    results : mapping
        The results to compare with, by slug.
    """
    exempt = {
        match[0] for comment in _EXEMPT.findall(markdown) for match in _NUMBER.finditer(comment)
    }
    for typed in numbers_in(markdown):
        if typed.text in exempt:
            continue
        for slug, run in results.items():
            recorded = next((v for v in run.values.values() if same_number(typed, v)), None)
            if recorded is not None:
                yield Finding(
                    name,
                    "typed number",
                    f"line {typed.line}: {typed.text} equals {slug}:{recorded.key}",
                    f"write {{result}}`{slug}:{recorded.key}:.{typed.decimals}f`, or exempt it "
                    f"with <!-- typed: {typed.text} and why -->",
                )
                break
