"""Row sources of a trace: one step of a plan that was run, a line each."""

from __future__ import annotations

import re

from contention.measurements import Value

__all__ = ["row_source", "whole"]

Cell = tuple[str | None, Value]

_MISSING: Cell = (None, None)
_SOURCE = re.compile(
    r"STAT #(\d{1,20}) id=(\d{1,9}) cnt=(\d{1,18}) pid=(\d{1,9}) pos=(\d{1,9}) obj=(-?\d{1,18}) "
    r"op='(.*)'"
)
_SPENT = re.compile(r"(.*?)\s*\((cr=[^()]*)\)")
_NUMBER = re.compile(r"\b([a-z]{1,5})=(\d{1,18})")
_SPENT_NAMES = {
    "cr": "query",
    "pr": "disk",
    "r": "disk",
    "pw": "written",
    "w": "written",
    "str": "starts",
    "time": "time_us",
    "cost": "cost",
    "size": "bytes",
    "card": "cardinality",
}


def whole(text: str | None) -> Cell:
    """The text and the whole number that it is, or the text itself.

    Parameters
    ----------
    text : str or None
        As printed; None for a cell that is missing.

    Returns
    -------
    tuple
        Text and value.

    Examples
    --------
    >>> whole("12"), whole("0x1f"), whole(None)
    (('12', 12), ('0x1f', '0x1f'), (None, None))
    """
    if text is None:
        return _MISSING
    return (text, int(text)) if re.fullmatch(r"-?\d{1,20}", text) else (text, text)


def row_source(line: str) -> tuple[str, dict[str, Cell]] | None:
    """The cursor and the cells of a line ``STAT``.

    Parameters
    ----------
    line : str
        Without blanks at its end.

    Returns
    -------
    tuple of str and dict, or None
        None where the line cannot be read, as when it is cut.

    Examples
    --------
    >>> line = "STAT #7 id=1 cnt=5 pid=0 pos=1 obj=0 op='SORT ORDER BY (cr=3 pr=0 time=61 us)'"
    >>> cursor, cells = row_source(line)
    >>> cursor, cells["operation"][1], cells["time_us"][1], cells["cost"][1]
    ('7', 'SORT ORDER BY', 61, None)
    """
    match = _SOURCE.fullmatch(line)
    if match is None:
        return None
    spent = _SPENT.fullmatch(match[7])
    numbers = dict(_NUMBER.findall(spent[2])) if spent else {}
    operation = (spent[1] if spent else match[7]).strip()
    printed = enumerate(("id", "rows", "parent", "position", "obj"), 2)
    cells = {name: whole(match[place]) for place, name in printed}
    cells["operation"] = (operation, operation)
    for key, name in _SPENT_NAMES.items():
        if cells.get(name, _MISSING) == _MISSING:
            cells[name] = whole(numbers.get(key))
    return match[1], cells
