r"""A capture to share: hosts, users, passwords and bind values replaced, the layout kept.

Every name gets the same stand-in wherever it stands, of the same length, so columns stay in
place and counts of characters stay right. Passwords, bind values of 10046 traces and quoted
literals in SQL texts become ``x`` and ``0``. The redacted capture must give the same numbers as
the original; where it does not, nothing is given out.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import count
from pathlib import PurePath

from contention.errors import ReadError
from contention.measurements import Column, Table
from contention.readers.opening import read_source
from contention.readers.private_places import (
    HOST,
    USER,
    masked_spans,
    names_in_line,
    names_in_table,
)
from contention.readers.reading import Reading
from contention.readers.source import SourceText

__all__ = ["Redacted", "redact"]

_BIND_VALUE = re.compile(r"\s*(?:Bind#\d+\s+)?value=(.*?)(?:\s+Bind#\d+.*)?")
_BIND_TABLE = "binds"
_WITH_SQL = ("trace10046", "tkprof")
_LITERAL = re.compile(r"'[^']*'")
_AFTER_SQL = re.compile(r"(?:END OF STMT|call\s+count\s)")
_BEFORE_SQL = re.compile(r"(?:PARSING IN CURSOR #|PARSE ERROR #|SQL ID ?:|\*{60,})")


@dataclass(frozen=True)
class Redacted:
    """A redacted capture.

    Attributes
    ----------
    source : SourceText
        Its lines, named after the file without its folder.
    hosts, users : int
        How many different names were replaced.
    values : int
        How many passwords, bind values and literals were masked.
    """

    source: SourceText
    hosts: int
    users: int
    values: int

    @property
    def text(self) -> str:
        """The lines, each with a line end."""
        return "".join(f"{line}\n" for line in self.source.lines)


def redact(source: SourceText, reading: Reading) -> Redacted:
    r"""Replace the hosts, users, passwords and bind values of a capture.

    Parameters
    ----------
    source : SourceText
        The capture.
    reading : Reading
        What was read from it, for the names in its columns.

    Returns
    -------
    Redacted
        The capture to share.

    Raises
    ------
    ReadError
        When the file is not text, or replacing a name would change a number.

    Examples
    --------
    >>> from contention.readers.source import decode
    >>> source = decode(b"machine,gets\nprodbox7,12\n", "a.csv")
    >>> redact(source, read_source(source)).source.lines
    ('machine,gets', 'host1xxx,12')
    """
    if source.kind != "text":
        raise ReadError(
            "only text can be redacted",
            path=source.path,
            found=f"a {source.kind} file",
            hint="write a table as CSV, and redact that",
        )
    names = _names(source.lines, reading)
    masked, values = _mask(source.lines, with_sql=reading.format in _WITH_SQL)
    aliases = _aliases(names, "\n".join(masked))
    lines = _replaced(masked, aliases)
    path = PurePath(source.path).name
    data = "".join(f"{line}\n" for line in lines).encode()
    made = replace(
        source, path=path, lines=lines, sha256=hashlib.sha256(data).hexdigest(), encoding="utf-8"
    )
    _require_same_numbers(made, reading)
    kinds = list(names.values())
    return Redacted(made, kinds.count(HOST), kinds.count(USER), values)


def _names(lines: Iterable[str], reading: Reading) -> dict[str, str]:
    """Every name with its kind, in the order of the capture."""
    found: dict[str, str] = {}
    pairs = [pair for line in lines for pair in names_in_line(line)]
    pairs += [pair for table in reading.tables for pair in names_in_table(table)]
    for kind, name in pairs:
        found.setdefault(name, kind)
        short = name.partition(".")[0]
        if kind == HOST and len(short) > 2 and not short.isdecimal():
            found.setdefault(short, kind)
    return found


def _mask(lines: Iterable[str], *, with_sql: bool) -> tuple[tuple[str, ...], int]:
    """The lines with passwords, bind values and literals of SQL texts masked, and how many."""
    masked: list[str] = []
    values, in_sql, in_value = 0, False, False
    for line in lines:
        spans = list(masked_spans(line))
        starts = with_sql and bool(_BEFORE_SQL.match(line))
        in_sql = (in_sql or starts) and not _AFTER_SQL.match(line)
        if in_sql and not starts:
            spans += [match.span() for match in _LITERAL.finditer(line) if match[0] != "''"]
        bind = _BIND_VALUE.fullmatch(line)
        if bind and bind[1]:
            spans.append(bind.span(1))
            in_value = bind[1].count('"') == 1
        elif in_value:
            spans.append((0, len(line)))
            in_value = '"' not in line
        values += len(spans)
        masked.append(_hide(line, spans))
    return tuple(masked), values


def _hide(line: str, spans: Iterable[tuple[int, int]]) -> str:
    for start, end in spans:
        line = line[:start] + _without_content(line[start:end]) + line[end:]
    return line


def _without_content(text: str) -> str:
    return re.sub(r"[^\W\d_]", "x", re.sub(r"\d", "0", text))


def _aliases(names: dict[str, str], text: str) -> dict[str, str]:
    """A stand-in of the same length for each name; none occurs in the text or twice."""
    used: set[str] = set()
    aliases: dict[str, str] = {}
    numbers = {HOST: count(1), USER: count(1)}
    for name, kind in names.items():
        for alias in _candidates(name, kind, next(numbers[kind])):
            if alias not in used and alias not in text and alias not in names:
                break
        used.add(alias)
        aliases[name] = alias
    return aliases


def _candidates(name: str, kind: str, number: int) -> Iterator[str]:
    length = len(name)
    for at in range(number, number + 2_000):
        if re.fullmatch(r"[\d.]+", name):
            yield _spread(at, name)
            continue
        word = f"{kind}{at}"
        shown = word.ljust(length, "x") if len(word) <= length else _letters(at, length)
        yield shown.upper() if name.isupper() else shown


def _spread(number: int, address: str) -> str:
    """The number's digits in place of the address's, dots kept."""
    digits = iter(str(number).zfill(sum(mark.isdecimal() for mark in address)))
    return "".join(next(digits) if mark.isdecimal() else mark for mark in address)


def _letters(number: int, length: int) -> str:
    letters = ""
    for _ in range(length):
        number, at = divmod(number, 26)
        letters = chr(ord("a") + at) + letters
    return letters


def _replaced(lines: Iterable[str], aliases: dict[str, str]) -> tuple[str, ...]:
    if not aliases:
        return tuple(lines)
    longest_first = sorted(aliases, key=lambda name: (-len(name), name))
    pattern = re.compile(
        r"(?<![A-Za-z0-9])(?:" + "|".join(map(re.escape, longest_first)) + r")(?![A-Za-z0-9])"
    )
    return tuple(pattern.sub(lambda match: aliases[match[0]], line) for line in lines)


def _numbers(reading: Reading) -> list[object]:
    return [
        (len(table), table.names, [c.values for c in table.columns if _kept(table, c)])
        for table in reading.tables
    ]


def _kept(table: Table, column: Column) -> bool:
    """Whether a column holds numbers that must stay: those of bind values must not."""
    return column.numeric and not (table.name == _BIND_TABLE and column.name == "value")


def _require_same_numbers(made: SourceText, reading: Reading) -> None:
    try:
        same = _numbers(read_source(made, reading.format)) == _numbers(reading)
    except ReadError:
        same = False
    if not same:
        raise ReadError(
            "replacing the names would change the numbers or columns of this capture",
            path=reading.path or made.path,
            hint="a host or user has a name that the format uses itself; replace it by hand",
        )
