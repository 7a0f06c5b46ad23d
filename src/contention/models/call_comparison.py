"""Before and after: what a change adds to the calls of one statement, and what explains it."""

from __future__ import annotations

import math
from dataclasses import dataclass

import pandas as pd

from contention.errors import MeasurementError
from contention.measurements import WaitProfile
from contention.models.call_runs import CallRun
from contention.models.intervals import Interval
from contention.models.rounded import Rounded

__all__ = ["CallComparison", "compare_calls"]

_NONE = Rounded(math.nan, math.nan, math.nan)
_NAMES = {
    # name: (what it is called, unit)
    "elapsed_ratio": ("elapsed time, ratio", ""),
    "extra_elapsed_s": ("extra elapsed time", "s"),
    "extra_cpu_s": ("extra CPU time", "s"),
    "extra_wait_s": ("extra waits for the event", "s"),
    "wait_share": ("extra waits over extra elapsed time", ""),
    "extra_us_per_execution": ("extra time of one execution", "us"),
    "extra_reads": ("extra blocks read", "blocks"),
    "extra_reads_per_execution": ("extra blocks read by one execution", "blocks"),
    "mean_wait_ms": ("mean wait for the event", "ms"),
    "mean_wait_without_longest_ms": ("mean wait without the longest", "ms"),
}


@dataclass(frozen=True, eq=False)
class CallComparison:
    """Differences between two runs, each with the interval that printed digits leave open.

    Every difference is of the second run less the first, the first scaled to as many executions
    as the second made. A quantity that cannot be had is NaN.

    Attributes
    ----------
    before, after : str
        Names of the runs.
    event : str
        The wait event that is held against the elapsed time.
    executions : tuple of float
        Executions of each run.
    elapsed_ratio : Rounded
        Elapsed time per execution, second run over first.
    extra_elapsed_s, extra_cpu_s : Rounded
        Elapsed and CPU seconds that the second run took more.
    extra_wait_s : Rounded
        Seconds more that it waited for the event.
    wait_share : Rounded
        The extra wait over the extra elapsed time; NaN where the latter may be zero.
    extra_reads : float
        Blocks more that it read from disk.
    mean_wait_s : Rounded
        Mean wait for the event in the second run.
    mean_wait_without_longest_s : Rounded
        The same without its longest wait.
    warnings : tuple of str
        What a reader must know before trusting it.
    """

    before: str
    after: str
    event: str
    executions: tuple[float, float]
    elapsed_ratio: Rounded
    extra_elapsed_s: Rounded
    extra_cpu_s: Rounded
    extra_wait_s: Rounded
    wait_share: Rounded
    extra_reads: float
    mean_wait_s: Rounded
    mean_wait_without_longest_s: Rounded
    warnings: tuple[str, ...] = ()

    @property
    def quantities(self) -> dict[str, Rounded]:
        """Every quantity by name, with its ends; NaN where it cannot be had."""
        each = 1.0 / self.executions[1]
        return {
            "elapsed_ratio": self.elapsed_ratio,
            "extra_elapsed_s": self.extra_elapsed_s,
            "extra_cpu_s": self.extra_cpu_s,
            "extra_wait_s": self.extra_wait_s,
            "wait_share": self.wait_share,
            "extra_us_per_execution": self.extra_elapsed_s * (1e6 * each),
            "extra_reads": Rounded.exact(self.extra_reads),
            "extra_reads_per_execution": Rounded.exact(self.extra_reads * each),
            "mean_wait_ms": self.mean_wait_s * 1e3,
            "mean_wait_without_longest_ms": self.mean_wait_without_longest_s * 1e3,
        }

    @property
    def params(self) -> dict[str, float]:
        """Every quantity by name; NaN where it cannot be had."""
        return {name: one.value for name, one in self.quantities.items()}

    @property
    def units(self) -> dict[str, str]:
        """Units by name."""
        return {name: unit for name, (_, unit) in _NAMES.items()}

    @property
    def labels(self) -> dict[str, str]:
        """What each quantity is called, by name."""
        return {name: label for name, (label, _) in _NAMES.items()}

    @property
    def rounding_interval(self) -> dict[str, Interval]:
        """The ends that the printed digits leave open, by name; no interval of sampling."""
        return {name: one.interval for name, one in self.quantities.items() if one.known}

    @property
    def verdict(self) -> str:
        """The answer in a sentence."""
        ratio = self.elapsed_ratio
        if not ratio.known:
            return "the elapsed times cannot be compared"
        text = f"elapsed time {self.after!r} is {ratio.value:.2f} times that {self.before!r}"
        if self.wait_share.known and self.extra_elapsed_s.low > 0.0:
            text += f"; waits for {self.event} are {self.wait_share.value:.0%} of the difference"
        return text

    def frame(self) -> pd.DataFrame:
        """Every quantity with its ends and its unit, as a pandas frame."""
        rows = [
            (name, one.value, *one.interval, _NAMES[name][1])
            for name, one in self.quantities.items()
        ]
        return pd.DataFrame(rows, columns=["quantity", "value", "low", "high", "unit"])

    def summary(self) -> str:
        """All of it as text."""
        lines = [f"Calls of {self.after} against {self.before}: {self.verdict}"]
        for name, one in self.quantities.items():
            label, unit = _NAMES[name]
            lines.append(f"  {label:36} {one} {unit if one.known else ''}".rstrip())
        return "\n".join([*lines, *(f"  warning: {warning}" for warning in self.warnings)])


