"""Aggregations and variables that a DTrace script prints under labels of its own.

Labels are what the script's author chose; only their words can be read. In each section of a
capture, a label with the word ``TOTAL`` or ``SUM``, one with ``CNT`` or ``COUNT`` and one with
``AVG`` or ``MEAN`` belong together when their first other word is the same: ``L_TOTAL_NS``,
``L_GET_CNT`` and ``L_AVG``. A total that its count and mean contradict was printed with too few
bits; see :func:`contention.measurements.possible_turns`.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from contention.measurements import Flag, possible_turns

__all__ = ["PrintedValue", "WrappedTotal", "family_of", "printed_values", "wrapped_totals"]

_VALUE = re.compile(r"\s*(?P<left>[^=\s][^=]{0,200}?)\s*=\s*(?P<number>\S+)\s*")
_NUMBER = re.compile(r"-?(?:\d{1,20}|\d{1,3}(?:,\d{3}){1,6})")
_LISTED = re.compile(r"\s*(?:(?P<title>[A-Za-z][\w ]{0,60}):)?(?P<pairs>\s*[A-Za-z][^=]{0,500})")
_PAIR = re.compile(r"\s*(?P<name>[A-Za-z][\w ]{0,60}):\s*(?P<number>-?\d{1,20})\s*")
_ROW = re.compile(
    r"\s*(?P<key>\S.{0,200}?)\s{2,}(?P<number>-?\d{1,20})\s*|\s*(?P<only>-?\d{1,20})\s*"
)
_REMARK = re.compile(r"(?P<key>.*?)\s*\([A-Za-z][\w ]{0,30}\)")

_ROLES = {
    "total": {"total", "sum"},
    "count": {"cnt", "count", "counts"},
    "mean": {"avg", "mean", "average"},
    "histogram": {"quant", "quantize", "lquantize", "llquantize", "hist", "histogram"},
}
_UNITS = {"ns", "us", "ms", "s"}


@dataclass(frozen=True)
class PrintedValue:
    """One number and what it is called.

    Attributes
    ----------
    line : int
    section : int
        Number of the section, from 0.
    label : str or None
        The script's label.
    keys : tuple of str
        The keys of the aggregation, in order; a remark in parentheses is left out.
    text : str
        The number as printed.
    value : int or None
        None where it cannot be read.
    """

    line: int
    section: int
    label: str | None
    keys: tuple[str, ...]
    text: str
    value: int | None


def printed_values(line: str, number: int, section: int) -> list[PrintedValue]:
    """The values that a line prints; none when it prints none.

    Parameters
    ----------
    line : str
        One line of the capture.
    number : int
        Its number.
    section : int
        The section that it stands in.

    Returns
    -------
    list of PrintedValue
        One for ``label key, key = number`` or a row ``key  number``, several for a list such as
        ``Total Counters: gets: 3, releases: 4``.

    Examples
    --------
    >>> [one] = printed_values("M_CNT  get,   85 (Mode) =   62185", 1, 0)
    >>> one.label, one.keys, one.value
    ('M_CNT', ('get', '85'), 62185)
    """
    if match := _VALUE.fullmatch(line):
        label, _, rest = match["left"].strip().partition(" ")
        keys = tuple(_key(part) for part in rest.split(",") if part.strip())
        return [_value(number, section, label, keys, match["number"])]
    if match := _LISTED.fullmatch(line):
        pairs = [_PAIR.fullmatch(piece) for piece in match["pairs"].split(",")]
        found = [pair for pair in pairs if pair is not None]
        if found and len(found) == len(pairs):
            return [
                _value(number, section, pair["name"].strip(), (), pair["number"]) for pair in found
            ]
    if match := _ROW.fullmatch(line):
        keys = tuple(re.split(r"\s{2,}", match["key"])) if match["key"] else ()
        return [_value(number, section, None, keys, match["number"] or match["only"])]
    return []


def _key(text: str) -> str:
    match = _REMARK.fullmatch(text.strip())
    return match["key"] if match and match["key"] else text.strip()


def _value(
    line: int, section: int, label: str | None, keys: tuple[str, ...], text: str
) -> PrintedValue:
    value = int(text.replace(",", "")) if _NUMBER.fullmatch(text) else None
    return PrintedValue(line, section, label, keys, text, value)


def family_of(label: str) -> tuple[str, str]:
    """The role that a label's words say, and the first word that says none.

    Parameters
    ----------
    label : str
        As printed.

    Returns
    -------
    tuple of str
        ``total``, ``count``, ``mean``, ``histogram`` or empty; and the word in lower case.

    Examples
    --------
    >>> family_of("L_TOTAL_NS"), family_of("avg_ns"), family_of("M_QUANT")
    (('total', 'l'), ('mean', ''), ('histogram', 'm'))
    """
    words = [word for word in re.split(r"[^a-z0-9]+", label.lower()) if word]
    role = next((role for role, names in _ROLES.items() if names & set(words)), "")
    known = set().union(*_ROLES.values()) | _UNITS
    return role, next((word for word in words if word not in known), "")


@dataclass(frozen=True)
class WrappedTotal:
    """A total that its count and mean contradict.

    Attributes
    ----------
    printed, count, mean : PrintedValue
    turns : tuple of int
        The numbers of turns that fit; none when no number does.
    """

    printed: PrintedValue
    count: PrintedValue
    mean: PrintedValue
    turns: tuple[int, ...]

    @property
    def total(self) -> int | None:
        """The whole total; None when no or more than one number of turns fits."""
        if len(self.turns) != 1 or self.printed.value is None:
            return None
        return self.printed.value + self.turns[0] * 2**32

    def flag(self, *, repaired: bool) -> Flag:
        """What to say of it."""
        beside = f"{self.count.label} {self.count.text} and {self.mean.label} {self.mean.text}"
        if self.total is None:
            ways = len(self.turns)
            reason = f"wrapped or wrong: {ways or 'no'} 32-bit totals fit {beside}; kept as printed"
        else:
            made = "unwrapped here" if repaired else "kept as printed"
            reason = (
                f"wrapped: with {beside} the total is {self.total}, which went round 32 bits"
                f" {self.turns[0]} times; {made}"
            )
        return Flag(self.printed.line, "value", self.printed.text, reason)


def wrapped_totals(values: Sequence[PrintedValue]) -> Iterator[WrappedTotal]:
    """The totals of a capture that contradict the count and mean beside them.

    Parameters
    ----------
    values : sequence of PrintedValue
        All of the capture.

    Yields
    ------
    WrappedTotal
        In the order of the capture.

    Examples
    --------
    >>> lines = ["L_CNT = 93584", "L_TOTAL_NS = -1534546885", "L_AVG average_ns = 29496"]
    >>> values = [printed_values(line, at, 0)[0] for at, line in enumerate(lines, 1)]
    >>> next(wrapped_totals(values)).total
    2760420411
    """
    groups: dict[tuple[int, str], dict[str, list[PrintedValue]]] = defaultdict(
        lambda: defaultdict(list)
    )
    for value in values:
        role, word = family_of(value.label or "")
        if role and value.value is not None and len(value.keys) <= 1:
            groups[value.section, word][role].append(value)
    for group in groups.values():
        if all(len(group[role]) == 1 for role in ("total", "count", "mean")):
            (total,), (count,), (mean,) = group["total"], group["count"], group["mean"]
            assert total.value is not None
            assert count.value is not None
            assert mean.value is not None
            if count.value > 0 and mean.value >= 0:
                turns = possible_turns(total.value, count.value, mean.value)
                if turns != (0,):
                    yield WrappedTotal(total, count, mean, turns)
