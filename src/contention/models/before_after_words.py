"""What a report says of a comparison, in sentences made from its numbers."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

from contention.models.before_after_verdict import cause_text, share_text
from contention.models.shown_parts import short_text
from contention.models.time_text import time_text

if TYPE_CHECKING:
    from contention.models.before_after_result import BeforeAfter
    from contention.models.changed_part import ChangedPart

__all__ = [
    "comparable_sentences",
    "next_sentences",
    "part_sentences",
    "unexplained_sentences",
]

_ALIKE = 0.05
_LARGE_REST = 0.2
_SMALL = 0.01


def comparable_sentences(found: BeforeAfter) -> tuple[str, ...]:
    """Whether the two sides did the same work, and how that was taken into account.

    Parameters
    ----------
    found : BeforeAfter
        The comparison.

    Returns
    -------
    tuple of str
        Whole sentences.
    """
    said = [_runs(found)]
    counts = found.executions
    if not all(count > 0 for count in counts):
        said.append("How much work was done is not known: no executions are counted.")
    elif found.unit_of_work == "run":
        same = "as many" if _close(counts, 0.01) else "not as many"
        said.append(
            f"They made {same} executions, {counts[0]:,.0f} and {counts[1]:,.0f} for each run; "
            "a run is compared with a run."
        )
    else:
        unit = short_text(found.unit_of_work)
        said.append(
            f"They made {counts[0]:,.0f} and {counts[1]:,.0f} executions for each run, so times "
            f"are divided by the work: per {unit}, {found.work[0]:,.0f} and {found.work[1]:,.0f}."
        )
    rows = [count / runs for count, runs in zip(found.rows, counts, strict=True) if runs > 0]
    if len(rows) == 2 and all(math.isfinite(value) for value in rows):
        verb = "is" if _close((rows[0], rows[1]), _ALIKE) else "is not"
        said.append(f"The work {verb} alike in rows: {rows[0]:.3g} and {rows[1]:.3g} an execution.")
    return (*said, *_one_sided(found))


def _one_sided(found: BeforeAfter) -> Iterator[str]:
    """The calls and events that only one side has, by name where they matter."""
    parts = (*found.by_call, *found.by_component)
    least = _SMALL * max(found.total.before_s, found.total.after_s)
    small = 0
    for status, when in (("new", "after"), ("gone", "before")):
        own = [part for part in parts if part.status == status]
        named = [short_text(p.name) for p in own if max(p.before_s, p.after_s) >= least]
        small += len(own) - len(named)
        if named:
            more = f" and {len(named) - 5} more" if len(named) > 5 else ""
            yield f"There {when} only: {', '.join(named[:5])}{more}."
    if small:
        yield (
            f"{small} more calls or events are there on one side only, each with less than "
            f"{100 * _SMALL:g} % of the time."
        )


def _runs(found: BeforeAfter) -> str:
    text = f"{found.before} ({_times(found.runs[0])}) is compared with {found.after}"
    text += f" ({_times(found.runs[1])})."
    if found.repeated:
        return f"{text} The repeats show how much runs differ when nothing is changed."
    return f"{text} Without repeats of both, nothing is known of how much runs differ by chance."


def _times(count: int) -> str:
    return "one run" if count == 1 else f"{count} runs"


def _close(pair: tuple[float, float], share: float) -> bool:
    return abs(pair[1] - pair[0]) <= share * max(map(abs, pair))


def part_sentences(
    found: BeforeAfter, parts: tuple[ChangedPart, ...], most: int = 3
) -> tuple[str, ...]:
    """The parts that make up most of the difference, and why each of them changed.

    Parameters
    ----------
    found : BeforeAfter
        The comparison.
    parts : tuple of ChangedPart
        The largest change first.
    most : int, default 3
        How many to name.

    Returns
    -------
    tuple of str
        A whole sentence each, for parts of a twentieth of the difference or more.
    """
    said = []
    for part in sorted(parts, key=lambda one: -abs(one.difference_s))[:most]:
        share = found.share(part)
        if abs(share) < 0.05:
            continue
        text = f"{short_text(part.name, 60)}: {time_text(part.difference_s, sign=True)}"
        if math.isfinite(share):
            ends = found.share_interval(part)
            text += f", {share_text(share, ends)} of the difference"
        if part.split.known and part.status == "both":
            numbers = [_number(count) for count in (part.count_before, part.count_after)]
            counts = f"{' to '.join(dict.fromkeys(numbers))} of them"
            means = " to ".join(time_text(mean) for mean in part.means_s)
            if part.kind == "cpu":
                text += f"; {means} for each execution"
            else:
                text += f"; {counts}, {means} each: {part.cause or 'no change'}"
        elif cause_text(part):
            text += f"; {cause_text(part)}"
        said.append(f"{text}.")
    return tuple(said)


def _number(count: float) -> str:
    return f"{count:,.0f}" if count >= 100 else f"{count:.3g}"


def unexplained_sentences(found: BeforeAfter) -> tuple[str, ...]:
    """What the parts leave open, what is outside of the calls, and what does not add up.

    Parameters
    ----------
    found : BeforeAfter
        The comparison.

    Returns
    -------
    tuple of str
        Whole sentences.
    """
    said = [_rest(found, part) for part in found.by_component if part.kind == "rest"]
    if found.outside:
        both = found.with_outside
        largest = found.outside[0]
        said.append(
            "Outside of the calls, the largest change is "
            f"{time_text(largest.difference_s, sign=True)} of {short_text(largest.name, 60)}. "
            f"With all that is waited outside, {time_text(both.before_s)} became "
            f"{time_text(both.after_s)}: {both.after_s / both.before_s:.3g} times, where the "
            f"{found.total.name} alone is {found.ratio:.3g} times."
        )
    rules: dict[str, list[str]] = {}
    for check in found.failed:
        rules.setdefault(check.rule, []).append(f"{check.run}: {check.found}")
    for rule, cases in rules.items():
        more = f"; and {len(cases) - 1} more" if len(cases) > 1 else ""
        said.append(f"It should be that {rule}. It is not so in {cases[0]}{more}.")
    if found.checks and not found.failed:
        said.append(f"All {len(found.checks)} checks of the numbers against each other hold.")
    return tuple(said)


def _rest(found: BeforeAfter, part: ChangedPart) -> str:
    shares = [
        seconds / total if total else math.nan
        for seconds, total in (
            (part.before_s, found.total.before_s),
            (part.after_s, found.total.after_s),
        )
    ]
    what = {
        "not accounted for": "Neither on CPU nor in a wait",
        "not on CPU": "Not on CPU, which is all that is known of it",
        "not waiting": "In no wait, and so on CPU, ready to run, or in what is not timed",
        "not split": "Neither CPU nor waits are known, so nothing tells the parts of",
    }[part.name]
    text = f"{what}: {time_text(part.before_s)} before and {time_text(part.after_s)} after"
    text += f" ({shares[0]:.0%} and {shares[1]:.0%} of the {found.total.name})."
    if part.name == "not accounted for" and max(shares) > _LARGE_REST:
        text += " That is much: a busy machine, or waits that are not recorded."
    return text


def next_sentences(found: BeforeAfter) -> tuple[str, ...]:
    """What would change the verdict, and what to look at next.

    Parameters
    ----------
    found : BeforeAfter
        The comparison.

    Returns
    -------
    tuple of str
        Whole sentences, the most useful first.
    """
    said = []
    if not found.repeated:
        said.append(
            "Repeat both sides three times or more, in turns, so that a drift hits both. Until "
            "then the difference may be chance."
        )
    elif not found.clear:
        said.append("Make more repeats, or quieter ones: the interval still holds no change.")
    said.extend(_look_at(found))
    if found.unit_of_work == "run" and not all(count > 0 for count in found.executions):
        said.append("Count the work: without it, a longer run may just have done more.")
    if found.outside:
        said.append("Time the whole transaction too: part of it lies outside of the calls.")
    return tuple(said)


def _look_at(found: BeforeAfter) -> list[str]:
    if not found.clear or not found.by_component:
        return []
    main = max(found.by_component, key=lambda part: abs(part.difference_s))
    name = short_text(main.name, 60)
    if main.kind == "cpu":
        return ["Profile the CPU: which code, or which plan, is run now and was not before?"]
    if main.kind == "rest":
        return {
            "not split": ["Record CPU or waits, so that the difference can be taken apart."],
            "not on CPU": ["Record waits: most of the difference is time off CPU."],
            "not waiting": ["Measure CPU: most of the difference is in no wait."],
        }.get(main.name, ["Look for time in no wait: runnable and not running, or not recorded."])
    if main.cause == "not counted":
        return [
            f"Count the waits for {name}, by a trace or counters: samples do not tell more waits "
            "from longer ones.",
            f"Find who holds what {name} waits for, and for how long.",
        ]
    longer = f"Find what makes each wait for {name} last: who holds it, or what serves it."
    more = f"Find what asks for {name} so often: another plan, a smaller cache, more sessions."
    parts = [text for word, text in (("longer", longer), ("more", more)) if word in main.cause]
    return parts or [f"See what became of {name}: {main.cause}."]