def compare_calls(
    before: CallRun, after: CallRun, event: str = "db file sequential read"
) -> CallComparison:
    """Compare two runs of the same statement.

    Parameters
    ----------
    before, after : CallRun
        The runs, as :func:`call_runs` makes them.
    event : str
        The wait event that is held against the elapsed time.

    Returns
    -------
    CallComparison
        The differences.

    Raises
    ------
    MeasurementError
        When a run made no execution.

    Notes
    -----
    With n executions, E elapsed seconds, W seconds waited for the event and D blocks read, the
    ratio is (E2 / n2) / (E1 / n1), the extra time E2 - E1 n2 / n1 and the share of the waits
    (W2 - W1 n2 / n1) / (E2 - E1 n2 / n1). Each printed time is taken to be off by up to half of
    its last digit, and intervals are those of interval arithmetic. They are no confidence
    intervals: with one run each, nothing is known of how much runs differ by chance. Waiting for
    a read takes some CPU, so that CPU and waits together may exceed the elapsed time.

    References
    ----------
    R. E. Moore, R. B. Kearfott and M. J. Cloud, Introduction to Interval Analysis (2009),
    chapter 2, for the arithmetic of intervals.

    Examples
    --------
    >>> from contention.measurements import CallStatistics
    >>> def run(name, elapsed, disk, waits):
    ...     calls = CallStatistics("a", ("execute",), [100_000], [elapsed], [elapsed], [disk],
    ...                            [0], [0], [100_000], run=name)
    ...     return CallRun(name, calls, waits)
    >>> read = WaitProfile("a", ("db file sequential read",), [3507], [0.11], [3.78])
    >>> none = WaitProfile("a", (), [], [], [])
    >>> found = compare_calls(run("before", 14.77, 0, none), run("with", 22.50, 3507, read))
    >>> round(found.extra_elapsed_s.value, 2), round(found.wait_share.value, 3)
    (7.73, 0.489)
    """
    counts = (_executions(before), _executions(after))
    scale = counts[1] / counts[0]
    elapsed = _seconds(before, "elapsed_s") * scale, _seconds(after, "elapsed_s")
    extra = elapsed[1] - elapsed[0]
    waited = [_waited(run.waits, event) for run in (before, after)]
    extra_wait = waited[1] - waited[0] * scale
    return CallComparison(
        before=before.name,
        after=after.name,
        event=event,
        executions=counts,
        elapsed_ratio=elapsed[1] / elapsed[0],
        extra_elapsed_s=extra,
        extra_cpu_s=_seconds(after, "cpu_s") - _seconds(before, "cpu_s") * scale,
        extra_wait_s=extra_wait,
        wait_share=extra_wait / extra,
        extra_reads=after.calls.total("disk") - before.calls.total("disk") * scale,
        mean_wait_s=_mean_wait(after.waits, event, longest=True),
        mean_wait_without_longest_s=_mean_wait(after.waits, event, longest=False),
        warnings=_warnings(before, after, extra),
    )


def _executions(run: CallRun) -> float:
    count = run.calls.at("execute", "count")
    if not count > 0:
        raise MeasurementError(
            f"run {run.name}: there is no execution to compare",
            path=run.calls.provenance.source,
            found=f"{count:g} executions",
            expected="a row Execute with a positive count",
        )
    return count


def _seconds(run: CallRun, quantity: str) -> Rounded:
    return Rounded.printed(run.calls.total(quantity), run.calls.resolution_s)


def _waited(waits: WaitProfile | None, event: str) -> Rounded:
    if waits is None:
        return _NONE
    resolution = waits.resolution_s if event in waits.event else 0.0
    return Rounded.printed(waits.at(event, "total_waited_s"), resolution)


def _mean_wait(waits: WaitProfile | None, event: str, *, longest: bool) -> Rounded:
    if waits is None:
        return _NONE
    times = waits.at(event, "times_waited") - (not longest)
    total = _waited(waits, event)
    if not longest:
        rest = total - Rounded.printed(waits.at(event, "max_wait_s"), waits.resolution_s)
        total = Rounded(max(rest.value, 0.0), max(rest.low, 0.0), max(rest.high, 0.0))
    return total * (1.0 / times) if times > 0 and total.known else _NONE


def _warnings(before: CallRun, after: CallRun, extra: Rounded) -> tuple[str, ...]:
    said = ["one run each: nothing is known of how much runs differ by chance"]
    if before.calls.at("execute", "count") != after.calls.at("execute", "count"):
        said.append("the runs differ in executions: the first is scaled to those of the second")
    if extra.known and not extra.excludes_zero:
        said.append("the elapsed times are equal as far as they are printed")
    if before.waits is None or after.waits is None:
        said.append("a run has no waits: the extra time is not explained")
    return tuple(said)
