"""The latency histogram that sysbench prints with ``--histogram``.

Its buckets divide the logarithm of the range 0.001 ms to 100,000 ms into 1,023 equal steps; the
printed value is the middle of a bucket on that scale, and empty buckets are left out. The ends of
a bucket are therefore half a step to either side.
"""

from __future__ import annotations

import math
import re

__all__ = ["BUCKETS_PER_LOG", "bucket_of", "is_histogram_heading"]

BUCKETS_PER_LOG = 1023 / math.log(1e8)

_LOWEST_MS = 1e-3
_HEADING = re.compile(r"\s*value\s+-+ distribution -+ count\s*")
_BUCKET = re.compile(r"\s*(\d{1,9}\.\d{1,6}) \|\**\s*(\d{1,18})\s*")


def is_histogram_heading(line: str) -> bool:
    """Whether the line stands above the buckets.

    Examples
    --------
    >>> is_histogram_heading("       value  ------------- distribution ------------- count")
    True
    """
    return bool(_HEADING.fullmatch(line))


def bucket_of(line: str) -> tuple[float, float, int] | None:
    """Lower and upper end of a bucket in milliseconds, and its count; None for another line.

    Parameters
    ----------
    line : str
        A line of the histogram.

    Returns
    -------
    tuple of (float, float, int) or None
        The bucket.

    Examples
    --------
    >>> lower, upper, count = bucket_of("       0.307 |************************   1997")
    >>> round(lower, 4), round(upper, 4), count
    (0.304, 0.3095, 1997)
    """
    match = _BUCKET.fullmatch(line)
    if match is None or float(match[1]) < _LOWEST_MS:
        return None
    place = round(math.log(float(match[1]) / _LOWEST_MS) * BUCKETS_PER_LOG)
    lower, upper = (_LOWEST_MS * math.exp((place + half) / BUCKETS_PER_LOG) for half in (-0.5, 0.5))
    return lower, upper, int(match[2])
