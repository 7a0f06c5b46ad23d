"""What a comparison of before and after says."""

from __future__ import annotations

import math
from dataclasses import dataclass

from numpy.typing import ArrayLike

from contention.models.before_after_verdict import verdict_sentences
from contention.models.before_after_words import (
    comparable_sentences,
    next_sentences,
    part_sentences,
    unexplained_sentences,
)
from contention.models.changed_part import ChangedPart
from contention.models.fit_summary import summary_text
from contention.models.intervals import Interval, check_alpha
from contention.models.run_checks import RunCheck
from contention.models.run_costs import NOT_LISTED, RunCosts
from contention.models.share_interval import share_interval
from contention.models.slowdown import Slowdown
from contention.models.sweep_arrays import Array

__all__ = ["BeforeAfter"]


_MOST_NAMES = 5


@dataclass(frozen=True, eq=False)
class BeforeAfter:
    """The difference of two sides per unit of work, taken apart so that it adds up.

    Attributes
    ----------
    before, after : str
        Names of the sides.
    unit_of_work : str
        ``run``, ``execution``, ``row``, or a statement.
    work : tuple of float
        Mean units of work of a run of each side.
    runs : tuple of int
        Number of runs of each side.
    executions, rows : tuple of float
        Mean executions, and rows, of a run of each side; NaN where they are not known.
    total : ChangedPart
        The elapsed time of all calls; where there are none, the time waited.
    with_outside : ChangedPart
        The same with the waits outside of the calls.
    slowdown : Slowdown
        After over before.
    by_call : tuple of ChangedPart
        By statement and kind of call, the largest change first; empty without calls.
    by_component : tuple of ChangedPart
        CPU, each wait event and the rest; the rest last.
    outside : tuple of ChangedPart
        Waits that are not within the calls, and no part of the total.
    checks : tuple of RunCheck
        Identities that the numbers were held against.
    costs : tuple of RunCosts
        The runs in amounts, those before first.
    missing : tuple of str
        What lacks a time.
    left_out : tuple of str
        Sides that are not compared.
    alpha : float
        Share of the intervals that miss.
    """

    before: str
    after: str
    unit_of_work: str
    work: tuple[float, float]
    runs: tuple[int, int]
    executions: tuple[float, float]
    rows: tuple[float, float]
    total: ChangedPart
    with_outside: ChangedPart
    slowdown: Slowdown
    by_call: tuple[ChangedPart, ...]
    by_component: tuple[ChangedPart, ...]
    outside: tuple[ChangedPart, ...]
    checks: tuple[RunCheck, ...]
    costs: tuple[RunCosts, ...]
    missing: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    alpha: float = 0.05

    @property
    def repeated(self) -> bool:
        """Whether both sides were run more than once, so that their scatter is known."""
        return self.slowdown.repeated

    @property
    def n(self) -> int:
        """Runs compared."""
        return sum(self.runs)

    @property
    def ratio(self) -> float:
        """Total after over total before; of geometric means where there are repeats."""
        return self.slowdown.ratio

    @property
    def ratio_interval(self) -> Interval:
        """Its interval, of the kind that ``total.basis`` names."""
        if self.total.basis == "samples":
            return self.total.count_ratio
        return self.slowdown.conf_int(self.alpha)["slowdown"]

    @property
    def clear(self) -> bool:
        """Whether the interval of the ratio excludes one."""
        low, high = self.ratio_interval
        return low > 1.0 or high < 1.0

    def share(self, part: ChangedPart) -> float:
        """A part's share of the difference; NaN where the difference may be zero."""
        if not self.clear or self.total.difference_s == 0:
            return math.nan
        return part.difference_s / self.total.difference_s

    def share_interval(self, part: ChangedPart) -> Interval:
        """Interval of that share; NaN without repeats, and where there is no share."""
        if not self.clear or not all(part.seconds):
            return (math.nan, math.nan)
        total = self.total.seconds
        return share_interval(*part.seconds, *total, alpha=self.alpha)

    @property
    def per(self) -> str:
        """The unit of work as a table or an axis names it."""
        if self.unit_of_work in ("run", "execution", "row"):
            return self.unit_of_work
        named = self.unit_of_work if len(self.unit_of_work) <= 20 else "the statement"
        return f"execution of {named}"

    @staticmethod
    def size(part: ChangedPart) -> float:
        """How large the change of a part is, whichever way it went."""
        return abs(part.difference_s)

    @property
    def more_s(self) -> float:
        """Part of the difference that is a change in the number of calls, or of waits."""
        return sum(part.split.more for part in self.by_call or self.by_component)

    @property
    def slower_s(self) -> float:
        """Part that is a change of what one call, or wait, takes."""
        return sum(part.split.slower for part in self.by_call or self.by_component)

    @property
    def new(self) -> tuple[str, ...]:
        """Calls and events that are there after only."""
        parts = (*self.by_call, *self.by_component)
        return tuple(part.name for part in parts if part.status == "new")

    @property
    def gone(self) -> tuple[str, ...]:
        """Calls and events that are there before only."""
        parts = (*self.by_call, *self.by_component)
        return tuple(part.name for part in parts if part.status == "gone")

    @property
    def without_partner(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Statements that only the runs before, and only those after, executed."""
        sides = self.costs[: self.runs[0]], self.costs[self.runs[0] :]
        before, after = (
            dict.fromkeys(name for one in side for name, _ in one.calls if name != NOT_LISTED)
            for side in sides
        )
        return (
            tuple(name for name in before if name not in after),
            tuple(name for name in after if name not in before),
        )

    @property
    def params(self) -> dict[str, float]:
        """Ratio and difference of the totals."""
        return {"ratio": self.ratio, "difference_s": self.total.difference_s}

    @property
    def bse(self) -> dict[str, float]:
        """Standard error of the ratio; NaN without repeats."""
        return {"ratio": self.slowdown.bse["slowdown"], "difference_s": math.nan}

    @property
    def derived(self) -> dict[str, float]:
        """Totals, and the parts of the difference."""
        parts = {f"{part.name}_s": part.difference_s for part in self.by_component}
        totals = {"before_s": self.total.before_s, "after_s": self.total.after_s}
        return totals | {"more_s": self.more_s, "slower_s": self.slower_s} | parts

    @property
    def units(self) -> dict[str, str]:
        """Seconds per unit of work, but for the ratio."""
        unit = f"s per {self.unit_of_work}"
        return {"ratio": "times", "difference_s": unit} | dict.fromkeys(self.derived, unit)

    def conf_int(self, alpha: float = 0.05) -> dict[str, Interval]:
        """Intervals of the ratio and of the differences, where runs were repeated.

        Without repeats nothing is known of how runs differ, and there is none; see
        :attr:`ratio_interval` for what sampling and rounding leave open.
        """
        check_alpha(alpha)
        if not self.repeated:
            return {}
        ends = {"ratio": self.slowdown.conf_int(alpha)["slowdown"]}
        if alpha == self.alpha:
            ends["difference_s"] = self.total.interval_s
            ends |= {f"{part.name}_s": part.interval_s for part in self.by_component}
        return ends

    def predict(self, before_s: ArrayLike) -> Array:
        """Seconds after, for work that took so many seconds before."""
        return self.slowdown.predict(before_s)

    @property
    def sentences(self) -> tuple[str, ...]:
        """The answer, a sentence each: how much, where, and which part of it waits."""
        return verdict_sentences(self)

    @property
    def comparable(self) -> tuple[str, ...]:
        """Whether the two sides did the same work, a sentence each."""
        return comparable_sentences(self)

    def why(self, parts: tuple[ChangedPart, ...], most: int = 3) -> tuple[str, ...]:
        """The parts that make up most of the difference, a sentence each."""
        return part_sentences(self, parts, most)

    @property
    def unexplained(self) -> tuple[str, ...]:
        """What the parts leave open and what does not add up, a sentence each."""
        return unexplained_sentences(self)

    @property
    def next_steps(self) -> tuple[str, ...]:
        """What would change the verdict, and what to look at next, a sentence each."""
        return next_sentences(self)

    @property
    def verdict(self) -> str:
        """The answer in one line."""
        return "; ".join(self.sentences)

    @property
    def warnings(self) -> tuple[str, ...]:
        """What a reader must know before trusting it."""
        said = [f"{check.run}: not so: {check.rule}; {check.found}" for check in self.failed]
        if not self.repeated:
            said.insert(0, "one run each: nothing is known of how much runs differ by chance")
        said.extend(self.missing)
        for names, side in zip(self.without_partner, (self.before, self.after), strict=True):
            if names:
                listed = ", ".join(names[:_MOST_NAMES])
                more = f" and {len(names) - _MOST_NAMES} more" if len(names) > _MOST_NAMES else ""
                said.append(f"statements without a partner, only in {side}: {listed}{more}")
        if self.left_out:
            said.append(f"not compared: {', '.join(self.left_out)}")
        return tuple(said)

    @property
    def failed(self) -> tuple[RunCheck, ...]:
        """The identities that the numbers do not keep."""
        return tuple(check for check in self.checks if not check.kept)

    def summary(self) -> str:
        """All of it as text."""
        return summary_text("Before and after", self, alpha=self.alpha)
