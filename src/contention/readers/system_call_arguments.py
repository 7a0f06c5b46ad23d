"""The arguments of a traced system call: cut at their commas, and what each one says."""

from __future__ import annotations

import re

from contention.measurements import Value

__all__ = ["argument_value", "cut_arguments"]

_WHOLE = re.compile(r"-?(?:0|[1-9]\d{0,39})")
_HEXADECIMAL = re.compile(r"0x[0-9a-fA-F]{1,32}")
_QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"')
_OPENING, _CLOSING = "([{", ")]}"


def cut_arguments(text: str) -> tuple[str, ...]:
    r"""Cut arguments at their commas, except those inside quotes and brackets.

    Parameters
    ----------
    text : str
        All that stands between the parentheses of the call.

    Returns
    -------
    tuple of str
        The arguments, stripped; none for an empty text.

    Examples
    --------
    >>> cut_arguments('3, "a, b", {x=1, y=2}, 0')
    ('3', '"a, b"', '{x=1, y=2}', '0')
    """
    parts: list[str] = []
    begin = depth = 0
    quoted = escaped = False
    for at, character in enumerate(text):
        if quoted:
            quoted = escaped or character != '"'
            escaped = character == "\\" and not escaped
        elif character == '"':
            quoted = True
        elif character in _OPENING:
            depth += 1
        elif character in _CLOSING:
            depth = max(depth - 1, 0)
        elif character == "," and not depth:
            parts.append(text[begin:at].strip())
            begin = at + 1
    last = text[begin:].strip()
    return (*parts, last) if parts or last else ()


def argument_value(text: str) -> tuple[str | None, Value]:
    """Printed text and value of one argument.

    Parameters
    ----------
    text : str
        As :func:`cut_arguments` gives it.

    Returns
    -------
    tuple of (str or None, value)
        A decimal or hexadecimal number is an integer; a number with a leading zero is octal,
        such as a file mode, and stays text; a whole quoted text loses its quotes.

    Examples
    --------
    >>> argument_value("0x10"), argument_value("0770"), argument_value('"/tmp/a"')
    (('0x10', 16), ('0770', '0770'), ('/tmp/a', '/tmp/a'))
    """
    if not text:
        return (None, None)
    if _WHOLE.fullmatch(text):
        return (text, int(text))
    if _HEXADECIMAL.fullmatch(text):
        return (text, int(text, 16))
    quoted = _QUOTED.fullmatch(text)
    inner = quoted[1] if quoted else text
    return (inner, inner) if inner else (None, None)
