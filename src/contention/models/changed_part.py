"""One part of the difference of two runs: before, after, and why it changed."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from contention.models.count_intervals import count_difference_interval, count_ratio_interval
from contention.models.intervals import Interval
from contention.models.mean_difference import mean_difference_interval
from contention.models.more_or_slower import MoreOrSlower, split_change
from contention.models.run_costs import Amount

__all__ = ["ChangedPart", "changed_part"]

_MOSTLY = 0.8
_UNKNOWN = (math.nan, math.nan)


@dataclass(frozen=True)
class ChangedPart:
    """A part of the elapsed time of two runs, or sets of repeats, per unit of work.

    Attributes
    ----------
    name : str
        A statement with its kind of call, a wait event, or what the rest is called.
    kind : str
        ``call``, ``cpu``, ``wait``, ``rest`` or ``total``.
    before_s, after_s : float
        Mean seconds per unit of work.
    count_before, count_after : float
        Mean number per unit of work; NaN where it was not counted.
    interval_s : tuple of float
        Of the difference.
    basis : str
        What the interval is made from: ``repeats``, ``samples`` (their number, were they
        independent) or ``rounding`` of the printed times.
    count_ratio : tuple of float
        Interval of the ratio of the counts per unit of work of single runs, or of their sampled
        seconds, were the events independent; NaN where there is none.
    seconds : pair of tuple of float
        Seconds per unit of work of each run, before and after; empty for parts shown together.
    """

    name: str
    kind: str
    before_s: float
    after_s: float
    count_before: float
    count_after: float
    interval_s: Interval
    basis: str
    count_ratio: Interval = _UNKNOWN
    seconds: tuple[tuple[float, ...], tuple[float, ...]] = ((), ())

    @property
    def difference_s(self) -> float:
        """Seconds per unit of work that it takes more."""
        return self.after_s - self.before_s

    @property
    def clear(self) -> bool:
        """Whether the interval excludes zero."""
        return self.interval_s[0] > 0.0 or self.interval_s[1] < 0.0

    @property
    def split(self) -> MoreOrSlower:
        """The difference as change of the number and change of the mean."""
        return split_change(self.count_before, self.before_s, self.count_after, self.after_s)

    @property
    def means_s(self) -> tuple[float, float]:
        """Mean seconds of one, before and after; NaN where there was none."""
        pairs = ((self.count_before, self.before_s), (self.count_after, self.after_s))
        before, after = (total / count if count > 0 else math.nan for count, total in pairs)
        return before, after

    @property
    def status(self) -> str:
        """``new``, ``gone`` or ``both``: when it was there."""
        there = [
            seconds > 0 or count > 0
            for seconds, count in (
                (self.before_s, self.count_before),
                (self.after_s, self.count_after),
            )
        ]
        return "both" if all(there) or not any(there) else "new" if there[1] else "gone"

    @property
    def cause(self) -> str:
        """Why it changed, in a few words; empty where it did not change."""
        split = self.split
        if self.difference_s == 0 and split.more == 0:
            return ""
        if self.status != "both":
            return "new" if self.status == "new" else "gone"
        if not split.known:
            return "not counted" if self.kind in ("wait", "call") else ""
        number = "more of them" if split.more > 0 else "fewer of them"
        each = "each longer" if split.slower > 0 else "each shorter"
        size = abs(split.more) + abs(split.slower)
        if abs(split.more) >= _MOSTLY * size:
            return number
        return each if abs(split.slower) >= _MOSTLY * size else f"{number} and {each}"


def changed_part(
    name: str,
    kind: str,
    before: Sequence[Amount],
    after: Sequence[Amount],
    work: tuple[Sequence[float], Sequence[float]],
    *,
    alpha: float = 0.05,
) -> ChangedPart:
    """Compare the amounts of one part in the runs of two sides.

    Parameters
    ----------
    name, kind : str
        As in :class:`ChangedPart`.
    before, after : sequence of Amount
        One for each run.
    work : pair of sequence of float
        Units of work of each run, positive.
    alpha : float, default 0.05
        Share of intervals that miss.

    Returns
    -------
    ChangedPart
        Means per unit of work. With two runs or more of each side the interval is Welch's; with
        fewer it holds the error of sampling, or of rounding, and nothing of how runs differ.

    Examples
    --------
    >>> part = changed_part("read", "wait", [Amount(10, 0.1)], [Amount(20, 0.6)], ([1], [1]))
    >>> round(part.difference_s, 2), part.cause, round(part.split.more, 2)
    (0.5, 'more of them and each longer', 0.2)
    """
    sides = [
        np.array([[one.count / w, one.seconds / w] for one, w in zip(amounts, units, strict=True)])
        for amounts, units in zip((before, after), work, strict=True)
    ]
    (count_1, seconds_1), (count_2, seconds_2) = (side.mean(axis=0) for side in sides)
    numbers = (float(seconds_1), float(seconds_2), float(count_1), float(count_2))
    if min(len(before), len(after)) > 1:
        ends = mean_difference_interval(sides[0][:, 1], sides[1][:, 1], alpha)
        each = (tuple(sides[0][:, 1].tolist()), tuple(sides[1][:, 1].tolist()))
        return ChangedPart(name, kind, *numbers, ends, "repeats", seconds=each)
    single = len(before) == len(after) == 1
    if single and (before[0].sample_s > 0 or after[0].sample_s > 0):
        ends, ratio = _of_samples(before[0], after[0], (work[0][0], work[1][0]), alpha)
        return ChangedPart(name, kind, *numbers, ends, "samples", ratio)
    half = sum(
        sum(one.resolution_s / w for one, w in zip(amounts, units, strict=True)) / len(amounts) / 2
        for amounts, units in zip((before, after), work, strict=True)
    )
    ends = (numbers[1] - numbers[0] - half, numbers[1] - numbers[0] + half)
    counted = single and math.isfinite(before[0].count + after[0].count)
    ratio = _UNKNOWN
    if counted:
        exposure = work[1][0] / work[0][0]
        ratio = count_ratio_interval(before[0].count, after[0].count, exposure, alpha)
    return ChangedPart(name, kind, *numbers, ends, "rounding", ratio)


def _of_samples(
    before: Amount, after: Amount, work: tuple[float, float], alpha: float
) -> tuple[Interval, Interval]:
    """Intervals of difference and ratio of seconds, from the numbers of samples."""
    lengths = [one.sample_s for one in (before, after)]
    known = next(length for length in lengths if length > 0)
    filled = [length if length > 0 else known for length in lengths]
    seen = (before.seconds / filled[0], after.seconds / filled[1])
    each = [length / units for length, units in zip(filled, work, strict=True)]
    low, high = count_difference_interval(*seen, each[0] / each[1], alpha)
    ratio = count_ratio_interval(*seen, each[0] / each[1], alpha)
    return (low * each[1], high * each[1]), ratio
