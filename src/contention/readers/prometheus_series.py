"""Samples of one Prometheus series, and the memory series made of them."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from statistics import median

import numpy as np

from contention.measurements import Flag, MemorySeries, Provenance
from contention.readers.headings import BYTES_PER_UNIT

__all__ = ["Sample", "Samples", "labels_of", "memory_of", "number_of"]

_UNITS = {
    "bytes": "bytes",
    "kilobytes": "kb",
    "kibibytes": "kb",
    "megabytes": "mb",
    "mebibytes": "mb",
    "gigabytes": "gb",
}
_COUNTER = re.compile(r".*_(?:total|count|sum|bucket)")
_GAP = 2.5


@dataclass(frozen=True)
class Sample:
    """One sample: its line, time in seconds since 1970, printed text, and value or None."""

    line: int
    time_s: float
    text: str
    value: int | float | None


@dataclass
class Samples:
    """One series as it is read."""

    name: str
    labels: Mapping[str, str]
    line: int
    samples: list[Sample] = field(default_factory=list)
    flags: list[Flag] = field(default_factory=list)

    @property
    def full_name(self) -> str:
        """Name and all labels, as Prometheus prints them."""
        return _printed(self.name, self.labels)

    def unit(self, given: str) -> str:
        """The unit that the name says, or the given one."""
        words = self.name.split("_")
        return next((_UNITS[word] for word in reversed(words) if word in _UNITS), given)

    def check(self) -> None:
        """Flag samples without a value, falls of a counter, gaps, and times that do not rise."""
        for sample in self.samples:
            if sample.value is None:
                reason = "no finite number; the value is missing"
                self.flags.append(Flag(sample.line, "value", sample.text, reason))
        if _COUNTER.fullmatch(self.name):
            known = [sample for sample in self.samples if sample.value is not None]
            for before, after in pairwise(known):
                if (after.value or 0) < (before.value or 0):
                    reason = f"a counter that was {before.text} before: it was reset"
                    self.flags.append(Flag(after.line, "value", after.text, reason))
        steps = [b.time_s - a.time_s for a, b in pairwise(self.samples)]
        usual = median(steps) if steps else 0.0
        for (before, after), step in zip(pairwise(self.samples), steps, strict=True):
            if step <= 0:
                reason = "not later than the sample before"
                self.flags.append(Flag(after.line, "time_s", f"{after.time_s:.3f}", reason))
            elif step > _GAP * usual:
                reason = f"a gap: {step:g} s behind the sample at {before.time_s:.3f}"
                self.flags.append(Flag(after.line, "time_s", f"{after.time_s:.3f}", reason))


def number_of(text: str) -> int | float | None:
    """The value of a sample; None for ``NaN`` and infinities, and for text.

    Examples
    --------
    >>> [number_of(text) for text in ("65", "1.5e+09", "NaN", "+Inf", "x")]
    [65, 1500000000.0, None, None, None]
    """
    if re.fullmatch(r"[-+]?\d{1,30}", text):
        return int(text)
    if not re.fullmatch(r"[-+]?(?:\d{1,30}(?:\.\d{0,30})?|\.\d{1,30})(?:[eE][-+]?\d{1,3})?", text):
        return None
    value = float(text)
    return value if math.isfinite(value) else None


def _printed(name: str, labels: Mapping[str, str]) -> str:
    inside = ", ".join(f'{key}="{value}"' for key, value in sorted(labels.items()))
    return f"{name}{{{inside}}}" if inside else name or "{}"


def labels_of(series: Sequence[Samples]) -> list[str]:
    """For each series its name with the labels in which the series differ; all of them if none.

    Examples
    --------
    >>> a, b = (Samples("rss", {"job": "db", "pod": pod}, 1) for pod in "xy")
    >>> labels_of([a, b]), labels_of([a])
    (['rss{pod="x"}', 'rss{pod="y"}'], ['rss'])
    """
    keys = {key for one in series for key in one.labels}
    differing = {key for key in keys if len({one.labels.get(key) for one in series}) > 1}
    return [
        _printed(one.name, {key: text for key, text in one.labels.items() if key in differing})
        for one in series
    ]


def memory_of(one: Samples, label: str, unit: str, provenance: Provenance) -> MemorySeries | None:
    """The memory series of samples in a unit of bytes; None where there are none to keep.

    Samples without a value stay as missing readings. A sample that is not later than the one
    before, or negative, is left out and flagged.
    """
    kept: list[Sample] = []
    flags = list(one.flags)
    for sample in one.samples:
        if kept and sample.time_s <= kept[-1].time_s:
            continue
        if sample.value is not None and sample.value < 0:
            flags.append(Flag(sample.line, "value", sample.text, "negative; left out of memory"))
            continue
        kept.append(sample)
    if not any(sample.value is not None for sample in kept):
        return None
    factor = BYTES_PER_UNIT[unit]
    held = [math.nan if sample.value is None else sample.value * factor for sample in kept]
    times = np.array([sample.time_s for sample in kept])
    return MemorySeries(
        label,
        times - times[0],
        np.array(held),
        "s",
        provenance=provenance,
        flags=tuple(flags),
    )
