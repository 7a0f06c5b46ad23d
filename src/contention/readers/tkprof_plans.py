"""The plans of a tkprof report: what each step did, and what EXPLAIN PLAN said of it later."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from contention.measurements import Flag, Value

__all__ = [
    "EXPLAINED_COLUMNS",
    "PLAN_COLUMNS",
    "PlanStep",
    "explained_step",
    "is_explained_heading",
    "is_plan_heading",
    "number_steps",
    "plan_step",
    "unwrapped",
]

PLAN_COLUMNS = (
    *("node", "parent", "depth", "rows_first", "rows_avg", "rows_max", "operation", "object"),
    *("object_id", "partition_start", "partition_stop"),
    *("cr", "pr", "pw", "time_us", "cost", "size_bytes", "card", "starts"),
)
"""The columns of the table ``plans``, besides the statement's."""

EXPLAINED_COLUMNS = (
    *("node", "parent", "depth", "rows", "operation", "goal", "object", "object_type"),
    *("partition_start", "partition_stop"),
)
"""The columns of the table ``explained_plans``, besides the statement's."""

_HEADING = re.compile(r"\s*Rows(\s+\(1st\)\s+Rows\s+\(avg\)\s+Rows\s+\(max\))?\s+Row Source Oper.*")
_EXPLAINED = re.compile(r"\s*Rows\s+Execution Plan\s*")
_RULER = re.compile(r"[-\s]+")
_ROW = re.compile(r"\s*(\d{1,15})(?:\s+(\d{1,15})\s+(\d{1,15}))?(\s+)(\S.*)")
_ATTRIBUTES = re.compile(r"\((cr=[^()]*)\)")
_PAIR = re.compile(r"\b(\w+)=\s*(\d{1,20})\b")
_NAMES = {"time": "time_us", "size": "size_bytes", "str": "starts", "r": "pr", "w": "pw"}
_OBJECT_ID = re.compile(r"\s*\(object id (\d{1,12})\)")
_PARTITION = re.compile(r"\s*PARTITION: (?:START=)?(\S{1,40})(?: (?:STOP=)?(\S{1,40}))?")
_WITH_OBJECT = re.compile(
    r"((?:TABLE|MAT_VIEW|MAT_VIEW REWRITE|EXTERNAL TABLE) ACCESS(?: STORAGE| INMEMORY)?"
    r"(?: FULL| CLUSTER| HASH| SAMPLE| BY ROWID RANGE"
    r"| BY (?:USER|INDEX|(?:LOCAL|GLOBAL) INDEX) ROWID(?: BATCHED)?)"
    r"|(?:BITMAP )?INDEX(?: STORAGE)? (?:UNIQUE SCAN|SINGLE VALUE|SAMPLE FAST FULL SCAN"
    r"|(?:RANGE|FULL|FAST FULL|SKIP) SCAN(?: DESCENDING)?(?: \(MIN/MAX\))?)"
    r"|FIXED TABLE (?:FULL|FIXED INDEX)|VIEW|SEQUENCE|LOAD TABLE CONVENTIONAL"
    r"|UPDATE|DELETE|INSERT|MERGE|DOMAIN INDEX|REMOTE)\s+(\S.*)"
)
_GOAL = re.compile(r"\s+(?:MODE|GOAL|HINT):\s+((?:NOT )?[A-Z_]{1,30})(?=\s|$)")
_CONTINUED = re.compile(r"\s+(?=[^\s\d])(\S.*)")
_OF = re.compile(r"\s+OF\s+'([^']{1,120})'(?:\s+\((.{1,80})\))?")

Cell = tuple[str | None, Value]
_NOTHING: Cell = (None, None)


@dataclass(frozen=True)
class PlanStep:
    """One step of a plan.

    Attributes
    ----------
    line : int
        Its line in the capture.
    cells : dict
        Text and value of each of :data:`PLAN_COLUMNS`, or :data:`EXPLAINED_COLUMNS`.
    """

    line: int
    cells: dict[str, Cell]


def is_plan_heading(line: str) -> bool:
    """Whether a line begins the steps of a plan that was run.

    Parameters
    ----------
    line : str
        One line of the report.

    Returns
    -------
    bool
        With one column of rows, or with three.

    Examples
    --------
    >>> is_plan_heading("Rows     Row Source Operation")
    True
    """
    return bool(_HEADING.fullmatch(line))


def is_explained_heading(line: str) -> bool:
    """Whether a line begins the steps of a plan that was explained when the report was made.

    Parameters
    ----------
    line : str
        One line of the report.

    Returns
    -------
    bool
        Whether such steps follow.

    Examples
    --------
    >>> is_explained_heading("Rows     Execution Plan")
    True
    """
    return bool(_EXPLAINED.fullmatch(line))


