"""Parts of a report's summary that are printed as names with values behind them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from contention.measurements import Column, Flag, Provenance, Table
from contention.readers.awr_section import AwrColumn
from contention.readers.awr_table import number_column
from contention.readers.awr_titles import plain_title
from contention.readers.number_style import NumberStyle

__all__ = ["PAIR_TABLES", "Pairs", "pairs_title", "take_pairs"]

PAIR_TABLES: dict[str, tuple[AwrColumn, ...]] = {
    "instance_efficiency": (
        AwrColumn("Statistic", "any", "statistic"),
        AwrColumn("%", "number", "pct"),
    ),
    "shared_pool": (
        AwrColumn("Statistic", "any", "statistic"),
        AwrColumn("Begin", "number", "begin_pct"),
        AwrColumn("End", "number", "end_pct"),
    ),
    "cache_sizes": (
        AwrColumn("Cache", "any", "cache"),
        AwrColumn("Begin", "size", "begin_bytes", "bytes"),
        AwrColumn("End", "size", "end_bytes", "bytes"),
    ),
}
"""The columns of each such table."""

_TITLES = (
    (
        re.compile(r"\s{0,2}Instance Efficiency (?:Indicators|Percentages)\b.*"),
        "instance_efficiency",
    ),
    (re.compile(r"\s{0,2}Shared Pool Statistics\b.*"), "shared_pool"),
    (re.compile(r"\s{0,2}Cache Sizes\b.*"), "cache_sizes"),
)
_PAIR = re.compile(
    r"([A-Za-z%][^:\n]{1,40}):\s{1,30}([\d.,#]{1,20}[KMGT]?)(?:\s{1,30}([\d.,#]{1,20}[KMGT]?))?(?=\s|$)"
)


@dataclass
class Pairs:
    """Names and values of one part.

    Attributes
    ----------
    rows : list of (int, tuple of str or None)
        Line, and the cells.
    flags : list of Flag
        Lines that could not be read.
    first : str
        The title.
    """

    rows: list[tuple[int, tuple[str | None, ...]]] = field(default_factory=list)
    flags: list[Flag] = field(default_factory=list)
    first: str = ""

    def table(self, name: str, provenance: Provenance, style: NumberStyle) -> Table:
        """The table of that name."""
        flags = list(self.flags)
        lines = tuple(line for line, _ in self.rows)
        columns = []
        for index, column in enumerate(PAIR_TABLES[name]):
            texts = tuple(cells[index] for _, cells in self.rows)
            if index:
                columns.append(number_column(column, texts, lines, style, flags))
            else:
                columns.append(Column(column.name, column.heading, texts, texts))
        return Table(name, tuple(columns), lines, provenance, tuple(flags))


def pairs_title(line: str) -> str:
    """The table that a title line begins, or an empty string.

    Parameters
    ----------
    line : str
        One line of the capture.

    Returns
    -------
    str
        Name of the table.

    Examples
    --------
    >>> pairs_title(" Shared Pool Statistics        Begin   End"), pairs_title("Latch Activity")
    ('shared_pool', '')
    """
    return next((name for pattern, name in _TITLES if pattern.fullmatch(line[:200])), "")


def take_pairs(lines: Sequence[str]) -> dict[str, Pairs]:
    """Every such part of a report.

    Parameters
    ----------
    lines : sequence of str
        The whole capture.

    Returns
    -------
    dict of str to Pairs
        By name of the table, in the order of the report.

    Examples
    --------
    >>> lines = ["Cache Sizes      Begin   End", "~~~~~~~~~~~  ------- -----",
    ...          "  Buffer Cache:     72M   80M  Std Block Size:    8K", ""]
    >>> take_pairs(lines)["cache_sizes"].rows
    [(3, ('Buffer Cache', '72M', '80M')), (3, ('Std Block Size', '8K', None))]
    """
    made: dict[str, Pairs] = {}
    name = heading = ""
    for number, line in enumerate(lines, 1):
        title = pairs_title(line)
        if title:
            name, heading = title, plain_title(line)[:60]
        elif name and not line.strip():
            name = "" if name in made else name
        elif name and set(line) - set("-~ \t"):
            width = len(PAIR_TABLES[name])
            found = [
                (number, (one[1].strip(), one[2], one[3])[:width])
                for one in _PAIR.finditer(line[:400])
            ]
            if found:
                made.setdefault(name, Pairs(first=heading)).rows.extend(found)
            elif name in made:
                reason = "no name with a value; left out"
                made[name].flags.append(Flag(number, None, line.strip()[:80], reason))
                name = ""
    return made
