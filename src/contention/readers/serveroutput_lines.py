"""The lines of a log that a stored procedure prints: run headings and named values.

A run heading is a rule with ``RUN`` and a number in it. A value line is ``phase: name = value,
name(unit) = value``, or ``phase ---- name(unit): value``, or lists of equal length around
``>>>``, or groups of values such as ``Category(Alloc/Used) >>> SQL(0/1) > Other(4/) >``, whose
values are named ``SQL Alloc`` and so on. Lines of dots say that runs were left out.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

__all__ = ["LogLine", "is_elision", "is_run_heading", "run_number", "value_line"]

MAXIMUM_VALUES = 64

_RUN = re.compile(r"\s*[-*=#]{2,}\s*RUN\s*(?:[-=:#]\s*)?(\d{1,15})\s*(?:[-*=#]+\s*)?", re.I)
_NAME = r"[A-Za-z][\w #%$/.-]{0,60}(?:\([A-Za-z]{1,10}\))?"
_NUMBER = r"[-+]?[\d#][\d.,#]{0,40}|NaN|null"
_PAIR = re.compile(rf"\s*({_NAME})\s*=\s*({_NUMBER})\s*", re.I)
_COLON = re.compile(rf"\s*({_NAME})\s*:\s*({_NUMBER})\s*", re.I)
_GROUPS = re.compile(r"\s*\w{1,40}\(([\w/ ]{1,200})\)\s*>>>\s*(\S.*?)\s*>\s*")
_GROUP = re.compile(r"([A-Za-z][\w /.$-]{0,60})\(([^()]{0,400})\)")
_DASHED = re.compile(r"\s*([A-Za-z][\w ]{0,40}?)\s*-{3,}\s*(\S.*)")


@dataclass(frozen=True)
class LogLine:
    """A value line.

    Attributes
    ----------
    phase : str or None
        The label before the values, if any.
    values : tuple of (str, str)
        Names and printed values.
    """

    phase: str | None
    values: tuple[tuple[str, str], ...]


def run_number(line: str) -> int | None:
    """The number in a run heading; None for another line.

    Parameters
    ----------
    line : str
        One line of the capture.

    Returns
    -------
    int or None
        The run, 0 or more.

    Examples
    --------
    >>> run_number("-----RUN = 1 ----"), run_number("**** RUN-27****"), run_number("RUN 1")
    (1, 27, None)
    """
    match = _RUN.fullmatch(line)
    return int(match[1]) if match else None


def is_run_heading(line: str) -> bool:
    """Whether the line is a run heading.

    Parameters
    ----------
    line : str
        One line of the capture.

    Returns
    -------
    bool
        Whether :func:`run_number` finds a number.

    Examples
    --------
    >>> is_run_heading("--- RUN = 3 ---")
    True
    """
    return run_number(line) is not None


def is_elision(line: str) -> bool:
    """Whether the line says, with dots, that something was left out.

    Parameters
    ----------
    line : str
        One line of the capture.

    Returns
    -------
    bool
        True for a line of two dots or more and nothing else.

    Examples
    --------
    >>> is_elision("  ....."), is_elision("1.5")
    (True, False)
    """
    text = line.strip()
    return (len(text) >= 2 and not text.strip(".…")) or text == "…"


def value_line(line: str) -> LogLine | None:
    """The values that a line names; None when it is no value line.

    Parameters
    ----------
    line : str
        One line of the capture.

    Returns
    -------
    LogLine or None
        The phase, and the values as printed.

    Examples
    --------
    >>> value_line("After Add: Subscribers = 1020, Memory(KB) = 664").values
    (('Subscribers', '1020'), ('Memory(KB)', '664'))
    >>> value_line("Init-----------PGA Used(MB): 7")
    LogLine(phase='Init', values=(('PGA Used(MB)', '7'),))
    >>> value_line("Category(Alloc/Used) >>> SQL(0/1) > Other(4/) >").values
    (('SQL Alloc', '0'), ('SQL Used', '1'), ('Other Alloc', '4'))
    """
    dashed = _DASHED.fullmatch(line)
    if dashed is not None and not dashed[2].startswith("-"):
        inner = value_line(dashed[2])
        if inner is not None and inner.phase is None:
            return LogLine(dashed[1].strip(), inner.values)
    phase, separator, rest = line.partition(":")
    if separator and "=" not in phase and _pairs(rest):
        return LogLine(phase.strip() or None, _pairs(rest))
    pairs = _pairs(line) or _colon(line) or _lists(line) or _groups(line)
    return LogLine(None, pairs) if pairs else None


def _pairs(text: str) -> tuple[tuple[str, str], ...]:
    pieces = re.split(r",\s+|;\s*", text.strip())
    matches = [_PAIR.fullmatch(piece) for piece in pieces[:MAXIMUM_VALUES]]
    found = [(match[1].strip(), match[2]) for match in matches if match is not None]
    return tuple(found) if len(found) == len(pieces) else ()


def _colon(text: str) -> tuple[tuple[str, str], ...]:
    match = _COLON.fullmatch(text)
    return ((match[1].strip(), match[2]),) if match else ()


def _lists(text: str) -> tuple[tuple[str, str], ...]:
    names, separator, values = (part.strip() for part in text.partition(">>>"))
    left, right = names.split("/"), values.split("/")
    if not separator or len(left) != len(right) or not 1 < len(left) <= MAXIMUM_VALUES:
        return ()
    if not all(re.fullmatch(_NUMBER, value.strip(), re.I) for value in right):
        return ()
    return tuple((name.strip(), value.strip()) for name, value in zip(left, right, strict=True))


def _groups(text: str) -> tuple[tuple[str, str], ...]:
    """Values in groups; a blank between two slashes is a value that is not there."""
    match = _GROUPS.fullmatch(text)
    if match is None:
        return ()
    names = match[1].split("/")
    found: list[tuple[str, str]] = []
    for piece in match[2].split(">"):
        group = _GROUP.fullmatch(piece.strip())
        values = group[2].split("/") if group else []
        if group is None or len(values) != len(names) or len(found) > MAXIMUM_VALUES:
            return ()
        if not all(not value or re.fullmatch(_NUMBER, value, re.I) for value in values):
            return ()
        pairs = zip(names, values, strict=True)
        found.extend(
            (f"{group[1].strip()} {name.strip()}", value) for name, value in pairs if value
        )
    return tuple(found)
