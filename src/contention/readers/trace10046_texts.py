"""Where a text ends that may look like the trace itself, in lines."""

from __future__ import annotations

from collections.abc import Callable, Sequence

__all__ = ["end_of_statement", "line_behind", "quoted_value"]

_SLACK = 1_000
_LONGEST = 65_536


def line_behind(
    lines: Sequence[str], first: int, length: int, fits: Callable[[int], bool], encoding: str
) -> int | None:
    """The line behind a text of a given length, which counts bytes or characters.

    Parameters
    ----------
    lines : sequence of str
        The trace.
    first : int
        Index of the first line of the text.
    length : int
        As the heading says.
    fits : callable
        Whether the text may end before the line of an index.
    encoding : str
        That bytes are counted in.

    Returns
    -------
    int or None
        Index of the first line behind the text; None when no line end is at that length.

    Examples
    --------
    >>> line_behind(["select", "1", "END OF STMT"], 0, 8, lambda at: True, "utf-8")
    2
    """
    characters = octets = -1
    for at in range(first, len(lines)):
        characters += 1 + len(lines[at])
        octets += 1 + len(lines[at].encode(encoding, "replace"))
        if length in (characters, octets) and fits(at + 1):
            return at + 1
        if characters > length:
            return None
    return None


def end_of_statement(
    lines: Sequence[str], first: int, length: int | None, encoding: str
) -> tuple[int | None, bool]:
    """The line ``END OF STMT`` of a statement's text.

    The length of some texts counts a byte of value zero behind them.

    Parameters
    ----------
    lines, first, encoding
        As for :func:`line_behind`.
    length : int or None
        As the heading says; None where it cannot be read.

    Returns
    -------
    tuple of int or None, and bool
        Index of the line, and whether it is where the length says. Without such a line, the
        number of lines where the trace ends before the text does, else None.

    Examples
    --------
    >>> text = ["select '", "END OF STMT", "'", "END OF STMT"]
    >>> end_of_statement(text, 0, 22, "utf-8"), end_of_statement(text, 0, 5, "utf-8")
    ((3, True), (1, False))
    """

    def is_end(at: int) -> bool:
        return at < len(lines) and lines[at].rstrip() == "END OF STMT"

    for given in () if length is None else (length, length - 1):
        found = line_behind(lines, first, given, is_end, encoding)
        if found is not None:
            return found, True
    most = _LONGEST if length is None else 4 * length + _SLACK
    passed = 0
    for at in range(first, len(lines)):
        if is_end(at):
            return at, length is None
        passed += len(lines[at]) + 1
        if passed > most:
            return None, False
    short = length is None or passed <= length + 13
    return (len(lines) if short else None), False


def quoted_value(
    lines: Sequence[str], at: int, begin: int, length: int | None, encoding: str
) -> tuple[str, int]:
    r"""A value in double quotes, which may go on over lines and hold quotes.

    Parameters
    ----------
    lines, encoding
        As for :func:`line_behind`.
    at, begin : int
        Index of the line, and place behind the opening quote.
    length : int or None
        Of the value; None where it is not known.

    Returns
    -------
    tuple of str and int
        The value, without its closing quote where it has one, and the index of the next line.

    Examples
    --------
    >>> quoted_value(['  value="a', 'b"', "EXEC #1:"], 0, 9, 3, "utf-8")
    ('a\nb', 2)
    >>> quoted_value(['  value="HR"'], 0, 9, None, "utf-8")
    ('HR', 1)
    """
    text = lines[at][begin:]
    if length is not None and length <= _LONGEST:
        value, next_line = text, at + 1
        while len(value) <= length + 1:
            inner = value[:-1]
            if value.endswith('"') and length in (
                len(inner),
                len(inner.encode(encoding, "replace")),
            ):
                return inner, next_line
            if next_line == len(lines):
                break
            value += "\n" + lines[next_line]
            next_line += 1
    return text.removesuffix('"'), at + 1
