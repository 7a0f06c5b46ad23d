"""When a published figure counts as reproduced.

The rule: within half a unit of the last printed digit, unless the text says "about".
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from contention.errors import StudyError
from contention.studies.quantity import Quantity, half_unit

__all__ = ["Agreement", "PrintedNumber", "Test", "Verdict", "agreement", "decide", "parse_test"]

_NUMBER = re.compile(r"[-+]?(?:\d+(?:,\d{3})*(?:\.\d+)?|\.\d+)")
_PERCENT = re.compile(r"(\d+(?:\.\d+)?)\s*%")


class Verdict(StrEnum):
    """What became of one published figure."""

    REPRODUCED = "reproduced"
    WITHIN_ROUNDING = "reproduced_within_rounding"
    ERRATUM = "erratum"
    NOT_REPRODUCIBLE = "not_reproducible"
    NOT_MET = "not_met"


class Agreement(StrEnum):
    """How a computed figure compares with the printed one."""

    AGREES = "agrees"
    WITHIN_ROUNDING = "within the rounding of its inputs"
    CONTRADICTS = "contradicts"


@dataclass(frozen=True)
class PrintedNumber:
    """A number as it was printed.

    Attributes
    ----------
    value : Fraction
    half_unit : Fraction
        Half a unit of the last printed digit.
    half_significant_unit : Fraction
        Half a unit of the last digit that is not a trailing zero of a whole number.

    Examples
    --------
    >>> PrintedNumber.parse("about 400 KB").half_significant_unit
    Fraction(50, 1)
    """

    value: Fraction
    half_unit: Fraction
    half_significant_unit: Fraction

    @classmethod
    def parse(cls, text: str) -> PrintedNumber:
        """The first number in a text; StudyError when there is none."""
        match = _NUMBER.search(text)
        if match is None:
            raise StudyError("a printed figure holds no number", found=repr(text))
        digits = match.group().replace(",", "")
        half = half_unit(digits)
        zeros = 0 if "." in digits else len(digits) - len(digits.rstrip("0"))
        zeros = min(zeros, len(digits.lstrip("+-")) - 1)
        return cls(Fraction(digits), half, half * 10**zeros)


@dataclass(frozen=True)
class Test:
    """How a computed figure is held against the printed one.

    Attributes
    ----------
    kind : str
        ``digits``, ``exact``, ``about``, ``within``, ``true``, ``at least`` or ``at most``.
    tolerance : Fraction
        Relative tolerance of ``within``.
    value : str
        What to compare with, when it is not the first number printed.
    """

    kind: str
    tolerance: Fraction = Fraction(0)
    value: str = ""

    __test__ = False


def parse_test(text: str) -> Test:
    """Read the ``test`` column of a ledger cell.

    Examples
    --------
    >>> parse_test("within 0.1%").tolerance
    Fraction(1, 1000)
    >>> parse_test("exact; = 3").value
    '3'
    """
    head, _, override = text.partition(";")
    head, override = head.strip(), override.strip()
    if override and not override.startswith("="):
        raise StudyError("a test's value is written '; = value'", found=text)
    value = override.removeprefix("=").strip()
    if head.startswith("within "):
        number = head.removeprefix("within ").strip()
        match = _PERCENT.fullmatch(number)
        if match is None:
            raise StudyError("a relative tolerance is written 'within 0.1%'", found=text)
        return Test("within", Fraction(match[1]) / 100, value)
    kind = head or "digits"
    if kind not in ("digits", "exact", "about", "true", "at least", "at most"):
        raise StudyError("unknown test in a ledger cell", found=text)
    return Test(kind, value=value)


def agreement(printed: str, found: object, test: Test) -> Agreement:
    """Hold a computed figure against the printed one.

    Parameters
    ----------
    printed : str
        As the article prints it.
    found : Quantity, str or bool
        What the expression gave.
    test : Test
        How to compare.

    Examples
    --------
    >>> from contention.studies.quantity import quantity
    >>> agreement("91%", quantity(91.09), Test("digits")).value
    'agrees'
    """
    target = test.value or printed
    if test.kind == "true":
        if not isinstance(found, bool):
            raise StudyError("the test 'true' needs a comparison", found=repr(found))
        return Agreement.AGREES if found else Agreement.CONTRADICTS
    if isinstance(found, str):
        same = found.strip().casefold() == target.strip().casefold()
        return Agreement.AGREES if same else Agreement.CONTRADICTS
    if isinstance(found, bool) or not isinstance(found, Quantity):
        raise StudyError("a number or a text was expected", found=repr(found))
    number = PrintedNumber.parse(target)
    low, high = _accepted(number, test)
    if _inside(found.value, low, high):
        return Agreement.AGREES
    overlaps = (low is None or found.high >= low) and (high is None or found.low <= high)
    return Agreement.WITHIN_ROUNDING if overlaps else Agreement.CONTRADICTS


def _inside(value: Fraction, low: Fraction | None, high: Fraction | None) -> bool:
    return (low is None or value >= low) and (high is None or value <= high)


def _accepted(number: PrintedNumber, test: Test) -> tuple[Fraction | None, Fraction | None]:
    if test.kind == "at least":
        return number.value, None
    if test.kind == "at most":
        return None, number.value
    spread = {
        "digits": number.half_unit,
        "about": number.half_significant_unit,
        "within": abs(number.value) * test.tolerance,
        "exact": Fraction(0),
    }[test.kind]
    return number.value - spread, number.value + spread


def decide(outcome: Agreement | None, erratum: str, not_reproducible: str) -> Verdict:
    """The verdict on a cell, given how it compares and what its author declared.

    Raises
    ------
    StudyError
        When a cell is declared an erratum but agrees, or carries both declarations.

    Examples
    --------
    >>> decide(Agreement.CONTRADICTS, "", "").value
    'not_met'
    """
    if erratum and not_reproducible:
        raise StudyError("a cell is either an erratum or not reproducible, not both")
    if not_reproducible:
        return Verdict.NOT_REPRODUCIBLE
    if outcome is None:
        raise StudyError("a cell needs an expression, or a reason why there is none")
    if erratum:
        if outcome is not Agreement.CONTRADICTS:
            raise StudyError("a cell is declared an erratum, but the computed figure agrees")
        return Verdict.ERRATUM
    return {
        Agreement.AGREES: Verdict.REPRODUCED,
        Agreement.WITHIN_ROUNDING: Verdict.WITHIN_ROUNDING,
        Agreement.CONTRADICTS: Verdict.NOT_MET,
    }[outcome]
