"""The histograms of DTrace: ``quantize``, ``lquantize`` and ``llquantize``.

A row prints one end of its bucket, a bar, and a count. For values of zero and more that end is
the lower one, and the next row prints the upper. ``quantize`` prints for a negative bucket the
end nearest to zero, and that end belongs to it: the row -4 holds -7 to -4. All values are whole
numbers, so every bucket can be written half-open: the row -4 is [-7, -3). Rows of ``lquantize``
below zero print their lower end as the others do. The rows ``< 10`` and ``>= 1000`` are open.

A histogram ends with a row whose count is zero, or with an open row. One that does not was cut.
"""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from contention.errors import MeasurementError
from contention.measurements import Flag, Histogram, Provenance, Table, Value
from contention.readers.cells import table_of_values

__all__ = ["HistogramBlock", "histogram_row", "is_histogram_heading"]

_HEADING = re.compile(r"\s*value\s+-+ ?Distribution ?-+\s+count\s*")
_ROW = re.compile(
    r"\s*(?P<edge><|>=)?\s*(?P<row>-?\d{1,20})\s*(?P<bar>[@ ]*\|[@ ]*?)\s*(?P<count>[-#\d]\S*)?\s*"
)
_LEAST, _MOST = -(2**63), 2**63 - 1
_WHOLE = re.compile(r"-?\d{1,20}")

Cell = tuple[str | None, Value]
Ends = tuple[float | None, float | None]


def is_histogram_heading(line: str) -> bool:
    """Whether the line is the heading over the rows of a histogram.

    Parameters
    ----------
    line : str
        One line of the capture.

    Returns
    -------
    bool
        Blanks may be collapsed.

    Examples
    --------
    >>> is_histogram_heading("value ------------- Distribution ------------- count")
    True
    """
    return bool(_HEADING.fullmatch(line))


def histogram_row(line: str) -> re.Match[str] | None:
    """The parts ``edge``, ``row``, ``bar`` and ``count`` of a row; None for another line.

    Parameters
    ----------
    line : str
        One line of the capture.

    Returns
    -------
    re.Match or None
        ``count`` is None where the line ends before it.

    Examples
    --------
    >>> histogram_row("      1024 |@@@@     94257")["count"]
    '94257'
    """
    return _ROW.fullmatch(line)


@dataclass
class HistogramBlock:
    """The rows of one histogram, as they are collected.

    Attributes
    ----------
    label : str
        What the capture calls it.
    line : int
        Line of its heading.
    section : int
        Number of the section that it stands in.
    rows : list
        Line and parts of each row.
    flags : list of Flag
        What could not be taken at face value.
    """

    label: str
    line: int
    section: int
    rows: list[tuple[int, re.Match[str]]] = field(default_factory=list)
    flags: list[Flag] = field(default_factory=list)

    def ends(self) -> list[Ends]:
        """Lower and upper end of each row's bucket; None where it is not printed."""
        values = [int(row["row"]) for _, row in self.rows]
        powers = _are_powers(self.rows, values)
        found: list[Ends] = []
        for at, (_, row) in enumerate(self.rows):
            value = values[at]
            following = values[at + 1] if at + 1 < len(values) else None
            if row["edge"] == "<":
                found.append((-math.inf, value))
            elif row["edge"] == ">=":
                found.append((value, math.inf))
            elif powers and value < 0:
                found.append((2 * value + 1, value + 1))
            elif powers:
                found.append((value, max(2 * value, 1)))
            else:
                found.append((value, following))
        return found

    def counts(self) -> list[int | None]:
        """The count of each row; None where it cannot be read."""
        texts = [row["count"] or "" for _, row in self.rows]
        return [int(text) if _WHOLE.fullmatch(text) else None for text in texts]

    def check(self) -> None:
        """Flag rows that cannot be read, are out of order, or end too early."""
        for (line, row), count in zip(self.rows, self.counts(), strict=True):
            if count is None:
                reason = "the count cannot be read; the value is missing"
                self.flags.append(Flag(line, "count", row["count"] or "", reason))
            elif count in (_LEAST, _MOST):
                reason = "the last number that 64 bits hold: the count may have gone round"
                self.flags.append(Flag(line, "count", row["count"], reason))
            elif count < 0:
                reason = "a negative count: the script took away; no latency is counted like that"
                self.flags.append(Flag(line, "count", row["count"], reason))
        values = [int(row["row"]) for _, row in self.rows if row["edge"] != "<"]
        if any(a >= b for a, b in itertools.pairwise(values)):
            reason = "the rows do not increase: this is not one histogram"
            self.flags.append(Flag(self.line, None, self.label, reason))
        last_line, last = self.rows[-1]
        if last["edge"] != ">=" and self.counts()[-1] != 0:
            reason = "the last row counts something: the histogram may be cut"
            self.flags.append(Flag(last_line, None, last[0].strip()[:60], reason))

    def table(self, name: str, provenance: Provenance) -> Table:
        """The rows as a table."""
        bars = [row["bar"].replace("|", "").strip() or None for _, row in self.rows]
        counts = zip(self.rows, self.counts(), strict=True)
        columns: dict[str, Sequence[Cell]] = {
            "row": [_printed_row(row) for _, row in self.rows],
            "lower": [_end(low) for low, _ in self.ends()],
            "upper": [_end(high) for _, high in self.ends()],
            "bar": [(bar, bar) for bar in bars],
            "count": [(row["count"], count) for (_, row), count in counts],
        }
        lines = [line for line, _ in self.rows]
        return table_of_values(name, columns, lines, provenance, flags=self.flags)

    def measurement(self, unit: str, provenance: Provenance) -> Histogram | None:
        """The histogram; None where nothing was counted, or it cannot be made.

        The rows of zero that only mark the ends are left out.
        """
        counts = self.counts()
        occupied = [at for at, count in enumerate(counts) if count]
        if not occupied or None in counts:
            return None
        kept = range(occupied[0], occupied[-1] + 1)
        ends = [self.ends()[at] for at in kept]
        if any(low is None or high is None for low, high in ends):
            return None
        try:
            return Histogram(
                self.label,
                [low for low, _ in ends],  # type: ignore[arg-type]
                [high for _, high in ends],  # type: ignore[arg-type]
                [counts[at] for at in kept],  # type: ignore[arg-type]
                unit,
                provenance,
                tuple(self.flags),
            )
        except MeasurementError as error:
            self.flags.append(
                Flag(self.line, error.column, error.found or "", f"{error.message}; left out")
            )
            return None


def _are_powers(rows: Sequence[tuple[int, re.Match[str]]], values: Sequence[int]) -> bool:
    """Whether the rows are those of ``quantize``: neighbours among 0 and plus or minus 2^k."""
    if any(row["edge"] for _, row in rows):
        return False
    ranks = [_rank(value) for value in values]
    return None not in ranks and all(
        b is not None and a is not None and b == a + 1 for a, b in itertools.pairwise(ranks)
    )


def _rank(value: int) -> int | None:
    """0 for 0, 1 for 1, 2 for 2, 3 for 4, and negative numbers alike; None for no power."""
    size = abs(value)
    if size & (size - 1):
        return None
    return int(math.copysign(size.bit_length(), value)) if value else 0


def _printed_row(row: re.Match[str]) -> Cell:
    number = row["row"]
    return (f"{row['edge']} {number}", number) if row["edge"] else (number, int(number))


def _end(value: float | None) -> Cell:
    return (None, None) if value is None else (str(value), value)
