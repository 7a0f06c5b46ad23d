"""What an analysis of memory found, and what to do next, as sentences for people."""

from __future__ import annotations

import math

from contention.models.leak_findings import LeakAnalysis
from contention.models.short_number import short_number

__all__ = ["leak_sentence", "next_measurement"]

_PER = {"run": "step", "s": "second"}
_AXIS = {"run": "steps", "s": "seconds"}
_FEWEST = 3


def leak_sentence(found: LeakAnalysis) -> str:
    """The verdict with its figures in one sentence.

    Parameters
    ----------
    found : LeakAnalysis
        The analysis.

    Returns
    -------
    str
        Beginning with the label of the series.

    Examples
    --------
    >>> from contention.models import analyse_leak
    >>> leak_sentence(analyse_leak([1, 2, 3], [100.0, 203.0, 300.0]))
    'data: a leak of 100 bytes per step (95 % interval 78 to 122).'
    """
    label, trend = found.readings.label, found.trend
    if trend is None:
        count = found.readings.step.size
        what = "reading is" if count == 1 else "readings are"
        return f"{label}: not enough data; {count} {what} too few for a slope with an error."
    percent = f"{100.0 * (1.0 - found.alpha):g} %"
    per = f"bytes per {_PER[found.readings.step_unit]}"
    low, high = trend.interval(found.alpha)
    if found.verdict == "leak":
        reach = f"{percent} interval {short_number(low)} to {short_number(high)}"
        sentence = f"{label}: a leak of {short_number(found.slope)} {per} ({reach})"
        if found.units_per_step is not None:
            ends = (low / found.units_per_step, high / found.units_per_step)
            each = found.slope / found.units_per_step
            sentence += (
                f", {short_number(each)} bytes per unit of work ({short_number(ends[0])} to "
                f"{short_number(ends[1])})"
            )
        return f"{sentence}."
    least, most = short_number(found.minimum_detectable_slope), short_number(high)
    negligible = short_number(found.negligible_slope)
    if found.verdict == "no_leak":
        return (
            f"{label}: no leak; growth is at most {most} {per} ({percent}), and {negligible} is "
            f"negligible. A leak of {least} would have shown."
        )
    if not found.warm_up.ended:
        return f"{label}: not enough data; {found.warm_up.reason}."
    return (
        f"{label}: not enough data; growth lies between {short_number(low)} and {most} {per} "
        f"({percent}), which holds both nothing and more than the negligible {negligible}. Only a "
        f"leak of {least} or more would have shown."
    )


def next_measurement(found: LeakAnalysis) -> str:
    """What to measure or to do next.

    Parameters
    ----------
    found : LeakAnalysis
        The analysis.

    Returns
    -------
    str
        One sentence, beginning with the label of the series.

    Examples
    --------
    >>> from contention.models import analyse_leak
    >>> next_measurement(analyse_leak([1, 2], [100.0, 203.0]))
    'data: take 3 readings or more, each at the same point of the work.'
    """
    label, axis = found.readings.label, _AXIS[found.readings.step_unit]
    trend = found.trend
    if trend is None:
        return f"{label}: take {_FEWEST} readings or more, each at the same point of the work."
    if not found.warm_up.ended:
        span = float(found.readings.step[-1] - found.readings.step[0])
        return (
            f"{label}: run for {short_number(3.0 * span)} {axis} or more, three times as long, so "
            "that the warm-up is over in the first part."
        )
    if found.verdict == "leak":
        return _about_leak(found)
    needed = found.needed_run(found.negligible_slope) if found.negligible_slope > 0 else math.inf
    if found.verdict == "no_leak":
        least = short_number(found.minimum_detectable_slope)
        return f"{label}: nothing, unless a slope below {least} matters; a longer run shows less."
    if math.isinf(needed) or needed > 100.0 * trend.span:
        return (
            f"{label}: a longer run of the same kind does not settle it, since the level wanders. "
            "Keep the load even, read at the same point of each cycle, or count what the program "
            "allocates and not what the system gives it."
        )
    return (
        f"{label}: measure {short_number(needed)} {axis} after the warm-up, "
        f"{short_number(needed / trend.span)} times as long as here, to see a slope of "
        f"{short_number(found.negligible_slope)}."
    )


def _about_leak(found: LeakAnalysis) -> str:
    label = found.readings.label
    if any(cut.kind == "reset" for cut in found.segments.cuts):
        return (
            f"{label}: find out whether the process started anew where memory was lost; if it did "
            "not, run until three such falls are seen."
        )
    if found.units_per_step is None:
        return (
            f"{label}: say how many units of work a step has; bytes per unit can be compared with "
            "the sizes of what the program keeps."
        )
    each = short_number(found.slope / found.units_per_step)
    return (
        f"{label}: look for objects of about {each} bytes, or several that add up to it, of which "
        "one more is held for each unit of work."
    )
