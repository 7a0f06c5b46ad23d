"""Printing: aligned tables for people, JSON for machines."""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Mapping, Sequence
from numbers import Integral, Real
from pathlib import Path

from contention.errors import UsageError

__all__ = [
    "cell_text",
    "json_text",
    "note",
    "print_json",
    "print_table",
    "printable",
    "table_text",
    "write_result",
]


def printable(text: str) -> str:
    r"""The text with control characters escaped, so that no capture can steer the terminal.

    Examples
    --------
    >>> printable("a\x1b[2Jb")
    'a\\x1b[2Jb'
    """
    if text.isprintable():
        return text
    return "".join(
        mark if mark.isprintable() or mark == "\n" else mark.encode("unicode_escape").decode()
        for mark in text
    )


def cell_text(value: object, digits: int = 6) -> str:
    """A value as a cell of a table for people; a missing one is a dash.

    Examples
    --------
    >>> [cell_text(value) for value in (12, 0.123456789, None, float("nan"), "a", True)]
    ['12', '0.123457', '-', '-', 'a', 'yes']
    """
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.{digits}g}" if abs(value) < 10**digits else f"{value:.0f}"
    return printable(str(value)).replace("\n", "\\n")


def table_text(headings: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """Rows in aligned columns, numbers to the right, one line each.

    Examples
    --------
    >>> print(table_text(["name", "n"], [["leak", 7], ["saturation", 12]]), end="")
    name         n
    leak         7
    saturation  12
    """
    texts = [[cell_text(value) for value in row] for row in rows]
    titles = [printable(heading) for heading in headings]
    widths = [max(map(len, column)) for column in zip(titles, *texts, strict=True)]
    columns = list(zip(*rows, strict=True)) if rows else [()] * len(titles)
    right = [
        any(value is not None for value in column)
        and all(isinstance(value, int | float | None) for value in column)
        for column in columns
    ]
    lines = []
    for line in (titles, *texts):
        cells = (
            text.rjust(width) if to_right else text.ljust(width)
            for text, width, to_right in zip(line, widths, right, strict=True)
        )
        lines.append("  ".join(cells).rstrip() + "\n")
    return "".join(lines)


def print_table(headings: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """Print rows in aligned columns, as :func:`table_text` lays them out."""
    print(table_text(headings, rows), end="")


def json_text(content: Mapping[str, object] | Sequence[object]) -> str:
    r"""A value as JSON; a number that is not finite becomes null.

    Examples
    --------
    >>> json_text([float("nan"), 3])
    '[\n  null,\n  3\n]\n'
    """
    return json.dumps(_finite(content), indent=2, ensure_ascii=False, allow_nan=False) + "\n"


def print_json(content: Mapping[str, object] | Sequence[object]) -> None:
    """Print a value as JSON, as :func:`json_text` writes it."""
    print(json_text(content), end="")


def write_result(content: bytes, path: Path | None) -> None:
    """Write a result to a file, or to the standard output when no path is given.

    Raises
    ------
    UsageError
        When the file cannot be written.
    """
    if path is None:
        sys.stdout.flush()
        sys.stdout.buffer.write(content)
        sys.stdout.buffer.flush()
        return
    try:
        path.write_bytes(content)
    except OSError as error:
        raise UsageError(
            "the result cannot be written there", path=str(path), found=error.strerror
        ) from error


def _finite(content: object) -> object:
    if isinstance(content, Mapping):
        return {str(key): _finite(value) for key, value in content.items()}
    if content is None or isinstance(content, str | bool):
        return content
    if isinstance(content, Sequence):
        return [_finite(value) for value in content]
    if isinstance(content, Integral):
        return int(content)
    if isinstance(content, Real):
        return float(content) if math.isfinite(content) else None
    raise TypeError(f"a result holds a {type(content).__name__}, which JSON does not know")


def note(text: str) -> None:
    """Tell the person at the terminal something that is not part of the result."""
    print(printable(text), file=sys.stderr, flush=True)
