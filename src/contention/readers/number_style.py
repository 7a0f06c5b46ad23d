"""What comma and point mean in a table, decided from all of its cells."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from contention.readers.number_text import GROUPING, number_match

__all__ = ["NumberStyle", "Role", "decide_style"]

Role = Literal["decimal", "thousands", "undecided"]


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
        match = number_match(text) if "," in text or "." in text else None
        if match is None or not ("," in match["body"] or "." in match["body"]):
            continue
        body = GROUPING.sub("", match["body"])
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
