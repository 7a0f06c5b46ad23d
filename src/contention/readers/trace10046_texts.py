"""Where a text ends that may look like the trace itself, in lines."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

__all__ = ["Patience", "end_of_statement", "line_behind", "quoted_value"]

_SLACK = 1_000
_LONGEST = 65_536
_SHORT = 4_096


@dataclass
class Patience:
    """How many characters may still be searched in vain for the ends of texts.

    Attributes
    ----------
    left : int
        Below zero, texts are taken to end at their first end mark.

    Examples
    --------
    >>> Patience().left
    67108864
    """

    left: int = 2**26


def line_behind(
    lines: Sequence[str],
    first: int,
    length: int,
    fits: Callable[[int], bool],
    *,
    encoding: str,
    patience: Patience,
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
    patience : Patience
        Less after a search in vain.

    Returns
    -------
    int or None
        Index of the first line behind the text; None when no line end is at that length.

    Examples
    --------
    >>> line_behind(["select", "1", "END OF STMT"], 0, 8, lambda at: True,
    ...             encoding="utf-8", patience=Patience())
    2
    """
    characters = octets = -1
    for at in range(first, len(lines) if patience.left >= 0 else first):
        characters += 1 + len(lines[at])
        octets += 1 + len(lines[at].encode(encoding, "replace"))
        if length in (characters, octets) and fits(at + 1):
            return at + 1
        if characters > length:
            break
    patience.left -= characters
    return None


def end_of_statement(
    lines: Sequence[str], first: int, length: int | None, encoding: str, patience: Patience
) -> tuple[int | None, bool]:
    """The line ``END OF STMT`` of a statement's text.

    The length of some texts counts a byte of value zero behind them.

    Parameters
    ----------
    lines, first, encoding, patience
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
    >>> [end_of_statement(text, 0, length, "utf-8", Patience()) for length in (22, 5)]
    [(3, True), (1, False)]
    """

    def is_end(at: int) -> bool:
        return at < len(lines) and lines[at].rstrip() == "END OF STMT"

    for given in () if length is None else (length, length - 1):
        found = line_behind(lines, first, given, is_end, encoding=encoding, patience=patience)
        if found is not None:
            return found, True
    most = _LONGEST if length is None else 4 * length + _SLACK
    most = most if patience.left >= 0 else min(most, _SHORT)
    passed = 0
    for at in range(first, len(lines)):
        if is_end(at):
            return at, length is None
        passed += len(lines[at]) + 1
        if passed > most:
            patience.left -= passed
            return None, False
    short = length is None or passed <= length + 13
    return (len(lines) if short else None), False


def quoted_value(
    lines: Sequence[str],
    at: int,
    begin: int,
    length: int | None,
    *,
    encoding: str,
    patience: Patience,
) -> tuple[str, int]:
    r"""A value in double quotes, which may go on over lines and hold quotes.

    Parameters
    ----------
    lines, encoding, patience
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
    >>> given = {"encoding": "utf-8", "patience": Patience()}
    >>> quoted_value(['  value="a', 'b"', "EXEC #1:"], 0, 9, 3, **given)
    ('a\nb', 2)
    >>> quoted_value(['  value="HR"'], 0, 9, None, **given)
    ('HR', 1)
    """
    pieces = [lines[at][begin:]]
    if length is not None and length <= _LONGEST and patience.left >= 0:
        characters = len(pieces[0])
        octets = len(pieces[0].encode(encoding, "replace"))
        behind = at + 1
        while characters <= length + 1:
            if pieces[-1].endswith('"') and length in (characters - 1, octets - 1):
                return "\n".join(pieces)[:-1], behind
            if behind == len(lines):
                break
            pieces.append(lines[behind])
            characters += 1 + len(lines[behind])
            octets += 1 + len(lines[behind].encode(encoding, "replace"))
            behind += 1
        patience.left -= characters
    return pieces[0].removesuffix('"'), at + 1
