"""The lines of DTrace output in order: titles, times, values, histograms, events and noise."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from contention.measurements import Flag
from contention.readers.dtrace_histograms import (
    HistogramBlock,
    histogram_row,
    is_histogram_heading,
)
from contention.readers.dtrace_patterns import PrintedFormat
from contention.readers.dtrace_sequence import EventSequence, is_event
from contention.readers.dtrace_values import PrintedValue, printed_values

__all__ = ["Scan", "is_other_layout"]

_TITLE = re.compile(r"\s*-{3,}\s*([^-\s].{0,100}?)\s*-{3,}\s*")
_TIME = re.compile(r"\s*([A-Za-z]\w{0,40})\s+at\s+(?:.{0,20}\s)?(\d{1,2}):(\d\d):(\d\d)\s*")
_DROPS = re.compile(r".*\bdrops?\b.*|.*\bdropped\b.*", re.I)
_NOISE = re.compile(r"\s*dtrace: (?:description|script|pid|buffer).*|\s*\^C\s*", re.I)
_FAULT = re.compile(r"dtrace: error on enabled probe .*", re.I)
_OTHER_LAYOUT = re.compile(
    r"\s*(?!value\b)(?:\S.{0,80}?\s+)?(?:-{3,} ?Distribution ?-{3,}\s+count"
    r"|min\s+\.-{3,}\.\s+max\s+\|\s+count)\s*"
)
_PROBES = re.compile(r"\s*CPU\s+ID\s+FUNCTION:NAME\s*")
_PREFIX = re.compile(r"\s*\d{1,5}\s+\d{1,8}\s+\S*:\S*\s?")
_NAMED = re.compile(r"\s*(?P<name>\S[^=]*?)\s*=?\s*")


def is_other_layout(line: str) -> bool:
    """Whether a line is the heading of packed histograms, or of counts with bars.

    Parameters
    ----------
    line : str
        One line of the capture.

    Returns
    -------
    bool
        As the options aggpack and agghist print them.

    Examples
    --------
    >>> is_other_layout("  key   ------------- Distribution ------------- count")
    True
    """
    return bool(_OTHER_LAYOUT.fullmatch(line)) and not is_histogram_heading(line)


@dataclass
class Scan:
    """What is found while the lines are read in order.

    Attributes
    ----------
    lines : sequence of str
        The capture.
    formats : sequence of PrintedFormat
        The formats of the script's own, if they are known.
    values, blocks, sequence
        Values, histograms and events, as they are found.
    times : list
        Line, name, printed time and seconds since midnight of each.
    titles : list of str or None
        The title of each section; None before the first title.
    flags : list of Flag
        What could not be taken at face value.
    """

    lines: Sequence[str]
    formats: Sequence[PrintedFormat] = ()
    values: list[PrintedValue] = field(default_factory=list)
    blocks: list[HistogramBlock] = field(default_factory=list)
    sequence: EventSequence = field(default_factory=EventSequence)
    times: list[tuple[int, str, str, int]] = field(default_factory=list)
    titles: list[str | None] = field(default_factory=lambda: [None])
    flags: list[Flag] = field(default_factory=list)
    label: str = ""
    open: HistogramBlock | None = None
    prefixed: bool = False
    unknown: bool = False

    @property
    def section(self) -> int:
        """Number of the section that is being read, from 0."""
        return len(self.titles) - 1

    def flag(self, number: int, found: str, reason: str) -> None:
        """Keep what could not be taken at face value."""
        self.flags.append(Flag(number, None, found.strip()[:60], reason))

    def take(self, number: int, line: str) -> None:
        """Read one line."""
        if self.prefixed and (match := _PREFIX.match(line)):
            line = line[match.end() :]
        if not line.strip():
            self.open = None
            self.unknown = False
        elif is_other_layout(line):
            reason = (
                "a layout that is not known, as the options aggpack and agghist print it; left out"
                " up to the next blank line"
            )
            self.flag(number, line, reason)
            self.unknown = True
        elif is_histogram_heading(line):
            self.open = HistogramBlock(self.label, number, self.section)
            self.blocks.append(self.open)
            self.label = ""
        elif self.unknown or (self.open is not None and self._row(number, line, self.open)):
            return
        elif is_event(line):
            self.sequence.take(number, line)
        elif match := _TITLE.fullmatch(line):
            self.titles.append(match[1])
        elif match := _TIME.fullmatch(line):
            hours, minutes, seconds = (int(match[at]) for at in (2, 3, 4))
            printed = f"{match[2]}:{match[3]}:{match[4]}"
            of_day = 3600 * hours + 60 * minutes + seconds
            self.times.append((number, match[1], printed, of_day))
        else:
            self._other(number, line)

    def _row(self, number: int, line: str, block: HistogramBlock) -> bool:
        """Whether the line belongs to the open histogram."""
        row = histogram_row(line)
        if row is not None:
            block.rows.append((number, row))
            return True
        broken = "|" in line or "@" in line.replace("@", "", 1) or line.strip().isdigit()
        if broken and "=" not in line:
            block.flags.append(
                Flag(number, None, line.strip()[:60], "a row that cannot be read; left out")
            )
            return True
        self.open = None
        return False

    def _other(self, number: int, line: str) -> None:
        following = self.lines[number] if number < len(self.lines) else ""
        if is_histogram_heading(following) and (match := _NAMED.fullmatch(line)):
            self.label = " ".join(match["name"].split())
        elif _PROBES.fullmatch(line):
            self.prefixed = True
        elif _DROPS.fullmatch(line):
            self.flag(number, line, "events were lost: counts and times are too small")
        elif _FAULT.fullmatch(line.strip()):
            self.flag(number, line, "a probe failed: what it should have counted is missing")
        elif _NOISE.fullmatch(line):
            return
        elif found := self._values(line, number):
            self.values.extend(found)
            for one in found:
                if one.value is None:
                    self.flag(number, one.text, "not a whole number; the value is missing")
        else:
            self.flag(number, line, "not understood; left out")

    def _values(self, line: str, number: int) -> list[PrintedValue]:
        """By the formats that are given, or else by the forms that scripts usually have."""
        for one in self.formats:
            if found := one.values_of(line, number, self.section):
                return found
        return printed_values(line, number, self.section)
