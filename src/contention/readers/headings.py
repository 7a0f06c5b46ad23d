"""From a printed heading to an identifier, and to the unit that the heading names."""

from __future__ import annotations

import itertools
import keyword
import re
import unicodedata
from collections.abc import Sequence

__all__ = ["BYTES_PER_UNIT", "SECONDS_PER_UNIT", "identifier", "identifiers", "unit_of"]

SECONDS_PER_UNIT = {"ns": 1e-9, "us": 1e-6, "ms": 1e-3, "cs": 1e-2, "s": 1.0, "min": 60.0}
BYTES_PER_UNIT = {
    "bytes": 1,
    "kb": 2**10,
    "mb": 2**20,
    "gb": 2**30,
    "tb": 2**40,
}

_ALIASES = {
    "nanoseconds": "ns",
    "usec": "us",
    "usecs": "us",
    "µs": "us",
    "microseconds": "us",
    "msec": "ms",
    "msecs": "ms",
    "millis": "ms",
    "milliseconds": "ms",
    "centiseconds": "cs",
    "sec": "s",
    "secs": "s",
    "second": "s",
    "seconds": "s",
    "mins": "min",
    "minute": "min",
    "minutes": "min",
    "byte": "bytes",
    "kib": "kb",
    "kilobytes": "kb",
    "mib": "mb",
    "megabytes": "mb",
    "gib": "gb",
    "gigabytes": "gb",
    "tib": "tb",
}
_LASTING = {"duration", "elapsed", "time", "length", "warmup"}
_RATES = re.compile(r"/\s*(s|sec|second|min|exec|call|txn|transaction|miss|run|op)\b", re.I)


def identifier(heading: str) -> str:
    """A lower-case identifier made from a printed heading.

    ``%`` becomes ``pct``, ``/s`` becomes ``per_s``, accents are dropped, other signs separate
    words. A Python keyword gets an underscore, so that it can name an argument.

    Parameters
    ----------
    heading : str
        As printed; may be empty.

    Returns
    -------
    str
        The identifier; empty when no letter or digit is left.

    Examples
    --------
    >>> [identifier(h) for h in ("SUM(KSMCHSIZ)", "COUNT(*)", "CHILD#", "% DB time")]
    ['sum_ksmchsiz', 'count', 'child', 'pct_db_time']
    >>> identifier("Wait Avg(ms)"), identifier("Executions/s"), identifier("class")
    ('wait_avg_ms', 'executions_per_s', 'class_')
    """
    text = heading.strip().replace("µ", "u").replace("%", " pct ")
    text = _RATES.sub(r" per \1", text)
    text = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    name = "_".join(re.findall(r"[a-z0-9]+", text.lower()))
    if name[:1].isdigit():
        name = f"n_{name}"
    return f"{name}_" if keyword.iskeyword(name) else name


def identifiers(headings: Sequence[str]) -> tuple[str, ...]:
    """One identifier per heading, all different.

    A heading without letters is ``column_<position>``; the second of the same name gets ``_2``.

    Parameters
    ----------
    headings : sequence of str
        As printed, left to right.

    Returns
    -------
    tuple of str
        As many.

    Examples
    --------
    >>> identifiers(["Pct Miss", "", "Pct Miss"])
    ('pct_miss', 'column_2', 'pct_miss_2')
    """
    bases = [
        identifier(heading) or f"column_{position}" for position, heading in enumerate(headings, 1)
    ]
    reserved = set(bases)
    taken: set[str] = set()
    counts: dict[str, int] = {}
    names = []
    for base in bases:
        name = base
        while name in taken or (name != base and name in reserved):
            counts[base] = counts.get(base, 1) + 1
            name = f"{base}_{counts[base]}"
        taken.add(name)
        names.append(name)
    return tuple(names)


def unit_of(heading: str) -> str:
    """The unit of time or size that a heading names, or an empty string.

    Recognised are a unit in parentheses, as the last word, and as the word before
    ``per``. A last word ``min`` is minutes only after a word such as ``duration``: elsewhere it
    is a minimum. A heading of one letter names no unit.

    Parameters
    ----------
    heading : str
        As printed.

    Returns
    -------
    str
        One of ``ns us ms cs s min bytes kb mb gb tb``, or empty.

    Examples
    --------
    >>> [unit_of(h) for h in ("Wait Avg(ms)", "CPU_TIME_S", "US_PER_EXEC", "MB", "GETS")]
    ['ms', 's', 'us', 'mb', '']
    """
    inside = re.findall(r"\(([^()]*)\)", heading)
    words = re.findall(r"[a-zµ]+", heading.lower())
    candidates = [text.strip().lower() for text in inside]
    if words and words[-2:-1] != ["per"] and _names_unit(words):
        candidates.append(words[-1])
    candidates.extend(unit for unit, word in itertools.pairwise(words) if word == "per")
    for candidate in candidates:
        unit: str = _ALIASES.get(candidate, candidate)
        if unit in SECONDS_PER_UNIT or unit in BYTES_PER_UNIT:
            return unit
    return ""


def _names_unit(words: list[str]) -> bool:
    if words[-1] == "min":
        return words[0] in _LASTING
    return len(words) > 1 or len(words[0]) > 1
