"""The waits of a tkprof report: event, times waited, the longest and all waits in seconds.

An event's name that is longer than its column stands alone on its line; its numbers follow on
the next.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from contention.measurements import Flag, Value

__all__ = ["WAIT_COLUMNS", "WaitRow", "WaitSection", "is_wait_heading", "is_wait_row"]

WAIT_COLUMNS = ("times_waited", "max_wait_s", "total_waited_s")
"""The numbers of a wait row, in the order in which they are printed."""

_HEADING = re.compile(r"\s*Elapsed times include waiting on(?: the)? following events:?\s*", re.I)
_COLUMNS = re.compile(r"\s*Event waited on\s+Times\b.*", re.I)
_RULER = re.compile(r"\s*-{3,}(?:\s+Waited)?\s+-{3,}\s+-{3,}(?:\s+-{3,})?\s*", re.I)
_ROW = re.compile(r"\s*(\S.{0,120}?)\s+(\d{1,15})\s+(\d{1,12}\.\d{1,9})\s+(\d{1,12}\.\d{1,9})\s*")
_NUMBERS = re.compile(r"\s*(\d{1,15})\s+(\d{1,12}\.\d{1,9})\s+(\d{1,12}\.\d{1,9})\s*")
_DAMAGED = re.compile(r"\s*(\S.{0,120}?)\s+([\d.#*]+)\s+([\d.#*]+)\s+([\d.#*]+)\s*")

Cell = tuple[str | None, Value]


@dataclass(frozen=True)
class WaitRow:
    """One event.

    Attributes
    ----------
    line : int
        The line of its name.
    event : str
        Its name.
    cells : tuple
        Text and value of each of :data:`WAIT_COLUMNS`.
    """

    line: int
    event: str
    cells: tuple[Cell, ...]


def is_wait_heading(line: str) -> bool:
    """Whether a line begins a list of waits.

    Parameters
    ----------
    line : str
        One line of the report.

    Returns
    -------
    bool
        Whether events follow.

    Examples
    --------
    >>> is_wait_heading("Elapsed times include waiting on following events:")
    True
    """
    return bool(_HEADING.fullmatch(line))


def is_wait_row(line: str) -> bool:
    """Whether a line looks like one of a list of waits, wherever it stands.

    Parameters
    ----------
    line : str
        One line of the report.

    Returns
    -------
    bool
        Whether it holds a count and two times, with or without an event before them.

    Examples
    --------
    >>> is_wait_row("  latch free    1  0.00  0.01"), is_wait_row("  8  user SQL statements")
    (True, False)
    """
    return bool(_ROW.fullmatch(line) or _NUMBERS.fullmatch(line))


@dataclass
class WaitSection:
    """The list of waits of one statement, taken line by line.

    Attributes
    ----------
    rows : list of WaitRow
        The events so far.
    flags : list of Flag
        What cannot be read.
    name : tuple of int and str, optional
        An event's name whose numbers are still to come, with its line.

    Examples
    --------
    >>> section = WaitSection()
    >>> for number, line in enumerate(("  a long name", "          3   0.01   0.02"), 1):
    ...     section.take(number, line)
    >>> section.rows[0].event, section.rows[0].cells[2]
    ('a long name', ('0.02', 0.02))
    """

    rows: list[WaitRow] = field(default_factory=list)
    flags: list[Flag] = field(default_factory=list)
    name: tuple[int, str] | None = None

    def take(self, number: int, line: str) -> None:
        """Read one line that is not blank."""
        if _COLUMNS.fullmatch(line) or _RULER.fullmatch(line):
            return
        if self.name is not None and (match := _NUMBERS.fullmatch(line)):
            self._add(*self.name, match.groups())
            self.name = None
            return
        self.end()
        if (match := _ROW.fullmatch(line)) or (match := _DAMAGED.fullmatch(line)):
            self._add(number, match[1], match.groups()[1:])
        else:
            self.name = (number, line.strip())

    def end(self) -> None:
        """Flag a name that no numbers follow."""
        if self.name is not None:
            reason = "an event without its numbers; left out"
            self.flags.append(Flag(self.name[0], "event", self.name[1][:80], reason))
        self.name = None

    def _add(self, number: int, event: str, words: tuple[str, ...]) -> None:
        cells: list[Cell] = []
        for name, word in zip(WAIT_COLUMNS, words, strict=True):
            whole = name == "times_waited"
            if re.fullmatch(r"\d{1,20}" if whole else r"\d{1,20}\.\d{1,9}", word):
                cells.append((word, int(word) if whole else float(word)))
            else:
                reason = "not a number; the value is missing"
                self.flags.append(Flag(number, name, word[:40], reason))
                cells.append((word, None))
        self.rows.append(WaitRow(number, event, tuple(cells)))
        longest, waited = cells[1][1], cells[2][1]
        if isinstance(longest, float) and isinstance(waited, float) and longest > waited + 0.01:
            reason = f"the longest wait is more than all waits together, {waited:g}"
            self.flags.append(Flag(number, "max_wait_s", f"{longest:g}", reason))
