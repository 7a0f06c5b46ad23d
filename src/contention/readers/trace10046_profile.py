"""What a trace of any size gives: its profile, and call statistics and waits by statement."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from contention.errors import UsageError
from contention.measurements import CallStatistics, Provenance, WaitProfile
from contention.readers.reading import Options, Reading
from contention.readers.source import SourceText
from contention.readers.trace10046_scan import Scanned
from contention.readers.trace_profile import profile_of
from contention.readers.trace_profile_tables import call_kind, names_of
from contention.readers.trace_scan.growth import rows
from contention.readers.trace_scan.layout import CALLS, STATEMENTS, WAITS, WORDS

__all__ = ["profile_file", "profile_text"]

_US = 1e-6
_SCALES = np.array([1.0, _US, _US, 1.0, 1.0, 1.0, 1.0, 1.0])


def profile_file(path: Path, options: Options) -> Reading:
    """Read a trace block by block.

    Parameters
    ----------
    path : Path
        The trace.
    options : mapping
        ``by`` (statement when neither it nor ``slice_s`` is given), ``slice_s``, ``unit``,
        ``run`` and ``system`` count.

    Returns
    -------
    Reading
        Tables ``time``, ``waits``, ``calls`` and ``records``, histograms of the waits by event,
        and, by statement, call statistics and wait profiles.

    Examples
    --------
    >>> profile_file(Path("absent.trc"), {})
    Traceback (most recent call last):
    contention.errors.ReadError: absent.trc: the file cannot be read: ...
    """
    return _reading([path], str(path), options)


def profile_text(source: SourceText, options: Options) -> Reading:
    """The same of a trace that is loaded already.

    Parameters
    ----------
    source : SourceText
        The trace.
    options : mapping
        As for :func:`profile_file`.

    Returns
    -------
    Reading
        As that of :func:`profile_file`.

    Examples
    --------
    >>> from contention.readers.source import decode
    >>> line = b"WAIT #1: nam='log file sync' ela= 85 p1=1 tim=1000085" + bytes([10])
    >>> profile_text(decode(line, "x.trc"), {"by": "event"}).histograms[0].label
    'log file sync'
    """
    encoding = source.encoding if source.encoding in ("cp1252", "latin-1") else "utf-8"
    text = "\n".join((*source.lines, "")).encode(encoding)
    return _reading([(source.path, io.BytesIO(text))], source.path, options, source)


def _reading(
    sources: Sequence[Any], path: str, options: Options, text: SourceText | None = None
) -> Reading:
    by = str(options.get("by", "slice" if "slice_s" in options else "statement"))
    unit = options.get("unit") if options.get("unit") in ("us", "cs") else None
    made, found = profile_of(
        sources,
        by,
        slice_s=_seconds(options.get("slice_s", 10)),
        unit=unit,
    )
    origin = text.provenance("trace10046") if text else Provenance(path, "", "trace10046")
    names = {name: str(options.get(name, "")) for name in ("run", "system")}
    statements = by == "statement"
    return Reading(
        "trace10046",
        made.tables,
        issues=(*(text.flags if text else ()), *made.flags),
        path=path,
        calls=_calls(found, origin, names) if statements else (),
        waits=_waits(found, origin, names) if statements else (),
        histograms=made.wait_histograms,
    )


def _seconds(given: object) -> float:
    try:
        return float(str(given))
    except ValueError as error:
        raise UsageError("slice_s is a number of seconds", found=repr(given)) from error


def _by_statement(found: Scanned, table: int) -> dict[str, dict[str, list[int]]]:
    """Rows by the statement's name and the name of the event or kind of call."""
    statements, words = names_of(found, STATEMENTS), names_of(found, WORDS)
    made: dict[str, dict[str, list[int]]] = {}
    for statement, word, *numbers in rows(found.sums, table).tolist():
        made.setdefault(statements[statement], {})[words[word]] = numbers
    return made


def _calls(
    found: Scanned, origin: Provenance, names: Mapping[str, Any]
) -> tuple[CallStatistics, ...]:
    made = []
    for statement, kinds in _by_statement(found, CALLS).items():
        numbers = np.maximum(np.array(list(kinds.values()), dtype=np.float64)[:, 1:], 0.0)
        count, cpu, elapsed, disk, query, current, _, done = (numbers * _SCALES).T
        call = tuple(call_kind(word) for word in kinds)
        made.append(
            CallStatistics(
                statement,
                call,
                count,
                cpu,
                elapsed,
                disk,
                query,
                current,
                done,
                resolution_s=_US,
                provenance=origin,
                **names,
            )
        )
    return tuple(made)


def _waits(found: Scanned, origin: Provenance, names: Mapping[str, Any]) -> tuple[WaitProfile, ...]:
    made = []
    for statement, events in _by_statement(found, WAITS).items():
        count, total, longest, _ = np.array(list(events.values()), dtype=np.float64).T
        made.append(
            WaitProfile(
                statement,
                tuple(events),
                count,
                longest * _US,
                total * _US,
                resolution_s=_US,
                provenance=origin,
                **names,
            )
        )
    return tuple(made)
