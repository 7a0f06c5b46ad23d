"""Parts of a difference as a table or a figure shows them: few, with short names, adding up."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from contention.models.changed_part import ChangedPart

__all__ = ["short_text", "shown_parts"]

_SMALL = 0.005
"""Parts of less than this share of the largest are shown together."""


def short_text(text: str, length: int = 40) -> str:
    """A text cut to a length, at the end of a word where there is one.

    Parameters
    ----------
    text : str
        Such as a statement.
    length : int, default 40
        Most characters to keep, with the sign that stands for the rest.

    Returns
    -------
    str
        The text itself where it is short enough.

    Examples
    --------
    >>> short_text("UPDATE accounts SET balance = balance + 1 WHERE id = 7", 30)
    'UPDATE accounts SET balance…'
    """
    words = " ".join(text.split())
    if len(words) <= length:
        return words
    cut = words[: length - 1]
    whole = cut if words[length - 1] == " " else cut.rpartition(" ")[0]
    return f"{(whole if len(whole) > length / 2 else cut).rstrip(' =,')}…"


def shown_parts(
    parts: Sequence[ChangedPart], most: int = 8, length: int = 40
) -> tuple[ChangedPart, ...]:
    """The largest parts, and one for all others together.

    Parameters
    ----------
    parts : sequence of ChangedPart
        The largest change first; a last one of the kind ``rest`` is kept.
    most : int, default 8
        How many of them to keep at most. Those that are small before, after and in their
        difference are not kept.
    length : int, default 40
        Longest name; two that become equal are numbered.

    Returns
    -------
    tuple of ChangedPart
        With the same sum. Of the part of all others neither interval nor number is known.

    Examples
    --------
    >>> from contention.models.changed_part import changed_part
    >>> from contention.models.run_costs import Amount
    >>> parts = [changed_part(name, "wait", [Amount(1, 0)], [Amount(1, seconds)], ([1], [1]))
    ...          for name, seconds in (("a", 9.0), ("b", 2.0), ("c", 1.0))]
    >>> [(part.name, part.difference_s) for part in shown_parts(parts, most=1)]
    [('a', 9.0), ('2 others', 3.0)]
    """
    rest = [part for part in parts if part.kind == "rest"]
    named = [part for part in parts if part.kind != "rest"]
    least = _SMALL * max(map(_size, parts), default=0.0)
    kept = [part for part in named if _size(part) >= least][:most]
    others = [part for part in named if part not in kept]
    if len(others) == 1:
        kept, others = named, []
    names = [short_text(part.name, length) for part in kept]
    seen: Counter[str] = Counter()
    made = []
    for part, name in zip(kept, names, strict=True):
        seen[name] += 1
        unique = f"{name} ({seen[name]})" if names.count(name) > 1 else name
        made.append(replace(part, name=unique))
    if others:
        nan = math.nan
        before, after = sum(p.before_s for p in others), sum(p.after_s for p in others)
        name = f"{len(others)} others"
        made.append(ChangedPart(name, "others", before, after, nan, nan, (nan, nan), ""))
    return (*made, *rest)


def _size(part: ChangedPart) -> float:
    return max(abs(part.before_s), abs(part.after_s), abs(part.difference_s))
