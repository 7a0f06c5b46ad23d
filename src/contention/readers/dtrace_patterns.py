r"""Lines that a script prints in a format of its own, read by that format.

The option ``pattern`` is the format as it stands in the script, such as
``"X %20s, %d = %12@d\n"``: what has an ``@`` is a value of an aggregation, what has none a key.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from contention.errors import UsageError
from contention.readers.dtrace_values import PrintedValue

__all__ = ["PrintedFormat", "formats_of"]

_CONVERSION = re.compile(r"%(?:%|[-+ #0']{0,5}\d{0,4}(?:\.\d{1,4})?(@?)[hlLqjzt]{0,2}([a-zA-Z]))")
_WHOLE = "diuxXo"
_LONGEST = 500
_MOST_TEXTS = 4


@dataclass(frozen=True)
class PrintedFormat:
    """One line of a format.

    Attributes
    ----------
    pattern : re.Pattern
        With one group for each conversion.
    values : tuple of str or None
        For each group, the label of its value; None for a key.
    """

    pattern: re.Pattern[str]
    values: tuple[str | None, ...]

    def values_of(self, line: str, number: int, section: int) -> list[PrintedValue]:
        """The values that a line prints; none where it has another format.

        Examples
        --------
        >>> [one] = formats_of("X %20s, %d = %12@d")
        >>> value = one.values_of("X   read, 21 =      7", 3, 0)[0]
        >>> value.label, value.keys, value.value
        ('X', ('read', '21'), 7)
        """
        match = self.pattern.fullmatch(line) if len(line) <= _LONGEST else None
        if match is None:
            return []
        texts = list(zip(self.values, match.groups(), strict=True))
        keys = tuple(text.strip() for label, text in texts if label is None)
        return [
            PrintedValue(number, section, label or None, keys, text, _whole(text))
            for label, text in texts
            if label is not None
        ]


def formats_of(option: object) -> tuple[PrintedFormat, ...]:
    """The formats that the option ``pattern`` names.

    Parameters
    ----------
    option : str or iterable of str
        Formats as scripts write them; empty for none.

    Returns
    -------
    tuple of PrintedFormat
        One for each line of a format that prints an aggregation.

    Raises
    ------
    UsageError
        When a format prints no aggregation, or the option is no text.

    Examples
    --------
    >>> formats_of("%s")
    Traceback (most recent call last):
    contention.errors.UsageError: this pattern prints no aggregation, or has too ...
    """
    texts = [option] if isinstance(option, str) else option
    if not isinstance(texts, Iterable) or not all(isinstance(text, str) for text in texts):
        raise UsageError("the option pattern is the text of a format", found=repr(option)[:60])
    made: list[PrintedFormat] = []
    for text in texts:
        if not text:
            continue
        lines = re.split(r"\\n|\n", text)
        found = [one for one in map(_format, lines) if one is not None]
        if not found:
            raise UsageError(
                "this pattern prints no aggregation, or has too many keys of text",
                found=repr(text)[:60],
                expected=f"a format such as 'X %20s = %12@d', with up to {_MOST_TEXTS} keys %s",
            )
        made += found
    return tuple(made)


def _format(line: str) -> PrintedFormat | None:
    parts: list[str] = []
    labels: list[str | None] = []
    line = line.strip()
    at, texts, name, literal = 0, 0, "", ""
    for found in _CONVERSION.finditer(line):
        literal += line[at : found.start()]
        at = found.end()
        if found[0] == "%%":
            literal += "%"
            continue
        words = " ".join(re.findall(r"[A-Za-z_@][\w@]*", literal))
        parts.append(_literal(literal))
        name, literal = words or name, ""
        if found[1]:
            number = sum(label is not None for label in labels)
            labels.append(name if number == 0 or words else f"{name or 'value'}_{number + 1}")
            parts.append(r"\s*([-+\d#.]{1,25})")
        else:
            labels.append(None)
            parts.append(r"\s*(-?[0-9A-Fa-fx]{1,20})" if found[2] in _WHOLE else r"\s*(.{0,60}?)")
            texts += found[2] not in _WHOLE
    parts.append(_literal((literal + line[at:]).rstrip()))
    if not any(label is not None for label in labels) or texts > _MOST_TEXTS:
        return None
    return PrintedFormat(re.compile(r"\s*" + "".join(parts) + r"\s*"), tuple(labels))


def _literal(text: str) -> str:
    return r"\s+".join(re.escape(word) for word in re.split(r"\s+", text))


def _whole(text: str) -> int | None:
    return int(text) if re.fullmatch(r"[-+]?\d{1,20}", text) else None
