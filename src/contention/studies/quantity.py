"""Exact numbers that know how far the rounding of their inputs lets them stray."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from contention.errors import StudyError

__all__ = ["Quantity", "half_unit", "quantity", "round_half_away", "rounded"]

Number = int | float | Fraction
_PLAIN = re.compile(r"[-+]?[\d,]*(?:\.(?P<decimals>\d*))?(?:[eE](?P<power>[-+]?\d+))?\s*%?")
_CLOCK = re.compile(r"\d{1,3}:\d\d:(?P<seconds>\d\d(?:\.\d{1,9})?)")
_GREATEST_EXPONENT = 1000


@dataclass(frozen=True, order=False, eq=False)
class Quantity:
    """A computed number and the interval that the rounding of its inputs leaves open.

    Arithmetic is exact: values are fractions. The interval is the one of interval arithmetic,
    so it always holds the true value and may be wider than needed when an input occurs twice.

    Attributes
    ----------
    value : Fraction
        The number computed from the inputs as printed.
    low, high : Fraction
        Least and greatest number that inputs rounding to the printed ones can give.
    text : str
        How the number was printed, for a cell of a capture; empty for a computed number.

    Examples
    --------
    >>> ratio = rounded(quantity(5.9, text="5.9")) / rounded(quantity(66.2, text="66.2"))
    >>> print(f"{float(ratio.low):.4f} {float(ratio.value):.4f} {float(ratio.high):.4f}")
    0.0883 0.0891 0.0899
    """

    value: Fraction
    low: Fraction
    high: Fraction
    text: str = ""

    def __add__(self, other: object) -> Quantity:
        return self._combine(other, lambda a, b: a + b)

    __radd__ = __add__

    def __sub__(self, other: object) -> Quantity:
        return self._combine(other, lambda a, b: a - b)

    def __rsub__(self, other: object) -> Quantity:
        return quantity(other)._combine(self, lambda a, b: a - b)

    def __mul__(self, other: object) -> Quantity:
        return self._combine(other, lambda a, b: a * b)

    __rmul__ = __mul__

    def __truediv__(self, other: object) -> Quantity:
        divisor = quantity(other)
        if divisor.low <= 0 <= divisor.high:
            raise StudyError("an expression divides by a number that may be zero")
        return self._combine(divisor, lambda a, b: a / b)

    def __rtruediv__(self, other: object) -> Quantity:
        return quantity(other) / self

    def __floordiv__(self, other: object) -> Quantity:
        return (self / other)._each(lambda a: Fraction(a.numerator // a.denominator))

    def __mod__(self, other: object) -> Quantity:
        return self - (self // other) * other

    def __pow__(self, exponent: object) -> Quantity:
        power = quantity(exponent).value
        if power.denominator != 1 or not 0 <= power <= _GREATEST_EXPONENT:
            raise StudyError(
                "an exponent must be a whole number",
                found=str(power),
                expected=f"0 to {_GREATEST_EXPONENT}",
            )
        outcome = quantity(1)
        for _ in range(int(power)):
            outcome = outcome * self
        return outcome

    def __neg__(self) -> Quantity:
        return Quantity(-self.value, -self.high, -self.low)

    def __abs__(self) -> Quantity:
        straddles = self.low < 0 < self.high
        ends = sorted((abs(self.low), abs(self.high)))
        return Quantity(abs(self.value), Fraction(0) if straddles else ends[0], ends[1])

    def least(self, other: object) -> Quantity:
        """The lesser of two numbers; its interval holds the lesser of any two inside theirs."""
        right = quantity(other)
        return Quantity(
            min(self.value, right.value), min(self.low, right.low), min(self.high, right.high)
        )

    def greatest(self, other: object) -> Quantity:
        """The greater of two numbers; its interval holds the greater of any two inside theirs."""
        right = quantity(other)
        return Quantity(
            max(self.value, right.value), max(self.low, right.low), max(self.high, right.high)
        )

    def __eq__(self, other: object) -> bool:
        if isinstance(other, str) or other is None:
            return False
        return self.value == quantity(other).value

    def __lt__(self, other: object) -> bool:
        return self.value < quantity(other).value

    def __le__(self, other: object) -> bool:
        return self.value <= quantity(other).value

    def __gt__(self, other: object) -> bool:
        return self.value > quantity(other).value

    def __ge__(self, other: object) -> bool:
        return self.value >= quantity(other).value

    def __hash__(self) -> int:
        return hash(self.value)

    def __float__(self) -> float:
        return float(self.value)

    def __int__(self) -> int:
        return int(self.value)

    def __index__(self) -> int:
        if self.value.denominator != 1:
            raise StudyError("a whole number was expected", found=str(float(self)))
        return int(self.value)

    def rounded_to(self, digits: int) -> Quantity:
        """The number, and both ends of its interval, rounded half away from zero."""
        return self._each(lambda a: round_half_away(a, digits))

    def _each(self, change: Callable[[Fraction], Fraction]) -> Quantity:
        return Quantity(change(self.value), change(self.low), change(self.high))

    def _combine(
        self, other: object, operation: Callable[[Fraction, Fraction], Fraction]
    ) -> Quantity:
        right = quantity(other)
        ends = [operation(a, b) for a in (self.low, self.high) for b in (right.low, right.high)]
        return Quantity(operation(self.value, right.value), min(ends), max(ends))


def quantity(value: object, text: str = "") -> Quantity:
    """A number as an exact quantity; a float is taken as the decimal number that it prints.

    Raises
    ------
    StudyError
        When the value is not a finite number.

    Examples
    --------
    >>> quantity(0.1).value
    Fraction(1, 10)
    """
    if isinstance(value, Quantity):
        return value
    if isinstance(value, bool) or not isinstance(value, int | float | Fraction):
        raise StudyError("an expression needs a number here", found=repr(value))
    try:
        exact = Fraction(repr(value)) if isinstance(value, float) else Fraction(value)
    except (ValueError, OverflowError):
        raise StudyError("an expression needs a finite number", found=repr(value)) from None
    return Quantity(exact, exact, exact, text)


def half_unit(text: str) -> Fraction:
    """Half a unit of the last digit of a printed number, or of the seconds of a clock.

    Raises
    ------
    StudyError
        When the text is more, or other, than a decimal number or ``hours:minutes:seconds``.

    Examples
    --------
    >>> half_unit("46.85"), half_unit("1,132"), half_unit("00:03:00.1")
    (Fraction(1, 200), Fraction(1, 2), Fraction(1, 20))
    """
    clock = _CLOCK.fullmatch(text.strip())
    text = clock["seconds"] if clock else text
    match = _PLAIN.fullmatch(text.strip())
    if match is None or not re.search(r"\d", text) or re.search(r",(?!\d{3}(?!\d))", text):
        raise StudyError("the digits of a plain number are needed", found=repr(text))
    power = int(match["power"] or 0) - len(match["decimals"] or "")
    return Fraction(10) ** power / 2


def rounded(number: Quantity) -> Quantity:
    """The number as an interval: what may have been rounded to the printed digits.

    Examples
    --------
    >>> seconds = rounded(quantity(413, text="413"))
    >>> float(seconds.low), float(seconds.high)
    (412.5, 413.5)
    """
    if not number.text:
        raise StudyError("rounded() needs a cell of a capture, whose printed digits are known")
    half = half_unit(number.text)
    return Quantity(number.value, number.value - half, number.value + half, number.text)


def round_half_away(value: Fraction, digits: int = 0) -> Fraction:
    """Round as SQL does: half away from zero.

    Examples
    --------
    >>> round_half_away(Fraction(5, 2)), round_half_away(Fraction(-5, 2))
    (Fraction(3, 1), Fraction(-3, 1))
    """
    scale = Fraction(10) ** digits
    scaled = abs(value) * scale + Fraction(1, 2)
    whole = scaled.numerator // scaled.denominator
    return Fraction(whole if value >= 0 else -whole) / scale
