"""Prints rows as SQL*Plus does, so that tests know what a spool of any settings must say."""

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

__all__ = ["Shown", "Spool", "localised", "render", "with_tabs"]


@dataclass(frozen=True)
class Shown:
    """One column: its heading (``|`` breaks it), its width, and whether it is right-aligned."""

    heading: str
    width: int
    number: bool = False


@dataclass(frozen=True)
class Spool:
    """Settings of the client."""

    pagesize: int = 14
    linesize: int = 80
    newpage: int = 1
    colsep: str = " "
    tab: bool = False
    trimspool: bool = True
    feedback: bool = True
    recsep: bool = True
    prompt: bool = False

    def but(self, **changes: object) -> "Spool":
        return replace(self, **changes)  # type: ignore[arg-type]


def localised(text: str, thousands: str, decimal: str) -> str:
    """A number printed as 1234567.5, grouped and pointed as a territory does."""
    sign = "-" if text.startswith("-") else ""
    whole, point, fraction = text.lstrip("-").partition(".")
    groups = [whole[max(at - 3, 0) : at] for at in range(len(whole), 0, -3)][::-1]
    return sign + thousands.join(groups) + (decimal + fraction if point else "")


def with_tabs(line: str) -> str:
    """Blanks up to a tab stop as one tab, which is what SET TAB ON prints."""
    pieces = [line[at : at + 8] for at in range(0, len(line), 8)]
    return "".join(
        piece.rstrip(" ") + "\t" if len(piece) == 8 and piece.endswith("  ") else piece
        for piece in pieces
    )


def render(columns: Sequence[Shown], rows: Sequence[Sequence[str | None]], how: Spool) -> str:
    """The spool of one query."""
    lines = ["SQL> select * from measured;"] if how.prompt else []
    groups = list(_lines_of_columns(columns, how))
    left = 0
    for row in rows:
        record = list(_record(columns, groups, row, how))
        if how.pagesize and left < len(record):
            heading = [""] * how.newpage + _heading(columns, groups, how)
            lines += heading
            left = max(how.pagesize - len(heading), len(record))
        lines += record
        left -= len(record)
    if how.feedback:
        lines += ["", f"{len(rows)} row{'s' * (len(rows) != 1)} selected.", ""]
    width = how.linesize
    lines = [line.rstrip() if how.trimspool else line.ljust(width) for line in lines]
    return "\n".join(with_tabs(line) if how.tab else line for line in lines) + "\n"


def _lines_of_columns(columns: Sequence[Shown], how: Spool) -> Iterator[list[int]]:
    group: list[int] = []
    used = 0
    for index, column in enumerate(columns):
        if group and used + len(how.colsep) + column.width > how.linesize:
            yield group
            group, used = [], 0
        used += column.width + (len(how.colsep) if group else 0)
        group.append(index)
    yield group


def _heading(columns: Sequence[Shown], groups: list[list[int]], how: Spool) -> list[str]:
    lines = []
    for group in groups:
        parts = [columns[index].heading.split("|") for index in group]
        height = max(map(len, parts))
        padded = [[""] * (height - len(part)) + part for part in parts]
        for words in zip(*padded, strict=True):
            cells = [_placed(w, columns[i], how) for i, w in zip(group, words, strict=True)]
            lines.append(how.colsep.join(cells))
        lines.append(how.colsep.join("-" * columns[index].width for index in group))
    return lines


def _placed(text: str, column: Shown, how: Spool) -> str:
    del how
    return text.rjust(column.width) if column.number else text.ljust(column.width)


def _record(
    columns: Sequence[Shown], groups: list[list[int]], row: Sequence[str | None], how: Spool
) -> Iterator[str]:
    wrapped = len(groups) > 1
    for group in groups:
        cells = [_pieces(row[index] or "", columns[index]) for index in group]
        wrapped = wrapped or any(len(pieces) > 1 for pieces in cells)
        for parts in itertools.zip_longest(*cells, fillvalue=""):
            placed = [_placed(part, columns[i], how) for i, part in zip(group, parts, strict=True)]
            yield how.colsep.join(placed)
    if wrapped and how.recsep:
        yield ""


def _pieces(text: str, column: Shown) -> list[str]:
    if column.number:
        return ["#" * column.width if len(text) > column.width else text]
    pieces = []
    for line in text.split("\n"):
        pieces += [line[at : at + column.width] for at in range(0, max(len(line), 1), column.width)]
    return pieces