def plan_step(number: int, line: str, flags: list[Flag]) -> PlanStep | None:
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
    PlanStep or None
        With the depth in the tree, where the blanks tell it.

    Examples
    --------
    >>> step = plan_step(7, "    638   VIEW  V1 (cr=27 pr=0 pw=0 time=6971 us cost=9)", [])
    >>> [step.cells[name][1] for name in ("rows_first", "depth", "operation", "object", "cr")]
    [638, 1, 'VIEW', 'V1', 27]
    """
    if _RULER.fullmatch(line):
        return None
    match = _ROW.fullmatch(line.rstrip())
    if match is None:
        flags.append(Flag(number, None, line.strip()[:80], "not a step of a plan; left out"))
        return None
    cells: dict[str, Cell] = dict.fromkeys(PLAN_COLUMNS, _NOTHING)
    for name, text in zip(("rows_first", "rows_avg", "rows_max"), match.groups()[:3], strict=True):
        cells[name] = _whole(text)
    cells["depth"] = _depth(match[4])
    rest, attributes = match[5], _ATTRIBUTES.search(match[5])
    if attributes:
        rest = rest[: attributes.start()] + rest[attributes.end() :]
        for key, text in _PAIR.findall(attributes[1]):
            name = _NAMES.get(key, key)
            if name in PLAN_COLUMNS[11:]:
                cells[name] = _whole(text)
    elif "(" in rest and "=" in rest.rpartition("(")[2]:
        flags.append(Flag(number, None, line.strip()[-80:], "its figures cannot be read; missing"))
    if found := _OBJECT_ID.search(rest):
        cells["object_id"] = _whole(found[1])
        rest = rest[: found.start()] + rest[found.end() :]
    operation = _partition(rest.strip(), cells)
    if found := _WITH_OBJECT.fullmatch(operation):
        operation, cells["object"] = found[1], (found[2], found[2])
    cells["operation"] = (operation, operation)
    return PlanStep(number, cells)


def explained_step(number: int, line: str, flags: list[Flag]) -> PlanStep | None:
    """One step of an explained plan, or None when the line is a ruler or cannot be read.

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
    PlanStep or None
        With the depth in the tree, where the blanks tell it.

    Examples
    --------
    >>> line = "     14    TABLE ACCESS   MODE: ANALYZED (FULL) OF 'EMP' (TABLE)"
    >>> step = explained_step(7, line, [])
    >>> [step.cells[name][1] for name in ("rows", "depth", "operation", "goal", "object")]
    [14, 2, 'TABLE ACCESS (FULL)', 'ANALYZED', 'EMP']
    """
    if _RULER.fullmatch(line):
        return None
    match = _ROW.fullmatch(line.rstrip())
    if match is None or match[2]:
        flags.append(Flag(number, None, line.strip()[:80], "not a step of a plan; left out"))
        return None
    cells: dict[str, Cell] = dict.fromkeys(EXPLAINED_COLUMNS, _NOTHING)
    cells["rows"], cells["depth"] = _whole(match[1]), _depth(match[4])
    rest = _partition(match[5], cells)
    if found := _OF.search(rest):
        cells["object"] = (found[1], found[1])
        cells["object_type"] = (found[2], found[2])
        rest = rest[: found.start()] + rest[found.end() :]
    if found := _GOAL.search(rest):
        cells["goal"] = (found[1], found[1])
        rest = rest[: found.start()] + rest[found.end() :]
    operation = " ".join(rest.split())
    cells["operation"] = (operation, operation)
    return PlanStep(number, cells)


def unwrapped(lines: Sequence[tuple[int, str]]) -> list[tuple[int, str]]:
    """Join the lines of an explained plan that go on in the next line.

    Parameters
    ----------
    lines : sequence of (int, str)
        Numbers and texts; a line without a number of rows goes on.

    Returns
    -------
    list of (int, str)
        Whole lines, with the number of their first.

    Examples
    --------
    >>> unwrapped([(3, "  2   INDEX (UNIQUE SCAN) OF "), (4, "         'EMP_PK' (UNIQUE)")])
    [(3, "  2   INDEX (UNIQUE SCAN) OF 'EMP_PK' (UNIQUE)")]
    """
    made: list[tuple[int, str]] = []
    for number, line in lines:
        goes_on = _CONTINUED.fullmatch(line)
        if goes_on and made and _ROW.fullmatch(made[-1][1]):
            first, before = made[-1]
            made[-1] = (first, f"{before.rstrip()} {goes_on[1]}")
        else:
            made.append((number, line))
    return made


def _partition(text: str, cells: dict[str, Cell]) -> str:
    found = _PARTITION.search(text)
    if found is None:
        return text
    cells["partition_start"], cells["partition_stop"] = (found[1],) * 2, (found[2],) * 2
    return (text[: found.start()] + text[found.end() :]).strip()


def _whole(text: str | None) -> Cell:
    return _NOTHING if text is None else (text, int(text))


def _depth(blanks: str) -> Cell:
    depth = len(blanks) - 2
    return (str(depth), depth) if depth >= 0 else _NOTHING


def number_steps(steps: Sequence[PlanStep]) -> None:
    """Number the steps of one plan from 1, and name the parent of each by its depth.

    A step of depth 0 has no parent. There may be several, for scalar subqueries.

    Parameters
    ----------
    steps : sequence of PlanStep
        In the order of the report; their cells ``node`` and ``parent`` are filled.

    Examples
    --------
    >>> lines = ("1  A", "1   B", "1  C")
    >>> steps = [plan_step(at, line, []) for at, line in enumerate(lines, 1)]
    >>> number_steps(steps)
    >>> [(step.cells["node"][1], step.cells["parent"][1]) for step in steps]
    [(1, None), (2, 1), (3, None)]
    """
    above: dict[int, int] = {}
    for node, step in enumerate(steps, 1):
        step.cells["node"] = _whole(str(node))
        depth = step.cells["depth"][1]
        if not isinstance(depth, int):
            continue
        parent = above.get(depth - 1)
        step.cells["parent"] = _NOTHING if parent is None else _whole(str(parent))
        above = {at: one for at, one in above.items() if at < depth}
        above[depth] = node
