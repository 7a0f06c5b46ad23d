"""What each stage of a leak analysis did, and what limits its verdict, in words."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from contention.models.short_number import short_number

if TYPE_CHECKING:
    from contention.models.leak_findings import LeakAnalysis

__all__ = ["reservations", "stages_of"]

_STRONG = 0.3


def stages_of(found: LeakAnalysis) -> tuple[tuple[str, str], ...]:
    """Name of each stage and what it did, in the order in which they were run.

    Examples
    --------
    >>> from contention.models.leak_analysis import analyse_leak
    >>> stages_of(analyse_leak([1, 2, 3], [100.0, 203.0, 300.0]))[0]
    ('readings', '3 readings')
    """
    readings = found.readings
    total = readings.step.size
    there = f"{total} reading{'s' * (total != 1)}"
    if readings.missing:
        there += f", {readings.missing} more could not be read"
    aside = int(found.outlying.sum())
    stages = [
        ("readings", there),
        ("outliers", f"{aside} set aside" if aside else "none stands alone"),
        ("sawtooth", found.envelope.reason),
        ("segments", "; ".join(cut.reason for cut in found.segments.cuts) or "one"),
        ("warm-up", found.warm_up.reason),
    ]
    if found.trend is not None:
        stages.append(("slope", _slope_stage(found)))
    if found.forecast is not None:
        stages.append(("limit", found.forecast.reason))
    if found.comparison is not None:
        stages.append(("baseline", found.comparison.reason))
    return tuple(stages)


def _slope_stage(found: LeakAnalysis) -> str:
    trend = found.trend
    assert trend is not None
    if trend.exact:
        return f"{trend.n} values, exactly on a line"
    if trend.weights.size == 1:
        return f"{trend.n} values, taken as independent: too few to tell"
    return f"{trend.n} values; neighbours correlate by {trend.neighbour_correlation:.2f}"


def reservations(found: LeakAnalysis) -> tuple[str, ...]:
    """What a reader must know before trusting the verdict.

    Examples
    --------
    >>> from contention.models.leak_analysis import analyse_leak
    >>> reservations(analyse_leak([1, 2, 3], [100.0, 203.0, 300.0]))
    ('only 1 degree of freedom: the interval is wide',)
    """
    notes = [*_of_stages(found), *_of_readings(found)]
    trend = found.trend
    if trend is None:
        return tuple(notes)
    freedom = int(trend.degrees_of_freedom)
    if freedom < 3:
        word = "degree" if freedom == 1 else "degrees"
        notes.append(f"only {freedom} {word} of freedom: the interval is wide")
    if trend.exact and trend.n > 2:
        notes.append(
            "the readings lie exactly on a line: the interval has no width but that of rounding"
        )
    elif trend.neighbour_correlation > _STRONG:
        notes.append(
            f"neighbouring readings correlate ({trend.neighbour_correlation:.2f}), which the "
            "interval allows for"
        )
    low, high = trend.interval(found.alpha)
    robust = found.theil_sen_slope
    slack = 1e-6 * abs(robust)
    if trend.n > 3 and math.isfinite(robust) and not low - slack <= robust <= high + slack:
        notes.append("the robust slope lies outside the interval: look for outliers or a bend")
    return tuple(notes)


def _of_stages(found: LeakAnalysis) -> list[str]:
    notes = []
    resets = [cut for cut in found.segments.cuts if cut.kind == "reset"]
    if resets:
        where = ", ".join(short_number(cut.step) for cut in resets)
        notes.append(
            f"memory was lost at {where}, which is taken for a restart; if the process went on "
            "and gave memory back, this is a sawtooth, and a run with three teeth or more is needed"
        )
    if found.envelope.is_sawtooth:
        notes.append(
            f"a sawtooth of {found.envelope.troughs.size} teeth: the slope is that of the troughs; "
            "if the falls are restarts, say so, and the slope between them counts"
        )
    if found.warm_up.accelerates:
        notes.append("the readings bend upwards: one slope does not describe the whole run")
    return notes


def _of_readings(found: LeakAnalysis) -> list[str]:
    notes, readings = [], found.readings
    aside = int(found.outlying.sum())
    if aside:
        what = "reading stands far from its" if aside == 1 else "readings stand far from their"
        notes.append(f"{aside} single {what} neighbours: set aside")
    if readings.resolution_bytes > 1:
        notes.append(
            f"readings are rounded to {readings.resolution_bytes:g} bytes, which can move the "
            f"slope by up to {short_number(found.rounding_slope)} either way"
        )
    if readings.missing:
        what = "reading is" if readings.missing == 1 else "readings are"
        notes.append(f"{readings.missing} {what} missing and left out")
    return notes
