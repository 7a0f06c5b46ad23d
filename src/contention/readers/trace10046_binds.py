"""Bind values of a trace: one row for each variable of each execution."""

from __future__ import annotations

import re
from collections.abc import Sequence

from contention.measurements import Value
from contention.readers.trace10046_texts import Patience, quoted_value

__all__ = ["read_binds"]

Cell = tuple[str | None, Value]
Row = tuple[int, dict[str, Cell]]

_MISSING: Cell = (None, None)
_BEGIN = re.compile(r"\s*(?:Bind#(\d{1,6})|bind (\d{1,6}):)(.*)")
_NUMBERS = {
    "data_type": re.compile(r"\b(?:oac)?dty=(\d{1,6})\b"),
    "max_length": re.compile(r"\bmxl=(\d{1,6})\b"),
    "length": re.compile(r"\bavl=(\d{1,6})\b"),
}
_HEADLESS = re.compile(r"\s*(?:oac|kxs|bfp|value=)")
_VALUE = re.compile(r"\s*value=")
_AFTER = re.compile(r"(.*?)\s*(Bind#\d{1,6}(?:\s.*)?)?")


def _empty(number: str | None) -> dict[str, Cell]:
    return {
        "position": (number, None if number is None else int(number)),
        "data_type": _MISSING,
        "max_length": _MISSING,
        "length": _MISSING,
        "value": _MISSING,
    }


def read_binds(
    lines: Sequence[str], first: int, encoding: str, patience: Patience
) -> tuple[list[Row], int, bool]:
    """The bind values behind a line ``BINDS #7:``.

    Parameters
    ----------
    lines : sequence of str
        The trace.
    first : int
        Index of the line behind it.
    encoding : str
        That the length of a value counts bytes in.
    patience : Patience
        Less after a search in vain for the end of a value.

    Returns
    -------
    tuple of list of rows, int, and bool
        Line and cells of each variable; the index of the first line behind them; and whether the
        last one is whole, with its value or with other lines behind it.

    Examples
    --------
    >>> lines = [" Bind#0", "  oacdty=01 mxl=32(02)", "  bln=32  avl=02  flg=05", '  value="HR"']
    >>> rows, behind, whole = read_binds(lines, 0, "utf-8", Patience())
    >>> rows[0][1]["value"], rows[0][1]["data_type"], behind, whole
    (('HR', 'HR'), ('01', 1), 4, True)
    """
    rows: list[Row] = []
    at = first
    whole = True
    while at < len(lines) and (not lines[at] or lines[at][0].isspace()):
        line, here = lines[at], at
        at += 1
        if match := _BEGIN.match(line):
            rows.append((here + 1, _empty(match[1] or match[2])))
            whole = False
        elif not rows and _HEADLESS.match(line):
            rows.append((here + 1, _empty(None)))
        if not rows:
            continue
        cells = rows[-1][1]
        if value := _VALUE.match(line):
            whole = True
            at = _take_value(lines, here, value.end(), rows, encoding=encoding, patience=patience)
            whole = rows[-1][1] is cells
            continue
        for name, pattern in _NUMBERS.items():
            if (found := pattern.search(line)) and cells[name] == _MISSING:
                cells[name] = (found[1], int(found[1]))
    return rows, at, whole or at < len(lines)


def _take_value(
    lines: Sequence[str], at: int, begin: int, rows: list[Row], *, encoding: str, patience: Patience
) -> int:
    """Read the value, and the variable that may begin behind it on its line."""
    cells = rows[-1][1]
    text = lines[at][begin:]
    if text.startswith('"'):
        length = cells["length"][1]
        known = length if isinstance(length, int) else None
        value, behind = quoted_value(
            lines, at, begin + 1, known, encoding=encoding, patience=patience
        )
        cells["value"] = (value, value)
        return behind
    match = _AFTER.fullmatch(text)
    plain = match[1].strip() if match else text.strip()
    if plain:
        cells["value"] = (plain, _value(plain))
    if match and match[2] and (begins := _BEGIN.match(match[2])):
        rows.append((at + 1, _empty(begins[1])))
    return at + 1


def _value(text: str) -> Value:
    return int(text) if re.fullmatch(r"-?\d{1,40}", text) else text
