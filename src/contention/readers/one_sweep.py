"""Several captures, one for each session count, joined into one sweep.

Load generators write one file per run. Where each of several files of one format holds a series
of the same label with a single session count, the series are one sweep. Series of different
workload or scale have different labels and stay apart; so do those of different versions of the
tool. Files that hold a whole sweep each are not joined: they are to be compared.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import replace
from pathlib import PurePath

import numpy as np

from contention.measurements import Flag, Provenance, Sweep
from contention.readers.reading import Reading

__all__ = ["join_sweeps"]

_ARRAYS = ("response_time_s", "cpu_time_s", "wait_time_s", "duration_s")


def join_sweeps(readings: Sequence[Reading]) -> tuple[Reading, ...]:
    """The same readings, with single session counts of one series joined in the first of them.

    Parameters
    ----------
    readings : sequence of Reading
        One for each file.

    Returns
    -------
    tuple of Reading
        As many, in the same order.

    Examples
    --------
    >>> one, four = (Sweep("sales", [n], [x]) for n, x in ((1, 90.0), (4, 340.0)))
    >>> joined = join_sweeps([Reading("pgbench", (), (one,)), Reading("pgbench", (), (four,))])
    >>> joined[0].sweeps[0].sessions.tolist(), joined[1].sweeps
    ([1.0, 4.0], ())
    """
    groups: dict[tuple[str, str, str], list[int]] = {}
    for at, reading in enumerate(readings):
        for sweep in reading.sweeps:
            key = (reading.format, sweep.label, _version(reading))
            groups.setdefault(key, []).append(at)
    sweeps = [list(reading.sweeps) for reading in readings]
    versions = {(format_, label): set[str]() for format_, label, _ in groups}
    for format_, label, version in groups:
        versions[format_, label].add(version)
    for (format_, label, version), places in groups.items():
        parts = [_of_label(readings[at], label) for at in places]
        if len(places) < 2 or any(part.distinct_sessions != 1 for part in parts):
            continue
        several = len(versions[format_, label]) > 1
        joined = _joined(parts, f"{label}_{version}" if several else label)
        for at in places:
            sweeps[at] = [one for one in sweeps[at] if one.label != label]
        sweeps[places[0]].append(joined)
    return tuple(
        replace(reading, sweeps=tuple(own)) for reading, own in zip(readings, sweeps, strict=True)
    )


def _version(reading: Reading) -> str:
    found = [
        str(value)
        for table in reading.tables
        if table.name == "runs" and "version" in table.names
        for value in table.column("version").values
        if value is not None
    ]
    return "_".join(dict.fromkeys(found))


def _of_label(reading: Reading, label: str) -> Sweep:
    return next(sweep for sweep in reading.sweeps if sweep.label == label)


def _joined(parts: Sequence[Sweep], label: str) -> Sweep:
    first = parts[0].provenance
    names = [PurePath(part.provenance.source).name for part in parts]
    digests = "".join(part.provenance.sha256 for part in parts)
    arrays = {
        name: np.concatenate([_filled(getattr(part, name), len(part)) for part in parts])
        for name in _ARRAYS
        if any(getattr(part, name) is not None for part in parts)
    }
    flags = [
        Flag(flag.line, flag.column, flag.found, f"{name}: {flag.reason}")
        for name, part in zip(names, parts, strict=True)
        for flag in part.flags
    ]
    return Sweep(
        label,
        np.concatenate([part.sessions for part in parts]),
        np.concatenate([part.throughput_per_s for part in parts]),
        **arrays,
        provenance=Provenance(
            f"{names[0]} and {len(parts) - 1} more",
            hashlib.sha256(digests.encode()).hexdigest() if digests else "",
            first.format,
        ),
        flags=tuple(flags),
    )


def _filled(values: np.ndarray | None, length: int) -> np.ndarray:
    return np.full(length, np.nan) if values is None else values
