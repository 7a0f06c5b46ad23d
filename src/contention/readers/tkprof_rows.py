"""The row sources of a tkprof report: what each step of a plan did."""

from __future__ import annotations

import re
from dataclasses import dataclass

from contention.measurements import Flag, Value

__all__ = ["ROW_SOURCE_COLUMNS", "RowSource", "is_row_source_heading", "row_source"]

ROW_SOURCE_COLUMNS = (
    "rows_first",
    "rows_avg",
    "rows_max",
    "depth",
    "operation",
    "cr",
    "pr",
    "pw",
    "time_us",
    "cost",
    "size_bytes",
    "card",
    "starts",
)
"""The columns of the table ``row_sources``, besides the statement's."""

_HEADING = re.compile(r"\s*Rows(\s+\(1st\)\s+Rows\s+\(avg\)\s+Rows\s+\(max\))?\s+Row Source Oper.*")
_RULER = re.compile(r"[-\s]+")
_ROW = re.compile(r"\s*(\d{1,15})(?:\s+(\d{1,15})\s+(\d{1,15}))?(\s+)(\S.*)")
_ATTRIBUTES = re.compile(r"\((cr=[^()]*)\)")
_PAIR = re.compile(r"\b(\w+)=\s*(\d{1,20})\b")
_NAMES = {"time": "time_us", "size": "size_bytes", "str": "starts", "r": "pr", "w": "pw"}

Cell = tuple[str | None, Value]


@dataclass(frozen=True)
class RowSource:
    """One step of a plan.

    Attributes
    ----------
    line : int
        Its line in the capture.
    cells : dict
        Text and value of each of :data:`ROW_SOURCE_COLUMNS`.
    """

    line: int
    cells: dict[str, Cell]


def is_row_source_heading(line: str) -> bool:
    """Whether a line begins a list of row sources.

    Parameters
    ----------
    line : str
        One line of the report.

    Returns
    -------
    bool
        Whether steps of a plan follow.

    Examples
    --------
    >>> is_row_source_heading("Rows     Row Source Operation")
    True
    """
    return bool(_HEADING.fullmatch(line))


def row_source(number: int, line: str, flags: list[Flag]) -> RowSource | None:
    """One step of a plan, or None when the line is a ruler or cannot be read.

    Parameters
    ----------
    number : int
        Line of the capture.
    line : str
        Its text.
    flags : list of Flag
        Takes a line that cannot be read.

    Returns
    -------
    RowSource or None
        With the depth in the tree, where the blanks tell it.

    Examples
    --------
    >>> step = row_source(7, "    638   VIEW  (cr=27 pr=0 pw=0 time=6971 us cost=9)", [])
    >>> [step.cells[name][1] for name in ("rows_first", "depth", "operation", "cr", "time_us")]
    [638, 1, 'VIEW', 27, 6971]
    """
    if _RULER.fullmatch(line):
        return None
    match = _ROW.fullmatch(line.rstrip())
    if match is None:
        flags.append(Flag(number, None, line.strip()[:80], "not a row source; left out"))
        return None
    cells: dict[str, Cell] = dict.fromkeys(ROW_SOURCE_COLUMNS, (None, None))
    for name, text in zip(ROW_SOURCE_COLUMNS[:3], match.groups()[:3], strict=True):
        cells[name] = (None, None) if text is None else (text, int(text))
    blanks = len(match[4])
    if blanks >= 2:
        cells["depth"] = (str(blanks - 2), blanks - 2)
    attributes = _ATTRIBUTES.search(match[5])
    operation = (match[5][: attributes.start()] if attributes else match[5]).strip()
    cells["operation"] = (operation, operation)
    for key, text in _PAIR.findall(attributes[1]) if attributes else ():
        name = _NAMES.get(key, key)
        if name in ROW_SOURCE_COLUMNS[5:]:
            cells[name] = (text, int(text))
    if attributes is None and "(" in operation and "=" in operation.rpartition("(")[2]:
        flags.append(Flag(number, None, line.strip()[-80:], "its figures cannot be read; missing"))
    return RowSource(number, cells)
