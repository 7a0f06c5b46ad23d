"""Time series that bpftrace's ``tseries`` prints: one value, or none, for each interval.

Rows stand between the scale ``hh:mm:ss.mmm ____`` and the line ``v____v``, with the ends of the
scale below it, in older builds above it too.
"""

from __future__ import annotations

import re

from contention.readers.benchmark_runs import Run

__all__ = ["is_series_end", "is_series_frame", "series_row", "series_run"]

_ROW = re.compile(r"\s*(\d\d:\d\d:\d\d(?:\.\d{1,9})?)\s[ |*o.]{3,200}\s(-?\d{1,20}|-)\s*")
_END = re.compile(r"\s*v_{10,200}v\s*")
_FRAME = re.compile(
    r"\s*(?:hh:mm:ss(?:\.\w{1,9})?\s+\|?_{10,200}\|?|-?\d{1,20}\s{2,}-?\d{1,20})\s*"
)


def series_row(line: str) -> tuple[str, str] | None:
    """Time and value of a row, as printed; None for another line.

    Examples
    --------
    >>> series_row("10:15:14.200 |          o        . | 41")
    ('10:15:14.200', '41')
    """
    match = _ROW.fullmatch(line)
    return None if match is None else (match[1], match[2])


def is_series_end(line: str) -> bool:
    """Whether a line closes the rows.

    Examples
    --------
    >>> is_series_end("             v____________________v")
    True
    """
    return bool(_END.fullmatch(line))


def is_series_frame(line: str) -> bool:
    """Whether a line is the scale of a series, or the ends of the scale.

    Examples
    --------
    >>> is_series_frame("hh:mm:ss.mmm  ____________________"), is_series_frame("     0      10")
    (True, True)
    """
    return bool(_FRAME.fullmatch(line))


def series_run(line: int, name: str, keys: str | None, time: str, value: str | int | None) -> Run:
    """A row of the table ``series``; ``-`` is an interval without a value.

    Examples
    --------
    >>> series_run(7, "@a", None, "10:15:14.200", "-").value("value") is None
    True
    """
    row = Run(line)
    row.put("map", name, name)
    row.put("keys", keys, keys)
    row.put("time", time, time)
    text = None if value is None else str(value)
    row.put("value", text, int(text) if text is not None and text != "-" else None)
    return row
