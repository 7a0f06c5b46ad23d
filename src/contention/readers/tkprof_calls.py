"""The call table of a tkprof report: one row per kind of call, and the total of the three."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from contention.measurements import Flag, Value

__all__ = ["CALL_COLUMNS", "CallRow", "call_row", "check_total", "is_call_heading"]

CALL_COLUMNS = ("count", "cpu_s", "elapsed_s", "disk", "query", "current", "rows")
"""The numbers of a call row, in the order in which they are printed."""

_HEADING = re.compile(r"\s*call\s+count\s+cpu\s+elapsed\s+disk\s+query\s+current\s+rows\s*")
_ROW = re.compile(r"\s*(Parse|Execute|Fetch|total)\s*(?=[\d#*])(.*)")
_NUMBER = re.compile(r"\d{1,20}(?:\.\d{1,9})?")
_ROUNDED_TIMES = 4
"""A total and its three parts are each off by up to half a unit."""

Cell = tuple[str | None, Value]


@dataclass(frozen=True)
class CallRow:
    """One row of a call table.

    Attributes
    ----------
    line : int
        Its line in the capture.
    call : str
        ``Parse``, ``Execute``, ``Fetch`` or ``total``, as printed.
    cells : tuple
        Text and value of each of :data:`CALL_COLUMNS`.
    """

    line: int
    call: str
    cells: tuple[Cell, ...]

    def value(self, column: str) -> float | int | None:
        """One number of the row; None where it is missing."""
        value = self.cells[CALL_COLUMNS.index(column)][1]
        return value if isinstance(value, int | float) else None


def is_call_heading(line: str) -> bool:
    """Whether a line is the heading of a call table.

    Parameters
    ----------
    line : str
        One line of the report.

    Returns
    -------
    bool
        However many blanks are between the words.

    Examples
    --------
    >>> is_call_heading("call count cpu elapsed disk query current rows")
    True
    """
    return bool(_HEADING.fullmatch(line))


def call_row(number: int, line: str, flags: list[Flag]) -> CallRow | None:
    """One row of a call table, or None when the line is none.

    Parameters
    ----------
    number : int
        Line of the capture.
    line : str
        Its text; blanks between the numbers may be collapsed.
    flags : list of Flag
        Takes what cannot be read.

    Returns
    -------
    CallRow or None
        With missing values where a number cannot be read.

    Examples
    --------
    >>> row = call_row(9, "Execute 23 3.09 4.57 6 13894 18366 17", [])
    >>> row.call, row.value("elapsed_s"), row.value("rows")
    ('Execute', 4.57, 17)
    """
    match = _ROW.fullmatch(line)
    if match is None:
        return None
    words = match[2].split()
    if len(words) != len(CALL_COLUMNS):
        reason = f"{len(words)} numbers where {len(CALL_COLUMNS)} belong; all are missing"
        flags.append(Flag(number, None, line.strip()[:80], reason))
        return CallRow(number, match[1], ((None, None),) * len(CALL_COLUMNS))
    return CallRow(
        number,
        match[1],
        tuple(
            _cell(number, name, word, flags) for name, word in zip(CALL_COLUMNS, words, strict=True)
        ),
    )


def _cell(number: int, name: str, word: str, flags: list[Flag]) -> Cell:
    whole = not name.endswith("_s")
    if not _NUMBER.fullmatch(word) or (whole and "." in word):
        flags.append(Flag(number, name, word[:40], "not a number; the value is missing"))
        return (word, None)
    return (word, int(word) if whole else float(word))


def check_total(rows: Sequence[CallRow], flags: list[Flag]) -> None:
    """Flag a total that is not the sum of its parts: exactly for counts, in rounding for seconds.

    Parameters
    ----------
    rows : sequence of CallRow
        One call table.
    flags : list of Flag
        Takes the columns that do not add up, and the kinds of call that are missing.

    Examples
    --------
    >>> flags = []
    >>> texts = ("Parse 1 0 0 0 0 0 0", "Execute 2 0 0 0 0 0 9", "Fetch 0 0 0 0 0 0 0",
    ...          "total 4 0 0 0 0 0 9")
    >>> check_total([call_row(1, text, flags) for text in texts], flags)
    >>> print(flags[0])
    line 1, column count: the parts sum to 3 (found '4')
    """
    by_call = {row.call: row for row in rows}
    absent = [name for name in ("Parse", "Execute", "Fetch", "total") if name not in by_call]
    if absent:
        reason = f"this call table has no row {', '.join(absent)}: it may be cut"
        flags.append(Flag(rows[-1].line, None, rows[-1].call, reason))
        return
    total = by_call["total"]
    for name in CALL_COLUMNS:
        printed = total.value(name)
        parts = [row.value(name) for call, row in by_call.items() if call != "total"]
        if printed is None or None in parts:
            continue
        found = sum(part for part in parts if part is not None)
        texts = [row.cells[CALL_COLUMNS.index(name)][0] or "" for row in by_call.values()]
        decimals = min(len(text.partition(".")[2]) for text in texts)
        slack = _ROUNDED_TIMES * 0.5 * 10.0**-decimals if name.endswith("_s") else 0.0
        if abs(printed - found) > slack * (1 + 1e-9):
            reason = f"the parts sum to {found:.{decimals}f}"
            flags.append(Flag(total.line, name, str(printed), reason))
