"""The table ``errors``: error messages of an Oracle client or trace file.

One row per message line: ``block`` (which group of adjacent lines, from 1), ``code`` such as
``ORA-00600``, ``text`` behind the code, ``object`` (``OWNER.NAME`` of an ORA-06512 line),
``line`` (the source line that such a message names) and ``argument_1`` to ``argument_4``: the
bracketed arguments, whole and hexadecimal numbers as integers, with the printed text kept.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from contention.measurements import Provenance, Table, Value
from contention.readers.cells import table_of_values

__all__ = ["error_code", "error_table", "exact"]

_MESSAGE = re.compile(r"\s*(?:ERROR: )?((?:ORA|SP2|PLS|TNS|ORU)-\d{4,5}):\s?(.*)")
_AT = re.compile(r'at (?:"([^"]*)", )?line (\d{1,15})\b')
_BRACKETS = re.compile(r"\[([^\[\]]*)\]")
_HEXADECIMAL = re.compile(r"0[xX][0-9a-fA-F]{1,32}")

Cell = tuple[str | None, Value]


def error_code(line: str) -> str:
    """The code of an error message line, or an empty string.

    Parameters
    ----------
    line : str
        One line of the capture.

    Returns
    -------
    str
        Such as ``ORA-00600``.

    Examples
    --------
    >>> error_code("  ORA-06512: at line 1")
    'ORA-06512'
    """
    match = _MESSAGE.fullmatch(line)
    return match[1] if match else ""


def exact(text: str) -> Value:
    """The text as an exact integer if it is one, decimal or ``0x`` hexadecimal.

    Parameters
    ----------
    text : str
        A printed value.

    Returns
    -------
    int or str
        The text itself when it is no integer.

    Examples
    --------
    >>> exact("0x10"), exact("524288176"), exact("KGL")
    (16, 524288176, 'KGL')
    """
    if _HEXADECIMAL.fullmatch(text):
        return int(text, 16)
    return int(text) if re.fullmatch(r"-?\d{1,40}", text) else text


def error_table(lines: Sequence[str], provenance: Provenance) -> Table | None:
    """All error messages of a capture, or None when there is none.

    Parameters
    ----------
    lines : sequence of str
        The whole capture.
    provenance : Provenance
        The capture.

    Returns
    -------
    Table or None
        Named ``errors``; the columns are those of the module's text.

    Examples
    --------
    >>> t = error_table(["ORA-00600: arguments: [a], [0x1F]"], Provenance("x"))
    >>> t.column("argument_2").values
    (31,)
    """
    names = ("block", "code", "text", "object", "line", *(f"argument_{k}" for k in range(1, 5)))
    columns: dict[str, list[Cell]] = {name: [] for name in names}
    numbers: list[int] = []
    block, previous = 0, -1
    for number, line in enumerate(lines, 1):
        match = _MESSAGE.fullmatch(line)
        if match is None:
            continue
        block += number != previous + 1
        previous = number
        numbers.append(number)
        for name, cell in zip(names, _cells(block, match[1], match[2].strip()), strict=True):
            columns[name].append(cell)
    return table_of_values("errors", columns, numbers, provenance) if numbers else None


def _cells(block: int, code: str, text: str) -> list[Cell]:
    place = _AT.search(text)
    unit = place[1] if place else None
    cells: list[Cell] = [(str(block), block), (code, code), (text, text), (unit, unit)]
    cells.append((place[2], int(place[2])) if place else (None, None))
    arguments = _BRACKETS.findall(text)[:4]
    for position in range(4):
        argument = arguments[position] if position < len(arguments) else ""
        cells.append((argument, exact(argument)) if argument else (None, None))
    return cells
