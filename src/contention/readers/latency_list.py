"""One latency per line under a heading such as ``latency_ms``: table ``latencies``, one histogram.

For a column of latencies beside other columns see :mod:`contention.readers.csv`. A line that is
not a number is a row without a value, and flagged.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

from contention.errors import MissingColumnError, ReadError
from contention.measurements import Flag
from contention.readers.cells import table_of_values
from contention.readers.columns import role_of
from contention.readers.forms import TableForm
from contention.readers.headings import SECONDS_PER_UNIT, identifier, unit_of
from contention.readers.histogram_columns import histogram_of_latencies
from contention.readers.reading import Options, Reader, Reading, Recognition
from contention.readers.source import SourceText

__all__ = ["READER"]

NAME = "latency_list"
EXAMPLE = """\
latency_ms
0.412
0.398
7.25
"""
_NUMBER = re.compile(r"\s*(?:\d{1,18}(?:\.\d{0,18})?|\.\d{1,18})(?:[eE][-+]?\d{1,3})?\s*")
_MOST_FLAGS = 100


def _heading(source: SourceText) -> tuple[int, str]:
    """Index and text of the first line that is neither blank nor a comment."""
    for at, line in enumerate(source.lines):
        if line.strip() and not line.startswith("#"):
            return at, line.strip()
    return 0, ""


def _sniff(source: SourceText) -> Recognition:
    at, heading = _heading(source)
    if not role_of(identifier(heading), "response_time"):
        return Recognition(NAME, 0.0, "the first line is not a heading such as latency_ms")
    sample = [line for line in source.lines[at + 1 : at + 201] if line.strip()]
    share = sum(bool(_NUMBER.fullmatch(line)) for line in sample) / max(len(sample), 1)
    reason = f"{share:.0%} of the lines under {heading} are a single number"
    return Recognition(NAME, 0.95 * share, reason)


def _read(source: SourceText, options: Options) -> Reading:
    at, heading = _heading(source)
    name = identifier(heading)
    unit = unit_of(heading) or str(options.get("unit") or "")
    if not role_of(name, "response_time"):
        raise MissingColumnError(
            "the list has no heading that names a latency",
            path=source.path,
            line=at + 1,
            found=heading[:60],
            expected="a heading such as latency_ms",
        )
    if unit not in SECONDS_PER_UNIT:
        raise ReadError(
            "the unit of these latencies is not known",
            path=source.path,
            line=at + 1,
            found=heading[:60],
            hint="name the column latency_s, latency_ms or latency_us",
        )
    rows = [
        (number, line.strip())
        for number, line in enumerate(source.lines[at + 1 :], start=at + 2)
        if line.strip() and not line.startswith("#")
    ]
    values = [_value(text) for _, text in rows]
    if not any(value is not None for value in values):
        raise ReadError("there is no latency", path=source.path, line=at + 1, expected="a number")
    origin = source.provenance(NAME)
    cells = [(text, value) for (_, text), value in zip(rows, values, strict=True)]
    lines = [number for number, _ in rows]
    flags = _flags(rows, values)
    table = table_of_values(
        "latencies", {name: cells}, lines, origin, flags=flags, units={name: unit}
    )
    histogram = histogram_of_latencies(table.numbers(name), unit, origin=origin)
    return Reading(NAME, (table,), issues=source.flags, path=source.path, histograms=(histogram,))


def _value(text: str) -> float | None:
    value = float(text) if _NUMBER.fullmatch(text) else math.inf
    return value if math.isfinite(value) else None


def _flags(rows: Sequence[tuple[int, str]], values: Sequence[float | None]) -> list[Flag]:
    bad = [row for row, value in zip(rows, values, strict=True) if value is None]
    flags = [
        Flag(number, "latency", text[:60], "not a latency; the value is missing")
        for number, text in bad[:_MOST_FLAGS]
    ]
    if len(bad) > _MOST_FLAGS:
        more = f"{len(bad) - _MOST_FLAGS} more lines are not latencies; their values are missing"
        flags.append(Flag(None, "latency", "", more))
    return flags


READER = Reader(
    NAME,
    "a list of latencies, one per line",
    _sniff,
    _read,
    EXAMPLE,
    traits=(
        "a heading that names the latency and its unit, or the option unit",
        "blank lines, and comments behind #",
        "a line that is no number is a row without a value, flagged",
    ),
    gives=(
        TableForm(
            "latencies", "one latency", more="one column, which the heading names, in its unit"
        ),
    ),
)
