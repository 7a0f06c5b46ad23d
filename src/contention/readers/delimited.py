"""Delimited text cut into cells, with the delimiter decided once for the file."""

from __future__ import annotations

import csv as csv_format
import itertools
from collections.abc import Sequence
from dataclasses import dataclass, field

from contention.errors import ReadError, TruncatedError
from contention.readers.number_text import looks_numeric
from contention.readers.source import SourceText

__all__ = ["DELIMITERS", "Delimited", "cut_delimited"]

MAXIMUM_COLUMNS = 2000

DELIMITERS = {",": "comma", ";": "semicolon", "\t": "tab", "|": "bar"}
_PREAMBLE = 20


@dataclass
class Delimited:
    """A file cut into cells.

    Attributes
    ----------
    delimiter : str
        One character.
    heading : list of str
        The names of the columns.
    heading_line : int
        Its line, from 1.
    rows : list of (int, list of str)
        Line and cells of each row below it, of any length.
    above : list of (int, str)
        Lines without a delimiter above the heading, such as a title.
    """

    delimiter: str
    heading: list[str]
    heading_line: int
    rows: list[tuple[int, list[str]]] = field(default_factory=list)
    above: list[tuple[int, str]] = field(default_factory=list)

    @property
    def fitting(self) -> float:
        """Share of rows with as many cells as the heading."""
        if not self.rows:
            return 1.0
        return sum(len(row) == len(self.heading) for _, row in self.rows) / len(self.rows)


def _content(source: SourceText) -> list[str]:
    """The lines, with comments blanked and a heading freed of its ``#``."""
    lines = list(source.lines)
    seen = False
    for index, line in enumerate(lines):
        text = line.lstrip()
        if not seen and text.lower().startswith("sep=") and len(text.strip()) == 5:
            lines[index] = ""
        elif text.startswith("#"):
            heading = text.lstrip("# ")
            following = next((one for one in lines[index + 1 :] if one.strip()), "")
            names_columns = not seen and _first_is_number(following) and _several(heading)
            lines[index] = heading if names_columns else ""
        seen = seen or bool(lines[index].strip())
    return lines


def _first_is_number(line: str) -> bool:
    return any(looks_numeric(line.split(mark, maxsplit=1)[0].strip()) for mark in DELIMITERS)


def _several(line: str) -> bool:
    return any(
        len(line.split(mark)) > 1 and not looks_numeric(line.split(mark, maxsplit=1)[0].strip())
        for mark in DELIMITERS
    )


def _parse(source: SourceText, lines: Sequence[str], delimiter: str) -> Delimited | None:
    reader = csv_format.reader(
        (f"{line}\n" for line in lines), delimiter=delimiter, strict=True, skipinitialspace=True
    )
    parsed: Delimited | None = None
    before = 0
    try:
        for printed in reader:
            line, before = before + 1, reader.line_num
            cells = [cell.strip() for cell in printed]
            if not any(cells):
                continue
            if parsed is None:
                parsed = Delimited(delimiter, cells, line)
            else:
                parsed.rows.append((line, cells))
    except csv_format.Error as error:
        if "end of data" in str(error):
            raise TruncatedError(
                "a quotation mark is opened and never closed",
                path=source.path,
                line=before + 1,
                found=lines[before].strip()[:60],
            ) from error
        raise ReadError(
            f"the quotation marks of this line are wrong: {error}",
            path=source.path,
            line=before + 1,
            found=lines[before].strip()[:60],
        ) from error
    return parsed


def cut_delimited(source: SourceText) -> Delimited:
    r"""Cut a file at the delimiter that gives the most regular rows.

    Parameters
    ----------
    source : SourceText
        The file.

    Returns
    -------
    Delimited
        Heading and rows.

    Raises
    ------
    ReadError
        When no delimiter, or more than one, cuts the heading into names; when quotation marks
        do not match.

    Examples
    --------
    >>> from contention.readers.source import decode
    >>> cut_delimited(decode(b"a;b\n1;2,5\n", "t.csv")).rows
    [(2, ['1', '2,5'])]
    """
    lines = _content(source)
    above = _preamble(lines)
    for number, _ in above:
        lines[number - 1] = ""
    first = next((line for line in lines if line.strip()), "")
    tried = [
        parsed
        for delimiter in DELIMITERS
        if delimiter in first and (parsed := _parse(source, lines, delimiter)) is not None
    ]
    tried = [parsed for parsed in tried if len(parsed.heading) > 1]
    if any(len(parsed.heading) > MAXIMUM_COLUMNS for parsed in tried):
        raise ReadError(
            f"the first line names more than {MAXIMUM_COLUMNS} columns",
            path=source.path,
            line=tried[0].heading_line,
            found=first.strip()[:60],
        )
    if not tried:
        raise ReadError(
            "the first line does not name columns separated by comma, semicolon, tab or bar",
            path=source.path,
            line=1,
            found=first.strip()[:60],
            expected="a heading such as sessions,throughput",
        )
    tried.sort(key=lambda parsed: (parsed.fitting, len(parsed.heading)), reverse=True)
    best = tried[0]
    if len(tried) > 1 and _rank(tried[1]) == _rank(best):
        names = " and ".join(DELIMITERS[parsed.delimiter] for parsed in tried[:2])
        raise ReadError(
            f"the delimiter may be {names}",
            path=source.path,
            line=best.heading_line,
            found=first.strip()[:60],
            hint="use one delimiter in the whole file",
        )
    best.above = above
    return best


def _preamble(lines: Sequence[str]) -> list[tuple[int, str]]:
    """Lines above the heading: without any delimiter, over rows that have one throughout."""
    filled = [(number, line) for number, line in enumerate(lines, 1) if line.strip()]
    plain = list(
        itertools.takewhile(lambda one: not any(mark in one[1] for mark in DELIMITERS), filled)
    )
    rest = filled[len(plain) :]
    regular = any(all(mark in line for _, line in rest) for mark in DELIMITERS)
    return plain if len(plain) <= _PREAMBLE and len(rest) > 1 and regular else []


def _rank(parsed: Delimited) -> tuple[float, int]:
    return parsed.fitting, len(parsed.heading)
