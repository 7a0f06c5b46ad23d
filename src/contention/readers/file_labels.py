"""Labels that tell the series of several files of a user's own apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from contention.measurements import Histogram, LockUse, MemorySeries, Sweep
from contention.readers import Reading

__all__ = ["label_by_file"]

_NO_LABEL = "data"

_Series = TypeVar("_Series", Sweep, MemorySeries, Histogram, LockUse)


def label_by_file(readings: Mapping[str, Reading]) -> dict[str, Reading]:
    """The same readings, with the file's name in each label that two files have in common.

    Parameters
    ----------
    readings : mapping of str to Reading
        By the name under which a session keeps them.

    Returns
    -------
    dict
        A label that only one file has stays as it is. One that several have becomes
        ``<file> <label>``, or the file's name alone where the capture gave none.

    Examples
    --------
    >>> from contention.measurements import Sweep
    >>> sweep = Sweep("data", [1, 2], [10.0, 19.0])
    >>> both = {n: Reading("csv", (), (sweep,), (), (), f"{n}.csv") for n in ("old", "new")}
    >>> [reading.sweeps[0].label for reading in label_by_file(both).values()]
    ['old', 'new']
    """
    found = list(readings.values())
    names = _file_names([reading.path for reading in found])
    sweeps = _told_apart([reading.sweeps for reading in found], names)
    memory = _told_apart([reading.memory for reading in found], names)
    histograms = _told_apart([reading.histograms for reading in found], names)
    locks = _told_apart([reading.locks for reading in found], names)
    return {
        key: replace(
            reading,
            sweeps=sweeps[at],
            memory=memory[at],
            histograms=histograms[at],
            locks=locks[at],
        )
        for at, (key, reading) in enumerate(readings.items())
    }


def _told_apart(
    groups: Sequence[tuple[_Series, ...]], names: Sequence[str]
) -> list[tuple[_Series, ...]]:
    files = Counter(label for group in groups for label in {item.label for item in group})

    def label(item: _Series, name: str) -> str:
        if files[item.label] < 2:
            return item.label
        return name if item.label == _NO_LABEL else f"{name} {item.label}"

    return [
        tuple(replace(item, label=label(item, name)) for item in group)
        for group, name in zip(groups, names, strict=True)
    ]


def _file_names(paths: Sequence[str]) -> list[str]:
    """The shortest ends of the paths that differ, without the suffix."""
    for parts in range(1, max(len(Path(path).parts) for path in paths) + 1):
        names = ["/".join(Path(path).with_suffix("").parts[-parts:]) for path in paths]
        if len(set(names)) == len(names):
            return names
    return [f"{Path(path).stem} {number}" for number, path in enumerate(paths, start=1)]
