"""The verdict of a comparison of before and after, in sentences made from its numbers."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from contention.models.shown_parts import short_text
from contention.models.time_text import time_text

if TYPE_CHECKING:
    from contention.models.before_after_result import BeforeAfter
    from contention.models.changed_part import ChangedPart
    from contention.models.intervals import Interval

__all__ = ["cause_text", "share_text", "verdict_sentences"]

_WORDS = {"repeats": "interval", "samples": "sampling alone leaves", "rounding": "rounding leaves"}
_MANY = 3
_LENGTH = 60
_ALSO = 0.25


def verdict_sentences(found: BeforeAfter) -> tuple[str, ...]:
    """What changed and by how much; in which call; and in which component.

    Parameters
    ----------
    found : BeforeAfter
        The comparison.

    Returns
    -------
    tuple of str
        Clauses without a capital letter or a full stop. Shares are left out where the difference
        may be zero.
    """
    said = [_total(found)]
    if not found.clear:
        return tuple(said)
    mains = [_main(found.by_call)] if found.by_call else []
    mains += _largest(found)
    said.extend(_part(found, part) for part in mains if part.name != "not split")
    if found.outside:
        both = found.with_outside
        times = f"{both.after_s / both.before_s:.3g} times"
        said.append(f"with the time that is waited outside of the calls it is {times} as much")
    return tuple(said)


def share_text(share: float, ends: Interval = (math.nan, math.nan)) -> str:
    """A share of a difference in words, with its interval where there is one.

    Examples
    --------
    >>> share_text(0.844), share_text(1.3), share_text(0.996), share_text(float("nan"))
    ('84 %', '130 %', '100 %', 'an unknown part')
    >>> share_text(0.844, (0.79, 0.9))
    '84 % (79 to 90)'
    """
    if math.isnan(share):
        return "an unknown part"
    if abs(share) > _MANY:
        return f"{share:.2g} times"
    low, high = (f"{100 * end:.0f}" for end in ends)
    reach = f" ({low} to {high})" if math.isfinite(sum(ends)) and low != high else ""
    return f"{100 * share:.0f} %{reach}"


def _total(found: BeforeAfter) -> str:
    low, high = found.ratio_interval
    what = found.total.name
    per = "" if found.unit_of_work == "run" else f" per {short_text(found.unit_of_work, _LENGTH)}"
    ends = f"{100 * (1 - found.alpha):g} % {_WORDS['repeats']}" if found.repeated else ""
    ends = ends or _WORDS[found.total.basis]
    shown = f"{low:.3g} to {high:.3g}" if f"{low:.3g}" != f"{high:.3g}" else f"{low:.3g}"
    times = f"{time_text(found.total.before_s)} to {time_text(found.total.after_s)}"
    if not found.clear:
        known = "than runs differ" if found.repeated else "than can be told from single runs"
        return f"{what}{per} did not change by more {known}: {times} ({ends} {shown} times)"
    word = "grew to" if found.ratio > 1 else "fell to"
    text = f"{what}{per} {word} {found.ratio:.3g} times, from {times} ({ends} {shown})"
    return text if found.repeated else f"{text}; one run each, so chance is not known"


def _largest(found: BeforeAfter) -> list[ChangedPart]:
    """The component that changed most, and the next where it is a good part of it too."""
    ranked = sorted(found.by_component, key=found.size, reverse=True)
    return [part for at, part in enumerate(ranked[:2]) if at == 0 or found.share(part) > _ALSO]


def _main(parts: tuple[ChangedPart, ...]) -> ChangedPart:
    """The largest change, be it the rest."""
    return max(parts, key=lambda part: abs(part.difference_s))


def _part(found: BeforeAfter, part: ChangedPart) -> str:
    change = "growth" if found.total.difference_s > 0 else "drop"
    share = found.share(part)
    names = {"wait": f"waiting for {part.name}", "cpu": "CPU"}
    name = names.get(part.kind, short_text(part.name, _LENGTH))
    against = share < 0
    text = f"{share_text(share, found.share_interval(part))} of the {change} is {name}"
    if against:
        text = f"{name} went against the {change} by {share_text(abs(share))} of it"
    cause = cause_text(part)
    return f"{text}, {cause}" if cause else text


def cause_text(part: ChangedPart) -> str:
    """Why a part changed, as a clause; empty where that is not known.

    Parameters
    ----------
    part : ChangedPart
        A call, a wait or CPU.

    Returns
    -------
    str
        Such as ``each longer, not more of them``.
    """
    more, less = ("more of them", "fewer of them")
    opposite = {
        more: f"{more}, not longer ones",
        less: f"{less}, not shorter ones",
        "each longer": f"each longer, not {more}",
        "each shorter": f"each shorter, not {less}",
        "not counted": "whether more or longer was not counted",
        "new": "which was not there before",
        "gone": "which is no longer there",
    }
    if part.kind == "cpu":
        return {"each longer": "more for each execution"}.get(part.cause, "")
    return opposite.get(part.cause, part.cause)
